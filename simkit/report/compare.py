"""A comparison as files: tables as CSV, and a figure."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from simkit.analysis.contest_result import CompareResult
from simkit.files import make_folder, write_whole
from simkit.report.figures import save
from simkit.report.marker import write_report

BLUE, ORANGE = "#2166ac", "#b35806"


def write(result: CompareResult, folder: Path) -> list[Path]:
    """Write the tables (contenders, pairs, seats) and the figure into the folder; returns the files."""
    make_folder(folder)
    base = folder / f"{result.base.game}-compare"
    tables = {"": result.table, "-pairs": result.pair_table}
    if result.seats:
        tables["-seats"] = result.seat_table
    files = []
    for suffix, table in tables.items():
        path = base.with_name(f"{base.name}{suffix}.csv")
        write_whole(path, table.to_csv(index=False, lineterminator="\n"))
        files.append(path)
    return [*files, *save(figure(result), base), write_report(folder, "compare", result.as_dict())]


def figure(result: CompareResult) -> Any:
    """Rates, differences and (competitive games) ratings side by side, each with its 95 % interval."""
    from simkit.report.picture import Figure

    panels = 3 if result.ratings else 2
    rows = max(len(result.scores), len(result.differences))
    drawing = Figure(figsize=(4.2 * panels, 1.8 + 0.35 * rows), layout="constrained")
    axes = drawing.subplots(1, panels)
    scores = [(item.contender, 100 * item.rate, 100 * item.low, 100 * item.high) for item in result.scores]
    unit = "win rate (%)" if result.cooperative else "points a game (%)"
    _draw(axes[0], scores, f"{unit}, {result.intervals}", BLUE)
    gaps = [
        (f"{item.b} − {item.a}", 100 * item.difference, 100 * item.low, 100 * item.high) for item in result.differences
    ]
    _draw(axes[1], gaps, f"difference (percentage points), {result.intervals}", ORANGE)
    axes[1].axvline(0, color="#888888", linewidth=1)
    if result.ratings:
        ratings = [(item.bot, item.rating, item.low, item.high) for item in result.ratings]
        _draw(axes[2], ratings, f"rating, {result.intervals}", BLUE)
    drawing.suptitle(f"{result.title()}\n{result.command}", fontsize=9)
    return drawing


def _draw(axes: Any, rows: list[tuple[str, float, float, float]], unit: str, colour: str) -> None:
    """One line of points with error bars a row, the first on top."""
    for place, (_, value, low, high) in enumerate(rows):
        axes.errorbar(value, place, xerr=[[value - low], [high - value]], fmt="o", color=colour, capsize=4)
    axes.set_yticks(range(len(rows)), [label for label, *_ in rows])
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_xlabel(unit, wrap=True)
    axes.grid(axis="x", alpha=0.3)

"""Sensitivity as files: tables as CSV, tornado figures."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from simkit.analysis.altered import subject
from simkit.analysis.effects import Effect
from simkit.analysis.readings import ASSUMPTION, HABIT
from simkit.analysis.sensitivity_result import SensitivityResult
from simkit.files import make_folder, write_whole
from simkit.report.figures import save
from simkit.report.marker import write_report
from simkit.show import words

UP, DOWN, OTHER = "#2166ac", "#b35806", "#762a83"
MAX_BARS = 40  # of the knobs with the largest effects


class Bar(NamedTuple):
    """One effect: the row it stands in, its label at its end, and its colour."""

    row: str
    label: str
    effect: Effect
    colour: str


def write(result: SensitivityResult, folder: Path) -> list[Path]:
    """Write the tables (steps, exchange rates, readings, verdicts) and the figures; returns the files."""
    make_folder(folder)
    base = folder / f"{result.base.game}-sensitivity"
    tables = {"": result.table, "-exchange": result.exchange_table}
    if result.readings is not None:
        tables |= {"-readings": result.reading_table, "-verdicts": result.verdict_table}
    files = []
    for suffix, table in tables.items():
        path = base.with_name(f"{base.name}{suffix}.csv")
        write_whole(path, table.to_csv(index=False, lineterminator="\n"))
        files.append(path)
    files += save(tornado(result), base)
    if result.readings is not None:
        files += save(reading_tornado(result), base.with_name(f"{base.name}-readings"))
    return [*files, write_report(folder, "sensitivity", result.as_dict())]


def tornado(result: SensitivityResult) -> Any:
    """One row a knob, the largest effect on top; bars to the change of a step down and up."""
    colours = {1: UP, -1: DOWN, 0: OTHER}
    bars = [
        Bar(words(step.knob), f"{step.before} → {step.after}", effect, colours[step.direction])
        for step, effect in result.ordered[:MAX_BARS]
    ]
    title = f"one step of each knob (blue up, orange down, violet neither)\n{result.command}"
    return _figure(result, bars, title)


def reading_tornado(result: SensitivityResult) -> Any:
    """One row a switched assumption, one a habit of the bot, the largest effects on top."""
    if result.readings is None:
        raise ValueError("no readings in this result; ask for them with readings=True")
    colours = {ASSUMPTION: UP, HABIT: DOWN}
    items = [item for item in result.readings.items if item.effect]
    items.sort(key=lambda item: -abs(item.effect.difference) if item.effect else 0.0)
    bars = [
        Bar(
            f"{item.switch.label}{f' ({item.setting})' if item.setting else ''}",
            "",
            item.effect,
            colours[item.switch.kind],
        )
        for item in items
        if item.effect
    ]
    return _figure(result, bars, f"assumptions (blue) and habits of the bot (orange)\n{result.command}")


def _figure(result: SensitivityResult, bars: list[Bar], title: str) -> Any:
    from simkit.report.picture import Figure

    rows = list(dict.fromkeys(bar.row for bar in bars))
    sides = [(bar.row, bar.effect.difference < 0) for bar in bars]
    drawing = Figure(figsize=(8.4, 1.6 + 0.34 * len(rows)), layout="constrained")
    axes = drawing.subplots()
    for place, bar in enumerate(bars):
        lift = 0.0 if sides.count(sides[place]) < 2 else -0.25 if sides[place] in sides[:place] else 0.25
        _draw(axes, rows.index(bar.row), bar, lift)
    axes.axvline(0, color="#444444", linewidth=1)
    axes.set_yticks(range(len(rows)), rows)
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.margins(x=0.18)
    axes.set_xlabel(f"change of the {subject(result.seat)} (percentage points, 95 % intervals)")
    axes.grid(axis="x", alpha=0.3)
    drawing.suptitle(f"{result.title()}\n{title}", fontsize=8)
    return drawing


def _draw(axes: Any, row: int, bar: Bar, lift: float) -> None:
    """lift: how far above the middle of its row the label stands, where two of them share a side."""
    value, low, high = (100 * end for end in (bar.effect.difference, bar.effect.low, bar.effect.high))
    axes.barh(row, value, height=0.62, color=bar.colour, alpha=0.65)
    axes.errorbar(
        value, row, xerr=[[max(0.0, value - low)], [max(0.0, high - value)]], color="black", capsize=2, linewidth=1
    )
    if bar.label:
        left = value < 0
        axes.annotate(
            bar.label,
            (low if left else high, row - lift),
            xytext=(-4 if left else 4, 0),
            textcoords="offset points",
            ha="right" if left else "left",
            va="center",
            fontsize=7,
        )

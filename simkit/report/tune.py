"""The answer of `simkit tune` as files: the curve as CSV, and a figure."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from simkit.analysis.altered import subject
from simkit.analysis.tune_result import Rate, TuneResult
from simkit.files import make_folder, write_whole
from simkit.report.figures import save
from simkit.report.marker import write_report
from simkit.show import words
from simkit.stats.shape import FALLS, RISES, isotonic

GREEN = "#1b7837"


def write(result: TuneResult, folder: Path) -> list[Path]:
    """Write `GAME-tune-KNOB.csv`, .png and .svg into the folder; returns the files."""
    make_folder(folder)
    base = folder / "-".join([result.base.game, "tune", *(name.replace(".", "_") for name in result.names)])
    table = base.with_name(f"{base.name}.csv")
    write_whole(table, result.table.to_csv(index=False, lineterminator="\n"))
    return [table, *save(figure(result), base), write_report(folder, "tune", result.as_dict())]


def figure(result: TuneResult) -> Any:
    """One knob: rates with their intervals against the target; two: a contour for each player count."""
    from simkit.report.picture import Figure

    if len(result.names) == 1:
        drawing = Figure(figsize=(7.2, 4.6), layout="constrained")
        _curve(drawing.subplots(), result)
    else:
        counts = result.found.question.players
        drawing = Figure(figsize=(1.2 + 4.8 * len(counts), 4.8), layout="constrained")
        grid = drawing.subplots(1, len(counts), squeeze=False).ravel()
        for axes, players in zip(grid, counts, strict=True):
            image = _contour(axes, result, players)
        drawing.colorbar(image, ax=grid.tolist(), label=f"{subject(result.seat)} (%)")
    drawing.suptitle(f"{result.title()}\n{result.command}", fontsize=8)
    return drawing


# --- one knob


def _curve(axes: Any, result: TuneResult) -> None:
    low, high = (rate * 100 for rate in result.found.question.target)
    if result.band:
        axes.axhspan(low, high, color=GREEN, alpha=0.15, linewidth=0, label=f"target {result.target_text()}")
    else:
        axes.axhline(low, color=GREEN, linewidth=1, label=f"target {result.target_text()}")
    for players in result.found.question.players:
        _series(axes, result, players)
    for value in result.nearest:
        axes.axvline(value, color=GREEN, alpha=0.25, linewidth=4, zorder=0)
    axes.set_xlabel(f"{words(result.names[0])} (green: {'inside' if result.band else 'may be nearest'})")
    axes.set_ylabel(f"{subject(result.seat)} (%)")
    axes.grid(alpha=0.3)
    axes.legend(frameon=False, fontsize="small")


def _series(axes: Any, result: TuneResult, players: int) -> None:
    """Fresh rates filled, search rates hollow, and the monotone curve through both where there is one."""
    rows = [item for item in result.curve if item.players == players]
    label = f"{players} players, " if len(result.found.question.players) > 1 else ""
    line = _points(axes, [item for item in rows if item.games_of == "fresh"], label + "fresh games", None, True)
    _points(axes, [item for item in rows if item.games_of == "search"], label + "search games", line, False)
    shape = result.found.shapes[players]
    if shape in (RISES, FALLS) and len(rows) > 1:
        fit = isotonic(np.array([r.rate for r in rows]), np.array([float(r.games) for r in rows]), shape == RISES)
        axes.plot([item.value for item in rows], fit * 100, color=line, linewidth=1, alpha=0.6)


def _points(axes: Any, rows: Sequence[Rate], label: str, colour: Any, filled: bool) -> Any:
    if not rows:
        return colour
    rate, low, high = np.array([(item.rate, item.low, item.high) for item in rows]).T * 100
    drawn = axes.errorbar(
        [item.value for item in rows],
        rate,
        yerr=np.maximum(0.0, [rate - low, high - rate]),
        fmt="o",
        color=colour,
        markersize=5 if filled else 4,
        markerfacecolor=None if filled else "white",
        capsize=3,
        alpha=1.0 if filled else 0.6,
        label=label,
    )
    return drawn.lines[0].get_color()


# --- two knobs


def _contour(axes: Any, result: TuneResult, players: int) -> Any:
    """Rates as colours, lines at the target, a ring around each combination of the answer."""
    rates = {tuple(item.value): item.rate * 100 for item in result.curve if item.players == players}
    across, up = (sorted({value[k] for value in rates}) for k in (0, 1))
    table = np.array([[rates.get((x, y), np.nan) for x in across] for y in up])
    image = axes.pcolormesh(across, up, table, shading="nearest", vmin=0, vmax=100, cmap="viridis")
    levels = sorted({rate * 100 for rate in result.found.question.target})
    if min(table.shape) > 1 and np.nanmin(table) < levels[-1] and np.nanmax(table) > levels[0]:
        lines = axes.contour(across, up, table, levels=levels, colors="white")
        axes.clabel(lines, fmt="%g %%", fontsize=7)
    if result.nearest:
        x, y = np.array(result.nearest).T
        axes.plot(x, y, "o", markerfacecolor="none", markeredgecolor="red", markersize=7)
    axes.set_xlabel(words(result.names[0]))
    axes.set_ylabel(f"{words(result.names[1])} (red: {'inside' if result.band else 'may be nearest'})")
    axes.set_title(f"{players} players", fontsize="medium")
    return image

"""A sweep for people: the table of its cells, its plan, its figure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from simkit.axes import Axis
from simkit.report.listings import columns
from simkit.show import amount, percent, whole, words
from simkit.sweep_result import CellResult, SweepResult

MAX_LINES = 6  # series in one panel; more are easier to read as a heat map


def text(result: SweepResult) -> str:
    """Title, one line a cell with n and intervals, notes on what is unfinished."""
    sweep = result.sweep
    head = f"{sweep.title} · seed {sweep.seed}"
    names = [axis.name for axis in sweep.axes]
    rates = ["win rate"] if result.cooperative else [f"seat {k}" for k in range(_most_seats(result))]
    titles = [*names, "games", *rates, "length", ""]
    body = [_line(item, names, len(rates)) for item in result.results]
    lines = [head, "", *columns([titles, *body])]
    return "\n".join([*lines, *_notes(result)])


def _most_seats(result: SweepResult) -> int:
    return max(item.cell.seats or 0 for item in result.results)


def _line(item: CellResult, names: Sequence[str], rates: int) -> list[str]:
    n = item.tally.games
    shown = [percent(won / n, interval) if n else "–" for _, won, interval in item.rates()]
    mean, ends = item.tally.mean_length()
    length = amount(mean, ends) if n > 1 else "–"
    knobs = [item.cell.labels[name] for name in names]
    return [*knobs, whole(n), *shown, *[""] * (rates - len(shown)), length, "" if item.done else item.state]


def _notes(result: SweepResult) -> list[str]:
    notes = []
    if any(not item.done for item in result.results):
        notes.append("partial and failed cells: intervals that hold whenever one looks (confidence sequence)")
    unfinished = sum(item.tally.unfinished for item in result.results)
    if unfinished:
        notes.append(f"{whole(unfinished)} games unfinished; they count in every rate's n")
    return ["", *notes] if notes else []


# --- figure


def figure(result: SweepResult) -> Any:
    """Lines with interval bands; a heat map for two numeric axes with many values; small multiples for more axes."""
    from matplotlib.figure import Figure

    across, series, facets = _roles(result.sweep.axes)
    panels = _panels(result, facets)
    wide = min(len(panels), 3)
    high = -(-len(panels) // wide)
    drawing = Figure(figsize=(1.6 + 4.6 * wide, 0.9 + 3.4 * high), layout="constrained")
    grid = drawing.subplots(high, wide, squeeze=False).ravel()
    heat = series is not None and series.numeric and across.numeric and len(series.values) > MAX_LINES
    image = None
    for axes, (title, items) in zip(grid, panels, strict=False):
        axes.set_title(title, fontsize="medium")
        if heat and series is not None:
            image = _heat_map(axes, items, across, series)
        else:
            _lines(axes, items, across, series)
    for axes in grid[len(panels) :]:
        axes.set_visible(False)
    if image is not None:
        drawing.colorbar(image, ax=grid[: len(panels)].tolist(), label="win rate (%)")
    drawing.suptitle(_title(result))
    return drawing


def _title(result: SweepResult) -> str:
    sizes = sorted({item.tally.games for item in result.results})
    number = whole(sizes[0]) if len(sizes) == 1 else f"{whole(sizes[0])}–{whole(sizes[-1])}"
    return f"{result.sweep.title}\n{number} games a cell, 95 % intervals, seed {result.sweep.seed}"


def _roles(axes: Sequence[Axis]) -> tuple[Axis, Axis | None, list[Axis]]:
    """Which axis goes across, which makes series, which make panels: the longest numeric one goes across."""
    across = max(axes, key=lambda axis: (axis.numeric, len(axis.values)))
    others = [axis for axis in axes if axis is not across]
    if not others:
        return across, None, []
    series = min(others, key=lambda axis: (len(axis.values) > MAX_LINES, -len(axis.values)))
    return across, series, [axis for axis in others if axis is not series]


Item = tuple[CellResult, int]  # a cell and which of its rates


def _panels(result: SweepResult, facets: Sequence[Axis]) -> list[tuple[str, list[Item]]]:
    """Title and cells of each panel: one a combination of the facets, and one a seat in a competitive game."""
    found: dict[str, list[Item]] = {}
    for item in result.results:
        parts = [f"{words(axis.name)} {item.cell.labels[axis.name]}" for axis in facets]
        for place, (suffix, _, _) in enumerate(item.rates()):
            seat = [f"seat {suffix[1:]}"] if suffix else []
            found.setdefault(", ".join([*parts, *seat]), []).append((item, place))
    return list(found.items())


def _rate(item: CellResult, place: int) -> tuple[float, float, float]:
    """Rate, low and high in per cent; nan without games."""
    _, won, interval = item.rates()[place]
    n = item.tally.games
    return (won / n * 100, interval.low * 100, interval.high * 100) if n else (np.nan, np.nan, np.nan)


def _lines(axes: Any, items: Sequence[Item], across: Axis, series: Axis | None) -> None:
    groups: dict[str, list[Item]] = {}
    for item, place in items:
        groups.setdefault(item.cell.labels[series.name] if series else "", []).append((item, place))
    for label, members in groups.items():
        places = [across.labels.index(item.cell.labels[across.name]) for item, _ in members]
        at = [across.values[k] for k in places] if across.numeric else places
        rate, low, high = np.array([_rate(*member) for member in members]).T
        (line,) = axes.plot(at, rate, "o-", markersize=3.5, label=label)
        axes.fill_between(at, low, high, alpha=0.25, color=line.get_color(), linewidth=0)
    if not across.numeric:
        axes.set_xticks(range(len(across.labels)), across.labels, rotation=30 if len(across.labels) > 4 else 0)
    elif len(across.values) <= 12:
        axes.set_xticks(across.values)
    axes.set_xlabel(words(across.name))
    axes.set_ylabel("win rate (%)")
    axes.grid(alpha=0.3)
    if series:
        axes.legend(title=words(series.name), frameon=False, fontsize="small")


def _heat_map(axes: Any, items: Sequence[Item], across: Axis, series: Axis) -> Any:
    grid = np.full((len(series.labels), len(across.labels)), np.nan)
    for item, place in items:
        labels = item.cell.labels
        grid[series.labels.index(labels[series.name]), across.labels.index(labels[across.name])] = _rate(item, place)[0]
    image = axes.imshow(grid, origin="lower", aspect="auto", vmin=0, vmax=100, cmap="viridis")
    if grid.size <= 200:
        for (row, column), rate in np.ndenumerate(grid):
            if not np.isnan(rate):
                colour = "white" if rate < 60 else "black"
                axes.text(column, row, f"{rate:.0f}", ha="center", va="center", fontsize=7, color=colour)
    axes.set_xticks(range(len(across.labels)), across.labels)
    axes.set_yticks(range(len(series.labels)), series.labels)
    axes.set_xlabel(words(across.name))
    axes.set_ylabel(words(series.name))
    return image

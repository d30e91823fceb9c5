"""A sweep for people: the table of its cells, its plan, its figure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from simkit.report.listings import columns
from simkit.show import amount, percent, whole, words
from simkit.sweeps.axes import Axis
from simkit.sweeps.result import CellResult, SweepResult

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
        notes.append(
            "partial and failed cells: rates with intervals that hold whenever one looks (confidence sequence), "
            "lengths with plain ones"
        )
    unfinished = sum(item.tally.unfinished for item in result.results)
    if unfinished:
        notes.append(f"{whole(unfinished)} games unfinished; they count in every rate's n")
    return ["", *notes] if notes else []


# --- figure

Item = tuple[CellResult, int]  # a cell and which of its rates
Panels = dict[str, dict[str, list[Item]]]  # panel title → series label → its points


def figure(result: SweepResult) -> Any:
    """Lines with interval bands; a heat map for two numeric axes with many values; small multiples for more axes.

    In a competitive game the series are the seats.
    """
    from simkit.report.picture import Figure

    across, series, facets = _roles(result)
    panels = _panels(result, series, facets)
    wide = min(len(panels), 3)
    high = -(-len(panels) // wide)
    drawing = Figure(figsize=(1.6 + 4.6 * wide, 1.1 + 3.4 * high), layout="constrained")
    grid = drawing.subplots(high, wide, squeeze=False, sharey=True).ravel()
    for axes in grid[len(panels) :]:
        axes.set_visible(False)
    if series is not None and series.numeric and across.numeric and len(series.values) > MAX_LINES:
        images = [_heat_map(axes, groups, across) for axes, groups in zip(grid, panels.values(), strict=False)]
        drawing.colorbar(images[0], ax=grid[: len(panels)].tolist(), label="win rate (%)")
    else:
        for axes, groups in zip(grid, panels.values(), strict=False):
            _lines(axes, groups, across)
        _legend(grid, panels, "seat" if series is None else words(series.name))
    for axes, title in zip(grid, panels, strict=False):
        axes.set_title(title, fontsize="medium")
        axes.set_xlabel(words(across.name))
    for axes in grid[::wide]:
        heat = series is not None and bool(axes.images)
        axes.set_ylabel(words(series.name) if heat and series else "win rate (%)")
    drawing.suptitle(_title(result))
    return drawing


def _title(result: SweepResult) -> str:
    sizes = sorted({item.tally.games for item in result.results})
    number = whole(sizes[0]) if len(sizes) == 1 else f"{whole(sizes[0])}–{whole(sizes[-1])}"
    return f"{result.sweep.title}\n{number} games a cell, 95 % intervals, seed {result.sweep.seed}"


def _roles(result: SweepResult) -> tuple[Axis, Axis | None, list[Axis]]:
    """Which axis goes across, which makes series, which make panels: the longest numeric one goes across."""
    axes = list(result.sweep.axes)
    if not result.cooperative:  # each number of players has rates of its own: a panel
        across = max(axes, key=lambda axis: (axis.name != "players", axis.numeric, len(axis.values)))
        return across, None, [axis for axis in axes if axis is not across]
    across = max(axes, key=lambda axis: (axis.numeric, len(axis.values)))
    others = [axis for axis in axes if axis is not across]
    if not others:
        return across, None, []
    series = min(others, key=lambda axis: (len(axis.values) > MAX_LINES, -len(axis.values)))
    return across, series, [axis for axis in others if axis is not series]


def _panels(result: SweepResult, series: Axis | None, facets: Sequence[Axis]) -> Panels:
    """The points of each series of each panel, one panel a combination of the facets."""
    found: Panels = {}
    for item in result.results:
        labels = item.cell.labels
        title = ", ".join(f"{words(axis.name)} {labels[axis.name]}" for axis in facets)
        for place, (suffix, _, _) in enumerate(item.rates()):
            group = labels[series.name] if series else suffix[1:]
            found.setdefault(title, {}).setdefault(group, []).append((item, place))
    return found


def _rate(item: CellResult, place: int) -> tuple[float, float, float]:
    """Rate, low and high in per cent; nan without games."""
    _, won, interval = item.rates()[place]
    n = item.tally.games
    return (won / n * 100, interval.low * 100, interval.high * 100) if n else (np.nan, np.nan, np.nan)


def _lines(axes: Any, groups: dict[str, list[Item]], across: Axis) -> None:
    """One series a group: a line with a band along numbers, points with error bars over names."""
    for number, (label, members) in enumerate(groups.items()):
        places = np.array([across.labels.index(item.cell.labels[across.name]) for item, _ in members])
        rate, low, high = np.array([_rate(*member) for member in members]).T
        if across.numeric:
            at = np.array(across.values)[places]
            (line,) = axes.plot(at, rate, "o-", markersize=3.5, label=label)
            axes.fill_between(at, low, high, alpha=0.25, color=line.get_color(), linewidth=0)
        else:
            at = places + (number - (len(groups) - 1) / 2) * 0.6 / len(groups)
            axes.errorbar(at, rate, yerr=[rate - low, high - rate], fmt="o", markersize=4, capsize=3, label=label)
    if not across.numeric:
        labels = [label.replace(" ", "\n") for label in across.labels]
        axes.set_xticks(range(len(labels)), labels, fontsize="small" if len(labels) < 8 else "xx-small")
    elif len(across.values) <= 12:
        axes.set_xticks(across.values)
    axes.grid(alpha=0.3)


def _legend(grid: Any, panels: Panels, title: str) -> None:
    """One legend, in the panel with most series; none for a single series."""
    place, groups = max(enumerate(panels.values()), key=lambda entry: len(entry[1]))
    if len(groups) > 1:
        grid[place].legend(title=title, frameon=False, fontsize="small")


def _heat_map(axes: Any, groups: dict[str, list[Item]], across: Axis) -> Any:
    table = np.full((len(groups), len(across.labels)), np.nan)
    for row, members in enumerate(groups.values()):
        for item, place in members:
            table[row, across.labels.index(item.cell.labels[across.name])] = _rate(item, place)[0]
    image = axes.imshow(table, origin="lower", aspect="auto", vmin=0, vmax=100, cmap="viridis")
    if table.size <= 200:
        for (row, column), rate in np.ndenumerate(table):
            if not np.isnan(rate):
                colour = "white" if rate < 60 else "black"
                axes.text(column, row, f"{rate:.0f}", ha="center", va="center", fontsize=7, color=colour)
    axes.set_xticks(range(len(across.labels)), across.labels)
    axes.set_yticks(range(len(groups)), list(groups))
    return image

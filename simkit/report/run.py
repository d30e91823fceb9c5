"""A run as a figure: how the games ended, who won, how long they were."""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.result import RunResult, share
from simkit.show import whole, words

BLUE, ORANGE = "#2166ac", "#b35806"
MAX_BARS = 60


def figure(result: RunResult) -> Any:
    """Shares with their 95 % intervals, and the distribution of the length."""
    from simkit.report.picture import Figure

    drawing = Figure(figsize=(9, 3.6), layout="constrained")
    left, right = drawing.subplots(1, 2)
    _shares(left, result)
    _lengths(right, result)
    drawing.suptitle(result.lines()[0][1], fontsize=9, parse_math=False)
    return drawing


def _shares(axes: Any, result: RunResult) -> None:
    rows = [(f"seat {seat['seat']}", seat["rate"], seat["low"], seat["high"], ORANGE) for seat in result.seats or ()]
    if result.cooperative:
        rows = [("win rate", result.rate, *result.interval, ORANGE)]
    for reason, count in result.outcomes.items():
        item = share(reason, count, result.games, result.method)
        rows.append((words(reason), item.rate, item.low, item.high, BLUE))
    for place, (_, rate, low, high, colour) in enumerate(rows):
        error = [[max(0.0, rate - low) * 100], [max(0.0, high - rate) * 100]]
        axes.errorbar(rate * 100, place, xerr=error, fmt="o", color=colour, capsize=3)
    axes.set_yticks(range(len(rows)), [name for name, *_ in rows])
    axes.invert_yaxis()
    axes.set_xlim(-2, 102)
    axes.set_xlabel(f"share of {whole(result.games)} games (%), 95 % intervals")
    axes.grid(axis="x", alpha=0.3)


def _lengths(axes: Any, result: RunResult) -> None:
    lengths, unit = result.rows["length"], result.length["unit"]
    step = max(1, -(-(int(lengths.max()) - int(lengths.min()) + 1) // MAX_BARS))
    edges = np.arange(int(lengths.min()), int(lengths.max()) + step + 1, step) - 0.5
    axes.hist(lengths, bins=edges, color=BLUE)
    axes.set_xlabel(f"{unit} a game")
    axes.set_ylabel("games")

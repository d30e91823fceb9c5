"""Published and simulated win rates in one picture: points with their own error, bands as shaded areas."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from simkit import games
from simkit.claims import Rulebook
from simkit.games.core import Result
from simkit.show import whole
from simkit.verdicts import Finding, point_region

PUBLISHED, SIMULATED, OTHERS = "#b35806", "#2166ac", "#888888"
MARKERS = ("v", "^", "s", "P")


def claim_figures(report: Rulebook) -> dict[str, Any]:
    """File name ending → figure, for what the game's rulebook publishes."""
    points = [item for item in report.findings if item.claim.kind == "point"]
    bands = [item for item in report.findings if item.claim.id.startswith("win-") and item.claim.kind != "point"]
    if points:
        return {"": _points_figure(report, points)}
    return {"": _bands_figure(report, bands)} if bands else {}


def _start(report: Rulebook, places: Sequence[str]) -> tuple[Any, Any]:
    from simkit.report.picture import Figure

    drawing = Figure(figsize=(8.5, 5.0), layout="constrained")
    axes = drawing.subplots()
    axes.set_xticks(range(len(places)), places)
    axes.set_xlim(-0.5, len(places) - 0.2)
    axes.set_ylim(-3, 103)
    axes.set_ylabel("win rate (%)")
    axes.set_title(f"{games.rule_book(report.game).title}: published and simulated win rates")
    axes.grid(axis="y", alpha=0.3)
    return drawing, axes


def _legend(drawing: Any, axes: Any) -> None:
    handles, labels = axes.get_legend_handles_labels()
    unique = dict(zip(labels, handles, strict=True))
    drawing.legend(unique.values(), unique.keys(), loc="outside lower center", ncols=2, frameon=False)


def _points_figure(report: Rulebook, points: list[Finding]) -> Any:
    drawing, axes = _start(report, [item.setting for item in points])
    for place, item in enumerate(points):
        rate, region = item.claim.values[0] * 100, point_region(item.claim, 0.95)
        error = [[rate - region.low * 100], [region.high * 100 - rate]]
        label = f"published ({whole(item.claim.n)} games, with its own error)"
        axes.errorbar(place - 0.08, rate, yerr=error, fmt="D", color=PUBLISHED, capsize=4, label=label)
        axes.annotate(f"{rate:.0f}", (place - 0.12, rate), ha="right", va="center", color=PUBLISHED)
        _draw_simulated(axes, place, item)
        _draw_others(axes, place, item.setting, report)
    _legend(drawing, axes)
    return drawing


def _bands_figure(report: Rulebook, bands: list[Finding]) -> Any:
    drawing, axes = _start(report, [item.setting.replace(", ", "\n").replace(" players", " pl.") for item in bands])
    for place, item in enumerate(bands):
        assert item.region is not None
        low, high = 100 * max(0.0, item.region.low), 100 * min(1.0, item.region.high)
        axes.fill_between(
            (place - 0.5, place + 0.5), low, high, color=PUBLISHED, alpha=0.25, lw=0, label="published band"
        )
        _draw_simulated(axes, place, item)
        _draw_others(axes, place, item.setting.replace(",", "").replace(" players", ""), report)
    axes.tick_params(axis="x", labelsize=8)
    _legend(drawing, axes)
    return drawing


def _draw_simulated(axes: Any, place: int, item: Finding) -> None:
    assert item.simulated is not None and item.interval is not None
    rate = item.simulated * 100
    error = [[rate - item.interval.low * 100], [item.interval.high * 100 - rate]]
    label = f"simulated, bot {item.bot} ({whole(item.games or 0)} games)"
    axes.errorbar(place + 0.08, rate, yerr=error, fmt="o", color=SIMULATED, capsize=4, label=label)
    axes.annotate(f"{rate:.1f}", (place + 0.2, rate), ha="left", va="center", color=SIMULATED, fontsize=8)


def _draw_others(axes: Any, place: int, setting: str, report: Rulebook) -> None:
    others = [label for label in report.chart if label.rpartition(" ")[0] == setting]
    for marker, label in zip(MARKERS, others, strict=False):
        rows = report.chart[label]
        rate = 100 * np.count_nonzero(rows["result"] == Result.WIN) / len(rows)
        name = f"bot {label.rpartition(' ')[2]} ({whole(len(rows))} games)"
        axes.plot(place + 0.08, rate, marker, color=OTHERS, markersize=5, label=name)

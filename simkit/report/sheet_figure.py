"""The charts of a sheet as one matplotlib figure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from simkit.report.sheet import Chart, HeatChart, Series

WIDE = 2  # charts beside each other
REGION = "#b35806"


def figure(charts: Sequence[Chart | HeatChart]) -> Any:
    """One panel a chart; an empty figure without charts."""
    from simkit.report.picture import Figure

    wide = min(WIDE, max(1, len(charts)))
    high = -(-len(charts) // wide)
    drawing = Figure(figsize=(6.4 * wide, 3.8 * max(1, high)), layout="constrained")
    if not charts:
        return drawing
    grid = drawing.subplots(high, wide, squeeze=False).ravel()
    for axes, chart in zip(grid, charts, strict=False):
        _heat(drawing, axes, chart) if isinstance(chart, HeatChart) else _points(axes, chart)
        axes.set_title(chart.title, fontsize="medium", parse_math=False)
    for axes in grid[len(charts) :]:
        axes.set_visible(False)
    return drawing


def _points(axes: Any, chart: Chart) -> None:
    places = list(dict.fromkeys(point.at for series in chart.series for point in series.points))
    named = any(isinstance(place, str) for place in places)
    at: dict[Any, float] = {place: float(k if named else place) for k, place in enumerate(places)}
    for k, series in enumerate(chart.series):
        shift = (k - (len(chart.series) - 1) / 2) * 0.5 / len(chart.series) if named else 0.0
        _series(axes, chart, series, at, shift)
    _regions(axes, chart, at)
    along, values = ("x", "y") if chart.upright else ("y", "x")
    if named:
        small = "x-small" if len(places) > 6 and chart.upright else "medium"
        texts = [str(place).replace(" ", "\n") if chart.upright else str(place) for place in places]
        axes.set(**{f"{along}ticks": range(len(places)), f"{along}ticklabels": texts})
        axes.tick_params(axis=along, labelsize=small)
    axes.set(**{f"{along}label": chart.places, f"{values}label": chart.values})
    for text in (axes.xaxis.label, axes.yaxis.label, *axes.get_xticklabels(), *axes.get_yticklabels()):
        text.set_parse_math(False)
    if not chart.upright:
        axes.invert_yaxis()
    axes.grid(axis=values, alpha=0.3)
    if len(chart.series) > 1 or chart.regions:
        for text in axes.legend(frameon=False, fontsize="small").get_texts():
            text.set_parse_math(False)


def _series(axes: Any, chart: Chart, series: Series, at: dict[Any, float], shift: float) -> None:
    places = [at[point.at] + shift for point in series.points]
    values = np.array([point.value for point in series.points])
    ends = np.array([(point.low, point.high) for point in series.points]).T
    error = np.maximum(0.0, [values - ends[0], ends[1] - values])
    style = {"fmt": "o-" if series.line else "o", "markersize": 4, "capsize": 3, "label": series.name or None}
    style["markerfacecolor"] = "white" if series.hollow else None
    if chart.upright:
        axes.errorbar(places, values, yerr=error, **style)
    else:
        axes.errorbar(values, places, xerr=error, **style)
    if chart.zero:
        (axes.axhline if chart.upright else axes.axvline)(0, color="#888888", linewidth=1)


def _regions(axes: Any, chart: Chart, at: dict[Any, float]) -> None:
    """Shaded areas, or a line where a region has no width; open ends reach the end of the axis."""
    if chart.ends and chart.upright:
        axes.set_ylim(*chart.ends)
    bottom, top = axes.get_ylim()
    for place, region in enumerate(chart.regions):
        low, high = (bottom if region.low is None else region.low), (top if region.high is None else region.high)
        name = region.name if place == 0 else None
        if low == high:
            axes.axhline(low, color=REGION, linewidth=1, label=name)
        elif region.at is None:
            axes.axhspan(low, high, color=REGION, alpha=0.18, linewidth=0, label=name)
        else:
            span = (at[region.at] - 0.5, at[region.at] + 0.5)
            axes.fill_between(span, low, high, color=REGION, alpha=0.18, linewidth=0, label=name)


def _heat(drawing: Any, axes: Any, chart: HeatChart) -> None:
    table = np.array([[np.nan if cell is None else cell for cell in row] for row in chart.cells], float)
    image = axes.imshow(table, origin="lower", aspect="auto", vmin=0, vmax=100, cmap="viridis")
    axes.set_xticks(range(len(chart.columns)), chart.columns)
    axes.set_yticks(range(len(chart.rows)), chart.rows)
    axes.set(xlabel=chart.across, ylabel=chart.up)
    drawing.colorbar(image, ax=axes, label=chart.values)

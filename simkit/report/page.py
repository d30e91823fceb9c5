"""`simkit report DIR`: a folder of results as one HTML page that needs nothing beside it."""

from __future__ import annotations

import html
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from simkit.errors import InputError
from simkit.files import write_whole
from simkit.report.folder import read_sheet
from simkit.report.render import render, script_json
from simkit.report.sheet import Chart, HeatChart, Point, Series, Sheet

PAGE = "report.html"
ROW = 34  # pixels a line of a lying chart
UPRIGHT = 420  # pixels
WRAP, WRAP_MANY, MANY = 22, 10, 6  # signs after which a name on an axis is broken; fewer beside many others


def write_page(folder: Path, to: Path | None = None) -> Path:
    """Write the page of a folder into it, or to a file; raises InputError if the folder is none of ours."""
    target = to if to is not None else folder / PAGE
    if target.is_dir():
        raise InputError(f"{target} is a folder; name a file")
    write_whole(target, page(read_sheet(folder)))
    return target


def page(sheet: Sheet) -> str:
    """The sheet as a page."""
    from plotly.offline import get_plotlyjs

    charts = [{"title": chart.title, "height": _height(chart), "caption": _caption(chart)} for chart in sheet.charts]
    data = script_json([chart_data(chart) for chart in sheet.charts])
    return render("page.html.j2", sheet=sheet, charts=charts, data=data, plotly=get_plotlyjs() if charts else "")


def _height(chart: Chart | HeatChart) -> int:
    if isinstance(chart, HeatChart):
        return max(UPRIGHT, 100 + 24 * len(chart.rows))
    if chart.upright:
        return UPRIGHT
    return 90 + ROW * max(len(series.points) for series in chart.series)


def _caption(chart: Chart | HeatChart) -> str:
    """What the shaded areas and lines are."""
    if isinstance(chart, HeatChart) or not chart.regions:
        return ""
    lines = all(region.low == region.high for region in chart.regions)
    return f"{'Line' if lines else 'Shaded'}: {', '.join(dict.fromkeys(region.name for region in chart.regions))}."


# --- charts for plotly


def chart_data(chart: Chart | HeatChart) -> dict[str, Any]:
    """Traces and layout; colours are the page's, which follows light and dark."""
    return _heat(chart) if isinstance(chart, HeatChart) else _points(chart)


def label(text: str) -> str:
    """A text plotly shows as it stands: it knows some HTML."""
    return "<br>".join(html.escape(line, quote=False) for line in text.split("\n"))


def wrapped(text: str, width: int) -> str:
    """The same for a name on an axis, broken into lines."""
    lines = [""]
    for word in text.split(" "):
        if lines[-1] and len(lines[-1]) + len(word) >= width:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    pieces = [line[k : k + 2 * width] for line in lines for k in range(0, max(1, len(line)), 2 * width)]
    return label("\n".join(pieces))


def _points(chart: Chart) -> dict[str, Any]:
    places = list(dict.fromkeys(point.at for series in chart.series for point in series.points))
    named = any(isinstance(place, str) for place in places)
    at = {place: k if named else place for k, place in enumerate(places)}
    many = len(chart.series)
    traces = [
        _trace(chart, series, at, (k - (many - 1) / 2) * (0.5 / many) if named and many > 1 else 0.0)
        for k, series in enumerate(chart.series)
    ]
    place_axis: dict[str, Any] = {"title": {"text": label(chart.places)}, "zeroline": False}
    if named:
        width = WRAP_MANY if chart.upright and len(places) > MANY else WRAP
        texts = [wrapped(str(place), width) for place in places]
        place_axis |= {"tickvals": list(range(len(places))), "ticktext": texts, "range": [-0.5, len(places) - 0.5]}
    elif all(isinstance(place, int) for place in places) and len(places) <= 12:
        place_axis |= {"tickvals": places}
    value_axis: dict[str, Any] = {"title": {"text": label(chart.values)}, "zeroline": chart.zero}
    value_axis |= {"rangemode": "tozero"} if chart.zero else {}
    value_axis |= {"range": list(chart.ends)} if chart.ends else {}
    if chart.upright:
        axes = {"xaxis": place_axis, "yaxis": value_axis}
    else:
        axes = {"xaxis": value_axis, "yaxis": place_axis | {"autorange": "reversed"}}
    return {"traces": traces, "layout": {**axes, "shapes": _shapes(chart, at), "showlegend": many > 1}}


def _trace(chart: Chart, series: Series, at: dict[Any, Any], shift: float) -> dict[str, Any]:
    places = [at[point.at] + shift for point in series.points]
    values = [point.value for point in series.points]
    error = {
        "type": "data",
        "symmetric": False,
        "array": [max(0.0, point.high - point.value) for point in series.points],
        "arrayminus": [max(0.0, point.value - point.low) for point in series.points],
        "thickness": 1.5,
        "width": 4,
    }
    upright = chart.upright
    return {
        "type": "scatter",
        "mode": "lines+markers" if series.line else "markers",
        "name": label(series.name),
        "x": places if upright else values,
        "y": values if upright else places,
        "error_y" if upright else "error_x": error,
        "text": [label(point.text) for point in series.points],
        "hovertemplate": "%{text}<extra></extra>",
        "marker": {"size": 8, "symbol": "circle-open" if series.hollow else "circle"},
    }


def _shapes(chart: Chart, at: dict[Any, Any]) -> list[dict[str, Any]]:
    """Regions as shaded areas, or as a line where they have no width."""
    across, up = ("x", "y") if chart.upright else ("y", "x")
    ends = chart.ends or _ends(chart.series)
    shapes = []
    for region in chart.regions:
        low = ends[0] if region.low is None else region.low
        high = ends[1] if region.high is None else region.high
        place = (0.0, 1.0) if region.at is None else (at[region.at] - 0.5, at[region.at] + 0.5)
        shapes.append({
            "type": "line" if low == high else "rect", "layer": "below", "name": label(region.name),
            f"{across}ref": f"{across} domain" if region.at is None else across, f"{up}ref": up,
            f"{across}0": place[0], f"{across}1": place[1], f"{up}0": low, f"{up}1": high,
            "line": {"width": 2 if low == high else 0},
        })  # fmt: skip
    return shapes


def _ends(series: Sequence[Series]) -> tuple[float, float]:
    points: list[Point] = [point for item in series for point in item.points]
    return min(point.low for point in points), max(point.high for point in points)


def _heat(chart: HeatChart) -> dict[str, Any]:
    trace = {
        "type": "heatmap",
        "x": list(range(len(chart.columns))),
        "y": list(range(len(chart.rows))),
        "z": chart.cells,
        "text": [[label(text) for text in row] for row in chart.texts],
        "hovertemplate": "%{text}<extra></extra>",
        "hoverongaps": False,
        "colorscale": "Viridis",
        "zmin": 0,
        "zmax": 100,
        "colorbar": {"title": {"text": label(chart.values), "side": "right"}, "thickness": 12},
    }
    axes = {
        name: {
            "title": {"text": label(title)},
            "tickvals": list(range(len(texts))),
            "ticktext": [wrapped(text, WRAP) for text in texts],
        }
        for name, title, texts in (("xaxis", chart.across, chart.columns), ("yaxis", chart.up, chart.rows))
    }
    return {"traces": [trace], "layout": {**axes, "shapes": [], "showlegend": False}}

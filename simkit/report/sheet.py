"""What a report shows, whatever it reports on: a sentence, tables, charts, where it all comes from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from simkit import sections
from simkit.sections import Section


class Point(NamedTuple):
    """A value with its interval at a place: a number or a name.  All of it as drawn (per cent, points, …)."""

    at: float | str
    value: float
    low: float
    high: float
    text: str  # shown on hover, one line each


class Series(NamedTuple):
    name: str
    points: Sequence[Point]
    line: bool = False
    hollow: bool = False


class Region(NamedTuple):
    """A range of values to compare with, over all places or at one of them; None: open end."""

    name: str
    low: float | None
    high: float | None
    at: float | str | None = None


@dataclass(frozen=True)
class Chart:
    """Values with intervals.  Upright: places along the bottom; else one line a place."""

    title: str
    places: str  # what the places are
    values: str  # what the values are, with their unit
    series: Sequence[Series]
    regions: Sequence[Region] = ()
    upright: bool = True
    zero: bool = False  # a line at 0, where nothing differs
    ends: tuple[float, float] | None = None  # of the value axis


class HeatChart(NamedTuple):
    """A value for each pair of places; texts are shown on hover, None is nothing there."""

    title: str
    across: str
    up: str
    values: str
    columns: Sequence[str]
    rows: Sequence[str]
    cells: Sequence[Sequence[float | None]]
    texts: Sequence[Sequence[str]]


class Table(NamedTuple):
    """A table of texts; `words` says how many columns at the left are words, the others are numbers.

    marks: for each row a word that styles it, such as a verdict.
    """

    title: str
    header: Sequence[str]
    rows: Sequence[Sequence[str]]
    words: int = 1
    marks: Sequence[str] = ()


@dataclass(frozen=True)
class Sheet:
    """A whole report.

    facts: provenance, a name and a text each.  command: what makes the results again; file: what to save before.
    In a notebook it shows its sentence and tables, `plot()` its charts.
    """

    kind: str
    title: str
    headline: str
    charts: Sequence[Chart | HeatChart]
    tables: Sequence[Table]
    facts: Sequence[tuple[str, str]]
    command: str
    file: tuple[str, str] | None = None
    notes: Sequence[str] = ()

    def plot(self) -> Any:
        """All charts as one matplotlib figure."""
        from simkit.report.sheet_figure import figure

        return figure(self.charts)

    def __str__(self) -> str:
        return sections.text(self._sections())

    def _repr_html_(self) -> str:
        return f"<h3>{escape(self.title)}</h3>" + sections.html(self._sections())

    def _sections(self) -> list[Section]:
        tables = [Section(table.title, tuple(table.header), table.rows) for table in self.tables]
        return [Section(self.headline), *tables]


def load(folder: str | Path) -> Sheet:
    """What a folder of results holds: a sweep, comparison, tuning or rulebook report.

    Raises InputError for a folder that no command of simkit wrote.
    """
    from simkit.report.folder import read_sheet

    return read_sheet(Path(folder))

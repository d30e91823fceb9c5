"""The sheet of any other command's results: its tables, and a chart of every column with an interval."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from simkit import games
from simkit.errors import InputError
from simkit.report.marker import KIND, NAME
from simkit.report.sheet import Chart, Point, Series, Sheet, Table
from simkit.report.words import setting_words
from simkit.show import amount, words
from simkit.stats import Interval

Data = Mapping[str, Any]
Rows = Sequence[Mapping[str, str]]
SHARES = ("rate", "difference", "effect")  # fractions, shown as per cent
VALUES = (*SHARES, "rating", "value", "mean")  # columns that may have `low` and `high` beside them


def tables_sheet(data: Data, folder: Path) -> Sheet:
    """data: `report.json`; the tables are the CSV files beside it."""
    command = str(data["kind"]).removeprefix(KIND)
    tables = {path.stem: _read(path) for path in sorted(folder.glob("*.csv"))}
    if not any(tables.values()):
        raise InputError(f"{folder / NAME} is of {KIND}{command}, and no table with rows lies beside it")
    title = games.rule_book(data["game"]).title if "game" in data else ""
    facts = [("game", title)] if title else []
    if "settings" in data and "game" in data:
        facts.append(("settings", setting_words(data["game"], data["settings"])))
    facts += [(name, str(data[name])) for name in ("seed", "games") if isinstance(data.get(name), int)]
    heading = f"{title}: {command}" if title else command
    headline = str(
        data.get("headline") or f"Results of simkit {command}: {', '.join(map(words, tables)) or 'no table'}."
    )
    charts = [chart for name, rows in tables.items() for chart in _charts(name, rows)]
    shown = [_table(name, rows) for name, rows in tables.items() if rows]
    return Sheet(command, heading, headline, charts, shown, facts, str(data.get("command", "")))


def _read(path: Path) -> list[dict[str, str]]:
    try:
        with path.open(encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise InputError(f"{path} cannot be read: {error}") from None


def _number(text: str | None) -> float | None:
    try:
        return float(text or "")
    except ValueError:
        return None


def _value_column(rows: Rows) -> str | None:
    names = rows[0] if rows else {}
    return next((name for name in VALUES if {name, "low", "high"} <= set(names)), None)


def _words(rows: Rows) -> list[str]:
    """The columns at the left that are no numbers: what a row is about."""
    found = []
    for name in rows[0]:
        if all(_number(row[name]) is not None or not row[name] for row in rows):
            break
        found.append(name)
    return found or [next(iter(rows[0]))]


def _table(name: str, rows: Rows) -> Table:
    value = _value_column(rows)
    header = [column for column in rows[0] if value is None or column not in ("low", "high")]
    cells = [[_cell(row, column, value) for column in header] for row in rows]
    return Table(words(name), [words(column) for column in header], cells, len(_words(rows)))


def _cell(row: Mapping[str, str], column: str, value: str | None) -> str:
    if column == value:
        found = _triple(row, value)
        return _text(value, *found) if found else row[column]
    return row[column] or ""


def _triple(row: Mapping[str, str], value: str) -> tuple[float, float, float] | None:
    number, low, high = (_number(row[name]) for name in (value, "low", "high"))
    return None if number is None or low is None or high is None else (number, low, high)


def _text(value: str, number: float, low: float, high: float) -> str:
    scale, unit = (100, " %" if value == "rate" else " points") if value in SHARES else (1, "")
    return amount(scale * number, Interval(scale * low, scale * high)).replace(" [", f"{unit} [", 1)


def _charts(name: str, rows: Rows) -> Iterator[Chart]:
    value = _value_column(rows)
    if value is None:
        return
    names, scale = _words(rows), 100 if value in SHARES else 1
    points = []
    for row in rows:
        found = _triple(row, value)
        if found:
            at = ", ".join(row[column] for column in names)
            number, low, high = (scale * item for item in found)
            points.append(Point(at, number, low, high, f"{at}\n{_text(value, *found)}"))
    if points:
        unit = f"{words(value)} (%)" if value == "rate" else words(value)
        yield Chart(words(name), "", unit, [Series("", points)], upright=False, zero=value != "rate")

"""The sheet of a sweep, from its manifest and `cells.csv`."""

from __future__ import annotations

import csv
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simkit import games
from simkit.bots import shipped_names
from simkit.errors import InputError
from simkit.match import Match
from simkit.report.sheet import Chart, HeatChart, Point, Series, Sheet, Table
from simkit.report.toml import toml_text
from simkit.report.words import setting_words, unit_games
from simkit.result import settings_arguments
from simkit.settings import Settings, resolve
from simkit.show import amount, percent, whole, words
from simkit.slips import slip_text
from simkit.stats import Interval

Data = Mapping[str, Any]
MAX_LINES = 6  # series in one chart; more are easier to read as a heat map
MAX_CHARTS = 12


@dataclass(frozen=True)
class Cell:
    """One row of the table: labels of the axes, games, and the rates with their intervals."""

    labels: Mapping[str, str]
    games: int
    rates: Sequence[tuple[str, float, Interval]]  # "" for the team, else "seat 0", …
    row: Mapping[str, str]

    @property
    def label(self) -> str:
        return ", ".join(f"{words(name)} {label}" for name, label in self.labels.items())


def sweep_sheet(manifest: Data, folder: Path) -> Sheet:
    """Raises InputError if the table is missing or is not that of the manifest."""
    cells = _cells(manifest, folder / "cells.csv")
    facts = _facts(manifest, cells)
    command, file = _command(manifest)
    charts = list(_charts(manifest, cells))
    notes = [f"{len(charts) - MAX_CHARTS} more charts are left out; the table has all cells"] * (
        len(charts) > MAX_CHARTS
    )
    notes += _notes(cells)
    return Sheet("sweep", manifest["title"], _headline(manifest, cells), charts[:MAX_CHARTS], [_table(manifest, cells)],
                 facts, command, file, notes)  # fmt: skip


def _cells(manifest: Data, path: Path) -> list[Cell]:
    try:
        with path.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        cells = [_cell(manifest, row) for row in rows]
    except FileNotFoundError:
        raise InputError(f"{path} is missing; run the sweep to its end") from None
    except (OSError, ValueError, KeyError) as error:
        raise InputError(f"{path} is no table of this sweep: {error}") from None
    if not cells:
        raise InputError(f"{path} is empty; run the sweep to its end")
    return cells


def _cell(manifest: Data, row: Mapping[str, str]) -> Cell:
    labels = {name: row[name] for name in manifest["over"]}
    suffixes = [name[4:] for name in row if name == "rate" or name.startswith("rate_")]
    rates = [
        (f"seat {suffix[1:]}" if suffix else "", float(row[f"rate{suffix}"]), _interval(row, suffix))
        for suffix in suffixes
        if row[f"rate{suffix}"]
    ]
    return Cell(labels, int(row["n"]), rates, row)


def _interval(row: Mapping[str, str], suffix: str) -> Interval:
    return Interval(float(row[f"low{suffix}"]), float(row[f"high{suffix}"]))


def _headline(manifest: Data, cells: Sequence[Cell]) -> str:
    rates = [(rate, interval, name, cell) for cell in cells for name, rate, interval in cell.rates]
    if not rates:
        return "No games have been played yet."
    (low, low_ends, low_name, low_cell), (high, high_ends, high_name, high_cell) = (
        choose(rates, key=lambda item: item[0]) for choose in (min, max)
    )
    who = games.rule_book(manifest["game"]).title
    ends = [
        f"{percent(rate, ends)} ({', '.join(filter(None, (name, cell.label)))})"
        for rate, ends, name, cell in ((low, low_ends, low_name, low_cell), (high, high_ends, high_name, high_cell))
    ]
    return f"Win rates of {who} go from {ends[0]} to {ends[1]}."


def _facts(manifest: Data, cells: Sequence[Cell]) -> list[tuple[str, str]]:
    sizes = sorted({cell.games for cell in cells})
    number = whole(sizes[0]) if len(sizes) == 1 else f"{whole(sizes[0])} to {whole(sizes[-1])}"
    facts = [
        ("game", games.rule_book(manifest["game"]).title),
        ("settings", setting_words(manifest["game"], _fixed(manifest))),
        *[(f"varied: {words(name)}", ", ".join(labels)) for name, labels in manifest["over"].items()],
        ("bots", ", ".join(f"{name} ({bot['source_hash'][:12]})" for name, bot in manifest["bots"].items())),
        ("slip", slip_text(_slip(manifest)) if _slip(manifest) else ""),
        ("games a cell", number),
        ("seed", str(manifest["seed"])),
        ("engine", str(manifest["engine"])[:12]),
    ]
    return [*facts, *_made_with(manifest)]


def _made_with(manifest: Data) -> Iterator[tuple[str, str]]:
    """Versions, machine and runs, as far as the manifest has them."""
    if "simkit" in manifest:
        made = manifest["simkit"]
        yield "simkit", " ".join(filter(None, (str(made.get("version")), made.get("commit"))))
    libraries = {"Python": manifest.get("python"), **manifest.get("libraries", {})}
    yield "made with", ", ".join(f"{name} {version}" for name, version in libraries.items() if version)
    machine = manifest.get("machine", {})
    yield "machine", ", ".join(str(value) for value in machine.values() if value)
    for run in manifest.get("runs", ())[-1:]:
        yield "last run", f"{run.get('started', '')[:19]}, {run.get('end', '')}"


def _notes(cells: Sequence[Cell]) -> list[str]:
    open_ones = sum(cell.row["state"] != "done" for cell in cells)
    unfinished = sum(int(cell.row["unfinished"] or 0) for cell in cells)
    notes = []
    if open_ones:
        notes.append(
            f"{open_ones} cells are partial or failed; the intervals of their rates hold whenever one looks, "
            "those of their lengths do not"
        )
    if unfinished:
        notes.append(f"{whole(unfinished)} games are unfinished; they count in every rate's n")
    return notes


# --- table and charts


def _table(manifest: Data, cells: Sequence[Cell]) -> Table:
    names = list(manifest["over"])
    heads = max((cell.rates for cell in cells), key=len)
    header = (*map(words, names), "games", *(name or "win rate" for name, _, _ in heads), "length", "unfinished", "")
    rows = []
    for cell in cells:
        rates = [percent(rate, interval) for _, rate, interval in cell.rates]
        rates += [""] * (len(heads) - len(rates))
        state = cell.row["state"]
        rows.append([*cell.labels.values(), whole(cell.games), *rates, _length(cell.row), cell.row["unfinished"] or "0",
                     "" if state == "done" else state])  # fmt: skip
    return Table("Cells, 95 % intervals", header, rows, len(names))


def _length(row: Mapping[str, str]) -> str:
    if not row["length_low"]:
        return row["mean_length"]
    return amount(float(row["mean_length"]), Interval(float(row["length_low"]), float(row["length_high"])))


def _number(label: str) -> float | None:
    try:
        return int(label) if label.lstrip("-").isdigit() else float(label)
    except ValueError:
        return None


def _numeric(labels: Sequence[str]) -> bool:
    return all(_number(label) is not None for label in labels)


def _charts(manifest: Data, cells: Sequence[Cell]) -> Iterator[Chart | HeatChart]:
    """The longest numeric axis goes across, another makes series, the others make charts; seats are series."""
    over: Mapping[str, list[str]] = manifest["over"]
    seats = any(name for cell in cells for name, _, _ in cell.rates)
    across = max(over, key=lambda name: (not seats or name != "players", _numeric(over[name]), len(over[name])))
    others = [name for name in over if name != across]
    series = (
        None if seats or not others else min(others, key=lambda name: (len(over[name]) > MAX_LINES, -len(over[name])))
    )
    facets = [name for name in others if name != series]
    panels: dict[str, list[Cell]] = {}
    for cell in cells:
        panels.setdefault(", ".join(f"{words(name)} {cell.labels[name]}" for name in facets), []).append(cell)
    for title, members in panels.items():
        if series and len(over[series]) > MAX_LINES and len(over[across]) > 1:
            yield _heat(title, across, series, over, members)
        else:
            yield _lines(title, across, series, over, members)


def _point(at: float | str, cell: Cell, name: str, rate: float, ends: Interval) -> Point:
    text = "\n".join(filter(None, (cell.label, name, percent(rate, ends), unit_games(cell.games))))
    return Point(at, 100 * rate, 100 * ends.low, 100 * ends.high, text)


def _lines(title: str, across: str, series: str | None, over: Mapping[str, list[str]], cells: Sequence[Cell]) -> Chart:
    numeric = _numeric(over[across])
    found: dict[str, list[Point]] = {}
    for cell in cells:
        label = cell.labels[across]
        number = _number(label) if numeric else None
        at: float | str = label if number is None else number
        for name, rate, ends in cell.rates:
            group = f"{words(series)} {cell.labels[series]}" if series else name
            found.setdefault(group, []).append(_point(at, cell, name, rate, ends))
    lines = [Series(name, points, line=numeric) for name, points in found.items()]
    values = "win rate (%)" if series or len(found) == 1 else "win rate of a seat (%)"
    return Chart(title or "Win rates", words(across), values, lines)


def _heat(title: str, across: str, up: str, over: Mapping[str, list[str]], cells: Sequence[Cell]) -> HeatChart:
    by_place = {(cell.labels[across], cell.labels[up]): cell for cell in cells if cell.rates}
    grid = [[by_place.get((x, y)) for x in over[across]] for y in over[up]]
    values = [[100 * cell.rates[0][1] if cell else None for cell in row] for row in grid]
    texts = [[_point(0, cell, *cell.rates[0]).text if cell else "" for cell in row] for row in grid]
    return HeatChart(
        title or "Win rates", words(across), words(up), "win rate (%)", over[across], over[up], values, texts
    )


# --- the command that makes it again


def _fixed(manifest: Data) -> dict[str, Any]:
    """The settings all cells share."""
    settings, swept = manifest["cells"][0]["settings"], list(manifest["over"])
    kept = {key: value for key, value in settings.items() if key not in swept}
    kept["set"] = {key: value for key, value in settings["set"].items() if key not in swept}
    kept["assume"] = {key: value for key, value in settings["assume"].items() if f"assume.{key}" not in swept}
    return kept


def _command(manifest: Data) -> tuple[str, tuple[str, str] | None]:
    """The command line, and a sweep file where a value cannot be written on the command line."""
    if any(isinstance(value, dict) for cell in manifest["cells"] for value in cell["settings"]["set"].values()):
        return "simkit sweep sweep.toml", ("sweep.toml", toml_text(_as_file(manifest)))
    game = manifest["game"]
    given = {"sweep": [game.replace("_", "-")]}
    over = dict(manifest["over"])
    if "bots" in over:
        over["bots"] = [",".join(_given(manifest, bot) for bot in team.split(",")) for team in over["bots"]]
    overs = [word for name, labels in over.items() for word in ("--over", f"{name}={_listed(labels)}")]
    bots = [] if "bots" in manifest["over"] else ["--bots", _bots(manifest)]
    bots += ["--slip", slip_text(_slip(manifest))] if _slip(manifest) else []
    target = manifest["target"]
    number = ["-n", str(target["games"])] if "games" in target else ["--precision", f"{target['precision']:g}"]
    try:
        settings = _settings_words(manifest)
    except InputError:  # what is fixed cannot be played without what is swept
        return "simkit sweep sweep.toml", ("sweep.toml", toml_text(_as_file(manifest)))
    keep = ["--keep-games"] if manifest["keep_games"] else []
    return shlex.join(["simkit", "sweep", *given["sweep"], *overs, *settings, *bots, *number, *keep, "--seed",
                       str(manifest["seed"])]), None  # fmt: skip


def _settings_words(manifest: Data) -> list[str]:
    fixed = _fixed(manifest)
    book = games.rule_book(manifest["game"])
    given = Settings(**{**fixed, "variants": tuple(fixed.get("variants", ()))})
    return settings_arguments(Match(resolve(book, given), (), 0))


def _listed(labels: Sequence[str]) -> str:
    if not any("," in label for label in labels):
        return ",".join(labels)
    return "|".join(labels) + ("|" if len(labels) == 1 else "")


def _bots(manifest: Data) -> str:
    team = [_given(manifest, label) for label in manifest["cells"][0]["bots"]]
    return team[0] if len(set(team)) == 1 else ",".join(team)


def _given(manifest: Data, label: str) -> str:
    """A bot as --bots takes it; of an own bot the manifest knows the file's name, not the folder it lay in."""
    name, colon, weights = label.partition(":")
    own = name not in shipped_names(manifest["game"]) and not name.endswith(".py")
    return f"./{name}.py{colon}{weights}" if own else label


def _slip(manifest: Data) -> tuple[float, ...]:
    """The chance of a random move that all cells share: one for all seats or one a seat."""
    chances = manifest["cells"][0].get("slip", ())
    if "slip" in manifest["over"]:
        return ()
    return tuple(chances[:1] if len(set(chances)) == 1 else chances)


def _as_file(manifest: Data) -> dict[str, Any]:
    """The sweep as a file would have it."""
    fixed = {key: value for key, value in _fixed(manifest).items() if value not in (None, [], {}, "standard")}
    book = games.rule_book(manifest["game"])
    if not book.levels:
        fixed.pop("level", None)
    tables = {key: fixed.pop(key) for key in ("assume", "set") if key in fixed}
    over = {name: list(dict.fromkeys(labels)) for name, labels in manifest["over"].items()}
    over |= {name: _table_values(manifest, name) for name in over if _is_table(manifest, name)}
    bots = {} if "bots" in over else {"bots": _bots(manifest)}
    bots |= {"slip": slip_text(_slip(manifest))} if _slip(manifest) else {}
    plain = {"title": manifest["title"], "game": manifest["game"], **fixed, **bots, **manifest["target"]}
    return {**plain, "seed": manifest["seed"], **tables, "over": over}


def _is_table(manifest: Data, name: str) -> bool:
    return isinstance(manifest["cells"][0]["settings"]["set"].get(name), dict)


def _table_values(manifest: Data, name: str) -> list[Any]:
    values = {cell["knobs"][name]: cell["settings"]["set"][name] for cell in manifest["cells"]}
    return list(values.values())

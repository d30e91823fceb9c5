"""Read a sweep from a file, the command line or Python and check it as a whole, before anything runs."""

from __future__ import annotations

import contextlib
import itertools
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from simkit import games
from simkit.bots import Bot, check_number, find_bot
from simkit.errors import InputError, ProblemsError, normal, unknown
from simkit.match import Match
from simkit.rng import MAX_SEED
from simkit.settings import RuleBook, Settings, read_file, resolve
from simkit.slips import read_slip
from simkit.sweeps.axes import SETTINGS, Axis, axis_name, read_axis
from simkit.sweeps.experiment import Cell, Sweep, Target
from simkit.sweeps.toml_lines import key_lines

DEFAULT_GAMES = 10_000
MAX_GAMES = 10**9
MAX_CELLS = 10_000
PRECISIONS = (0.01, 50.0)  # percentage points

Where = Callable[..., str]  # key path → where it was written, as the start of a message


def read_sweep(path: Path, changes: Mapping[str, Any] | None = None) -> Sweep:
    """The sweep in a TOML file, `changes` laid over it; raises ProblemsError with every problem and its line."""
    try:
        text = path.read_text(encoding="utf-8")
        data = tomllib.loads(text)
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror or error}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"{path} is no TOML file: {error}") from None
    lines = key_lines(text)

    def where(*key: str) -> str:
        line = next((lines[key[:n]] for n in range(len(key), 0, -1) if key[:n] in lines), None)
        return f"{path}:{line}: " if line else f"{path}: "

    return build(_changed(data, changes or {}), where, path.stem, path.parent)


def _changed(data: dict[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """The file's data with what the command line gave."""
    given = {key: value for key, value in changes.items() if value not in (None, (), {}, [])}
    if "games" in given or "precision" in given:
        data.pop("games", None)
        data.pop("precision", None)
    for table in ("assume", "set", "over"):
        if table in given:
            given[table] = dict(data.get(table, {})) | dict(given[table])
    return data | given


def given_sweep(game: str, given: Mapping[str, Any]) -> Sweep:
    """The sweep from the command line or from Python; raises ProblemsError."""
    data = {key: value for key, value in given.items() if value not in (None, (), {}, [])}

    def where(*key: str) -> str:
        option = {"assume": "--assume", "set": "--set", "over": "--over"}.get(key[0])
        return f"{option} {'.'.join(key[1:])}: ".replace(" :", ":") if option else ""

    name = "-".join([game.replace("_", "-"), *(str(key).replace("_", "-") for key in data.get("over", {}))])
    return build({"game": game} | data, where, name, Path())


# What each key may be.
_TYPES: dict[str, tuple[type, ...]] = {
    "title": (str,), "game": (str,), "bots": (str, list, tuple), "level": (str,), "players": (int,), "preset": (str,),
    "variants": (list, tuple), "reading": (str,), "settings": (str, Path), "assume": (dict,), "set": (dict,),
    "over": (dict,), "games": (int,), "precision": (int, float), "seed": (int,), "keep_games": (bool,),
    "slip": (int, float, str, list, tuple),
}  # fmt: skip


def build(data: Mapping[str, Any], where: Where, name: str, folder: Path) -> Sweep:
    """Check everything and lay out the cells; raises ProblemsError listing all that is wrong."""
    typed = {key: value for key, value in data.items() if key in _TYPES and _fits(key, value)}
    problems: list[str] = []  # those that leave no cells to look at
    beside = [*_key_problems(data, where), *_target_problems(typed, where)]
    problems += [] if "game" in data else [f"{where('game')}no game; allowed: {', '.join(games.NAMES)}"]
    data = typed
    book = _book(data, where, problems)
    if book is None:
        raise _listed(beside + problems)
    bots = _Bots(book.name, folder)
    file = _settings_file(book, data, where, folder, problems)
    problems += _fixed_problems(book, data, bots, where)
    axes = _axes(book, data, bots, where, problems)
    if problems:
        raise _listed(beside + problems)
    target = Target(None if "precision" in data else data.get("games", DEFAULT_GAMES), data.get("precision"))
    seed = data.get("seed", 1)
    try:
        cells = _cells(_CellMaker(book, data, file, bots, seed), axes, where)
    except ProblemsError as error:
        raise _listed(beside + error.lines) from None
    if beside:
        raise _listed(beside)
    title = data.get("title") or f"{book.title}: {', '.join(axis.name for axis in axes)}"
    return Sweep(book.name, title, name, axes, cells, target, seed, bool(data.get("keep_games", False)))


def _listed(problems: list[str]) -> ProblemsError:
    """All problems in the order of their lines."""

    def line(problem: str) -> int:
        found = re.match(r".*?\.toml:(\d+): ", problem)
        return int(found[1]) if found else 0

    return ProblemsError(sorted(problems, key=line))


def _key_problems(data: Mapping[str, Any], where: Where) -> Iterator[str]:
    for key, value in data.items():
        if key not in _TYPES:
            yield f"{where(key)}{unknown('key', key, _TYPES)}"
        elif not _fits(key, value):
            yield f"{where(key)}{key} = {value!r} is no {_TYPES[key][0].__name__}"


def _fits(key: str, value: Any) -> bool:
    return isinstance(value, _TYPES[key]) and (not isinstance(value, bool) or _TYPES[key] == (bool,))


def _target_problems(data: Mapping[str, Any], where: Where) -> Iterator[str]:
    number, precision, seed = data.get("games"), data.get("precision"), data.get("seed", 1)
    if number is not None and precision is not None:
        yield f"{where('precision')}games and precision exclude each other; give one of them"
    if number is not None and not 1 <= number <= MAX_GAMES:
        yield f"{where('games')}{number} games; allowed: 1 to {MAX_GAMES}"
    if precision is not None and not PRECISIONS[0] <= precision <= PRECISIONS[1]:
        low, high = PRECISIONS
        yield f"{where('precision')}precision {precision}; allowed: {low} to {high:.0f} percentage points"
    if not 0 <= seed <= MAX_SEED:
        yield f"{where('seed')}seed {seed}; allowed: 0 to {MAX_SEED}"


def _book(data: Mapping[str, Any], where: Where, problems: list[str]) -> RuleBook | None:
    if "game" not in data:
        return None
    try:
        return games.rule_book(data["game"])
    except InputError as error:
        problems.append(f"{where('game')}{error}")
        return None


def _settings_file(
    book: RuleBook, data: Mapping[str, Any], where: Where, folder: Path, problems: list[str]
) -> Settings | None:
    """The settings file, checked like the sweep's own settings."""
    if not data.get("settings"):
        return None
    try:
        file = read_file(folder / data["settings"], book.name)
    except InputError as error:
        problems.append(f"{where('settings')}{error}")
        return None
    given = {key: value for key, value in file.as_dict().items() if value is not None}
    place = f"{where('settings')}{data['settings']}: "
    problems += _fixed_problems(book, given, _Bots(book.name, folder), lambda *key: place)
    return file


def _fixed_problems(book: RuleBook, data: Mapping[str, Any], bots: _Bots, where: Where) -> Iterator[str]:
    """What is wrong with the values all cells share, each read as an axis of one value."""
    for key, name, value in _fixed(data):
        try:
            if key[0] == "set" and normal(key[1]) not in book.knobs:
                raise unknown("knob", name, book.knobs)
            axis = read_axis(book, name, [value])
        except InputError as error:
            label = ".".join(key[1:] or key)
            yield from (f"{where(*key)}{label}: {line}" for line in str(error).splitlines())
        else:
            yield from (f"{where(*key)}{problem}" for problem in bots.problems(axis))
    players, swept = data.get("players", book.default_players), data.get("over", {})
    fixed = players in book.players and not {"players", "bots"} & set(map(normal, swept))
    if "bots" in data and "settings" not in data and fixed:
        try:
            check_number(len(bots.names(data["bots"])), players)
        except InputError as error:
            yield f"{where('bots')}{error}"


def _fixed(data: Mapping[str, Any]) -> Iterator[tuple[tuple[str, ...], str, Any]]:
    """Where each value stands in the file, its name as an axis, and the value."""
    yield from (((name,), name, data[name]) for name in SETTINGS if name in data)
    yield from ((("assume", name), f"assume.{name}", value) for name, value in data.get("assume", {}).items())
    yield from ((("set", *name.split(".")), name, value) for name, value in _flat(data.get("set", {})).items())


def _axes(book: RuleBook, data: Mapping[str, Any], bots: _Bots, where: Where, problems: list[str]) -> tuple[Axis, ...]:
    given = _flat(data.get("over", {}))
    if not given:
        problems.append(f"{where('over')}nothing to sweep; name what varies with --over KNOB=A:B or under [over]")
    fixed = _fixed_names(book, data)
    axes: dict[str, Axis | None] = {}
    for text, values in given.items():
        place = where("over", *text.split("."))
        try:
            name = axis_name(book, text)
            problems += [f"{place}{name} is swept twice"] if name in axes else []
            problems += [f"{place}{name} is fixed as well as swept; drop one of them"] if name in fixed else []
            axes[name] = None
            axes[name] = axis = read_axis(book, text, values)
            problems += [f"{place}{problem}" for problem in bots.problems(axis)]
        except InputError as error:
            problems += [f"{place}{text}: {line}" for line in str(error).splitlines()]
    return tuple(axis for axis in axes.values() if axis)


def _flat(over: Mapping[str, Any]) -> dict[str, Any]:
    """TOML reads `steps.Q = …` as a table in a table; as one name again."""
    found: dict[str, Any] = {}
    for name, value in over.items():
        if isinstance(value, Mapping):
            found |= {f"{name}.{entry}": item for entry, item in value.items()}
        else:
            found[name] = value
    return found


def _fixed_names(book: RuleBook, data: Mapping[str, Any]) -> list[str]:
    """What all cells share, as axes are named; unknown names are reported elsewhere."""
    names = [name for name in SETTINGS if data.get(name)]
    knobs = data.get("set", {})
    for name in [*knobs, *_flat(knobs), *(f"assume.{key}" for key in data.get("assume", {}))]:
        with contextlib.suppress(InputError):
            names.append(axis_name(book, name))
    return names


def _cells(maker: _CellMaker, axes: tuple[Axis, ...], where: Where) -> tuple[Cell, ...]:
    """One cell for each combination, the last axis fastest; raises ProblemsError with every impossible one."""
    number = 1
    for axis in axes:
        number *= len(axis.values)
    if number > MAX_CELLS:
        raise ProblemsError([f"{where('over')}{number} cells; allowed: {MAX_CELLS}"])
    cells: list[Cell] = []
    failed: dict[str, list[str]] = {}  # problem → cells that have it
    for place, values in enumerate(itertools.product(*(range(len(axis.values)) for axis in axes)), 1):
        labels = {axis.name: axis.labels[k] for axis, k in zip(axes, values, strict=True)}
        knobs = {axis.name: axis.values[k] for axis, k in zip(axes, values, strict=True)}
        try:
            cells.append(Cell(place, knobs, labels, maker.match(axes, knobs)))
        except InputError as error:
            failed.setdefault(str(error), []).append(" ".join(f"{key}={text}" for key, text in labels.items()))
    if failed:
        raise ProblemsError([_cell_problem(where("over"), text, ids, number) for text, ids in failed.items()])
    return tuple(cells)


def _cell_problem(place: str, problem: str, cells: list[str], number: int) -> str:
    more = f" and {len(cells) - 1} more" if len(cells) > 1 else ""
    which = "every cell" if len(cells) == number > 1 else f"cell {cells[0]}{more}"
    return f"{place}{which}: {problem}"


class _CellMaker:
    """Makes the matches of one sweep."""

    def __init__(self, book: RuleBook, data: Mapping[str, Any], file: Settings | None, bots: _Bots, seed: int) -> None:
        self.book, self.file, self.bots, self.seed = book, file, bots, seed
        self.fixed = Settings(
            level=data.get("level"),
            players=data.get("players"),
            preset=data.get("preset"),
            variants=tuple(map(str, data.get("variants", ()))),
            reading=data.get("reading"),
            assume=data.get("assume", {}),
            set=data.get("set", {}),
        )
        self.team = data.get("bots") or book.default_bot
        self.slip = data.get("slip")

    def match(self, axes: tuple[Axis, ...], knobs: Mapping[str, Any]) -> Match:
        settings = self.fixed
        for axis in axes:
            settings = axis.lay(knobs[axis.name], settings)
        rules = resolve(self.book, settings, self.file)
        team = self.bots.team(knobs.get("bots", self.team), rules.players)
        return Match(rules, team, self.seed, read_slip(knobs.get("slip", self.slip), rules.players))


class _Bots:
    """Finds the bots of one sweep, each once."""

    def __init__(self, game: str, folder: Path) -> None:
        self.game, self.folder = game, folder
        self.found: dict[str, Bot] = {}

    def problems(self, axis: Axis) -> list[str]:
        """What is wrong with the bots an axis names."""
        problems: list[str] = []
        for name in dict.fromkeys(itertools.chain(*axis.values)) if axis.name == "bots" else ():
            try:
                self.find(name)
            except InputError as error:
                problems.append(str(error))
        return problems

    def names(self, given: Any) -> list[str]:
        names = given.split(",") if isinstance(given, str) else list(map(str, given))
        return [name.strip() for name in names if name.strip()]

    def team(self, given: Any, seats: int) -> tuple[Bot, ...]:
        names = self.names(given)
        check_number(len(names), seats)
        team = [self.find(name) for name in names]
        return tuple(team * seats if len(team) == 1 else team)

    def find(self, spec: str) -> Bot:
        if spec not in self.found:
            beside = self.folder / spec  # a path in a sweep file counts from the file
            is_file = ".py" in spec and not Path(spec).is_absolute() and (self.folder / spec.split(":")[0]).is_file()
            self.found[spec] = find_bot(self.game, str(beside) if is_file else spec)
        return self.found[spec]

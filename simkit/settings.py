"""Rules as data: knobs, values with their source, and what a designer's settings resolve to.

Each game declares its knobs and values in `games/<name>/rules.py`; this module parses, layers and checks them.
Nothing here needs numpy or numba, so `simkit rules` answers at once.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, ClassVar

from simkit.errors import InputError, normal, unknown

STATED, DERIVED, ASSUMED, CHOSEN = "S", "D", "A", "set"


@dataclass(frozen=True)
class Value:
    """A rule value, how far it is backed (S stated, D derived, A assumed, set by the user) and by what."""

    value: Any
    mark: str
    source: str


@dataclass(frozen=True)
class Integer:
    """A whole number from `low` to `high`; `odd` leaves out the even ones."""

    low: int
    high: int
    odd: bool = False

    def parse(self, given: Any) -> int:
        number = given
        if isinstance(given, str):
            try:
                number = int(given)
            except ValueError:
                raise InputError(f"{given!r} is not a whole number; allowed: {self.allowed()}") from None
        if isinstance(number, bool) or not isinstance(number, int) or not self._fits(number):
            raise InputError(f"{given} is out of range; allowed: {self.allowed()}")
        return number

    def _fits(self, number: int) -> bool:
        return self.low <= number <= self.high and not (self.odd and number % 2 == 0)

    def allowed(self) -> str:
        return f"{'odd numbers ' if self.odd else ''}{self.low} to {self.high}"

    def show(self, value: Any) -> str:
        return str(value)


@dataclass(frozen=True)
class Switch:
    """On or off."""

    ON: ClassVar = ("on", "true", "yes", "1")
    OFF: ClassVar = ("off", "false", "no", "0")

    def parse(self, given: Any) -> bool:
        word = str(given).lower()
        if word not in self.ON + self.OFF:
            raise InputError(f"{given!r} is neither on nor off; allowed: {self.allowed()}")
        return word in self.ON

    def allowed(self) -> str:
        return "on, off"

    def show(self, value: Any) -> str:
        return "on" if value else "off"


@dataclass(frozen=True)
class Choice:
    """One of a few words."""

    words: tuple[str, ...]

    def parse(self, given: Any) -> str:
        if str(given) not in self.words:
            raise unknown("value", str(given), self.words)
        return str(given)

    def allowed(self) -> str:
        return ", ".join(self.words)

    def show(self, value: Any) -> str:
        return str(value)


@dataclass(frozen=True)
class Subset:
    """Any of some words, in their own order; written A,2,3."""

    words: tuple[str, ...]

    def parse(self, given: Any) -> list[str]:
        if not isinstance(given, Sequence):
            raise InputError(f"{given!r} is no list; allowed: {self.allowed()}")
        parts = [part.strip() for part in given.split(",")] if isinstance(given, str) else list(map(str, given))
        chosen = [part for part in parts if part not in ("", "none")]
        for part in chosen:
            if part not in self.words:
                raise unknown("value", part, self.words)
        return [word for word in self.words if word in chosen]

    def allowed(self) -> str:
        return f"any of {', '.join(self.words)}, or none"

    def show(self, value: Any) -> str:
        return ",".join(value) or "none"


@dataclass(frozen=True)
class Numbers:
    """Several whole numbers written with slashes, 8/2/3; `names` says what each is."""

    names: tuple[str, ...]
    item: Integer

    def parse(self, given: Any) -> list[int]:
        parts = given.split("/") if isinstance(given, str) else given
        if not isinstance(parts, Sequence) or len(parts) != len(self.names):
            raise InputError(f"{given!r} is not {self.allowed()}")
        return [self.item.parse(part) for part in parts]

    def allowed(self) -> str:
        return f"{'/'.join(self.names)}, each {self.item.allowed()}"

    def show(self, value: Any) -> str:
        return "/".join(map(str, value))


Scalar = Integer | Switch | Choice | Subset | Numbers


@dataclass(frozen=True)
class Table:
    """One value a key; single ones are set as `knob.KEY=value`.  `keys` None: as the preset has them."""

    keys: tuple[str, ...] | None
    item: Scalar

    def parse(self, given: Any) -> dict[str, Any]:
        if not isinstance(given, Mapping):
            raise InputError(f"{given!r} is no table; set single values as KNOB.KEY=VALUE, {self.allowed()}")
        for key in given:
            if self.keys is not None and key not in self.keys:
                raise unknown("key", str(key), self.keys)
        return {str(key): self.item.parse(value) for key, value in given.items()}

    def allowed(self) -> str:
        return f"each {self.item.allowed()}"

    def show(self, value: Any) -> str:
        return " ".join(f"{key}:{self.item.show(item)}" for key, item in value.items())


@dataclass(frozen=True)
class Knob:
    """Something a designer can turn."""

    name: str
    kind: Scalar | Table
    meaning: str


@dataclass(frozen=True)
class Assumption:
    """What the rulebook leaves open: a default and alternatives, each a rule that can be played."""

    id: str
    kind: Scalar
    default: Any
    alternatives: tuple[Any, ...]
    meaning: str


Values = dict[str, Value]


@dataclass(frozen=True)
class RuleBook:
    """All a game says about its rules.

    base, level, variant and preset give the values they determine, a reading the assumptions it bundles; `problems`
    names combinations that cannot be played.  Functions take the player count and the assumptions in force where a
    value depends on them.  `derived` gives values that follow from the knobs and are none themselves.
    """

    name: str
    title: str
    players: range
    default_players: int
    default_bot: str
    knobs: dict[str, Knob]
    levels: dict[str, str]
    variants: dict[str, str]
    assumptions: dict[str, Assumption]
    base: Callable[[str, int, Mapping[str, Any]], Values]
    level: Callable[[str, int, Mapping[str, Any]], Values]
    variant: Callable[[str], Values]
    problems: Callable[[Mapping[str, Any], int, Settings], list[str]]
    presets: dict[str, str] = field(default_factory=lambda: {"standard": "the published game"})
    readings: dict[str, str] = field(default_factory=dict)
    reading: Callable[[str], Mapping[str, Any]] = lambda name: {}
    reading_knobs: tuple[str, ...] = ()  # what a reading determines
    level_aliases: dict[str, str] = field(default_factory=dict)
    derived: Callable[[Mapping[str, Any]], Values] = lambda knobs: {}
    default_level: str = "normal"


@dataclass(frozen=True)
class Settings:
    """What a user asked for.  None or empty: as the file or the game has it."""

    level: str | None = None
    players: int | None = None
    preset: str | None = None
    variants: tuple[str, ...] = ()
    reading: str | None = None
    assume: Mapping[str, Any] = field(default_factory=dict)
    set: Mapping[str, Any] = field(default_factory=dict)

    def as_dict(self) -> dict[str, Any]:
        return {
            "level": self.level,
            "players": self.players,
            "preset": self.preset,
            "variants": list(self.variants),
            "reading": self.reading,
            "assume": dict(self.assume),
            "set": dict(self.set),
        }


@dataclass(frozen=True)
class Rules:
    """Every rule value in force for one setting of one game."""

    book: RuleBook
    settings: Settings
    values: Values
    assumptions: dict[str, Any]

    @property
    def game(self) -> str:
        return self.book.name

    @property
    def players(self) -> int:
        assert self.settings.players is not None
        return self.settings.players

    def __getitem__(self, knob: str) -> Any:
        return self.values[knob].value

    def plain(self) -> dict[str, Any]:
        """Knob → value, and what follows from them, as in the `rules` of a trace."""
        knobs = {name: self.values[name].value for name in self.book.knobs}
        return knobs | {name: item.value for name, item in self.book.derived(knobs).items()}

    def has_variant(self, name: str) -> bool:
        return name in self.settings.variants


def resolve(book: RuleBook, settings: Settings = Settings(), file: Settings | None = None) -> Rules:
    """All rule values in force: file, then level, players, variants, reading, assumptions, single knobs.

    Raises InputError for names nobody knows, values out of range and rules that cannot be played.
    """
    settings = _complete(book, _over(book, file, settings) if file else settings)
    assert settings.level is not None and settings.preset is not None and settings.players is not None
    bundled = dict(book.reading(settings.reading)) if settings.reading else {}
    assumptions = {key: item.default for key, item in book.assumptions.items()} | bundled | dict(settings.assume)
    values = book.base(settings.preset, settings.players, assumptions)
    values |= book.level(settings.level, settings.players, assumptions) if book.levels else {}
    for variant in settings.variants:
        values |= book.variant(variant)
    values = _turn_knobs(book, values, settings.set)
    settings = replace(settings, set={name: _in_force(values, name) for name in settings.set})
    rules = Rules(book, settings, values, assumptions)
    problems = book.problems(rules.plain(), rules.players, settings)
    if problems:
        raise InputError("these rules cannot be played: " + "; ".join(problems))
    return rules


def _complete(book: RuleBook, given: Settings) -> Settings:
    """Check every name and value, and fill in the defaults."""
    players = book.default_players if given.players is None else given.players
    if players not in book.players:
        allowed = f"{book.players[0]} to {book.players[-1]}" if len(book.players) > 1 else str(book.players[0])
        raise InputError(f"{players} players cannot play {book.title}; allowed: {allowed}")
    wanted = book.default_level if given.level is None else given.level
    return Settings(
        level=_level(book, wanted) if book.levels else _no_level(book, given),
        players=players,
        preset=_known("preset", "standard" if given.preset is None else given.preset, book.presets),
        variants=tuple(dict.fromkeys(_known("variant", name, book.variants) for name in given.variants)),
        reading=None if given.reading is None else _known("reading", given.reading, book.readings),
        assume={_known("assumption", key, book.assumptions): value for key, value in _assumed(book, given)},
        set=dict(given.set),
    )


def _level(book: RuleBook, name: str) -> str:
    return _known("level", book.level_aliases.get(normal(name), name), book.levels)


def _no_level(book: RuleBook, given: Settings) -> str:
    if given.level not in (None, book.default_level):
        raise InputError(f"{book.title} has no levels; allowed: {book.default_level}")
    return book.default_level


def _known(kind: str, name: str, known: Mapping[str, Any]) -> str:
    if normal(name) not in known:
        raise unknown(kind, name, known)
    return normal(name)


def _assumed(book: RuleBook, given: Settings) -> list[tuple[str, Any]]:
    parsed = []
    for key, text in given.assume.items():
        assumption = book.assumptions[_known("assumption", key, book.assumptions)]
        parsed.append((key, _parse(f"--assume {key}", assumption.kind, text)))
    return parsed


def _parse(where: str, kind: Scalar | Table, text: Any) -> Any:
    try:
        return kind.parse(text)
    except InputError as error:
        raise InputError(f"{where}: {error}") from None


def _turn_knobs(book: RuleBook, values: Values, turned: Mapping[str, Any]) -> Values:
    """Lay single knobs over the values; `steps.Q` changes one entry of a table."""
    result = dict(values)
    for name, text in turned.items():
        knob_name, _, key = name.partition(".")
        knob = book.knobs[_known("knob", knob_name, book.knobs)]
        if key:
            value = _turn_entry(knob, result[knob.name].value, key, text)
        elif isinstance(knob.kind, Table):
            value = dict(result[knob.name].value) | _parse(f"--set {name}", knob.kind, text)
        else:
            value = _parse(f"--set {name}={text}", knob.kind, text)
        result[knob.name] = Value(value, CHOSEN, "set by you")
    return result


def _in_force(values: Values, name: str) -> Any:
    knob, _, key = name.partition(".")
    value = values[normal(knob)].value
    return value[key] if key else value


def _turn_entry(knob: Knob, table: Mapping[str, Any], key: str, text: Any) -> dict[str, Any]:
    if not isinstance(knob.kind, Table):
        raise InputError(f"--set {knob.name}.{key}: {knob.name} has no entries; allowed: {knob.kind.allowed()}")
    if key not in table:
        raise unknown(f"entry of {knob.name}", key, table)
    return dict(table) | {key: _parse(f"--set {knob.name}.{key}={text}", knob.kind.item, text)}


def _over(book: RuleBook, file: Settings, given: Settings) -> Settings:
    """Lay the command line over the file: what a level or variant determines wins over the file's knobs."""
    players = given.players or file.players or book.default_players
    determined: Values = {}
    if given.preset:
        determined |= book.base(_known("preset", given.preset, book.presets), players, {})
    if given.level and book.levels:
        defaults = {key: item.default for key, item in book.assumptions.items()}
        determined |= book.level(_level(book, given.level), players, defaults)
    for variant in given.variants:
        determined |= book.variant(_known("variant", variant, book.variants))
    bundled = book.reading(_known("reading", given.reading, book.readings)) if given.reading else {}
    decided = {*determined, *(book.reading_knobs if given.reading else ())}
    kept = {name: value for name, value in file.set.items() if name.partition(".")[0] not in decided}
    return Settings(
        level=given.level or file.level,
        players=given.players or file.players,
        preset=given.preset or file.preset,
        variants=file.variants + given.variants,
        reading=given.reading or file.reading,
        assume={key: value for key, value in file.assume.items() if normal(key) not in bundled} | dict(given.assume),
        set=kept | dict(given.set),
    )


def read_file(path: Path, game: str) -> Settings:
    """Settings from a TOML file that `simkit rules --save` wrote or a designer did."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror or error}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"{path} is no TOML file: {error}") from None
    if normal(str(data.pop("game", game))) != game:
        raise InputError(f"{path} holds settings of another game than {game}")
    names = [item.name for item in fields(Settings)]
    for key in data:
        if key not in names:
            raise unknown(f"key in {path}", key, names)
    return _typed(path, data)


_FILE_TYPES = {
    "level": str,
    "players": int,
    "preset": str,
    "variants": list,
    "reading": str,
    "assume": dict,
    "set": dict,
}


def _typed(path: Path, data: dict[str, Any]) -> Settings:
    for key, value in data.items():
        if not isinstance(value, _FILE_TYPES[key]) or isinstance(value, bool):
            raise InputError(f"{path}: {key} = {value!r} is no {_FILE_TYPES[key].__name__}")
    if "variants" in data:
        data["variants"] = tuple(map(str, data["variants"]))
    return replace(Settings(), **data)


def file_text(rules: Rules) -> str:
    """The TOML text of a rule set: its settings, and every value in force as a comment to copy from."""
    settings = rules.settings
    lines = [f"# {rules.book.title}: settings for --settings", f"game = {_toml(rules.game)}"]
    for key, value in settings.as_dict().items():
        if key not in ("assume", "set") and value is not None:
            lines.append(f"{key} = {_toml(value)}")
    for table in ("assume", "set"):
        lines += ["", f"[{table}]"]
        lines += [f"{_key(key)} = {_toml(value)}" for key, value in settings.as_dict()[table].items()]
    lines += ["", "# every value in force; copy a line under [set] to change it"]
    for name, item in rules.values.items():
        lines.append(f"# {name} = {_toml(item.value)}  # [{item.mark}] {item.source}")
    return "\n".join(lines) + "\n"


def _key(name: str) -> str:
    return name if name.replace("_", "").isalnum() else _toml(name)


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        return f'"{escaped}"'
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_toml(key)} = {_toml(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return str(value)


def parse_pairs(option: str, texts: Sequence[str]) -> dict[str, str]:
    """`--set KNOB=VALUE` and the like, repeatable."""
    pairs = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name.strip() or not value.strip():
            raise InputError(f"{option} {text!r}: write {option} NAME=VALUE")
        head, dot, key = name.strip().partition(".")
        pairs[normal(head) + dot + key] = value.strip()
    return pairs

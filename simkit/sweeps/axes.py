"""What a sweep varies: one axis is a knob, a setting or the bots, with the values to play.

Values come from `--over NAME=16:34:2`, `NAME=a,b,c`, or from the same text or a list in a TOML file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from simkit.errors import InputError, ProblemsError, normal, unknown
from simkit.settings import Integer, RuleBook, Scalar, Settings, Table
from simkit.slips import read_chances, slip_text

MAX_VALUES = 1000
PLAYED_BY = ("bots", "slip")  # who plays, which is no setting of the rules
SETTINGS = ("level", "players", "preset", "variants", "reading", *PLAYED_BY)
ALIASES = {"levels": "level", "presets": "preset", "variant": "variants", "readings": "reading", "bot": "bots"}
GAP = "\0"
RANGE = re.compile(r"\s*(-?\d+)\s*:\s*(-?\d+)\s*(?::\s*(-?\d+)\s*)?$")


@dataclass(frozen=True)
class Axis:
    """A name and the values it takes; `labels` are the values as people write them."""

    name: str
    values: tuple[Any, ...]
    labels: tuple[str, ...]

    @property
    def numeric(self) -> bool:
        return all(isinstance(value, int | float) and not isinstance(value, bool) for value in self.values)

    def lay(self, value: Any, settings: Settings) -> Settings:
        """The settings with this axis at `value` (bots and slips are no setting)."""
        if self.name in PLAYED_BY:
            return settings
        if self.name in SETTINGS:
            return replace(settings, **{self.name: value})
        if self.name.startswith("assume."):
            return replace(settings, assume=dict(settings.assume) | {self.name.partition(".")[2]: value})
        return replace(settings, set=dict(settings.set) | {self.name: value})


def axis_name(book: RuleBook, name: str) -> str:
    """The name as the program writes it: a setting, `assume.ID`, a knob or one entry of a knob (`steps.Q`)."""
    head, dot, entry = name.strip().partition(".")
    key = ALIASES.get(normal(head), normal(head))
    if key in SETTINGS and not dot:
        return key
    if (key == "assume" and dot) or (key in book.assumptions and key not in book.knobs and not dot):
        assumption = normal(entry) if dot else key
        if assumption not in book.assumptions:
            raise unknown("assumption", entry, book.assumptions)
        return f"assume.{assumption}"
    if key not in book.knobs:
        raise unknown(
            "knob or setting", name, [*SETTINGS, *book.knobs, *(f"assume.{item}" for item in book.assumptions)]
        )
    return key + dot + entry


def read_axis(book: RuleBook, name: str, given: Any) -> Axis:
    """Check the name and every value; raises InputError naming all that are wrong, each on a line."""
    name = axis_name(book, name)
    values = spread(given)
    if not values:
        raise InputError("no values to play")
    parse, show = _kind(book, name)
    parsed, problems = _each(parse, values)
    labels = [show(value) for value in parsed]
    problems += [f"{label} stands there twice" for label in dict.fromkeys(labels) if labels.count(label) > 1]
    if problems:
        raise ProblemsError(problems)
    return Axis(name, tuple(parsed), tuple(labels))


def _each(parse: Callable[[Any], Any], values: Sequence[Any]) -> tuple[list[Any], list[str]]:
    """The values read, and what is wrong with the others; many values with the same fault share a line."""
    parsed: list[Any] = []
    wrong: dict[str, list[str]] = {}  # message with a gap for the value → values
    for value in values:
        try:
            parsed.append(parse(value))
        except InputError as error:
            for line in str(error).splitlines():
                wrong.setdefault(line.replace(str(value), GAP, 1), []).append(str(value))
    return parsed, [line.replace(GAP, name) for line, given in wrong.items() for name in _few(given)]


def _few(values: list[str]) -> list[str]:
    """As they are, or of many the first, second and last as one."""
    return values if len(values) <= 6 else [f"{values[0]}, {values[1]}, … {values[-1]}"]


def spread(given: Any) -> list[Any]:
    """`16:34:2`, `a,b,c`, `a|b|c` (where values hold commas) or a list as single values."""
    if not isinstance(given, str):
        return list(given) if isinstance(given, Sequence) else [given]
    found = RANGE.match(given)
    if found:
        return _range(given, int(found[1]), int(found[2]), int(found[3] or 1))
    return [part.strip() for part in given.split("|" if "|" in given else ",") if part.strip()]


def _range(text: str, first: int, last: int, step: int) -> list[int]:
    if step < 1 or last < first:
        raise InputError(f"the range {text.strip()} is empty; write A:B or A:B:STEP, upwards, B included")
    if (last - first) // step >= MAX_VALUES:
        raise InputError(f"the range {text.strip()} has more than {MAX_VALUES} values")
    return list(range(first, last + 1, step))


def _kind(book: RuleBook, name: str) -> tuple[Callable[[Any], Any], Callable[[Any], str]]:
    """How a value of this axis is read and shown."""
    if name in SETTINGS:
        readers: dict[str, Callable[[Any], Any]] = {
            "level": lambda value: _level(book, str(value)),
            "preset": lambda value: _named("preset", value, book.presets),
            "reading": lambda value: _named("reading", value, book.readings),
            "players": Integer(book.players[0], book.players[-1]).parse,
            "variants": lambda value: _variants(book, value),
            "bots": _bots,
            "slip": _slip,
        }
        show: dict[str, Callable[[Any], str]] = {
            "variants": lambda value: "+".join(value) or "none",
            "bots": ",".join,
            "slip": _slip_text,
        }
        return readers[name], show.get(name, str)
    if name.startswith("assume."):
        kind: Scalar | Table = book.assumptions[name.partition(".")[2]].kind
    else:
        knob, dot, entry = name.partition(".")
        kind = _entry_kind(book, knob, entry) if dot else book.knobs[knob].kind
    return kind.parse, kind.show


def _entry_kind(book: RuleBook, knob: str, entry: str) -> Scalar:
    kind = book.knobs[knob].kind
    if not isinstance(kind, Table):
        raise InputError(f"{knob} has no entries; allowed: {kind.allowed()}")
    if kind.keys is not None and entry not in kind.keys:
        raise unknown(f"entry of {knob}", entry, kind.keys)
    return kind.item


def _level(book: RuleBook, given: str) -> str:
    return _named("level", book.level_aliases.get(normal(given), given), book.levels or {book.default_level: ""})


def _named(kind: str, given: Any, known: Mapping[str, Any]) -> str:
    if normal(str(given)) not in known:
        raise unknown(kind, str(given), known)
    return normal(str(given))


def _variants(book: RuleBook, given: Any) -> tuple[str, ...]:
    """`none`, `open_hands`, `open_hands+two_rounds` or a list of names."""
    names = [name for name in _parts(given, "+") if normal(name) != "none"]
    known, problems = _each(lambda name: _named("variant", name, book.variants), names)
    if problems:
        raise ProblemsError(problems)
    return tuple(known)


def _slip(given: Any) -> float | tuple[float, ...]:
    """`0.1` for every seat; `0.1,0` or a list, one a seat."""
    chances = read_chances(given)
    return chances[0] if len(chances) == 1 else chances


def _slip_text(value: float | tuple[float, ...]) -> str:
    return slip_text((value,) if isinstance(value, float) else value)


def _bots(given: Any) -> tuple[str, ...]:
    """`simple`, `simple,random` (one a seat) or a list of names."""
    return tuple(_parts(given, ","))


def _parts(given: Any, separator: str) -> list[str]:
    """The names in a text or a list; anything else is one name, which nobody knows."""
    parts = given.split(separator) if isinstance(given, str) else given if isinstance(given, Sequence) else [given]
    return [str(part).strip() for part in parts if str(part).strip()]

"""What a sweep varies: one axis is a knob, a setting or the bots, with the values to play.

Values come from `--over NAME=16:34:2`, `NAME=a,b,c`, or from the same text or a list in a TOML file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from simkit.errors import InputError, normal, unknown
from simkit.settings import Integer, RuleBook, Scalar, Settings, Table
from simkit.slips import read_chances, slip_text

MAX_VALUES = 1000
PLAYED_BY = ("bots", "slip")  # who plays, which is no setting of the rules
SETTINGS = ("level", "players", "preset", "variants", "reading", *PLAYED_BY)
ALIASES = {"levels": "level", "presets": "preset", "variant": "variants", "readings": "reading", "bot": "bots"}
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
    """Check the name and every value; raises InputError naming the first that is wrong."""
    name = axis_name(book, name)
    values = spread(given)
    if not values:
        raise InputError("no values to play")
    parse, show = _kind(book, name)
    parsed = [parse(value) for value in values]
    labels = [show(value) for value in parsed]
    twice = next((label for place, label in enumerate(labels) if label in labels[:place]), None)
    if twice is not None:
        raise InputError(f"{twice} stands there twice")
    return Axis(name, tuple(parsed), tuple(labels))


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
            "level": lambda value: _named("level", book.level_aliases.get(normal(str(value)), str(value)), book.levels),
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
        knob, dot, _ = name.partition(".")
        kind = book.knobs[knob].kind
        if dot and not isinstance(kind, Table):
            raise InputError(f"{knob} has no entries; allowed: {kind.allowed()}")
        if dot and isinstance(kind, Table):
            kind = kind.item
    return kind.parse, kind.show


def _named(kind: str, given: Any, known: Mapping[str, Any]) -> str:
    if normal(str(given)) not in known:
        raise unknown(kind, str(given), known)
    return normal(str(given))


def _variants(book: RuleBook, given: Any) -> tuple[str, ...]:
    """`none`, `open_hands`, `open_hands+two_rounds` or a list of names."""
    names = given.split("+") if isinstance(given, str) else list(given)
    return tuple(_named("variant", name, book.variants) for name in names if normal(str(name)) not in ("", "none"))


def _slip(given: Any) -> float | tuple[float, ...]:
    """`0.1` for every seat; `0.1,0` or a list, one a seat."""
    chances = read_chances(given)
    return chances[0] if len(chances) == 1 else chances


def _slip_text(value: float | tuple[float, ...]) -> str:
    return slip_text((value,) if isinstance(value, float) else value)


def _bots(given: Any) -> tuple[str, ...]:
    """`simple`, `simple,random` (one a seat) or a list of names."""
    names = given.split(",") if isinstance(given, str) else [str(name) for name in given]
    return tuple(name.strip() for name in names if name.strip())

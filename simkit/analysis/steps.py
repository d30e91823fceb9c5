"""One step of each knob: the neighbouring settings of a setting."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from simkit.analysis.altered import Base
from simkit.errors import InputError
from simkit.settings import Choice, Integer, Numbers, Rules, Scalar, Subset, Switch, Table


@dataclass(frozen=True)
class Step:
    """One knob, or one entry of it, a step away.

    knob: as in `--set`; numbers within an entry have their own name behind (`species.J.small`).  direction: 1 up, −1
    down, 0 neither.  size: how much a number changes.
    """

    knob: str
    before: str
    after: str
    direction: int
    size: int
    rules: Rules

    @property
    def numeric(self) -> bool:
        """Whether the knob itself is a whole number, so that its step has an exchange rate."""
        return self.size > 0 and "." not in self.knob


Move = tuple[str, int, int, list[Any]]  # part of the value, direction, size, values of which the first playable counts


def steps(base: Base) -> list[Step]:
    """All steps that the rules allow, knob by knob, down before up."""
    rules = base.rules()
    found = []
    for name, knob in base.book.knobs.items():
        entries: list[tuple[str, Scalar, Any]] = []
        if isinstance(knob.kind, Table):
            entries = [(f"{name}.{key}", knob.kind.item, value) for key, value in rules[name].items()]
        else:
            entries = [(name, knob.kind, rules[name])]
        for entry, kind, value in entries:
            for part, direction, size, values in _moves(kind, value):
                step = _first_playable(base, entry, kind, value, values)
                if step is not None:
                    full = f"{entry}.{part}" if part else entry
                    found.append(Step(full, kind.show(value), kind.show(step[0]), direction, size, step[1]))
    return found


def _first_playable(
    base: Base, entry: str, kind: Scalar, value: Any, values: Sequence[Any]
) -> tuple[Any, Rules] | None:
    for other in values:
        try:
            kind.parse(other)
            return other, base.rules(set={entry: other})
        except InputError:
            continue
    return None


def _moves(kind: Scalar, value: Any) -> Iterator[Move]:
    """Where a value may go.

    A number one step down or up; a switch to its other side; a set loses its last or gains its first missing word; a
    choice goes to `none` if there is that, else to each other word; of several numbers each in turn.
    """
    if isinstance(kind, Integer):
        width = 2 if kind.odd else 1
        yield from (("", sign, width, [value + sign * width]) for sign in (-1, 1))
    elif isinstance(kind, Switch):
        yield "", 1 - 2 * int(value), 0, [not value]
    elif isinstance(kind, Subset):
        yield "", -1, 0, [[word for word in value if word != left] for left in reversed(value)]
        yield "", 1, 0, [[*value, word] for word in kind.words if word not in value]
    elif isinstance(kind, Choice):
        others = ["none"] if "none" in kind.words else list(kind.words)
        yield from (("", 0, 0, [word]) for word in others if word != value)
    elif isinstance(kind, Numbers):
        for place, part in enumerate(kind.names):
            for sign in (-1, 1):
                yield part, sign, 1, [[*value[:place], value[place] + sign, *value[place + 1 :]]]

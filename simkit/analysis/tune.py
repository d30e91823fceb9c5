"""Which value of a knob gives a wanted win rate (`simkit.tune`)."""

from __future__ import annotations

import math
import os
import re
import shlex
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from simkit.analysis.altered import Base, OnRows, changed, check_numbers, check_seat, make_base
from simkit.analysis.samples import Outcomes, Point
from simkit.analysis.tune_result import TuneResult
from simkit.analysis.tune_search import FINAL, Question, Target, Value, find
from simkit.errors import InputError
from simkit.match import Match
from simkit.result import bots_argument, settings_arguments
from simkit.settings import Integer, RuleBook, Table
from simkit.sweeps.axes import axis_name, read_axis, spread

DEFAULT_GAMES = 10_000
MAX_VALUES = 1000  # of one knob
MAX_POINTS = 1000  # of a grid, player counts included
GRID_SIDE = 24  # values of each knob of a grid that would be larger
_DIGITS = re.compile(r"\d+")


def tune(
    game: str,
    knob: str | Sequence[str],
    target: float | str | tuple[float, float],
    *,
    players: int | str | Sequence[int] | None = None,
    range: str | Sequence[str] = (),
    games: int = DEFAULT_GAMES,
    seed: int = 1,
    bots: str | Sequence[str] | None = None,
    seat: int | None = None,
    workers: int | None = None,
    on_rows: OnRows = None,
    settings: str | os.PathLike[str] | None = None,
    **rules: Any,
) -> TuneResult:
    """Find the values of a whole-numbered knob whose win rate is nearest to a target, or lies in a band.

    knob: a name as in `simkit games GAME`, one entry (`steps.Q`) or `assume.ID`; two names: all combinations.
    target: a rate as a fraction, or a band (0.5, 0.8) or "0.5:0.8".  players: one count or several ("3:5"): one value
    for all of them.  range: "A:B" or "A:B:STEP" narrows the knob, one for each knob in order (default: its whole
    range).  games: of each value that is confirmed.  seed: the search plays seed, the confirmation seed + 1, the best
    value's own rate comes from seed + 2.  seat: in a competitive game, whose win rate is meant.
    Other arguments: as in `simkit.run`.

    Raises InputError for what cannot be tuned.
    """
    check_numbers(games, seed, FINAL + 1)
    base = make_base(game, bots=bots, seat=seat, settings=settings, **rules)
    names = _knobs(base, [knob] if isinstance(knob, str) else list(knob))
    plan = _plan(base, names, read_target(target), players, [range] if isinstance(range, str) else list(range))
    question = Question(plan.values, plan.players, plan.target, games, seed)

    def play(point: Point, seed: int, first: int, number: int) -> Outcomes:
        return base.outcomes(plan.match(point, seed), first, number, workers, on_rows)

    plan.prepare()
    started = time.perf_counter()
    found = find(question, play)
    match = plan.match(Point(found.best, plan.players[0]), seed)
    seconds = time.perf_counter() - started
    return TuneResult(match, names, found, plan.dropped, plan.thinned, plan.command(question), seconds, seat)


# --- what the user gave


def read_target(given: float | str | tuple[float, float]) -> Target:
    """A rate or a band; raises InputError with a hint where it is no fraction."""
    parts = given.split(":") if isinstance(given, str) else given if isinstance(given, Sequence) else [given]
    if len(parts) not in (1, 2):
        raise InputError(f"--target {given}: write a rate, 0.6, or a band, 0.5:0.8")
    rates = [_rate(part) for part in parts]
    if rates[0] > rates[-1]:
        raise InputError(f"--target {given}: a band goes upwards, {rates[-1]:g}:{rates[0]:g}")
    return Target(rates[0], rates[-1])


def _rate(given: Any) -> float:
    word = str(given).strip()
    try:
        number = float(word.removesuffix("%"))
    except ValueError:
        raise InputError(f"--target {given!r}: write a rate, 0.6, or a band, 0.5:0.8") from None
    if word.endswith("%") or 1 < number <= 100:
        raise InputError(f"--target {word}: rates are fractions; did you mean {number / 100:g}?")
    if not math.isfinite(number) or not 0 <= number <= 1:
        raise InputError(f"--target {word}: rates are fractions; allowed: 0 to 1")
    return number


def _knobs(base: Base, given: list[str]) -> tuple[str, ...]:
    names = tuple(axis_name(base.book, name) for name in given)
    if len(names) not in (1, 2) or len(set(names)) < len(names):
        raise InputError(f"--knob {' '.join(given)}: give one knob, or two different ones for a contour")
    for name in names:
        integer_kind(base.book, name)
        where = base.given.assume if name.startswith("assume.") else base.given.set
        key = name.removeprefix("assume.")
        if key in where or key.partition(".")[0] in where:
            raise InputError(f"{key} is fixed as well as tuned; drop one of them")
    return names


def integer_kind(book: RuleBook, name: str) -> Integer:
    """The range of a whole-numbered knob, entry or assumption; raises InputError for any other."""
    head, _, entry = name.partition(".")
    if head == "assume":
        kind: Any = book.assumptions[entry].kind
    elif head in book.knobs:
        kind = book.knobs[head].kind
        kind = kind.item if entry and isinstance(kind, Table) else kind
    else:
        kind = None
    if not isinstance(kind, Integer) or (entry and head in book.knobs and not isinstance(book.knobs[head].kind, Table)):
        numbers = [knob.name for knob in book.knobs.values() if isinstance(knob.kind, Integer)]
        raise InputError(
            f"{name} is no whole number; tune turns {', '.join(numbers)}; "
            f"`simkit compare {book.name.replace('_', '-')} --vs {name}=…` compares other settings"
        )
    return kind


def _values(book: RuleBook, name: str, narrowed: str | None) -> list[int]:
    """All values of a knob, or those of `--range`."""
    kind = integer_kind(book, name)
    if narrowed is None:
        if kind.high - kind.low >= MAX_VALUES * (2 if kind.odd else 1):
            raise InputError(f"{name} has more than {MAX_VALUES} values; narrow it with --range A:B[:STEP]")
        return list(range(kind.low, kind.high + 1, 2 if kind.odd else 1))
    try:
        found = spread(narrowed)
        if kind.odd and narrowed.count(":") == 1:
            found = [value for value in found if int(value) % 2]
        return sorted(int(value) for value in read_axis(book, name, found).values)
    except InputError as error:
        raise InputError(f"--range {narrowed}: {error}") from None


# --- what will be played


@dataclass
class Plan:
    """All values that can be played, and how.

    dropped: values that cannot, by the reason of the first of them.  thinned: a grid leaves out values between.
    """

    base: Base
    names: tuple[str, ...]
    target: Target
    players: tuple[int, ...]
    ranges: list[str]
    values: tuple[Value, ...] = ()
    dropped: dict[str, list[Value]] = field(default_factory=dict)
    thinned: bool = False
    _matches: dict[tuple[Point, int], Match] = field(default_factory=dict)

    def match(self, point: Point, seed: int) -> Match:
        if (point, seed) not in self._matches:
            turned: dict[str, Any] = {}
            for name, value in zip(self.names, point.value, strict=True):
                part = changed({}, name, value)
                turned = {key: {**turned.get(key, {}), **part.get(key, {})} for key in {*turned, *part}}
            rules = self.base.rules(players=point.players, **turned)
            self._matches[point, seed] = self.base.match(rules, seed)
        return self._matches[point, seed]

    def prepare(self) -> None:
        """Compile what will be played."""
        for players in self.players:
            self.match(Point(self.values[0], players), 0).prepare()

    def playable(self, value: Value) -> bool:
        """Whether all player counts can play it; notes why not."""
        try:
            for players in self.players:
                self.match(Point(value, players), 0)
        except InputError as error:
            kind = _DIGITS.sub("#", str(error))  # the same reason with other numbers is the same reason
            reason = next((known for known in self.dropped if _DIGITS.sub("#", known) == kind), str(error))
            self.dropped.setdefault(reason, []).append(value)
            return False
        return True

    def command(self, question: Question) -> str:
        """The command line that gives this answer again."""
        match = self.match(Point(self.values[0], self.players[0]), 0)
        settings, book = match.rules.settings, self.base.book
        kept = {name: value for name, value in settings.set.items() if name not in self.names}
        assumed = {name: value for name, value in settings.assume.items() if f"assume.{name}" not in self.names}
        plain = replace(settings, set=kept, assume=assumed, players=book.default_players)
        words = ["simkit", "tune", book.name.replace("_", "-")]
        words += [word for name in self.names for word in ("--knob", name)]
        words += ["--target", ":".join(repr(float(rate)) for rate in dict.fromkeys(self.target))]
        words += [word for given in self.ranges for word in ("--range", given)]
        words += settings_arguments(replace(match, rules=replace(match.rules, settings=plain)))
        if self.players != (book.default_players,):
            words += ["--players", ",".join(map(str, self.players))]
        words += ["--bots", bots_argument(match)]
        words += ["--seat", str(self.base.seat)] if self.base.seat is not None else []
        return shlex.join([*words, "-n", str(question.games), "--seed", str(question.seed)])


def _plan(base: Base, names: tuple[str, ...], target: Target, players: Any, ranges: list[str]) -> Plan:
    if len(ranges) not in (0, len(names)):
        raise InputError(f"{len(ranges)} ranges for {len(names)} knobs; give one --range for each, or none")
    counts = _player_counts(base, players)
    check_seat(base, counts[0])
    plan = Plan(base, names, target, counts, ranges)
    given = [_values(base.book, name, ranges[k] if ranges else None) for k, name in enumerate(names)]
    combinations = [(value,) for value in given[0]] if len(given) == 1 else _grid(given[0], given[1], len(counts))
    plan.thinned = len(combinations) < math.prod(map(len, given))
    plan.values = tuple(value for value in combinations if plan.playable(value))
    if not plan.values:
        raise InputError(next(iter(plan.dropped)))
    return plan


def _player_counts(base: Base, given: Any) -> tuple[int, ...]:
    if given is None:
        return ((base.file.players if base.file else None) or base.book.default_players,)
    try:
        counts = tuple(sorted(read_axis(base.book, "players", given).values))
    except InputError as error:
        raise InputError(f"--players {given}: {error}") from None
    return counts


def _grid(first: list[int], second: list[int], counts: int) -> list[Value]:
    """All combinations; where they are too many, evenly spaced values of each knob, its ends among them."""
    if len(first) * len(second) * counts > MAX_POINTS:
        side = max(2, min(GRID_SIDE, math.isqrt(MAX_POINTS // counts)))
        first, second = _thinned(first, side), _thinned(second, side)
    return [(a, b) for a in first for b in second]


def _thinned(values: list[int], number: int) -> list[int]:
    if len(values) <= number:
        return values
    return sorted({values[round(k * (len(values) - 1) / (number - 1))] for k in range(number)})

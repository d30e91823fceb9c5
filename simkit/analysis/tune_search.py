"""Find the knob values whose rate is nearest to a target, with as few games as possible; knows no game.

Three seeds, one after another: on the first the search decides which values are worth a closer look, on the second
("fresh" games) these are confirmed: the set that may be nearest, the values inside a band, the brackets.  The best
value is chosen there, so its rate is taken from the third seed: the luck that got it chosen is not in it.

One knob: nine values over the whole range show whether the rates rise or fall with the knob.  If so, bisection finds
where they cross the target and a window around the crossing is confirmed; it grows until the values at its ends are
shown to be farther from the target than another one, and with them all values beyond.  If not, the whole range is
scanned: all values are played, those that are shown to be farther drop out, the others are confirmed.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from simkit.analysis.samples import Play, Point, Samples
from simkit.stats.nearest import nearest_set, shared
from simkit.stats.shape import FALLS, FLAT, MIXED, RISES, Shape, shape

LOOK = 1000  # games of a first look at a value
GRID = 9  # values that show the shape
CONFIDENCE = 0.95
SCREENING_ERROR = 0.01  # of the 0.05, where a scan drops values before confirmation
SEARCH, FRESH, FINAL = 0, 1, 2  # added to the seed

Value = tuple[int, ...]


class Target(NamedTuple):
    """A band of rates; a point if both ends are the same."""

    low: float
    high: float

    @property
    def point(self) -> bool:
        return self.low == self.high

    @property
    def middle(self) -> float:
        return (self.low + self.high) / 2


@dataclass(frozen=True)
class Question:
    """What is looked for.  values: all that may be played, in the knob's order; games: of each confirmed value."""

    values: tuple[Value, ...]
    players: tuple[int, ...]
    target: Target
    games: int
    seed: int

    @property
    def look(self) -> int:
        return min(LOOK, self.games)

    def points(self, values: Sequence[Value]) -> list[Point]:
        """Value by value, each with all player counts."""
        return [Point(value, players) for value in values for players in self.players]


@dataclass
class Found:
    """What was found.

    shapes: by player count, RISES, FALLS, FLAT or MIXED; turns: pairs of values that show a rise or fall against the
    rest, where mixed.  shape_values: the values of the first look.  scanned: the whole range was played.
    confirmed: values played on fresh games, in order.  nearest: those that may be nearest to the target (of a band: to
    its middle), inside: those whose interval lies inside the band for all player counts, possible: those whose interval
    meets it.  outside: player counts whose rate never reaches the target.  brackets: by player count.
    """

    question: Question
    search: Samples
    fresh: Samples
    final: Samples
    shapes: dict[int, str] = field(default_factory=dict)
    turns: dict[int, list[tuple[Value, Value]]] = field(default_factory=dict)
    shape_values: list[Value] = field(default_factory=list)
    scanned: bool = False
    confirmed: list[Value] = field(default_factory=list)
    confidence: float = CONFIDENCE  # of the fresh intervals together
    nearest: list[Value] = field(default_factory=list)
    inside: list[Value] = field(default_factory=list)
    possible: list[Value] = field(default_factory=list)
    outside: list[int] = field(default_factory=list)
    brackets: dict[int, list[Value]] = field(default_factory=dict)
    best: Value = ()

    @property
    def each(self) -> float:
        """Confidence of each fresh interval."""
        return shared(self.confidence, len(self.confirmed) * len(self.question.players))

    @property
    def games(self) -> int:
        return self.search.games + self.fresh.games + self.final.games


def find(question: Question, play: Play) -> Found:
    """Search, confirm, choose.  Raises what `play` raises."""
    search, fresh, final = (Samples(play, question.seed + step) for step in (SEARCH, FRESH, FINAL))
    found = Found(question, search, fresh, final)
    one_knob = len(question.values[0]) == 1
    if one_knob:
        _look_at_shape(found)
    if one_knob and all(name in (RISES, FALLS) for name in found.shapes.values()):
        _bracket(found)
        _check_again(found)
    else:
        found.scanned = True
    if found.scanned:
        _scan(found)
    _conclude(found)
    return found


# --- shape


def _look_at_shape(found: Found) -> None:
    values = found.question.values
    places = np.unique(np.linspace(0, len(values) - 1, min(GRID, len(values))).round().astype(int))
    found.shape_values = [values[place] for place in places]
    for players in found.question.players:
        seen = _shape(found.search, found.shape_values, players, found.question.look)
        _note(found, players, seen, found.shape_values)


def _shape(samples: Samples, values: Sequence[Value], players: int, number: int) -> Shape:
    return shape(samples.counts([Point(value, players) for value in values], number))


def _note(found: Found, players: int, seen: Shape, values: Sequence[Value]) -> None:
    found.shapes[players] = seen.name
    pairs = [pair for pair in (seen.up, seen.down) if pair and seen.name == MIXED]
    found.turns[players] = [(values[first], values[second]) for first, second in pairs]


def _check_again(found: Found) -> None:
    """With all values played meanwhile: where they contradict the shape, the whole range is scanned after all."""
    question = found.question
    for players in question.players:
        tried = [value for value in question.values if found.search.played(Point(value, players))]
        for samples, values, number in (
            (found.search, tried, question.look),
            (found.fresh, found.confirmed, question.games),
        ):
            seen = _shape(samples, values, players, number)
            if seen.name not in (FLAT, found.shapes[players]):
                _note(found, players, seen._replace(name=MIXED), values)
                found.scanned = True
                break


# --- one knob with a monotone shape


def _bracket(found: Found) -> None:
    """Bisect, confirm a window around the crossings, let it grow until its ends are out."""
    target = found.question.target
    places = [_crossing(found, players, rate) for players in found.question.players for rate in {*target}]
    last = len(found.question.values) - 1
    low, high = (max(0, min(places) - 1), min(last, max(places))) if target.point else _band_window(found)
    while True:
        found.confirmed = list(found.question.values[low : high + 1])
        _confirm(found)
        grow_low, grow_high = _open_ends(found)
        if not (grow_low and low > 0) and not (grow_high and high < last):
            return
        low, high = low - int(grow_low and low > 0), high + int(grow_high and high < last)


def _band_window(found: Found) -> tuple[int, int]:
    """First and last place that search games put into the band for all player counts, one more on each side."""
    question = found.question
    ranges = []
    for players in question.players:
        ends = sorted(_crossing(found, players, rate) for rate in question.target)
        ranges.append((ends[0], ends[1] - 1))
    first, last = max(low for low, _ in ranges), min(high for _, high in ranges)
    first, last = min(first, last + 1), max(first - 1, last)  # no value fits all: the two between which they part
    return max(0, first - 1), min(len(question.values) - 1, last + 1)


def _crossing(found: Found, players: int, rate: float) -> int:
    """Place of the first value on the far side of the rate; the number of values if there is none."""
    far_is_above = found.shapes[players] == RISES

    def far(place: int) -> bool:
        point = Point(found.question.values[place], players)
        return _above(found, point, rate) == far_is_above

    looked = [found.question.values.index(value) for value in found.shape_values]
    low, high = _bisect(looked, far)
    return _bisect(range(low + 1, high), far)[1] if high > low + 1 else high


def _bisect(places: Sequence[int], far: Callable[[int], bool]) -> tuple[int, int]:
    """Last place that is near and first that is far; one beyond the ends where there is none."""
    below, above = -1, len(places)
    while above - below > 1:
        middle = (below + above) // 2
        below, above = (below, middle) if far(places[middle]) else (middle, above)
    near = places[below] if below >= 0 else places[0] - 1
    return near, places[above] if above < len(places) else places[-1] + 1


def _above(found: Found, point: Point, rate: float) -> bool:
    """Whether the point's rate is above; games double until 99 % intervals say so or all are played."""
    number = found.question.look
    while True:
        found.search.won(point, max(number, found.search.played(point)))
        low, high = found.search.interval(point, 0.99)
        if low > rate or high < rate or number >= found.question.games:
            return found.search.rate(point) >= rate
        number = min(2 * number, found.question.games)


def _open_ends(found: Found) -> tuple[bool, bool]:
    """Whether values beyond the window could matter, at its low and its high end."""
    matter = found.nearest if found.question.target.point else found.possible
    beyond = [_beyond(found, players) for players in found.question.players]
    low = found.confirmed[0] in matter or any(side < 0 for side in beyond)
    high = found.confirmed[-1] in matter or any(side > 0 for side in beyond)
    return low, high


def _beyond(found: Found, players: int) -> int:
    """−1 or 1 if the window's fresh rates say that the target's middle is crossed below or above it, else 0."""
    target = found.question.target.middle
    rates = [found.fresh.rate(Point(value, players)) for value in found.confirmed]
    if min(rates) <= target <= max(rates) or not found.question.target.point:
        return 0
    rises = found.shapes[players] == RISES
    return 1 if (max(rates) < target) == rises else -1


# --- scan


def _scan(found: Found) -> None:
    """Play all values, drop those shown to be farther, confirm the others."""
    question = found.question
    found.confidence = CONFIDENCE + SCREENING_ERROR
    left = list(question.values)
    steps = list(_steps(question))
    for number in steps:
        found.search.counts(question.points(left), number)
        left = _left(found, left, number, 1 - SCREENING_ERROR / len(steps))
    if len(question.values[0]) == 1:
        left = sorted({*left, *_crossing_values(found, left)}, key=question.values.index)
    found.confirmed = left
    _confirm(found)


def _steps(question: Question) -> Iterator[int]:
    """Numbers of games after which values drop out: a first look, then four times as many, … up to all."""
    number = question.look
    while number < question.games:
        yield number
        number *= 4
    yield question.games


def _left(found: Found, values: list[Value], number: int, confidence: float) -> list[Value]:
    """Values that may still be the answer."""
    question = found.question
    if len(values) == 1:
        return values
    now = found.search.counts(question.points(values), number)
    keep = nearest_set(now, question.target.middle, confidence, len(question.players))
    if not question.target.point:
        keep |= _meets(found.search, question, values, shared(confidence, len(now.wins)))
    return [value for value, kept in zip(values, keep, strict=True) if kept]


def _crossing_values(found: Found, left: list[Value]) -> list[Value]:
    """Neighbours between which search games cross the target, the pair nearest to the values left for each count."""
    values, target = found.question.values, found.question.target.middle
    chosen: list[Value] = []
    for players in found.question.players:
        above = [found.search.rate(Point(value, players)) >= target for value in values]
        pairs = [place for place in range(len(values) - 1) if above[place] != above[place + 1]]
        if pairs:
            centre = float(np.median([values.index(value) for value in left]))
            place = min(pairs, key=lambda pair: abs(pair + 0.5 - centre))
            chosen += values[place : place + 2]
    return chosen


# --- fresh games


def _confirm(found: Found) -> None:
    """Play the confirmed values on fresh games: which may be nearest, which lie in the band."""
    question, values = found.question, found.confirmed
    now = found.fresh.counts(question.points(values), question.games)
    keep = nearest_set(now, question.target.middle, found.confidence, len(question.players))
    found.nearest = [value for value, kept in zip(values, keep, strict=True) if kept]
    meets = _meets(found.fresh, question, values, found.each)
    found.possible = [value for value, kept in zip(values, meets, strict=True) if kept]
    found.inside = [value for value in values if _inside(found, value)]


def _meets(samples: Samples, question: Question, values: Sequence[Value], confidence: float) -> np.ndarray:
    """(values,) whether the intervals of all player counts meet the band."""
    low, high = question.target

    def meets(point: Point) -> bool:
        ends = samples.interval(point, confidence)
        return ends.low <= high and low <= ends.high

    return np.array([all(meets(point) for point in question.points([value])) for value in values])


def _inside(found: Found, value: Value) -> bool:
    low, high = found.question.target
    ends = [found.fresh.interval(point, found.each) for point in found.question.points([value])]
    return all(low <= item.low and item.high <= high for item in ends)


def _conclude(found: Found) -> None:
    """Reached or not, brackets, the best value and its games on the third seed."""
    question = found.question
    found.outside = [players for players in question.players if _never_reached(found, players)]
    found.best = min(
        found.nearest if question.target.point else found.confirmed, key=lambda value: _badness(found, value)
    )
    if len(question.values[0]) == 1:
        found.brackets = {players: _brackets(found, players) for players in question.players}
    for point in question.points([found.best]):
        found.final.won(point, question.games)


def _badness(found: Found, value: Value) -> float:
    """Distance of the worst player count from the target; from a band less than 0 inside it."""
    low, high = found.question.target
    rates = [found.fresh.rate(point) for point in found.question.points([value])]
    return max(max(low - rate, rate - high) for rate in rates)


def _never_reached(found: Found, players: int) -> bool:
    """Whether all values lie on one side of the target, as far as simultaneous intervals show.

    A scan played all values; with a monotone shape the end of the range nearest to the target stands for them.
    """
    low, high = found.question.target
    values = found.question.values
    samples, level = (found.search, shared(CONFIDENCE, len(values))) if found.scanned else (found.fresh, found.each)
    looked = values if found.scanned else found.confirmed
    ends = [samples.interval(Point(value, players), level) for value in looked]
    below, above = all(item.high < low for item in ends), all(item.low > high for item in ends)
    rises = found.shapes.get(players) == RISES
    highest, lowest = (values[-1], values[0]) if rises else (values[0], values[-1])
    return (below and (found.scanned or highest in looked)) or (above and (found.scanned or lowest in looked))


def _brackets(found: Found, players: int) -> list[Value]:
    """The neighbours between which fresh rates cross the target's middle, nearest to the best.

    Without such a pair the confirmed value whose rate is nearest, and nothing if the target is never reached.
    """
    if players in found.outside:
        return []
    target = found.question.target.middle
    place_of = {value: place for place, value in enumerate(found.question.values)}
    gaps = {value: found.fresh.rate(Point(value, players)) - target for value in found.confirmed}
    pairs = [
        (a, b)
        for a, b in itertools.pairwise(found.confirmed)
        if place_of[b] == place_of[a] + 1 and gaps[a] * gaps[b] <= 0
    ]
    if not pairs:
        return [min(gaps, key=lambda value: abs(gaps[value]))]
    first, second = min(pairs, key=lambda pair: abs(place_of[pair[0]] + 0.5 - place_of[found.best]))
    return [first, second]

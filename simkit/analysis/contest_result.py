"""What a comparison gives back: scores, differences, ratings, as tables, text and JSON."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from simkit import stats
from simkit.match import Match
from simkit.result import settings_text
from simkit.sections import InSections, Section
from simkit.show import amount, percent, whole
from simkit.stats import Interval, Sprt

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Score:
    """A contender's win rate (cooperative) or points a game (competitive, a shared win as its fraction).

    games: games played, one for each seat held.  unfinished: how many of them.
    """

    contender: str
    bot: str
    games: int
    points: float
    rate: float
    low: float
    high: float
    unfinished: int


@dataclass(frozen=True)
class Difference:
    """Second contender minus first on the same games, with a 95 % interval; p_adjusted is Holm's over all pairs."""

    a: str
    b: str
    difference: float
    low: float
    high: float
    p: float
    p_adjusted: float
    games: int
    pairs: int  # games (deals in a competitive game) within which the two are compared


@dataclass(frozen=True)
class SeatScore:
    """Points a game of a contender at one seat."""

    contender: str
    seat: int
    games: int
    points: float
    rate: float
    low: float
    high: float


@dataclass(frozen=True)
class Rating:
    """Strength on the Elo scale; the mean of the bots of a setting is 0."""

    bot: str
    rating: float
    low: float
    high: float


@dataclass(frozen=True, repr=False)
class CompareResult(InSections):
    """What `simkit.compare` gives back.

    number: game indices (deals) all contenders played.  seats, ratings: competitive games only.
    """

    base: Match
    number: int
    scores: list[Score]
    differences: list[Difference]
    seats: list[SeatScore] | None
    ratings: list[Rating] | None
    sprt: Sprt | None
    command: str
    seconds: float

    @property
    def cooperative(self) -> bool:
        return self.seats is None

    @property
    def intervals(self) -> str:
        """What the intervals are: where a test stopped the games they cover less than they say."""
        return "intervals after a test that stopped the games, no proper 95 %" if self.stopped else "95 % intervals"

    @functools.cached_property
    def table(self) -> pd.DataFrame:
        """One row a contender; in a competitive game with its rating.  interval: `fixed`, or `stopped` by a test."""
        frame = self._frame(self.scores)
        if self.ratings:
            columns = {"rating": "rating", "low": "rating_low", "high": "rating_high"}
            frame = frame.join(_frame(self.ratings)[list(columns)].rename(columns=columns))
        return frame

    @functools.cached_property
    def pair_table(self) -> pd.DataFrame:
        """One row a pair of contenders."""
        return self._frame(self.differences)

    @functools.cached_property
    def seat_table(self) -> pd.DataFrame:
        """One row a contender and seat; no rows for a cooperative game."""
        return self._frame(self.seats or [])

    def _frame(self, rows: Sequence[Any]) -> pd.DataFrame:
        frame = _frame(rows)
        return frame.assign(interval="stopped" if self.stopped else "fixed") if len(frame) else frame

    def as_dict(self) -> dict[str, Any]:
        """The object `simkit compare --json` prints."""
        return {
            "command": self.command,
            "game": self.base.game,
            "settings": self.base.rules.settings.as_dict(),
            "seed": self.base.seed,
            "games": self.number,
            "intervals": self.intervals,
            "contenders": [asdict(item) for item in self.scores],
            "pairs": [asdict(item) for item in self.differences],
            "seats": None if self.seats is None else [asdict(item) for item in self.seats],
            "ratings": None if self.ratings is None else [asdict(item) for item in self.ratings],
            "sprt": self._sprt_dict(),
            "seconds": self.seconds,
        }

    def _sprt_dict(self) -> dict[str, Any] | None:
        if self.sprt is None:
            return None
        names = ("decision", "pairs", "llr", "low", "high", "alpha", "beta")
        return {name: getattr(self.sprt, name) for name in names}

    def plot(self) -> Any:
        """A matplotlib figure: rates, differences and ratings, each with its interval."""
        from simkit.report.compare import figure

        return figure(self)

    def sections(self) -> list[Section]:
        """The result for people."""
        found = [self._score_section(), self._difference_section()]
        if self.seats:
            found.append(self._seat_section())
        if self.sprt:
            found.append(Section(self._verdict(), (), []))
        return found

    def title(self) -> str:
        """Game, settings, seed and number of games in one line."""
        base, number = self.base, whole(self.number)
        unit = ("game" if self.cooperative else "deal") + ("s" if self.number > 1 else "")
        settings = settings_text(base)
        parts = [base.rules.book.title, *([settings] if settings else []), f"seed {base.seed}"]
        return " · ".join([*parts, f"{number} {unit}, the same for all"])

    def _score_section(self) -> Section:
        rate = "win rate" if self.cooperative else "points a game"
        header = ["contender", rate, "games", "unfinished"]
        rows = [
            [
                item.contender,
                percent(item.rate, Interval(item.low, item.high)),
                whole(item.games),
                whole(item.unfinished),
            ]
            for item in self.scores
        ]
        if self.ratings:
            header.append("rating")
            for row, rating in zip(rows, self.ratings, strict=True):
                row.append(amount(rating.rating, Interval(rating.low, rating.high)))
        return Section(f"{self.title()}; {self.intervals}", tuple(header), rows)

    def _difference_section(self) -> Section:
        header = ["second − first", "percentage points", "p"]
        header += ["p (Holm)"] if len(self.differences) > 1 else []
        rows = []
        for item in self.differences:
            gap, interval = item.difference * 100, Interval(item.low * 100, item.high * 100)
            row = [f"{item.b} − {item.a}", amount(gap, interval), p_text(item.p), p_text(item.p_adjusted)]
            rows.append(row[: len(header)])
        unit = "games" if self.cooperative else "deals"
        return Section(f"differences within the same {unit}, {self.intervals}", tuple(header), rows)

    def _seat_section(self) -> Section:
        assert self.seats is not None
        seats = range(max(item.seat for item in self.seats) + 1)
        rows = [[item.contender] for item in self.scores]
        for row in rows:
            mine = [item for item in self.seats if item.contender == row[0]]
            row += [_rate(item) for item in mine]
            row += [""] * (len(seats) + 1 - len(row))
        return Section("points a game by seat", ("contender", *(f"seat {seat}" for seat in seats)), rows)

    @property
    def stopped(self) -> bool:
        """Whether a sequential test ended the games."""
        return self.sprt is not None and self.sprt.decision != stats.UNDECIDED

    def _verdict(self) -> str:
        test, unit = self.sprt, "games" if self.cooperative else "deals"
        assert test is not None
        low, high = (f"{value * 100:g}" for value in (test.low, test.high))
        said = {
            stats.H0: f"H0 accepted: the difference is nearer to {low} than to {high} points",
            stats.H1: f"H1 accepted: the difference is nearer to {high} than to {low} points",
            stats.UNDECIDED: f"undecided between {low} and {high} points",
        }[test.decision]
        basis = f"{whole(test.pairs)} {unit}, log likelihood ratio {test.llr:.2f}"
        return f"sequential test: {said}; {basis}, error rates {test.alpha:g} and {test.beta:g}"


def _rate(item: Score | SeatScore) -> str:
    return percent(item.rate, Interval(item.low, item.high))


def p_text(p: float) -> str:
    """A p-value as people read it."""
    return "< 0.0001" if p < 0.0001 else f"{p:.4f}" if p < 0.1 else f"{p:.2f}"


def _frame(rows: Sequence[Any]) -> pd.DataFrame:
    import pandas as pd

    return pd.DataFrame([asdict(row) for row in rows])

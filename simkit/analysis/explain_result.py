"""What `simkit.explain` gives back: facts in sections, example games, a figure."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from simkit import games, stats
from simkit.games.core import Result
from simkit.match import Match
from simkit.result import RunResult, watch_command
from simkit.show import amount, percent, words

if TYPE_CHECKING:
    import pandas as pd

RATE, NUMBER, MIDDLE = "rate", "number", "percentile"
MANY = 9  # different values of a number that are still listed one by one


class Fact(NamedTuple):
    """One line: a rate or a mean with its 95 % interval, or a percentile without; over how many games or decisions."""

    section: str
    item: str
    kind: str
    value: float | None
    low: float | None
    high: float | None
    n: int
    note: str = ""

    @property
    def text(self) -> str:
        if self.value is None:
            return "–"
        if self.low is None or self.high is None:
            return f"{self.value:.3g}"
        ends = stats.Interval(self.low, self.high)
        return percent(self.value, ends) if self.kind == RATE else amount(self.value, ends)


@dataclass(frozen=True)
class Example:
    """A game worth watching: what it is an example of, its index, how it went, the command that shows it."""

    name: str
    index: int
    how: str
    command: str


@dataclass(frozen=True, repr=False)
class ExplainResult:
    """Games of one setting, explained.

    rows: (games,) outcome rows.  counts: (games × seats) `COUNTS` records, what each seat was asked.
    """

    match: Match
    rows: Any
    counts: Any
    seconds_per_decision: float
    command: str
    seconds: float

    @property
    def games(self) -> int:
        return len(self.rows)

    @functools.cached_property
    def run(self) -> RunResult:
        """The same games as `simkit.run` gives them."""
        return RunResult(self.match, self.rows, self.seconds)

    @property
    def cooperative(self) -> bool:
        return self.run.cooperative

    @functools.cached_property
    def facts(self) -> list[Fact]:
        """Everything found, section by section."""
        parts = [self._results(), self._lengths(), self._moments(), self._close(), self._decisions(), self._minutes()]
        return [fact for part in [*parts, self._standing(), self._limits()] for fact in part]

    # --- how games end

    def _results(self) -> Iterator[Fact]:
        section = "how games are won and lost"
        if self.cooperative:
            yield share(section, "won", self.run.wins, self.games)
        for seat in self.run.seats or []:
            n, fair = self.games, 1 / len(self.match.bots)
            note = f"seat advantage {100 * (seat['rate'] - fair):+.1f} points against {100 * fair:.1f} %"
            yield Fact(section, f"seat {seat['seat']} wins", RATE, seat["rate"], seat["low"], seat["high"], n, note)
        for reason, count in self.run.outcomes.items():
            yield share(section, words(reason), count, self.games, self._ends[reason])

    @functools.cached_property
    def _ends(self) -> dict[str, str]:
        """Reason → the rule it comes from."""
        found: dict[str, str] = self._summary.ends(self.match.rules)
        return found

    @property
    def _summary(self) -> Any:
        return games.module(self.match.game, "summary")

    @property
    def _reasons(self) -> Any:
        return games.module(self.match.game, "state").Reason

    def _lengths(self) -> Iterator[Fact]:
        section = f"{self.run.length['unit']} a game"
        yield from spread(section, "all games", self.rows["length"])
        for reason in self._reasons:
            yield from spread(section, words(reason.name.lower()), self.rows["length"][self.rows["reason"] == reason])

    def _moments(self) -> Iterator[Fact]:
        for title, of, values in self._summary.moments(self.rows, self.match.rules):
            yield from spread("when the decisive event fell", title, values, of)
        if not self.cooperative and len(self.behind[0]):
            _, turns, _, last = self.behind
            note = "from then on nobody was ahead of the winner when a turn began; 0: never behind"
            yield mean("when the decisive event fell", "part of the turns gone by then", last / turns, note)

    # --- how close it was

    @functools.cached_property
    def lost(self) -> Any:
        """Indices of lost games (cooperative games)."""
        return np.flatnonzero(self.rows["result"] == Result.LOSS)

    def _close(self) -> Iterator[Fact]:
        if self.cooperative:
            for title, values in self._summary.closeness(self.rows[self.lost], self.match.rules):
                yield from spread("how close losses were", title, values, "lost games")

    # --- decisions

    @functools.cached_property
    def asked(self) -> Any:
        """(games × seats × decisions) how often a seat was asked."""
        return self.counts["asked"]

    @functools.cached_property
    def forced(self) -> Any:
        """(games × seats × decisions) of these, how often exactly one action was legal."""
        return self.counts["forced"]

    def _decisions(self) -> Iterator[Fact]:
        section = "decisions"
        yield mean(section, "at the table, a game", self.asked.sum(axis=(1, 2)))
        for seat in range(len(self.match.bots)):
            yield mean(section, f"seat {seat}, a game", self.asked[:, seat].sum(axis=1))
        yield self._forced("forced, all seats")
        for seat in range(len(self.match.bots)):
            yield self._forced(f"forced, seat {seat}", seat=seat)
        for decision in games.module(self.match.game, "state").Decision:
            name = words(decision.name.lower())
            yield mean(section, f"{name}, a seat and game", self.asked[:, :, decision].mean(axis=1))
            yield self._forced(f"forced, {name}", decision=decision)

    def _forced(self, item: str, seat: int | slice = slice(None), decision: int | slice = slice(None)) -> Fact:
        """Share of forced decisions; the game is the unit of its interval."""
        part, of = (
            counts[:, seat, decision].reshape(self.games, -1).sum(axis=1) for counts in (self.forced, self.asked)
        )
        return ratio("decisions", item, part, of, "exactly one legal action")

    def _minutes(self) -> Iterator[Fact]:
        minutes = self.asked.sum(axis=(1, 2)) * self.seconds_per_decision / 60
        note = f"{self.seconds_per_decision:g} s a decision, one after another"
        yield mean("minutes a game", "mean", minutes, note)
        for share_ in (5, 50, 95):
            yield middle("minutes a game", f"{share_} % of games last at most", minutes, share_)

    # --- competitive games

    @functools.cached_property
    def behind(self) -> tuple[Any, Any, Any, Any]:
        """Of each game with one winner: its index, turns, turns that began with the winner behind, the last of them."""
        index = np.flatnonzero(self.rows["result"] == Result.WIN)
        seats = np.log2(self.rows["winners"][index].astype(np.int64)).astype(np.int64)
        each = self.counts["behind"].sum(axis=1)[index, seats]
        last = self.counts["last_behind"].max(axis=1)[index, seats]
        return index, self.rows["length"][index].astype(np.int64), each, last

    def _standing(self) -> Iterator[Fact]:
        if self.cooperative:
            return
        section = "lead and comeback"
        yield from spread(section, "lead changes a game", self.rows["lead_changes"])
        _, turns, each, last = self.behind
        note = "behind: another seat had collected more cards when a turn began"
        yield ratio(section, "turns the later winner was behind", each, turns, note)
        yield share(section, "games the later winner was behind at some turn", int((each > 0).sum()), len(turns))
        yield share(
            section, "games the winner was behind as the last turn began", int((last == turns).sum()), len(turns)
        )

    # --- dead ends

    def _limits(self) -> Iterator[Fact]:
        section = "dead ends and turn limits"
        found = {"deal_impossible", "turn_limit", "rounds_over"} & set(self.run.outcomes)
        for reason in sorted(found):
            yield share(section, words(reason), self.run.outcomes[reason], self.games, self._ends[reason])
        unfinished = int((self.rows["result"] == Result.UNFINISHED).sum())
        yield share(section, "unfinished games", unfinished, self.games, "count in every rate, never as a loss")

    # --- games to watch

    @functools.cached_property
    def examples(self) -> list[Example]:
        """The typical, the closest and the worst game."""
        typical = self._typical()
        found = [("typical", typical, "its reason is the commonest, its length that reason's median")]
        found += self._of_losses() if self.cooperative else self._of_wins()
        return [
            Example(name, index, f"{how}; {self._how(index)}", watch_command(self.match, index))
            for name, index, how in found
        ]

    def _typical(self) -> int:
        """The first game with the commonest reason and the length nearest to its median."""
        reason = np.bincount(self.rows["reason"]).argmax()
        of_it = np.flatnonzero(self.rows["reason"] == reason)
        lengths = self.rows["length"][of_it]
        return int(of_it[np.abs(lengths - np.median(lengths)).argmin()])

    def _of_losses(self) -> list[tuple[str, int, str]]:
        if not len(self.lost):
            return []
        distance = self._summary.distance(self.rows[self.lost], self.match.rules)
        closest, worst = int(self.lost[distance.argmin()]), int(self.lost[distance.argmax()])
        rule = self._summary.DISTANCE
        return [
            ("closest", closest, f"the lost game nearest to a win ({rule})"),
            ("worst", worst, "the lost game furthest from one"),
        ]

    def _of_wins(self) -> list[tuple[str, int, str]]:
        index, turns, each, _ = self.behind
        if not len(index):
            return []
        changes = self.rows["lead_changes"][index] + turns / 1e6
        one_sided = each / turns + turns / 1e6
        return [
            ("closest", int(index[changes.argmax()]), "most lead changes, of equals the longest game"),
            ("worst", int(index[one_sided.argmin()]), "most one-sided: the winner hardly ever behind, and soon done"),
        ]

    def _how(self, index: int) -> str:
        row = self.rows[index]
        reason = words(self._reasons(row["reason"]).name.lower())
        return f"{reason} after {row['length']} {self.run.length['unit']}"

    # --- shapes

    @property
    def table(self) -> pd.DataFrame:
        """One row a fact: section, item, kind, value, low, high, n, note."""
        import pandas as pd

        return pd.DataFrame(self.facts, columns=list(Fact._fields))

    def plot(self) -> Any:
        """A matplotlib figure: length by reason, how close it was, forced decisions."""
        from simkit.report.explain import figure

        return figure(self)

    def write(self, folder: Path) -> list[Path]:
        """The table (csv), the example games and the figure; returns the files."""
        from simkit.report.explain import write

        return write(self, folder)

    def as_dict(self) -> dict[str, Any]:
        """The object `simkit explain --json` prints."""
        match = self.match
        return {
            "command": self.command,
            "game": match.game,
            "settings": match.rules.settings.as_dict(),
            "bots": [bot.label for bot in match.bots],
            "slip": list(match.slip) or None,
            "seed": match.seed,
            "games": self.games,
            "seconds_per_decision": self.seconds_per_decision,
            "facts": [fact._asdict() for fact in self.facts],
            "examples": [asdict(example) for example in self.examples],
            "seconds": self.seconds,
        }

    def __str__(self) -> str:
        from simkit.report.explain import text

        return text(self)

    __repr__ = __str__  # at a prompt

    def _repr_html_(self) -> str:
        return str(self.table.to_html(index=False))


# --- facts from numbers


def share(section: str, item: str, count: int, n: int, note: str = "") -> Fact:
    """Part of n games with Wilson's interval."""
    low, high = stats.wilson(count, n)
    return Fact(section, item, RATE, count / n if n else None, low, high, n, note)


def mean(section: str, item: str, values: Any, note: str = "") -> Fact:
    """Mean of one value a game with Student's interval; no interval from fewer than two games."""
    values = np.asarray(values, float)
    if len(values) < 2:
        return Fact(section, item, NUMBER, float(values.mean()) if len(values) else None, None, None, len(values), note)
    low, high = stats.mean_interval(float(values.mean()), float(values.var(ddof=1)), len(values))
    return Fact(section, item, NUMBER, float(values.mean()), low, high, len(values), note)


def middle(section: str, item: str, values: Any, percent_: int) -> Fact:
    """A percentile of the games."""
    value = float(np.percentile(values, percent_, method="inverted_cdf")) if len(values) else None
    return Fact(section, item, MIDDLE, value, None, None, len(values))


def ratio(section: str, item: str, part: Any, of: Any, note: str = "") -> Fact:
    """Sum of `part` ÷ sum of `of`, both one value a game; the interval takes the game as the unit.

    Ratio estimator with linearised variance (Cochran, "Sampling Techniques", 3rd ed. 1977, formula 6.13); where no
    game differs, Wilson's interval.  None where there is nothing to divide by.
    """
    part, of = np.asarray(part, float), np.asarray(of, float)
    n, total = len(of), float(of.sum())
    if not total:
        return Fact(section, item, RATE, None, None, None, 0, note)
    value = float(part.sum()) / total
    rest = part - value * of
    low, high = stats.wilson(float(part.sum()), int(total))
    if n > 1 and rest.any():
        low, high = stats.mean_interval(value, float(rest.var(ddof=1)) / float(of.mean()) ** 2, n)
    return Fact(section, item, RATE, value, max(0.0, low), min(1.0, high), int(total), note)


def spread(section: str, item: str, values: Any, of: str = "") -> Iterator[Fact]:
    """Mean and percentiles of one value a game; each value's share where there are few different ones."""
    values = np.asarray(values, np.int64)
    if not len(values):
        return
    yield mean(section, f"{item}: mean", values, of)
    for percent_ in (5, 50, 95):
        yield middle(section, f"{item}: {percent_} % at most", values, percent_)
    found, counts = np.unique(values, return_counts=True)
    if len(found) <= MANY:
        for value, count in zip(found.tolist(), counts.tolist(), strict=True):
            yield share(section, f"{item}: {value}", count, len(values), of)

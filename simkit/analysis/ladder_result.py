"""What a skill ladder says: rates with Monte Carlo errors, spans over skill, and answers about the levels."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from simkit import games, stats
from simkit.match import Match
from simkit.result import settings_text
from simkit.slips import slip_text

if TYPE_CHECKING:
    import pandas as pd

PART = 60  # a point in parts: shared by 2, 3, 4 or 5 winners it stays whole
ERROR = 0.05  # chance of any false alarm in one family of questions
YES, NO, UNSURE = "yes", "no", "cannot say"


class Skill(NamedTuple):
    """A bot, and its chance to play a random legal move instead."""

    bot: str
    slip: float

    @property
    def label(self) -> str:
        return f"{self.bot} slip {slip_text((self.slip,))}" if self.slip else self.bot


@dataclass(frozen=True)
class Rung:
    """One skill at one level and player count.

    points: (games,) sixtieths of a point; in a competitive game a deal is played `seats` times, once in each seat.
    """

    level: str | None
    players: int
    skill: Skill
    points: Any
    seats: int

    @property
    def games(self) -> int:
        return len(self.points) * self.seats

    @functools.cached_property
    def rate(self) -> float:
        return float(self.points.sum(dtype=np.int64)) / PART / self.games

    @functools.cached_property
    def interval(self) -> stats.Interval:
        """95 %, Monte Carlo error alone: Wilson's, in a competitive game Student's over deals."""
        number = len(self.points)
        shares = self.points / PART / self.seats
        if self.seats == 1 or number < 2 or self.rate in (0.0, 1.0):
            return stats.wilson(self.rate * number, number)
        low, high = stats.mean_interval(self.rate, float(shares.var(ddof=1)), number)
        return stats.Interval(max(0.0, low), min(1.0, high))

    def row(self) -> dict[str, Any]:
        return {
            "level": self.level,
            "players": self.players,
            "skill": self.skill.label,
            "bot": self.skill.bot,
            "slip": self.skill.slip,
            "games": self.games,
            "rate": self.rate,
            "low": self.interval.low,
            "high": self.interval.high,
        }


class Step(NamedTuple):
    """Two rungs next to each other on the same games: rate of the second minus the first, p-value adjusted by Holm."""

    first: Rung
    second: Rung
    difference: float
    p: float

    @property
    def sign(self) -> int:
        """−1 or 1 if the two are told apart, else 0."""
        return 0 if self.p >= ERROR else 1 if self.difference > 0 else -1


class Answer(NamedTuple):
    """A question, whom it is about, `yes`, `no` or `cannot say`, and why."""

    question: str
    about: str
    verdict: str
    why: str


class Span(NamedTuple):
    """Rates over all skills at one level and player count, and the largest Monte Carlo half-width among them."""

    level: str | None
    players: int
    weakest: str
    lowest: float
    strongest: str
    highest: float
    monte_carlo: float

    @property
    def width(self) -> float:
        return self.highest - self.lowest


def steps(pairs: Sequence[tuple[Rung, Rung]]) -> list[Step]:
    """Paired tests (McNemar's; over deals Fisher's sign-flip test) of all pairs as one family."""
    p_values = [_p(a, b) for a, b in pairs]
    return [Step(a, b, b.rate - a.rate, p) for (a, b), p in zip(pairs, stats.holm(p_values), strict=True)]


def _p(a: Rung, b: Rung) -> float:
    gaps = b.points.astype(np.int64) - a.points
    if a.seats == 1:
        return stats.mcnemar(int((gaps < 0).sum()), int((gaps > 0).sum()))
    unit = np.gcd.reduce(np.abs(gaps)) or 1
    values, counts = np.unique(gaps // unit, return_counts=True)
    return stats.sign_flip(dict(zip(values.tolist(), counts.tolist(), strict=True)))


@dataclass(frozen=True, repr=False)
class LadderResult:
    """A skill ladder.  levels from easy to hard, none if the game has none; number: games (or deals) of a rung."""

    match: Match
    levels: tuple[str, ...]
    players: tuple[int, ...]
    rungs: list[Rung]
    strongest: str
    number: int
    command: str
    seconds: float

    @property
    def cooperative(self) -> bool:
        return bool(games.module(self.match.game, "state").COOPERATIVE)

    @functools.cached_property
    def skills(self) -> list[Skill]:
        """From the weakest to the strongest, by the mean of their rates; the slips of the strongest bot in order."""
        found = dict.fromkeys(rung.skill for rung in self.rungs)
        return sorted(found, key=lambda skill: (self._mean(skill), -skill.slip))

    def _mean(self, skill: Skill) -> float:
        return float(np.mean([rung.rate for rung in self.rungs if rung.skill == skill]))

    @property
    def slipping(self) -> list[Skill]:
        """The continuous axis: the strongest bot, from the largest chance to slip down to its own play."""
        return sorted((skill for skill in self.skills if skill.bot == self.strongest), key=lambda skill: -skill.slip)

    def rung(self, level: str | None, players: int, skill: Skill) -> Rung:
        return next(rung for rung in self.rungs if (rung.level, rung.players, rung.skill) == (level, players, skill))

    @property
    def places(self) -> list[tuple[str | None, int]]:
        """Every level with every player count."""
        return list(itertools.product(self.levels or (None,), self.players))

    @functools.cached_property
    def spans(self) -> list[Span]:
        """The span over skill at each level and player count."""
        found = []
        for level, players in self.places:
            rungs = [self.rung(level, players, skill) for skill in self.skills]
            low, high = min(rungs, key=lambda rung: rung.rate), max(rungs, key=lambda rung: rung.rate)
            error = max(rung.interval.half_width for rung in rungs)
            found.append(Span(level, players, low.skill.label, low.rate, high.skill.label, high.rate, error))
        return found

    @functools.cached_property
    def level_steps(self) -> list[Step]:
        """From each level to the next harder one, for every skill and player count; one family."""
        return steps(
            [
                (self.rung(easy, players, skill), self.rung(hard, players, skill))
                for skill in self.skills
                for players in self.players
                for easy, hard in itertools.pairwise(self.levels)
            ]
        )

    @functools.cached_property
    def skill_steps(self) -> list[Step]:
        """From each chance to slip to the next smaller one, at every level and player count; one family."""
        return steps(
            [
                (self.rung(level, players, weak), self.rung(level, players, strong))
                for level, players in self.places
                for weak, strong in itertools.pairwise(self.slipping)
            ]
        )

    @functools.cached_property
    def answers(self) -> list[Answer]:
        """Are the levels distinct, monotone, consistent across player counts for each skill?  Does slipping cost?"""
        found = []
        if len(self.levels) > 1:
            for skill in self.skills:
                mine = [step for step in self.level_steps if step.first.skill == skill]
                found += [distinct(skill.label, mine), monotone(skill.label, mine)]
                found += [consistent(skill.label, mine)] if len(self.players) > 1 else []
        if len(self.slipping) > 1:
            found.append(rising(self.strongest, self.skill_steps))
        return found

    @property
    def table(self) -> pd.DataFrame:
        """One row a rung: level, players, skill, bot, slip, games, rate, low, high."""
        import pandas as pd

        return pd.DataFrame([rung.row() for rung in self.rungs])

    @property
    def span_table(self) -> pd.DataFrame:
        """One row a level and player count."""
        import pandas as pd

        return pd.DataFrame([{**span._asdict(), "span": span.width} for span in self.spans])

    @property
    def answer_table(self) -> pd.DataFrame:
        import pandas as pd

        return pd.DataFrame(self.answers, columns=list(Answer._fields))

    @property
    def fixed(self) -> str:
        """The settings that are the same on every rung: variants, knobs, … in words; often none."""
        return settings_text(self.match, place=False)

    def plot(self) -> Any:
        """A matplotlib figure: rate against skill, a panel a player count, a line a level."""
        from simkit.report.ladder import figure

        return figure(self)

    def write(self, folder: Path) -> list[Path]:
        """Tables (csv) and the figure; returns the files."""
        from simkit.report.ladder import write

        return write(self, folder)

    def as_dict(self) -> dict[str, Any]:
        """The object `simkit ladder --json` prints."""
        return {
            "command": self.command,
            "game": self.match.game,
            "fixed": self.fixed,
            "seed": self.match.seed,
            "games": self.number,
            "field": None if self.cooperative else self.match.rules.book.default_bot,
            "strongest": self.strongest,
            "rungs": [rung.row() for rung in self.rungs],
            "spans": [{**span._asdict(), "span": span.width} for span in self.spans],
            "answers": [answer._asdict() for answer in self.answers],
            "seconds": self.seconds,
        }

    def __str__(self) -> str:
        from simkit.report.ladder import text

        return text(self)

    __repr__ = __str__  # at a prompt

    def _repr_html_(self) -> str:
        parts = (self.table, self.span_table, self.answer_table)
        return "".join(str(part.to_html(index=False)) for part in parts)


# --- the questions


def distinct(about: str, found: Sequence[Step]) -> Answer:
    """Whether every level can be told from the next one."""
    same = [_names(step) for step in found if step.sign == 0]
    why = f"{len(found) - len(same)} of {len(found)} steps told apart" + (f"; not {_list(same)}" if same else "")
    return Answer("levels distinct", about, UNSURE if same else YES, why)


def monotone(about: str, found: Sequence[Step]) -> Answer:
    """Whether every level is harder than the one before."""
    wrong = [_names(step) for step in found if step.sign > 0]
    open_ = [_names(step) for step in found if step.sign == 0]
    if wrong:
        return Answer("levels monotone", about, NO, f"easier, not harder: {_list(wrong)}")
    if open_:
        return Answer("levels monotone", about, UNSURE, f"not told apart: {_list(open_)}")
    return Answer("levels monotone", about, YES, "each level is harder than the one before")


def consistent(about: str, found: Sequence[Step]) -> Answer:
    """Whether the levels come in the same order at every player count."""
    question = "levels consistent across player counts"
    signs: dict[tuple[Any, Any], set[int]] = {}
    for step in found:
        signs.setdefault((step.first.level, step.second.level), set()).add(step.sign)
    split = [f"{a} → {b}" for (a, b), seen in signs.items() if {1, -1} <= seen]
    if split:
        return Answer(question, about, NO, f"harder with some numbers of players, easier with others: {_list(split)}")
    open_ = [f"{a} → {b}" for (a, b), seen in signs.items() if 0 in seen]
    if open_:
        return Answer(question, about, UNSURE, f"not told apart with some number of players: {_list(open_)}")
    return Answer(question, about, YES, "the same order with every number of players")


def rising(about: str, found: Sequence[Step]) -> Answer:
    """Whether fewer slips always win more."""
    question = "fewer slips win more"
    wrong = [_slip_names(step) for step in found if step.sign < 0]
    open_ = [_slip_names(step) for step in found if step.sign == 0]
    if wrong:
        return Answer(question, about, NO, f"they win less: {_list(wrong)}")
    if open_:
        why = f"{len(found) - len(open_)} of {len(found)} steps told apart; not {_list(open_)}"
        return Answer(question, about, UNSURE, why)
    return Answer(question, about, YES, f"each of {len(found)} steps wins more than the one before")


def _names(step: Step) -> str:
    return f"{step.first.level} → {step.second.level} ({step.first.players} players)"


def _slip_names(step: Step) -> str:
    level = f"{step.first.level}, " if step.first.level else ""
    slips = f"{slip_text((step.first.skill.slip,))} → {slip_text((step.second.skill.slip,))}"
    return f"{slips} ({level}{step.first.players} players)"


def _list(items: Sequence[str]) -> str:
    shown = ", ".join(items[:3])
    return shown if len(items) <= 3 else f"{shown} and {len(items) - 3} more"

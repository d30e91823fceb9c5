"""Compare bots, or settings of the rules, on the same games (`simkit.compare`)."""

from __future__ import annotations

import functools
import os
import shlex
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from simkit import games, stats
from simkit.analysis.contest_analysis import Analysis, shared_games
from simkit.analysis.contest_result import CompareResult
from simkit.analysis.contests import Contender, Contest, OnRows, SharedGames, contest
from simkit.api import check_games, make_match
from simkit.errors import InputError
from simkit.match import BLOCK, Match
from simkit.result import settings_arguments
from simkit.settings import RuleBook, Settings
from simkit.stats import Sprt
from simkit.sweeps.axes import PLAYED_BY, axis_name, read_axis

DEFAULT_GAMES = 10_000
SPRT_GAMES = 1_000_000  # where a sequential test ends undecided unless told otherwise
LARGEST_BATCH = 100 * BLOCK


def compare(
    game: str,
    bots: str | Sequence[str] = (),
    *,
    vs: Sequence[str] | Mapping[str, Any] = (),
    games: int | None = None,
    sprt: tuple[float, float] | None = None,
    alpha: float = 0.05,
    beta: float = 0.05,
    seed: int = 1,
    workers: int | None = None,
    on_rows: OnRows = None,
    settings: str | os.PathLike[str] | None = None,
    **rules: Any,
) -> CompareResult:
    """Play all contenders on the same games and tell their differences apart from chance.

    bots: names or files, in the order of comparison (default: the game's own); in a cooperative game `simple,random`
    seats two bots.  vs: `level=veteran`, `ropes=3`, …: settings to play beside that of `rules`, with every bot.
    games: how many game indices (10,000); in a competitive game these are deals, each played in all line-ups and seat
    rotations.  sprt: two differences in percentage points; play until one of them is accepted with error rates `alpha`
    and `beta`, at most `games` (1,000,000).  settings and other arguments: as in `simkit.run`.

    Raises InputError for anything that cannot be compared.
    """
    plan = Plan(game, _list(bots), _list(vs), games, sprt, alpha, beta, seed, settings, rules)
    plan.check()
    running = contest(plan.book.name, plan.contenders, seed)
    test = plan.test(running)
    for match in running.matches:
        match.prepare()
    started = time.perf_counter()
    _play(running, plan.limit, test, workers, on_rows)
    return _result(plan, running, test, time.perf_counter() - started)


def _list(given: str | Sequence[str] | Mapping[str, Any]) -> list[str]:
    if isinstance(given, Mapping):
        return [f"{key}={value}" for key, value in given.items()]
    return [given] if isinstance(given, str) else list(given)


@dataclass(frozen=True)
class Plan:
    """What to compare, checked before anything is played."""

    game: str
    bots: list[str]
    vs: list[str]
    games: int | None
    hypotheses: tuple[float, float] | None
    alpha: float
    beta: float
    seed: int
    file: str | os.PathLike[str] | None
    rules: Mapping[str, Any]

    @functools.cached_property
    def book(self) -> RuleBook:
        return games.rule_book(self.game)

    @property
    def limit(self) -> int:
        return self.games if self.games is not None else SPRT_GAMES if self.hypotheses else DEFAULT_GAMES

    @functools.cached_property
    def names(self) -> list[str]:
        return self.bots or [self.book.default_bot]

    def check(self) -> None:
        """Refuse what cannot be compared."""
        check_games(self.limit)
        if len(self.names) * (1 + len(self.vs)) < 2:
            raise InputError("nothing to compare; give two bots, or --vs KEY=VALUE for another setting")
        if not self.cooperative and len(self.names) < 2:
            raise InputError(f"{self.book.title} is competitive; give two bots to play against each other")
        if not self.cooperative and any("," in name for name in self.names):
            raise InputError(f"{self.book.title} is competitive; give the bots one by one, they take all seats in turn")

    @functools.cached_property
    def cooperative(self) -> bool:
        return bool(games.module(self.book.name, "state").COOPERATIVE)

    def match(self, bot: str, change: str | None = None) -> Match:
        """The match of a bot under the settings, or under those with one change."""
        known = [item.name for item in fields(Settings)]
        given = Settings(**{key: value for key, value in self.rules.items() if key in known and value is not None})
        for key in self.rules.keys() - set(known):
            raise TypeError(f"compare() got an unexpected keyword argument {key!r}")
        if change is not None:
            given = self._changed(given, change)
        laid = {name: getattr(given, name) for name in known}
        return make_match(self.game, bots=bot, seed=self.seed, settings=self.file, **laid)

    def _changed(self, given: Settings, change: str) -> Settings:
        key, equals, value = change.partition("=")
        if not equals or not value.strip():
            raise InputError(f"--vs {change!r}: write --vs KEY=VALUE")
        try:
            if axis_name(self.book, key) in PLAYED_BY:
                raise InputError(f"{key} is no setting of the rules; name the bots before the options")
            axis = read_axis(self.book, key, [value.strip()])
        except InputError as error:
            raise InputError(f"--vs {change}: {error}") from None
        return axis.lay(axis.values[0], given)

    @functools.cached_property
    def contenders(self) -> list[Contender]:
        """Setting by setting, each with all bots."""
        found: list[Contender] = []
        for setting, change in enumerate([None, *self.vs]):
            for name in self.names:
                match = self.match(name, change)
                label = _label(name, match, change)
                twice = sum(item.label.partition(" #")[0] == label for item in found)
                label += f" #{twice + 1}" if twice else ""
                found.append(Contender(label, setting, match.rules, match.bots))
        return found

    def test(self, running: Contest) -> Sprt | None:
        """The sequential test; raises InputError if it cannot be made."""
        if self.hypotheses is None:
            return None
        if len(running.pairs) != 1:
            raise InputError(f"--sprt compares two contenders, here are {len(self.contenders)}")
        low, high = (value / 100 for value in self.hypotheses)
        largest = running.largest(running.pairs[0])
        try:
            return Sprt(low, high, self.alpha, self.beta, largest)
        except ValueError:
            asked = f"--sprt {_number(low * 100)},{_number(high * 100)} --alpha {self.alpha:g} --beta {self.beta:g}"
            allowed = f"LOW below HIGH, both inside ±{100 * largest:g} points, error rates above 0 and below 0.5"
            raise InputError(f"{asked}; allowed: {allowed}") from None

    @property
    def command(self) -> str:
        """The command line that makes this comparison again."""
        words = ["simkit", "compare", self.book.name.replace("_", "-"), *self.bots]
        words += settings_arguments(self.match(self.names[0]))
        words += [word for change in self.vs for word in ("--vs", change)]
        if self.hypotheses:
            words.append("--sprt=" + ",".join(map(_number, self.hypotheses)))
            words += [word for name in ("alpha", "beta") for word in (f"--{name}", str(getattr(self, name)))]
        return shlex.join([*words, "-n", str(self.limit), "--seed", str(self.seed)])


def _label(name: str, match: Match, change: str | None) -> str:
    labels = [bot.label for bot in match.bots]
    bots = ",".join(labels) if "," in name else labels[0]
    return bots if change is None else f"{bots} {change}"


def _number(value: float) -> str:
    return f"{value:.10g}"


def _play(running: Contest, limit: int, test: Sprt | None, workers: int | None, on_rows: OnRows) -> None:
    """Play `limit` game indices, or up to the one after which the test decides."""
    if test is None:
        running.play(limit, workers, on_rows)
        return
    played, pair = 0, running.pairs[0]
    while played < limit and test.decision == stats.UNDECIDED:
        batch = min(limit - played, LARGEST_BATCH, max(10 * BLOCK, played))
        running.play(batch, workers, on_rows)
        test.add(running.differences(pair, played))
        played += batch
    test.finish()
    running.keep(test.pairs)


def _result(plan: Plan, running: Contest, test: Sprt | None, seconds: float) -> CompareResult:
    base = plan.match(plan.names[0])
    if isinstance(running, SharedGames):
        number, found = len(running.won), shared_games(running)
        return CompareResult(base, number, *found, None, None, test, plan.command, seconds)
    analysis = Analysis(running, plan.seed)
    scores, differences = analysis.scores(), analysis.differences()
    seats, ratings = analysis.seats(), analysis.ratings()
    return CompareResult(base, analysis.number, scores, differences, seats, ratings, test, plan.command, seconds)

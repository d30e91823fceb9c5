"""The skill ladder of a game (`simkit.ladder`): every bot, and the strongest with slips, at every level and table size.

Two things are kept apart: how well each rate is known (Monte Carlo error: its interval) and how much it depends on who
plays (the span over skill).  No interval here covers both.
"""

from __future__ import annotations

import os
import shlex
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from simkit import games
from simkit.analysis.ladder_result import PART, LadderResult, Rung, Skill
from simkit.api import check_games, make_match
from simkit.bots import idea_of, parse, read_bot, shipped_folder, shipped_names
from simkit.errors import InputError
from simkit.games.core import Result
from simkit.match import Match, play
from simkit.result import settings_arguments
from simkit.settings import RuleBook, read_file
from simkit.slips import read_chances, slip_text

SLIPS = (1.0, 0.5, 0.2, 0.1, 0.05, 0.0)
COOPERATIVE_GAMES, DEALS = 10_000, 2_000
OnRows = Callable[[Any], None] | None


@dataclass(frozen=True)
class Plan:
    """What to play, checked before anything is played.  levels: empty in a game without levels."""

    book: RuleBook
    bots: tuple[str, ...]
    slips: tuple[float, ...]
    levels: tuple[str, ...]
    players: tuple[int, ...]
    number: int
    seed: int
    given: dict[str, Any]
    asked: dict[str, Any]

    @property
    def cooperative(self) -> bool:
        return bool(games.module(self.book.name, "state").COOPERATIVE)

    def match(self, level: str | None, players: int, bots: str | Sequence[str], slip: Any = None) -> Match:
        return make_match(
            self.book.name, level=level, players=players, bots=bots, slip=slip, seed=self.seed, **self.given
        )

    def matches(self, level: str | None, players: int, skill: Skill) -> list[Match]:
        """The team of one skill; in a competitive game one seat of it against the field, in every seat."""
        if self.cooperative:
            return [self.match(level, players, skill.bot, skill.slip)]
        field = self.book.default_bot
        seated = []
        for seat in range(players):
            bots = [skill.bot if k == seat else field for k in range(players)]
            seated.append(self.match(level, players, bots, [skill.slip if k == seat else 0.0 for k in range(players)]))
        return seated

    @property
    def command(self) -> str:
        """The command line that climbs this ladder again."""
        match = self.match(self.levels[0] if self.levels else None, self.players[0], self.bots[0])
        settings = replace(
            match.rules.settings,
            level=(self.asked["level"] and self.levels[0]) or self.book.default_level,
            players=(self.asked["players"] and self.players[0]) or self.book.default_players,
        )
        arguments = settings_arguments(replace(match, rules=replace(match.rules, settings=settings)))
        if self.asked["level"] and self.book.levels and "--level" not in arguments:
            arguments += ["--level", self.levels[0]]
        if self.asked["players"] and len(self.book.players) > 1 and "--players" not in arguments:
            arguments += ["--players", str(self.players[0])]
        words = ["simkit", "ladder", self.book.name.replace("_", "-"), *arguments, "--bots", ",".join(self.bots)]
        words += ["--slip", ",".join(slip_text((chance,)) for chance in self.slips)]
        return shlex.join([*words, "-n", str(self.number), "--seed", str(self.seed)])


def ladder(
    game: str,
    *,
    bots: str | Sequence[str] | None = None,
    slip: float | str | Sequence[float] | None = None,
    level: str | None = None,
    players: int | None = None,
    games: int | None = None,
    seed: int = 1,
    workers: int | None = None,
    on_rows: OnRows = None,
    settings: str | os.PathLike[str] | None = None,
    **rules: Any,
) -> LadderResult:
    """Play every skill at every level and player count, all on the same games.

    bots: which (default: all shipped ones that are no variation of another).  slip: chances of a random move for the
    strongest of them (1, 0.5, 0.2, 0.1, 0.05, 0).  level, players: one instead of all.  games: of each cell (10,000);
    in a competitive game deals (2,000), each played with the skill in every seat against the game's default bot in
    the others.  settings and other arguments: as in `simkit.run`.  Raises InputError for anything unknown.
    """
    plan = make_plan(game, bots, slip, level, players, games, seed, {"settings": settings, **rules})
    begun = time.perf_counter()
    rungs = [rung for name in plan.bots for rung in _climb(plan, Skill(name, 0.0), workers, on_rows)]
    strongest = max(plan.bots, key=lambda name: np.mean([rung.rate for rung in rungs if rung.skill.bot == name]))
    for chance in plan.slips:
        if chance > 0:
            rungs += _climb(plan, Skill(strongest, chance), workers, on_rows)
    match = plan.match(plan.levels[0] if plan.levels else None, plan.players[0], plan.bots[0])
    return LadderResult(
        match, plan.levels, plan.players, rungs, strongest, plan.number, plan.command, time.perf_counter() - begun
    )


def make_plan(
    game: str,
    bots: str | Sequence[str] | None,
    slip: Any,
    level: str | None,
    players: int | None,
    number: int | None,
    seed: int,
    given: dict[str, Any],
) -> Plan:
    """Check what was asked; raises InputError."""
    book = games.rule_book(game)
    if given["settings"]:
        file = read_file(Path(given["settings"]), book.name)
        level, players = level or file.level, players or file.players
    cooperative = games.module(book.name, "state").COOPERATIVE
    number = (COOPERATIVE_GAMES if cooperative else DEALS) if number is None else number
    check_games(number)
    names = bots.split(",") if isinstance(bots, str) else list(bots or ladder_bots(book.name))
    names = [name.strip() for name in names]
    if not any(names):
        raise InputError("no bots; name one or more with --bots")
    chances = SLIPS if slip is None else tuple(dict.fromkeys(read_chances(slip)))
    first = make_match(book.name, level=level, players=players, bots=names[0], seed=seed, **given)
    chosen = (str(first.rules.settings.level),) if level else tuple(book.levels)
    counts = (first.rules.players,) if players else tuple(book.players)
    asked = {"level": level, "players": players}
    plan = Plan(book, tuple(dict.fromkeys(names)), chances, chosen, counts, number, seed, given, asked)
    for name in plan.bots:
        plan.match(None, counts[0], name)
    return plan


def ladder_bots(game: str) -> list[str]:
    """The shipped bots but the habits: those that say of themselves "BASE, but …"."""
    return [name for name in shipped_names(game) if not is_habit(game, name)]


def is_habit(game: str, name: str) -> bool:
    """Whether a bot is another one with a single habit changed: `No charms: simple, but never uses …`."""
    base = read_bot(game, name).base
    _, _, idea = idea_of(parse(shipped_folder(game) / f"{name}.py")).partition(": ")
    return base is not None and idea.startswith(f"{base.name}, but")


def _climb(plan: Plan, skill: Skill, workers: int | None, on_rows: OnRows) -> list[Rung]:
    """One skill at every level and player count."""
    return [
        _rung(plan, level, players, skill, workers, on_rows)
        for level in plan.levels or (None,)
        for players in plan.players
    ]


def _rung(plan: Plan, level: str | None, players: int, skill: Skill, workers: int | None, on_rows: OnRows) -> Rung:
    points = np.zeros(plan.number, np.int32)
    matches = plan.matches(level, players, skill)
    for seat, match in enumerate(matches):
        rows = play(match, plan.number, 0, workers, on_rows)
        points += PART * (rows["result"] == Result.WIN) if plan.cooperative else seat_points(rows, seat)
    return Rung(level, players, skill, points, len(matches))


def seat_points(rows: Any, seat: int) -> Any:
    """(games,) sixtieths of a point that a seat won, a shared win as its part."""
    winners = rows["winners"].astype(np.int64)
    return (winners >> seat & 1) * (PART // np.maximum(np.bitwise_count(winners).astype(np.int64), 1))

"""A setting and its neighbours: the same players under rules that differ in a few places."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

import numpy as np

from simkit import games
from simkit.bots import Bot, find_bots
from simkit.errors import InputError, check_whole
from simkit.games.core import Result
from simkit.match import Match, play
from simkit.rng import MAX_SEED
from simkit.settings import RuleBook, Rules, Settings, read_file, resolve

MAX_GAMES = 2 * 10**6  # of one setting: outcomes of all of them are held in memory

OnRows = Callable[[Any], None] | None


@dataclass(frozen=True)
class Base:
    """What the user asked for, ready to be changed in places.

    seat: None for the team's win rate; else whose win rate counts, a shared win as its fraction.
    """

    book: RuleBook
    given: Settings
    file: Settings | None
    bots: str | tuple[str, ...]
    seat: int | None = None
    _teams: dict[tuple[str | tuple[str, ...], int], tuple[Bot, ...]] = field(default_factory=dict)

    def settings(self, **changes: Any) -> Settings:
        """The settings with some replaced; `set` and `assume` are laid over what is there."""
        turned = dict(self.given.set) | changes.pop("set", {})
        assumed = dict(self.given.assume) | changes.pop("assume", {})
        return replace(self.given, set=turned, assume=assumed, **changes)

    def rules(self, **changes: Any) -> Rules:
        """Raises InputError where these rules cannot be played."""
        return resolve(self.book, self.settings(**changes), self.file)

    def match(self, rules: Rules, seed: int, bots: str | None = None) -> Match:
        """A match under these rules; each team is read and compiled once."""
        spec = self.bots if bots is None else bots
        team = self._teams.get((spec, rules.players))
        if team is None:
            given = spec if isinstance(spec, str) else list(spec)
            team = self._teams[spec, rules.players] = tuple(find_bots(self.book.name, given, rules.players))
        return Match(rules, team, seed)

    def outcomes(
        self, match: Match, first: int, number: int, workers: int | None = None, on_rows: OnRows = None
    ) -> np.ndarray[Any, Any]:
        """(number,) float32: 1 for a won game, a share for a shared win, 0 otherwise."""
        return won_shares(play(match, number, first, workers, on_rows), self.seat)


def subject(seat: int | None) -> str:
    """What the rate is of."""
    return "win rate" if seat is None else f"win rate of seat {seat}"


def won_shares(rows: Any, seat: int | None) -> np.ndarray[Any, Any]:
    """Outcome rows → share of the win: the team's, or a seat's."""
    if seat is None:
        return (rows["result"] == Result.WIN).astype(np.float32)
    winners = rows["winners"].astype(np.int64)
    return ((winners >> seat & 1) / np.maximum(np.bitwise_count(winners), 1)).astype(np.float32)


def make_base(
    game: str,
    *,
    bots: str | Sequence[str] | None = None,
    seat: int | None = None,
    settings: str | os.PathLike[str] | None = None,
    **rules: Any,
) -> Base:
    """Read what the user gave; raises InputError for an unknown game or an unreadable file."""
    book = games.rule_book(game)
    known = [item.name for item in fields(Settings)]
    for name in rules:
        if name not in known:
            raise TypeError(f"unexpected argument {name!r}")
    given = Settings(**{name: value for name, value in rules.items() if value is not None})
    given = replace(given, variants=tuple(given.variants))
    spec = book.default_bot if bots is None else bots if isinstance(bots, str) else tuple(bots)
    file = read_file(Path(settings), book.name) if settings else None
    return Base(book, given, file, spec, seat)


def check_seat(base: Base, players: int) -> None:
    """A cooperative game has no seat whose wins could count, a competitive one needs it named."""
    title = base.book.title
    cooperative = bool(games.module(base.book.name, "state").COOPERATIVE)
    if cooperative and base.seat is not None:
        raise InputError(f"--seat {base.seat}: {title} is cooperative, all seats win or lose together")
    if cooperative:
        return
    if base.seat is None:
        raise InputError(
            f"{title} is competitive and has no win rate of the table; give --seat K for the win rate of a seat, "
            "such as the starting player's (0)"
        )
    if not 0 <= base.seat < players:
        raise InputError(f"--seat {base.seat}; allowed: 0 to {players - 1}")


def check_numbers(number: int, seed: int, seeds: int = 1) -> None:
    """Refuse numbers of games and seeds out of range; `seeds` are taken from `seed` on."""
    check_whole(number, 1, MAX_GAMES, f"{number} games")
    check_whole(seed, 0, MAX_SEED - seeds + 1, f"seed {seed}")


def changed(mapping: Mapping[str, Any], name: str, value: Any) -> dict[str, Any]:
    """The keyword of `Base.rules` that turns one axis: a knob, an entry of a knob, or `assume.ID`."""
    head, _, entry = name.partition(".")
    return {**mapping, "assume": {entry: value}} if head == "assume" else {**mapping, "set": {name: value}}

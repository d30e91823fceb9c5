"""Contenders on the same games: who played which game, and what each pair of them differs by.

A contender is a bot under one setting of the rules.  In a cooperative game every contender plays every game index; in a
competitive one the bots of a setting meet in a round-robin, each line-up in all its seat rotations on the same deal.
Either way the game index (the deal) is the unit: whatever is compared is compared within it.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from simkit import games
from simkit.bots import Bot
from simkit.games.core import Result
from simkit.match import Match, play
from simkit.settings import Rules

PART = 60  # a point in parts: shared by 2, 3, 4 or 5 winners it stays whole
OnRows = Callable[[Any], None] | None


@dataclass(frozen=True)
class Contender:
    """A bot under a setting.  `setting` counts from 0 (the settings as given); `bots` has one a seat or one for all."""

    label: str
    setting: int
    rules: Rules
    bots: tuple[Bot, ...]


class Pair(NamedTuple):
    """Two contenders by number; differences are second minus first."""

    a: int
    b: int


class SharedGames:
    """A cooperative game: all contenders on the same games.

    won, unfinished: (games × contenders) bool.
    """

    def __init__(self, contenders: Sequence[Contender], seed: int) -> None:
        self.contenders = contenders
        self.matches = [Match(item.rules, item.bots, seed) for item in contenders]
        self.pairs = [Pair(a, b) for a, b in itertools.combinations(range(len(contenders)), 2)]
        self.won = np.zeros((0, len(contenders)), bool)
        self.unfinished = np.zeros((0, len(contenders)), bool)

    def play(self, number: int, workers: int | None, on_rows: OnRows) -> None:
        """Play the next `number` games with every contender."""
        first = len(self.won)
        results = np.stack([play(match, number, first, workers, on_rows)["result"] for match in self.matches], axis=1)
        self.won = np.concatenate([self.won, results == Result.WIN])
        self.unfinished = np.concatenate([self.unfinished, results == Result.UNFINISHED])

    def differences(self, pair: Pair, first: int) -> np.ndarray:
        """−1, 0 or 1 a game, from game `first` on."""
        won = self.won[first:].astype(np.int64)
        return np.asarray(won[:, pair.b] - won[:, pair.a], float)

    def largest(self, pair: Pair) -> float:
        """The greatest difference within a game."""
        return 1.0

    def games(self, pair: Pair) -> int:
        """Games of an index that a pair's difference counts as: one, seen from two sides."""
        return 1

    def keep(self, number: int) -> None:
        """Forget all games but the first `number`."""
        self.won, self.unfinished = self.won[:number], self.unfinished[:number]


def lineups(bots: int, players: int) -> list[tuple[int, ...]]:
    """Who sits down together, by number: every choice of as many bots as there are seats.

    With fewer bots than seats each takes part everywhere, as evenly as possible: a b a, a b b.
    """
    if bots >= players:
        return list(itertools.combinations(range(bots), players))
    rounds, extra = divmod(players, bots)
    everyone = tuple(range(bots)) * rounds
    return [everyone + more for more in itertools.combinations(range(bots), extra)]


def rotations(lineup: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The line-up turned round the table, each different seating once."""
    return list(dict.fromkeys(lineup[k:] + lineup[:k] for k in range(len(lineup))))


class Cell(NamedTuple):
    """What the points of a deal are summed by."""

    lineup: int
    contender: int
    seat: int


class Seating(NamedTuple):
    """One seat rotation of a line-up: its match and the cell each seat's points go to."""

    lineup: int
    match: Match
    columns: list[int]


class RoundRobin:
    """A competitive game: the bots of each setting against each other, in all seat rotations of the same deals.

    A won game is a point, shared by the winners; an unfinished one gives none.

    points: (deals × cells) in sixtieths of a point.  held: (cells,) how many of a deal's games each counts.
    unfinished: (deals × line-ups) games.
    """

    def __init__(self, contenders: Sequence[Contender], seed: int) -> None:
        self.contenders = contenders
        self.lineups = _all_lineups(contenders)
        seated = [(number, seats) for number, lineup in enumerate(self.lineups) for seats in rotations(lineup)]
        cells = [[Cell(number, k, seat) for seat, k in enumerate(seats)] for number, seats in seated]
        self.cells = list(dict.fromkeys(itertools.chain(*cells)))
        place = {cell: column for column, cell in enumerate(self.cells)}
        self.seatings = [
            Seating(number, self._match(seats, seed), [place[cell] for cell in row])
            for (number, seats), row in zip(seated, cells, strict=True)
        ]
        self.held = np.bincount(list(itertools.chain(*(item.columns for item in self.seatings))))
        self.points = np.zeros((0, len(self.cells)), np.int16)
        self.unfinished = np.zeros((0, len(self.lineups)), np.int16)

    def _match(self, seats: tuple[int, ...], seed: int) -> Match:
        return Match(self.contenders[seats[0]].rules, tuple(self.contenders[k].bots[0] for k in seats), seed)

    @property
    def matches(self) -> list[Match]:
        return [item.match for item in self.seatings]

    @property
    def pairs(self) -> list[Pair]:
        """Contenders who meet, and the same bot under two settings."""
        pairs = [Pair(a, b) for a, b in itertools.combinations(range(len(self.contenders)), 2)]
        bots = len(self.contenders) // (self.contenders[-1].setting + 1)
        return [pair for pair in pairs if self.common(pair) or pair.a % bots == pair.b % bots]

    def play(self, number: int, workers: int | None, on_rows: OnRows) -> None:
        """Play the next `number` deals in every line-up and rotation."""
        first = len(self.points)
        points = np.zeros((number, len(self.cells)), np.int16)
        unfinished = np.zeros((number, len(self.lineups)), np.int16)
        for lineup, match, columns in self.seatings:
            winners = play(match, number, first, workers, on_rows)["winners"].astype(np.int64)
            shares = _shares(winners, len(columns))
            for seat, column in enumerate(columns):
                points[:, column] += shares[:, seat]
            unfinished[:, lineup] += winners == 0
        self.points = np.concatenate([self.points, points])
        self.unfinished = np.concatenate([self.unfinished, unfinished])

    def keep(self, number: int) -> None:
        """Forget all deals but the first `number`."""
        self.points, self.unfinished = self.points[:number], self.unfinished[:number]

    def columns(self, contender: int, lineups: Sequence[int] = (), seat: int | None = None) -> list[int]:
        """The cells of a contender, in these line-ups (none: in all) and at this seat (None: at all)."""
        return [
            column
            for column, cell in enumerate(self.cells)
            if cell.contender == contender and cell.lineup in (lineups or (cell.lineup,)) and seat in (None, cell.seat)
        ]

    def common(self, pair: Pair) -> list[int]:
        """The line-ups in which both play; none for the same bot under two settings."""
        return [number for number, lineup in enumerate(self.lineups) if pair.a in lineup and pair.b in lineup]

    def games(self, pair: Pair) -> int:
        """Games of a deal that a pair's difference rests on: those with both, or with either if they never meet."""
        wanted = self.common(pair) or [k for k, lineup in enumerate(self.lineups) if {*pair} & {*lineup}]
        return sum(item.lineup in wanted for item in self.seatings)

    def weights(self, pair: Pair) -> tuple[np.ndarray, int]:
        """Whole weights of the cells, and what to divide by to get the difference of the points a game."""
        a, b = (self.columns(contender, self.common(pair)) for contender in pair)
        held_a, held_b = int(self.held[a].sum()), int(self.held[b].sum())
        common = math.gcd(held_a, held_b)
        weights = np.zeros(len(self.cells), np.int64)
        weights[a], weights[b] = -held_b // common, held_a // common
        return weights, PART * held_a * held_b // common

    def differences(self, pair: Pair, first: int) -> np.ndarray:
        """Difference of the points a game within each deal, from deal `first` on."""
        weights, scale = self.weights(pair)
        return np.asarray(self.points[first:] @ weights / scale)

    def largest(self, pair: Pair) -> float:
        """The difference if the second wins every game of a deal against the first: 1 for two players."""
        weights, scale = self.weights(pair)
        return float(self.champion(pair.b) @ weights / scale)

    def champion(self, contender: int) -> np.ndarray:
        """The cells of a deal in which this contender wins every game it plays and all others are shared."""
        points = np.zeros(len(self.cells), np.int64)
        for _, _, columns in self.seatings:
            winners = [column for column in columns if self.cells[column].contender == contender] or columns
            points[winners] += PART // len(winners)
        return points


def _all_lineups(contenders: Sequence[Contender]) -> list[tuple[int, ...]]:
    """The line-ups of every setting, by contender."""
    found = []
    for setting in dict.fromkeys(item.setting for item in contenders):
        members = [k for k, item in enumerate(contenders) if item.setting == setting]
        players = contenders[members[0]].rules.players
        found += [tuple(members[k] for k in chosen) for chosen in lineups(len(members), players)]
    return found


def _shares(winners: np.ndarray, seats: int) -> np.ndarray:
    """(games × seats) sixtieths of a point from the winners' bits."""
    won = (winners[:, None] >> np.arange(seats)) & 1
    return (won * (PART // np.maximum(won.sum(axis=1), 1))[:, None]).astype(np.int16)


Contest = SharedGames | RoundRobin


def contest(game: str, contenders: Sequence[Contender], seed: int) -> Contest:
    """The contest that fits the game."""
    cooperative = games.module(game, "state").COOPERATIVE
    return SharedGames(contenders, seed) if cooperative else RoundRobin(contenders, seed)

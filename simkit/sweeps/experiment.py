"""A sweep as data: which cells, which games, when to stop.

A sweep is a TOML file or the same from the command line:

    title = "Ropes and rounds"
    game = "seilschaft"
    bots = "simple"            # one for all seats or a list, one a seat
    games = 50000              # each cell; or precision = 0.5 (half-width in percentage points)
    seed = 1
    slip = 0.1                 # a seat plays a random legal move with this chance (0)

    [set]                      # fixed; also level, players, preset, variants, reading, settings, [assume]
    trump = true

    [over]                     # swept: lists or ranges; also level, players, preset, variants, reading, bots, slip,
                               # assume.ID
    ropes = "0:4"
    rounds = [1, 2, 3]

All cells share the seed: game i of one cell meets the shuffles of game i of every other as long as the rules allow
(common random numbers), so differences between cells are much sharper than the cells' own intervals.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from simkit import games, stats
from simkit.bots import Bot
from simkit.match import BLOCK, Match
from simkit.sweeps.axes import Axis
from simkit.tally import Tally


@dataclass(frozen=True)
class Target:
    """When a cell has enough: a number of games, or a half-width of the 95 % interval in percentage points."""

    games: int | None = None
    precision: float | None = None

    def reached(self, tally: Tally, seats: int | None) -> bool:
        """Whether these games, an index prefix, are enough; `seats` of a competitive game, else None.

        With a precision the answer may be yes only at multiples of 1,000 games: the rule decides on whole blocks, and
        the widest of the seats' Wilson intervals counts.
        """
        if self.games is not None:
            return tally.games >= self.games
        assert self.precision is not None
        if tally.games == 0 or tally.games % BLOCK:
            return False
        points = [float(tally.wins)] if seats is None else [tally.points(seat) for seat in range(seats)]
        return all(stats.precise_enough(won, tally.games, self.precision / 100) for won in points)

    def as_dict(self) -> dict[str, Any]:
        return {"games": self.games} if self.games is not None else {"precision": self.precision}


@dataclass(frozen=True)
class Cell:
    """One setting of a sweep: its place (from 1), the value of each axis as data and as text, and the match."""

    number: int
    knobs: Mapping[str, Any]
    labels: Mapping[str, str]
    match: Match

    @property
    def id(self) -> str:
        return f"{self.number:04d}"

    @property
    def label(self) -> str:
        return " ".join(f"{name}={label}" for name, label in self.labels.items())

    @property
    def seats(self) -> int | None:
        """How many rates the cell has: one a seat in a competitive game, else None for the team's."""
        return None if self.cooperative else self.match.rules.players

    @property
    def cooperative(self) -> bool:
        return bool(games.module(self.match.game, "state").COOPERATIVE)


@dataclass(frozen=True)
class Sweep:
    """All cells of an experiment, with what they share."""

    game: str
    title: str
    name: str  # of the default folder
    axes: tuple[Axis, ...]
    cells: tuple[Cell, ...]
    target: Target
    seed: int
    keep_games: bool = False

    @property
    def bots(self) -> list[Bot]:
        """Every bot of the sweep once."""
        return list({bot.label: bot for cell in self.cells for bot in cell.match.players}.values())

"""Outcome counts as integer sums: they do not depend on the cut into blocks, on workers or on who is first."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from simkit import games, stats
from simkit.games.core import Result

Counts = dict[str, dict[str, int]]


@dataclass
class Tally:
    """Sums over games of one cell.

    counts: column of the outcome table → name → games; `result`, `reason`, `winners` and the game's named columns.
    length, squares: sums of the games' lengths and of their squares.
    """

    games: int = 0
    counts: Counts = field(default_factory=dict)
    length: int = 0
    squares: int = 0

    def add(self, other: Tally) -> None:
        self.games += other.games
        self.length += other.length
        self.squares += other.squares
        for column, names in other.counts.items():
            mine = self.counts.setdefault(column, {})
            for name, count in names.items():
                mine[name] = mine.get(name, 0) + count

    def count(self, column: str, name: str) -> int:
        return self.counts.get(column, {}).get(name, 0)

    @property
    def unfinished(self) -> int:
        return self.count("result", Result.UNFINISHED.name.lower())

    @property
    def wins(self) -> int:
        """Games the team won (cooperative games)."""
        return self.count("result", Result.WIN.name.lower())

    def points(self, seat: int) -> float:
        """Won games of a seat, a shared win as its fraction (competitive games)."""
        shared = [(mask.split(), count) for mask, count in self.counts.get("winners", {}).items()]
        return sum(count / len(seats) for seats, count in shared if str(seat) in seats)

    def mean_length(self) -> tuple[float, stats.Interval]:
        """Mean length of a game with its 95 % interval; nan without games."""
        if not self.games:
            return float("nan"), stats.mean_interval(float("nan"), 0.0, 0)
        n, mean = self.games, self.length / self.games
        variance = (self.squares * n - self.length**2) / (n * (n - 1)) if n > 1 else 0.0
        return mean, stats.mean_interval(mean, variance, n)

    def as_dict(self) -> dict[str, Any]:
        return {
            "games": self.games,
            "counts": self.counts,
            "length": {"sum": self.length, "sum_of_squares": self.squares},
        }


def read_tally(data: Mapping[str, Any]) -> Tally:
    """A tally from what `as_dict` gave; raises KeyError or TypeError if it is none."""
    counts = {column: {name: int(count) for name, count in names.items()} for column, names in data["counts"].items()}
    tally = Tally(int(data["games"]), counts, int(data["length"]["sum"]), int(data["length"]["sum_of_squares"]))
    if any(sum(names.values()) != tally.games for names in counts.values()):
        raise ValueError("counts that do not add up to the number of games")
    return tally


@dataclass(frozen=True)
class Columns:
    """Which columns of a game's outcome table are counted, and what their codes are called."""

    names: Mapping[str, tuple[str, ...]]

    def tally(self, rows: Any) -> Tally:
        """Sums over outcome rows (structured array, one row a game)."""
        counts = {}
        for column, names in self.names.items():
            found = np.bincount(rows[column].astype(np.intp), minlength=len(names))
            counts[column] = dict(zip(names, found.tolist(), strict=True))
        lengths = rows["length"].astype(np.int64)
        return Tally(len(rows), counts, int(lengths.sum()), int((lengths * lengths).sum()))

    def blocks(self, rows: Any, first: int, block: int) -> list[Tally]:
        """One tally for each stretch of rows up to the next multiple of `block` games; rows start at game `first`."""
        edges = [0, *range(block - first % block, len(rows), block), len(rows)]
        return [self.tally(rows[a:b]) for a, b in itertools.pairwise(edges) if b > a]


def columns_of(game: str, players: int) -> Columns:
    """Result and reason, who won in a competitive game, and the columns the game itself names."""
    state = games.module(game, "state")
    kinds = {"result": Result, "reason": state.Reason, **getattr(state, "LABELS", {})}
    names = {column: tuple(item.name.lower() for item in kind) for column, kind in kinds.items()}
    if not state.COOPERATIVE:
        names["winners"] = winner_names(players)
    return Columns(names)


def winner_names(players: int) -> tuple[str, ...]:
    """Winners as text by their bits: `0 1` for seats 0 and 1, empty for nobody."""
    return tuple(" ".join(str(k) for k in range(players) if mask >> k & 1) for mask in range(1 << players))

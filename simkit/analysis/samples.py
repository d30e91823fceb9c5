"""Games of many settings on the same seed, played as far as they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from simkit import stats
from simkit.stats.nearest import Counts, counts

Outcomes = np.ndarray[Any, Any]  # (games,) between 0 and 1


class Point(NamedTuple):
    """A setting: one value of each knob, and the number of players."""

    value: tuple[int, ...]
    players: int


Play = Callable[[Point, int, int, int], Outcomes]  # point, seed, first game, number of games → outcomes


class Samples:
    """Outcomes of games 0, 1, 2, … of one seed for any points; what was played once is kept.

    Game i of one point meets the same shuffles as game i of every other (common random numbers).
    """

    def __init__(self, play: Play, seed: int) -> None:
        self.play, self.seed = play, seed
        self._won: dict[Point, Outcomes] = {}

    def won(self, point: Point, number: int) -> Outcomes:
        """Outcomes of the first `number` games."""
        have = self._won.get(point, np.zeros(0, np.float32))
        if len(have) < number:
            more = self.play(point, self.seed, len(have), number - len(have))
            have = self._won[point] = np.concatenate([have, more])
        return have[:number]

    def counts(self, points: Sequence[Point], number: int) -> Counts:
        """Sums over the first `number` games of these points."""
        return counts(np.stack([self.won(point, number) for point in points], axis=1))

    def played(self, point: Point) -> int:
        return len(self._won.get(point, ()))

    def rate(self, point: Point) -> float:
        """Over all games played of this point."""
        return float(np.mean(self._won[point], dtype=np.float64))

    def interval(self, point: Point, confidence: float) -> stats.Interval:
        """Wilson's, over all games played of this point."""
        won = self._won[point]
        return stats.wilson(float(np.sum(won, dtype=np.float64)), len(won), confidence)

    @property
    def points(self) -> list[Point]:
        return sorted(self._won)

    @property
    def games(self) -> int:
        return sum(map(len, self._won.values()))

"""Made-up games with known rates: a value wins game i of a seed if the number drawn for the game lies below its rate.

`own` gives that share of the games numbers of their own for each value: 0 pairs games as closely as possible, 1 not
at all.
"""

from __future__ import annotations

import functools

import numpy as np


@functools.lru_cache(maxsize=64)
def _numbers(seed: int, who: tuple[int, ...], size: int) -> np.ndarray:
    return np.random.default_rng([seed, *who]).random(size)


class Curve:
    """Plays points whose rate is `rate(value, players)`, and counts what it played."""

    def __init__(self, rate, own: float = 0.3, size: int = 40_000) -> None:
        self.rate, self.own, self.size = rate, own, size
        self.asked: list[tuple] = []

    def __call__(self, point, seed, first, number):
        self.asked.append((point, seed, first, number))
        shared = _numbers(seed, (0,), self.size)[first : first + number]
        if self.own:
            mine = _numbers(seed, (1, *point.value, point.players), self.size)[first : first + number]
            which = _numbers(seed, (2,), self.size)[first : first + number]
            shared = np.where(which < self.own, mine, shared)
        rate = self.rate(*(point.value if len(point.value) > 1 else point.value[:1]), point.players)
        return (shared < rate).astype(np.float32)

    @property
    def values(self) -> set:
        return {point.value for point, *_ in self.asked}


def falling(value, players=2):
    """1 at 0, about 0.5 at 20, 0 at 40."""
    return float(1 / (1 + np.exp((value - 20 + (players - 2)) / 3)))


def hump(value, players=2):
    """Low, high at 15, low again."""
    return float(0.9 * np.exp(-(((value - 15) / 6) ** 2)))

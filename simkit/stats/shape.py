"""Whether rates rise or fall with a knob."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from simkit.stats.nearest import Array, Counts, paired_limits, shared

RISES, FALLS, FLAT, MIXED = "rises", "falls", "flat", "mixed"


class Shape(NamedTuple):
    """rises, falls, flat (no pair differs) or mixed; `up` and `down` are the pairs (i < j) that show it best."""

    name: str
    up: tuple[int, int] | None
    down: tuple[int, int] | None

    @property
    def monotone(self) -> bool:
        return self.name in (RISES, FALLS)


def shape(found: Counts, confidence: float = 0.99) -> Shape:
    """What the rates of settings in the order of a knob, on the same games, do as far as pairs of them show.

    Rising is refuted by any pair whose paired interval (Newcombe, all pairs together at `confidence` by Bonferroni)
    lies below 0, falling by one above 0; both refuted is mixed, neither flat.
    """
    m = len(found.wins)
    first, second = np.triu_indices(m, 1)
    if not len(first):
        return Shape(FLAT, None, None)
    level = shared(confidence, len(first))
    low, high = paired_limits(found.wins[first], found.wins[second], found.both[first, second], found.n, level)
    up, down = _best(low, first, second), _best(-high, first, second)
    names = {(True, True): MIXED, (True, False): RISES, (False, True): FALLS, (False, False): FLAT}
    return Shape(names[up is not None, down is not None], up, down)


def _best(margin: Array, first: Array, second: Array) -> tuple[int, int] | None:
    place = int(np.argmax(margin))
    return (int(first[place]), int(second[place])) if margin[place] > 0 else None


def isotonic(rates: Array, games: Array, rising: bool) -> Array:
    """The monotone rates nearest to these, weighted by games.

    Pool adjacent violators (Ayer et al., "An empirical distribution function for sampling with incomplete
    information", Annals of Mathematical Statistics 26, 1955), from scipy.
    """
    from scipy.optimize import isotonic_regression

    return np.asarray(isotonic_regression(rates, weights=games, increasing=rising).x)

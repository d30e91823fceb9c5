"""Several settings on the same games: which of them may be nearest to a target rate."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from simkit.stats.intervals import z_of

Array = np.ndarray[Any, Any]


class Counts(NamedTuple):
    """Sums over the same n games of m settings.

    n: games.  wins: (m,) won games.  both: (m × m) games that both settings won; a share of a win counts as its
    fraction, in `both` as the product.
    """

    n: int
    wins: Array
    both: Array

    @property
    def rates(self) -> Array:
        return self.wins / self.n


def counts(won: Array) -> Counts:
    """Sums of a (games × settings) table of outcomes between 0 and 1."""
    table = np.asarray(won, np.float64)
    return Counts(len(table), table.sum(axis=0), table.T @ table)


def shared(confidence: float, family: int) -> float:
    """Confidence of each of `family` intervals that hold together with `confidence`.

    Bonferroni's inequality; it needs no independence, so settings may share their games (Dunn, "Multiple comparisons
    among means", JASA 56, 1961).
    """
    return 1 - (1 - confidence) / max(1, family)


def wilson_limits(wins: Array, n: int, confidence: float) -> tuple[Array, Array]:
    """`wilson` for many rates of n games each: arrays of lower and upper ends."""
    z2 = z_of(confidence) ** 2
    rates = wins / n
    spread = np.sqrt(z2 * (rates * (1 - rates) / n + z2 / (4 * n * n)))
    centre, scale = rates + z2 / (2 * n), 1 + z2 / n
    low = np.where(wins <= 0, 0.0, (centre - spread) / scale)
    high = np.where(wins >= n, 1.0, (centre + spread) / scale)
    return np.maximum(low, 0.0), np.minimum(high, 1.0)


def paired_limits(a: Array, b: Array, both: Array, n: int, confidence: float) -> tuple[Array, Array]:
    """`difference` for many pairs at once: ends of the intervals of rate b − rate a.

    Newcombe's method 10 (Statistics in Medicine 17, 1998), arguments broadcast against each other.
    """
    rate_a, rate_b = a / n, b / n
    low_a, high_a = wilson_limits(a, n, confidence)
    low_b, high_b = wilson_limits(b, n, confidence)
    phi = _phi(a, b, both, n)
    down_b, up_b, down_a, up_a = rate_b - low_b, high_b - rate_b, rate_a - low_a, high_a - rate_a
    below = np.sqrt(np.maximum(0.0, down_b**2 - 2 * phi * down_b * up_a + up_a**2))
    above = np.sqrt(np.maximum(0.0, up_b**2 - 2 * phi * up_b * down_a + down_a**2))
    return rate_b - rate_a - below, rate_b - rate_a + above


def _phi(a: Array, b: Array, both: Array, n: int) -> Array:
    """Correlation of each pair with Newcombe's continuity correction; 0 when a margin is empty."""
    margins = a * (n - a) * b * (n - b)
    product = both * (n - a - b + both) - (a - both) * (b - both)
    corrected = np.where(product > 0, np.maximum(product - n / 2, 0), product)
    safe = np.sqrt(np.where(margins > 0, margins, 1.0))
    return np.where(margins > 0, corrected / safe, 0.0)


def farther(found: Counts, target: float, error: float) -> Array:
    """(m × m) whether setting i is shown to be farther from the target than setting j, one-sided error `error` each.

    |p_i − t| > |p_j − t| exactly if p_i − p_j and p_i + p_j − 2 t have the same sign; it counts as shown when the
    paired intervals of both agree on theirs (an intersection-union test: Berger, "Multiparameter hypothesis testing
    and acceptance sampling", Technometrics 24, 1982).  p_i + p_j is 1 + the difference of "i won" and "j lost".
    """
    n, wins, both = found
    mine, other = wins[:, None], wins[None, :]
    confidence = 1 - 2 * error
    low_gap, high_gap = paired_limits(other, mine, both, n, confidence)
    low_sum, high_sum = paired_limits(n - other, mine, mine - both, n, confidence)
    shift = 1 - 2 * target
    above = (low_gap > 0) & (low_sum + shift > 0)
    below = (high_gap < 0) & (high_sum + shift < 0)
    return above | below


def nearest_set(found: Counts, target: float, confidence: float = 0.95, rates: int = 1) -> Array:
    """(m,) which settings may be nearest to the target; contains the truly nearest one with `confidence`.

    A setting may have several rates (one a player count), side by side in `found`: setting 0's first; its distance is
    then that of the rate farthest from the target.  Multiple comparisons with the best (Hsu, "Constrained simultaneous
    confidence intervals for multiple comparisons with the best", Annals of Statistics 12, 1984) in Bonferroni's form:
    setting i is out if one of its rates is shown to be farther than all rates of some j, each comparison at
    (1 − confidence) / ((m − 1) · rates).
    """
    m = len(found.wins) // rates
    if m < 2:
        return np.ones(m, bool)
    error = (1 - confidence) / ((m - 1) * rates)
    pairs = farther(found, target, error).reshape(m, rates, m, rates)
    worse: Array = np.any(np.all(pairs, axis=3), axis=1)  # i is farther than j
    np.fill_diagonal(worse, False)
    return np.logical_not(np.any(worse, axis=1))

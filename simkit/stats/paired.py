"""Two bots or settings on the same games."""

from __future__ import annotations

import math

from simkit.stats.intervals import Interval, wilson


def difference(wins_a: int, wins_b: int, n: int, both: int, confidence: float = 0.95) -> Interval:
    """Interval of rate b − rate a on the same n games (paired), `both` of which both won.

    Newcombe's method 10 ("Improved confidence intervals for the difference between binomial proportions based on
    paired data", Statistics in Medicine 17, 1998): Wilson limits combined with the correlation of the pairs.
    """
    only_a, only_b, neither = wins_a - both, wins_b - both, n - wins_a - wins_b + both
    rate_a, rate_b = wins_a / n, wins_b / n
    a, b = wilson(wins_a, n, confidence), wilson(wins_b, n, confidence)
    phi = _correlation(both, only_a, only_b, neither)
    down_b, up_b, down_a, up_a = rate_b - b.low, b.high - rate_b, rate_a - a.low, a.high - rate_a
    below = math.sqrt(max(0.0, down_b**2 - 2 * phi * down_b * up_a + up_a**2))
    above = math.sqrt(max(0.0, up_b**2 - 2 * phi * up_b * down_a + down_a**2))
    gap = rate_b - rate_a
    return Interval(gap - below, gap + above)


def _correlation(both: int, only_a: int, only_b: int, neither: int) -> float:
    """Phi of a 2 × 2 table with Newcombe's continuity correction; 0 when a margin is empty."""
    n = both + only_a + only_b + neither
    margins = (both + only_a) * (only_b + neither) * (both + only_b) * (only_a + neither)
    if margins == 0:
        return 0.0
    product = both * neither - only_a * only_b
    if product > 0:
        return max(product - n / 2, 0) / math.sqrt(margins)
    return product / math.sqrt(margins)

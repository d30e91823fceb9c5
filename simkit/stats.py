"""Statistics of win rates: pure functions, the numerics from scipy; each cites its formula."""

from __future__ import annotations

import math
from typing import NamedTuple


class Interval(NamedTuple):
    """Lower and upper end, as fractions."""

    low: float
    high: float

    @property
    def half_width(self) -> float:
        return (self.high - self.low) / 2


def wilson(wins: float, n: int, confidence: float = 0.95) -> Interval:
    """Score interval of a binomial rate (Wilson, "Probable inference", JASA 22, 1927).

    `wins` may be fractional (shared wins).  n = 0 gives [0, 1].
    """
    from scipy.special import ndtri

    if n == 0:
        return Interval(0.0, 1.0)
    z = float(ndtri(1 - (1 - confidence) / 2))
    rate = wins / n
    centre = rate + z * z / (2 * n)
    spread = z * math.sqrt(rate * (1 - rate) / n + z * z / (4 * n * n))
    scale = 1 + z * z / n
    low = 0.0 if wins == 0 else (centre - spread) / scale
    high = 1.0 if wins == n else (centre + spread) / scale
    return Interval(max(0.0, low), min(1.0, high))


def mean_interval(mean: float, variance: float, n: int, confidence: float = 0.95) -> Interval:
    """Student's interval of a mean from n independent values with sample variance `variance`."""
    from scipy.special import stdtrit

    if n < 2:
        return Interval(-math.inf, math.inf)
    half = float(stdtrit(n - 1, 1 - (1 - confidence) / 2)) * math.sqrt(variance / n)
    return Interval(mean - half, mean + half)


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


def confidence_sequence(wins: float, n: int, confidence: float = 0.95) -> Interval:
    """Interval that holds at every n at once, so one may look and stop at any time.

    Rates whose beta-binomial mixture likelihood ratio stays below 1 / (1 − confidence) (Robbins, "Statistical
    methods related to the law of the iterated logarithm", 1970; uniform mixture, Ville's inequality).
    """
    from scipy.optimize import brentq
    from scipy.special import betaln, xlog1py, xlogy

    if n == 0:
        return Interval(0.0, 1.0)
    bound = -math.log(1 - confidence)
    mixture = float(betaln(wins + 1, n - wins + 1))

    def excess(rate: float) -> float:
        return mixture - float(xlogy(wins, rate)) - float(xlog1py(n - wins, -rate)) - bound

    peak = wins / n
    tiny = 1e-15
    low = 0.0 if wins == 0 or excess(tiny) < 0 else float(brentq(excess, tiny, peak))
    high = 1.0 if wins == n or excess(1 - tiny) < 0 else float(brentq(excess, peak, 1 - tiny))
    return Interval(low, high)


# --- how many games a question needs


def games_for_half_width(rate: float, half_width: float, confidence: float = 0.95) -> int:
    """Games after which the Wilson interval around `rate` is at most ± `half_width` (both fractions).

    The larger root of w² (n + z²)² = z² (p q n + z² / 4), which is Wilson's half-width solved for n.
    """
    z2 = _z(confidence) ** 2
    w2, pq = half_width**2, rate * (1 - rate)
    linear = 2 * w2 * z2 - z2 * pq
    root = linear**2 - 4 * w2 * z2**2 * (w2 - 0.25)
    return max(1, math.ceil((-linear + math.sqrt(max(0.0, root))) / (2 * w2)))


def other_rate(rate: float, difference: float) -> float:
    """The rate `difference` away on the side of one half, where a difference is harder to see."""
    return rate + difference if rate <= 0.5 else rate - difference


def games_to_detect(rate: float, difference: float, power: float = 0.8, confidence: float = 0.95) -> int:
    """Games of *each* of two settings, on different games, that show a difference (fractions) with this power.

    Two-sided test of two independent rates (Fleiss, Levin & Paik, "Statistical Methods for Rates and Proportions",
    3rd ed. 2003, formula 4.14).
    """
    other = other_rate(rate, difference)
    middle = (rate + other) / 2
    null = math.sqrt(2 * middle * (1 - middle))
    alternative = math.sqrt(rate * (1 - rate) + other * (1 - other))
    return math.ceil(((_z(confidence) * null + _quantile(power) * alternative) / difference) ** 2)


def pairs_to_detect(
    rate: float, difference: float, correlation: float, power: float = 0.8, confidence: float = 0.95
) -> int:
    """Game indices to play under *both* settings that show a difference (fractions) with this power.

    McNemar's test (Connor, "Sample size for testing differences in proportions for the paired-sample design",
    Biometrics 43, 1987); `correlation` is that of the two outcomes of a pair, 0 for independent ones.
    """
    other = other_rate(rate, difference)
    covariance = correlation * math.sqrt(rate * (1 - rate) * other * (1 - other))
    independent = rate * (1 - other) + other * (1 - rate)
    discordant = max(abs(difference), independent - 2 * covariance)  # share of pairs with different outcomes
    spread = math.sqrt(max(0.0, discordant - difference**2))
    return math.ceil(((_z(confidence) * math.sqrt(discordant) + _quantile(power) * spread) / difference) ** 2)


def _z(confidence: float) -> float:
    return _quantile(1 - (1 - confidence) / 2)


def _quantile(probability: float) -> float:
    """Quantile of the normal distribution."""
    from scipy.special import ndtri

    return float(ndtri(probability))

"""How many games a question needs."""

from __future__ import annotations

import math

from simkit.stats.intervals import quantile, z_of


def games_for_half_width(rate: float, half_width: float, confidence: float = 0.95) -> int:
    """Games after which the Wilson interval around `rate` is at most ± `half_width` (both fractions).

    The larger root of w² (n + z²)² = z² (p q n + z² / 4), which is Wilson's half-width solved for n.
    """
    z2 = z_of(confidence) ** 2
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
    return math.ceil(((z_of(confidence) * null + quantile(power) * alternative) / difference) ** 2)


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
    return math.ceil(((z_of(confidence) * math.sqrt(discordant) + quantile(power) * spread) / difference) ** 2)

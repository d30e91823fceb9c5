"""Intervals of a rate or a mean."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np


class Interval(NamedTuple):
    """Lower and upper end, as fractions."""

    low: float
    high: float

    @property
    def half_width(self) -> float:
        return (self.high - self.low) / 2


def wilson(wins: float, n: float, confidence: float = 0.95) -> Interval:
    """Score interval of a binomial rate (Wilson, "Probable inference", JASA 22, 1927).

    `wins` may be fractional (shared wins), and n (an effective number).  n = 0 gives [0, 1].
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


def clustered(hits: np.ndarray, totals: np.ndarray, confidence: float = 0.95) -> Interval:
    """Wilson's interval of Σ hits / Σ totals where trials come in clusters, such as the settings that share a deal.

    hits, totals: (clusters,) counts.  The number of trials is divided by the design effect (Kish, "Survey sampling",
    1965): how many times the variance of the ratio is that of independent trials, at least 1.
    """
    n, won, number = float(totals.sum()), float(hits.sum()), len(totals)
    if n == 0 or won in (0, n) or number < 2:
        return wilson(won, int(n), confidence)
    rate = won / n
    spread = float(((hits - rate * totals) ** 2).sum()) * number / (number - 1)
    effective = n / max(1.0, spread / (n * rate * (1 - rate)))
    return wilson(rate * effective, effective, confidence)


def z_of(confidence: float) -> float:
    return quantile(1 - (1 - confidence) / 2)


def quantile(probability: float) -> float:
    """Quantile of the normal distribution."""
    from scipy.special import ndtri

    return float(ndtri(probability))

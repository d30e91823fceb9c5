"""Ratios of two effects measured on the same games."""

from __future__ import annotations

import math

from simkit.stats.intervals import Interval, z_of


def fieller(
    above: float, below: float, var_above: float, var_below: float, covariance: float, confidence: float = 0.95
) -> Interval | None:
    """Interval of above / below, two estimates with these variances and covariance; None if it is not bounded.

    Fieller ("Some problems in interval estimation", Journal of the Royal Statistical Society B 16, 1954): all r with
    (above − r below)² ≤ z² (var_above − 2 r covariance + r² var_below).  Bounded only if below differs from 0 at
    this confidence.
    """
    z2 = z_of(confidence) ** 2
    square = below**2 - z2 * var_below
    if square <= 0:
        return None
    middle = above * below - z2 * covariance
    rest = above**2 - z2 * var_above
    root = math.sqrt(max(0.0, middle**2 - square * rest))
    return Interval((middle - root) / square, (middle + root) / square)

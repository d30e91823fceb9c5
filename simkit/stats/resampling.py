"""The bootstrap over deals."""

from __future__ import annotations

import numpy as np

from simkit.stats.intervals import Interval

RESAMPLES = 1000
_CHUNK = 4_000_000  # numbers held at a time


def bootstrap_sums(
    features: np.ndarray, counts: np.ndarray, size: int, seed: int, resamples: int = RESAMPLES
) -> np.ndarray:
    """Column sums of `size` rows drawn with replacement, once a resample: (resamples × columns).

    features: (rows × columns), each row a deal (or a kind of deal, `counts` of which were seen).  Efron ("Bootstrap
    methods: another look at the jackknife", Annals of Statistics 7, 1979).  The same seed gives the same draws.
    """
    random = np.random.default_rng(seed)
    shares = counts / counts.sum()
    sums = np.empty((resamples, features.shape[1]))
    step = max(1, _CHUNK // len(features))
    for start in range(0, resamples, step):
        drawn = random.multinomial(size, shares, min(step, resamples - start))
        sums[start : start + step] = drawn @ features
    return sums


def percentile_interval(draws: np.ndarray, estimate: float, confidence: float = 0.95) -> Interval:
    """The middle share of bootstrap draws; always contains the estimate itself."""
    tail = (1 - confidence) / 2
    low, high = (float(end) for end in np.quantile(draws, (tail, 1 - tail)))
    return Interval(min(low, estimate), max(high, estimate))

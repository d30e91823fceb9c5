"""The sequential test: known values, error rates by simulation, inputs at the edge."""

from __future__ import annotations

import math
import time

import numpy as np
import pytest

from simkit import stats
from simkit.stats import Sprt

VALUES = np.array([-1.0, -0.5, 0.0, 0.5, 1.0])


def played(test: Sprt, differences: np.ndarray) -> Sprt:
    test.add(differences)
    test.finish()
    return test


def test_the_ratio_is_that_of_two_multinomials_whose_means_are_held() -> None:
    """On two values a mean leaves one distribution, so the ratio can be written down."""
    counts, low, high = np.array([40.0, 60.0]), 0.0, 0.1
    share_low, share_high = (1 + low) / 2, (1 + high) / 2
    expected = 60 * math.log(share_high / share_low) + 40 * math.log((1 - share_high) / (1 - share_low))
    assert stats.log_likelihood_ratio(np.array([-1.0, 1.0]), counts, low, high) == pytest.approx(expected, rel=1e-9)


def test_the_ratio_is_near_its_normal_approximation() -> None:
    counts = np.array([1000, 2000, 4000, 2100, 1050], float)
    n, mean = counts.sum(), counts @ VALUES / counts.sum()
    variance = counts @ (VALUES - mean) ** 2 / n
    expected = n * 0.01 * (2 * mean - 0.01) / (2 * variance)
    assert stats.log_likelihood_ratio(VALUES, counts, 0.0, 0.01) == pytest.approx(expected, rel=0.02)


def test_the_ratio_of_the_mirrored_pairs_is_the_opposite() -> None:
    counts = np.array([10, 30, 200, 50, 20], float)
    ratio = stats.log_likelihood_ratio(VALUES, counts, -0.02, 0.05)
    assert stats.log_likelihood_ratio(VALUES, counts[::-1], -0.05, 0.02) == pytest.approx(-ratio, rel=1e-9)


@pytest.mark.parametrize(("value", "decision"), [(1.0, "H1"), (-1.0, "H0"), (0.0, "H0"), (0.5, "H1"), (-0.5, "H0")])
def test_pairs_that_are_all_alike_end_soon(value: float, decision: str) -> None:
    started = time.perf_counter()
    test = played(Sprt(0.0, 0.01), np.full(1_000_000, value))
    assert (test.decision, math.isfinite(test.llr)) == (decision, True)
    assert 100 <= test.pairs <= 1000
    assert time.perf_counter() - started < 5


@pytest.mark.parametrize("value", [1.0, 0.0, -1.0])
def test_one_pair_leaves_it_undecided(value: float) -> None:
    test = played(Sprt(0.0, 0.01), np.array([value]))
    assert (test.decision, test.pairs, math.isfinite(test.llr)) == ("undecided", 1, True)


def test_no_pairs_leave_it_undecided() -> None:
    assert played(Sprt(0.0, 0.01), np.zeros(0)).decision == "undecided"


def test_nothing_is_decided_before_a_hundred_pairs() -> None:
    assert played(Sprt(0.0, 0.5), np.ones(99)).decision == "undecided"
    assert played(Sprt(0.0, 0.5), np.ones(100)).decision == "H1"


def test_how_the_pairs_are_cut_does_not_matter() -> None:
    differences = np.random.default_rng(4).choice(VALUES, 30_000, p=[0.1, 0.2, 0.38, 0.21, 0.11])
    whole = played(Sprt(0.0, 0.01), differences)
    for size in (1, 7, 100, 999, 12_345):
        cut = Sprt(0.0, 0.01)
        for start in range(0, len(differences), size):
            cut.add(differences[start : start + size])
        cut.finish()
        assert (cut.decision, cut.pairs, cut.llr) == (whole.decision, whole.pairs, whole.llr)


@pytest.mark.parametrize(
    ("low", "high", "alpha", "beta"),
    [(0.01, 0.0, 0.05, 0.05), (0.0, 0.0, 0.05, 0.05), (0.0, 1.0, 0.05, 0.05), (0.0, math.nan, 0.05, 0.05),
     (0.0, 0.1, 0.0, 0.05), (0.0, 0.1, 0.05, 0.5)],
)  # fmt: skip
def test_impossible_tests_are_refused(low: float, high: float, alpha: float, beta: float) -> None:
    with pytest.raises(ValueError, match="allowed"):
        Sprt(low, high, alpha, beta)


def error_rate(shares: list[float], low: float, high: float, wrong: str, alpha: float, beta: float, runs: int) -> float:
    random = np.random.default_rng(11)
    errors = 0
    for _ in range(runs):
        test = Sprt(low, high, alpha, beta)
        while test.decision == "undecided":
            test.add(random.choice(VALUES, 500, p=shares))
        errors += test.decision == wrong
    return errors / runs


def with_mean(mean: float, spread: tuple[float, float] = (0.08, 0.16)) -> list[float]:
    """Shares of the five values: symmetric ones, moved so that their mean is `mean`."""
    outer, inner = spread
    return [outer - mean / 2, inner, 1 - 2 * outer - 2 * inner, inner, outer + mean / 2]


def test_the_error_rates_are_kept() -> None:
    runs = 400
    allowed = 0.1 + 3 * math.sqrt(0.1 * 0.9 / runs)
    assert error_rate(with_mean(0.0), 0.0, 0.05, "H1", 0.1, 0.1, runs) <= allowed
    assert error_rate(with_mean(0.05), 0.0, 0.05, "H0", 0.1, 0.1, runs) <= allowed


@pytest.mark.slow
@pytest.mark.parametrize(
    "spread", [(0.08, 0.16), (0.25, 0.2), (0.03, 0.0), (0.02, 0.02)], ids=["usual", "wide", "games", "rare"]
)
@pytest.mark.parametrize(("alpha", "beta"), [(0.05, 0.05), (0.02, 0.1)])
def test_the_error_rates_are_kept_for_other_distributions(
    spread: tuple[float, float], alpha: float, beta: float
) -> None:
    runs = 1000
    first = error_rate(with_mean(0.0, spread), 0.0, 0.04, "H1", alpha, beta, runs)
    second = error_rate(with_mean(0.04, spread), 0.0, 0.04, "H0", alpha, beta, runs)
    assert first <= alpha + 3 * math.sqrt(alpha * (1 - alpha) / runs)
    assert second <= beta + 3 * math.sqrt(beta * (1 - beta) / runs)

"""Paired statistics against textbook values and by simulation."""

from __future__ import annotations

import itertools
from collections import Counter

import numpy as np
import pytest
from scipy.stats import binomtest
from statsmodels.stats.contingency_tables import mcnemar as statsmodels_mcnemar

from simkit import stats

# Airway reactivity of 21 children before and after a transplantation, (both, only before, only after, neither) =
# (1, 1, 7, 12): the example of Fagerland, Lydersen & Laake, Statistics in Medicine 33, 2014.
BEFORE, AFTER, CHILDREN, BOTH = 2, 8, 21, 1


def test_the_paired_interval_is_the_published_one() -> None:
    interval = stats.difference(AFTER, BEFORE, CHILDREN, BOTH)
    assert interval.low == pytest.approx(-0.507, abs=0.0005)
    assert interval.high == pytest.approx(-0.026, abs=0.0005)


def test_mcnemar_is_the_published_one() -> None:
    assert stats.mcnemar(1, 7) == pytest.approx(0.0703, abs=0.00005)
    # Approval of a prime minister asked twice (Agresti, "Categorical Data Analysis", table 10.1).
    assert stats.mcnemar(150, 86) == pytest.approx(3.716e-5, rel=1e-3)


@pytest.mark.parametrize(("only_a", "only_b"), [(0, 0), (0, 1), (3, 3), (12, 5), (400, 460), (0, 5000)])
def test_mcnemar_agrees_with_scipy_and_statsmodels(only_a: int, only_b: int) -> None:
    p = stats.mcnemar(only_a, only_b)
    n = only_a + only_b
    assert p == pytest.approx(binomtest(only_a, n).pvalue if n else 1.0, rel=1e-9)
    assert p == pytest.approx(
        statsmodels_mcnemar([[9, only_a], [only_b, 9]], exact=True).pvalue if n else 1.0, rel=1e-9
    )


def test_sign_flips_of_single_games_are_mcnemar() -> None:
    for only_a, only_b in ((0, 1), (3, 3), (12, 5), (400, 460)):
        assert stats.sign_flip({-1: only_a, 0: 77, 1: only_b}) == pytest.approx(stats.mcnemar(only_a, only_b), rel=1e-9)


@pytest.mark.parametrize("values", [[3, -1, 2, 2, -1, 1], [2, 2, 2, -1], [1], [0, 0], [5, -3, -3, 1, 1, 2, -2, 7]])
def test_sign_flips_agree_with_counting_all_of_them(values: list[int]) -> None:
    total = abs(sum(values))
    flips = list(itertools.product((1, -1), repeat=len(values)))
    reached = sum(abs(sum(s * v for s, v in zip(signs, values, strict=True))) >= total for signs in flips)
    assert stats.sign_flip(Counter(values)) == pytest.approx(reached / len(flips), rel=1e-9)


def test_the_exact_sign_flip_test_meets_its_normal_approximation(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = {2: 3000, -2: 2900, 1: 2000, -1: 2010}
    exact = stats.sign_flip(counts)
    monkeypatch.setattr("simkit.stats.paired.LARGEST_GRID", 0)
    assert stats.sign_flip(counts) == pytest.approx(exact, abs=0.005)


def test_holm_is_the_step_down_of_the_textbook() -> None:
    assert stats.holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert stats.holm([0.04]) == [0.04]
    assert stats.holm([]) == []


@pytest.mark.slow
@pytest.mark.parametrize("n", [100, 1000])
@pytest.mark.parametrize(
    "table",
    [
        (0.6, 0.02, 0.01, 0.37),
        (0.9, 0.05, 0.02, 0.03),
        (0.3, 0.2, 0.2, 0.3),
        (0.98, 0.01, 0, 0.01),
        (0, 0.9, 0.05, 0.05),
    ],
    ids=str,
)
def test_the_paired_interval_covers(n: int, table: tuple[float, ...]) -> None:
    runs, hits = 4000, 0
    for both, only_b, only_a, _ in np.random.default_rng(1).multinomial(n, table, runs).tolist():
        interval = stats.difference(both + only_a, both + only_b, n, both)
        hits += interval.low - 1e-9 <= table[1] - table[2] <= interval.high + 1e-9
    assert hits / runs >= 0.94


@pytest.mark.slow
def test_the_sign_flip_test_keeps_its_level() -> None:
    random = np.random.default_rng(2)
    runs = 4000
    drawn = random.multinomial(200, [0.1, 0.15, 0.5, 0.15, 0.1], runs)
    alarms = sum(stats.sign_flip(dict(zip((-2, -1, 0, 1, 2), row, strict=True))) <= 0.05 for row in drawn.tolist())
    assert alarms / runs <= 0.05 + 3 * (0.05 * 0.95 / runs) ** 0.5

"""Intervals against textbook values, other implementations and their promised coverage."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.proportion import proportion_confint

from simkit import stats


def rounded(interval, places=4):
    return tuple(round(end, places) for end in interval)


# --- one rate


@pytest.mark.parametrize(
    ("wins", "n", "expected"),
    [(81, 263, (0.2553, 0.3662)), (15, 148, (0.0624, 0.1605)), (0, 20, (0.0, 0.1611)), (1, 29, (0.0061, 0.1718))],
)
def test_wilson_gives_the_values_of_newcombes_paper(wins, n, expected):
    """Table I of "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17, 1998."""
    assert rounded(stats.wilson(wins, n)) == expected


@given(n=st.integers(1, 10**6), share=st.floats(0, 1), confidence=st.sampled_from([0.9, 0.95, 0.9975]))
def test_wilson_is_statsmodels_wilson(n, share, confidence):
    wins = round(share * n)
    assert stats.wilson(wins, n, confidence) == pytest.approx(
        proportion_confint(wins, n, 1 - confidence, "wilson"), abs=1e-9
    )


@given(n=st.integers(1, 10**7), share=st.floats(0, 1))
def test_wilson_holds_the_rate_and_stays_between_none_and_all(n, share):
    wins = round(share * n)
    low, high = stats.wilson(wins, n)
    assert 0 <= low <= wins / n <= high <= 1


def test_no_games_say_nothing():
    assert stats.wilson(0, 0) == (0, 1)
    assert stats.confidence_sequence(0, 0) == (0, 1)


def coverage(rate, n, interval, samples=2000):
    """Exact coverage of an interval of wins out of n."""
    from scipy.stats import binom

    wins = np.arange(n + 1)
    inside = np.array([interval(int(k), n)[0] <= rate <= interval(int(k), n)[1] for k in wins])
    return float(binom.pmf(wins, n, rate)[inside].sum())


@pytest.mark.parametrize("rate", [0.02, 0.1, 0.44, 0.54, 0.79, 0.88, 0.97])
def test_wilson_covers_about_95_percent(rate):
    assert 0.94 < coverage(rate, 1000, stats.wilson) < 0.965


# --- one mean


def test_the_interval_of_a_mean_is_students():
    values = [5.1, 4.9, 5.6, 5.8, 4.4]
    low, high = stats.mean_interval(float(np.mean(values)), float(np.var(values, ddof=1)), len(values))
    half = 2.7764451 * np.std(values, ddof=1) / math.sqrt(5)
    assert (low, high) == pytest.approx((np.mean(values) - half, np.mean(values) + half), abs=1e-6)


def test_one_value_has_no_interval():
    assert stats.mean_interval(3.0, 0.0, 1) == (-math.inf, math.inf)


# --- a paired difference


def test_a_paired_difference_is_newcombes_method_10():
    """36 pairs both, 12 only b, 2 only a: method 10 of Newcombe, Statistics in Medicine 17, 1998, 2635–2650."""
    assert rounded(stats.difference(36 + 2, 36 + 12, 50, 36)) == (0.0569, 0.3404)


@pytest.mark.parametrize("both", [0, 54])
def test_pairs_that_are_all_alike_leave_the_width_of_one_wilson_limit(both):
    z = 1.959964
    half = z**2 / (54 + z**2)
    assert stats.difference(both, both, 54, both) == pytest.approx((-half, half), abs=1e-6)


@given(st.tuples(*[st.integers(0, 500)] * 4).filter(lambda cells: sum(cells) > 0))
def test_a_difference_the_other_way_round_is_the_same_with_the_other_sign(cells):
    both, only_a, only_b, _ = cells
    n = sum(cells)
    forth = stats.difference(both + only_a, both + only_b, n, both)
    back = stats.difference(both + only_b, both + only_a, n, both)
    assert forth == pytest.approx((-back.high, -back.low), abs=1e-12)
    assert -1 - 1e-9 <= forth.low <= (only_b - only_a) / n <= forth.high <= 1 + 1e-9


def test_no_discordant_pair_is_no_certainty():
    low, high = stats.difference(60, 60, 100, 60)
    assert low < 0 < high


def test_a_paired_difference_covers_about_95_percent():
    dice = np.random.default_rng(1)
    shares, true = (0.45, 0.15, 0.10, 0.30), -0.05  # both, only a, only b, neither
    hits = 0
    for both, only_a, only_b, _ in dice.multinomial(500, shares, size=3000):
        low, high = stats.difference(int(both + only_a), int(both + only_b), 500, int(both))
        hits += low <= true <= high
    assert 0.935 < hits / 3000 < 0.97


# --- an interval that holds at every n


def test_a_confidence_sequence_is_wider_than_wilson_but_not_by_much():
    fixed, always = stats.wilson(780, 1000), stats.confidence_sequence(780, 1000)
    assert always.low < fixed.low < fixed.high < always.high
    assert always.half_width < 2 * fixed.half_width


def test_the_ends_of_a_confidence_sequence_are_where_the_mixture_says():
    from scipy.special import betaln

    wins, n = 30, 100
    mixture = betaln(wins + 1, n - wins + 1)
    for rate in stats.confidence_sequence(wins, n):
        log_likelihood = wins * math.log(rate) + (n - wins) * math.log1p(-rate)
        assert mixture - log_likelihood == pytest.approx(math.log(20), abs=1e-6)


@given(n=st.integers(1, 10**6), share=st.floats(0, 1))
def test_a_confidence_sequence_holds_the_rate(n, share):
    wins = round(share * n)
    low, high = stats.confidence_sequence(wins, n)
    assert 0 <= low <= wins / n <= high <= 1


@pytest.mark.slow
@pytest.mark.parametrize("rate", [0.05, 0.5, 0.79])
def test_who_looks_after_every_block_still_meets_the_truth_95_times_of_a_hundred(rate):
    """Looking at each of 200 blocks, a fixed interval misses far too often and the sequence does not."""
    dice = np.random.default_rng(2)
    runs, looks, block = 400, 200, 50
    wins = dice.binomial(block, rate, size=(runs, looks)).cumsum(axis=1)
    n = block * np.arange(1, looks + 1)

    def missed(interval):
        ends = {}
        for k in range(looks):
            for w in np.unique(wins[:, k]):
                ends[int(w), k] = interval(int(w), int(n[k]))
        return np.mean(
            [any(not ends[int(w), k][0] <= rate <= ends[int(w), k][1] for k, w in enumerate(row)) for row in wins]
        )

    assert missed(stats.confidence_sequence) <= 0.05
    assert missed(stats.wilson) > 0.15

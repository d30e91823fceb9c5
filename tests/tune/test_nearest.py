"""Which settings may be nearest to a target; several intervals at once; shapes; ratios: formulas and coverage."""

from __future__ import annotations

import math

import numpy as np
import pytest

from simkit import stats
from simkit.stats.nearest import counts, farther, nearest_set, paired_limits, shared, wilson_limits
from simkit.stats.ratios import fieller
from simkit.stats.shape import FALLS, FLAT, MIXED, RISES, isotonic, shape


def outcomes(random, rates, games, own):
    """(games × rates) wins; `own` is the share of games in which each rate draws for itself."""
    shared_draws = random.random((games, 1))
    draws = np.where(random.random((games, 1)) < own, random.random((games, len(rates))), shared_draws)
    return (draws < np.array(rates)).astype(float)


def test_many_wilson_intervals_are_the_single_ones():
    wins = np.array([0.0, 1, 7.5, 30, 49, 50])
    low, high = wilson_limits(wins, 50, 0.99)
    for k, won in enumerate(wins):
        assert (low[k], high[k]) == pytest.approx(tuple(stats.wilson(won, 50, 0.99)))


def test_many_paired_differences_are_the_single_ones():
    random = np.random.default_rng(1)
    table = outcomes(random, [0.0, 0.1, 0.5, 0.55, 0.9, 1.0], 200, 0.4)
    found = counts(table)
    low, high = paired_limits(found.wins[:, None], found.wins[None, :], found.both, 200, 0.95)
    for a in range(6):
        for b in range(6):
            single = stats.difference(int(found.wins[a]), int(found.wins[b]), 200, int(found.both[a, b]))
            assert (low[a, b], high[a, b]) == pytest.approx(tuple(single), abs=1e-12)


def test_newcombes_example_of_paired_proportions():
    """Newcombe 1998, table II, example of 36, 12, 2, 0 pairs: difference 0.20 with interval 0.0569 to 0.3404."""
    low, high = paired_limits(np.array(38.0), np.array(48.0), np.array(36.0), 50, 0.95)
    assert (float(low), float(high)) == pytest.approx((0.0569, 0.3404), abs=5e-5)


def test_shared_confidence_is_bonferronis():
    assert shared(0.95, 5) == pytest.approx(0.99)
    assert shared(0.95, 0) == shared(0.95, 1) == pytest.approx(0.95)


def test_farther_looks_at_both_sides_of_the_target():
    random = np.random.default_rng(2)
    table = outcomes(random, [0.9, 0.65, 0.5, 0.2], 20_000, 0.3)
    found = farther(counts(table), 0.6, 0.01)
    assert found.tolist() == [
        [False, True, True, False],  # 0.3 away: farther than 0.05 and 0.1
        [False, False, False, False],
        [False, True, False, False],
        [True, True, True, False],  # 0.4 away
    ]


def test_one_setting_is_nearest_to_anything():
    assert nearest_set(counts(np.zeros((10, 1))), 0.9).tolist() == [True]


@pytest.mark.parametrize("games", [1, 2, 5])
@pytest.mark.parametrize("rate", [0.0, 1.0])
def test_all_won_and_all_lost_exclude_nothing_they_cannot(games, rate):
    table = np.full((games, 3), rate)
    assert nearest_set(counts(table), 0.5).all()


def test_setting_of_several_rates_is_as_far_as_the_farthest():
    """Setting 0 has rates .6 and .8, setting 1 has .55 and .66: farthest from .6 are .8 and .66."""
    random = np.random.default_rng(3)
    table = outcomes(random, [0.6, 0.8, 0.55, 0.66], 20_000, 0.3)
    assert nearest_set(counts(table), 0.6, rates=2).tolist() == [False, True]


@pytest.mark.parametrize("own", [0.0, 0.3, 1.0])
@pytest.mark.parametrize(
    "rates",
    [
        [0.70, 0.625, 0.575, 0.50],  # two values exactly as near
        [0.60, 0.60, 0.60, 0.60, 0.60],  # all on the target
        [0.64, 0.62, 0.62, 0.50, 0.40],
        [0.99, 0.97, 0.96, 0.90],
    ],
)
def test_nearest_set_contains_the_nearest_in_94_of_100(own, rates):
    random = np.random.default_rng(4)
    truth = int(np.argmin(np.abs(np.array(rates) - 0.6)))
    rounds = 1200
    hits = sum(bool(nearest_set(counts(outcomes(random, rates, 300, own)), 0.6)[truth]) for _ in range(rounds))
    assert hits / rounds >= 0.94


@pytest.mark.parametrize("own", [0.0, 1.0])
def test_nearest_set_of_several_rates_contains_the_nearest_in_94_of_100(own):
    rates = [0.70, 0.62, 0.64, 0.56, 0.58, 0.50]  # worst distances .10, .04, .10
    random = np.random.default_rng(5)
    rounds = 1200
    hits = 0
    for _ in range(rounds):
        hits += bool(nearest_set(counts(outcomes(random, rates, 300, own)), 0.6, rates=2)[1])
    assert hits / rounds >= 0.94


def test_nearest_set_shrinks_to_one_with_games():
    random = np.random.default_rng(6)
    sizes = [
        int(nearest_set(counts(outcomes(random, [0.7, 0.64, 0.58, 0.5], games, 0.3)), 0.6).sum())
        for games in (50, 30_000)
    ]
    assert sizes[0] > sizes[1] == 1


@pytest.mark.parametrize("own", [0.0, 1.0])
def test_simultaneous_intervals_all_hold_in_94_of_100(own):
    random = np.random.default_rng(7)
    rates = np.array([0.3, 0.5, 0.6, 0.8, 0.95])
    rounds, hits = 2000, 0
    for _ in range(rounds):
        wins = outcomes(random, rates, 500, own).sum(axis=0)
        low, high = wilson_limits(wins, 500, shared(0.95, 5))
        hits += bool(np.all((low <= rates) & (rates <= high)))
    assert hits / rounds >= 0.94


# --- shape


@pytest.mark.parametrize(
    ("rates", "name"),
    [
        ([0.2, 0.4, 0.6, 0.9], RISES),
        ([0.9, 0.9, 0.5, 0.1], FALLS),
        ([0.5, 0.5, 0.5, 0.5], FLAT),
        ([0.2, 0.8, 0.8, 0.3], MIXED),
        ([0.5], FLAT),
    ],
)
def test_shape_is_what_pairs_show(rates, name):
    table = outcomes(np.random.default_rng(8), rates, 2000, 0.3)
    assert shape(counts(table)).name == name


def test_mixed_shape_names_a_rise_and_a_fall():
    table = outcomes(np.random.default_rng(9), [0.2, 0.8, 0.4], 2000, 0.3)
    assert shape(counts(table))[1:] == ((0, 1), (1, 2))


def test_monotone_rates_are_seldom_called_mixed():
    random = np.random.default_rng(10)
    rates = [0.9, 0.88, 0.86, 0.5, 0.49, 0.48, 0.1]
    wrong = sum(shape(counts(outcomes(random, rates, 500, 0.5))).name == MIXED for _ in range(500))
    assert wrong / 500 <= 0.02


def test_isotonic_pools_adjacent_violators():
    assert isotonic(np.array([1.0, 3, 2, 4]), np.ones(4), True).tolist() == [1, 2.5, 2.5, 4]
    assert isotonic(np.array([0.9, 0.4, 0.6]), np.array([1.0, 1, 3]), False).tolist() == pytest.approx(
        [0.9, 0.55, 0.55]
    )


# --- ratios


def test_fiellers_ends_are_where_the_numerator_is_just_not_refuted():
    """By definition: |above − r below| is 1.96 of its standard errors at both ends."""
    ends = fieller(3.0, 2.0, 0.04, 0.09, 0.01)
    assert ends is not None
    for end in ends:
        error = math.sqrt(0.04 - 2 * end * 0.01 + end**2 * 0.09)
        assert abs(3.0 - end * 2.0) / error == pytest.approx(1.959964, rel=1e-6)
    assert ends.low < 1.5 < ends.high


def test_fieller_without_error_below_is_the_plain_interval():
    ends = fieller(3.0, 2.0, 0.04, 0.0, 0.0)
    assert ends == pytest.approx((1.5 - 1.959964 * 0.1, 1.5 + 1.959964 * 0.1))


def test_fieller_refuses_a_denominator_that_may_be_zero():
    assert fieller(3.0, 0.5, 0.04, 0.09, 0.0) is None
    assert fieller(0.0, 0.0, 0.0, 0.0, 0.0) is None


def test_fieller_covers():
    random = np.random.default_rng(11)
    covariance = np.array([[0.05, 0.02], [0.02, 0.08]])
    rounds = 4000
    draws = random.multivariate_normal([-2.1, 1.0], covariance, rounds)
    ends = [fieller(a, b, 0.05, 0.08, 0.02) for a, b in draws]
    hits = sum(item is None or item.low <= -2.1 <= item.high for item in ends)
    assert 0.94 <= hits / rounds <= 0.975

"""When a cell has enough games, and that the rule covers what it says."""

import itertools
import math
import random

import numpy as np
import pytest
from scipy.signal import fftconvolve
from scipy.special import betaln, ndtri, xlog1py, xlogy
from scipy.stats import binom

import simkit
from simkit import stats
from simkit.match import BLOCK
from simkit.sweeps.backends import Done
from simkit.sweeps.experiment import Target
from simkit.sweeps.progress import CellRun
from simkit.sweeps.reading import given_sweep
from simkit.tally import Tally

RATES = (0.01, 0.02, 0.03, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9, 0.97, 0.99)
BOUND = 0.94


def cell():
    return given_sweep("seilschaft", {"over": {"ropes": [1]}}).cells[0]


def tally(wins, games=BLOCK):
    counts = {"result": {"win": wins, "loss": games - wins}, "reason": {"fall": games}}
    return Tally(games, counts, games, games)


def arrived(order, blocks, target):
    """The tally and how far it is done when the blocks arrive in this order."""
    run = CellRun(cell(), target, Tally(), None)
    run.plan()
    for place in order:
        run.absorb(Done(1, place * BLOCK, [tally(blocks[place])], None, 0.01))
    return run


def test_minus_n_plays_so_many_games():
    result = simkit.sweep("seilschaft", {"ropes": "0:1"}, games=2_345)
    assert list(result.cells["n"]) == [2_345, 2_345]


def test_precision_stops_at_the_first_block_that_is_narrow_enough():
    result = simkit.sweep("seilschaft", {"ropes": [0, 1, 4]}, precision=1.0)
    for row in result.rows():
        assert row["n"] % BLOCK == 0
        assert (row["high"] - row["low"]) / 2 <= 0.01
        before = simkit.run("seilschaft", set={"ropes": row["ropes"]}, games=row["n"] - BLOCK)
        assert row["n"] == stats.LEAST_GAMES or stats.wilson(before.wins, before.games).half_width > 0.01
    assert sum(row["n"] > stats.LEAST_GAMES for row in result.rows()) >= 2


def test_a_sweep_and_a_run_stop_at_the_same_game():
    one = simkit.run("seilschaft", set={"ropes": 0}, precision=1.0)
    many = simkit.sweep("seilschaft", {"ropes": [0]}, precision=1.0).rows()[0]
    assert (many["n"], many["wins"]) == (one.games, one.wins)


def test_decisions_look_at_index_prefixes_whatever_the_order_of_arrival():
    blocks = [500 + 7 * k for k in range(12)]
    target = Target(precision=1.0)
    expected = arrived(range(12), blocks, target)
    assert expected.done and expected.tally.games < 12 * BLOCK
    for seed in range(50):
        order = random.Random(seed).sample(range(12), 12)
        other = arrived(order, blocks, target)
        assert other.tally == expected.tally and other.done


def test_what_comes_early_waits_for_the_gap():
    run = arrived([2, 1], [500] * 3, Target(games=3 * BLOCK))
    assert run.tally.games == 0 and not run.done
    run.absorb(Done(1, 0, [tally(500)], None, 0.01))
    assert run.tally.games == 3 * BLOCK and run.done


def test_a_failure_behind_the_games_that_are_enough_is_none():
    run = CellRun(cell(), Target(games=2 * BLOCK), Tally(), None)
    run.plan()
    run.goal = 4 * BLOCK
    failing = Done(1, 2 * BLOCK, [], None, 0.01, "the bot failed")
    for done in (failing, Done(1, BLOCK, [tally(500)], None, 0.01), Done(1, 0, [tally(500)], None, 0.01)):
        run.absorb(done)
    assert run.done and run.failed is None


def test_a_competitive_game_stops_when_every_seat_is_narrow_enough():
    limit = {"turn_limit": 60}
    rows = simkit.sweep("gleich-und-gleich", {"players": [2, 3]}, precision=2.5, bots="random", set=limit).rows()
    for row, seats in zip(rows, (2, 3), strict=True):
        widths = [(row[f"high_{seat}"] - row[f"low_{seat}"]) / 2 for seat in range(seats)]
        assert max(widths) <= 0.025


# --- coverage


def wilson_arrays(wins, n):
    z = ndtri(0.975)
    rate = wins / n
    spread = z * np.sqrt(rate * (1 - rate) / n + z * z / (4 * n * n))
    return (rate + z * z / (2 * n) - spread) / (1 + z * z / n), (rate + z * z / (2 * n) + spread) / (1 + z * z / n)


def test_the_vectorised_interval_of_these_tests_is_ours():
    for wins, n in itertools.product((1, 50, 900), (1000, 5000)):
        assert np.allclose(wilson_arrays(wins, n), stats.wilson(wins, n), atol=1e-12)


@pytest.mark.slow
@pytest.mark.parametrize("half_width", [0.0025, 0.005, 0.01])
def test_wilson_after_the_precision_rule_covers_at_least_94_percent(half_width):
    rng = np.random.default_rng(11)
    trials = 8_000
    for rate in RATES:
        needed = stats.games_for_half_width(rate, half_width) // BLOCK
        looks = max(6, int(needed * 1.3) + 3)
        n = BLOCK * np.arange(1, looks + 1)
        wins = rng.binomial(BLOCK, rate, (trials, looks)).cumsum(axis=1)
        low, high = wilson_arrays(wins, n)
        enough = ((high - low) / 2 <= half_width) & (n >= stats.LEAST_GAMES)
        assert enough.any(axis=1).all()
        stop, rows = enough.argmax(axis=1), np.arange(trials)
        covered = np.mean((low[rows, stop] <= rate) & (rate <= high[rows, stop]))
        assert covered >= BOUND, (rate, half_width, covered)


@pytest.mark.slow
@pytest.mark.parametrize("half_width", [0.005, 0.007, 0.008, 0.009, 0.01, 0.015, 0.02])
def test_the_rule_covers_exactly_at_least_94_percent_at_every_rate(half_width):
    """The chance of every path of block sums, without simulation: no rate between those above is worse."""
    for rate in np.arange(0.01, 0.505, 0.01):
        going, n, covered = np.ones(1), 0, 0.0
        while going.sum() > 1e-9:
            going, n = fftconvolve(going, binom.pmf(np.arange(BLOCK + 1), BLOCK, rate)), n + BLOCK
            wins = np.arange(len(going))
            low, high = wilson_arrays(wins, n)
            stop = ((high - low) / 2 <= half_width) & (n >= stats.LEAST_GAMES)
            covered += going[stop & (low <= rate) & (rate <= high)].sum()
            going = np.where(stop, 0.0, going)
        assert covered >= 0.94, (rate, half_width, covered)


def test_the_rule_of_these_tests_is_ours():
    for wins, n, half_width in itertools.product((100, 1000, 3000), (4000, 5000, 9000), (0.005, 0.01, 0.02)):
        low, high = stats.wilson(wins, n)
        assert stats.precise_enough(wins, n, half_width) == (n >= stats.LEAST_GAMES and (high - low) / 2 <= half_width)


def outside(wins, n, rate):
    """Whether the rate lies outside our confidence sequence, without solving for its ends."""
    log_ratio = betaln(wins + 1, n - wins + 1) - xlogy(wins, rate) - xlog1py(n - wins, -rate)
    return log_ratio > -math.log(0.05)


def test_this_criterion_is_our_confidence_sequence():
    rng = np.random.default_rng(3)
    for _ in range(200):
        n = int(rng.integers(1, 50_000))
        wins, rate = int(rng.integers(0, n + 1)), float(rng.uniform(0.001, 0.999))
        low, high = stats.confidence_sequence(wins, n)
        assert outside(wins, n, rate) == (not low <= rate <= high)


@pytest.mark.slow
def test_the_confidence_sequence_covers_at_every_look_at_once():
    rng = np.random.default_rng(12)
    trials, looks = 4_000, 300
    n = BLOCK * np.arange(1, looks + 1)
    for rate in RATES:
        wins = rng.binomial(BLOCK, rate, (trials, looks)).cumsum(axis=1)
        missed = outside(wins, n, rate).any(axis=1).mean()
        assert 1 - missed >= BOUND, (rate, missed)


# --- how many games a question needs


@pytest.mark.parametrize("rate", [0.01, 0.3, 0.6, 0.99])
def test_the_sample_size_is_the_smallest_that_is_narrow_enough(rate):
    n = stats.games_for_half_width(rate, 0.005)
    assert stats.wilson(rate * n, n).half_width <= 0.005 < stats.wilson(rate * (n - 1), n - 1).half_width


def test_the_sample_size_for_a_difference_has_the_power_it_says():
    rng = np.random.default_rng(5)
    n = stats.games_to_detect(0.6, 0.02)
    a, b = rng.binomial(n, 0.6, 20_000) / n, rng.binomial(n, 0.58, 20_000) / n
    middle = (a + b) / 2
    found = np.abs(a - b) / np.sqrt(2 * middle * (1 - middle) / n) > ndtri(0.975)
    assert abs(found.mean() - 0.8) < 0.015


@pytest.mark.parametrize("correlation", [0.0, 0.5, 0.8])
def test_the_sample_size_for_pairs_has_the_power_it_says(correlation):
    rng = np.random.default_rng(6)
    a, b = 0.6, 0.58
    n = stats.pairs_to_detect(a, 0.02, correlation)
    both = a * b + correlation * math.sqrt(a * (1 - a) * b * (1 - b))
    table = rng.multinomial(n, [both, a - both, b - both, 1 - a - b + both], 20_000)
    only_a, only_b = table[:, 1], table[:, 2]
    found = np.abs(only_a - only_b) / np.sqrt(only_a + only_b) > ndtri(0.975)
    assert abs(found.mean() - 0.8) < 0.015


def test_samplesize_answers_both_questions(command):
    answer = command("samplesize", "--rate", 0.6, "--half-width", 0.5, "--detect", 1.0)
    assert answer.code == 0 and "36,875" in answer.out and "37,827" in answer.out and "the same games" in answer.out
    assert "fraction, so 0.6?" in command("samplesize", "--rate", 60, "--half-width", 0.5).complaint()
    assert "nothing asked" in command("samplesize", "--rate", 0.6).complaint()

"""Ratings and the bootstrap."""

from __future__ import annotations

import math

import numpy as np
import pytest

from simkit import stats
from simkit.stats.ratings import PRIOR_WINS


def test_two_bots_are_as_far_apart_as_their_odds() -> None:
    ratings = stats.plackett_luce(np.array([[7500.0, 2500.0]]), np.array([[1, 1]]))
    odds = (7500 + PRIOR_WINS) / (2500 + PRIOR_WINS)
    assert ratings[0] - ratings[1] == pytest.approx(400 * math.log10(odds), rel=1e-6)
    assert ratings.sum() == pytest.approx(0, abs=1e-6)


def test_strengths_are_found_again() -> None:
    strengths = np.array([0.5, 1.0, 2.0, 4.0])
    seats, wins = [], []
    for a in range(4):
        for b in range(a + 1, 4):
            row = np.zeros(4)
            row[[a, b]] = 1
            seats.append(row)
            wins.append(1e6 * row * strengths / (row * strengths).sum())
    ratings = stats.plackett_luce(np.array(wins), np.array(seats))
    assert ratings - ratings[1] == pytest.approx(400 * np.log10(strengths), abs=0.01)


def test_bots_that_hold_several_seats_win_in_proportion() -> None:
    """Three players, a a b and a b b: equal bots win twice as often where they sit twice."""
    seats = np.array([[2, 1], [1, 2]])
    assert stats.plackett_luce(np.array([[2000.0, 1000.0], [1000.0, 2000.0]]), seats) == pytest.approx([0, 0], abs=0.01)
    ratings = stats.plackett_luce(np.array([[6e5, 1e5], [6e5, 4e5]]), seats)
    assert ratings[0] - ratings[1] == pytest.approx(400 * math.log10(3), abs=0.01)


def test_bradley_terry_of_baseball_teams(monkeypatch: pytest.MonkeyPatch) -> None:
    """American League East 1987 (Agresti, "Categorical Data Analysis", 2nd ed., table 10.10 and section 10.6.1)."""
    monkeypatch.setattr("simkit.stats.ratings.PRIOR_WINS", 0.0)  # plain maximum likelihood, as published
    teams = ["Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore"]
    won_by_row = [
        [0, 7, 9, 7, 7, 9, 11],
        [6, 0, 7, 5, 11, 9, 9],
        [4, 6, 0, 7, 7, 8, 12],
        [6, 8, 6, 0, 6, 7, 10],
        [6, 2, 6, 7, 0, 7, 12],
        [4, 4, 5, 6, 6, 0, 6],
        [2, 4, 1, 3, 1, 7, 0],
    ]
    seats, wins = [], []
    for a in range(7):
        for b in range(a + 1, 7):
            seat, won = np.zeros(7), np.zeros(7)
            seat[[a, b]] = 1
            won[a], won[b] = won_by_row[a][b], won_by_row[b][a]
            seats.append(seat)
            wins.append(won)
    ratings = stats.plackett_luce(np.array(wins), np.array(seats))
    against_baltimore = (ratings - ratings[-1]) * math.log(10) / 400
    published = [1.581, 1.436, 1.294, 1.248, 1.108, 0.684, 0.0]
    assert against_baltimore == pytest.approx(published, abs=0.0006), teams
    assert list(np.argsort(-ratings)) == list(range(7))


def test_ratings_stay_finite_for_a_bot_that_never_won() -> None:
    ratings = stats.plackett_luce(np.array([[10000.0, 0.0]]), np.array([[1, 1]]))
    assert np.isfinite(ratings).all()
    assert ratings[0] - ratings[1] > 1000


def test_starting_near_the_solution_changes_nothing() -> None:
    wins, seats = np.array([[70.0, 30, 0], [60, 0, 40], [0, 55, 45]]), np.array([[1, 1, 0], [1, 0, 1], [0, 1, 1]])
    ratings = stats.plackett_luce(wins, seats)
    assert stats.plackett_luce(wins, seats, ratings + 50) == pytest.approx(ratings, abs=1e-4)


def test_the_bootstrap_spreads_as_the_mean_does() -> None:
    features = np.array([[0.0], [1.0]])
    draws = stats.bootstrap_sums(features, np.array([700, 300]), 1000, seed=1, resamples=4000) / 1000
    assert draws.mean() == pytest.approx(0.3, abs=0.001)
    assert draws.std() == pytest.approx(math.sqrt(0.3 * 0.7 / 1000), rel=0.05)
    again = stats.bootstrap_sums(features, np.array([700, 300]), 1000, seed=1, resamples=4000) / 1000
    assert (draws == again).all()


def test_the_percentile_interval_contains_the_estimate() -> None:
    interval = stats.percentile_interval(np.linspace(0, 1, 1001), 0.5)
    assert interval == pytest.approx((0.025, 0.975))
    assert stats.percentile_interval(np.linspace(0, 1, 1001), 1.0).high == 1.0

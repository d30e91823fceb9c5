"""The search for a knob value on made-up games whose rates are known."""

from __future__ import annotations

import numpy as np
import pytest

from simkit.analysis.samples import Point, Samples
from simkit.analysis.tune_search import Question, Target, find
from tests.tune.curves import Curve, falling, hump

KNOB = tuple((value,) for value in range(41))


def ask(play, target, games=4000, seed=1, players=(2,), values=KNOB):
    low, high = target if isinstance(target, tuple) else (target, target)
    return find(Question(values, players, Target(low, high), games, seed), play)


def nearest_truth(rate, target, values=KNOB, players=(2,)):
    def distance(value):
        return max(abs(rate(*value, n) - target) for n in players)

    return min(values, key=distance)


# --- samples


def test_samples_play_only_what_is_missing():
    play = Curve(falling)
    samples = Samples(play, 1)
    point = Point((20,), 2)
    first = samples.won(point, 100)
    assert np.array_equal(samples.won(point, 250)[:100], first)
    samples.won(point, 50)
    assert [(start, number) for *_, start, number in play.asked] == [(0, 100), (100, 150)]
    assert samples.games == 250


# --- one knob, one target


@pytest.mark.parametrize("target", [0.9, 0.6, 0.5, 0.31, 0.05])
def test_two_values_bracket_the_target(target):
    found = ask(Curve(falling), target)
    (low,), (high,) = found.brackets[2]
    assert high == low + 1
    assert abs(nearest_truth(falling, target)[0] - low - 0.5) <= 1.5


@pytest.mark.parametrize("target", [0.9, 0.6, 0.31, 0.05])
def test_nearest_value_is_in_the_set(target):
    found = ask(Curve(falling), target)
    assert nearest_truth(falling, target) in found.nearest
    assert found.best in found.nearest


def test_rising_knob_is_found_as_well():
    found = ask(Curve(lambda value, players: 1 - falling(value)), 0.6)
    assert found.shapes == {2: "rises"}
    assert nearest_truth(lambda value, players: 1 - falling(value), 0.6) in found.nearest


def test_few_games():
    """A scan that confirms every value would play 41 × 4,000 games and more."""
    play = Curve(falling)
    found = ask(play, 0.6)
    assert not found.scanned
    assert found.games == sum(number for *_, number in play.asked)
    assert found.games < 41 * 4000 / 4
    assert len(play.values) < 20


def test_same_seed_across_values_and_three_seeds_for_search_confirmation_and_rate():
    play = Curve(falling)
    found = ask(play, 0.6, seed=7)
    assert {seed for _, seed, *_ in play.asked} == {7, 8, 9}
    assert {point.value for point, seed, *_ in play.asked if seed == 8} == {*found.confirmed}
    assert {point.value for point, seed, *_ in play.asked if seed == 9} == {found.best}
    assert (found.search.seed, found.fresh.seed, found.final.seed) == (7, 8, 9)


def test_window_grows_until_its_ends_are_out():
    """On a plateau all values are as near as any other, and all are found."""

    def plateau(value, players):
        return 0.9 if value < 10 else 0.55 if value < 25 else 0.1

    found = ask(Curve(plateau), 0.6)
    assert [value for (value,) in found.nearest] == list(range(10, 25))
    assert found.confirmed[0] == (9,) and found.confirmed[-1] == (25,)


def test_same_answer_again():
    first, second = ask(Curve(falling), 0.6), ask(Curve(falling), 0.6)
    assert (first.nearest, first.best, first.games) == (second.nearest, second.best, second.games)


def test_one_value_is_the_answer():
    found = ask(Curve(falling), 0.6, values=((18,),))
    assert found.nearest == [(18,)] and found.best == (18,)


def test_a_single_game_each_ends():
    found = ask(Curve(falling), 0.6, games=1)
    assert found.best in found.nearest


@pytest.mark.parametrize("rate", [0.0, 1.0])
def test_all_won_or_all_lost_ends(rate):
    found = ask(Curve(lambda value, players: rate), 0.6, games=200)
    assert found.shapes == {2: "flat"}
    assert found.outside == [2]


# --- reach


def test_unreachable_only_outside_the_range_of_the_knob():
    values = tuple((value,) for value in range(15, 26))  # rates .84 to .16
    assert ask(Curve(falling), 0.95, values=values).outside == [2]
    assert ask(Curve(falling), 0.05, values=values).outside == [2]
    assert ask(Curve(falling), 0.5, values=values).outside == []
    assert ask(Curve(falling), falling(15), values=values).outside == []


def test_unreachable_still_names_the_nearest_end():
    found = ask(Curve(falling), 0.95, values=tuple((value,) for value in range(15, 26)))
    assert found.nearest == [(15,)] and found.best == (15,) and found.brackets == {2: []}


# --- not monotone


def test_not_monotone_is_said_and_the_whole_range_scanned():
    play = Curve(hump)
    found = ask(play, 0.6)
    assert found.shapes == {2: "mixed"}
    assert len(found.turns[2]) == 2
    assert found.scanned
    assert play.values == {*KNOB}


def test_both_sides_of_a_hump_are_found():
    found = ask(Curve(hump), hump(11))
    assert {(11,), (19,)} <= {*found.nearest}
    (low,), (high,) = found.brackets[2]
    assert high == low + 1


def test_turn_between_the_values_of_the_first_look_is_found_where_the_window_meets_it():
    """Falls everywhere but for one step up beside the target."""

    def dented(value, players):
        return falling(value) - (0.25 if value in (17, 18) else 0.0)

    found = ask(Curve(dented, own=0.0), 0.55)
    assert found.shapes == {2: "mixed"} and found.scanned
    assert nearest_truth(dented, 0.55) in found.nearest


def test_flat_knob_leaves_all_values():
    found = ask(Curve(lambda value, players: 0.6), 0.6, games=1000)
    assert found.shapes == {2: "flat"} and found.scanned
    assert found.nearest == list(KNOB)


# --- bands and several player counts


def test_band_gives_the_values_whose_interval_lies_inside():
    found = ask(Curve(falling), (0.3, 0.7))
    inside = [value for value in KNOB if 0.3 <= falling(*value) <= 0.7]
    assert {*found.inside} <= {*inside}
    assert {*inside} <= {*found.possible}
    for value in found.inside:
        ends = found.fresh.interval(Point(value, 2), found.each)
        assert ends.low >= 0.3 and ends.high <= 0.7


def test_band_between_two_values_is_reached_but_holds_none():
    found = ask(Curve(falling), (0.53, 0.555))
    assert found.outside == [] and found.inside == []


def test_band_outside_the_range_is_unreachable():
    values = tuple((value,) for value in range(15, 26))
    assert ask(Curve(falling), (0.9, 0.95), values=values).outside == [2]


def test_band_for_several_player_counts():
    found = ask(Curve(falling), (0.3, 0.7), players=(2, 3, 4))
    truth = [value for value in KNOB if all(0.3 <= falling(*value, n) <= 0.7 for n in (2, 3, 4))]
    assert {*found.inside} <= {*truth} <= {*found.possible}
    assert len(found.inside) >= len(truth) - 2


def test_band_that_no_value_meets_for_all_counts():
    def apart(value, players):
        return falling(value + 10 * (players - 2))

    found = ask(Curve(apart), (0.4, 0.6), players=(2, 3))
    assert found.inside == [] and found.outside == []


def test_point_for_several_player_counts_is_nearest_for_the_worst_of_them():
    found = ask(Curve(falling), 0.5, players=(2, 4))
    assert nearest_truth(falling, 0.5, players=(2, 4)) in found.nearest
    assert set(found.brackets) == {2, 4}


# --- two knobs


def test_grid_finds_the_combinations_nearest_to_the_target():
    def rate(a, b, players):
        return 1 / (1 + np.exp(a + 2 * b - 12))

    values = tuple((a, b) for a in range(10) for b in range(5))
    found = ask(Curve(rate), 0.5, values=values, games=3000)
    assert {*found.nearest} == {(a, b) for a, b in values if a + 2 * b == 12}
    assert found.best in found.nearest


# --- coverage of the whole procedure


@pytest.mark.parametrize(
    ("target", "own"),
    [(falling(18.5), 0.3), (falling(18), 1.0), (falling(18.4), 0.0)],
)
def test_nearest_set_of_the_search_contains_the_truth_in_94_of_100(target, own):
    truth = nearest_truth(falling, target)
    rounds = 300
    hits = sum(truth in ask(Curve(falling, own, 1000), target, games=500, seed=10 * k).nearest for k in range(rounds))
    assert hits / rounds >= 0.94


def test_simultaneous_intervals_of_a_band_hold_in_94_of_100():
    rounds, hits = 200, 0
    for k in range(rounds):
        found = ask(Curve(falling, 0.3, 1000), (0.3, 0.7), games=500, seed=10 * k)
        ends = [(falling(*value), found.fresh.interval(Point(value, 2), found.each)) for value in found.confirmed]
        hits += all(low <= rate <= high for rate, (low, high) in ends)
    assert hits / rounds >= 0.94


def test_no_winners_curse():
    """The best value's rate is as often above as below its true one, though it was chosen for being near."""
    errors, chosen = [], []
    for k in range(300):
        found = ask(Curve(falling, 1.0, 1000), falling(18.5), games=300, seed=10 * k)
        point = Point(found.best, 2)
        errors.append(found.final.rate(point) - falling(*found.best))
        chosen.append(abs(found.fresh.rate(point) - falling(18.5)))
    assert abs(np.mean(errors)) < 3 * np.std(errors) / np.sqrt(len(errors))
    assert np.mean(chosen) < 0.9 * np.mean([abs(falling(v) - falling(18.5)) for v in (18, 19)])  # what it would flatter

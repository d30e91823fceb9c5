"""The compiled engine against the plain-Python oracle: the same seeds, every event equal."""

from __future__ import annotations

import random
from functools import partial

import pytest

from simkit.api import make_match
from simkit.bots import shipped_names
from simkit.match import Worker
from simkit.traces import trace, traces
from tests.reference import Stream, first_difference, random_choosers, replay_trace
from tests.reference import seilschaft as oracle

LEVELS = ("leicht", "normal", "schwer", "profi")


def same_game_by_the_oracle(events):
    """The oracle plays the game of a trace on its own, with random players of its own."""
    head = events[0]
    stream = partial(Stream, head["seed"], head["index"])
    choosers = random_choosers(2, stream)
    return oracle.play(head["rules"], 2, head["variants"], head["assumptions"], choosers, stream)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("variants", [(), ("open_hands",), ("two_rounds",), ("open_hands", "two_rounds")])
def test_random_games_are_the_same_on_every_level_and_variant(level, variants):
    match = make_match("seilschaft", level=level, variants=variants, bots="random", seed=7)
    for events in traces(match, 0, 50):
        assert first_difference(same_game_by_the_oracle(events), events) is None


@pytest.mark.parametrize("first_dealer", ["random", "0", "1"])
@pytest.mark.parametrize("profi_ropes", ["0", "1"])
def test_random_games_are_the_same_under_every_assumption(first_dealer, profi_ropes):
    assume = {"first_dealer": first_dealer, "profi_ropes": profi_ropes}
    match = make_match("seilschaft", level="profi", assume=assume, bots="random", seed=8)
    for events in traces(match, 0, 30):
        assert first_difference(same_game_by_the_oracle(events), events) is None


def random_knobs(dice):
    ridge = dice.randrange(3, 16, 2)
    return {
        "ropes": dice.randint(0, 8),
        "trump": dice.random() < 0.7,
        "rounds": dice.randint(1, 9),
        "ridge_length": ridge,
        "hand_size": dice.randint(1, min(21, (52 - ridge) // 2)),
    } | {f"steps.{rank}": dice.choice((0, 0, 1, 1, 2, 3, 4)) for rank in "23456789TJQKA"}


def test_random_games_are_the_same_under_random_knobs():
    dice = random.Random(1)
    for _ in range(300):
        seed, index = dice.getrandbits(63), dice.randrange(10**9)
        match = make_match("seilschaft", set=random_knobs(dice), bots="random", seed=seed)
        events = trace(match, index, Worker(match))
        assert first_difference(same_game_by_the_oracle(events), events) is None, events[0]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("bot", shipped_names("seilschaft"))
def test_every_move_of_a_shipped_bot_is_legal_for_the_oracle(bot, level):
    match = make_match("seilschaft", level=level, bots=bot, seed=9)
    for events in traces(match, 0, 50):
        assert first_difference(replay_trace(events), events) is None


def test_two_different_bots_keep_their_seats():
    match = make_match("seilschaft", bots="simple,random", seed=9)
    for events in traces(match, 0, 50):
        assert events[0]["bots"] == ["simple", "random"]
        assert first_difference(replay_trace(events), events) is None

"""What holds in every game of Seilschaft, whatever a designer has turned the knobs to."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from simkit.api import make_match
from simkit.bots import shipped_names
from simkit.games.seilschaft.state import pack_rules
from simkit.match import Match, Worker
from simkit.traces import trace
from tests.seilschaft.table import rules_of

RANKS = "23456789TJQKA"
DECK = sorted(rank + suit for rank in RANKS for suit in "SHDC")
BOTS = shipped_names("seilschaft")


@cache
def bench(bot):
    """A worker whose rules can be exchanged, so that nothing is built anew for each example."""
    match = make_match("seilschaft", bots=bot)
    match.prepare()
    return match, Worker(match)


def play(bot, rules, seed, index=0):
    match, worker = bench(bot)
    match = Match(rules, match.bots, seed)
    worker.match, worker.rules = match, pack_rules(rules)
    return trace(match, index, worker)


@st.composite
def knobs(draw):
    ridge = draw(st.sampled_from(range(3, 16, 2)))
    return {
        "ropes": draw(st.integers(0, 8)),
        "trump": draw(st.booleans()),
        "rounds": draw(st.integers(1, 9)),
        "ridge_length": ridge,
        "hand_size": draw(st.integers(1, min(21, (52 - ridge) // 2))),
        "steps": {rank: draw(st.integers(0, 4)) for rank in RANKS},
    }


def flat(steps, **turned):
    return {"ropes": 1, "trump": True, "rounds": 3, "ridge_length": 9, "hand_size": 13} | {
        "steps": dict.fromkeys(RANKS, steps),
        **turned,
    }


EXTREMES = {
    "the largest hands": flat(1, hand_size=21),
    "the longest ridge": flat(1, ridge_length=15, hand_size=18),
    "the shortest ridge": flat(1, ridge_length=3),
    "nine rounds without a step": flat(0, rounds=9),
    "eight ropes, four steps a card": flat(4, ropes=8),
    "the longest game there is": flat(0, rounds=9, hand_size=21),
    "one card each": flat(2, hand_size=1, rounds=1),
}


def check(events, rules):
    """Follow a trace event by event."""
    _, setup, *rest, end = events
    ridge, coin, ropes = setup["ridge"], setup["coin"], setup["ropes"]
    assert coin == len(ridge) // 2
    face_up, hands, tricks, rounds, fallen = {coin}, [set(), set()], 0, 0, False
    for event in rest:
        if event["event"] == "deal":
            hands = [set(hand) for hand in event["hands"]]
            assert sorted([*ridge, *event["hands"][0], *event["hands"][1], *event["aside"]]) == DECK
            assert [len(hand) for hand in hands] == [rules["hand_size"]] * 2
            rounds += 1
            continue
        leader = event["leader"]
        assert event["lead"] in hands[leader] and event["follow"] in hands[1 - leader]
        hands[leader].remove(event["lead"])
        hands[1 - leader].remove(event["follow"])
        assert event["coin"] in range(len(ridge))
        assert event["ropes"] == ropes - event["rope_used"] >= 0
        ropes = event["ropes"]
        fallen = event is rest[-1] and end["reason"] == "fall"
        if event["revealed"]:
            assert event["coin"] not in face_up
            assert ridge[event["coin"]] == event["revealed"]
            face_up.add(event["coin"])
        assert fallen or event["coin"] in face_up
        tricks += 1
    assert (end["rounds"], end["tricks"], end["ropes_left"]) == (rounds, tricks, ropes)
    assert (len(face_up) == len(ridge)) == (end["result"] == "win") == (end["reason"] == "ridge_open")
    assert end["winners"] == ([0, 1] if end["result"] == "win" else [])
    if end["reason"] == "rounds_over":
        assert tricks == rules["rounds"] * rules["hand_size"]


@settings(max_examples=300)
@given(turned=knobs(), seed=st.integers(0, 2**63 - 1), bot=st.sampled_from(BOTS))
@example(turned=EXTREMES["the largest hands"], seed=2**63 - 1, bot="simple")
def test_cards_are_conserved_the_coin_stays_on_the_ridge_and_every_game_ends(turned, seed, bot):
    rules = rules_of(**turned)
    check(play(bot, rules, seed), rules)


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("name", EXTREMES)
def test_nothing_breaks_at_the_extremes(name, bot):
    rules = rules_of(**EXTREMES[name])
    for index in range(20):
        check(play(bot, rules, 3, index), rules)


@settings(max_examples=50)
@given(turned=knobs(), seed=st.integers(0, 2**63 - 1))
def test_open_hands_and_traces_change_no_game_of_a_bot_that_does_not_look(turned, seed):
    closed, opened = rules_of(**turned), rules_of(variants=("open_hands",), **turned)
    assert play("random", closed, seed)[1:] == play("random", opened, seed)[1:]

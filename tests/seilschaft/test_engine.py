"""Whole games of the compiled engine: setup, deal, rounds and end, as the rules file states them."""

from __future__ import annotations

from itertools import pairwise

import pytest

from simkit.api import make_match
from simkit.traces import trace, traces

DECK = {rank + suit for rank in "23456789TJQKA" for suit in "SHDC"}
STANDING = {f"steps.{rank}": 0 for rank in "89TJQKA"}  # the coin never moves: every game takes all rounds


def game(seed=1, index=0, bots="random", **settings):
    return trace(make_match("seilschaft", bots=bots, seed=seed, **settings), index)


def of_kind(events, kind):
    return [event for event in events if event["event"] == kind]


def games(number, **settings):
    return traces(make_match("seilschaft", bots="random", **settings), 0, number)


def test_nine_cards_make_the_ridge_each_player_gets_thirteen_and_seventeen_lie_aside():
    _, setup, deal, *_ = game()
    assert len(setup["ridge"]) == 9
    assert [len(hand) for hand in deal["hands"]] == [13, 13]
    assert len(deal["aside"]) == 17
    assert {*setup["ridge"], *deal["hands"][0], *deal["hands"][1], *deal["aside"]} == DECK


def test_the_coin_starts_on_the_camp():
    assert game()[1]["coin"] == 4


def test_the_first_dealer_is_random():
    dealers = [events[1]["dealer"] for events in games(200)]
    assert 70 < sum(dealers) < 130


@pytest.mark.parametrize("seat", [0, 1])
def test_the_first_dealer_may_be_assumed_and_the_cards_stay_the_same(seat):
    drawn, assumed = game(), game(assume={"first_dealer": str(seat)})
    assert assumed[1]["dealer"] == seat
    assert assumed[1]["ridge"] == drawn[1]["ridge"]
    assert assumed[2]["aside"] == drawn[2]["aside"]


def test_the_non_dealer_leads_each_round_and_the_other_player_deals_the_next():
    events = game(set=STANDING)
    first = events[1]["dealer"]
    assert [deal["dealer"] for deal in of_kind(events, "deal")] == [first, 1 - first, first]
    opening = [trick["leader"] for trick in of_kind(events, "trick") if trick["trick"] == 1]
    assert opening == [1 - first, first, 1 - first]


def test_the_winner_of_a_trick_leads_the_next_within_a_round():
    for events in games(50):
        for trick, following in pairwise(of_kind(events, "trick")):
            if following["trick"] > 1:
                assert following["leader"] == trick["winner"]


def test_lost_when_three_rounds_of_thirteen_tricks_end_first():
    end = game(set=STANDING)[-1]
    assert end == {
        "event": "end", "result": "loss", "reason": "rounds_over", "winners": [], "rounds": 3, "tricks": 39,
        "ropes_left": 1,
    }  # fmt: skip


def test_two_rounds_end_after_two():
    assert game(variants=["two_rounds"], set=STANDING)[-1]["tricks"] == 26


def test_ridge_coin_trump_and_ropes_stay_over_a_round_and_all_other_cards_are_dealt_anew():
    seen = 0
    for events in games(300, level="leicht"):
        for number, event in enumerate(events):
            if event["event"] == "deal" and event["round"] > 1:
                last, following = events[number - 1], events[number + 1]
                outside = {*event["hands"][0], *event["hands"][1], *event["aside"]}
                assert outside == DECK - {*events[1]["ridge"]}
                trump = last["revealed"][1] if last["revealed"] else last["trump"]
                assert following["trump"] == trump
                moved = abs(following["coin"] - last["coin"])
                assert following["rope_used"] or moved in (following["steps"], 0)
                seen += 1
    assert seen > 20


def test_the_first_trick_cannot_fall():
    for events in games(300, level="schwer"):
        assert events[3]["coin"] in range(9)
        assert len(events) > 5


def test_a_win_or_a_fall_in_the_very_last_trick_comes_before_rounds_over():
    reasons = set()
    for events in games(400, set={"hand_size": 1, "rounds": 1, "ridge_length": 3, "ropes": 0}):
        reasons.add(events[-1]["reason"])
        if of_kind(events, "trick")[-1]["steps"] > 1:
            assert events[-1]["reason"] == "fall"
    assert reasons == {"fall", "rounds_over"}
    steps = {f"steps.{rank}": 4 for rank in "23456789TJQKA"}
    for events in games(20, set={**steps, "ridge_length": 3, "hand_size": 2, "rounds": 1, "ropes": 8}):
        if events[-1]["tricks"] == 2 and len({trick["coin"] for trick in of_kind(events, "trick")}) == 2:
            assert events[-1]["reason"] == "ridge_open"
            reasons.add("ridge_open")
    assert "ridge_open" in reasons


@pytest.mark.parametrize(
    ("level", "ropes", "trump"), [("leicht", 2, True), ("normal", 1, True), ("schwer", 0, True), ("profi", 0, False)]
)
def test_a_level_gives_ropes_and_trump(level, ropes, trump):
    events = game(level=level)
    assert events[1]["ropes"] == ropes
    assert events[0]["rules"]["trump"] is trump
    assert trump or all(trick["trump"] is None for trick in of_kind(events, "trick"))


def test_profi_may_be_played_with_one_rope():
    assert game(level="profi", assume={"profi_ropes": "1"})[1]["ropes"] == 1


# --- common random numbers: what one setting does not touch stays the same


def test_more_ropes_or_other_bots_change_no_card_that_is_dealt():
    plain, others = game(), [game(level="leicht"), game(bots="simple"), game(set={"trump": "off"})]
    for other in others:
        assert other[1]["ridge"] == plain[1]["ridge"]
        assert other[2] == plain[2]


def test_other_games_seeds_and_rounds_are_dealt_other_cards():
    hands = [str(game(seed, index)[2]["hands"]) for seed in (1, 2) for index in range(20)]
    assert len(set(hands)) == 40
    rounds = [str(deal["hands"]) for deal in of_kind(game(set={**STANDING, "rounds": 9}), "deal")]
    assert len(set(rounds)) == 9

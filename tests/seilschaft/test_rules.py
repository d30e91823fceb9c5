"""Sentences of the rulebook of Seilschaft, each played on a small table by the compiled engine."""

from __future__ import annotations

import itertools

import pytest

from simkit.games.core import IllegalAction
from tests.seilschaft.table import ANNA, BEN, Table, mask_of, rules_of

RIDGE = "3S 6H TS 4C 2C 5C QH 7D AD"


# --- the worked example of the rulebook


@pytest.fixture(scope="module")
def example():
    """Ben has dealt, Anna leads; three tricks are played."""
    table = Table("QD 6H TS 4S 2C 5C QH 7D AD", ropes=1)
    tricks = table.play_by("KS 9C 3H", "9S 4C KD", tricks=3, hands=("", "8C"))
    return table, tricks


def test_example_anna_pulls_three_steps_and_hearts_are_trump(example):
    assert example[1][0] == {
        "event": "trick", "round": 1, "trick": 1, "leader": ANNA, "lead": "KS", "follow": "9S", "trump": None,
        "winner": ANNA, "steps": 3, "rope_used": False, "coin": 1, "revealed": "6H", "ropes": 1,
    }  # fmt: skip


def test_example_ben_follows_with_a_club_and_the_coin_stops_exactly_on_the_end(example):
    assert example[1][1] == {
        "event": "trick", "round": 1, "trick": 2, "leader": ANNA, "lead": "9C", "follow": "4C", "trump": "H",
        "winner": ANNA, "steps": 1, "rope_used": False, "coin": 0, "revealed": "QD", "ropes": 1,
    }  # fmt: skip


def test_example_ben_trumps_and_pulls_over_the_six_of_hearts(example):
    assert example[1][2] == {
        "event": "trick", "round": 1, "trick": 3, "leader": ANNA, "lead": "3H", "follow": "KD", "trump": "D",
        "winner": BEN, "steps": 2, "rope_used": False, "coin": 2, "revealed": "TS", "ropes": 1,
    }  # fmt: skip


def test_example_three_of_eight_lie_open_spades_are_trump_and_ben_leads_next(example):
    table = example[0].state.table
    assert example[0].open_positions == {0, 1, 2, 4}
    assert (table.trump, table.leader) == (0, BEN)
    assert example[0].reason is None


# --- a trick


def test_the_other_must_follow_suit_if_they_can():
    with pytest.raises(IllegalAction):
        Table(RIDGE).one("9S AH", hands=("", "2S"))


def test_who_cannot_follow_suit_may_play_any_card():
    for card in ("AH", "2D", "7C"):
        assert Table(RIDGE).one(f"9S {card}", hands=("", "3H 4D 5C"))["follow"] == card


def test_the_leader_may_play_any_card_of_the_hand_but_no_other():
    assert Table(RIDGE).one("9S 8S", hands=("AH 2D 7C", ""))["lead"] == "9S"
    table = Table(RIDGE)
    table.state.seats[ANNA].weights[0] = 3
    with pytest.raises(IllegalAction):
        table.play_by("", "8S", tricks=1, hands=("AH", ""))


def test_who_does_not_follow_suit_has_shown_all_that_they_have_none():
    table = Table(RIDGE)
    table.one("9S AH")
    assert list(table.state.table.voids) == [0, 0b0001]


@pytest.mark.parametrize(
    ("trick", "trump", "winner"),
    [
        ("9S TS", None, BEN),
        ("9S 8S", None, ANNA),
        ("2S AH", None, ANNA),
        ("AS 2H", "H", BEN),
        ("2H AS", "H", ANNA),
        ("2H 3H", "H", BEN),
        ("AH 3H", "H", ANNA),
        ("9S TS", "H", BEN),
        ("2S AD", "H", ANNA),
    ],
)
def test_the_higher_trump_wins_without_trump_the_higher_card_of_the_suit_led(trick, trump, winner):
    assert Table(RIDGE, trump=trump, ropes=8).one(trick)["winner"] == winner


@pytest.mark.parametrize(("low", "high"), list(itertools.pairwise("23456789TJQKA")))
def test_ranks_run_from_two_up_to_the_ace(low, high):
    assert Table(RIDGE).one(f"{low}S {high}S")["winner"] == BEN
    assert Table(RIDGE).one(f"{high}S {low}S")["winner"] == ANNA


@pytest.mark.parametrize(
    ("rank", "steps"), [*((r, 0) for r in "234567"), *((r, 1) for r in "89TJ"), *((r, 2) for r in "QKA")]
)
def test_a_card_pulls_none_one_or_two_steps(rank, steps):
    assert Table(RIDGE).one(f"{rank}C 2D")["steps"] == steps


def test_the_camp_makes_no_trump():
    assert Table("3S 6H TS 4C 2H 5C QH 7D AD").one("9S 2H")["winner"] == ANNA


def test_a_card_turned_up_makes_trump_from_the_next_trick_on():
    first, second = Table(RIDGE).play_by("9C AS", "2C 2S", tricks=2)
    assert (first["trump"], first["revealed"]) == (None, "4C")
    assert second["trump"] == "C"


def test_the_latest_card_turned_up_makes_trump_whatever_was_trump_before():
    table = Table(RIDGE)
    tricks = table.play_by("9C 8D 2S 2H", "2C 2D 3S 3H", tricks=4)
    assert [trick["revealed"] for trick in tricks] == ["4C", "TS", None, None]
    assert [trick["trump"] for trick in tricks] == [None, "C", "S", "S"]


def test_on_profi_cards_turned_up_make_no_trump():
    tricks = Table(RIDGE, rules=rules_of("profi")).play_by("9C 8D", "2C 3C", tricks=2)
    assert [trick["trump"] for trick in tricks] == [None, None]
    assert tricks[1]["winner"] == ANNA


def test_the_winner_leads_the_next_trick():
    tricks = Table(RIDGE, ropes=8).play_by("2C 8S", "9C 4S", tricks=2)
    assert [(trick["winner"], trick["leader"]) for trick in tricks] == [(BEN, ANNA), (ANNA, BEN)]


# --- pulling the rope


@pytest.mark.parametrize(("trick", "coin"), [("AS 2S", 2), ("2S AS", 6)])
def test_the_winner_pulls_the_coin_towards_their_own_end(trick, coin):
    assert Table(RIDGE).one(trick)["coin"] == coin


def test_cards_passed_over_stay_face_down():
    table = Table(RIDGE)
    table.one("KS 9S")
    assert table.open_positions == {1, 4}


def test_no_steps_leave_the_coin_where_it_is():
    trick = Table(RIDGE, coin=0, ropes=0).one("7S 2S")
    assert (trick["coin"], trick["revealed"], trick["rope_used"]) == (0, None, False)


def test_a_stop_on_an_open_card_turns_nothing_up_and_leaves_trump_as_it_is():
    table = Table(RIDGE, coin=3, face_up={2}, trump="H")
    assert table.one("8S 2S")["revealed"] is None
    assert table.state.table.trump == 1


@pytest.mark.parametrize(("coin", "trick", "end", "card"), [(2, "AC 2C", 0, "3S"), (6, "2C AC", 8, "AD")])
def test_stopping_exactly_on_an_end_is_no_fall(coin, trick, end, card):
    table = Table(RIDGE, coin=coin, ropes=0)
    event = table.one(trick)
    assert (event["coin"], event["revealed"], table.reason) == (end, card, None)


@pytest.mark.parametrize(("coin", "trick"), [(1, "AC 2C"), (7, "2C AC")])
def test_beyond_an_end_without_a_rope_the_team_falls_and_the_coin_stays_on_record(coin, trick):
    table = Table(RIDGE, coin=coin, ropes=0)
    event = table.one(trick)
    assert table.reason == "fall"
    assert (event["coin"], event["steps"], event["revealed"], event["rope_used"]) == (coin, 2, None, False)


@pytest.mark.parametrize(("coin", "trick", "end", "card"), [(1, "AC KC", 0, "3S"), (7, "KC AC", 8, "AD")])
def test_a_rope_is_removed_and_the_coin_stops_on_the_last_card_which_is_turned_up(coin, trick, end, card):
    table = Table(RIDGE, coin=coin, ropes=2)
    event = table.one(trick)
    assert (event["rope_used"], event["ropes"], event["coin"], event["revealed"]) == (True, 1, end, card)
    assert table.reason is None


def test_a_rope_at_an_end_that_is_open_turns_nothing_up():
    event = Table(RIDGE, coin=0, ropes=1).one("8S 2S")
    assert (event["rope_used"], event["ropes"], event["coin"], event["revealed"]) == (True, 0, 0, None)


def test_the_second_fall_is_lost_when_the_only_rope_is_gone():
    table = Table(RIDGE, coin=0, ropes=1)
    table.play_by("8S 9S", "2S 3S", tricks=2)
    assert table.reason == "fall"


# --- the end


def test_won_at_once_when_the_whole_ridge_is_open():
    table = Table(RIDGE, coin=1, face_up=range(1, 9))
    events = table.play_by("8C 8D", "2C 2D", tricks=2, hands=("AS", "KS"))
    assert (table.reason, len(events)) == ("ridge_open", 1)


def test_a_rope_may_win_the_game():
    table = Table(RIDGE, coin=1, face_up=range(1, 9), ropes=1)
    event = table.one("AC KC")
    assert (table.reason, event["rope_used"], event["revealed"]) == ("ridge_open", True, "3S")


# --- who sees what


def test_all_cards_played_this_round_and_all_open_ridge_cards_are_public():
    table = Table(RIDGE, ropes=8)
    table.play_by("KC 9S", "2C 8S", tricks=2)
    assert table.state.table.played == mask_of(["KC", "2C", "9S", "8S"])
    assert table.state.table.ridge_cards == mask_of(["2C", "TS", "3S"])
    assert [card for card in table.state.table.ridge[:9] if card >= 0] == [1, 8, 48]


def test_hands_lie_on_the_table_only_with_open_hands():
    hidden, shown = Table(RIDGE), Table(RIDGE, rules=rules_of(variants=("open_hands",)))
    for table in (hidden, shown):
        table.one("KC 2C", hands=("AS", "KS QS"))
    assert list(hidden.state.table.shown) == [0, 0]
    assert list(shown.state.table.shown) == [mask_of(["AS"]), mask_of(["KS", "QS"])]


# --- what the designer can turn


def test_a_ridge_of_fifteen_and_one_of_three_have_their_camp_in_the_middle():
    long = Table("2S 3S 4S 5S 6S 7S 8S 2H 3H 4H 5H 6H 7H 8H 9H")
    assert long.one("AC KC")["coin"] == 3
    short = Table("2S 3S 4S", ropes=0)
    assert short.one("AC 2C")["coin"] == 1
    assert short.reason == "fall"


def test_steps_of_a_rank_may_be_any_up_to_four():
    table = Table("2S 3S 4S 5S 6S 7S 8S 2H 3H 4H 5H 6H 7H 8H 9H", **{"steps.A": 4, "steps.2": 3})
    assert table.one("AC 2C")["steps"] == 7

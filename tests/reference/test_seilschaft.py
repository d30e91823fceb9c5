"""The oracle of Seilschaft against the rulebook: its example, its numbers, random games."""

import random
from functools import partial
from itertools import pairwise

import pytest

from . import IllegalDecisionError, Script, Stream, first_difference, replay_trace, seilschaft
from .seilschaft import DECK, Game, follower_wins, legal_follows, play, random_choosers, replay

ANNA, BEN = 0, 1
STEPS = dict.fromkeys("234567", 0) | dict.fromkeys("89TJ", 1) | dict.fromkeys("QKA", 2)
NORMAL = {
    "ropes": 1,
    "trump": True,
    "rounds": 3,
    "ridge_length": 9,
    "hand_size": 13,
    "steps": STEPS,
}


def stream_of(seed, index=0):
    return partial(Stream, seed, index)


def played(seed, index=0, rules=NORMAL, assumptions=None, variants=()):
    """The events of a random game."""
    stream = stream_of(seed, index)
    return play(rules, 2, variants, assumptions or {}, random_choosers(2, stream), stream)


def on_the_ridge(coin=4, ropes=0, face_up=(), ridge="3S 6H TS 4C 2C 5C QH 7D AD", script=None):
    """A game in its first round, Anna to lead, the coin on the ridge."""
    rules = NORMAL | {"ropes": ropes}
    game = Game(rules, 2, (), {}, [script] * 2, stream_of(1))
    game.ridge = ridge.split()
    game.coin = coin
    game.open = {4, coin, *face_up}
    game.leader = ANNA
    game.dealer = BEN
    game.round = 1
    return game


# The worked example --------------------------------------------------------------------------


@pytest.fixture
def example():
    """Ben has dealt, Anna leads; three tricks are played."""
    script = Script(
        (ANNA, "lead", "KS"), (BEN, "follow", "9S"),
        (ANNA, "lead", "9C"), (BEN, "follow", "4C"),
        (ANNA, "lead", "3H"), (BEN, "follow", "KD"),
    )  # fmt: skip
    game = on_the_ridge(ropes=1, ridge="QD 6H TS 4S 2C 5C QH 7D AD", script=script)
    game.hands = [["KS", "3H", "9C"], ["9S", "KD", "4C", "8C"]]
    for _ in range(3):
        game.play_trick()
    return game


def test_example_anna_pulls_the_coin_three_steps_and_hearts_are_trump(example):
    trick = example.events[0]
    assert (trick["winner"], trick["steps"], trick["coin"]) == (ANNA, 3, 1)
    assert (trick["trump"], trick["revealed"]) == (None, "6H")


def test_example_ben_must_play_a_club_and_brakes(example):
    trick = example.events[1]
    assert example.choosers[BEN].offered[3] == ["4C", "8C"]
    assert (trick["trump"], trick["winner"], trick["coin"]) == ("H", ANNA, 0)
    assert (trick["revealed"], trick["rope_used"]) == ("QD", False)


def test_example_ben_trumps_with_the_king_of_diamonds(example):
    trick = example.events[2]
    assert (trick["trump"], trick["winner"], trick["coin"]) == ("D", BEN, 2)
    assert (trick["revealed"], example.trump, example.leader) == ("TS", "S", BEN)
    assert example.open == {0, 1, 2, 4}


# A trick -------------------------------------------------------------------------------------


def test_follow_suit_if_you_can_else_play_any_card():
    hand = ["2S", "9S", "AH"]
    assert legal_follows(hand, "KS") == ["2S", "9S"]
    assert legal_follows(hand, "KC") == hand


@pytest.mark.parametrize(
    ("lead", "follow", "trump", "wins"),
    [
        ("9S", "TS", None, True),
        ("9S", "8S", None, False),
        ("2S", "AH", None, False),
        ("AS", "2H", "H", True),
        ("2H", "AS", "H", False),
        ("2H", "3H", "H", True),
        ("9S", "TS", "H", True),
        ("2S", "AD", "H", False),
    ],
)
def test_the_higher_trump_wins_else_the_higher_card_of_the_suit_led(lead, follow, trump, wins):
    assert follower_wins(lead, follow, trump) is wins


def test_without_trump_the_suit_of_the_card_turned_up_means_nothing():
    game = on_the_ridge()
    game.rules = game.rules | {"trump": False}
    game.pull(1)
    assert game.trump is None


# Pulling the rope ----------------------------------------------------------------------------


@pytest.mark.parametrize(("winner", "coin"), [(ANNA, 2), (BEN, 6)])
def test_the_winner_pulls_the_coin_towards_their_own_end(winner, coin):
    game = on_the_ridge()
    game.leader = winner
    game.pull(2)
    assert game.coin == coin


def test_cards_passed_over_stay_face_down():
    game = on_the_ridge()
    game.pull(3)
    assert game.open == {4, 1}


def test_stopping_exactly_on_the_end_is_no_fall():
    game = on_the_ridge(coin=2)
    assert game.pull(2) == (False, "3S")
    assert game.result is None


def test_beyond_the_end_without_a_rope_the_team_falls():
    game = on_the_ridge(coin=1)
    assert game.pull(2) == (False, None)
    assert (game.result, game.reason, game.coin) == ("loss", "fall", 1)


def test_a_rope_stops_the_coin_on_the_last_card_and_turns_it_up():
    game = on_the_ridge(coin=1, ropes=1)
    assert game.pull(4) == (True, "3S")
    assert (game.result, game.coin, game.ropes) == (None, 0, 0)


def test_a_rope_at_an_open_end_turns_nothing_up():
    game = on_the_ridge(coin=0, ropes=1)
    assert game.pull(1) == (True, None)
    assert (game.coin, game.ropes) == (0, 0)


def test_no_steps_leave_the_coin_where_it_is():
    game = on_the_ridge(coin=0)
    assert game.pull(0) == (False, None)
    assert (game.coin, game.result) == (0, None)


def test_won_at_once_when_all_is_turned_up_even_by_the_last_rope_in_mid_round():
    game = on_the_ridge(coin=1, ropes=1, face_up=range(1, 9))
    game.pull(2)
    assert (game.result, game.reason) == ("win", "ridge_open")


# Rounds --------------------------------------------------------------------------------------


def without_steps(**knobs):
    """Rules with which the coin never moves: every game takes all rounds."""
    return NORMAL | {"steps": dict.fromkeys(STEPS, 0)} | knobs


def test_at_most_three_rounds_of_thirteen_tricks():
    end = played(1, rules=without_steps())[-1]
    assert (end["result"], end["reason"]) == ("loss", "rounds_over")
    assert (end["rounds"], end["tricks"]) == (3, 39)


def test_the_other_player_deals_next_and_the_non_dealer_leads():
    events = played(2, rules=without_steps())
    first = events[0]["dealer"]
    assert [e["dealer"] for e in events if e["event"] == "deal"] == [first, 1 - first, first]
    opening = [e["leader"] for e in events if e.get("trick") == 1]
    assert opening == [1 - first, first, 1 - first]


def test_the_winner_of_a_trick_leads_the_next():
    tricks = [e for e in played(3) if e["event"] == "trick"]
    for trick, following in pairwise(tricks):
        if following["trick"] > 1:
            assert following["leader"] == trick["winner"]


def test_a_win_in_the_very_last_trick_comes_before_rounds_over():
    script = Script((ANNA, "lead", "8S"), (BEN, "follow", "2S"))
    game = on_the_ridge(coin=1, face_up=range(1, 9), script=script)
    game.rules = game.rules | {"rounds": 1}
    game.deal = lambda: None
    game.hands = [["8S"], ["2S"]]
    game.play_round()
    assert (game.result, game.reason) == ("win", "ridge_open")


def test_both_seats_deal_first_sometimes_and_always_where_that_is_assumed():
    assert {played(1, i)[0]["dealer"] for i in range(20)} == {0, 1}
    for seat in (0, 1):
        dealers = {played(1, i, assumptions={"first_dealer": seat})[0]["dealer"] for i in range(9)}
        assert dealers == {seat}


def test_the_first_dealer_assumed_changes_no_card_of_the_ridge():
    drawn, assumed = played(1), played(1, assumptions={"first_dealer": 0})
    assert drawn[0]["ridge"] == assumed[0]["ridge"]


def test_the_non_dealer_is_dealt_the_first_card():
    game = on_the_ridge()
    game.set_up()
    cards = list(game.stock)
    game.stream(seilschaft.DEAL, 2).shuffle(cards, 26)
    game.deal()
    assert cards[0] in game.hands[1 - game.dealer]
    assert cards[1] in game.hands[game.dealer]
    assert game.aside == cards[26:]


# What the rulebook counts --------------------------------------------------------------------


def test_the_numbers_of_the_rulebook():
    deck_steps = [STEPS[card[0]] for card in DECK]
    assert (deck_steps.count(1), deck_steps.count(2), sum(deck_steps)) == (16, 12, 40)
    deal = played(1)[1]
    assert [len(hand) for hand in deal["hands"]] == [13, 13]
    assert len(deal["aside"]) == 17


def test_the_first_trick_cannot_fall():
    for index in range(100):
        assert played(5, index, NORMAL | {"ropes": 0})[2]["coin"] in range(9)


# Random games --------------------------------------------------------------------------------


class CarefulGame(Game):
    """Counts the cards at every event."""

    def emit(self, event, **values):
        super().emit(event, **values)
        assert sorted(self.ridge + self.stock) == sorted(DECK)
        outside = self.hands[0] + self.hands[1] + self.played + self.aside
        assert sorted(outside) == sorted(self.stock)
        assert 0 <= self.coin < len(self.ridge)
        assert self.coin in self.open


def random_rules(dice):
    ridge_length = dice.randrange(3, 16, 2)
    return {
        "ropes": dice.randint(0, 8),
        "trump": dice.random() < 0.7,
        "rounds": dice.randint(1, 9),
        "ridge_length": ridge_length,
        "hand_size": dice.randint(1, min(21, (52 - ridge_length) // 2)),
        "steps": {rank: dice.choice((0, 0, 1, 1, 2, 3, 4)) for rank in STEPS},
    }


@pytest.mark.parametrize("index", range(300))
def test_random_games_keep_their_cards_end_and_replay(index):
    rules = random_rules(random.Random(index))
    stream = stream_of(11, index)
    game = CarefulGame(rules, 2, (), {}, random_choosers(2, stream), stream)
    events = game.play()
    assert events[-1]["reason"] in ("ridge_open", "fall", "rounds_over")
    assert replay(events, rules, 2, (), {}, stream) == events


def test_a_recorded_decision_that_is_illegal_is_refused_by_name():
    events = played(1)
    trick = events[2]
    other_hand = events[1]["hands"][1 - trick["leader"]]
    trick["lead"] = other_hand[0]
    with pytest.raises(IllegalDecisionError, match=r"event 2 .* lead .* is not legal"):
        replay(events, NORMAL, 2, (), {}, stream_of(1))


def test_a_record_that_breaks_off_is_refused():
    with pytest.raises(IllegalDecisionError, match="ends before the game does"):
        replay(played(1)[:3], NORMAL, 2, (), {}, stream_of(1))


def test_a_wrong_result_in_the_record_is_found():
    events = played(1)
    wrong = [dict(event) for event in events]
    wrong[2]["coin"] = 99
    difference = first_difference(replay(wrong, NORMAL, 2, (), {}, stream_of(1)), wrong)
    assert difference == (2, events[2], wrong[2])


def test_a_whole_trace_is_replayed_from_its_first_line():
    head = {
        "event": "game", "game": "seilschaft", "rules": NORMAL, "players": 2, "variants": [],
        "assumptions": {"profi_ropes": 0, "first_dealer": "random"}, "seed": 4, "index": 2,
    }  # fmt: skip
    trace = [head, *played(4, 2)]
    assert first_difference(replay_trace(trace), trace) is None


# Who sees what -------------------------------------------------------------------------------


def game_in_progress(variants=()):
    game = Game(NORMAL, 2, variants, {}, random_choosers(2, stream_of(1)), stream_of(1))
    game.set_up()
    game.deal()
    for _ in range(2):
        game.play_trick()
    return game


def test_no_player_sees_the_partners_hand_the_cards_aside_or_the_face_down_ridge():
    game = game_in_progress()
    before = game.view(ANNA)
    game.hands[BEN].reverse()
    game.hands[BEN][0], game.aside[0] = game.aside[0], game.hands[BEN][0]
    face_down = next(i for i in range(9) if i not in game.open)
    game.ridge[face_down], game.aside[1] = game.aside[1], game.ridge[face_down]
    assert game.view(ANNA) == before


def test_with_open_hands_both_see_both():
    game = game_in_progress(["open_hands"])
    assert game.view(ANNA)["partner_hand"] == game.hands[BEN]

"""Whole games: every card and coin is somewhere at every event, the same game is always the same."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from simkit import match as matches
from simkit.api import make_match, run
from simkit.errors import InputError
from simkit.games.core import Result
from simkit.games.side_by_side.rules import THREATS
from simkit.games.side_by_side.state import HIDDEN, RULES, SEAT, TABLE, Reason
from simkit.traces import prose_lines, traces

GAME = "side_by_side"
DECK = sorted(rank + suit for rank in "A23456789TJQK" for suit in "SHDC")


def flat(lists: list[list[str]]) -> list[str]:
    return [card for cards in lists for card in cards]


class Bookkeeper:
    """Follows a trace card by card and coin by coin."""

    def __init__(self, head: dict[str, Any]) -> None:
        self.rules, self.players = head["rules"], head["players"]
        self.deck = sorted(DECK + ["**"] * self.rules["jokers"])
        self.hands: list[list[str]] = [[] for _ in range(self.players)]
        self.before: list[list[str]] = [[] for _ in range(self.players)]
        self.land: list[str] = []
        self.removed: list[str] = []

    def follow(self, event: dict[str, Any]) -> None:
        getattr(self, event["event"])(event)
        everywhere = self.pile + self.reserve + self.land + self.removed + flat(self.hands + self.before)
        assert sorted(everywhere) == self.deck, event

    def setup(self, event: dict[str, Any]) -> None:
        self.pile, self.reserve = list(event["draw_pile"]), list(event["reserve"])
        assert len(self.pile) == self.rules["draw_pile"]
        assert len(self.reserve) == self.rules["reserve"]
        assert len(set(event["charms"])) == self.players

    def mission(self, event: dict[str, Any]) -> None:
        number = sum(map(len, event["dealt"]))
        dealt, self.pile = self.pile[:number], self.pile[number:]
        assert sorted(dealt) == sorted(flat(event["dealt"]))
        for hand, cards in zip(self.hands, event["dealt"], strict=True):
            hand.extend(cards)

    def lay(self, player: int, card: str) -> None:
        if card == "**":
            self.removed.append(card)
        elif card[0] in "QK" or (card[0] == "A" and self.rules["setback_aces"]):
            self.before[player].append(card)
        else:
            self.land.append(card)

    def take_away(self, card: str) -> None:
        self.land.remove(card)
        self.removed.append(card)

    def play(self, event: dict[str, Any]) -> None:
        self.hands[event["player"]].remove(event["card"])
        self.lay(event["player"], event["card"])
        if event["turned_up"]:
            assert self.pile.pop(0) == event["turned_up"]
            self.lay(event["player"], event["turned_up"])
        for card in event["joker_removed"]:
            self.take_away(card)

    def charm(self, event: dict[str, Any]) -> None:
        self.take_away(event["removed"])

    def speech(self, event: dict[str, Any]) -> None:
        assert event["removed"][event["player"]] is None
        for hand, card in zip(self.hands, event["removed"], strict=True):
            if card:
                hand.remove(card)
                self.removed.append(card)

    def withdraw(self, event: dict[str, Any]) -> None:
        assert ("points_at" in event) == self.rules["open_support"]

    def mission_end(self, event: dict[str, Any]) -> None:
        assert sorted(event["no_mans_land"]) == sorted(self.land)
        if event["result"] == "failure":
            assert sorted(event["draw_pile"]) == sorted(self.pile + self.land)
            self.pile = list(event["draw_pile"])
        else:
            assert event["draw_pile"] is None
            self.removed += self.land
        self.land = []

    def support(self, event: dict[str, Any]) -> None:
        given = [target for target in [*event["points_at"], event["friend_points_at"]] if target is not None]
        assert event["received"] == [given.count(chair) for chair in range(max(3, self.players))]
        for card in event["removed"]:
            self.before[event["helped"]].remove(card)
            self.removed.append(card)

    def morale(self, event: dict[str, Any]) -> None:
        assert event["cards_in_hands"] == len(flat(self.hands))
        moved, self.reserve = self.reserve[: len(event["moved"])], self.reserve[len(event["moved"]) :]
        assert (moved, len(self.reserve)) == (event["moved"], event["reserve_left"])
        self.pile = moved[::-1] + self.pile

    def end(self, event: dict[str, Any]) -> None:
        held = len(flat(self.hands))
        if max(map(len, self.before)) >= self.rules["setback_limit"]:
            assert event["reason"] == "setbacks"
        elif not self.pile and not held:
            assert event["reason"] == "peace"
        else:
            assert event["reason"] == "morale"
            assert max(held, self.rules["min_morale_drop"]) >= len(self.reserve)
        assert event["winners"] == (list(range(self.players)) if event["result"] == "win" else [])


@pytest.mark.parametrize("bots", ["random", "simple", "careful"])
@pytest.mark.parametrize("players", range(2, 6))
@pytest.mark.parametrize("variants", [(), ("letters_from_home", "open_support")])
def test_every_card_is_somewhere_at_every_event(bots, players, variants):
    for events in traces(make_match(GAME, bots=bots, players=players, variants=variants, seed=5), 0, 25):
        books = Bookkeeper(events[0])
        for event in events[1:]:
            books.follow(event)


# --- outcomes


def test_the_columns_of_the_outcome_table_as_counted_from_the_traces():
    match = make_match(GAME, bots="simple", players=4, level="veteran", seed=11)
    rows = matches.play(match, 60, workers=1)
    for events, row in zip(traces(match, 0, 60), rows, strict=True):
        books = Bookkeeper(events[0])
        for event in events[1:]:
            books.follow(event)
        ends = [event for event in events if event["event"] == "mission_end"]
        assert row["missions"] == row["length"] == events[-1]["missions"] == len(ends)
        assert row["failures"] == sum(event["result"] == "failure" for event in ends)
        assert row["reserve_left"] == len(books.reserve)
        assert row["cards_left"] == len(books.pile) + len(flat(books.hands))
        assert row["most_setbacks"] == max(map(len, books.before))
        assert Reason(row["reason"]).name.lower() == events[-1]["reason"]
        assert sum(1 << seat for seat in events[-1]["winners"]) == row["winners"]


def test_only_peace_is_won_and_everybody_wins():
    rows = run(GAME, bots="simple", games=2000, workers=1).rows
    won = rows["reason"] == Reason.PEACE
    assert set(rows["result"][won]) == {Result.WIN}
    assert set(rows["result"][~won]) == {Result.LOSS}
    assert set(rows["winners"][won]) == {7}
    assert set(rows["cards_left"][won]) == {0}
    assert rows["missions"].max() <= 10  # the budget: 29 cards last for at most 9 morale drops


# --- sameness


def test_the_same_games_for_any_number_of_workers():
    match = make_match(GAME, bots=["simple", "random", "simple"], seed=3)
    rows = [matches.play(match, 5000, workers=workers) for workers in (1, 2, 5)]
    assert rows[0].tobytes() == rows[1].tobytes() == rows[2].tobytes()


def test_fewer_games_are_the_first_of_more():
    match = make_match(GAME, bots="simple", players=4, seed=3)
    assert matches.play(match, 300, workers=1).tobytes() == matches.play(match, 1300, workers=2)[:300].tobytes()


def test_other_bots_and_other_assumptions_meet_the_same_piles():
    setups = []
    for settings in ({"bots": "random"}, {"bots": "simple"}, {"bots": "simple", "assume": {"mute": "off"}}):
        events = next(traces(make_match(GAME, seed=9, **settings), 4, 1))
        setups.append((events[1]["draw_pile"], events[1]["reserve"]))
    assert setups[0] == setups[1] == setups[2]


def test_a_smaller_draw_pile_is_cut_from_the_same_shuffle():
    decks = []
    for size in (20, 29):
        setup = next(traces(make_match(GAME, bots="random", set={"draw_pile": size}), 0, 1))[1]
        decks.append(setup["draw_pile"] + setup["reserve"])
    assert decks[0] == decks[1]


def test_without_compilation_the_games_are_the_same():
    program = (
        "import warnings; warnings.simplefilter('ignore')\n"
        "from simkit import match, api\n"
        f"m = api.make_match({GAME!r}, bots=['simple', 'random', 'careful'], seed=4)\n"
        "print(match.play(m, 4, workers=1).tobytes().hex())"
    )
    plain = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    compiled = matches.play(make_match(GAME, bots=["simple", "random", "careful"], seed=4), 4, workers=1)
    assert plain.stdout.strip() == compiled.tobytes().hex()


def test_no_field_is_hidden_by_an_attribute_of_numpy_records():
    for dtype in (RULES, TABLE, SEAT, HIDDEN):
        assert [name for name in dtype.names if hasattr(np.record, name)] == []


# --- settings


@pytest.mark.parametrize(
    ("settings", "pile"),
    [
        ({"level": "rookie"}, 18),
        ({"level": "Rekrut"}, 18),
        ({"level": "veteran"}, 29),
        ({"level": "veteran", "players": 2}, 25),
        ({"level": "rookie", "assume": {"rookie_pile": 20}, "players": 2}, 16),
        ({"set": {"draw_pile": 24}, "players": 2}, 24),
        ({"variants": ("letters_from_home",)}, 24),
    ],
)
def test_draw_pile_is_the_pile_really_used_and_the_rest_is_the_reserve(settings, pile):
    rules = make_match(GAME, bots="random", **settings).rules.plain()
    assert rules["draw_pile"] == pile
    assert rules["reserve"] == 52 + rules["jokers"] - pile


def test_the_second_joker_is_one_more_card_in_the_reserve():
    rules = make_match(GAME, bots="random", variants=("letters_from_home",)).rules.plain()
    assert (rules["jokers"], rules["reserve"]) == (2, 30)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"set": {"low": "2,3,8"}}, "8 cannot be low and high at once"),
        ({"set": {"draw_pile": 53}}, "allowed: 1 to 52"),
        ({"set": {"reserve": 20}}, "unknown knob 'reserve'"),
        ({"set": {"high": "8,9,Q"}}, "unknown value 'Q'"),
        ({"players": 6}, "allowed: 2 to 5"),
        ({"level": "veterano"}, "did you mean veteran"),
        ({"reading": "simetric"}, "did you mean symmetric"),
        ({"set": {"king_traits.S": "deaf"}}, "allowed: mute, selfish, restless, stubborn, none"),
    ],
)
def test_what_cannot_be_played_is_refused_with_the_reason(settings, message):
    with pytest.raises(InputError, match=message):
        make_match(GAME, bots="random", **settings)


@pytest.mark.parametrize(("players", "coins"), [(2, 5), (3, 5), (4, 4), (5, 3)])
def test_speech_coins_in_the_middle(players, coins):
    setup = next(traces(make_match(GAME, bots="random", players=players), 0, 1))[1]
    assert setup["speech_coins"] == coins


# --- traces for people


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("variants", [(), ("open_support",)])
def test_every_event_can_be_told(language, players, variants):
    match = make_match(GAME, bots="random", players=players, variants=variants, set={"min_morale_drop": 1})
    told = [line for events in traces(match, 0, 20) for line in prose_lines(events, language)]
    assert len(told) == sum(len(events) for events in traces(match, 0, 20))
    assert all(line.strip() and "{" not in line and "None" not in line for line in told)


def test_a_speech_in_both_languages():
    from simkit.games.side_by_side.prose import prose

    event = {"event": "speech", "player": 0, "threat": "high", "removed": [None, "TC", None]}
    assert prose(event, "en") == "  Anna makes a speech: “High!” Ben removes 10♣."
    assert prose(event, "de") == "  Anna hält eine Rede: „Hoch!“ Ben legt 10♣ ab."


def test_charms_of_simple_by_seat():
    setup = next(traces(make_match(GAME, bots="simple", players=5), 0, 1))[1]
    assert setup["charms"] == ["high", "low", "spades", "hearts", "diamonds"]
    assert set(setup["charms"]) < set(THREATS)


@pytest.mark.parametrize(("language", "friend"), [("en", "the third friend"), ("de", "dritte")])
def test_two_players_point_at_the_third_friend(language, friend):
    match = make_match(GAME, bots="random", players=2, variants=("open_support",), seed=1)
    told = [line for events in traces(match, 0, 5) for line in prose_lines(events, language)]
    assert not any("Carla" in line for line in told)
    withdrawals = [line for line in told if line.startswith("  ") and friend in line]
    assert withdrawals

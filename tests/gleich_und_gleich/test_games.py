"""Whole games: every card is somewhere at every event, games end as the rules say, the same game is always the same."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
from collections import Counter
from typing import Any

import numpy as np
import pytest

from simkit import match as matches
from simkit.api import make_match, run
from simkit.games.core import Result
from simkit.games.gleich_und_gleich.state import HIDDEN, OUTCOME, ROW, RULES, SEAT, TABLE, Reason, Route
from simkit.traces import json_lines, prose_lines, traces

GAME = "gleich_und_gleich"

# --- conservation


class Bookkeeper:
    """Follows a trace card by card."""

    def __init__(self, rules: dict[str, Any]) -> None:
        self.deck = Counter({name: numbers[0] for name, numbers in rules["species"].items()})

    def follow(self, event: dict[str, Any]) -> None:
        getattr(self, event["event"])(event)
        everywhere = [self.pile, self.discard, *self.rows, *self.hands, *self.collections]
        assert sum((Counter(cards) for cards in everywhere), Counter()) == self.deck, event

    def setup(self, event: dict[str, Any]) -> None:
        self.rows, self.hands, self.collections = event["rows"], event["hands"], event["collections"]
        self.pile, self.discard = list(event["draw_pile"]), list(event["discard"])

    def reshuffle(self, event: dict[str, Any]) -> None:
        assert sorted(event["draw_pile"]) == sorted(self.discard)
        self.pile, self.discard = self.pile + event["draw_pile"], []

    def take(self, card: str) -> str:
        assert self.pile.pop(0) == card
        return card

    def turn(self, event: dict[str, Any]) -> None:
        hand, row, species = self.hands[event["player"]], self.rows[event["row"]], event["species"]
        assert hand.count(species) == event["count"]
        hand = [card for card in hand if card != species] + event["captured"]
        number, captured = len(event["captured"]), event["captured"]
        if event["end"] == "left":
            assert row[:number] == captured
            row = [species] * event["count"] + row[number:]
        else:
            assert row[len(row) - number :] == captured[::-1]
            row = row[: len(row) - number] + [species] * event["count"]
        hand += [self.take(card) for card in event["drew"]]
        for item in event["refill"]:
            card = self.take(item["card"])
            row = [card, *row] if item["end"] == "left" else [*row, card]
        self.rows[event["row"]] = row
        if event["flock"]:
            hand = self.fly(hand, event["player"], **event["flock"])
        assert sorted(hand) == sorted(event["hand"])
        self.hands[event["player"]] = hand

    def fly(self, hand: list[str], player: int, species: str, shown: int, kept: int) -> list[str]:
        assert hand.count(species) == shown
        self.collections[player] = self.collections[player] + [species] * kept
        self.discard += [species] * (shown - kept)
        return [card for card in hand if card != species]

    def round_end(self, event: dict[str, Any]) -> None:
        assert [sorted(hand) for hand in event["discarded"]] == [sorted(hand) for hand in self.hands]
        assert self.hands[event["player"]] == []
        self.discard += [card for hand in self.hands for card in hand]
        self.hands = [[] for _ in self.hands]

    def deal(self, event: dict[str, Any]) -> None:
        number = sum(map(len, event["hands"]))
        dealt, self.pile = self.pile[:number], self.pile[number:]
        assert Counter(dealt) == Counter(card for hand in event["hands"] for card in hand)
        self.hands = event["hands"]

    def end(self, event: dict[str, Any]) -> None:
        assert [sorted(cards) for cards in event["collections"]] == [sorted(cards) for cards in self.collections]


@pytest.mark.parametrize("bots", ["random", "greedy", "racer", "best"])
@pytest.mark.parametrize(("players", "preset"), [(2, "standard"), (5, "standard"), (3, "cubirds")])
def test_every_card_is_somewhere_at_every_event(bots, players, preset):
    for events in traces(make_match(GAME, bots=bots, players=players, preset=preset, seed=5), 0, 20):
        books = Bookkeeper(events[0]["rules"])
        for event in events[1:]:
            books.follow(event)


# --- outcomes


def test_a_game_at_the_turn_limit_is_unfinished_and_nobody_s_win():
    result = run(GAME, bots="random", set={"turn_limit": 20}, games=1000, workers=1)
    unfinished = result.rows[result.rows["reason"] == Reason.TURN_LIMIT]
    assert len(unfinished) > 900
    assert set(unfinished["result"]) == {Result.UNFINISHED}
    assert set(unfinished["winners"]) == {0}
    assert set(unfinished["length"]) == {20}
    assert set(unfinished["route"]) == {Route.NONE}
    assert sum(seat["rate"] for seat in result.seats) == pytest.approx(1 - len(unfinished) / 1000)


def test_an_impossible_deal_goes_to_most_cards_and_ties_share():
    result = run(GAME, bots="random", players=5, games=2000, workers=1)
    rows = result.rows[result.rows["reason"] == Reason.DEAL_IMPOSSIBLE]
    shared = np.array([bin(bits).count("1") > 1 for bits in rows["winners"]])
    assert 0.2 < shared.mean() < 0.8
    assert set(rows["result"][shared]) == {Result.SHARED}
    assert set(rows["result"][~shared]) == {Result.WIN}
    assert set(rows["route"]) == {Route.MOST_CARDS}
    assert sum(seat["rate"] for seat in result.seats) == pytest.approx(1)


def test_lead_changes_as_counted_from_the_traces():
    match = make_match(GAME, bots="racer", players=3, seed=11)
    rows = matches.play(match, 50, workers=1)
    assert rows["lead_changes"].max() > 1
    for events, row in zip(traces(match, 0, 50), rows, strict=True):
        sizes, leaders = [1] * 3, []
        for event in events:
            if event["event"] == "turn" and event["flock"]:
                sizes[event["player"]] += event["flock"]["kept"]
                leaders += [k for k in range(3) if sizes.count(max(sizes)) == 1 and sizes[k] == max(sizes)]
        assert row["lead_changes"] == sum(a != b for a, b in itertools.pairwise(leaders))


# --- sameness


def test_the_same_games_for_any_number_of_workers():
    match = make_match(GAME, bots=["racer", "random"], seed=3)
    rows = [matches.play(match, 5000, workers=workers) for workers in (1, 2, 5)]
    assert rows[0].tobytes() == rows[1].tobytes() == rows[2].tobytes()


def test_fewer_games_are_the_first_of_more():
    match = make_match(GAME, bots="greedy", players=4, seed=3)
    assert matches.play(match, 300, workers=1).tobytes() == matches.play(match, 1300, workers=2)[:300].tobytes()


def test_a_trace_is_the_game_of_the_sweep():
    match = make_match(GAME, bots="racer", players=4, seed=12)
    rows = matches.play(match, 30, workers=1)
    for events, row in zip(traces(match, 0, 30), rows, strict=True):
        assert events[-1]["turns"] == row["turns"] == sum(event["event"] == "turn" for event in events)
        assert sum(1 << seat for seat in events[-1]["winners"]) == row["winners"]


def test_without_compilation_the_games_are_the_same():
    program = (
        "import warnings; warnings.simplefilter('ignore')\n"
        "from simkit import match, api\n"
        f"m = api.make_match({GAME!r}, bots=['racer', 'random', 'greedy'], players=3, seed=4)\n"
        "print(match.play(m, 5, workers=1).tobytes().hex())"
    )
    outputs = [
        subprocess.run(
            [sys.executable, "-c", program], env={**os.environ, **extra}, capture_output=True, text=True, check=True
        ).stdout
        for extra in ({}, {"NUMBA_DISABLE_JIT": "1"})
    ]
    assert outputs[0] == outputs[1] and len(outputs[0]) > 5 * OUTCOME.itemsize


def test_no_field_is_hidden_by_an_attribute_of_numpy_records():
    """`table.round` would be a method of the record when nothing is compiled."""
    for dtype in (ROW, RULES, TABLE, SEAT, HIDDEN):
        assert [name for name in dtype.names if hasattr(np.record, name)] == []


# --- traces for people


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_event_can_be_told(language):
    match = make_match(GAME, bots="random", players=5, seed=2)
    told = [line for events in traces(match, 0, 10) for line in prose_lines(events, language)]
    number = sum(len(events) for events in traces(match, 0, 10))
    assert len(told) == number
    assert all(line.strip() and "{" not in line for line in told)


def test_a_turn_in_german():
    from simkit.games.gleich_und_gleich.prose import prose

    event = {"event": "turn", "turn": 1, "round": 1, "player": 0, "species": "34", "count": 2, "row": 2, "end": "right"}
    event |= {"captured": ["K", "9T"], "drew": [], "flock": {"species": "Q", "shown": 3, "kept": 2}, "hand": ["56"]}
    event |= {"refill": [{"card": "34", "end": "right"}, {"card": "Q", "end": "right"}]}
    assert prose(event, "de") == (
        "  1. Anna legt 2 × 3–4 rechts an Reihe 3 und schnappt sich K, 9–10; "
        "für die Reihe aufgedeckt: 3–4 rechts, D rechts; "
        "ein Schwarm von 3 × D fliegt heim, 2 in die Sammlung. Hand: 5–6."
    )


def test_a_trace_is_json_lines_from_game_to_end():
    match = make_match(GAME, bots="random", players=3)
    for events in traces(match, 0, 3):
        lines = list(json_lines(events))
        assert lines[0].startswith('{"event":"game","format":1,"game":"gleich_und_gleich","preset":"standard"')
        assert lines[1].startswith('{"event":"setup","rows":[[')
        assert lines[-1].startswith('{"event":"end","result":')

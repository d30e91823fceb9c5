"""The compiled engine against the rules once more in plain Python: every event of whole games."""

from __future__ import annotations

import functools
import random
from typing import Any

import pytest

from simkit.api import make_match
from simkit.errors import InputError
from simkit.match import Match, Worker
from simkit.traces import trace
from tests.reference import Stream, first_difference, random_choosers, replay_trace
from tests.reference.gleich_und_gleich import play

GAME = "gleich_und_gleich"
SETTINGS: list[dict[str, Any]] = [
    {},
    {"variants": ("rare_rarer",)},
    {"variants": ("quick",)},
    {"variants": ("rare_rarer", "quick")},
    {"preset": "cubirds"},
    {"preset": "cubirds", "variants": ("quick",)},
    {"assume": {"draw_all_or_none": "any"}, "set": {"draw": 4}},
    {"assume": {"draw_after_last_card": "round_ends"}},
    {"assume": {"refill_end": "right"}},
    {"assume": {"draw_all_or_none": "any", "draw_after_last_card": "round_ends", "refill_end": "right"}},
    {"set": {"turn_limit": 30}},
    {"set": {"draw": 0, "turn_limit": 300}},
    {"set": {"hand_size": 20, "rows": 1, "row_cards": 1}},
    {"set": {"win_species": 1}},
    {"set": {"win_triples": 1, "triple_size": 1, "win_species": 9}},
    {"set": {"species.A2": "127/1/1"}},
]


def assert_same_games(match: Match, indices: range) -> None:
    """Random play: the reference draws from the same seat streams and decides by itself."""
    worker = Worker(match)
    for index in indices:
        recorded = trace(match, index, worker)
        head = recorded[0]
        stream = functools.partial(Stream, match.seed, index)
        choosers = random_choosers(head["players"], stream)
        expected = play(head["rules"], head["players"], head["variants"], head["assumptions"], choosers, stream)
        assert first_difference(expected, recorded) is None, (match, index)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_random_games_are_the_reference_s_event_for_event(settings, players):
    if settings.get("set", {}).get("hand_size") == 20 and players == 5:
        pytest.skip("not enough cards")
    match = make_match(GAME, bots="random", players=players, seed=2**40 + players, **settings)
    assert_same_games(match, range(5))


def random_knobs(dice: random.Random) -> dict[str, Any]:
    """Knobs anywhere in their ranges."""
    knobs: dict[str, Any] = {"hand_size": dice.randint(1, 20), "rows": dice.randint(1, 8)}
    knobs |= {"row_cards": dice.randint(1, 8), "draw": dice.randint(0, 5), "win_species": dice.randint(2, 9)}
    knobs |= {"win_triples": dice.randint(1, 4), "triple_size": dice.randint(1, 5), "turn_limit": dice.randint(50, 400)}
    for name in ("A2", "34", "56", "78", "9T", "J", "Q", "K"):
        small = dice.randint(1, 6)
        knobs[f"species.{name}"] = [dice.randint(max(small, 3), 30), small, dice.randint(small, 9)]
    return knobs


@pytest.mark.parametrize("seed", range(60))
def test_random_knobs(seed):
    dice = random.Random(seed)
    assume = {
        "draw_all_or_none": dice.choice(["all_or_none", "any"]),
        "draw_after_last_card": dice.choice(["allowed", "round_ends"]),
        "refill_end": dice.choice(["player", "right"]),
    }
    while True:
        try:
            players = dice.randint(2, 5)
            match = make_match(GAME, bots="random", players=players, assume=assume, set=random_knobs(dice), seed=seed)
            break
        except InputError:  # refused: hands and rows need more cards than there are
            continue
    assert_same_games(match, range(2))


@pytest.mark.parametrize("bots", ["greedy", "racer", "best"])
@pytest.mark.parametrize(
    ("players", "settings"), [(2, {}), (3, {"preset": "cubirds"}), (5, {"variants": ("rare_rarer",)})]
)
def test_replayed_games_of_other_bots_are_the_same(bots, players, settings):
    match = make_match(GAME, bots=bots, players=players, seed=99, **settings)
    worker = Worker(match)
    for index in range(10):
        recorded = trace(match, index, worker)
        assert first_difference(replay_trace(recorded), recorded) is None

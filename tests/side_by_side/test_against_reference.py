"""The compiled engine against the rules once more in plain Python: every event of whole games."""

from __future__ import annotations

import functools
import random
from typing import Any

import pytest

from simkit.api import make_match
from simkit.match import Match, Worker
from simkit.traces import trace
from tests.reference import Stream, first_difference, random_choosers, replay_trace
from tests.reference.side_by_side import play

GAME = "side_by_side"
READINGS = ("symmetric", "four_low", "two_to_four", "aces_setbacks")
LEVELS = ("rookie", "normal", "veteran")
VARIANTS = ("letters_from_home", "open_support", "shell_shock")
ASSUMED = {
    "mute": ("on", "off"),
    "selfish": ("on", "off"),
    "restless": ("on", "off"),
    "stubborn": ("on", "off"),
    "stubborn_rule": ("not_first", "empty_hand"),
    "trap_on_failure": ("nothing", "turn_up"),
    "charm_after_failure": ("allowed", "forbidden"),
    "support_counts": ("mission", "all"),
}
SWITCHED = [(key, value) for key, values in ASSUMED.items() for value in values[1:]]


def difference(match: Match, index: int, worker: Worker) -> Any:
    """Where engine and reference part in a game of random bots, both playing on their own."""
    return compared(match, trace(match, index, worker))


def compared(match: Match, ours: list[dict[str, Any]]) -> Any:
    index = ours[0]["index"]
    rules = match.rules
    stream = functools.partial(Stream, match.seed, index)
    choosers = random_choosers(rules.players, stream)
    theirs = play(rules.plain(), rules.players, rules.settings.variants, rules.assumptions, choosers, stream)
    return first_difference(theirs, ours)


def random_settings(dice: random.Random) -> dict[str, Any]:
    """Every knob, variant and assumption anywhere in its range; mostly easy rules, so that some games are won."""
    ranks = dice.sample("A23456789TJ", 7)
    cut = dice.randint(0, 7)
    traits = ("mute", "selfish", "restless", "stubborn", "none")
    return {
        "players": dice.randint(2, 5),
        "level": dice.choice(LEVELS),
        "variants": tuple(name for name in VARIANTS if dice.random() < 0.3),
        "reading": dice.choice(READINGS),
        "assume": {key: dice.choice(values) for key, values in ASSUMED.items()},
        "set": {
            "draw_pile": dice.choice((dice.randint(1, 52), dice.randint(1, 12))),
            "jokers": dice.randint(0, 2),
            "low": ranks[:cut],
            "high": ranks[cut:],
            "setback_aces": dice.random() < 0.2,
            "king_traits": {suit: dice.choice(traits) for suit in "SHDC"},
            "setback_limit": dice.randint(1, 8),
            "threat_limit": dice.randint(2, 5),
            "support_coins": dice.randint(0, 9),
            "speech_coins": dice.randint(0, 9),
            "min_morale_drop": dice.randint(0, 9) if dice.random() < 0.3 else dice.randint(0, 3),
            "min_intensity": dice.randint(1, 9) if dice.random() < 0.2 else 1,
            "min_first_intensity": dice.randint(1, 9) if dice.random() < 0.2 else 2,
            "open_support": dice.random() < 0.4,
        },
    }


@pytest.mark.parametrize("players", range(2, 6))
@pytest.mark.parametrize("level", LEVELS)
def test_random_games_of_every_level(level: str, players: int) -> None:
    match = make_match(GAME, level=level, players=players, bots="random", seed=players)
    worker = Worker(match)
    assert [difference(match, index, worker) for index in range(25)] == [None] * 25


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("variant", VARIANTS)
def test_random_games_of_every_reading_and_variant(reading: str, variant: str) -> None:
    for players in range(2, 6):
        match = make_match(GAME, reading=reading, players=players, variants=(variant,), bots="random", seed=5)
        worker = Worker(match)
        assert [difference(match, index, worker) for index in range(8)] == [None] * 8


@pytest.mark.parametrize(("assumption", "alternative"), SWITCHED)
def test_random_games_under_every_alternative(assumption: str, alternative: str) -> None:
    for players in (2, 3, 5):
        assume = {assumption: alternative}
        match = make_match(GAME, assume=assume, players=players, bots="random", seed=7, set={"min_morale_drop": 1})
        worker = Worker(match)
        assert [difference(match, index, worker) for index in range(12)] == [None] * 12


def test_random_games_under_random_knobs_end_in_every_way() -> None:
    reasons = set()
    for index in range(600):
        match = make_match(GAME, bots="random", seed=11, **random_settings(random.Random(index)))
        played = trace(match, index)
        assert compared(match, played) is None, index
        reasons.add(played[-1]["reason"])
    assert reasons == {"peace", "morale", "setbacks"}


def shipped_bots() -> list[str]:
    from simkit.bots import shipped_names

    return [name for name in shipped_names(GAME) if name != "random"]


@pytest.mark.parametrize("bot", shipped_bots())
def test_the_reference_finds_every_decision_of_a_bot_legal_and_reaches_the_same_game(bot: str) -> None:
    for number in range(40):
        dice = random.Random(number)
        settings = (
            random_settings(dice) if number % 2 else {"players": 2 + number // 2 % 4, "level": dice.choice(LEVELS)}
        )
        match = make_match(GAME, bots=bot, seed=13, **settings)
        played = trace(match, number)
        assert first_difference(replay_trace(played), played) is None, number

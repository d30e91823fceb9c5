"""The bots: legal anywhere, and as strong as they are said to be."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from simkit import match as matches
from simkit.api import make_match, run
from simkit.games.gleich_und_gleich.state import LEFT, Reason
from tests.gleich_und_gleich.table import GAME, Table

BOTS = ("random", "greedy", "racer", "best")
GAMES = 20_000


def points(rows: Any, seat: int) -> Any:
    """Share of the victory of a seat in each game."""
    bits = rows["winners"].astype(np.int64)
    return (bits >> seat & 1) / np.maximum(1, np.bitwise_count(bits))


def win_rate(one: str, others: str, players: int, games: int = GAMES, seed: int = 101, **settings: Any) -> float:
    """Win rate of one bot against others, each deal played from every seat."""
    found = []
    for seat in range(players):
        bots = [others] * players
        bots[seat] = one
        match = make_match(GAME, bots=bots, players=players, seed=seed, **settings)
        found.append(points(matches.play(match, games // players), seat).mean())
    return float(np.mean(found))


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize(
    "settings",
    [
        {"players": 5, "variants": ("rare_rarer", "quick")},
        {
            "players": 4,
            "preset": "cubirds",
            "assume": {"draw_all_or_none": "any", "draw_after_last_card": "round_ends"},
        },
        {"set": {"draw": 0, "turn_limit": 200}},
        {"set": {"win_species": 9, "triple_size": 20, "turn_limit": 200}},
        {"set": {"win_triples": 9, "win_species": 8}},
        {"set": {"species.A2": "127/1/1", "rows": 8, "row_cards": 8, "hand_size": 20}},
        {"set": {"rows": 1, "row_cards": 1, "hand_size": 1, "species.Q": "8/1/1"}},
    ],
    ids=str,
)
def test_every_bot_plays_any_rules(bot, settings):
    result = run(GAME, bots=bot, games=200, workers=1, **settings)
    assert result.games == 200


@pytest.fixture(scope="module")
def table():
    from simkit.bots import find_bot

    table = Table()
    bot = find_bot(GAME, "greedy")
    table.start(1, 0)
    for row in range(4):
        table.set_row(row, "A2 34 56")
    return table, bot


def test_greedy_captures_most_and_then_lays_fewest(table):
    table, bot = table
    table.set_row(2, "Q K 9T 78 J")
    table.set_hand(0, "J J Q")
    action = bot.decide(table.view(), 0)
    assert action == table.names.index("Q") << 4 | 2 << 1 | 1
    table.set_hand(0, "A2 A2 K")
    table.set_row(2, "Q")
    assert bot.decide(table.view(), 0) == table.names.index("A2") << 4 | 0 << 1 | 1


def test_racer_empties_its_hand_rather_than_draw(table):
    from simkit.bots import find_bot

    table, _ = table
    racer = find_bot(GAME, "racer")
    for seat in table.state.seats:
        seat.weights[: len(racer.weights)] = list(racer.weights.values())
    table.set_hand(0, "J J")
    assert racer.decide(table.view(), 1) == 0
    table.set_hand(0, "J K")
    assert racer.decide(table.view(), 1) == 2
    assert LEFT == 0


# --- statistics


@pytest.mark.parametrize(
    ("one", "others", "players", "least"),
    [("racer", "greedy", 2, 0.8), ("best", "greedy", 2, 0.92), ("best", "racer", 2, 0.6), ("best", "greedy", 4, 0.7)],
)
def test_bars(one, others, players, least):
    assert win_rate(one, others, players, 4000) > least


@pytest.mark.slow
@pytest.mark.parametrize(
    ("one", "others", "players", "least"),
    [("racer", "greedy", 2, 0.8), ("best", "greedy", 2, 0.92), ("best", "racer", 2, 0.6), ("best", "greedy", 4, 0.7)],
)
@pytest.mark.parametrize("seed", [201, 202])
def test_bars_with_many_games(one, others, players, least, seed):
    assert win_rate(one, others, players, GAMES, seed) > least


def rates(result: Any) -> dict[str, float]:
    return {reason: count / result.games for reason, count in result.outcomes.items()}


def test_random_play_is_that_of_an_independent_study():
    """2 players: 66.8 turns, 34 / 65 % species / triples, 0.9 % deal impossible; 5 players: 84 % deal impossible."""
    two = run(GAME, bots="random", games=40_000, seed=77)
    assert two.length["mean"] == pytest.approx(66.8, abs=0.7)
    assert rates(two)["species"] == pytest.approx(0.34, abs=0.012)
    assert rates(two)["triples"] == pytest.approx(0.65, abs=0.012)
    assert rates(two)["deal_impossible"] == pytest.approx(0.009, abs=0.002)
    five = run(GAME, bots="random", players=5, games=20_000, seed=77)
    assert rates(five)["deal_impossible"] == pytest.approx(0.84, abs=0.012)


@pytest.mark.slow
def test_the_dealer_s_advantage_among_racers():
    """About 52.4 % at 2 players; first and last seat differ by about 6.7 points at 4 and 5."""
    assert run(GAME, bots="racer", games=200_000, seed=78).seats[0]["rate"] == pytest.approx(0.524, abs=0.006)
    for players in (4, 5):
        seats = [seat["rate"] for seat in run(GAME, bots="racer", players=players, games=100_000, seed=78).seats]
        assert seats == sorted(seats, reverse=True)
        assert 0.04 < seats[0] - seats[-1] < 0.09


@pytest.mark.slow
@pytest.mark.parametrize("bot", ["racer", "best"])
def test_rare_rarer_lengthens_and_evens_the_game(bot):
    plain, rare = (run(GAME, bots=bot, variants=v, games=100_000, seed=79) for v in ((), ("rare_rarer",)))
    assert 1.2 < rare.length["mean"] / plain.length["mean"] < 1.45
    assert rare.seats[0]["rate"] < plain.seats[0]["rate"]
    assert plain.outcomes[Reason.TURN_LIMIT.name.lower()] == 0

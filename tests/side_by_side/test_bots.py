"""What the bots reach: the rulebook's bands for `simple`, the bars of `careful`, the price of habits."""

from __future__ import annotations

import pytest

from simkit.api import make_match
from simkit.match import play

GAME = "side_by_side"
PLAYERS = (2, 3, 4, 5)
SIMPLE = {
    "rookie": (0.95, 0.96, 0.94, 0.92),
    "normal": (0.75, 0.77, 0.69, 0.67),
    "veteran": (0.42, 0.39, 0.33, 0.28),
}
BANDS = {"rookie": (0.9, 1.0), "normal": (0.5, 0.8), "veteran": (0.25, 0.45)}
CAREFUL = {"normal": (0.90, 0.94, 0.96, 0.95), "veteran": (0.75, 0.83, 0.87, 0.82)}


def win_rate(bot: str, level: str, players: int, games: int, **settings) -> float:
    match = make_match(GAME, bots=bot, level=level, players=players, seed=7, **settings)
    return float((play(match, games, workers=2)["result"] == 1).mean())


@pytest.mark.slow
@pytest.mark.parametrize("level", SIMPLE)
def test_simple_is_within_two_points_of_the_known_figures_and_in_the_published_band(level):
    rates = [win_rate("simple", level, players, 100_000) for players in PLAYERS]
    assert rates == pytest.approx(SIMPLE[level], abs=0.02)
    low, high = BANDS[level]
    assert all(low < rate < high for rate in rates)
    if level == "normal":  # "three players did best, five worst"
        assert max(rates) == rates[1]
        assert min(rates) == rates[3]


@pytest.mark.slow
@pytest.mark.parametrize("level", CAREFUL)
def test_careful_meets_its_bars(level):
    for players, bar in zip(PLAYERS, CAREFUL[level], strict=True):
        assert win_rate("careful", level, players, 20_000) >= bar


def test_careful_is_much_better_than_simple_everywhere():
    for players in PLAYERS:
        assert win_rate("careful", "veteran", players, 2000) > win_rate("simple", "veteran", players, 2000) + 0.3


@pytest.mark.parametrize("habit", ["no_charms", "no_speeches", "jacks_always", "random_pointing"])
def test_a_habit_costs_more_than_any_assumption(habit):
    assert win_rate(habit, "normal", 3, 4000) < win_rate("simple", "normal", 3, 4000) - 0.08


def test_agreeing_where_to_point_helps():
    assert win_rate("agreed_pointing", "normal", 4, 4000) > win_rate("simple", "normal", 4, 4000) + 0.1


def test_the_variants_are_easier_and_harder_as_the_rulebook_says():
    plain = win_rate("simple", "normal", 3, 8000)
    assert win_rate("simple", "normal", 3, 8000, variants=("letters_from_home",)) > plain
    assert win_rate("simple", "normal", 3, 8000, variants=("shell_shock",)) < plain


def test_bots_of_different_kinds_play_together():
    match = make_match(GAME, players=5, seed=4, bots=["random", "careful", "simple", "jacks_always", "agreed_pointing"])
    assert len(play(match, 2000, workers=1)) == 2000

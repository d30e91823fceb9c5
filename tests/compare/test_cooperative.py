"""`simkit.compare` in a cooperative game: bots and settings on the same games."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import simkit
from simkit import stats
from simkit.analysis import compare as comparison
from simkit.errors import InputError
from simkit.games.core import Result

GAMES = 3000


def won(**arguments: Any) -> np.ndarray:
    return np.asarray(simkit.run("seilschaft", games=GAMES, **arguments).rows["result"] == Result.WIN)


def test_all_bots_play_the_same_games() -> None:
    """Each contender's wins are those of `simkit.run` with this seed, and the difference is taken game by game."""
    result = simkit.compare("seilschaft", ["random", "simple"], games=GAMES, seed=5)
    a, b = won(bots="random", seed=5), won(bots="simple", seed=5)
    assert [item.points for item in result.scores] == [a.sum(), b.sum()]
    pair = result.differences[0]
    assert (pair.a, pair.b, pair.games) == ("random", "simple", GAMES)
    assert pair.difference == pytest.approx(b.mean() - a.mean())
    assert (pair.low, pair.high) == stats.difference(int(a.sum()), int(b.sum()), GAMES, int((a & b).sum()))
    assert pair.p == stats.mcnemar(int((a & ~b).sum()), int((b & ~a).sum()))


def test_sharing_games_narrows_the_interval() -> None:
    pair = simkit.compare("seilschaft", "simple", vs=["ropes=3"], games=GAMES).differences[0]
    a, b = won(bots="simple"), won(bots="simple", set={"ropes": 3})
    assert np.corrcoef(a, b)[0, 1] > 0.3
    apart = stats.unpaired_difference(int(a.sum()), GAMES, int(b.sum()), GAMES)
    assert pair.high - pair.low < 0.9 * (apart.high - apart.low)


def test_a_bot_against_itself_gives_no_difference() -> None:
    pair = simkit.compare("seilschaft", ["simple", "simple"], games=GAMES).differences[0]
    assert (pair.difference, pair.p, pair.p_adjusted) == (0.0, 1.0, 1.0)
    assert pair.low < 0 < pair.high
    assert (pair.a, pair.b) == ("simple", "simple #2")


def test_the_stronger_bot_is_found() -> None:
    pair = simkit.compare("seilschaft", ["random", "simple"], games=GAMES).differences[0]
    assert pair.low > 0.5
    assert pair.p_adjusted < 1e-6


def test_settings_are_compared_like_bots() -> None:
    result = simkit.compare("seilschaft", "simple", vs=["level=schwer", "ropes=3"], games=GAMES)
    assert [item.contender for item in result.scores] == ["simple", "simple level=schwer", "simple ropes=3"]
    expected = [won(bots="simple"), won(bots="simple", level="schwer"), won(bots="simple", set={"ropes": 3})]
    assert [item.points for item in result.scores] == [rows.sum() for rows in expected]


@pytest.mark.parametrize(
    "change", ["level=profi", "steps.Q=1", "profi_ropes=3", "assume.profi_ropes=3", "variant=two_rounds", "low=A,2,3"]
)
def test_any_key_of_the_settings_can_change(change: str) -> None:
    game = "side_by_side" if change.startswith("low") else "seilschaft"
    result = simkit.compare(game, "random", vs=[change], games=50)
    assert result.scores[1].contender == f"random {change}"


def test_every_setting_is_played_by_every_bot() -> None:
    result = simkit.compare("seilschaft", ["random", "simple"], vs={"ropes": 3}, games=200)
    labels = ["random", "simple", "random ropes=3", "simple ropes=3"]
    assert [item.contender for item in result.scores] == labels
    assert len(result.differences) == 6


def test_more_than_two_are_corrected_together() -> None:
    result = simkit.compare("seilschaft", ["simple"], vs=["level=schwer", "ropes=3", "level=normal"], games=400)
    raw = [item.p for item in result.differences]
    assert [item.p_adjusted for item in result.differences] == pytest.approx(stats.holm(raw))
    two = simkit.compare("seilschaft", ["random", "simple"], games=400).differences[0]
    assert two.p == two.p_adjusted


def test_workers_change_nothing() -> None:
    one, two = (
        simkit.compare("seilschaft", ["random", "simple"], games=2500, sprt=(-1, 1), workers=workers).as_dict()
        for workers in (1, 2)
    )
    assert {**one, "seconds": 0} == {**two, "seconds": 0}


def test_the_sequential_test_stops_at_the_same_game_however_the_games_are_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    arguments: dict[str, Any] = {"vs": ["ropes=3"], "sprt": (0, 12), "games": 20_000}
    whole = simkit.compare("seilschaft", "simple", **arguments)
    monkeypatch.setattr(comparison, "LARGEST_BATCH", 130)
    cut = simkit.compare("seilschaft", "simple", **arguments)
    assert whole.sprt is not None
    assert whole.sprt.decision == "H1"
    assert {**whole.as_dict(), "seconds": 0} == {**cut.as_dict(), "seconds": 0}
    assert whole.number == whole.sprt.pairs < 20_000
    assert whole.number % 100 == 0
    assert "stopped the games" in str(whole)


def test_the_sequential_test_ends_undecided_at_the_number_of_games() -> None:
    result = simkit.compare("seilschaft", "simple", vs=["ropes=3"], sprt=(13, 14.5), games=250)
    assert result.sprt is not None
    assert (result.sprt.decision, result.sprt.pairs, result.number) == ("undecided", 250, 250)
    assert not result.stopped


@pytest.mark.parametrize("games", [1, 2, 99])
def test_few_games_give_numbers(games: int) -> None:
    result = simkit.compare("seilschaft", ["simple", "random"], games=games, sprt=(0, 1))
    assert "nan" not in str(result.as_dict())
    assert result.as_dict()["sprt"]["decision"] == "undecided"


def test_games_that_are_always_or_never_won_give_numbers() -> None:
    always, never = {"ropes": 8, "ridge_length": 3}, {"ropes": 0, "rounds": 1, "ridge_length": 15, "hand_size": 4}
    for rates, rules in ((1.0, always), (0.0, never)):
        result = simkit.compare("seilschaft", ["simple", "simple"], games=300, set=rules, sprt=(0, 1))
        assert [item.rate for item in result.scores] == [rates, rates]
        assert "nan" not in str(result.as_dict())
        assert result.differences[0].low < 0 < result.differences[0].high
        assert (result.sprt and result.sprt.decision) == "H0"


def test_the_tables_hold_what_the_dict_holds() -> None:
    result = simkit.compare("seilschaft", ["random", "simple"], games=300)
    assert list(result.table["contender"]) == ["random", "simple"]
    assert list(result.pair_table["difference"]) == [result.differences[0].difference]
    assert result.seat_table.empty
    assert result._repr_html_().count("<table>") == 2


def test_arguments_that_compare_does_not_have_are_refused() -> None:
    with pytest.raises(TypeError, match="slip"):
        simkit.compare("seilschaft", ["simple", "random"], games=10, slip=0.5)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"bots": ["simple"]}, "nothing to compare"),
        ({"bots": ["simple", "nobody"]}, "unknown bot"),
        ({"bots": ["simple"], "vs": ["level=unheard"]}, "--vs level=unheard: unknown level"),
        ({"bots": ["simple"], "vs": ["nothing=3"]}, "unknown knob or setting"),
        ({"bots": ["simple"], "vs": ["level"]}, "write --vs KEY=VALUE"),
        ({"bots": ["simple"], "vs": ["bots=random"]}, "name the bots"),
        ({"bots": ["simple", "random"], "games": 0}, "allowed: 1 to"),
        ({"bots": ["simple", "random"], "sprt": (1, 0)}, "LOW below HIGH"),
        ({"bots": ["simple", "random"], "sprt": (0, 100)}, "LOW below HIGH"),
        ({"bots": ["simple", "random"], "sprt": (0, 1), "alpha": 0.6}, "error rates"),
        ({"bots": ["simple", "random"], "sprt": (0, 1), "vs": ["ropes=3"]}, "two contenders"),
        ({"bots": ["simple", "random"], "seed": -1}, "seed"),
        ({"bots": ["simple", "random"], "workers": 0}, "workers"),
    ],
)
def test_what_cannot_be_compared_is_answered_in_one_line(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        simkit.compare("seilschaft", **arguments)
    assert "\n" not in str(caught.value)

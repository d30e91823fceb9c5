"""The Python side: `simkit.run` and what it gives back."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import simkit
from simkit import stats
from simkit.api import make_match
from simkit.errors import InputError
from simkit.show import amount, decimals, percent, whole
from simkit.stats import Interval


@pytest.fixture(scope="module")
def result():
    return simkit.run("seilschaft", level="normal", bots="simple", games=3000)


def test_a_result_has_rate_interval_outcomes_and_table(result):
    assert result.games == 3000
    assert result.rate == result.outcomes["ridge_open"] / 3000
    assert result.interval == stats.wilson(result.wins, 3000)
    assert sum(result.outcomes.values()) == 3000
    assert isinstance(result.table, pd.DataFrame)


def test_the_table_has_one_row_a_game_in_the_order_of_the_index(result):
    columns = ["result", "reason", "winners", "length", "round", "ropes_left", "ridge_open", "fall_end"]
    assert list(result.table.columns) == columns
    assert result.table.index.name == "index"
    assert list(result.table.index) == list(range(3000))
    assert (result.table["result"] == "win").sum() == result.wins


def test_length_is_counted_in_tricks(result):
    lengths = result.table["length"]
    assert result.length["unit"] == "tricks"
    assert result.length["mean"] == pytest.approx(lengths.mean())
    assert result.length["p50"] == lengths.median()


def test_distributions_say_what_they_divide_by(result):
    found = {item.title: item for item in result.distributions}
    assert found["winning round"].of == "won games"
    assert sum(found["winning round"].counts.values()) == result.wins
    assert sum(found["ropes used"].counts.values()) == result.games
    falls = result.outcomes["fall"]
    assert sum(found["cards turned up before a fall"].counts.values()) == falls
    assert sum(share.games for share in found["falls over the end of"].shares()) == falls


def test_a_cooperative_game_has_one_rate_and_no_seats(result):
    assert result.cooperative
    assert result.seats is None


def test_the_command_of_a_result_names_everything_that_is_not_default():
    match = {"level": "schwer", "variants": ["open_hands"], "assume": {"first_dealer": "1"}, "set": {"steps.Q": "1"}}
    found = simkit.run("seilschaft", games=10, seed=3, bots=["simple", "random"], **match).command
    assert found == (
        "simkit run seilschaft --level schwer --variant open_hands --assume first_dealer=1 --set steps.Q=1 "
        "--bots simple,random -n 10 --seed 3"
    )


def test_a_result_reads_as_text_and_in_a_notebook(result):
    assert "win rate" in str(result)
    page = result._repr_html_()
    assert page.startswith("<table>") and "win rate" in page
    assert page.count("<tr>") == page.count("</tr>")


def test_one_game_has_a_result_too():
    found = simkit.run("seilschaft", games=1)
    assert found.rate in (0.0, 1.0)
    assert "tricks a game" in str(found)


def test_settings_may_come_from_a_file_and_values_may_be_numbers(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text('level = "schwer"\n[set]\nrounds = 2\n', encoding="utf-8")
    rules = make_match("seilschaft", settings=file, set={"steps.Q": 1, "trump": False}).rules
    assert (rules["ropes"], rules["rounds"], rules["steps"]["Q"], rules["trump"]) == (0, 2, 1, False)


def test_precision_stops_at_whole_blocks_whatever_the_workers():
    one, three = (simkit.run("seilschaft", precision=0.9, workers=workers) for workers in (1, 3))
    assert one.games == three.games
    assert one.games % 1000 == 0
    assert one.interval.half_width <= 0.009 < simkit.run("seilschaft", games=one.games - 1000).interval.half_width
    assert np.array_equal(one.rows, three.rows)
    assert one.stopped == "precision"


def test_a_coarse_precision_still_plays_five_blocks():
    """With one to four looks the intervals cover less than they say."""
    assert simkit.run("seilschaft", precision=5).games == stats.LEAST_GAMES == 5000


@pytest.mark.parametrize(
    "wrong",
    [{"games": 0}, {"games": -1}, {"precision": 0.0}, {"precision": 51}, {"workers": 0}, {"seed": -1}, {"level": "x"}],
)
def test_what_cannot_be_is_an_input_error(wrong):
    with pytest.raises(InputError, match="allowed"):
        simkit.run("seilschaft", **wrong)


def test_the_package_offers_its_public_names_and_no_others():
    assert {"run", "InputError", "RunResult"} <= set(simkit.__all__)
    for name in simkit.__all__:
        assert getattr(simkit, name) is not None
    assert set(simkit.__all__) <= set(dir(simkit))
    with pytest.raises(AttributeError, match="has no attribute 'runn'"):
        simkit.runn  # noqa: B018


# --- numbers as people read them


@pytest.mark.parametrize(
    ("half_width", "places"), [(3.0, 0), (1.0, 0), (0.5, 1), (0.04, 2), (0.003, 3), (1e-9, 4), (0.0, 1), (np.inf, 1)]
)
def test_a_number_has_the_decimals_its_interval_supports(half_width, places):
    assert decimals(half_width) == places


def test_rates_and_means_are_printed_with_their_intervals():
    assert percent(0.7834, Interval(0.7792, 0.7876)) == "78.3 % [77.9, 78.8]"
    assert amount(13.4219, Interval(13.38, 13.46)) == "13.42 [13.38, 13.46]"
    assert whole(1234567) == "1,234,567"


@pytest.mark.parametrize(
    "wrong, part",
    [
        ({"games": 1.5}, "1.5 games; allowed: whole numbers from 1"),
        ({"seed": "x"}, "seed x; allowed: whole numbers from 0"),
        ({"level": 3}, "unknown level 3"),
        ({"bots": 3}, "bots 3; allowed: names or files"),
        ({"workers": 2.0}, "2.0 workers; allowed: whole numbers"),
    ],
)
def test_values_of_a_wrong_type_are_named(wrong, part):
    with pytest.raises(InputError, match=part):
        simkit.run("seilschaft", **{"games": 10, **wrong})


def test_one_variant_may_be_given_without_a_list():
    assert simkit.run("seilschaft", variants="open_hands", games=10).match.rules.settings.variants == ("open_hands",)


def test_watch_gives_the_game_of_the_sweeps_event_by_event():
    game = simkit.watch("seilschaft", index=7, bots="simple")
    row = simkit.run("seilschaft", bots="simple", games=8).table.iloc[7]
    assert game.events[-1]["reason"] == row["reason"]
    assert str(game) == game.prose("en") != game.prose("de")
    assert len(game.json_lines().splitlines()) == len(game.events)
    with pytest.raises(InputError, match=r"unknown language 'fr': .*allowed: en, de"):
        game.prose("fr")
    with pytest.raises(InputError, match="index 1000000000; allowed: 0 to 999999999"):
        simkit.watch("seilschaft", index=10**9)


def test_games_can_be_looked_up():
    assert simkit.games.NAMES == ("seilschaft", "side_by_side", "gleich_und_gleich")

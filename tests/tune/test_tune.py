"""`simkit tune`: what a designer types and gets."""

from __future__ import annotations

import csv
import json
import shlex

import pytest

import simkit
from simkit.analysis.tune import read_target
from simkit.errors import InputError

FIXED = {"knob", "target", "reachable", "nearest", "brackets", "best", "curve"}


def answer(command, *words) -> dict:
    done = command("tune", *words, "--workers", 1, "--json")
    assert done.code == 0, done
    return json.loads(done.out)


@pytest.fixture(scope="module")
def ropes():
    """Which number of ropes gives 70 %?  About .54 with none, .78 with one."""
    return simkit.tune("seilschaft", "ropes", 0.7, games=2000, workers=1)


# --- the answer


def test_json_has_the_fixed_names(command):
    found = answer(command, "seilschaft", "--knob", "ropes", "--target", 0.7, "-n", 1000)
    assert set(found) >= FIXED
    assert found["knob"] == "ropes" and found["target"] == [0.7, 0.7] and found["reachable"] is True
    assert found["nearest"] == [1] and found["brackets"] == [0, 1]
    assert set(found["best"]) >= {"value", "rate", "low", "high", "games"}
    for row in found["curve"]:
        assert set(row) >= {"value", "players", "rate", "low", "high", "games"}
        assert 0 <= row["low"] <= row["rate"] <= row["high"] <= 1


def test_json_is_the_object_of_the_library(ropes, command):
    found = answer(command, "seilschaft", "--knob", "ropes", "--target", 0.7, "-n", 2000)
    mine = ropes.as_dict()
    for part in (found, mine):
        del part["seconds"]
    assert found == json.loads(json.dumps(mine))


def test_best_value_has_its_rate_from_games_that_chose_nothing(ropes):
    """The same games again: seed + 2, games 0 to n − 1."""
    run = simkit.run("seilschaft", set={"ropes": ropes.best.value}, games=2000, seed=3, workers=1)
    assert ropes.best.rate == run.rate
    assert (ropes.best.low, ropes.best.high) == pytest.approx(tuple(run.interval))
    assert ropes.as_dict()["seeds"] == {"search": 1, "fresh": 2, "final": 3}


def test_confirmed_values_are_played_on_fresh_games(ropes):
    row = next(item for item in ropes.curve if item.value == 0)
    run = simkit.run("seilschaft", set={"ropes": 0}, games=2000, seed=2, workers=1)
    assert row.games_of == "fresh" and row.rate == run.rate
    assert row.high - row.low > run.interval.high - run.interval.low  # simultaneous


def test_command_in_the_output_gives_the_same_answer(command, ropes):
    words = shlex.split(ropes.command)
    assert words[:2] == ["simkit", "tune"]
    again = command(*words[1:], "--workers", 1, "--json")
    found = json.loads(again.out)
    assert found["curve"] == json.loads(json.dumps(ropes.as_dict()["curve"]))
    assert found["command"] == ropes.command


def test_settings_stay_in_force_and_in_the_command(command):
    found = answer(
        command,
        "seilschaft",
        "--knob",
        "hand_size",
        "--target",
        0.3,
        "--level",
        "profi",
        "--set",
        "rounds=2",
        "-n",
        500,
    )
    assert "--level profi" in found["command"] and "--set rounds=2" in found["command"]
    assert "hand_size=" not in found["command"]
    assert found["settings"]["set"] == {"rounds": 2, "hand_size": found["best"]["value"]}


def test_table_for_people_names_answer_seeds_and_command(command):
    done = command("tune", "seilschaft", "--knob", "ropes", "--target", 0.7, "-n", 500, "--workers", 1)
    assert done.code == 0
    for part in ("may be nearest", "target between", "best", "rises with ropes", "seed 2", "seed 3"):
        assert part in done.out
    assert done.out.splitlines()[-1].startswith("simkit tune seilschaft --knob ropes --target 0.7")


def test_out_writes_table_and_figure(command, tmp_path):
    folder = tmp_path / "new" / "place"
    done = command(
        "tune", "seilschaft", "--knob", "ropes", "--target", "0.5:0.8", "-n", 500, "--workers", 1, "--out", folder
    )
    assert done.code == 0
    with (folder / "seilschaft-tune-ropes.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert {"ropes", "players", "rate", "low", "high", "games", "games_of", "inside", "best"} <= set(rows[0])
    assert (folder / "seilschaft-tune-ropes.png").read_bytes()[:4] == b"\x89PNG"
    first = (folder / "seilschaft-tune-ropes.svg").read_bytes()
    command("tune", "seilschaft", "--knob", "ropes", "--target", "0.5:0.8", "-n", 500, "--workers", 1, "--out", folder)
    assert (folder / "seilschaft-tune-ropes.svg").read_bytes() == first


def test_result_shows_itself(ropes):
    assert ropes.table.columns[0] == "ropes" and ropes.table["best"].sum() == 1
    assert "<table>" in ropes._repr_html_()
    assert ropes.plot().axes


def test_target_between_two_values_is_met_by_neither(ropes):
    """70 % lies between no rope and one: 16 and 8 points away, far more than 2,000 games leave open."""
    assert ropes.as_dict()["met_by"] == []
    assert "met by          no value\n" in str(ropes)


def test_value_that_meets_the_target_is_named():
    exact = simkit.run("seilschaft", set={"ropes": 1}, games=2000, workers=1).rate
    found = simkit.tune("seilschaft", "ropes", exact, games=2000, workers=1)
    assert found.as_dict()["met_by"] == [1]
    assert "met by          1, as far as 2,000 games can tell" in str(found)


def test_unreachable_is_an_answer_not_an_error(command):
    found = answer(command, "seilschaft", "--knob", "ropes", "--target", 0.2, "-n", 1000)
    assert found["reachable"] is False
    assert found["nearest"] == [0] and found["brackets"] == [] and found["best"]["value"] == 0


def test_same_target_is_reached_where_the_range_is_wider(command):
    narrow = answer(command, "seilschaft", "--knob", "ropes", "--range", "0:1", "--target", 0.95, "-n", 1000)
    whole = answer(command, "seilschaft", "--knob", "ropes", "--target", 0.95, "-n", 1000)
    assert narrow["reachable"] is False and whole["reachable"] is True
    assert {row["value"] for row in narrow["curve"]} <= {0, 1}


def test_range_with_a_step(command):
    found = answer(command, "seilschaft", "--knob", "hand_size", "--range", "5:21:4", "--target", 0.6, "-n", 500)
    assert {row["value"] for row in found["curve"]} <= {5, 9, 13, 17, 21}
    assert found["brackets"] in ([5, 9], [9, 13])


def test_odd_knob_and_values_that_cannot_be_played(command):
    """With hands of 20 the deck leaves twelve cards for the ridge."""
    words = ("seilschaft", "--knob", "ridge_length", "--set", "hand_size=20", "--target", 0.9, "-n", 500)
    found = answer(command, *words)
    assert {row["value"] for row in found["curve"]} == {3, 5, 7, 9, 11}
    ((reason, values),) = found["not_playable"].items()
    assert values == [13, 15] and "need 53 cards" in reason


def test_one_entry_of_a_table_is_a_knob(command):
    found = answer(command, "seilschaft", "--knob", "steps.Q", "--target", 0.77, "-n", 500)
    assert found["knob"] == "steps.Q" and found["best"]["value"] in range(5)


def test_assumption_is_a_knob(command):
    found = answer(
        command, "seilschaft", "--level", "profi", "--knob", "assume.profi_ropes", "--target", 0.66, "-n", 800
    )
    assert found["nearest"] == [1]


def test_two_knobs_as_a_contour(command, tmp_path):
    words = ("seilschaft", "--knob", "ropes", "--knob", "rounds", "--range", "0:3", "--range", "1:3")
    found = answer(command, *words, "--target", 0.7, "-n", 1000, "--out", tmp_path)
    assert found["knob"] == ["ropes", "rounds"]
    assert len(found["curve"]) == 12
    assert found["best"]["value"] in found["nearest"]
    assert (tmp_path / "seilschaft-tune-ropes-rounds.png").exists()
    assert shlex.split(found["command"])[3:13] == [*words[1:5], "--target", "0.7", *words[5:9]]


def test_competitive_game_tunes_the_win_rate_of_a_seat(command):
    words = ("gleich-und-gleich", "--knob", "win_species", "--target", 0.5, "--range", "3:5", "-n", 300)
    found = answer(command, *words, "--seat", 0)
    assert found["seat"] == 0 and "--seat 0" in found["command"]
    assert {row["value"] for row in found["curve"]} <= {3, 4, 5}


@pytest.mark.slow
def test_several_player_counts_at_once(command):
    """One draw pile for 3 to 5 players whose rates all lie in 50–80 %: the published 24 does."""
    words = ("side-by-side", "--knob", "draw_pile", "--target", "0.5:0.8", "--players", "3:5", "-n", 4000)
    found = answer(command, *words)
    assert found["players"] == [3, 4, 5]
    assert 24 in found["nearest"] and found["nearest"] == found["inside"]
    for value in found["nearest"]:
        rows = [row for row in found["curve"] if row["value"] == value]
        assert [row["players"] for row in rows] == [3, 4, 5]
        assert all(row["low"] >= 0.5 and row["high"] <= 0.8 for row in rows)
    assert {item["players"] for item in found["best"]["by_players"]} == {3, 4, 5}
    assert set(found["brackets_by_players"]) == {"3", "4", "5"}


@pytest.mark.slow
def test_draw_pile_of_normal_is_found_again(command):
    """The rate of the published pile as target: nearest is that pile."""
    rate = simkit.run("side_by_side", games=50_000, seed=99).rate
    found = answer(command, "side-by-side", "--knob", "draw_pile", "--target", f"{rate:.4f}", "-n", 10_000)
    assert 24 in found["nearest"] and found["best"]["value"] in (23, 24, 25)
    assert len(found["nearest"]) <= 2
    assert found["games"] < 52 * 10_000 / 5


# --- refused


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (("--knob", "ropes", "--target", "60"), "did you mean 0.6?"),
        (("--knob", "ropes", "--target", "60%"), "did you mean 0.6?"),
        (("--knob", "ropes", "--target", "50:80"), "did you mean 0.5?"),
        (("--knob", "ropes", "--target", "0.8:0.5"), "0.5:0.8"),
        (("--knob", "ropes", "--target", "much"), "0.6"),
        (("--knob", "ropes", "--target", "nan"), "allowed: 0 to 1"),
        (("--knob", "ropes", "--target", "-0.1"), "allowed: 0 to 1"),
        (("--knob", "rops", "--target", "0.6"), "did you mean ropes?"),
        (("--knob", "trump", "--target", "0.6"), "no whole number"),
        (("--knob", "players", "--target", "0.6"), "no whole number"),
        (("--knob", "ropes.Q", "--target", "0.6"), "no whole number"),
        (("--knob", "ropes", "--set", "ropes=1", "--target", "0.6"), "fixed as well as tuned"),
        (("--knob", "ropes", "--range", "7:20", "--target", "0.6"), "0 to 8"),
        (("--knob", "ropes", "--range", "5:2", "--target", "0.6"), "empty"),
        (("--knob", "ropes", "--range", "0:1", "--range", "0:1", "--target", "0.6"), "one --range for each"),
        (("--knob", "ropes", "--knob", "ropes", "--target", "0.6"), "two different ones"),
        (("--knob", "ropes", "--target", "0.6", "-n", "0"), "allowed: 1 to"),
        (("--knob", "ropes", "--target", "0.6", "--players", "3"), "allowed: 2"),
        (("--knob", "ropes", "--target", "0.6", "--seat", "0"), "cooperative"),
        (("--knob", "ropes", "--target", "0.6", "--seed", "-1"), "allowed: 0 to"),
        (("--target", "0.6"), "--knob"),
        (("--knob", "ropes"), "--target"),
    ],
)
def test_refused_in_one_line_with_a_hint(command, words, hint):
    assert hint in command("tune", "seilschaft", *words).complaint()


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        ((), "--seat K"),
        (("--seat", "2"), "allowed: 0 to 1"),
        (("--seat", "0", "--players", "3:4"), ""),
    ],
)
def test_competitive_game_needs_a_seat(command, words, hint):
    line = ("gleich-und-gleich", "--knob", "hand_size", "--target", "0.5", "--range", "1:2", "-n", "50", *words)
    done = command("tune", *line)
    assert (done.code == 0) if not hint else (hint in done.complaint())


def test_knob_with_a_million_values_asks_for_a_range(command):
    words = ("--knob", "turn_limit", "--target", "0.5", "--seat", "0")
    assert "--range A:B" in command("tune", "gleich-und-gleich", *words).complaint()


def test_library_raises_input_errors():
    with pytest.raises(InputError, match="fractions"):
        simkit.tune("seilschaft", "ropes", 60)
    with pytest.raises(TypeError, match="levle"):
        simkit.tune("seilschaft", "ropes", 0.6, levle="normal")


def test_targets():
    assert read_target("0.5:0.8") == read_target((0.5, 0.8)) == (0.5, 0.8)
    assert read_target(0.6) == read_target("0.6") == (0.6, 0.6)

"""`simkit ladder`: every bot and the strongest with slips, at every level and number of players."""

from __future__ import annotations

import itertools
import json
import shlex

import numpy as np
import pytest

import simkit
from simkit import stats
from simkit.analysis.ladder import is_habit, ladder_bots
from simkit.analysis.ladder_result import (
    NO,
    PART,
    UNSURE,
    YES,
    Rung,
    Skill,
    Step,
    consistent,
    distinct,
    monotone,
    rising,
    steps,
)
from simkit.bots import shipped_names
from simkit.errors import InputError

SLIPS = "1,0.2,0"


@pytest.fixture(scope="module")
def cooperative():
    return simkit.ladder("seilschaft", slip=SLIPS, games=800)


@pytest.fixture(scope="module")
def competitive():
    return simkit.ladder("gleich_und_gleich", bots="random,greedy,racer", slip=SLIPS, games=60, players=3)


def test_every_bot_from_random_to_the_strongest_on_every_level(cooperative):
    bots = {rung.skill.bot for rung in cooperative.rungs}
    assert bots == set(ladder_bots("seilschaft")) >= {"random", "simple"}
    for bot in bots:
        levels = [rung.level for rung in cooperative.rungs if rung.skill == Skill(bot, 0.0)]
        assert levels == ["leicht", "normal", "schwer", "profi"]


def test_every_player_count():
    result = simkit.ladder("side_by_side", bots="random,simple", slip="0", games=30)
    assert {(rung.level, rung.players) for rung in result.rungs} == set(
        itertools.product(("rookie", "normal", "veteran"), (2, 3, 4, 5))
    )
    assert {item.question for item in result.answers} == {
        "levels distinct",
        "levels monotone",
        "levels consistent across player counts",
    }


def test_habits_are_left_out_unless_asked():
    assert is_habit("side_by_side", "no_charms")
    assert not any(is_habit("gleich_und_gleich", name) for name in shipped_names("gleich_und_gleich"))
    assert "no_charms" not in ladder_bots("side_by_side")
    asked = simkit.ladder("side_by_side", bots="simple,no_charms", slip="0", games=20, level="normal", players=3)
    assert {rung.skill.bot for rung in asked.rungs} == {"simple", "no_charms"}


def test_a_continuous_axis_of_the_strongest_bot(cooperative):
    assert [skill.slip for skill in cooperative.slipping] == [1, 0.2, 0]
    assert {skill.bot for skill in cooperative.slipping} == {cooperative.strongest}
    for level in cooperative.levels:
        rates = [cooperative.rung(level, 2, skill).rate for skill in cooperative.slipping]
        assert rates == sorted(rates)
    answer = cooperative.answers[-1]
    assert (answer.question, answer.verdict) == ("fewer slips win more", YES)


def test_rungs_are_the_games_of_run(cooperative):
    rung = cooperative.rung("normal", 2, Skill("simple", 0.0))
    run = simkit.run("seilschaft", bots="simple", games=800)
    assert (rung.rate, rung.interval) == (run.rate, run.interval)
    slipping = cooperative.rung("schwer", 2, Skill(cooperative.strongest, 0.2))
    again = simkit.run("seilschaft", level="schwer", bots=cooperative.strongest, slip=0.2, games=800)
    assert slipping.rate == again.rate


def test_monte_carlo_error_and_span_over_skill_stand_apart(cooperative):
    for span in cooperative.spans:
        rungs = [rung for rung in cooperative.rungs if (rung.level, rung.players) == (span.level, span.players)]
        assert span.width == max(rung.rate for rung in rungs) - min(rung.rate for rung in rungs)
        assert span.monte_carlo == max(rung.interval.half_width for rung in rungs)
    columns = set(cooperative.span_table.columns)
    assert {"span", "monte_carlo"} <= columns and not {"low", "high"} & columns
    assert "span over skill" in str(cooperative) and "Monte Carlo" in str(cooperative)


def test_levels_of_a_good_bot_are_distinct_and_monotone(cooperative):
    verdicts = {(item.question, item.about): item.verdict for item in cooperative.answers}
    assert verdicts["levels distinct", "simple"] == YES
    assert verdicts["levels monotone", "simple"] == YES


# --- the questions on made-up rungs


def made(level, players, wins, n=1000, skill="x"):
    points = np.zeros(n, np.int32)
    points[:wins] = PART
    return Rung(level, players, Skill(skill, 0.0), points, 1)


def step(sign, a="easy", b="hard", players=2):
    return Step(made(a, players, 500), made(b, players, 500), sign * 0.1, 0.001 if sign else 0.9)


def test_distinct_says_which_levels_are_not():
    assert distinct("x", [step(-1), step(1)]).verdict == YES
    found = distinct("x", [step(-1), step(0, "b", "c", 4)])
    assert found.verdict == UNSURE and "b → c (4 players)" in found.why


def test_monotone_is_no_only_when_a_level_is_surely_easier():
    assert monotone("x", [step(-1), step(-1)]).verdict == YES
    assert monotone("x", [step(-1), step(0)]).verdict == UNSURE
    assert monotone("x", [step(-1), step(1)]).verdict == NO


def test_consistent_looks_at_the_same_step_at_every_player_count():
    assert consistent("x", [step(-1, players=2), step(-1, players=3)]).verdict == YES
    assert consistent("x", [step(-1, players=2), step(0, players=3)]).verdict == UNSURE
    assert consistent("x", [step(-1, players=2), step(1, players=3)]).verdict == NO
    assert consistent("x", [step(-1, "a", "b"), step(1, "b", "c")]).verdict == YES


def test_rising():
    assert rising("x", [step(1)]).verdict == YES
    assert rising("x", [step(1), step(0)]).verdict == UNSURE
    assert rising("x", [step(1), step(-1)]).verdict == NO


def test_steps_are_paired_and_corrected_for_all_of_a_question():
    pairs = [(made("a", 2, 500), made("b", 2, 515)), (made("b", 2, 515), made("c", 2, 520))]
    found = steps(pairs)
    raw = [stats.mcnemar(0, 15), stats.mcnemar(0, 5)]
    assert [item.p for item in found] == stats.holm(raw)


def test_equal_rungs_are_never_told_apart():
    (found,) = steps([(made("a", 2, 700), made("b", 2, 700))])
    assert (found.p, found.sign) == (1.0, 0)


@pytest.mark.slow
def test_no_false_alarm_in_a_family_more_often_than_agreed(monkeypatch):
    monkeypatch.setattr("gc.collect", lambda: 0)  # statsmodels tidies up at every call, slow beside a session of tests
    rng = np.random.default_rng(1)
    alarms = 0
    for _ in range(400):
        rungs = [Rung("l", k, Skill("x", 0), PART * (rng.random(300) < 0.6).astype(np.int32), 1) for k in range(8)]
        alarms += any(item.sign for item in steps(list(itertools.pairwise(rungs))))
    assert stats.wilson(alarms, 400, 0.99).low <= 0.05


# --- the competitive game


def test_skill_is_measured_against_the_default_bot_in_every_seat(competitive):
    rung = competitive.rung(None, 3, Skill("greedy", 0.0))
    points = 0.0
    for seat in range(3):
        bots = ["racer"] * 3
        bots[seat] = "greedy"
        run = simkit.run("gleich_und_gleich", bots=bots, players=3, games=60)
        points += run.seats[seat]["rate"] * 60
    assert rung.games == 180
    assert rung.rate == pytest.approx(points / 180)


def test_the_field_against_itself_wins_its_even_share(competitive):
    assert competitive.rung(None, 3, Skill("racer", 0.0)).rate == pytest.approx(1 / 3, abs=0.01)


def test_only_one_seat_slips(competitive):
    rung = competitive.rung(None, 3, Skill(competitive.strongest, 1.0))
    assert rung.rate < 0.1  # it plays like random against racers


def test_no_level_questions_without_levels(competitive):
    assert competitive.levels == ()
    assert [item.question for item in competitive.answers] == ["fewer slips win more"]


# --- shapes


def test_table_json_html_figure_and_files(cooperative, tmp_path):
    assert list(cooperative.table.columns) == [
        "level", "players", "skill", "bot", "slip", "games", "rate", "low", "high",
    ]  # fmt: skip
    assert json.loads(json.dumps(cooperative.as_dict(), allow_nan=False))["answers"]
    assert "<table" in cooperative._repr_html_()
    assert cooperative.plot().axes
    names = {path.name for path in cooperative.write(tmp_path)}
    base = "seilschaft-ladder"
    assert names >= {f"{base}.csv", f"{base}-spans.csv", f"{base}-answers.csv", f"{base}.png", f"{base}.svg"}


def test_the_output_names_the_command_that_reproduces_it(command, tmp_path):
    line = ("ladder", "side-by-side", "--level", "normal", "--players", 3, "--bots", "random,simple", "--slip", "0.3,0")
    first = json.loads(command(*line, "-n", 40, "--json").out)
    again = json.loads(command(*shlex.split(first["command"])[1:], "--json").out)
    assert first["rungs"] == again["rungs"]
    text = command(*line, "-n", 40, "--out", tmp_path / "out").out
    assert text.splitlines()[-1] == first["command"]
    assert (tmp_path / "out" / "side_by_side-ladder.csv").is_file()


def test_errors_are_one_line(command):
    assert "did you mean" in command("ladder", "seilschaft", "--bots", "randon").complaint()
    assert "allowed: 0 to 1" in command("ladder", "seilschaft", "--slip", "5").complaint()
    assert "allowed: 1 to" in command("ladder", "seilschaft", "-n", 0).complaint()
    assert "no bots" in command("ladder", "seilschaft", "--bots", "").complaint()
    with pytest.raises(InputError):
        simkit.ladder("seilschaft", players=3)


def test_one_game_ends_without_nan():
    result = simkit.ladder("seilschaft", bots="random", slip="0", games=1, level="profi")
    assert json.dumps(result.as_dict(), allow_nan=False)

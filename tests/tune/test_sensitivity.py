"""`simkit sensitivity`: steps, exchange rates, readings."""

from __future__ import annotations

import csv
import json
import shlex

import numpy as np
import pytest

import simkit
from simkit import stats
from simkit.analysis.altered import make_base
from simkit.analysis.effects import adjusted, clearest, effect, exchange, slope
from simkit.analysis.readings import switches
from simkit.analysis.steps import steps


@pytest.fixture(scope="module")
def seilschaft():
    return simkit.sensitivity("seilschaft", games=3000, readings=True, workers=1)


def wins(game="seilschaft", games=3000, **settings):
    return simkit.run(game, games=games, workers=1, **settings).rows["result"] == 1


# --- steps


def test_one_step_up_and_down_where_allowed():
    found = {(step.knob, step.direction): step.after for step in steps(make_base("seilschaft"))}
    assert (found["ropes", -1], found["ropes", 1]) == ("0", "2")
    assert (found["ridge_length", -1], found["ridge_length", 1]) == ("7", "11")
    assert found["trump", -1] == "off"
    assert (found["steps.Q", -1], found["steps.Q", 1]) == ("1", "3")
    assert ("steps.2", -1) not in found and found["steps.2", 1] == "1"


def test_no_step_beyond_the_range_or_the_rules():
    base = make_base("seilschaft", set={"ropes": 8, "hand_size": 21, "ridge_length": 9})
    found = {(step.knob, step.direction) for step in steps(base)}
    assert ("ropes", 1) not in found and ("ropes", -1) in found
    assert ("hand_size", 1) not in found and ("ridge_length", 1) not in found


def test_steps_of_sets_and_traits():
    found = {(step.knob, step.direction): step.after for step in steps(make_base("side_by_side"))}
    assert found["low", -1] == "A,2" and found["low", 1] == "A,2,3,4"
    assert found["high", 1] == "4,8,9,T" or found["high", 1].count(",") == 3
    assert found["king_traits.S", 0] == "none"


def test_every_knob_has_a_step():
    for game in ("seilschaft", "side_by_side", "gleich_und_gleich"):
        base = make_base(game)
        assert {step.knob.partition(".")[0] for step in steps(base)} == {*base.book.knobs}


# --- effects


def test_change_is_the_paired_difference_on_the_same_games(seilschaft):
    before, after = wins(), wins(set={"ropes": 2})
    item = next(e for s, e in seilschaft.steps if (s.knob, s.after) == ("ropes", "2"))
    assert item.difference == pytest.approx(after.mean() - before.mean())
    interval = stats.difference(int(before.sum()), int(after.sum()), 3000, int((before & after).sum()))
    assert (item.low, item.high) == pytest.approx(tuple(interval))
    assert item.p == pytest.approx(stats.mcnemar(int((before & ~after).sum()), int((after & ~before).sum())))


def test_p_values_are_holms_over_all_steps(seilschaft):
    effects = [item for _, item in seilschaft.steps]
    assert [item.p_adjusted for item in effects] == pytest.approx(stats.holm([item.p for item in effects]))
    assert all(item.p_adjusted >= item.p for item in effects)


def test_knobs_are_sorted_by_their_largest_effect(seilschaft):
    largest = {}
    for step, item in seilschaft.ordered:
        largest[step.knob] = max(largest.get(step.knob, 0), abs(item.difference))
    assert list(largest.values()) == sorted(largest.values(), reverse=True)
    assert seilschaft.ordered[0].step.knob == "ropes"


def test_no_difference_and_one_game_end_without_nan():
    same = np.ones(50, np.float32)
    item = effect(same, same)
    assert item.difference == 0 and item.p == 1 and item.low <= 0 <= item.high
    single = effect(np.zeros(1, np.float32), np.ones(1, np.float32))
    assert single.difference == 1 and not np.isnan([single.low, single.high, single.p]).any()
    assert adjusted([]) == []


def test_shared_wins_count_as_fractions():
    before, after = np.array([1, 0.5, 0, 0.5] * 30, np.float32), np.array([1, 1, 0, 0.5] * 30, np.float32)
    item = effect(before, after)
    assert item.difference == pytest.approx(0.125)
    assert item.p == pytest.approx(stats.mcnemar(0, 30))


# --- exchange rates


def test_exchange_rate_is_the_ratio_of_the_steps(seilschaft):
    before = wins().astype(float)
    ropes = (wins(set={"ropes": 2}).astype(float) - wins(set={"ropes": 0})) / 2
    cards = (wins(set={"hand_size": 14}).astype(float) - wins(set={"hand_size": 12})) / 2
    item = next(e for e in seilschaft.exchanges if (e.knob, e.per) == ("hand_size", "ropes"))
    assert item.rate == pytest.approx(cards.mean() / ropes.mean())
    assert item.low < item.rate < item.high
    assert len(before) == seilschaft.games


def test_exchange_rate_is_refused_where_the_denominator_may_be_zero():
    random = np.random.default_rng(1)
    clear, unclear = random.random(2000) < 0.2, random.random(2000) < 0.5
    slopes = [clear.astype(float), unclear.astype(float) - 0.5]
    found = {(item.knob, item.per): item for item in exchange(["a", "b"], slopes)}
    assert found["a", "b"].rate is None and found["a", "b"].low is None
    assert found["b", "a"].rate is not None
    assert clearest(["a", "b"], slopes) == "a"


def test_refusal_is_said_in_words(command):
    done = command("sensitivity", "seilschaft", "-n", 30, "--per", "rounds", "--workers", 1)
    assert "no rate: the effect of rounds cannot be told from 0" in done.out


def test_exchange_rates_cover():
    """Two knobs of true effects .2 and −.1 on the same games: a is worth −2 b in 94 of 100 intervals or more."""
    random, hits, rounds = np.random.default_rng(2), 0, 600
    for _ in range(rounds):
        draws = random.random(800)
        here, a, b = ((draws < rate).astype(np.float32) for rate in (0.5, 0.7, 0.4))
        item = exchange(["a", "b"], [slope(None, here, a), slope(None, here, b)])[0]
        hits += item.low is not None and item.low <= -2 <= item.high
    assert hits / rounds >= 0.93


def test_slope_takes_both_neighbours_where_there_are_both():
    down, here, up = (np.array(values, np.float32) for values in ([0, 0], [0, 1], [1, 1]))
    assert slope(down, here, up).tolist() == [0.5, 0.5]
    assert slope(None, here, up).tolist() == [1, 0]
    assert slope(down, here, None).tolist() == [0, 1]


# --- readings


def test_every_assumption_is_switched_to_each_alternative(seilschaft):
    found = {(item.switch.name, item.switch.after) for item in seilschaft.readings.items}
    assert found == {("profi_ropes", "1"), ("first_dealer", "0"), ("first_dealer", "1")}
    for game in ("side_by_side", "gleich_und_gleich"):
        book = make_base(game).book
        names = [item.name for item in switches(make_base(game)) if item.kind == "assumption"]
        assert len(names) == sum(len(item.alternatives) for item in book.assumptions.values())


def test_switched_the_other_way_round_where_the_alternative_is_in_force():
    base = make_base("side_by_side", reading="four_low", assume={"mute": "off"})
    found = {(item.name, item.after) for item in switches(base)}
    assert ("mute", "on") in found and ("ranks", "symmetric") in found and ("ranks", "four_low") not in found


def test_assumption_is_measured_where_it_does_something(seilschaft):
    item = next(item for item in seilschaft.readings.items if item.switch.name == "profi_ropes")
    assert item.setting == "level profi"
    gap = wins(level="profi", assume={"profi_ropes": 1}).mean() - wins(level="profi").mean()
    assert item.effect.difference == pytest.approx(gap)


def test_claims_whose_verdict_changes_are_named(seilschaft):
    """With one rope Profi is easier than Schwer: the order of the levels no longer holds."""
    item = next(item for item in seilschaft.readings.items if item.switch.name == "profi_ropes")
    found = {(change.claim, change.setting): (change.before, change.after) for change in item.claims}
    assert found["levels-order", "schwer > profi"] == ("agrees", "differs")
    assert found["win-profi", "profi"][1] == "differs"
    assert all(change.before != change.after for other in seilschaft.readings.items for change in other.claims)


def test_bots_with_habits_stand_beside_the_assumptions():
    habits = [item.name for item in switches(make_base("side_by_side")) if item.kind == "habit"]
    assert habits == ["no_charms", "no_speeches", "random_pointing", "agreed_pointing", "jacks_always"]
    assert not [item for item in switches(make_base("side_by_side", bots="random")) if item.kind == "habit"]


@pytest.mark.slow
def test_habits_matter_more_than_the_lost_tables(command, tmp_path):
    words = ("side-by-side", "--readings", "-n", 1500, "--out", tmp_path)
    done = command("sensitivity", *words, "--json")
    assert done.code == 0, done.err
    found = json.loads(done.out)
    assert [len(found["readings"]), len(found["habits"])] == [15, 5]
    ids = {row["id"] for row in found["readings"]}
    assert ids == {*make_base("side_by_side").book.assumptions}
    ranks = max(abs(row["difference"]) for row in found["readings"] if row["id"] == "ranks")
    assert max(abs(row["difference"]) for row in found["habits"]) > ranks
    assert {row["kind"] for row in found["verdicts"]} == {"assumption", "habit"}
    with (tmp_path / "side_by_side-sensitivity-readings.csv").open() as file:
        assert len(list(csv.DictReader(file))) == 20
    assert (tmp_path / "side_by_side-sensitivity-readings.png").exists()


# --- the command


def test_json_csv_and_figure(command, tmp_path):
    done = command("sensitivity", "seilschaft", "-n", 200, "--workers", 1, "--json", "--out", tmp_path)
    found = json.loads(done.out)
    assert set(found) >= {"command", "game", "settings", "win_rate", "steps", "exchange", "per", "readings"}
    assert found["readings"] is None
    with (tmp_path / "seilschaft-sensitivity.csv").open() as file:
        assert len(list(csv.DictReader(file))) == len(found["steps"])
    for name in ("-exchange.csv", ".png", ".svg"):
        assert (tmp_path / f"seilschaft-sensitivity{name}").exists()


def test_table_for_people_ends_with_the_command_that_gives_it_again(command):
    words = ("sensitivity", "seilschaft", "--level", "schwer", "--set", "rounds=2", "-n", 100, "--workers", 1)
    first = command(*words)
    line = first.out.splitlines()[-1]
    assert line == "simkit sensitivity seilschaft --level schwer --set rounds=2 --bots simple -n 100 --seed 1"
    again = command(*shlex.split(line)[1:], "--workers", 1)
    assert again.out == first.out


def test_result_shows_itself(seilschaft):
    assert {"knob", "difference", "low", "high", "p_adjusted"} <= set(seilschaft.table.columns)
    assert {"kind", "id", "difference"} <= set(seilschaft.reading_table.columns)
    assert "<table>" in seilschaft._repr_html_()
    assert seilschaft.plot().axes and seilschaft.plot_readings().axes
    assert json.dumps(seilschaft.as_dict(), allow_nan=False)


def test_competitive_game_measures_a_seat(command):
    done = command("sensitivity", "gleich-und-gleich", "--seat", 0, "-n", 60, "--workers", 1, "--json")
    assert json.loads(done.out)["seat"] == 0


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (("gleich-und-gleich",), "--seat K"),
        (("seilschaft", "--seat", "1"), "cooperative"),
        (("seilschaft", "-n", "0"), "allowed: 1 to"),
        (("seilschaft", "--per", "rop"), "did you mean ropes?"),
        (("seilschaft", "--per", "trump"), "whole-numbered"),
        (("seilschft",), "did you mean seilschaft?"),
        (("seilschaft", "--set", "ropes=99"), "0 to 8"),
    ],
)
def test_refused_in_one_line_with_a_hint(command, words, hint):
    assert hint in command("sensitivity", *words).complaint()

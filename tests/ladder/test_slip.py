"""`--slip P`: a seat plays a random legal move with probability P, from a stream of its own."""

from __future__ import annotations

import functools
import importlib
import json
import shlex
from dataclasses import replace

import numpy as np
import pytest

import simkit
from simkit import games, stats
from simkit.api import make_match
from simkit.bots import shipped_names
from simkit.errors import InputError
from simkit.games.core import MAX_SEATS, Result
from simkit.match import Worker, play
from simkit.rng import Purpose
from simkit.slips import read_slip, slip_text
from simkit.sweeps.experiment import Sweep
from simkit.sweeps.manifest import identity
from simkit.sweeps.reading import given_sweep
from simkit.traces import trace
from tests.reference import RandomChooser, Stream, first_difference

PLAYERS = {"seilschaft": 2, "side_by_side": 3, "gleich_und_gleich": 3}
EVERY_BOT = [(game, bot) for game in games.NAMES for bot in shipped_names(game)]


@pytest.mark.parametrize("game", games.NAMES)
def test_slip_0_gives_byte_identical_games(game):
    plain = make_match(game, players=PLAYERS[game])
    rows = play(plain, 300)
    assert play(make_match(game, players=PLAYERS[game], slip=0), 300).tobytes() == rows.tobytes()
    zeros = replace(plain, slip=(0.0,) * PLAYERS[game])
    assert Worker(zeros, counting=True).play(0, 300).tobytes() == rows.tobytes()


@pytest.mark.parametrize("game", games.NAMES)
def test_slip_1_is_the_game_the_oracle_plays_with_the_stream_of_slips(game):
    match = make_match(game, players=PLAYERS[game], slip=1, seed=9)
    worker = Worker(match)
    match.prepare()
    oracle = importlib.import_module(f"tests.reference.{game}")
    for index in range(15):
        events = trace(match, index, worker)
        head = events[0]
        stream = functools.partial(Stream, 9, index)
        choosers = [RandomChooser(stream(Purpose.SLIP, MAX_SEATS + seat)) for seat in range(PLAYERS[game])]
        theirs = oracle.play(head["rules"], PLAYERS[game], head["variants"], head["assumptions"], choosers, stream)
        assert first_difference(theirs, events) is None


def test_slip_1_wins_as_often_as_random():
    slipping = simkit.run("seilschaft", slip=1, games=4000)
    random = simkit.run("seilschaft", bots="random", games=4000, seed=2)
    low, high = stats.unpaired_difference(random.wins, 4000, slipping.wins, 4000, 0.999)
    assert low < 0 < high


@pytest.mark.parametrize(("game", "bot"), EVERY_BOT)
def test_every_bot_copes_with_moves_that_were_not_its_own(game, bot):
    match = make_match(game, players=PLAYERS[game], bots=bot, slip=0.5)
    match.prepare()
    assert len(Worker(match).play(0, 40)) == 40


def test_no_shuffle_is_disturbed():
    plain = make_match("seilschaft", seed=3)
    slipping = make_match("seilschaft", seed=3, slip=0.5)
    for index in range(20):
        ours, theirs = trace(plain, index), trace(slipping, index)
        assert ours[1:3] == theirs[1:3]  # ridge, dealer, first hands


def test_a_seat_that_never_slips_keeps_its_random_numbers():
    """Both seats play `random`; the other seat's slips change nothing before it slips for the first time."""
    plain = make_match("seilschaft", bots="random", seed=4)
    slipping = make_match("seilschaft", bots="random", seed=4, slip="0,0.02")
    ours, theirs = play(plain, 2000), play(slipping, 2000)
    same = (ours == theirs).mean()
    assert 0.7 < same < 1  # about 0.98 ** 6 of the games have no slip at all


def test_a_seat_slips_when_its_coin_falls_below_the_chance():
    """Seat 1 leads first: it plays its bot's card unless the first number of its stream of slips says otherwise."""
    plain = make_match("seilschaft", assume={"first_dealer": "0"}, bots="simple", seed=5)
    slipping = replace(plain, slip=(0.0, 0.3))
    slips, other = 0, 0
    ours, theirs = Worker(plain), Worker(slipping)
    for index in range(400):
        coin = (Stream(5, index, Purpose.SLIP, 1).next() >> 11) / 2**53
        same = first_lead(plain, index, ours) == first_lead(slipping, index, theirs)
        assert same or coin < 0.3
        slips += coin < 0.3
        other += not same
    low, high = stats.wilson(other, slips, 0.999)
    assert low < 12 / 13 < high  # a random card is the bot's own once in thirteen times


def first_lead(match, index, worker):
    return next(event for event in trace(match, index, worker) if event["event"] == "trick")["lead"]


def test_larger_slips_slip_wherever_smaller_ones_do():
    """Common random numbers: as long as two games run alike they toss the same coins."""
    rates = [simkit.run("seilschaft", slip=p, games=3000).rate for p in (0, 0.05, 0.2, 0.5, 1)]
    assert rates == sorted(rates, reverse=True)


def test_results_do_not_depend_on_workers():
    match = make_match("seilschaft", slip=0.2)
    assert play(match, 3000, workers=1).tobytes() == play(match, 3000, workers=2).tobytes()


def test_one_number_for_all_or_one_a_seat():
    assert read_slip("0.1", 3) == (0.1, 0.1, 0.1)
    assert read_slip("0.1,0", 2) == (0.1, 0.0)
    assert read_slip([0.25, 0], 2) == (0.25, 0.0)
    assert read_slip(0, 2) == read_slip(None, 2) == read_slip("0,0", 2) == ()
    assert (slip_text((0.1, 0.1)), slip_text((0.1, 0.0)), slip_text(())) == ("0.1", "0.1,0", "0")


@pytest.mark.parametrize("given", ["1.5", "-0.1", "often", "nan", "60", "0.1,0.2,0.3", True])
def test_anything_but_chances_is_refused(given):
    with pytest.raises(InputError, match="slip"):
        make_match("seilschaft", slip=given)


def test_run_prints_the_command_that_reproduces(command):
    done = command("run", "seilschaft", "--slip", "0.1,0", "-n", 50, "--json")
    result = json.loads(done.out)
    assert result["slip"] == [0.1, 0.0]
    again = json.loads(command(*shlex.split(result["command"])[1:], "--json").out)
    assert again["outcomes"] == result["outcomes"]
    assert "--slip 0.1,0" in result["command"]


def test_watch_shows_the_game_that_run_counted(command):
    result = simkit.run("seilschaft", slip=0.4, games=30)
    end = json.loads(command("watch", "seilschaft", "--slip", 0.4, "--index", 7, "--json").out.splitlines()[-1])
    assert (end["reason"], end["tricks"]) == (result.table["reason"][7], result.table["length"][7])


def test_errors_are_one_line(command):
    assert "allowed: 0 to 1" in command("run", "seilschaft", "--slip", 60).complaint()
    assert "one for all seats" in command("watch", "seilschaft", "--slip", "0,0,0.1").complaint()
    assert "slip" in command("sweep", "seilschaft", "--over", "slip=0,2", "--dry-run").complaint()


def test_slip_is_an_axis_of_a_sweep_and_a_fixed_value():
    swept = simkit.sweep("seilschaft", {"slip": "0,0.2"}, games=500)
    assert [float(label) for label in swept.cells["slip"]] == [0, 0.2]
    assert swept.cells["wins"][0] == simkit.run("seilschaft", games=500).wins
    assert swept.cells["wins"][1] == simkit.run("seilschaft", slip=0.2, games=500).wins
    fixed = simkit.sweep("seilschaft", {"ropes": "1"}, slip=0.2, games=500)
    assert fixed.cells["wins"][0] == swept.cells["wins"][1]


def test_slip_in_a_sweep_file(tmp_path):
    path = tmp_path / "clumsy.toml"
    path.write_text('game = "seilschaft"\nslip = 0.2\ngames = 200\n[over]\nropes = [0, 1]\n')
    assert list(simkit.sweep(path).cells["wins"])[1] == simkit.run("seilschaft", slip=0.2, games=200).wins


def sweep_of(**given) -> Sweep:
    return given_sweep("seilschaft", {"over": {"ropes": "0:1"}, **given})


def test_slip_is_part_of_the_identity_of_a_sweep():
    plain, slipping = identity(sweep_of()), identity(sweep_of(slip=0.1))
    assert "slip" not in plain["cells"][0]
    assert slipping["cells"][0]["slip"] == [0.1, 0.1]
    assert set(slipping["bots"]) == {"simple", "random"}  # what a slip plays like decides games too
    assert identity(sweep_of(slip=0)) == plain


@pytest.mark.slow
@pytest.mark.parametrize("game", games.NAMES)
def test_no_bot_is_ever_illegal_after_a_slip(game):
    for bot in shipped_names(game):
        for players in games.rule_book(game).players:
            match = make_match(game, players=players, bots=bot, slip=0.2)
            rows = play(match, 2000)
            assert np.isin(rows["result"], list(Result)).all()

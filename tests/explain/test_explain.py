"""`simkit explain`: how games end, how close they were, what a seat decides, how long it takes, what to watch."""

from __future__ import annotations

import functools
import importlib
import json
import shlex

import numpy as np
import pytest

import simkit
from simkit import games
from simkit.analysis.explain import count_games
from simkit.analysis.explain_result import mean, ratio, spread
from simkit.api import make_match
from simkit.errors import InputError
from simkit.games.core import Result
from simkit.traces import traces
from tests.reference import RandomChooser, Stream, random_choosers

PLAYERS = {"seilschaft": 2, "side_by_side": 3, "gleich_und_gleich": 3}
NUMBER = 300


@pytest.fixture(scope="module")
def explained():
    """Game → explanation, made once."""
    return functools.cache(lambda game: simkit.explain(game, players=PLAYERS[game], games=NUMBER))


def fact(result, section, item):
    return next(found for found in result.facts if (found.section, found.item) == (section, item))


# --- decisions, against the rules once more in plain Python


class Counting(RandomChooser):
    """Plays at random and counts how often it had a choice."""

    def __init__(self, stream, seen):
        super().__init__(stream)
        self.seen = seen

    def choose(self, decision, view, options):
        asked, forced = self.seen.get((view["seat"], decision), (0, 0))
        self.seen[view["seat"], decision] = (asked + 1, forced + (len(options) == 1))
        return super().choose(decision, view, options)


def counted_by_the_oracle(match, index):
    """(seat, decision) → how often asked, how often forced, in a game of random bots."""
    stream = functools.partial(Stream, match.seed, index)
    seen: dict = {}
    rules = match.rules
    choosers = [Counting(chooser.stream, seen) for chooser in random_choosers(rules.players, stream)]
    oracle = importlib.import_module(f"tests.reference.{match.game}")
    oracle.play(rules.plain(), rules.players, rules.settings.variants, rules.assumptions, choosers, stream)
    return seen


@pytest.mark.parametrize(
    ("game", "settings"),
    [
        ("seilschaft", {}),
        ("seilschaft", {"level": "leicht", "variants": ("open_hands",)}),
        ("side_by_side", {"players": 2, "level": "rookie"}),
        ("side_by_side", {"players": 5, "variants": ("open_support", "letters_from_home")}),
        ("side_by_side", {"players": 3, "assume": {"stubborn_rule": "empty_hand"}, "set": {"draw_pile": 10}}),
        ("gleich_und_gleich", {"players": 3}),
        ("gleich_und_gleich", {"players": 2, "assume": {"draw_all_or_none": "any"}, "set": {"draw": 3, "rows": 1}}),
        ("gleich_und_gleich", {"players": 4, "variants": ("quick",), "assume": {"refill_end": "right"}}),
    ],
)
def test_decisions_and_forced_ones_are_those_the_oracle_offers(game, settings):
    match = make_match(game, bots="random", seed=11, **settings)
    _, counts = count_games(match, 12)
    for index in range(12):
        ours = {
            (seat, kind.name.lower()): (int(seen["asked"][kind]), int(seen["forced"][kind]))
            for seat, seen in enumerate(counts[index])
            for kind in games.module(game, "state").Decision
            if seen["asked"][kind]
        }
        assert ours == counted_by_the_oracle(match, index)


@pytest.mark.parametrize("game", games.NAMES)
def test_counting_changes_no_game(game, explained):
    result = explained(game)
    plain = simkit.run(game, players=PLAYERS[game], games=NUMBER)
    assert result.rows.tobytes() == plain.rows.tobytes()


def test_decisions_of_a_seat_and_share_of_forced_ones(explained):
    result = explained("seilschaft")
    tricks = result.rows["length"].mean()
    assert fact(result, "decisions", "seat 0, a game").value == pytest.approx(tricks)
    forced = fact(result, "decisions", "forced, all seats")
    assert forced.value == pytest.approx(result.forced.sum() / result.asked.sum())
    assert 0 < forced.low < forced.value < forced.high < 1


# --- how games end


@pytest.mark.parametrize("game", games.NAMES)
def test_reasons_sum_to_all_games_and_name_their_rule(game, explained):
    result = explained(game)
    reasons = [name.replace("_", " ") for name in result.run.outcomes]
    found = [fact(result, "how games are won and lost", reason) for reason in reasons]
    assert sum(item.value for item in found) == pytest.approx(1)
    assert all(item.note and item.n == NUMBER for item in found)


@pytest.mark.parametrize("game", games.NAMES)
def test_length_of_each_reason(game, explained):
    result = explained(game)
    section = f"{result.run.length['unit']} a game"
    lengths = result.rows["length"]
    assert fact(result, section, "all games: mean").value == pytest.approx(lengths.mean())
    assert fact(result, section, "all games: 50 % at most").value == np.percentile(lengths, 50, method="inverted_cdf")


def test_when_they_fell(explained):
    result = explained("seilschaft")
    match = result.match
    tricks = []
    for events in traces(match, 0, NUMBER):
        if events[-1]["reason"] == "fall":
            tricks.append(events[-2]["trick"])
    section = "when the decisive event fell"
    assert fact(result, section, "trick of the round in which they fell: mean").value == pytest.approx(np.mean(tricks))
    assert fact(result, section, "round of the win: 2").value > 0


def test_how_close_losses_were(explained):
    section = "how close losses were"
    result = explained("seilschaft")
    missing = 8 - result.rows["ridge_open"][result.rows["result"] == Result.LOSS]
    assert fact(result, section, "ridge cards missing: mean").value == pytest.approx(missing.mean())
    shares = [item.value for item in result.facts if item.section == section and item.item[-1].isdigit()]
    assert sum(shares) == pytest.approx(1)
    result = explained("side_by_side")
    lost = result.rows[result.rows["result"] == Result.LOSS]
    for title, column in (
        ("cards left in draw pile and hands", "cards_left"),
        ("cards left in the reserve", "reserve_left"),
        ("most setbacks before one player", "most_setbacks"),
    ):
        assert fact(result, section, f"{title}: mean").value == pytest.approx(lost[column].mean())


# --- minutes


def test_minutes_follow_from_seconds_per_decision():
    result = simkit.explain("seilschaft", games=100, seconds_per_decision=6)
    minutes = fact(result, "minutes a game", "mean")
    assert minutes.value == pytest.approx(result.asked.sum(axis=(1, 2)).mean() / 10)
    assert minutes.low < minutes.value < minutes.high


# --- games to watch


@pytest.mark.parametrize("game", games.NAMES)
def test_watch_replays_the_examples(game, explained, command):
    result = explained(game)
    assert [example.name for example in result.examples] == ["typical", "closest", "worst"]
    for example in result.examples:
        assert f"--index {example.index}" in example.command
        end = json.loads(command(*shlex.split(example.command)[1:], "--json").out.splitlines()[-1])
        row = result.run.table.iloc[example.index]
        assert (end["reason"], end["result"]) == (row["reason"], row["result"])


def test_closest_and_worst_are_the_extremes_of_the_losses(explained):
    result = explained("seilschaft")
    by_name = {example.name: example.index for example in result.examples}
    missing = 8 - result.rows["ridge_open"]
    lost = result.rows["result"] == Result.LOSS
    assert lost[by_name["closest"]] and missing[by_name["closest"]] == missing[lost].min()
    assert lost[by_name["worst"]] and missing[by_name["worst"]] == missing[lost].max()


def test_no_loss_no_closest_loss():
    result = simkit.explain("seilschaft", games=20, set={"ropes": 8, "rounds": 9})
    assert result.run.wins == 20
    assert [example.name for example in result.examples] == ["typical"]
    assert json.dumps(result.as_dict(), allow_nan=False)


# --- the competitive game


def test_seat_advantage(explained):
    result = explained("gleich_und_gleich")
    rates = [fact(result, "how games are won and lost", f"seat {seat} wins") for seat in range(3)]
    assert sum(item.value for item in rates) == pytest.approx(1)
    assert all("seat advantage" in item.note for item in rates)


def test_lead_changes_and_how_often_the_later_winner_was_behind(explained):
    """Once more from the traces: collected cards as each turn begins."""
    result = explained("gleich_und_gleich")
    section = "lead and comeback"
    changes = result.rows["lead_changes"].mean()
    assert fact(result, section, "lead changes a game: mean").value == pytest.approx(changes)
    index, turns, each, last = result.behind
    for place in range(40):
        assert (each[place], last[place]) == behind_by_the_trace(result.match, int(index[place]))
    found = fact(result, section, "turns the later winner was behind")
    assert found.value == pytest.approx(each.sum() / turns.sum())


def behind_by_the_trace(match, index):
    """How many turns began with the winner behind, and the last of them."""
    (events,) = traces(match, index, 1)
    collected = [1] * match.rules.players
    (winner,) = events[-1]["winners"]
    behind = []
    for event in events:
        if event["event"] == "turn":
            if collected[winner] < max(collected):
                behind.append(event["turn"])
            if event["flock"]:
                collected[event["player"]] += event["flock"]["kept"]
    return len(behind), behind[-1] if behind else 0


def test_dead_ends_and_turn_limits_are_counted_and_tied_to_their_rule():
    section = "dead ends and turn limits"
    limited = simkit.explain("gleich_und_gleich", games=60, set={"turn_limit": 20})
    found = fact(limited, section, "turn limit")
    assert found.value == pytest.approx((limited.rows["result"] == Result.UNFINISHED).mean()) and found.value > 0
    assert "turn_limit" in found.note and "20 turns" in found.note
    hopeless = {"hand_size": 20, "rows": 4, "row_cards": 3, "turn_limit": 2000, "win_species": 9, "win_triples": 9}
    stuck = simkit.explain("gleich_und_gleich", players=4, games=40, set=hopeless | {"triple_size": 3})
    found = fact(stuck, section, "deal impossible")
    assert found.value > 0
    assert "hand_size = 20" in found.note
    rounds = fact(simkit.explain("seilschaft", games=200, set={"rounds": 1}), section, "rounds over")
    assert rounds.value > 0 and "rounds = 1" in rounds.note


# --- statistics and shapes


def test_ratio_takes_the_game_as_the_unit():
    rng = np.random.default_rng(3)
    inside = 0
    for _ in range(500):
        of = rng.integers(5, 40, 80)
        part = rng.binomial(of, np.clip(rng.normal(0.3, 0.15, 80), 0, 1))
        found = ratio("s", "i", part, of)
        inside += found.low <= 0.3 + 0.002 <= found.high or found.low <= 0.3 <= found.high
    assert inside / 500 > 0.92
    assert ratio("s", "i", [0, 0], [0, 0]).value is None
    assert ratio("s", "i", [0, 0], [3, 4]).high < 1


def test_a_single_game_has_no_interval_of_its_mean():
    assert mean("s", "i", [3]).low is None
    assert list(spread("s", "i", [])) == []


@pytest.mark.parametrize("game", games.NAMES)
def test_table_json_html_figure_and_files(game, explained, tmp_path):
    result = explained(game)
    assert list(result.table.columns) == ["section", "item", "kind", "value", "low", "high", "n", "note"]
    assert json.loads(json.dumps(result.as_dict(), allow_nan=False))["facts"]
    assert "<table" in result._repr_html_()
    assert len(result.plot().axes) == 3
    names = {path.name for path in result.write(tmp_path)}
    base = f"{game}-explain"
    assert names >= {f"{base}.csv", f"{base}-games.csv", f"{base}.png", f"{base}.svg"}


def test_the_output_names_the_command_that_reproduces_it(command, tmp_path):
    line = ("explain", "side-by-side", "--players", 4, "--slip", 0.1, "--seconds-per-decision", 3, "-n", 30)
    first = json.loads(command(*line, "--json").out)
    again = json.loads(command(*shlex.split(first["command"])[1:], "--json").out)
    assert first["facts"] == again["facts"]
    text = command(*line, "--out", tmp_path / "out").out
    assert text.splitlines()[-1] == first["command"]
    assert (tmp_path / "out" / "side_by_side-explain.csv").is_file()


def test_errors_are_one_line(command):
    assert "allowed: above 0" in command("explain", "seilschaft", "--seconds-per-decision", 0).complaint()
    assert "did you mean" in command("explain", "seilschaf").complaint()
    assert "allowed: 1 to" in command("explain", "seilschaft", "-n", 0).complaint()
    with pytest.raises(InputError):
        simkit.explain("seilschaft", slip=2)


@pytest.mark.parametrize("game", games.NAMES)
def test_one_game_ends_without_nan(game):
    assert json.dumps(simkit.explain(game, games=1).as_dict(), allow_nan=False)

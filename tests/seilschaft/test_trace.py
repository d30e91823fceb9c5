"""Traces of Seilschaft: keys and order as in the trace format, the same games as a run, prose in two languages."""

from __future__ import annotations

import json
import re

import pytest

from simkit.api import make_match, run
from simkit.traces import json_lines, prose_lines, trace, traces

GAME = "event format game preset level variants reading assumptions rules players bots seed index"
RULES = "ropes trump rounds ridge_length hand_size steps"
KEYS = {
    "setup": "event ridge coin ropes dealer",
    "deal": "event round dealer hands aside",
    "trick": "event round trick leader lead follow trump winner steps rope_used coin revealed ropes",
    "end": "event result reason winners rounds tricks ropes_left",
}


@pytest.fixture(scope="module")
def match():
    return make_match("seilschaft", seed=7)


@pytest.fixture(scope="module")
def events(match):
    return trace(match, 0)


def test_a_trace_begins_with_game_and_ends_with_end(events):
    kinds = [event["event"] for event in events]
    assert kinds[:3] == ["game", "setup", "deal"]
    assert kinds[-1] == "end"
    assert set(kinds[3:-1]) <= {"deal", "trick"}


def test_every_event_has_its_keys_in_their_order(events):
    assert " ".join(events[0]) == GAME
    assert " ".join(events[0]["rules"]) == RULES
    for event in events[1:]:
        assert " ".join(event) == KEYS[event["event"]]


def test_the_first_line_says_everything_that_is_in_force():
    settings = {"level": "schwer", "variants": ["open_hands"], "set": {"steps.Q": "1", "rounds": "4"}}
    match = make_match("seilschaft", bots="random,simple", seed=5, assume={"first_dealer": "1"}, **settings)
    head = trace(match, 12)[0]
    assert (head["level"], head["variants"], head["preset"], head["reading"]) == (
        "schwer",
        ["open_hands"],
        "standard",
        None,
    )
    assert head["rules"]["rounds"] == 4
    assert (head["rules"]["steps"]["Q"], head["rules"]["steps"]["K"]) == (1, 2)
    assert head["assumptions"] == {"profi_ropes": 0, "first_dealer": "1"}
    assert (head["bots"], head["seed"], head["index"], head["players"]) == (["random", "simple"], 5, 12, 2)


def test_the_keys_are_those_of_the_trace_format(shared, events):
    text = (shared / "trace-format.md").read_text(encoding="utf-8")
    section = text.partition("## seilschaft")[2].partition("\n## ")[0]
    examples = [line for line in section.splitlines() if line.startswith('{"event":"')]
    documented = {line.split('"')[3]: " ".join(re.findall(r'[{,]"(\w+)":', line)) for line in examples}
    assert documented == KEYS
    first = next(line for line in text.splitlines() if line.startswith('{"event":"game"'))
    assert " ".join(re.findall(r'[{,]"(\w+)":', first)) == GAME


def test_each_line_is_one_json_object_in_utf_8(events):
    lines = list(json_lines(events))
    assert [json.loads(line) for line in lines] == events
    assert not any("\n" in line for line in lines)


@pytest.mark.parametrize("bots", ["simple", "random"])
def test_the_trace_of_game_i_is_row_i_of_the_run(bots):
    table = run("seilschaft", level="leicht", bots=bots, games=100, seed=3).table
    match = make_match("seilschaft", level="leicht", bots=bots, seed=3)
    for index, events in enumerate(traces(match, 0, 100)):
        end, row = events[-1], table.loc[index]
        assert (end["result"], end["reason"]) == (row["result"], row["reason"])
        assert " ".join(map(str, end["winners"])) == row["winners"]
        assert (end["tricks"], end["rounds"], end["ropes_left"]) == (row["length"], row["round"], row["ropes_left"])
        tricks = [event for event in events if event["event"] == "trick"]
        assert sum(trick["revealed"] is not None for trick in tricks) == row["ridge_open"]
        assert row["fall_end"] == (tricks[-1]["winner"] if end["reason"] == "fall" else -1)


def test_game_i_is_the_same_wherever_a_stream_of_traces_begins(match):
    assert list(traces(match, 5, 3)) == [trace(match, index) for index in (5, 6, 7)]


# --- prose


def test_prose_tells_a_trick_in_both_languages(events):
    english, german = list(prose_lines(events, "en")), list(prose_lines(events, "de"))
    assert len(english) == len(german) == len(events)
    assert english[0] == "Seilschaft, game 0 of seed 7, bots simple, simple"
    assert german[0].startswith("Seilschaft, Spiel 0 ") and german[0].endswith("Bots simple, simple")
    for words, line in (
        ("Ben leads J♠ Anna plays 4♠ 5 7♦", english[3]),
        ("Ben B♠ aus Anna 4♠ 5 7♦", german[3]),
    ):
        assert all(word in line for word in words.split()), line
    assert english[-1].startswith("Won") and german[-1].startswith("Gewonnen")


def test_every_game_can_be_told_with_every_ending():
    endings = set()
    match = make_match("seilschaft", bots="random", set={"ridge_length": 5, "hand_size": 4})
    for events in traces(match, 0, 200):
        for language in ("en", "de"):
            lines = list(prose_lines(events, language))
            assert not any("None" in line or "{" in line for line in lines)
        endings.add(lines[-1].split(" ")[0])
        assert ("Absturz." in lines[-2]) == (events[-1]["reason"] == "fall")
    assert endings == {"Gewonnen", "Verloren", "Verloren:"}

"""The command line: what each command prints, the fixed names of `--json` and `--csv`, one line for every mistake."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
from contextlib import contextmanager

import pytest

GAME = "seilschaft"
HEAVY = ("numba", "pandas", "scipy", "joblib", "matplotlib", "statsmodels", "pyarrow")

# The names that `--json` has for good, as the design fixes them; more may be added.
RUN_NAMES = "command game settings bots seed games win_rate seats outcomes length games_per_second seconds".split()  # noqa: SIM905
SETTINGS_NAMES = ["level", "players", "preset", "variants", "reading", "assume", "set"]
CSV_COLUMNS = ["index", "result", "reason", "winners", "length", "round", "ropes_left", "ridge_open", "fall_end"]
CLAIM_NAMES = {"game", "id", "players", "bot", "kind", "published", "simulated", "low", "high", "games", "verdict"}


def answered(answer):
    assert answer.code == 0, answer.err
    assert answer.err == ""
    return answer.out


# --- lists


def test_help_names_every_command(command):
    out = answered(command("--help"))
    for name in ("games", "rules", "bots", "run", "watch", "rulebook"):
        assert f"  {name} " in out


@pytest.mark.parametrize("name", ["games", "rules", "bots", "run", "watch", "rulebook"])
def test_every_command_has_a_help_of_its_own(command, name):
    assert f"simkit {name}" in answered(command(name, "--help"))


def test_games_are_listed_with_their_players(command):
    assert "seilschaft  " in answered(command("games"))


def test_a_game_is_listed_with_levels_variants_presets_assumptions_and_knobs(command):
    out = answered(command("games", GAME))
    for word in ("leicht", "profi", "open_hands", "standard", "first_dealer", "ridge_length", "odd numbers 3 to 15"):
        assert word in out


def test_bots_are_listed_with_their_ideas(command):
    out = answered(command("bots", GAME))
    assert "  random   any legal card, all equally likely." in out
    assert out in answered(command("bots"))


# --- rules


def test_rules_show_every_value_with_mark_and_source(command):
    out = answered(command("rules", GAME, "--level", "profi", "--set", "steps.Q=1"))
    rows = {line.split()[0]: line for line in out.splitlines()[2:]}
    assert list(rows) == ["ropes", "trump", "rounds", "ridge_length", "hand_size", "steps"]
    assert "[A]" in rows["ropes"] and "[S]" in rows["trump"] and "[set]" in rows["steps"]
    assert "Q:1" in rows["steps"]


def test_rules_show_assumptions_with_their_alternatives(command):
    out = answered(command("rules", GAME, "--assumptions", "--assume", "first_dealer=1"))
    line = next(line for line in out.splitlines() if line.startswith("first_dealer"))
    assert line.split()[1:4] == ["1", "random,", "0"]


def test_rules_for_machines(command):
    found = json.loads(answered(command("rules", GAME, "--json", "--variant", "two-rounds")))
    assert found["rules"]["rounds"]["value"] == 2
    assert list(found["settings"]) == SETTINGS_NAMES
    assert found["assumptions"]["profi_ropes"]["alternatives"] == [1]


def test_saved_settings_play_the_same_games(command, tmp_path):
    mine = tmp_path / "mine.toml"
    turned = ["--level", "schwer", "--variant", "open_hands", "--set", "steps.Q=1", "--set", "hand_size=9"]
    answered(command("rules", GAME, *turned, "--assume", "first_dealer=0", "--save", mine))
    direct = json.loads(answered(command("run", GAME, *turned, "--assume", "first_dealer=0", "-n", 300, "--json")))
    saved = json.loads(answered(command("run", GAME, "--settings", mine, "-n", 300, "--json")))
    for name in ("settings", "outcomes", "length", "command"):
        assert saved[name] == direct[name]
    assert "--level" not in mine.read_text(encoding="utf-8")


# --- run


def test_run_prints_rate_reasons_rounds_ropes_and_tricks_each_with_its_interval(command):
    out = answered(command("run", GAME, "-n", 2000))
    for words in ("win rate", "ridge open", "fall", "rounds over", "winning round", "ropes used", "tricks a game"):
        assert words in out
    rate = next(line for line in out.splitlines() if line.startswith("win rate"))
    assert "% [" in rate and "]" in rate
    assert "simkit run seilschaft --bots simple -n 2000 --seed 1" in out.splitlines()[-1]


def test_run_for_machines_has_the_fixed_names(command):
    out = answered(command("run", GAME, "-n", 1500, "--bots", "simple,random", "--seed", 4, "--json"))
    found = json.loads(out)
    assert [name for name in RUN_NAMES if name not in found] == []
    assert list(found["settings"]) == SETTINGS_NAMES
    assert list(found["win_rate"]) == ["rate", "low", "high"]
    assert list(found["length"]) == ["unit", "mean", "p5", "p50", "p95"]
    assert list(found["outcomes"]) == ["ridge_open", "fall", "rounds_over"]
    assert sum(found["outcomes"].values()) == found["games"] == 1500
    assert found["win_rate"]["rate"] == found["outcomes"]["ridge_open"] / 1500
    assert (found["bots"], found["seed"], found["seats"]) == (["simple", "random"], 4, None)
    assert (found["game"], found["length"]["unit"]) == (GAME, "tricks")


def test_the_command_in_the_answer_plays_the_same_games(command):
    words = ["--level", "profi", "--set", "steps.A=3", "--assume", "profi_ropes=1", "--variant", "two-rounds"]
    first = json.loads(answered(command("run", GAME, *words, "--bots", "simple,random", "-n", 200, "--json")))
    again = json.loads(answered(command(*first["command"].split()[1:], "--json")))
    assert (again["settings"], again["outcomes"]) == (first["settings"], first["outcomes"])


def test_csv_has_one_row_a_game_and_the_agreed_columns(command, tmp_path):
    file = tmp_path / "games.csv"
    found = json.loads(answered(command("run", GAME, "-n", 1200, "--csv", file, "--json")))
    with file.open(encoding="utf-8", newline="") as text:
        rows = list(csv.DictReader(text))
    assert list(rows[0]) == CSV_COLUMNS
    assert [int(row["index"]) for row in rows] == list(range(1200))
    for reason, number in found["outcomes"].items():
        assert sum(row["reason"] == reason for row in rows) == number
    assert {(row["result"], row["winners"]) for row in rows} == {("win", "0 1"), ("loss", "")}
    assert all((row["fall_end"] in "01") == (row["reason"] == "fall") for row in rows)
    assert list(tmp_path.iterdir()) == [file]


def test_precision_plays_blocks_of_a_thousand_until_the_interval_is_narrow_enough(command):
    found = json.loads(answered(command("run", GAME, "--precision", 1, "--json")))
    low, high, games = found["win_rate"]["low"], found["win_rate"]["high"], found["games"]
    assert (high - low) / 2 <= 0.01
    assert games % 1000 == 0
    plain = json.loads(answered(command("run", GAME, "-n", games, "--json")))
    assert plain["outcomes"] == found["outcomes"]
    before = json.loads(answered(command("run", GAME, "-n", games - 1000, "--json")))["win_rate"]
    assert (before["high"] - before["low"]) / 2 > 0.01
    assert found["stopped_by_precision"] and not found["interrupted"]


def test_an_interrupted_run_prints_and_writes_what_was_finished(command, tmp_path, monkeypatch):
    once = iter([signal.SIGINT])

    @contextmanager
    def stopping(total, unit):
        yield lambda count: [signal.raise_signal(number) for number in once]

    monkeypatch.setattr("simkit.cli.main.progress", stopping)
    monkeypatch.setattr(os, "_exit", sys.exit)
    file = tmp_path / "games.csv"
    answer = command("run", GAME, "-n", 3_000_000, "--json", "--csv", file)
    found = json.loads(answer.out)
    assert answer.code == 130
    assert found["interrupted"] and 0 < found["games"] < 3_000_000
    assert f"interrupted after {found['games']:,} of 3,000,000 games" in answer.err
    assert len(file.read_text().splitlines()) == found["games"] + 1


@pytest.mark.parametrize("name", ["Seilschaft", "SEILSCHAFT", "seilschaft"])
def test_names_may_be_written_with_capitals(command, name):
    assert json.loads(answered(command("run", name, "-n", 10, "--json")))["game"] == GAME


# --- watch


def test_watch_prints_a_trace_and_nothing_else(command):
    lines = answered(command("watch", GAME, "--seed", 7, "--json")).splitlines()
    events = [json.loads(line) for line in lines]
    assert (events[0]["event"], events[-1]["event"]) == ("game", "end")
    assert lines[1].startswith('{"event":"setup","ridge":["')


def test_watch_prints_many_games_one_after_another(command):
    out = answered(command("watch", GAME, "--games", 3, "--index", 5, "--json"))
    lines = out.splitlines()
    heads = [json.loads(line) for line in lines if line.startswith('{"event":"game"')]
    assert [head["index"] for head in heads] == [5, 6, 7]
    assert sum(line.startswith('{"event":"end"') for line in lines) == 3
    assert answered(command("watch", GAME, "--index", 6, "--json")) in out


def test_watch_tells_the_game_in_english_and_german(command):
    english = answered(command("watch", GAME, "--seed", 7))
    german = answered(command("watch", GAME, "--seed", 7, "--lang", "de"))
    assert english == answered(command("watch", GAME, "--seed", 7, "--lang", "en"))
    assert len(english.splitlines()) == len(german.splitlines())
    assert "Round 1: Anna deals." in english and "Runde 1: Anna gibt." in german


@pytest.mark.skipif(os.name != "posix", reason="a shell's pipe")
@pytest.mark.parametrize("reader_takes", [1, 40])
def test_a_reader_that_leaves_ends_watch_quietly(reader_takes):
    words = [sys.executable, "-m", "simkit", "watch", GAME, "--games", "500", "--json"]
    watching = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    for _ in range(reader_takes):
        assert watching.stdout.readline()
    watching.stdout.close()
    assert watching.wait(60) == 0
    assert watching.stderr.read() == ""


# --- rulebook


def test_rulebook_prints_a_table_and_writes_its_files(command, tmp_path):
    answer = command("rulebook", GAME, "--games", 2000, "--out", tmp_path / "book")
    out = answered(answer)
    assert "win-normal" in out and "agrees" in out
    assert {"seilschaft.md", "seilschaft.csv", "seilschaft.png", "seilschaft.svg"} <= {
        path.name for path in (tmp_path / "book").iterdir()
    }


def test_rulebook_for_machines_has_the_fixed_names_and_strict_passes(command, tmp_path):
    out = answered(command("rulebook", GAME, "-n", 2000, "--out", tmp_path, "--json", "--strict"))
    claims = json.loads(out)["claims"]
    assert all(set(claim) >= CLAIM_NAMES for claim in claims)
    assert {claim["verdict"] for claim in claims} <= {"agrees", "differs", "cannot_say"}
    assert {claim["game"] for claim in claims} == {GAME}


def test_strict_says_no_with_exit_code_1(command, tmp_path, monkeypatch):
    from simkit import claims

    original = claims.claims_of

    def other(game):
        found = original(game)
        worse = {**vars(found["win-normal"]), "values": (0.20,)}
        return {**found, "win-normal": type(found["win-normal"])(**worse)}

    monkeypatch.setattr(claims, "claims_of", other)
    words = ["rulebook", GAME, "-n", 1000, "--out", tmp_path]
    assert command(*words, "--strict").code == 1
    assert command(*words).code == 0


# --- mistakes: one line, exit code 2


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["run", "seilschft"], "unknown game 'seilschft': did you mean seilschaft?"),
        (["runn", GAME], "runn"),
        (["run"], "GAME"),
        (["run", GAME, "--levl", "normal"], "--levl"),
        (["run", GAME, "--level", "norml"], "did you mean normal?"),
        (["run", GAME, "--variant", "open"], "did you mean open_hands?"),
        (["run", GAME, "--players", "3"], "allowed: 2"),
        (["run", GAME, "--players", "two"], "--players"),
        (["run", GAME, "--preset", "mine"], "unknown preset 'mine'"),
        (["run", GAME, "--reading", "mine"], "unknown reading 'mine'"),
        (["run", GAME, "--assume", "first_dealer=2"], "allowed: random, 0, 1"),
        (["run", GAME, "--assume", "first"], "write --assume NAME=VALUE"),
        (["run", GAME, "--set", "rops=1"], "did you mean ropes?"),
        (["run", GAME, "--set", "ropes=9"], "allowed: 0 to 8"),
        (["run", GAME, "--set", "ropes"], "write --set NAME=VALUE"),
        (["run", GAME, "--set", "hand_size=21", "--set", "ridge_length=15"], "need 57 cards, the deck has 52"),
        (["run", GAME, "--settings", "nowhere.toml"], "cannot read nowhere.toml"),
        (["run", GAME, "--bots", "simpel"], "did you mean simple?"),
        (["run", GAME, "-n", "0"], "0 games; allowed: 1 to"),
        (["run", GAME, "-n", "-5"], "-5 games"),
        (["run", GAME, "-n", "many"], "-n"),
        (["run", GAME, "-n", "5", "--precision", "1"], "exclude each other"),
        (["run", GAME, "--precision", "0"], "allowed: 0.01 to 50"),
        (["run", GAME, "--precision", "nan"], "allowed: 0.01 to 50"),
        (["run", GAME, "--seed", "-1"], "allowed: 0 to"),
        (["run", GAME, "--seed", str(2**63)], "allowed: 0 to"),
        (["run", GAME, "--seed", "x"], "--seed"),
        (["run", GAME, "--workers", "0"], "allowed: 1 to 1024"),
        (["run", GAME, "-n", "10", "--csv", "nowhere/x.csv"], "cannot write nowhere"),
        (["watch", GAME, "--lang", "fr"], "allowed: en, de"),
        (["watch", GAME, "--index", "-1"], "index -1; allowed: 0 to 999999999"),
        (["watch", GAME, "--games", "0"], "0 games; allowed: 1 to"),
        (["rules", GAME, "--save", "nowhere/x.toml"], "cannot write nowhere"),
        (["games", "chess"], "unknown game 'chess'"),
        (["bots", "chess"], "unknown game 'chess'"),
        (["rulebook", "chess"], "unknown game 'chess'"),
        (["rulebook", GAME, "--games", "0"], "games"),
        (["rulebook", GAME, "--games", "-3"], "games"),
        (["rulebook", GAME, "--workers", "0"], "allowed: 1 to 1024"),
        (["rulebook", GAME, "--seed", "-1"], "allowed: 0 to"),
    ],
)
def test_a_bad_value_is_one_line_that_says_what_is_allowed(command, words, reason, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert reason in command(*words).complaint()
    assert list(tmp_path.iterdir()) == []


# --- processes


def test_a_process_ends_with_the_exit_code_and_no_traceback(process):
    assert process("run", "seilschft").complaint() == (
        "simkit: unknown game 'seilschft': did you mean seilschaft? allowed: " + allowed_games()
    )


def allowed_games():
    from simkit import games

    return ", ".join(games.NAMES)


def test_a_run_in_a_process_prints_json_on_standard_output_and_nothing_else(process, tmp_path):
    answer = process("run", GAME, "-n", 1000, "--json", folder=tmp_path)
    assert (answer.code, answer.err) == (0, "")
    assert json.loads(answer.out)["games"] == 1000
    assert list(tmp_path.iterdir()) == []


def modules_after(*words):
    """What a command has imported when it ends."""
    code = "import sys; from simkit.cli.main import main\n"
    code += "try: main()\nexcept SystemExit: print(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, check=True)
    return {name.partition(".")[0] for name in done.stderr.split()}


@pytest.mark.parametrize("words", [["--help"], ["run", "--help"], ["games", GAME], ["rules", GAME], ["bots", GAME]])
def test_what_only_reads_and_lists_imports_nothing_heavy(words):
    assert modules_after(*words).isdisjoint(HEAVY)


def test_importing_the_package_imports_nothing_heavy():
    done = subprocess.run(
        [sys.executable, "-c", "import sys, simkit, simkit.cli.main; print(*sys.modules)"],
        capture_output=True,
        text=True,
    )
    assert not {*done.stdout.split()} & {*HEAVY, "numpy"}

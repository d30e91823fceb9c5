"""Workers, interruptions, failures: what was finished stays, and nothing depends on who played it."""

import json
import signal
import subprocess
import sys
import threading

import numpy as np
import pytest

import simkit
from simkit.sweeps import run as sweeping
from simkit.sweeps.run import SweepInterrupted, sweep

LONG = ("sweep", "seilschaft", "--over", "ropes=0:4", "-n", 400_000, "--out", "a")

FAILING = """
    \"\"\"Failing: raises in some games only.\"\"\"
    BASE = "simple"

    def lead(view):
        if view.rules.ropes == 2 and view.table.round == 3:
            return view.me.memory[1000]
        hand = view.me.hand
        card = 0
        while hand >> card & 1 == 0:
            card += 1
        return card
"""


LATE = """
    \"\"\"Late: raises where nearly no game comes: the last trick of the last round with both ropes left.\"\"\"
    BASE = "simple"

    def follow(view):
        if view.table.round == 3 and view.table.ropes == 2 and view.table.trick >= 9:
            return view.me.memory[1000]
        hand = view.me.hand
        same = hand & (0x1FFF << (view.table.lead & 48))
        if same != 0:
            hand = same
        card = 0
        while hand >> card & 1 == 0:
            card += 1
        return card
"""


def test_the_number_of_workers_changes_nothing(tmp_path, data):
    for workers in (1, 2, 5):
        sweep(
            "seilschaft", {"ropes": "0:2"}, precision=1.2, out=tmp_path / str(workers), workers=workers, keep_games=True
        )
    assert data(tmp_path / "1") == data(tmp_path / "2") == data(tmp_path / "5")


def test_the_size_of_tasks_changes_nothing(tmp_path, data, monkeypatch):
    sweep("seilschaft", {"ropes": "0:1"}, games=20_500, out=tmp_path / "a")
    monkeypatch.setattr(sweeping.Threads, "task_seconds", 0.001)
    sweep("seilschaft", {"ropes": "0:1"}, games=20_500, out=tmp_path / "b")
    assert data(tmp_path / "a") == data(tmp_path / "b")


def test_no_stretch_of_games_repeats_another():
    rows = simkit.run("seilschaft", games=20_000).rows
    blocks = {rows[start : start + 1_000].tobytes() for start in range(0, 20_000, 1_000)}
    assert len(blocks) == 20


def test_another_seed_plays_other_games():
    first, second = (simkit.run("seilschaft", games=2_000, seed=seed).rows for seed in (1, 2))
    assert first.tobytes() != second.tobytes()
    shifted = [np.mean(first[:1_900] == second[shift : shift + 1_900]) for shift in (0, 1, 2, 50, 99)]
    assert max(shifted) < 0.2  # nor the same games under other numbers


def test_two_threads_run_sweeps_at_once(tmp_path, data):
    def work(name, over):
        sweep("seilschaft", over, games=30_000, out=tmp_path / name)

    overs = {"a": {"ropes": "0:2"}, "b": {"rounds": "1:3"}}
    threads = [threading.Thread(target=work, args=item) for item in overs.items()]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for name, over in overs.items():
        work(f"{name} alone", over)
        assert data(tmp_path / name) == data(tmp_path / f"{name} alone")


# --- interrupted


def stored(folder):
    return sum(json.loads(path.read_text())["games"] for path in (folder / "cells").glob("*.json"))


@pytest.mark.parametrize("number, workers", [(signal.SIGINT, 2), (signal.SIGTERM, 1)])
def test_ctrl_c_is_answered_and_the_same_command_goes_on(
    tmp_path, background, command, data, number, workers, monkeypatch
):
    run = background(*LONG, "--workers", workers)
    run.wait_for(lambda: stored(tmp_path / "a") > 0)
    code, out, err, seconds = run.tell(number)
    assert code == 130
    assert seconds < 2
    kept = stored(tmp_path / "a")
    assert 0 < kept < 2_000_000
    assert err.splitlines()[-1].endswith("stored in a; the same command goes on from there")
    assert "partial" in out and "confidence sequence" in out
    manifest = json.loads((tmp_path / "a" / "manifest.json").read_text())
    assert manifest["runs"][-1]["end"] == "interrupted"
    monkeypatch.chdir(tmp_path)
    again = command(*LONG)
    assert again.code == 0 and f"{2_000_000 - kept:,} games played" in again.out
    command(*LONG[:-1], "b")
    assert data(tmp_path / "a") == data(tmp_path / "b")


@pytest.mark.slow
def test_kill_9_at_any_moment_loses_only_work_in_flight(tmp_path, background, command, data, monkeypatch):
    monkeypatch.chdir(tmp_path)
    seen = 0
    for _ in range(3):
        run = background(*LONG, "--keep-games")
        run.wait_for(lambda before=seen: stored(tmp_path / "a") > before)
        assert run.tell(signal.SIGKILL)[0] == -signal.SIGKILL
        now = stored(tmp_path / "a")
        assert now > seen
        seen = now
    assert command(*LONG, "--keep-games").code == 0
    assert command(*LONG[:-1], "b", "--keep-games").code == 0
    assert data(tmp_path / "a") == data(tmp_path / "b")


def test_an_interrupted_sweep_hands_over_what_it_has(tmp_path):
    seen = []

    def stop(status):
        if status.games > 20_000 and (not seen or seen[-1].games <= 20_000):
            signal.raise_signal(signal.SIGINT)  # once: the second leaves the process
        seen.append(status)

    with pytest.raises(SweepInterrupted) as caught:
        sweep("seilschaft", {"ropes": "0:2"}, games=100_000, on_status=stop)
    result = caught.value.result
    assert 20_000 < result.games < 300_000
    assert {"partial"} <= {item.state for item in result.results}
    assert all(item.tally.games % 1_000 == 0 for item in result.results)
    assert "not stored" in str(caught.value)
    assert seen[-1].all_games == 300_000


def test_intervals_of_partial_cells_are_those_that_may_be_looked_at_any_time(tmp_path):
    from simkit import stats

    once = iter([signal.SIGINT])

    def stop(status):
        for number in once:
            signal.raise_signal(number)

    with pytest.raises(SweepInterrupted) as caught:
        sweep("seilschaft", {"ropes": "1"}, games=900_000, on_status=stop)
    row = caught.value.result.rows()[0]
    assert row["interval"] == "anytime"
    assert (row["low"], row["high"]) == stats.confidence_sequence(row["wins"], row["n"])


HANGING = """
    \"\"\"Hanging: never returns in one cell.\"\"\"
    BASE = "random"

    def lead(view):
        while view.rules.ropes == 1:
            view.me.memory[0] += 1
        hand = view.me.hand
        card = 0
        while hand >> card & 1 == 0:
            card += 1
        return card
"""


def test_a_bot_that_never_returns_is_left_with_the_second_ctrl_c(tmp_path, background, write_bot):
    bot = write_bot("hanging", HANGING)
    words = ("sweep", "seilschaft", "--over", "ropes=0:1", "--bots", bot, "-n", 20_000, "--out", "a", "--workers", 2)
    run = background(*words)
    run.wait_for(lambda: stored(tmp_path / "a") == 20_000)  # the other cell is kept
    run.process.send_signal(signal.SIGINT)
    line = run.process.stderr.readline()
    assert line.startswith("interrupted: 20,000 games stored in a; waiting for a bot that does not return")
    code, _, _, seconds = run.tell(signal.SIGINT)
    assert code == 130 and seconds < 2
    assert stored(tmp_path / "a") == 20_000


# --- failing


def test_a_failing_cell_leaves_the_others_alone(tmp_path, write_bot, command):
    bot = write_bot("failing", FAILING)
    words = ("sweep", "seilschaft", "--over", "ropes=0:3", "--bots", bot, "-n", 30_000, "--out", tmp_path / "a")
    answer = command(*words)
    assert answer.code == 2
    lines = answer.err.splitlines()
    assert len(lines) == 1
    assert "cell ropes=2:" in lines[0] and "failing" in lines[0] and "seed 1, game" in lines[0]
    rows = json.loads(command(*words, "--json").out)["cells"]
    assert [row["state"] for row in rows] == ["done", "done", "failed", "done"]
    assert [row["n"] for row in rows if row["state"] == "done"] == [30_000] * 3
    manifest = (tmp_path / "a" / "manifest.json").read_text()
    assert '"failed": {' in manifest and str(tmp_path) not in manifest


def test_a_failing_cell_keeps_the_same_games_however_they_were_cut(tmp_path, write_bot, data, monkeypatch):
    bot = write_bot("failing", LATE)
    for name, seconds in (("a", 0.2), ("b", 0.001), ("c", 0.02)):
        monkeypatch.setattr(sweeping.Threads, "task_seconds", seconds)
        result = sweep("seilschaft", {"ropes": "2"}, games=60_000, bots=str(bot), out=tmp_path / name)
        assert len(result.failed) == 1
        assert 0 < result.games < 60_000
        expected = int(result.failed["ropes=2"].split("game ")[-1])
        assert result.games == expected // 1_000 * 1_000
    assert data(tmp_path / "a") == data(tmp_path / "b") == data(tmp_path / "c")


def test_a_bot_that_does_not_compile_stops_the_sweep_before_it_starts(tmp_path, write_bot, command):
    bot = write_bot("broken", '"""Broken."""\nBASE = "simple"\n\n\ndef lead(view):\n    return view.table.nothing\n')
    answer = command("sweep", "seilschaft", "--over", "ropes=0:3", "--bots", bot, "--out", tmp_path / "a")
    assert "broken.py:6" in answer.complaint()
    assert not (tmp_path / "a" / "cells").exists()


# --- processes and memory


@pytest.mark.slow
def test_eight_processes_start_at_once_on_a_cold_cache(tmp_path, data):
    words = [
        sys.executable,
        "-m",
        "simkit",
        "sweep",
        "seilschaft",
        "--over",
        "ropes=0:1",
        "--bots",
        "random",
        "-n",
        "1000",
    ]
    environment = __import__("os").environ | {"SIMKIT_CACHE_DIR": str(tmp_path / "kernels")}
    started = [
        subprocess.Popen([*words, "--out", str(tmp_path / str(k))], env=environment, stdout=subprocess.DEVNULL)
        for k in range(8)
    ]
    assert [process.wait(timeout=300) for process in started] == [0] * 8
    first = data(tmp_path / "0")
    assert all(data(tmp_path / str(k)) == first for k in range(8))


MEMORY = """
import resource, sys
from simkit.sweeps.run import sweep
sweep("seilschaft", {"ropes": "0:1"}, games=int(sys.argv[1]))
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


@pytest.mark.slow
def test_memory_is_flat_in_the_number_of_games():
    def peak(games):
        words = [sys.executable, "-c", MEMORY, str(games)]
        return int(subprocess.run(words, capture_output=True, text=True, check=True, timeout=300).stdout)

    assert peak(1_000_000) < peak(50_000) + 20_000  # KiB; the rows alone would be 30 MB

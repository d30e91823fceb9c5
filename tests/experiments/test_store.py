"""The directory of a sweep: what it holds, how it goes on, what it refuses."""

import csv
import json
import os
import platform
import shutil
import subprocess
import sys
import textwrap
import threading

import pytest

import simkit
from simkit import files
from simkit.errors import InputError, ProblemsError
from simkit.sweeps import run as sweeping
from simkit.sweeps import store
from simkit.sweeps.run import sweep

OVER = {"ropes": "0:2"}


def small(out, games=3_000, **more):
    return sweep("seilschaft", more.pop("over", OVER), games=games, out=out, **more)


def test_a_sweep_directory_holds_manifest_counts_table_and_figure(tmp_path, data):
    small(tmp_path / "a")
    assert set(data(tmp_path / "a")) == {
        "cells/0001.json", "cells/0002.json", "cells/0003.json", "cells.csv", "sweep.png", "sweep.svg",
    }  # fmt: skip


def test_the_manifest_says_what_made_the_games(tmp_path):
    small(tmp_path / "a", bots="simple,random", keep_games=False)
    manifest = json.loads((tmp_path / "a" / "manifest.json").read_text())
    assert manifest["schema"] == 1
    assert manifest["seed"] == 1 and manifest["game"] == "seilschaft" and manifest["over"] == {"ropes": ["0", "1", "2"]}
    assert manifest["target"] == {"games": 3000}
    first = manifest["cells"][0]
    assert first["rules"]["ropes"] == 0 and first["rules"]["steps"]["A"] == 2 and first["rules"]["hand_size"] == 13
    assert first["assumptions"]["first_dealer"] == "random"
    assert first["bots"] == ["simple", "random"]
    assert len(manifest["bots"]["random"]["source_hash"]) == 64
    assert manifest["simkit"]["version"] == simkit.__version__ and "commit" in manifest["simkit"]
    assert manifest["libraries"]["numpy"] and manifest["machine"]["cores"]
    assert manifest["runs"][0]["end"] == "done" and manifest["runs"][0]["games"] == 9000


def test_the_manifest_has_no_host_name_and_no_absolute_path(tmp_path, write_bot):
    bot = write_bot("mine", '"""Mine."""\nBASE = "simple"\n')
    small(tmp_path / "a", bots=str(bot))
    text = (tmp_path / "a" / "manifest.json").read_text()
    assert str(tmp_path) not in text and "/home" not in text and "/root" not in text
    assert len(platform.node()) < 4 or platform.node() not in text


def test_times_stand_in_the_manifest_only(tmp_path, data):
    small(tmp_path / "a")
    small(tmp_path / "b")
    assert data(tmp_path / "a") == data(tmp_path / "b")


# --- going on


def test_the_same_command_again_plays_nothing(tmp_path, data):
    small(tmp_path / "a")
    before = data(tmp_path / "a")
    assert small(tmp_path / "a").played == 0
    assert data(tmp_path / "a") == before


@pytest.mark.parametrize("keep", [False, True])
@pytest.mark.parametrize("first", [2_000, 1_234])
def test_more_games_extend_and_the_first_stay_as_they_are(tmp_path, data, keep, first):
    small(tmp_path / "a", first, keep_games=keep)
    longer = small(tmp_path / "a", 5_500, keep_games=keep)
    assert longer.played == 3 * (5_500 - first)
    small(tmp_path / "b", 5_500, keep_games=keep)
    assert data(tmp_path / "a") == data(tmp_path / "b")


def test_more_games_do_not_change_the_earlier_ones():
    short, long = (simkit.run("seilschaft", games=n).rows for n in (1_500, 4_000))
    assert (short == long[:1_500]).all()


def test_fewer_games_than_stored_keep_what_is_there(tmp_path):
    small(tmp_path / "a", 3_000)
    again = small(tmp_path / "a", 2_000)
    assert again.played == 0 and set(again.cells["n"]) == {3_000}


CRASH = """
import os, sys
from simkit import files
from simkit.sweeps import run as sweeping
kept = files.write_whole
left = int(sys.argv[2])
def write(path, content):
    global left
    left -= 1
    if left < 0:  # in the middle of a file
        path.with_name(f".{path.name}.{os.urandom(4).hex()}.part").write_bytes(b"half")
        os._exit(9)
    kept(path, content)
for name in ("simkit.sweeps.store", "simkit.sweeps.game_rows", "simkit.sweeps.result", "simkit.report.figures"):
    __import__(name)
    sys.modules[name].write_whole = write
sweeping.SAVE_SECONDS = 0.0
sweeping.LOOK_SECONDS = 0.001
sweeping.Threads.task_seconds = 0.005
sweeping.sweep("seilschaft", {"ropes": "0:2"}, games=4500, out=sys.argv[1], keep_games=True)
"""


@pytest.mark.slow
def test_a_crash_at_any_write_loses_nothing_that_matters(tmp_path, data):
    small(tmp_path / "whole", 4_500, keep_games=True)
    whole = data(tmp_path / "whole")
    for crash in (0, 1, 3, 5, 8):
        folder = tmp_path / f"crash{crash}"
        done = subprocess.run([sys.executable, "-c", CRASH, str(folder), str(crash)], check=False, timeout=120)
        assert done.returncode == 9
        result = small(folder, 4_500, keep_games=True)
        assert {row["n"] for row in result.rows()} == {4_500}  # never a game twice
        assert data(folder) == whole


def test_a_full_disk_is_one_line_and_leaves_what_was_kept(tmp_path, data, monkeypatch):
    small(tmp_path / "a", 2_000)
    before = data(tmp_path / "a")

    def full(number):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(files.os, "fsync", full)
        with pytest.raises(InputError, match="No space left on device"):
            small(tmp_path / "a", 4_000)
    assert data(tmp_path / "a") == before
    small(tmp_path / "a", 4_000)
    small(tmp_path / "b", 4_000)
    assert data(tmp_path / "a") == data(tmp_path / "b")


def test_a_disk_that_fills_up_while_playing_stops_the_sweep(tmp_path, monkeypatch):
    monkeypatch.setattr(sweeping, "SAVE_SECONDS", 0.0)
    kept, count = store.write_whole, iter(range(1_000_000))

    def write(path, content):
        if next(count) > 4:
            raise InputError(f"cannot write {path}: No space left on device")
        kept(path, content)

    monkeypatch.setattr(store, "write_whole", write)
    with pytest.raises(InputError, match="No space left"):
        small(tmp_path / "a", 2_000_000)


def test_a_damaged_file_is_named_and_never_counted(tmp_path):
    small(tmp_path / "a")
    path = tmp_path / "a" / "cells" / "0002.json"
    path.write_text(path.read_text()[:100])
    with pytest.raises(InputError, match=r"0002\.json is damaged"):
        small(tmp_path / "a")
    path.unlink()
    assert small(tmp_path / "a").played == 3_000


# --- refusing


@pytest.mark.parametrize(
    "change, part",
    [
        ({"seed": 2}, "seed: stored 1, now 2"),
        ({"over": {"ropes": "0:3"}}, "over.ropes: stored ['0', '1', '2'], now ['0', '1', '2', '3']"),
        ({"set": {"rounds": 2}}, "cell 0001.rules.rounds: stored 3, now 2"),
        ({"assume": {"first_dealer": "0"}}, "assumptions.first_dealer: stored random, now 0"),
        ({"bots": "random"}, "bots.random.source_hash: stored nothing"),
        ({"bots": "simple:fall=-1"}, "weights.fall: stored nothing, now -1.0"),
        ({"keep_games": True}, "keep_games: stored false, now true"),
    ],
)
def test_another_sweep_is_refused_with_the_difference(tmp_path, data, change, part):
    small(tmp_path / "a")
    before = data(tmp_path / "a")
    with pytest.raises(ProblemsError) as caught:
        small(tmp_path / "a", **change)
    assert part in "\n".join(caught.value.lines)
    assert data(tmp_path / "a") == before


def test_an_edited_bot_is_another_sweep(tmp_path, write_bot):
    bot = write_bot("mine", '"""Mine."""\nBASE = "simple"\nWEIGHTS = {"fall": -9.0}\n')
    small(tmp_path / "a", bots=str(bot))
    bot.write_text(bot.read_text() + "# edited\n")
    with pytest.raises(ProblemsError, match=r"bots\.mine\.source_hash: stored"):
        small(tmp_path / "a", bots=str(bot))


@pytest.mark.parametrize(
    "content", [{"notes.txt": "mine"}, {"manifest.json": "{}"}, {"manifest.json": '{"kind": "else"}'}]
)
def test_a_directory_that_is_not_ours_is_never_touched(tmp_path, data, content):
    folder = tmp_path / "theirs"
    folder.mkdir()
    for name, text in content.items():
        (folder / name).write_text(text)
    with pytest.raises(InputError, match="give another --out"):
        small(folder)
    assert {path.name: path.read_text() for path in folder.iterdir()} == content


def test_a_file_in_the_place_of_the_directory_is_never_touched(tmp_path):
    path = tmp_path / "file"
    path.write_text("mine")
    with pytest.raises(InputError, match="no folder"):
        small(path)
    assert path.read_text() == "mine"


def test_an_empty_directory_may_be_used(tmp_path):
    (tmp_path / "a").mkdir()
    assert small(tmp_path / "a", 1_000).played == 3_000


def test_a_manifest_of_another_schema_is_refused(tmp_path):
    small(tmp_path / "a", 1_000)
    path = tmp_path / "a" / "manifest.json"
    path.write_text(path.read_text().replace('"schema": 1', '"schema": 99'))
    with pytest.raises(InputError, match="schema 99, this simkit reads 1"):
        small(tmp_path / "a", 1_000)


@pytest.mark.parametrize(
    "change, part",
    [
        (lambda data: {"kind": data["kind"], "schema": 1}, "no title"),
        (lambda data: {key: value for key, value in data.items() if key != "keep_games"}, "no keep_games"),
        (lambda data: {key: value for key, value in data.items() if key != "runs"}, "no runs"),
        (lambda data: data | {"runs": 3}, "runs is no list"),
        (lambda data: data | {"runs": [{}]}, "a run without its start"),
    ],
)
def test_a_damaged_manifest_is_named_in_one_line(tmp_path, command, data, change, part):
    small(tmp_path / "a", 1_000, keep_games=True)
    path = tmp_path / "a" / "manifest.json"
    path.write_text(json.dumps(change(json.loads(path.read_text()))))
    before = data(tmp_path / "a"), path.read_text()
    words = ("sweep", "seilschaft", "--over", "ropes=0:2", "-n", 1000, "--keep-games", "--out", tmp_path / "a")
    for again in (words, (*words, "--dry-run"), ("report", tmp_path / "a")):
        assert f"manifest.json is damaged ({part})" in command(*again).complaint()
    assert (data(tmp_path / "a"), path.read_text()) == before


def test_two_processes_do_not_share_a_directory(tmp_path, command, data):
    small(tmp_path / "a", 1_000)
    before = data(tmp_path / "a")
    sleeper = textwrap.dedent(
        """
        import sys
        from pathlib import Path
        from simkit.sweeps.store import _locked
        lock = _locked(Path(sys.argv[1]))
        print("held", flush=True)
        sys.stdin.read()
        """
    )
    other = subprocess.Popen(
        [sys.executable, "-c", sleeper, str(tmp_path / "a" / ".lock")], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    try:
        assert other.stdout.readline().strip() == b"held"
        answer = command("sweep", "seilschaft", "--over", "ropes=0:2", "-n", 2000, "--out", tmp_path / "a")
        assert "another simkit is at work" in answer.complaint()
        assert data(tmp_path / "a") == before
        other.kill()
        other.wait()
        assert small(tmp_path / "a", 2_000).played == 3_000  # the lock fell with its process
    finally:
        other.kill()
        other.communicate()


def test_two_threads_do_not_share_a_directory(tmp_path):
    ends = []

    def work():
        try:
            ends.append(small(tmp_path / "a", 60_000).played)
        except InputError as error:
            ends.append(str(error))

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(type(end).__name__ for end in ends) == ["int", "str"]
    assert small(tmp_path / "a", 60_000).played == 0


def test_a_folder_that_cannot_be_written_is_one_line(tmp_path, command):
    (tmp_path / "file").write_text("")
    answer = command("sweep", "seilschaft", "--over", "ropes=0:2", "-n", 100, "--out", tmp_path / "file" / "a")
    assert "cannot" in answer.complaint() or "no folder" in answer.complaint()


# --- one row a game


def test_kept_games_are_parquet_any_program_reads(tmp_path):
    import pandas as pd

    result = small(tmp_path / "a", 2_500, keep_games=True)
    frame = pd.read_parquet(tmp_path / "a" / "games" / "0002" / "000000.parquet")
    run = simkit.run("seilschaft", set={"ropes": 1}, games=2_500).table.reset_index()
    assert list(frame.columns) == list(run.columns)
    for column in run.columns:
        assert list(frame[column].astype(str)) == list(run[column].astype(str)), column
    assert (frame["result"] == "win").sum() == result.cells["wins"][1]


def test_kept_games_go_to_files_of_100000(tmp_path, monkeypatch, data):
    import pyarrow.parquet as pq

    from simkit.sweeps import game_rows

    monkeypatch.setattr(game_rows, "FILE_GAMES", 2_000)
    for games in (1_500, 2_000, 5_500):
        small(tmp_path / "a", games, keep_games=True)
    small(tmp_path / "b", 5_500, keep_games=True)
    assert data(tmp_path / "a") == data(tmp_path / "b")
    paths = sorted((tmp_path / "a" / "games" / "0001").iterdir())
    assert [pq.read_metadata(path).num_rows for path in paths] == [2_000, 2_000, 1_500]


def test_rows_beyond_the_counts_are_cut_off(tmp_path, data):
    small(tmp_path / "a", 2_000, keep_games=True)
    small(tmp_path / "b", 3_000, keep_games=True)
    shutil.copy(tmp_path / "b" / "games" / "0001" / "000000.parquet", tmp_path / "a" / "games" / "0001")
    small(tmp_path / "a", 2_000, keep_games=True)
    small(tmp_path / "c", 2_000, keep_games=True)
    assert data(tmp_path / "a") == data(tmp_path / "c")


def test_rows_fewer_than_the_counts_are_never_passed_over(tmp_path):
    small(tmp_path / "a", 2_000, keep_games=True)
    small(tmp_path / "b", 1_000, keep_games=True)
    shutil.copy(tmp_path / "b" / "games" / "0001" / "000000.parquet", tmp_path / "a" / "games" / "0001")
    with pytest.raises(InputError, match="1000 games where 2000 were counted"):
        small(tmp_path / "a", 3_000, keep_games=True)


def lose(path):
    path.unlink()


def cut(path):
    path.write_bytes(path.read_bytes()[:100])


def shorten(path):
    import pyarrow.parquet as pq

    pq.write_table(pq.read_table(path).slice(0, 1_000), path)


@pytest.mark.parametrize("number", [0, 1, 2])
@pytest.mark.parametrize("harm, part", [(lose, "is missing"), (cut, "cannot be read"), (shorten, "has 1000 games")])
def test_a_lost_file_of_games_is_named_and_played_again(tmp_path, monkeypatch, data, number, harm, part):
    from simkit.sweeps import game_rows

    monkeypatch.setattr(game_rows, "FILE_GAMES", 2_000)
    small(tmp_path / "a", 5_500, keep_games=True)
    whole = data(tmp_path / "a")
    harm(tmp_path / "a" / "games" / "0001" / f"00000{number}.parquet")
    harmed = data(tmp_path / "a")
    with pytest.raises(InputError, match=rf"0001.00000{number}\.parquet {part}.*delete cells/0001\.json"):
        small(tmp_path / "a", 5_500, keep_games=True)
    assert data(tmp_path / "a") == harmed
    (tmp_path / "a" / "cells" / "0001.json").unlink()
    assert small(tmp_path / "a", 5_500, keep_games=True).played == 5_500
    assert data(tmp_path / "a") == whole


def test_all_games_lost_are_not_passed_over(tmp_path, monkeypatch):
    from simkit.sweeps import game_rows

    monkeypatch.setattr(game_rows, "FILE_GAMES", 1_000)
    small(tmp_path / "a", 1_000, keep_games=True)
    shutil.rmtree(tmp_path / "a" / "games")
    for keep in (True, False):
        with pytest.raises(InputError, match=r"000000\.parquet is missing"):
            small(tmp_path / "a", 1_000, keep_games=keep)


def test_files_that_are_not_ours_stay_beside_the_games(tmp_path):
    small(tmp_path / "a", 1_000, keep_games=True)
    names = ("foo.parquet", "9.parquet", "000009-copy.parquet", "0000009.parquet")
    for name in names:
        (tmp_path / "a" / "games" / "0001" / name).write_text("mine")
    (tmp_path / "a" / "games" / "0001" / "000009.parquet").write_text("beyond the counts")
    small(tmp_path / "a", 2_000, keep_games=True)
    left = {path.name for path in (tmp_path / "a" / "games" / "0001").iterdir()}
    assert left == {*names, "000000.parquet"}


def test_cells_csv_is_what_the_counts_say(tmp_path):
    result = small(tmp_path / "a")
    with (tmp_path / "a" / "cells.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert [int(row["wins"]) for row in rows] == list(result.cells["wins"])
    for place, row in enumerate(rows, 1):
        counts = json.loads((tmp_path / "a" / "cells" / f"{place:04d}.json").read_text())["counts"]
        assert int(row["wins"]) == counts["result"]["win"]
        assert int(row["reason_fall"]) == counts["reason"]["fall"]
    assert os.path.getsize(tmp_path / "a" / "cells.csv") < 2_000

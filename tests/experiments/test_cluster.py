"""Other machines play the same games: bots travel as text, workers that differ are refused, one may die."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
import time
from contextlib import contextmanager

import pytest

import simkit
from simkit.bots import find_bot
from simkit.errors import InputError
from simkit.sweeps import cluster
from simkit.sweeps.reading import given_sweep
from simkit.sweeps.run import sweep

MINE = '''
    """Mine: with a helper beside it."""
    from .aid import worth

    BASE = "base"
    WEIGHTS = {"extra": 1.0}


    def lead(view):
        best = -1
        for card in range(64):
            if view.me.hand >> card & 1 and (best < 0 or worth(card) > worth(best)):
                best = card
        return best
'''
AID = """
    def worth(card):
        return card & 15
"""
BASE = '''
    """Base: the rulebook's simple strategy."""
    BASE = "simple"
'''


@pytest.fixture
def mine(write_bot):
    write_bot("aid", AID)
    write_bot("base", BASE)
    return write_bot("mine", MINE)


@pytest.fixture
def order(mine):
    """What a worker is sent for one cell, as data."""
    asked = given_sweep("seilschaft", {"over": {"ropes": [1]}, "bots": f"{mine}:extra=2.5"})
    place = cluster.Cluster("tcp://nowhere:1", None, asked, by_block=True, keep_rows=True)
    return json.loads(place._order(asked.cells[0]))


def test_a_bot_travels_as_source_and_hash(mine, tmp_path, monkeypatch):
    packed = cluster.pack_bot(find_bot("seilschaft", f"{mine}:extra=2.5"))
    assert set(packed["files"]) == {"mine.py", "aid.py", "base.py"}  # `simple` is everywhere
    assert str(tmp_path) not in json.dumps(packed)
    monkeypatch.setenv("SIMKIT_CACHE_DIR", str(tmp_path / "elsewhere"))
    for path in tmp_path.glob("*.py"):
        path.unlink()
    there = cluster.unpack_bot("seilschaft", packed)
    assert there.label == "mine:extra=2.5" and there.weights["extra"] == 2.5
    assert there.source_hash == packed["hash"]


def test_a_bot_that_is_not_the_same_there_is_refused(mine):
    packed = cluster.pack_bot(find_bot("seilschaft", str(mine)))
    with pytest.raises(InputError, match="not the same on this worker"):
        cluster.unpack_bot("seilschaft", packed | {"hash": "0" * 64})


def test_a_bot_with_files_from_elsewhere_cannot_travel(tmp_path):
    (tmp_path / "deep").mkdir()
    (tmp_path / "aid.py").write_text("def worth(card):\n    return card\n")
    bot = tmp_path / "deep" / "mine.py"
    bot.write_text('"""Mine."""\nfrom ..aid import worth\n\nBASE = "simple"\n')
    with pytest.raises(InputError, match="may only use files beside it"):
        cluster.pack_bot(find_bot("seilschaft", str(bot)))


def test_a_worker_plays_the_games_of_its_order(order, mine):
    answer = cluster.play_order(json.dumps(order), 1_500, 700)
    expected = simkit.run("seilschaft", bots=f"{mine}:extra=2.5", games=2_200).rows[1_500:]
    assert answer["error"] is None
    assert answer["rows"].tobytes() == expected.tobytes()
    assert [item["games"] for item in answer["tallies"]] == [500, 200]


def test_a_worker_with_another_simkit_refuses_the_order(order):
    order["fingerprint"][0] = "0.0.0"
    answer = cluster.play_order(json.dumps(order), 0, 1)
    assert f"has simkit {simkit.__version__}, this is 0.0.0" in answer["error"] and not answer["tallies"]


def test_a_worker_that_reads_other_rules_refuses_the_order(order):
    order["rules"]["ropes"] = 3
    assert "other rules" in cluster.play_order(json.dumps(order), 0, 1)["error"]


@pytest.mark.parametrize(
    "words, part",
    [
        (("--backend", "dask"), "go together"),
        (("--scheduler", "tcp://127.0.0.1:1"), "go together"),
        (("--backend", "ray"), "allowed: threads, dask"),
    ],
)
def test_a_backend_needs_its_scheduler(command, tmp_path, words, part):
    answer = command("sweep", "seilschaft", "--over", "ropes=0:1", "--out", tmp_path / "a", *words)
    assert part in answer.complaint()


def test_without_the_extra_the_message_says_which(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(InputError, match=r"simkit\[cluster\]"):
        sweep("seilschaft", {"ropes": [1]}, games=10, backend="dask", scheduler="tcp://127.0.0.1:1")


# --- a real cluster

WORKER = """
import sys
import simkit
simkit.__version__ = sys.argv.pop(1)
from distributed.cli.dask_worker import main
main()
"""


class LocalCluster:
    """A scheduler and worker processes of this machine."""

    def __init__(self, folder):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self.address = f"tcp://127.0.0.1:{port}"
        self.folder = folder
        words = ["-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard"]
        self.processes = [self._start(words)]

    def _start(self, words):
        quiet = subprocess.DEVNULL
        return subprocess.Popen([sys.executable, *words], stdout=quiet, stderr=quiet, cwd=self.folder)

    def worker(self, version=simkit.__version__):
        options = ["--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory", str(self.folder)]
        process = self._start(["-c", WORKER, version, self.address, *options])
        self.processes.append(process)
        return process

    def wait(self, workers):
        from distributed import Client

        with Client(self.address, timeout=60, set_as_default=False) as client:
            client.wait_for_workers(workers, timeout=60)

    def close(self):
        for process in reversed(self.processes):
            process.kill()
            process.wait()


@contextmanager
def local_cluster(folder):
    pytest.importorskip("distributed")
    found = LocalCluster(folder)
    try:
        yield found
    finally:
        found.close()


@pytest.mark.slow
def test_a_worker_killed_in_mid_sweep_changes_nothing(tmp_path, mine, data):
    over, options = {"ropes": "0:2"}, {"games": 60_500, "bots": str(mine), "keep_games": True}
    with local_cluster(tmp_path) as there:
        victim = there.worker()
        there.worker()
        there.wait(2)
        seen = []

        def kill(status):
            if status.games > 30_000 and not seen:
                victim.send_signal(signal.SIGKILL)
                seen.append(status.games)

        result = sweep(
            "seilschaft", over, **options, out=tmp_path / "far", backend="dask", scheduler=there.address, on_status=kill
        )
        assert victim.wait(timeout=10) == -signal.SIGKILL
        assert seen and seen[0] < 3 * 60_500 == result.played
    sweep("seilschaft", over, **options, out=tmp_path / "near")
    assert data(tmp_path / "far") == data(tmp_path / "near")


@pytest.mark.slow
def test_a_cluster_with_another_simkit_is_refused_before_anything_runs(tmp_path):
    with local_cluster(tmp_path) as there:
        there.worker()
        there.worker(version="0.0.0")
        there.wait(2)
        with pytest.raises(InputError, match=r"worker tcp.*has simkit 0\.0\.0, this is"):
            sweep("seilschaft", {"ropes": [1]}, games=10, backend="dask", scheduler=there.address)


@pytest.mark.slow
def test_a_scheduler_that_does_not_answer_is_one_line(monkeypatch):
    pytest.importorskip("distributed")
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 1)
    began = time.monotonic()
    with pytest.raises(InputError, match=r"no workers at tcp://127\.0\.0\.1:1"):
        sweep("seilschaft", {"ropes": [1]}, games=10, backend="dask", scheduler="tcp://127.0.0.1:1")
    assert time.monotonic() - began < 30

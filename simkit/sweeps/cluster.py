"""Play a sweep on other machines: joblib's dask backend, tasks of whole blocks, the same results.

Bots travel as source text with the hash of all they depend on; a worker writes them to its cache folder, loads them
and compares the hash.  A worker with another simkit, or another engine, is refused.  A bot file is a program: whoever
can reach a scheduler can run programs on its workers, so keep it in a network you trust.
"""

from __future__ import annotations

import functools
import json
import logging
import math
import queue
import threading
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import simkit
from simkit import games, jit
from simkit.bots import Bot, find_bot, link_sources, shipped_folder
from simkit.errors import InputError, ProblemsError
from simkit.files import make_folder, write_whole
from simkit.match import Crew, Match, Worker
from simkit.settings import Settings, resolve
from simkit.sweeps.backends import Done, Task, play_task
from simkit.sweeps.experiment import Cell, Sweep
from simkit.sweeps.manifest import engine_hash
from simkit.tally import read_tally

EXTRA = "the dask backend needs the extra: pip install 'simkit[cluster]'"
CONNECT_SECONDS = 10
STOP_SECONDS = 0.6


class Cluster:
    """The workers of a dask scheduler as a place to play; a context manager that raises InputError if it cannot be."""

    task_seconds = 0.5

    def __init__(self, scheduler: str, crew: Crew, sweep: Sweep, by_block: bool, keep_rows: bool) -> None:
        self.scheduler, self.crew, self.sweep = scheduler, crew, sweep
        self.options = (by_block, keep_rows)
        self.orders: dict[int, str] = {}
        self.workers = 0
        self.client: Any = None

    def __enter__(self) -> Cluster:
        try:
            from distributed import Client
        except ImportError:
            raise InputError(EXTRA) from None
        try:
            self.client = Client(self.scheduler, timeout=CONNECT_SECONDS, set_as_default=False)
            self.client.wait_for_workers(1, timeout=CONNECT_SECONDS)
        except (OSError, ValueError, TimeoutError) as error:
            self.__exit__()
            raise InputError(f"no workers at {self.scheduler}: {error}") from None
        try:
            self._compare_versions()
        except BaseException:
            self.__exit__()
            raise
        self.workers = sum(self.client.ncores().values())
        return self

    def __exit__(self, *_: object) -> None:
        if self.client is not None:
            if self.crew is not None and self.crew.stopping:
                logging.getLogger("distributed").setLevel(logging.CRITICAL)  # tasks left behind are no news
            self.client.close(timeout=STOP_SECONDS)

    def _compare_versions(self) -> None:
        """Refuse workers that would play other games than this process."""
        here = fingerprint(self.sweep.game)
        found = self.client.run(fingerprint, self.sweep.game, on_error="return")
        wrong = [f"worker {name}: {_other(here, answer)}" for name, answer in found.items() if answer != here]
        if wrong:
            raise ProblemsError(wrong)

    def play(self, tasks: Iterable[Task]) -> Iterator[Done]:
        """Answers as they come; after a stop, those that still come within a second."""
        answers: queue.SimpleQueue[Any] = queue.SimpleQueue()
        threading.Thread(target=self._fetch, args=(tasks, answers), daemon=True).start()
        deadline = math.inf
        while time.monotonic() < deadline:
            if self.crew.stopping:
                deadline = min(deadline, time.monotonic() + STOP_SECONDS)
            try:
                answer = answers.get(timeout=0.05)
            except queue.Empty:
                continue
            if answer is None:
                return
            if isinstance(answer, Exception):
                raise InputError(f"the cluster at {self.scheduler} failed: {type(answer).__name__}: {answer}")
            yield _read(answer)

    def _fetch(self, tasks: Iterable[Task], answers: queue.SimpleQueue[Any]) -> None:
        """Have the cluster play; what comes goes into the queue, None at the end, an exception if it fails."""
        from joblib import Parallel, delayed, parallel_config

        try:
            with parallel_config(backend="dask", client=self.client):
                parallel = Parallel(n_jobs=-1, batch_size=1, return_as="generator_unordered", pre_dispatch="2*n_jobs")
                calls = (delayed(play_order)(self._order(task.cell), task.first, task.games) for task in tasks)
                for answer in parallel(calls):
                    answers.put(answer)
            answers.put(None)
        except Exception as error:
            answers.put(error)

    def _order(self, cell: Cell) -> str:
        """What a worker needs to play games of this cell, as text (dask would keep a copy of objects on one worker)."""
        if cell.number not in self.orders:
            by_block, keep_rows = self.options
            rules = cell.match.rules
            self.orders[cell.number] = json.dumps(
                {
                    "cell": cell.number,
                    "fingerprint": fingerprint(rules.game),
                    "game": rules.game,
                    "seed": cell.match.seed,
                    "settings": rules.settings.as_dict(),
                    "rules": rules.plain(),
                    "assumptions": rules.assumptions,
                    "bots": [pack_bot(bot) for bot in cell.match.bots],
                    "slip": list(cell.match.slip),
                    "by_block": by_block,
                    "keep_rows": keep_rows,
                }
            )
        return self.orders[cell.number]


@functools.cache
def fingerprint(game: str) -> tuple[str, str]:
    """Version of simkit and hash of the game's engine: what two machines must share."""
    return simkit.__version__, engine_hash(game)


def _other(here: tuple[str, str], there: Any) -> str:
    if isinstance(there, BaseException):
        return f"cannot run simkit {here[0]} ({type(there).__name__}: {there})"
    if there[0] != here[0]:
        return f"has simkit {there[0]}, this is {here[0]}"
    return f"has another engine ({there[1][:12]}… instead of {here[1][:12]}…)"


def _read(answer: dict[str, Any]) -> Done:
    tallies = [read_tally(item) for item in answer["tallies"]]
    return Done(answer["cell"], answer["first"], tallies, answer["rows"], answer["seconds"], answer["error"])


# --- bots as text


def pack_bot(bot: Bot) -> dict[str, Any]:
    """A bot as its source files, by name, and the hash of all its decisions depend on."""
    link_sources(bot.file)
    folder = bot.file.path.parent
    files = {}
    for path in sorted(jit.source_closure(bot.file.path)):
        if jit.PACKAGE in path.parents or shipped_folder(bot.file.game) in path.parents:
            continue  # every worker has it, and the hash says whether it is the same
        if path.parent != folder:
            raise InputError(f"{path}: a bot that travels may only use files beside it")
        files[path.name] = path.read_text(encoding="utf-8")
    return {"label": bot.label, "file": bot.file.path.name, "files": files, "hash": bot.source_hash}


def unpack_bot(game: str, packed: dict[str, Any]) -> Bot:
    """The bot on a worker; raises InputError if it is not the same as where it came from."""
    spec = packed["label"]
    if packed["files"]:
        folder = make_folder(jit.cache_root() / "bots" / packed["hash"][:32])
        for name, text in packed["files"].items():
            path = folder / Path(name).name
            if not path.is_file() or path.read_text(encoding="utf-8") != text:
                write_whole(path, text)
        name = packed["file"]
        spec = str(folder / name) + spec[len(name.removesuffix(".py")) :]
    bot = find_bot(game, spec)
    if bot.source_hash != packed["hash"]:
        raise InputError(f"bot {packed['label']} is not the same on this worker as where the sweep started")
    return bot


# --- on the worker

_local = threading.local()


def play_order(order: str, first: int, number: int) -> dict[str, Any]:
    """Play games first … first + number − 1; plain data comes back, a bot's failure as text."""
    data = json.loads(order)
    answer: dict[str, Any] = {"cell": data["cell"], "first": first, "tallies": [], "rows": None, "seconds": 0.0}
    try:
        worker = _worker(order, data)
    except InputError as error:
        return answer | {"error": str(error)}
    answer |= play_task(worker, first, number, data["by_block"], data["keep_rows"])
    return answer | {"tallies": [tally.as_dict() for tally in answer["tallies"]]}


def _worker(order: str, data: dict[str, Any]) -> Worker:
    """This thread's worker for the order; the latest one is kept."""
    if getattr(_local, "order", None) != order:
        match = _match(data)
        match.prepare()
        _local.worker, _local.order = Worker(match), order
    worker: Worker = _local.worker
    return worker


def _match(data: dict[str, Any]) -> Match:
    """The match an order describes; raises InputError if this machine would play another one."""
    here = fingerprint(data["game"])
    if list(here) != data["fingerprint"]:
        raise InputError(f"a worker {_other(tuple(data['fingerprint']), here)}")
    given = data["settings"]
    settings = Settings(**{**given, "variants": tuple(given["variants"])})
    rules = resolve(games.rule_book(data["game"]), settings)
    if json.loads(json.dumps([rules.plain(), rules.assumptions])) != [data["rules"], data["assumptions"]]:
        raise InputError("a worker reads other rules from these settings")
    bots = tuple(unpack_bot(data["game"], bot) for bot in data["bots"])
    return Match(rules, bots, data["seed"], tuple(data["slip"]))

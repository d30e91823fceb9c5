"""The project's benchmark: games per second and ns per decision, against C where there is a yardstick.

Each row is measured in a process of its own, by the CPU time of one thread, in turn with the C program: the ratio is
the median of the five quotients.  Figures of different runs or machines do not compare; ratios do.
"""

from __future__ import annotations

import os
import platform
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from simkit import games
from simkit.bots import shipped_names
from simkit.match import worker_count

REPEATS = 5
SECONDS = 0.5  # one measurement

# How each C program is called for a number of players, and how many games it plays.
YARDSTICKS: dict[str, Callable[[int], list[str]]] = {
    "seilschaft": lambda players: ["1000000"],
    "side_by_side": lambda players: [str(players), "20" if players == 2 else "24", "400000"],
    "gleich_und_gleich": lambda players: ["80000", str(players)],
}


@dataclass(frozen=True)
class Row:
    """One line of the benchmark; `of_c` is None without a yardstick."""

    game: str
    bot: str
    players: int
    threads: int
    games_per_second: float
    ns_per_decision: float
    peak_rss_mb: float
    of_c: float | None


def measure(game: str, bot: str, players: int, number: int) -> tuple[float, float, float, int]:
    """Play `number` games on this thread; returns games/s, ns per decision, peak memory (MB), games for SECONDS."""
    from simkit.api import make_match
    from simkit.match import Worker

    match = make_match(game, bots=bot, players=players)
    match.prepare()
    worker = Worker(match)
    worker.play(0, 200)
    before = int(worker.state.control.decisions)
    started = time.thread_time()
    worker.play(0, number)
    seconds = time.thread_time() - started
    decisions = int(worker.state.control.decisions) - before
    return number / seconds, seconds / decisions * 1e9, peak_memory(), max(200, int(number / seconds * SECONDS))


def peak_memory() -> float:
    """Peak resident memory of this process in MB; 0 where the system does not tell."""
    try:
        import resource
    except ImportError:
        return 0.0
    scale = 1e6 if sys.platform == "darwin" else 1e3
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / scale


class Yardstick:
    """A C program that plays the same game with random moves; `speed` runs it once."""

    def __init__(self, program: Path, game: str) -> None:
        self.program, self.game = program, game

    def speed(self, players: int) -> float:
        """Games per second as the program itself reports them."""
        command = [str(self.program), *YARDSTICKS[self.game](players)]
        text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        found = re.search(r"games/s (\d+)", text) or re.search(r"(\d+) games/s", text)
        assert found is not None, text
        return float(found[1])


def build_yardstick(folder: Path, game: str, build: Path) -> Yardstick | None:
    """Compile the C program of a game if there is one and a compiler."""
    source, compiler = folder / f"{game}.c", shutil.which("gcc") or shutil.which("cc")
    if not source.is_file() or compiler is None:
        return None
    program = build / game
    subprocess.run([compiler, "-O3", "-march=native", "-o", str(program), str(source)], check=True)
    return Yardstick(program, game)


def bench_row(game: str, bot: str, players: int, yardstick: Yardstick | None) -> Row:
    """Measure one bot five times, each time next to the yardstick."""
    samples, ratios = [], []
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
        number = process.submit(measure, game, bot, players, 500).result()[3]
        for _ in range(REPEATS):
            sample = process.submit(measure, game, bot, players, number).result()
            samples.append(sample)
            if yardstick:
                ratios.append(sample[0] / yardstick.speed(players))
    speed, decision = (statistics.median(sample[k] for sample in samples) for k in (0, 1))
    return Row(game, bot, players, 1, speed, decision, samples[-1][2], statistics.median(ratios) if ratios else None)


def bench_start(game: str) -> dict[str, float]:
    """Seconds until `--help`, of compiling everything for one bot (CPU), and of a small run from the cache."""
    command = [sys.executable, "-m", "simkit"]
    small = [*command, "run", game, "--bots", "random", "-n", "1000"]
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "SIMKIT_CACHE_DIR": cache}
        cold = _cpu_seconds(small, environment)
        cached = _wall_seconds(small, environment)
    return {"help_s": _wall_seconds([*command, "--help"]), "cold_compile_s": cold, "cached_run_s": cached}


def _wall_seconds(command: list[str], environment: dict[str, str] | None = None) -> float:
    started = time.perf_counter()
    subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - started


def _cpu_seconds(command: list[str], environment: dict[str, str]) -> float:
    before = os.times()
    _wall_seconds(command, environment)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def bench(names: list[str], yardsticks: Path, on_row: Callable[[Row], None] = lambda row: None) -> dict[str, Any]:
    """The object `simkit bench --json` prints."""
    rows, start = [], {}
    with tempfile.TemporaryDirectory() as build:
        for game in names:
            yardstick = build_yardstick(yardsticks, game, Path(build))
            for bot in shipped_names(game):
                row = bench_row(game, bot, games.rule_book(game).default_players, yardstick)
                rows.append(row)
                on_row(row)
            start[game] = bench_start(game)
    machine = {"processor": platform.processor() or platform.machine(), "processors": worker_count(None)}
    machine |= {"system": platform.system(), "python": platform.python_version()}
    return {"machine": machine, "rows": [asdict(row) for row in rows], "start": start}

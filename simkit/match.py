"""Games between bots: blocks of games on all processors, into an outcome table.

Game i of a seed is the same game whoever plays it where: a task is a range of game indices, and nothing else decides
what happens in it.  Workers are threads (kernels release the GIL); each has a state record of its own, through whose
`control` it is told to stop and says where it is.
"""

from __future__ import annotations

import math
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np

from simkit import games
from simkit.bots import Bot
from simkit.errors import CTRL_C, InputError, check_whole
from simkit.games import compiled
from simkit.games.core import COUNTS, LOG, MAX_SEATS, MAX_WEIGHTS, IllegalAction
from simkit.interposed import interposed, slips_to
from simkit.settings import Rules

PACKAGE = Path(__file__).parent
BLOCK = 1000  # games; storage, stopping rules and tasks count in blocks
TASK_SECONDS = 0.2
MAX_WORKERS = 1024
WATCHDOG_SECONDS = 10.0


@dataclass(frozen=True)
class Match:
    """Who plays what: rules, one bot a seat, seed.

    slip: each seat's chance to play a random legal move instead of its bot's, at every decision; empty: never.
    """

    rules: Rules
    bots: tuple[Bot, ...]
    seed: int
    slip: tuple[float, ...] = ()

    @property
    def game(self) -> str:
        return self.rules.game

    def prepare(self) -> None:
        """Compile engine and bots, or load them from the cache, before any worker starts."""
        import joblib  # noqa: F401  (slow to import; not part of the playing time)

        compiled.engine(self.game)
        for seat in range(len(self.bots)):
            self.decide(seat)

    def decide(self, seat: int, counting: bool = False) -> Any:
        """The compiled function that moves for the seat: its bot's, or the bot's with slips (and counted)."""
        bot = self.bots[seat]
        slipping = seat < len(self.slip) and self.slip[seat] > 0
        return interposed(bot.file) if slipping or counting else bot.decide

    @property
    def players(self) -> tuple[Bot, ...]:
        """Every bot that can move: those of the seats, and `random` where a seat may slip."""
        return (*self.bots, slips_to(self.game)) if any(self.slip) else self.bots


class Worker:
    """One thread's state record and compiled functions for a match; `counting`: for `play_counted`."""

    def __init__(self, match: Match, counting: bool = False) -> None:
        state = games.module(match.game, "state")
        self.match = match
        self.engine = compiled.engine(match.game)
        self.rules = state.pack_rules(match.rules)
        self.state = compiled.new_record(state.STATE)
        self.log = compiled.new_record(LOG)
        self.outcome = state.OUTCOME
        self.bots = [match.decide(seat, counting) for seat in range(len(match.bots))]
        self.bots += self.bots[:1] * (MAX_SEATS - len(self.bots))
        for seat, chance in enumerate(match.slip):
            self.state.seats[seat].slip.chance = chance
        for seat, bot in enumerate(match.bots):
            self.state.seats[seat].counting = counting
            self.state.seats[seat].weights[:MAX_WEIGHTS] = np.resize(
                np.array([*bot.weights.values(), *[0.0] * (MAX_WEIGHTS - len(bot.weights))]), MAX_WEIGHTS
            )

    def play(self, first: int, games: int) -> Any:
        """Outcome rows of games first … first + games − 1; fewer if told to stop."""
        rows = np.zeros(games, self.outcome)
        try:
            with np.errstate(over="ignore"):  # random words wrap around, which numpy mentions when the JIT is off
                done = self.engine(self.state, self.rules, self.match.seed, first, rows, self.log, *self.bots)
        except IllegalAction:
            raise InputError(self._where("returned an action that the rules do not allow", True)) from None
        except Exception as error:
            raise InputError(self._where(f"raised {type(error).__name__}: {error}", False, error)) from None
        return rows[:done]

    def play_counted(self, index: int) -> tuple[Any, Any]:
        """Outcome row of one game and what each seat was asked in it: (seats,) `COUNTS` of games/core.py."""
        seats = self.state["seats"][: len(self.match.bots)]
        seats["counts"] = np.zeros((), COUNTS)
        row = self.play(index, 1)[0]
        return row, seats["counts"].copy()

    def play_logged(self, index: int) -> tuple[Any, Any]:
        """Outcome row and event log (int64) of one game."""
        control = self.state.control
        control.logging, control.logged = 1, 0
        row = self.play(index, 1)[0]
        control.logging = 0
        if control.logged > len(self.log.values):
            raise InputError(f"game {index} has too many events for one trace ({control.logged})")
        return row, self.log.values[: control.logged]

    def bot_now(self) -> str:
        """The bot whose turn it is, for messages."""
        control = self.state.control
        return f"bot {self.match.bots[control.seat].label} (seat {control.seat})"

    def _where(self, what: str, illegal: bool, error: BaseException | None = None) -> str:
        control = self.state.control
        bot = self.match.bots[control.seat]
        decision = games.module(self.match.game, "state").Decision(control.decision).name.lower()
        place = _place_in_bot(bot, decision, error)
        shown = f" ({control.action})" if illegal else ""
        return (
            f"{place}: {self.bot_now()} {what}{shown} when asked to {decision}, "
            f"seed {self.match.seed}, game {control.game}"
        )


def _place_in_bot(bot: Bot, decision: str, error: BaseException | None) -> str:
    """File and line: where the bot raised, else where the decision's function starts."""
    # By name: a cached kernel names the place where the same source lay when it was compiled.
    beside = {name.name: name for file in bot.file.chain() for name in file.path.parent.glob("*.py")}
    trace = error.__traceback__ if error else None
    place = ""
    while trace:
        code_file = Path(trace.tb_frame.f_code.co_filename)
        if code_file.name in beside and PACKAGE not in code_file.parents:
            place = f"{beside[code_file.name]}:{trace.tb_lineno}"
        trace = trace.tb_next
    return place or _definition(bot, decision)


def _definition(bot: Bot, decision: str) -> str:
    import ast

    for file in bot.file.chain():
        if decision in file.decisions:
            for node in ast.parse(file.path.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.FunctionDef) and node.name == decision:
                    return f"{file.path}:{node.lineno}"
    return str(bot.file.path)


class Interrupted(KeyboardInterrupt):
    """Stopped by Ctrl-C or SIGTERM; what was finished has been handed over."""


class PlayInterrupted(Interrupted):
    """Games were stopped; `rows` are those finished without a gap from the first one on."""

    def __init__(self, rows: Any) -> None:
        super().__init__()
        self.rows = rows


@dataclass
class Crew:
    """Worker threads that can be stopped from outside; use as a context manager around long work.

    The first Ctrl-C (or SIGTERM) lets every thread finish its game and stop; a second one leaves at once with 130.
    """

    size: int
    workers: list[Worker] = field(default_factory=list)
    stopping: bool = False
    _idle: dict[int, list[Worker]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _old: dict[int, Any] = field(default_factory=dict)
    _ended: threading.Event = field(default_factory=threading.Event)

    def __enter__(self) -> Crew:
        self.stopping = CTRL_C.is_set()
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGINT, signal.SIGTERM):
                self._old[number] = signal.signal(number, self._on_signal)
        threading.Thread(target=self._watch, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        for number, handler in self._old.items():
            signal.signal(number, handler)

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        if self.stopping:
            os._exit(130)
        self.stop()

    def stop(self) -> None:
        with self._lock:
            self.stopping = True
            for worker in self.workers:
                worker.state.control.stop = 1

    def borrow(self, match: Match) -> Worker:
        with self._lock:
            idle = self._idle.setdefault(id(match), [])
            if idle:
                return idle.pop()
            worker = Worker(match)
            worker.state.control.stop = int(self.stopping)
            self.workers.append(worker)
            return worker

    def give_back(self, worker: Worker) -> None:
        with self._lock:
            if worker in self.workers:  # else its match was forgotten meanwhile
                self._idle[id(worker.match)].append(worker)

    def forget(self, match: Match) -> None:
        """Let go of the state records of a match that is over."""
        with self._lock:
            self._idle.pop(id(match), None)
            self.workers = [worker for worker in self.workers if worker.match is not match]

    def _watch(self) -> None:
        """Name a bot that does not return."""
        seen: dict[int, tuple[int, float]] = {}
        named: set[int] = set()
        while not self._ended.wait(1.0):
            for worker in list(self.workers):
                count, key = int(worker.state.control.decisions), id(worker)
                idle = any(worker is other for pool in self._idle.values() for other in pool)
                if idle or seen.get(key, (-1, 0.0))[0] != count:
                    seen[key] = (count, time.monotonic())
                    named.discard(key)
                elif time.monotonic() - seen[key][1] > WATCHDOG_SECONDS and key not in named:
                    named.add(key)
                    where = f"game {worker.state.control.game} for {WATCHDOG_SECONDS:.0f} s"
                    print(f"{worker.bot_now()} has been in {where}; Ctrl-C twice ends the run", file=sys.stderr)


def worker_count(wanted: int | None) -> int:
    """How many threads: as asked, else one a processor we may use."""
    if wanted is not None:
        check_whole(wanted, 1, MAX_WORKERS, f"{wanted} workers")
        return wanted
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


def run_tasks(crew: Crew, work: Callable[..., Any], tasks: Iterable[tuple[Any, ...]]) -> Iterator[Any]:
    """`work(*task)` for every task on the crew's threads, results as they are ready.

    Tasks are drawn from the iterable in its order, in any thread but one at a time, as threads fall free.
    """
    from joblib import Parallel, delayed

    # joblib would run a single job in the main thread, which then could not answer Ctrl-C while a kernel runs; so there
    # are two threads even for a crew of one.  At most `size` tasks run at once; a crew of one runs them in their order.
    turn, done = threading.Condition(), 0

    def run(number: int, task: tuple[Any, ...]) -> Any:
        nonlocal done
        with turn:
            turn.wait_for(lambda: number < done + crew.size)
        try:
            return work(*task)
        finally:
            with turn:
                done += 1
                turn.notify_all()

    yield from Parallel(
        n_jobs=max(2, crew.size),
        backend="threading",
        batch_size=1,
        return_as="generator_unordered",
        pre_dispatch="2*n_jobs",
    )(delayed(run)(number, task) for number, task in enumerate(tasks))


def play_blocks(crew: Crew, match: Match, blocks: Sequence[tuple[int, int]]) -> Iterator[tuple[int, Any]]:
    """Play (first, games) ranges; yields (first, rows) as they are ready.

    After a stop the unfinished ranges come short or not at all.  Raises InputError if a bot fails: of several failures
    the one in the first game, whichever was found first (ranges are taken in order, and those before a failed one are
    still played).
    """
    match.prepare()

    failed: dict[int, InputError] = {}  # first game of a task → why its bot failed

    def task(first: int, count: int) -> tuple[int, Any]:
        nothing = np.zeros(0, games.module(match.game, "state").OUTCOME)
        if crew.stopping or min(list(failed), default=first) < first:
            return first, nothing
        worker = crew.borrow(match)
        try:
            return first, worker.play(first, count)
        except InputError as error:
            failed[first] = error
            return first, nothing
        finally:
            crew.give_back(worker)

    try:
        yield from run_tasks(crew, task, blocks)
    finally:
        crew.forget(match)
    if failed:
        raise failed[min(failed)]


def cut(first: int, end: int, size: int) -> list[tuple[int, int]]:
    """The range first … end − 1 in pieces of `size` games."""
    return [(start, min(size, end - start)) for start in range(first, end, size)]


def play(
    match: Match,
    games_wanted: int,
    first: int = 0,
    workers: int | None = None,
    on_rows: Callable[[Any], None] | None = None,
) -> Any:
    """Outcome rows of games first … first + games_wanted − 1 in order.

    `on_rows` sees each finished piece (for progress).  Raises PlayInterrupted when stopped, InputError if a bot fails.
    """
    rows = np.zeros(games_wanted, games.module(match.game, "state").OUTCOME)
    end = first + games_wanted
    match.prepare()
    with Crew(worker_count(workers)) as crew:
        position, size = first, BLOCK
        while position < end:
            batch_end = min(end, position + size * crew.size * 8)
            started = time.perf_counter()
            finished: dict[int, int] = {}
            for start, piece in play_blocks(crew, match, cut(position, batch_end, size)):
                rows[start - first : start - first + len(piece)] = piece
                finished[start] = len(piece)
                if on_rows:
                    on_rows(piece)
            if crew.stopping:
                while finished.get(position):
                    position += finished[position]
                raise PlayInterrupted(rows[: position - first])
            speed = (batch_end - position) / (time.perf_counter() - started) / crew.size
            size = BLOCK * max(1, math.ceil(speed * TASK_SECONDS / BLOCK))
            position = batch_end
    return rows

"""Where the tasks of a sweep are played: threads of this machine; `simkit.sweeps.cluster` has the other place.

A backend takes tasks from an iterator as its workers fall free and yields what came of each, in any order.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from simkit.errors import InputError
from simkit.match import BLOCK, Crew, Worker, run_tasks
from simkit.sweeps.experiment import Cell
from simkit.tally import Tally, columns_of


class Task(NamedTuple):
    """Games first … first + games − 1 of a cell."""

    cell: Cell
    first: int
    games: int


@dataclass(frozen=True)
class Done:
    """What came of a task: tallies of its games in order, whole blocks only if it was stopped; rows if wanted.

    error: why the bot failed after those games, with bot, seed and game; seconds: playing time of one worker.
    """

    cell: int  # number
    first: int
    tallies: list[Tally]
    rows: Any | None
    seconds: float
    error: str | None = None


class Backend(Protocol):
    """A place to play."""

    workers: int
    task_seconds: float

    def play(self, tasks: Iterable[Task]) -> Iterator[Done]: ...


def play_task(worker: Worker, first: int, games: int, by_block: bool, keep_rows: bool) -> dict[str, Any]:
    """Tallies, rows, seconds and error of games first … first + games − 1, as `Done` has them.

    A task that was stopped gives its whole blocks, one whose bot failed those before the block of the failure: what is
    kept does not depend on how the games were cut into tasks.
    """
    columns = columns_of(worker.match.game, worker.match.rules.players)
    started = time.perf_counter()
    error = None
    try:
        rows = worker.play(first, games)
    except InputError as failure:
        error = str(failure)
        rows = worker.play(first, max(0, int(worker.state.control.game) // BLOCK * BLOCK - first))
    if len(rows) < games:
        rows = rows[: max(0, (first + len(rows)) // BLOCK * BLOCK - first)]
    tallies = columns.blocks(rows, first, BLOCK) if by_block else [columns.tally(rows)] if len(rows) else []
    seconds = time.perf_counter() - started
    return {"tallies": tallies, "rows": rows if keep_rows else None, "seconds": seconds, "error": error}


class Threads:
    """This machine: a crew of threads, each with a state record of its own."""

    task_seconds = 0.2

    def __init__(self, crew: Crew, by_block: bool, keep_rows: bool) -> None:
        self.crew = crew
        self.workers = crew.size
        self.by_block = by_block
        self.keep_rows = keep_rows

    def play(self, tasks: Iterable[Task]) -> Iterator[Done]:
        return run_tasks(self.crew, self._play_task, tasks)

    def _play_task(self, cell: Cell, first: int, games: int) -> Done:
        if self.crew.stopping:
            return Done(cell.number, first, [], None, 0.0)
        worker = self.crew.borrow(cell.match)
        try:
            return Done(cell.number, first, **play_task(worker, first, games, self.by_block, self.keep_rows))
        finally:
            self.crew.give_back(worker)

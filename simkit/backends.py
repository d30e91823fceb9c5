"""Where the tasks of a sweep are played: threads of this machine; `simkit.cluster` has the other place.

A backend takes tasks from an iterator as its workers fall free and yields what came of each, in any order.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from simkit.errors import InputError
from simkit.experiment import Cell
from simkit.match import BLOCK, Crew, run_tasks
from simkit.tally import Columns, Tally, columns_of


class Task(NamedTuple):
    """Games first … first + games − 1 of a cell."""

    cell: Cell
    first: int
    games: int


@dataclass(frozen=True)
class Done:
    """What came of a task: tallies of its games in order, whole blocks only if it was stopped; rows if wanted.

    error: why the bot failed, with bot, seed and game; seconds: playing time of one worker.
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


def summarise(columns: Columns, rows: Any, first: int, wanted: int, by_block: bool) -> tuple[list[Tally], Any]:
    """Tallies of the rows and the rows they cover; a task that was stopped is cut to whole blocks."""
    if len(rows) < wanted:
        rows = rows[: max(0, (first + len(rows)) // BLOCK * BLOCK - first)]
    if by_block:
        return columns.blocks(rows, first, BLOCK), rows
    return ([columns.tally(rows)] if len(rows) else []), rows


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
        columns = columns_of(cell.match.game, cell.match.rules.players)
        worker = self.crew.borrow(cell.match)
        started = time.perf_counter()
        try:
            rows = worker.play(first, games)
        except InputError as error:
            return Done(cell.number, first, [], None, 0.0, str(error))
        finally:
            self.crew.give_back(worker)
        tallies, rows = summarise(columns, rows, first, games, self.by_block)
        return Done(cell.number, first, tallies, rows if self.keep_rows else None, time.perf_counter() - started)

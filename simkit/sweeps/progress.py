"""How far each cell of a sweep is: which games are asked for, which are there, when it is enough."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from simkit import stats
from simkit.match import BLOCK
from simkit.sweeps.backends import Done, Task
from simkit.sweeps.experiment import Cell, Target
from simkit.sweeps.game_rows import GameRows
from simkit.tally import Tally

FIRST_LOOK = 10 * BLOCK  # games before the first guess of how many a precision needs
FIRST_TASK = BLOCK


class CellRun:
    """One cell while it is played.

    `tally` always covers games 0 … n − 1: what arrives early waits in `early` until the gap before it is closed, so
    no decision depends on who is first.
    """

    def __init__(self, cell: Cell, target: Target, tally: Tally, rows: GameRows | None) -> None:
        self.cell, self.target, self.tally, self.rows = cell, target, tally, rows
        self.early: dict[int, Done] = {}
        self.next = self.goal = tally.games
        self.dirty = False
        self.failed: str | None = None
        self.speed = 0.0  # games a second of one worker
        self.done = target.reached(tally, cell.seats)

    @property
    def open(self) -> bool:
        return not self.done and self.failed is None

    def plan(self) -> None:
        """Set the goal: the games wanted, or a guess of how many the precision needs."""
        self.early.clear()
        self.next = self.tally.games
        if self.target.games is not None:
            self.goal = self.target.games
        else:
            self.goal = max(self.tally.games + BLOCK, FIRST_LOOK, self.expected()) // BLOCK * BLOCK

    def expected(self) -> int:
        """Games the precision needs as far as one can tell, in whole blocks."""
        assert self.target.precision is not None
        if not self.tally.games:
            return FIRST_LOOK
        seats = range(self.cell.seats) if self.cell.seats else None
        rates = [self.tally.points(k) for k in seats] if seats else [self.tally.wins]
        needed = (stats.games_for_half_width(won / self.tally.games, self.target.precision / 100) for won in rates)
        return -(-max(needed) // BLOCK) * BLOCK

    def take(self, size: int) -> Task:
        """The next games to play, up to a block's end."""
        size = max(BLOCK, size // BLOCK * BLOCK) - self.next % BLOCK
        task = Task(self.cell, self.next, min(size, self.goal - self.next))
        self.next += task.games
        return task

    def absorb(self, done: Done) -> int:
        """Add what came of a task; returns how many games the cell grew by."""
        if done.seconds > 0:
            self.speed = sum(tally.games for tally in done.tallies) / done.seconds
        self.early[done.first] = done
        before = self.tally.games
        while self.tally.games in self.early and self.open:
            self._append(self.early.pop(self.tally.games))
        return self.tally.games - before

    def _append(self, done: Done) -> None:
        """Games that follow those there, up to the one after which it is enough; a failure behind them counts."""
        start = self.tally.games
        for tally in done.tallies:
            self.tally.add(tally)
            self.dirty = True
            self.done = self.target.reached(self.tally, self.cell.seats)
            if self.done:
                break
        if not self.done:
            self.failed = done.error
        if self.rows is not None and done.rows is not None:
            self.rows.add(done.rows[: self.tally.games - start])


def tasks(runs: Sequence[CellRun], task_seconds: float, stopping: Callable[[], bool]) -> Iterator[Task]:
    """Tasks of all open cells, one cell after another, each about `task_seconds` long."""
    speed = 0.0
    for run in runs:
        while run.open and run.next < run.goal and not stopping():
            speed = run.speed or speed
            yield run.take(int(speed * task_seconds) if speed else FIRST_TASK)

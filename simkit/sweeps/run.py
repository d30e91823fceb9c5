"""Run a sweep: plan what is missing, play it, keep what is finished, go on where an earlier run stopped."""

from __future__ import annotations

import datetime
import os
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from simkit.errors import InputError
from simkit.match import Crew, Interrupted, worker_count
from simkit.show import whole
from simkit.sweeps.backends import Backend, Threads
from simkit.sweeps.experiment import Cell, Sweep
from simkit.sweeps.game_rows import GameRows
from simkit.sweeps.progress import CellRun, tasks
from simkit.sweeps.provenance import provenance
from simkit.sweeps.reading import given_sweep, read_sweep
from simkit.sweeps.result import CellResult, SweepResult
from simkit.sweeps.store import Store
from simkit.tally import Tally, columns_of, winner_names

SAVE_SECONDS = 1.0
LOOK_SECONDS = 0.05
PATIENCE_SECONDS = 1.2


@dataclass(frozen=True)
class Status:
    """For displays: the cell something just came of, and games of all cells, each with the games expected."""

    cell: Cell
    tally: Tally
    cell_games: int
    games: int
    all_games: int


class SweepInterrupted(Interrupted):
    """Stopped by Ctrl-C or SIGTERM; `result` has everything that was finished, and it is stored."""

    def __init__(self, message: str, result: SweepResult) -> None:
        super().__init__(message)
        self.result = result


def sweep(
    source: str | os.PathLike[str],
    over: Mapping[str, Any] | None = None,
    *,
    games: int | None = None,
    precision: float | None = None,
    out: str | os.PathLike[str] | None = None,
    keep_games: bool | None = None,
    workers: int | None = None,
    backend: str = "threads",
    scheduler: str | None = None,
    on_status: Callable[[Status], None] | None = None,
    **settings: Any,
) -> SweepResult:
    """Play every cell of a sweep; returns the results, one row a cell in `.cells`.

    source: a TOML file, or a game with `over` = {"ropes": "0:4", "level": ["leicht", "normal"], …}.
    games or precision: each cell's games, or the half-width of its 95 % interval in percentage points.
    out: a directory that keeps the results; the same call goes on where an earlier one stopped, more games extend it.
    keep_games: also one row a game, as Parquet.  backend "dask" plays on the cluster of `scheduler` ("tcp://…").
    Other arguments: seed, bots, slip, level, players, preset, variants, reading, assume, set, settings.

    Raises ProblemsError with everything that is wrong, before anything runs; SweepInterrupted after Ctrl-C.
    """
    given = {**settings, "over": over, "games": games, "precision": precision, "keep_games": keep_games}
    return run_sweep(
        make_sweep(source, given), Path(out) if out is not None else None, workers, backend, scheduler, on_status
    )


def make_sweep(source: str | os.PathLike[str], given: Mapping[str, Any]) -> Sweep:
    """The sweep of a TOML file or of a game, with what was given laid over it."""
    path = Path(source)
    if path.suffix == ".toml":
        return read_sweep(path, given)
    return given_sweep(str(source), given)


def run_sweep(
    sweep: Sweep,
    out: Path | None = None,
    workers: int | None = None,
    backend: str = "threads",
    scheduler: str | None = None,
    on_status: Callable[[Status], None] | None = None,
) -> SweepResult:
    """`sweep` for one that is made already."""
    _check_place(sweep, out, backend, scheduler)
    number = worker_count(workers)
    with ExitStack() as stack:
        store = stack.enter_context(Store(out, sweep)) if out is not None else None
        runs = [_cell_run(cell, sweep, store) for cell in sweep.cells]
        _prepare(runs)
        crew = stack.enter_context(Crew(number))
        place = _backend(backend, scheduler, crew, sweep, store, stack)
        run = _Run(sweep, store, runs, crew, place, on_status)
        return run.finish()


def _check_place(sweep: Sweep, out: Path | None, backend: str, scheduler: str | None) -> None:
    if backend not in ("threads", "dask"):
        raise InputError(f"backend {backend!r}; allowed: threads, dask")
    if (backend == "dask") != (scheduler is not None):
        raise InputError("--backend dask and --scheduler tcp://HOST:PORT go together")
    if sweep.keep_games and out is None:
        raise InputError("keeping the games needs a directory; say where with out")


def _cell_run(cell: Cell, sweep: Sweep, store: Store | None) -> CellRun:
    tally = store.load(cell) if store else Tally()
    rows = None
    if store and store.keep_games:
        names = dict(columns_of(sweep.game, cell.match.rules.players).names)
        names["winners"] = winner_names(cell.match.rules.players)
        rows = GameRows(store.folder / "games" / cell.id, names, tally.games)
    return CellRun(cell, sweep.target, tally, rows)


def _prepare(runs: Sequence[CellRun]) -> None:
    """Compile what will be played before any worker starts."""
    matches = [run.cell.match for run in runs if run.open]
    teams = {(*(bot.label for bot in match.bots), *(chance > 0 for chance in match.slip)): match for match in matches}
    for match in teams.values():
        match.prepare()


def _backend(
    name: str, scheduler: str | None, crew: Crew, sweep: Sweep, store: Store | None, stack: ExitStack
) -> Backend:
    by_block, keep = sweep.target.precision is not None, store is not None and store.keep_games
    if name == "threads":
        return Threads(crew, by_block, keep)
    from simkit.sweeps.cluster import Cluster

    assert scheduler is not None
    return stack.enter_context(Cluster(scheduler, crew, sweep, by_block, keep))


class _Run:
    """One call of a sweep, from the first missing game to the written results."""

    def __init__(
        self, sweep: Sweep, store: Store | None, runs: list[CellRun], crew: Crew, place: Backend, on_status: Any
    ) -> None:
        self.sweep, self.store, self.runs, self.crew, self.place = sweep, store, runs, crew, place
        self.on_status = on_status
        self.played = 0
        self.lock = threading.Lock()
        self.trouble: InputError | None = None
        self.note: dict[str, Any] = {
            "started": datetime.datetime.now(datetime.UTC).isoformat(timespec="microseconds"),
            "end": "running",
            "workers": place.workers,
            "backend": type(place).__name__.lower(),
        }
        self.made_with = provenance() if store else {}
        self.note |= {"simkit": self.made_with["simkit"]} if store else {}

    def finish(self) -> SweepResult:
        """Play, write, and say how it ended; raises SweepInterrupted or the first InputError of the disk."""
        begun = time.perf_counter()
        self._note_run()
        self._play_and_save()
        result = self._result(time.perf_counter() - begun)
        stopped = self.crew.stopping and any(run.open for run in self.runs)
        if self.store:
            result.write(self.store.folder, figure=not stopped)
        self._note_end(result, stopped)
        if stopped:
            raise SweepInterrupted(result.stopped_text(), result)
        return result

    def _play_and_save(self) -> None:
        """Play what is missing while another thread keeps what is finished."""
        ended = threading.Event()
        saver = threading.Thread(target=self._save_now_and_then, args=(ended,), daemon=True)
        saver.start()
        try:
            self._play()
        except BaseException:
            self.crew.stop()
            raise
        finally:
            ended.set()
            saver.join()
        if self.trouble:
            raise self.trouble
        self._save()

    def _note_end(self, result: SweepResult, stopped: bool) -> None:
        failed = {run.cell.id: _without_folder(run) for run in self.runs if run.failed}
        end = "interrupted" if stopped else "failed" if failed else "done"
        self.note |= {"end": end, "seconds": round(result.seconds, 3), "games": self.played}
        self.note |= {"failed": failed} if failed else {}
        self._note_run()

    def _note_run(self) -> None:
        if self.store:
            self.store.note_run(dict(self.note), self.made_with)

    def _play(self) -> None:
        while not self.crew.stopping and any(run.open for run in self.runs):
            waiting = [run for run in self.runs if run.open]
            for run in waiting:
                run.plan()
            for done in self.place.play(tasks(waiting, self.place.task_seconds, lambda: self.crew.stopping)):
                run = self.runs[done.cell - 1]
                with self.lock:
                    self.played += run.absorb(done)
                if not run.open:
                    self.crew.forget(run.cell.match)
                self._report(run)

    def _report(self, run: CellRun) -> None:
        if self.on_status:
            games = sum(item.tally.games for item in self.runs)
            expected = sum(max(item.tally.games, item.goal if item.open else 0) for item in self.runs)
            self.on_status(Status(run.cell, run.tally, max(run.goal, run.tally.games), games, expected))

    def _save_now_and_then(self, ended: threading.Event) -> None:
        """Keep what is finished once a second, and at once when the sweep is told to stop."""
        import scipy.optimize  # noqa: F401  (what an interrupted sweep needs, slow to import)

        last, told = time.monotonic(), False
        while not ended.wait(LOOK_SECONDS):
            stopping = self.crew.stopping
            if (stopping and not told) or time.monotonic() - last > SAVE_SECONDS:
                try:
                    self._save()
                except InputError as error:
                    self.trouble = error
                    self.crew.stop()
                    return
                last = time.monotonic()
            if stopping and not told:
                told = True
                if not ended.wait(PATIENCE_SECONDS):
                    self._say_how_to_leave()

    def _say_how_to_leave(self) -> None:
        """A bot does not return: what is kept, and how to end it."""
        games = whole(sum(run.tally.games for run in self.runs))
        kept = f"{games} games stored in {self.store.folder}" if self.store else f"{games} games played, not stored"
        hint = "waiting for a bot that does not return; Ctrl-C again leaves at once"
        print(f"interrupted: {kept}; {hint}, the same command goes on from there", file=sys.stderr, flush=True)

    def _save(self) -> None:
        """Write every cell that has grown, its rows before its counts."""
        if not self.store:
            return
        for run in self.runs:
            if run.dirty:
                with self.lock:
                    if run.rows is not None:
                        run.rows.flush()
                    self.store.save(run.cell, run.tally)
                    run.dirty = False

    def _result(self, seconds: float) -> SweepResult:
        cells = [CellResult(run.cell, replace(run.tally), run.done, run.failed) for run in self.runs]
        return SweepResult(self.sweep, cells, self.store.folder if self.store else None, self.played, seconds)


def _without_folder(run: CellRun) -> str:
    """The message of a failed cell without the paths of this machine."""
    text = run.failed or ""
    for bot in run.cell.match.bots:
        for file in bot.file.chain():
            text = text.replace(f"{file.path.parent}{os.sep}", "")
    return text

"""What a sweep will do, before it does: cells, games, expected half-width and time from a short calibration."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simkit import stats
from simkit.match import Worker, worker_count
from simkit.show import whole
from simkit.sweeps.experiment import Cell, Sweep
from simkit.sweeps.manifest import differences, identity
from simkit.sweeps.store import check_ours, load_tally, read_manifest
from simkit.tally import Tally, columns_of

TRIALS = 24  # cells that are tried; others are taken to be like the nearest of them
TRIAL_SECONDS = 0.1
CHUNK = 20  # games


@dataclass(frozen=True)
class CellPlan:
    """What one cell will take: games in all, games stored, expected half-width (fraction), seconds of one worker."""

    cell: Cell
    games: int
    stored: int
    half_width: float
    seconds: float


@dataclass(frozen=True)
class Plan:
    """What a sweep will take with so many workers."""

    sweep: Sweep
    cells: list[CellPlan]
    workers: int

    @property
    def games(self) -> int:
        """Games still to play."""
        return sum(max(0, item.games - item.stored) for item in self.cells)

    @property
    def seconds(self) -> float:
        return sum(item.seconds for item in self.cells) / self.workers

    def as_dict(self) -> dict[str, Any]:
        cells = [
            {
                **item.cell.labels,
                "games": item.games,
                "stored": item.stored,
                "half_width": item.half_width * 100,
                "seconds": item.seconds / self.workers,
            }
            for item in self.cells
        ]
        return {
            "game": self.sweep.game,
            "title": self.sweep.title,
            "seed": self.sweep.seed,
            "target": self.sweep.target.as_dict(),
            "cells": cells,
            "games": self.games,
            "workers": self.workers,
            "seconds": self.seconds,
        }

    def __str__(self) -> str:
        from simkit.report.listings import columns

        names = [axis.name for axis in self.sweep.axes]
        titles = [*names, "games", "stored", "expected half-width"]
        body = [
            [*item.cell.labels.values(), whole(item.games), whole(item.stored), f"{item.half_width * 100:.2f} points"]
            for item in self.cells
        ]
        total = f"{len(self.cells)} cells, {whole(self.games)} games to play"
        took = f"about {duration(self.seconds)} with {self.workers} workers (calibrated now)"
        head = f"{self.sweep.title} · seed {self.sweep.seed}"
        return "\n".join([head, "", *columns([titles, *body]), "", f"{total}, {took}"])


def duration(seconds: float) -> str:
    """`0.4 s`, `3 min`, `2.5 h`: as exact as a guess may sound."""
    if seconds < 90:
        return f"{seconds:.1f} s" if seconds < 10 else f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


def plan(sweep: Sweep, out: Path | None, workers: int | None) -> Plan:
    """The plan of a sweep; nothing is written.  Raises InputError if the directory holds another sweep."""
    stored = _stored(sweep, out)
    trials = _trials(sweep.cells)
    cells = []
    for place, cell in enumerate(sweep.cells):
        trial, speed = trials[min(trials, key=lambda other: abs(other - place))]
        rates = [(won + 1) / (trial.games + 2) for won in _wins(cell, trial)]
        games = sweep.target.games or max(_needed(rate, sweep.target.precision or 1.0) for rate in rates)
        games = max(games, stored[place])
        half_width = max(stats.wilson(rate * games, games).half_width for rate in rates)
        cells.append(CellPlan(cell, games, stored[place], half_width, (games - stored[place]) / speed))
    return Plan(sweep, cells, worker_count(workers))


def _needed(rate: float, precision: float) -> int:
    return max(stats.LEAST_GAMES, -(-stats.games_for_half_width(rate, precision / 100) // 1000) * 1000)


def _stored(sweep: Sweep, out: Path | None) -> list[int]:
    """Games stored of each cell."""
    if out is None:
        return [0] * len(sweep.cells)
    check_ours(out)
    manifest = read_manifest(out)
    if manifest is None:
        return [0] * len(sweep.cells)
    from simkit.errors import ProblemsError

    asked = identity(sweep)
    changed = differences({key: manifest.get(key) for key in asked}, asked)
    if changed:
        raise ProblemsError([f"{out} holds another sweep; give another --out:", *changed])
    return [load_tally(out, cell).games for cell in sweep.cells]


def _trials(cells: Sequence[Cell]) -> dict[int, tuple[Tally, float]]:
    """Place of a cell → what a short run gave, and its games a second."""
    places = sorted({round(k * (len(cells) - 1) / max(1, TRIALS - 1)) for k in range(TRIALS)})
    return {place: _try(cells[place]) for place in places}


def _try(cell: Cell) -> tuple[Tally, float]:
    cell.match.prepare()
    worker, columns, tally = Worker(cell.match), columns_of(cell.match.game, cell.match.rules.players), Tally()
    started = time.perf_counter()
    while True:
        tally.add(columns.tally(worker.play(tally.games, CHUNK)))
        seconds = time.perf_counter() - started
        if seconds > TRIAL_SECONDS:
            return tally, tally.games / seconds


def _wins(cell: Cell, tally: Tally) -> list[float]:
    return [float(tally.wins)] if cell.seats is None else [tally.points(seat) for seat in range(cell.seats)]

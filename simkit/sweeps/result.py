"""What a sweep gives back: one row a cell, as a table, a file, a figure."""

from __future__ import annotations

import csv
import io
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simkit import games, stats
from simkit.files import write_whole
from simkit.show import whole
from simkit.sweeps.experiment import Cell, Sweep
from simkit.tally import Tally

if TYPE_CHECKING:
    import pandas as pd

_DRAWING = threading.Lock()  # matplotlib's settings belong to the whole process


@dataclass(frozen=True)
class CellResult:
    """Outcome counts of one cell.

    done: as many games as were asked for.  failed: why the bot failed, else None.
    """

    cell: Cell
    tally: Tally
    done: bool
    failed: str | None

    @property
    def state(self) -> str:
        return "failed" if self.failed else "done" if self.done else "partial"

    def interval(self, won: float) -> stats.Interval:
        """95 % interval of a rate: Wilson's when the cell is done; else one that holds whenever one looks."""
        method = stats.wilson if self.done else stats.confidence_sequence
        return method(won, self.tally.games)

    def rates(self) -> list[tuple[str, float, stats.Interval]]:
        """Column suffix, wins and interval of the team (suffix "") or of each seat ("_0", "_1", …)."""
        if self.cell.seats is None:
            wins = float(self.tally.wins)
            return [("", wins, self.interval(wins))]
        points = [self.tally.points(seat) for seat in range(self.cell.seats)]
        return [(f"_{seat}", won, self.interval(won)) for seat, won in enumerate(points)]

    def row(self) -> dict[str, Any]:
        """One row of `cells.csv`: knobs, n, wins and rate with interval, length, reasons; None where nothing is."""
        n = self.tally.games
        knobs = {
            name: value if isinstance(value, int) and not isinstance(value, bool) else self.cell.labels[name]
            for name, value in self.cell.knobs.items()
        }
        found: dict[str, Any] = {**knobs, "n": n}
        for suffix, won, interval in self.rates():
            found[f"wins{suffix}"] = won if self.cell.seats else self.tally.wins
            found[f"rate{suffix}"] = won / n if n else None
            found[f"low{suffix}"], found[f"high{suffix}"] = interval
        mean, ends = self.tally.mean_length()
        found["interval"] = "wilson" if self.done else "anytime"
        found["state"] = self.state
        found["mean_length"] = mean if n else None
        found["length_low"], found["length_high"] = ends if n > 1 else (None, None)
        found["unfinished"] = self.tally.unfinished
        for column, counts in self.tally.counts.items():
            if column not in ("result", "winners"):
                found |= {f"{column}_{name}": count for name, count in counts.items()}
        return found


@dataclass(frozen=True, repr=False)
class SweepResult:
    """All cells of a sweep.

    folder: where it is stored, None if only in memory; played, seconds: of this call alone.
    """

    sweep: Sweep
    results: list[CellResult]
    folder: Path | None
    played: int
    seconds: float

    def rows(self) -> list[dict[str, Any]]:
        """One dict a cell, all with the same columns."""
        found = [result.row() for result in self.results]
        names = list(dict.fromkeys(name for row in sorted(found, key=len, reverse=True) for name in row))
        return [{name: row.get(name) for name in names} for row in found]

    @property
    def cells(self) -> pd.DataFrame:
        """One row a cell, as in `cells.csv`."""
        import pandas as pd

        return pd.DataFrame(self.rows())

    @property
    def games(self) -> int:
        return sum(result.tally.games for result in self.results)

    @property
    def failed(self) -> dict[str, str]:
        """Cell → why its bot failed."""
        return {result.cell.label: result.failed for result in self.results if result.failed}

    @property
    def cooperative(self) -> bool:
        return bool(games.module(self.sweep.game, "state").COOPERATIVE)

    def plot(self) -> Any:
        """A matplotlib figure of the rates with their intervals."""
        from simkit.report.sweep import figure

        return figure(self)

    def csv_text(self) -> str:
        rows = self.rows()
        buffer = io.StringIO()
        writer = csv.DictWriter(buffer, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        return buffer.getvalue()

    def write(self, folder: Path, figure: bool) -> None:
        """`cells.csv` and the figure; an old figure goes if there is no new one."""
        write_whole(folder / "cells.csv", self.csv_text())
        if figure:
            from simkit.report.figures import save

            with _DRAWING:
                save(self.plot(), folder / "sweep")
        else:
            for suffix in (".png", ".svg"):
                (folder / "sweep").with_suffix(suffix).unlink(missing_ok=True)

    def stopped_text(self) -> str:
        """What is kept of an interrupted sweep and how to go on."""
        done = sum(result.done for result in self.results)
        kept = f"{done} of {len(self.results)} cells done, {whole(self.games)} games"
        if self.folder is None:
            return f"interrupted: {kept}, not stored; give a directory to keep them"
        return f"interrupted: {kept} stored in {self.folder}; the same command goes on from there"

    def as_dict(self) -> dict[str, Any]:
        """The object `simkit sweep --json` prints."""
        return {
            "game": self.sweep.game,
            "title": self.sweep.title,
            "over": {axis.name: list(axis.labels) for axis in self.sweep.axes},
            "target": self.sweep.target.as_dict(),
            "seed": self.sweep.seed,
            "folder": None if self.folder is None else str(self.folder),
            "cells": self.rows(),
            "failed": self.failed,
            "games": self.games,
            "played": self.played,
            "games_per_second": self.played / self.seconds if self.seconds > 0 else 0.0,
            "seconds": self.seconds,
        }

    def __str__(self) -> str:
        from simkit.report.sweep import text

        return text(self)

    __repr__ = __str__  # at a prompt

    def _repr_html_(self) -> str:
        return str(self.cells.to_html(index=False))

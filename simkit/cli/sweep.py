"""The commands `simkit sweep` and `simkit samplesize`."""

from __future__ import annotations

import shlex
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from simkit.cli.options import Bots, Json, Slip, Workers, with_settings
from simkit.cli.terminal import show, show_json
from simkit.errors import InputError, StoppedError


@with_settings
def sweep(
    source: Annotated[str, typer.Argument(metavar="FILE.toml|GAME", help="A sweep file, or a game with --over.")],
    rules: dict[str, Any],
    over: Annotated[list[str] | None, typer.Option("--over", metavar="KNOB=A:B[:STEP]", help="What varies: range or a,b,c; a knob, level, players, preset, variants, reading, bots, slip, assume.ID (repeatable).")] = None,
    bots: Bots = None,
    slip: Slip = None,
    number: Annotated[int | None, typer.Option("-n", "--games", metavar="N", help="Games a cell (10,000).")] = None,
    precision: Annotated[float | None, typer.Option("--precision", metavar="H", help="Play each cell until its 95 % interval is ± H percentage points (5,000 games or more).")] = None,
    seed: Annotated[int | None, typer.Option("--seed", metavar="S", help="Seed of all cells (1).")] = None,
    out: Annotated[Path | None, typer.Option("--out", metavar="DIR", help="Where results are kept and gone on with (results/NAME).")] = None,
    keep_games: Annotated[bool, typer.Option("--keep-games", help="Also keep one row a game, as Parquet.")] = False,
    workers: Workers = None,
    backend: Annotated[str, typer.Option("--backend", metavar="threads|dask", help="Play here or on a cluster.")] = "threads",
    scheduler: Annotated[str | None, typer.Option("--scheduler", metavar="tcp://HOST:PORT", help="The dask scheduler.")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show cells, games, expected half-width and time; play nothing.")] = False,
    json_: Json = False,
) -> None:  # fmt: skip
    """Play a grid of settings.  Interrupt it and give the same command to go on, or more games to extend it."""
    from simkit.sweeps.plan import plan
    from simkit.sweeps.run import SweepInterrupted, make_sweep, run_sweep

    given = {**rules, "bots": bots, "slip": slip, "games": number, "precision": precision, "seed": seed}
    given |= {"over": _over(over or []), "keep_games": keep_games or None}
    if rules["settings"]:
        given["settings"] = rules["settings"].absolute()
    asked = make_sweep(source, given)
    folder = out or Path("results") / asked.name
    if dry_run:
        ahead = plan(asked, folder, workers)
        return show_json(ahead.as_dict()) if json_ else show([str(ahead)])
    try:
        with live() as on_status:
            result = run_sweep(asked, folder, workers, backend, scheduler, on_status)
    except SweepInterrupted as stopped:
        _print(stopped.result, json_)
        raise StoppedError(str(stopped)) from None
    _print(result, json_)
    if result.failed:
        raise typer.Exit(max(_complain(cell, why) for cell, why in result.failed.items()))


def _over(texts: list[str]) -> dict[str, str]:
    from simkit.settings import parse_pairs

    pairs = parse_pairs("--over", texts)
    if len(pairs) < len(texts):
        raise InputError("--over: a name is swept twice; give all its values at once")
    return pairs


def _print(result: Any, json_: bool) -> None:
    if json_:
        return show_json(result.as_dict())
    from simkit.show import whole

    speed = result.played / result.seconds if result.seconds > 0 else 0.0
    played = f"{whole(result.played)} games played at {whole(speed)} games/s"
    show([str(result), "", f"{played} · {result.folder}", shlex.join(["simkit", *sys.argv[1:]])])


def _complain(cell: str, why: str) -> int:
    typer.echo(f"simkit: cell {cell}: {' '.join(why.split())}", err=True)
    return 2


@contextmanager
def live() -> Iterator[Callable[[Any], None] | None]:
    """Two bars on standard error, on a terminal only: the cell at work with its rate so far, and all cells."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(20), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        yield _Bars(bar)


class _Bars:
    """Keeps the two bars up to date, ten times a second at most."""

    def __init__(self, bar: Any) -> None:
        self.bar = bar
        self.cell, self.all = bar.add_task("", total=None), bar.add_task("all cells", total=None)
        self.shown, self.now = 0.0, 0
        self.before: int | None = None
        self.started = time.monotonic()

    def __call__(self, status: Any) -> None:
        if time.monotonic() - self.shown < 0.1:
            return
        self.shown = time.monotonic()
        if self.before is None:
            self.before = status.games
        if self.now != status.cell.number:
            self.bar.reset(self.cell, total=status.cell_games)
            self.now = status.cell.number
        self.bar.update(
            self.cell, description=_cell_text(status), completed=status.tally.games, total=status.cell_games
        )
        speed = (status.games - self.before) / max(0.1, time.monotonic() - self.started)
        text = f"all cells  {speed:,.0f} games/s"
        self.bar.update(self.all, description=text, completed=status.games, total=status.all_games)


def _cell_text(status: Any) -> str:
    """`ropes=2  77.9 % [77.1, 78.6]`, the interval one that holds whenever one looks."""
    from simkit import stats
    from simkit.show import percent

    n = status.tally.games
    if status.cell.seats is not None or n == 0:
        return str(status.cell.label)
    return f"{status.cell.label}  {percent(status.tally.wins / n, stats.confidence_sequence(status.tally.wins, n))}"


def samplesize(
    rate: Annotated[float, typer.Option("--rate", metavar="R", help="The rate to expect, as a fraction.")] = 0.5,
    half_width: Annotated[float | None, typer.Option("--half-width", metavar="H", help="Wanted half-width in percentage points.")] = None,
    detect: Annotated[float | None, typer.Option("--detect", metavar="D", help="Difference between two settings to detect, in percentage points.")] = None,
    power: Annotated[float, typer.Option("--power", metavar="P", help="Chance to detect it.")] = 0.8,
    correlation: Annotated[float, typer.Option("--correlation", metavar="C", help="Of two settings' outcomes on the same games, for the paired number.")] = 0.5,
    confidence: Annotated[float, typer.Option("--confidence", metavar="C", help="Of the interval or test.")] = 0.95,
    json_: Json = False,
) -> None:  # fmt: skip
    """Say how many games a question needs."""
    from simkit.report.samplesize import answer, lines

    found = answer(rate, half_width, detect, power, correlation, confidence)
    if json_:
        show_json(found)
    else:
        show(lines(found))

"""What commands print: tables and JSON on standard output, progress on standard error and only on a terminal."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import typer


def show(lines: list[str]) -> None:
    for line in lines:
        typer.echo(line)


def terminal_width() -> int:
    """Columns of the terminal; 140 where there is none."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else 140


def show_table(table: Any) -> None:
    from rich.console import Console

    Console(width=terminal_width(), highlight=False).print(table)


def show_json(value: Any) -> None:
    typer.echo(json.dumps(value, ensure_ascii=False, indent=1, allow_nan=False))


def show_result(result: Any, files: Sequence[Path], json_: bool) -> None:
    """A result for people or machines; for people also the files written and the command that gives it again."""
    if json_:
        return show_json(result.as_dict())
    show([str(result), "", *(["written: " + ", ".join(map(str, files))] if files else []), result.command])


@contextmanager
def progress(total: int | None, unit: str) -> Iterator[Callable[[int], None]]:
    """A progress bar on standard error, on a terminal only."""
    if not sys.stderr.isatty():
        yield lambda count: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("loading (the first time: compiling)", total=total)
        yield lambda count: bar.update(task, advance=count, description=unit)

"""The command `simkit report`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from simkit.cli.terminal import show


def report(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A folder that a command wrote with --out.")],
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE.html", help="Where the page goes (DIR/report.html).")] = None,
) -> None:  # fmt: skip
    """Make one HTML page of a folder of results.  Charts, tables, where they come from; it needs no network."""
    from simkit.report.page import write_page

    show([f"written: {write_page(folder, out)}"])

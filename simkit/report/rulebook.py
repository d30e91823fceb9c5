"""The rulebook report: table for the terminal, Markdown, CSV, figures, page, and the texts a rulebook prints."""

from __future__ import annotations

import io
import itertools
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from simkit import games, stats
from simkit.claims import Rulebook
from simkit.files import make_folder, write_whole
from simkit.games.core import Result
from simkit.report.balance import balance_figures, balance_markdown
from simkit.report.claim_figures import claim_figures
from simkit.report.figures import save
from simkit.report.folder import claim_folder
from simkit.report.from_rulebook import claims_table, command, headline
from simkit.report.markdown import markdown_table, plain
from simkit.report.marker import read_report, write_report
from simkit.report.render import render
from simkit.report.rulebook_data import notes, rulebook_data
from simkit.report.rulebook_text import LANGUAGES, rulebook_text
from simkit.show import percent, whole
from simkit.verdicts import Finding

COMMAND = "rulebook"
HEADERS = ("claim", "for", "published", "simulated or computed", "games", "bot", "verdict")
INDENT, GAP = 2, 2  # blanks before a row and between its columns
MARKS = {"agrees": "agrees", "differs": "DIFFERS", "cannot_say": "cannot say"}


def cells_of(finding: Finding) -> tuple[str, ...]:
    """One row of the table as text."""
    number = whole(finding.games) if finding.games is not None else "exact"
    claim = finding.claim
    published = f"{claim.published} ({claim.reading})" if claim.reading else claim.published
    return (claim.id, finding.setting, published, finding.shown, number, finding.bot or "–", MARKS[finding.verdict])


def terminal_table(report: Rulebook, width: int) -> Any:
    """The report for a terminal of `width` columns: each claim as published, under it a row for every setting."""
    from rich.console import Group
    from rich.text import Text

    title = f"{games.rule_book(report.game).title}: what the rulebook says and what the simulation finds"
    rows = [HEADERS, *map(cells_of, report.findings)]
    widths = _fitted([max(map(len, column)) for column in zip(*map(_row, rows), strict=True)], width)
    parts: list[Any] = [Text(title), Text()]
    for (name, published), found in itertools.groupby(rows, key=lambda row: (row[0], row[2])):
        parts += [Text(f"{name}: {published}"), _grid([_row(row) for row in found], widths)]
    return Group(*parts, Text(), *map(Text, notes(report)))


def _row(cells: Sequence[str]) -> tuple[str, ...]:
    """What stands under a claim: setting, finding, games, bot, verdict."""
    _, setting, _, *found = cells
    return (setting, *found)


def _fitted(widths: Sequence[int], width: int) -> list[int]:
    """Column widths; where they are too wide together, the first two share what the others leave."""
    setting, shown, *rest = widths
    left = width - INDENT - sum(rest) - GAP * len(rest) - GAP
    if setting + shown > left:
        setting = min(setting, max(10, 2 * left // 5))
        shown = max(10, left - setting)
    return [setting, shown, *rest]


def _grid(rows: Sequence[Sequence[str]], widths: Sequence[int]) -> Any:
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    grid = Table.grid(padding=(0, GAP, 0, 0))
    for name, width in zip(_row(HEADERS), widths, strict=True):
        grid.add_column(width=width, justify="right" if name == "games" else "left")
    for row in rows:
        grid.add_row(*map(Text, row))
    return Padding(grid, (0, 0, 0, INDENT), expand=False)


def markdown(report: Rulebook, pictures: Sequence[Path]) -> str:
    title = games.rule_book(report.game).title
    head = [f"# {title}: published and simulated numbers", "", *(f"- {plain(line)}" for line in notes(report)), ""]
    images = [line for picture in pictures for line in (f"![{title}]({picture.name})", "")]
    sections = [*_bots_section(report), *balance_markdown(report)]
    return "\n".join([*head, *markdown_table(HEADERS, map(cells_of, report.findings)), "", *images, *sections])


def _bots_section(report: Rulebook) -> list[str]:
    """Win rate of every other bot: how much the player matters beside the level."""
    if not report.chart:
        return []
    rows = [(label, *_rate_cells(played)) for label, played in report.chart.items()]
    head = ["## Other players on the same games (95 % intervals)", ""]
    return [*head, *markdown_table(("setting and bot", "win rate", "games"), rows), ""]


def _rate_cells(rows: Any) -> tuple[str, str]:
    wins = int(np.count_nonzero(rows["result"] == Result.WIN))
    return percent(wins / len(rows), stats.wilson(wins, len(rows))), whole(len(rows))


def csv_text(report: Rulebook) -> str:
    import pandas as pd

    buffer = io.StringIO()
    frame = pd.DataFrame([item.as_dict(report.game) for item in report.findings])
    frame = frame.assign(published=frame["published_text"]).drop(columns="published_text")
    frame = frame.astype({"games": "Int64", "players": "Int64"})  # whole numbers with gaps
    frame.to_csv(buffer, index=False, lineterminator="\n")
    return buffer.getvalue()


def figures(report: Rulebook) -> dict[str, Any]:
    """File name ending → figure."""
    return {**claim_figures(report), **balance_figures(report)}


def write(report: Rulebook, folder: Path) -> list[Path]:
    """Write Markdown, CSV and figures of the game, and what covers all games of the folder; returns the files."""
    claim_folder(folder, COMMAND)
    make_folder(folder)
    base = folder / report.game
    files = [path for suffix, drawing in figures(report).items() for path in save(drawing, Path(f"{base}{suffix}"))]
    write_whole(base.with_suffix(".md"), markdown(report, [path for path in files if path.suffix == ".png"]))
    write_whole(base.with_suffix(".csv"), csv_text(report))
    return [base.with_suffix(".md"), base.with_suffix(".csv"), *files, *_write_overview(report, folder)]


def _write_overview(report: Rulebook, folder: Path) -> list[Path]:
    """`report.json`, the page and the texts, of this game and of those reported before."""
    before = read_report(folder)
    books = {**(before["books"] if before else {}), report.game: rulebook_data(report)}
    books = {name: books[name] for name in games.NAMES if name in books}
    files = [write_report(folder, COMMAND, {"command": command(books), "books": books})]
    texts = {f"rulebook.{language}.md": rulebook_text(books, language) for language in LANGUAGES}
    for name, content in {"index.html": index_html(books, folder), **texts}.items():
        write_whole(folder / name, content)
        files.append(folder / name)
    return files


def index_html(books: Mapping[str, Any], folder: Path) -> str:
    """All games with their claims, verdicts and figures; the pictures lie beside it."""
    shown = [
        {
            "title": book["title"],
            "table": claims_table(book),
            "notes": book.get("notes", []),  # reports of before had none
            "pictures": sorted(path.name for path in folder.glob(f"{name}*.svg")),
            "files": [f"{name}.md", f"{name}.csv"],
        }
        for name, book in books.items()
    ]
    return render("index.html.j2", headline=headline(books.values()), books=shown, command=command(books))

"""The rulebook report: table for the terminal, Markdown, CSV and figure."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from simkit import games, stats
from simkit.claims import Rulebook
from simkit.files import make_folder, write_whole
from simkit.games.core import Result
from simkit.report.figures import save
from simkit.show import percent, whole
from simkit.verdicts import Finding, point_region

HEADERS = ("claim", "for", "published", "simulated or computed", "games", "bot", "verdict")
MARKS = {"agrees": "agrees", "differs": "DIFFERS", "cannot_say": "cannot say"}


def cells_of(finding: Finding) -> tuple[str, ...]:
    """One row of the table as text."""
    number = whole(finding.games) if finding.games is not None else "exact"
    claim = finding.claim
    published = f"{claim.published} ({claim.reading})" if claim.reading else claim.published
    return (claim.id, finding.setting, published, finding.shown, number, finding.bot or "–", MARKS[finding.verdict])


def note(report: Rulebook) -> str:
    return (
        f"{whole(report.number)} games a cell, seed {report.seed}; intervals at {report.confidence * 100:.2f} % each, "
        "95 % for all claims together."
    )


def terminal_table(report: Rulebook) -> Any:
    """The report for a terminal, as a table that fits its width."""
    from rich.table import Table
    from rich.text import Text

    title = f"{games.rule_book(report.game).title}: what the rulebook says and what the simulation finds"
    table = Table(title=title, caption=note(report), box=None, title_justify="left", caption_justify="left")
    for header in HEADERS:
        table.add_column(header, justify="right" if header == "games" else "left")
    for finding in report.findings:
        table.add_row(*map(Text, cells_of(finding)))
    return table


def markdown(report: Rulebook) -> str:
    title = games.rule_book(report.game).title
    head = [f"# {title}: published and simulated numbers", "", note(report), ""]
    body = [_row(HEADERS), _row(["---"] * len(HEADERS)), *(_row(cells_of(item)) for item in report.findings)]
    return "\n".join([*head, *body, "", *_bots_section(report), f"![{title}]({report.game}.png)", ""])


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _bots_section(report: Rulebook) -> list[str]:
    """Win rate of every bot that played: how much the player matters beside the level."""
    rows = [(label, *_rate_cells(report.chart[label])) for label in report.chart]
    if not rows:
        return []
    head = ["## Other players on the same games (95 % intervals)", "", _row(("setting and bot", "win rate", "games"))]
    return [*head, _row(["---"] * 3), *map(_row, rows), ""]


def _rate_cells(rows: Any) -> tuple[str, str]:
    wins = int(np.count_nonzero(rows["result"] == Result.WIN))
    return percent(wins / len(rows), stats.wilson(wins, len(rows))), whole(len(rows))


def csv_text(report: Rulebook) -> str:
    import pandas as pd

    buffer = io.StringIO()
    pd.DataFrame([item.as_dict(report.game) for item in report.findings]).to_csv(
        buffer, index=False, lineterminator="\n"
    )
    return buffer.getvalue()


def write(report: Rulebook, folder: Path) -> list[Path]:
    """Write Markdown, CSV and figure into the folder; returns the files."""
    make_folder(folder)
    base = folder / report.game
    write_whole(base.with_suffix(".md"), markdown(report))
    write_whole(base.with_suffix(".csv"), csv_text(report))
    return [base.with_suffix(".md"), base.with_suffix(".csv"), *save(figure(report), base)]


def figure(report: Rulebook) -> Any:
    """Published and simulated win rates per level, each with its interval; other bots in grey."""
    from matplotlib.figure import Figure

    drawing = Figure(figsize=(8.5, 4.6), layout="constrained")
    axes = drawing.subplots()
    points = [item for item in report.findings if item.claim.kind == "point"]
    for place, item in enumerate(points):
        _draw_published(axes, place, item)
        _draw_simulated(axes, place, item)
        _draw_others(axes, place, item.setting, report)
    axes.set_xticks(range(len(points)), [item.setting for item in points])
    axes.set_xlim(-0.5, len(points) - 0.5)
    axes.set_ylim(0, 100)
    axes.set_ylabel("win rate (%)")
    axes.set_title(f"{games.rule_book(report.game).title}: published and simulated win rates")
    axes.grid(axis="y", alpha=0.3)
    handles, labels = axes.get_legend_handles_labels()
    unique = dict(zip(labels, handles, strict=True))
    drawing.legend(unique.values(), unique.keys(), loc="outside lower center", ncols=2, frameon=False)
    return drawing


def _draw_published(axes: Any, place: int, item: Finding) -> None:
    rate, region = item.claim.values[0] * 100, point_region(item.claim, 0.95)
    error = [[rate - region.low * 100], [region.high * 100 - rate]]
    label = f"published ({whole(item.claim.n)} games, with its own error)"
    axes.errorbar(place - 0.08, rate, yerr=error, fmt="D", color="#b35806", capsize=4, label=label)
    axes.annotate(f"{rate:.0f}", (place - 0.12, rate), ha="right", va="center", color="#b35806")


def _draw_simulated(axes: Any, place: int, item: Finding) -> None:
    assert item.simulated is not None and item.interval is not None
    rate = item.simulated * 100
    error = [[rate - item.interval.low * 100], [item.interval.high * 100 - rate]]
    label = f"simulated, bot {item.bot} ({whole(item.games or 0)} games)"
    axes.errorbar(place + 0.08, rate, yerr=error, fmt="o", color="#2166ac", capsize=4, label=label)
    axes.annotate(f"{rate:.1f}", (place + 0.12, rate), ha="left", va="center", color="#2166ac")


OTHER_MARKERS = ("v", "^", "s", "P")


def _draw_others(axes: Any, place: int, setting: str, report: Rulebook) -> None:
    others = [label for label in report.chart if label.split(" ")[0] == setting]
    for marker, label in zip(OTHER_MARKERS, others, strict=False):
        rows = report.chart[label]
        rate = 100 * np.count_nonzero(rows["result"] == Result.WIN) / len(rows)
        name = f"bot {label.split(' ')[1]} ({whole(len(rows))} games)"
        axes.plot(place + 0.08, rate, marker, color="#888888", markersize=6, label=name)

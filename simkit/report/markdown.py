"""Tables in Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def markdown_table(headers: Sequence[str], rows: Iterable[Iterable[str]]) -> list[str]:
    """Headers and rows as lines."""
    return [_row(headers), _row(["---"] * len(headers)), *map(_row, rows)]


def _row(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"

"""Tables in Markdown; texts that may come from a file or a name are made harmless."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

SIGNS = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "|": "\\|", "`": "\\`", "*": "\\*", "](": "]\\("}


def markdown_table(headers: Sequence[str], rows: Iterable[Iterable[str]]) -> list[str]:
    """Headers and rows as lines."""
    return [_row(headers), _row(["---"] * len(headers)), *map(_row, rows)]


def _row(cells: Iterable[str]) -> str:
    return "| " + " | ".join(map(plain, cells)) + " |"


def plain(text: object) -> str:
    """The text as one line that shows as it stands: no HTML, no code, no emphasis, no link, no new column.

    A `>` between blanks is a comparison (`Leicht > Normal`) and stays.
    """
    words = " ".join(str(text).split()).replace("\\", "\\\\").replace(" > ", "\0")
    for sign, shown in SIGNS.items():
        words = words.replace(sign, shown)
    return words.replace("\0", " > ")

"""Small tables with titles, as text and as HTML."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple


class Section(NamedTuple):
    """A title and a table; without a header the rows stand alone, without rows the title does."""

    title: str
    header: tuple[str, ...] = ()
    rows: Sequence[Sequence[str]] = ()


class InSections:
    """A result that shows itself in sections: as text, at a prompt, in a notebook."""

    def sections(self) -> list[Section]:
        raise NotImplementedError

    def __str__(self) -> str:
        return text(self.sections())

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return html(self.sections())


def text(sections: Sequence[Section]) -> str:
    return "\n\n".join(map(_aligned, sections))


def _aligned(section: Section) -> str:
    table = [*([section.header] if section.header else []), *section.rows]
    widths = [max(len(row[k]) for row in table) for k in range(len(table[0]))] if table else []
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in table]
    return "\n".join([*([section.title] if section.title else []), *lines])


def html(sections: Sequence[Section]) -> str:
    return "".join(map(_html, sections))


def _html(section: Section) -> str:
    title = f"<p>{escape(section.title)}</p>" if section.title else ""
    if not section.header and not section.rows:
        return title
    head = "".join(f"<th>{escape(cell)}</th>" for cell in section.header)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in section.rows)
    return f"{title}<table><tr>{head}</tr>{body}</table>"

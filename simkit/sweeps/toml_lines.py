"""Where a key stands in a TOML file: the standard library reads values, not their lines."""

from __future__ import annotations

import re

_HEADER = re.compile(r"""^\s*\[\s*([^\[\]]+?)\s*\]""")
_KEY = re.compile(r"""^\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*=""")
_PART = re.compile(r"""[\w-]+|"[^"]*"|'[^']*'""")


def key_lines(text: str) -> dict[tuple[str, ...], int]:
    """Path of a table or key → its line, from 1; later lines never replace earlier ones."""
    lines: dict[tuple[str, ...], int] = {}
    table: tuple[str, ...] = ()
    for number, line in enumerate(text.splitlines(), 1):
        header, key = _HEADER.match(line), _KEY.match(line)
        if header:
            table = _parts(header[1])
            lines.setdefault(table, number)
        elif key:
            path = (*table, *_parts(key[1]))
            for length in range(1, len(path) + 1):
                lines.setdefault(path[:length], number)
    return lines


def _parts(text: str) -> tuple[str, ...]:
    """`steps.Q` and `"steps.Q"` name the same entry of a knob."""
    return tuple(part for quoted in _PART.findall(text) for part in quoted.strip("\"'").split("."))

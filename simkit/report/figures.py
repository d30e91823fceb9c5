"""Figures as files that do not change from one run to the next."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

from simkit.files import write_whole


def save(figure: Any, base: Path) -> list[Path]:
    """Write a figure as PNG and SVG beside each other, without date, version or random ids.

    Texts stand as they are: a `$` in a name starts no formula.
    """
    import matplotlib
    from matplotlib.text import Text

    files = []
    for text in figure.findobj(Text):
        text.set_parse_math(False)
    with matplotlib.rc_context({"svg.hashsalt": "simkit", "svg.fonttype": "none", "text.parse_math": False}):
        for suffix, metadata in ((".png", {"Software": None}), (".svg", {"Date": None, "Creator": None})):
            buffer = io.BytesIO()
            figure.savefig(buffer, format=suffix[1:], dpi=150, metadata=metadata)
            write_whole(base.with_suffix(suffix), buffer.getvalue())
            files.append(base.with_suffix(suffix))
    return files

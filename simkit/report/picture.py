"""Figures that show themselves in a notebook, with no plotting backend to choose."""

from __future__ import annotations

import io

from matplotlib import figure


class Figure(figure.Figure):
    """A matplotlib figure with a picture of itself."""

    def _repr_png_(self) -> bytes:
        buffer = io.BytesIO()
        self.savefig(buffer, format="png", dpi=110)
        return buffer.getvalue()

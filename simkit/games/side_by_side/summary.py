"""What a designer of Side by Side wants counted beside the win rate."""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.games.core import Result

MOST_MISSIONS = 12  # longer games are counted together


def distributions(rows: Any, rules: Any) -> list[tuple[str, str, dict[str, int]]]:
    """Title, the games it divides by, label → number of games."""
    won = rows[rows["result"] == Result.WIN]
    lost = rows[rows["result"] == Result.LOSS]
    return [
        ("missions of a won game", "won games", _counts(won["missions"], range(1, MOST_MISSIONS + 1))),
        ("failed missions", "all games", _counts(rows["failures"], range(6))),
        (
            "most setbacks before one player",
            "all games",
            _counts(rows["most_setbacks"], range(rules["setback_limit"] + 1)),
        ),
        ("cards left of a lost war", "lost games", _tens(lost["cards_left"])),
    ]


def _counts(values: Any, wanted: range) -> dict[str, int]:
    """Games by value; the last label takes all larger ones."""
    last = wanted.stop - 1
    counts = np.bincount(np.minimum(values.astype(np.int64), last), minlength=wanted.stop)
    return {f"{value}" if value < last else f"{value} or more": int(counts[value]) for value in wanted}


def _tens(values: Any) -> dict[str, int]:
    counts = np.bincount(values.astype(np.int64) // 10, minlength=6)
    return {f"{10 * k} to {10 * k + 9}": int(counts[k]) for k in range(6)}

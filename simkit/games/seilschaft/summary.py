"""What a designer of Seilschaft wants counted beside the win rate."""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.games.core import Result


def distributions(rows: Any, rules: Any) -> list[tuple[str, str, dict[str, int]]]:
    """Title, the games it divides by, label → number of games."""
    won = rows[rows["result"] == Result.WIN]
    fell = rows[rows["fall_end"] >= 0]
    return [
        ("winning round", "won games", _counts(won["round"], range(1, rules["rounds"] + 1))),
        ("ropes used", "all games", _counts(rules["ropes"] - rows["ropes_left"], range(rules["ropes"] + 1))),
        ("cards turned up before a fall", "falls", _counts(fell["ridge_open"], range(rules["ridge_length"] - 1))),
        ("falls over the end of", "falls", _counts(fell["fall_end"], range(2), "seat ")),
    ]


def _counts(values: Any, wanted: range, prefix: str = "") -> dict[str, int]:
    counts = np.bincount(values.astype(np.int64), minlength=wanted.stop)
    return {f"{prefix}{value}": int(counts[value]) for value in wanted}

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


# --- for `simkit explain`


def ends(rules: Any) -> dict[str, str]:
    """Reason → the rule it comes from, with its value in force."""
    ropes, rounds = rules["ropes"], rules["rounds"]
    return {
        "ridge_open": f"all {rules['ridge_length'] - 1} face-down cards of the ridge turned up (ridge_length)",
        "fall": f"pulled beyond an end with no rope left (ropes = {ropes})",
        "rounds_over": f"the ridge not open when the last round ends (rounds = {rounds}): the game's length limit",
    }


def closeness(rows: Any, rules: Any) -> list[tuple[str, Any]]:
    """What says how close a loss was: title, one value a lost game (rows of lost games only)."""
    return [("ridge cards missing", rules["ridge_length"] - 1 - rows["ridge_open"].astype(np.int64))]


def moments(rows: Any, rules: Any) -> list[tuple[str, str, Any]]:
    """When the decisive event fell: title, the games it is about, one value for each of them."""
    fell, won = rows[rows["fall_end"] >= 0], rows[rows["result"] == Result.WIN]
    return [
        ("round of the fall", "falls", fell["round"]),
        ("trick of the round in which they fell", "falls", _trick(fell, rules)),
        ("round of the win", "won games", won["round"]),
        ("trick of the round in which the last ridge card was turned up", "won games", _trick(won, rules)),
    ]


def _trick(rows: Any, rules: Any) -> Any:
    return rows["length"] - (rows["round"].astype(np.int64) - 1) * rules["hand_size"]


def distance(rows: Any, rules: Any) -> Any:
    """How far from a win each game ended: ridge cards missing, of equals the shorter game is further."""
    return rules["ridge_length"] - 1 - rows["ridge_open"].astype(np.int64) - rows["length"] / 1e6


DISTANCE = "fewest ridge cards missing, of equals the longest game"

"""What a designer of Side by Side wants counted beside the win rate."""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.games.core import Result
from simkit.games.side_by_side.state import Reason

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


# --- for `simkit explain`


def ends(rules: Any) -> dict[str, str]:
    """Reason → the rule it comes from, with its value in force."""
    plain = rules.plain()
    return {
        "peace": "draw pile empty and no card in any hand",
        "morale": f"the morale reserve is used up (reserve = {plain['reserve']}, at least {plain['min_morale_drop']} "
        "cards a mission: min_morale_drop), the game's length limit",
        "setbacks": f"a player has too many setbacks (setback_limit = {plain['setback_limit']})",
    }


def closeness(rows: Any, rules: Any) -> list[tuple[str, Any]]:
    """What says how close a loss was: title, one value a lost game (rows of lost games only)."""
    titles = {
        "cards left in draw pile and hands": "cards_left",
        "cards left in the reserve": "reserve_left",
        "most setbacks before one player": "most_setbacks",
    }
    return [(title, rows[column].astype(np.int64)) for title, column in titles.items()]


def moments(rows: Any, rules: Any) -> list[tuple[str, str, Any]]:
    """When the decisive event fell: title, the games it is about, one value for each of them."""
    found = []
    for reason, title in ((Reason.PEACE, "peace"), (Reason.MORALE, "lost morale"), (Reason.SETBACKS, "last setback")):
        found.append((f"mission of the {title}", f"{title} games", rows["missions"][rows["reason"] == reason]))
    return found


def distance(rows: Any, rules: Any) -> Any:
    """How far from a win each game ended: cards left, of equals the smaller reserve is closer."""
    return rows["cards_left"].astype(np.int64) + rows["reserve_left"] / 1e3


DISTANCE = "fewest cards left, of equals the smallest reserve"

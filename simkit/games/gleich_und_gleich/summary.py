"""What a designer of Gleich und gleich wants counted beside the win rates."""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.games.core import Result
from simkit.games.gleich_und_gleich.state import Route

MOST = 6  # larger numbers are counted together


def distributions(rows: Any, rules: Any) -> list[tuple[str, str, dict[str, int]]]:
    """Title, the games it divides by, label → number of games."""
    won = rows[rows["result"] != Result.UNFINISHED]
    routes = {route: route.name.lower().replace("_", " ") for route in Route if route != Route.NONE}
    return [
        ("route to the win", "won games", {name: int((won["route"] == route).sum()) for route, name in routes.items()}),
        ("rounds", "all games", _counts(rows["rounds"], 1)),
        ("reshuffles", "all games", _counts(rows["reshuffles"], 0)),
        ("lead changes", "all games", _counts(rows["lead_changes"], 0)),
    ]


def _counts(values: Any, first: int) -> dict[str, int]:
    counts = np.bincount(np.minimum(values.astype(np.int64), MOST), minlength=MOST + 1)
    return {f"{value}{' or more' if value == MOST else ''}": int(counts[value]) for value in range(first, MOST + 1)}


# --- for `simkit explain`


def ends(rules: Any) -> dict[str, str]:
    """Reason → the rule it comes from, with its value in force."""
    needed = rules.players * rules["hand_size"]
    return {
        "species": f"{rules['win_species']} different species collected (win_species)",
        "triples": f"{rules['win_triples']} species with {rules['triple_size']} cards each (win_triples, triple_size)",
        "deal_impossible": f"a dead end: a new round needs {needed} cards (hand_size = {rules['hand_size']}) and both "
        "piles together have fewer",
        "turn_limit": f"unfinished after {rules['turn_limit']} turns (turn_limit, a safeguard and no rule of the game)",
    }


def moments(rows: Any, rules: Any) -> list[tuple[str, str, Any]]:
    """When the decisive event fell: title, the games it is about, one value for each of them."""
    names = {Route.SPECIES: "last species", Route.TRIPLES: "last triple", Route.MOST_CARDS: "dead end"}
    of = "games it ended"
    return [(f"turn of the {name}", of, rows["turns"][rows["route"] == route]) for route, name in names.items()]

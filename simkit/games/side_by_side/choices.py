"""How many actions the rules of Side by Side leave a seat."""

from __future__ import annotations

from typing import Any

from simkit.games.core import BEHIND
from simkit.games.side_by_side.helpers import (
    NONE,
    answers,
    count,
    free_charms,
    help_options,
    least_intensity,
    most_intensity,
    number_of_actions,
)
from simkit.games.side_by_side.state import Decision


def choices(view: Any, decision: int) -> int:
    """Legal actions of the seat that is asked; nobody is ever behind."""
    if decision == BEHIND:
        return NONE
    if decision == Decision.ACT:
        return number_of_actions(view)
    if decision == Decision.CHARM:
        return count(free_charms(view))
    if decision == Decision.INTENSITY:
        return most_intensity(view) - least_intensity(view) + 1
    if decision == Decision.ANSWER:
        return count(answers(view)) + 1
    if decision == Decision.JOKER:
        return count(view.table.no_mans_land)
    return help_options(view) if decision == Decision.HELP else 2  # POINT: either neighbour

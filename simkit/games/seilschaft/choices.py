"""How many actions the rules of Seilschaft leave a seat."""

from __future__ import annotations

from typing import Any

from simkit.games.core import BEHIND
from simkit.games.seilschaft.helpers import NONE, count, legal_cards


def choices(view: Any, decision: int) -> int:
    """Legal actions of the seat that is asked; nobody is ever behind."""
    return NONE if decision == BEHIND else count(legal_cards(view))

"""How many actions the rules of Gleich und gleich leave a seat, and who is behind."""

from __future__ import annotations

from typing import Any

from simkit.games.core import BEHIND
from simkit.games.gleich_und_gleich.helpers import NONE, at_least, flags_count, flocks, total
from simkit.games.gleich_und_gleich.state import Decision
from simkit.jit import inline


def choices(view: Any, decision: int) -> int:
    """Legal actions of the seat that is asked; for BEHIND the turn and the seats behind, else NONE."""
    if decision == BEHIND:
        return view.table.turn << 8 | behind(view.table, view.rules) if view.table.decision == Decision.LAY else NONE
    if decision == Decision.LAY:
        return flags_count(at_least(view.me.hand, 1)) * 2 * view.rules.rows
    if decision == Decision.DRAW:
        return view.rules.draw + 1 if view.rules.draw_any else 2
    if decision == Decision.FLOCK:
        return flags_count(flocks(view, view.me.hand)) + 1
    return 2  # REFILL_END: left or right


@inline
def behind(table: Any, rules: Any) -> int:
    """The seats (bits) with fewer collected cards than another."""
    seats = 0
    for k in range(rules.players):
        if total(table.collections[k]) < table.most:
            seats |= 1 << k
    return seats

"""Agreed pointing: simple, but all point so that the player who needs it most gets most.

Of the players whom a plan (`_pointing.py`) can help, the one with the greatest need as `simple` counts it: 2 for each
setback and 1 for a used charm; of equals the lowest seat.  If nobody needs anything or no plan works, all point left.
Two players point at each other: the third friend's coin decides who is helped.
"""

from simkit.games.side_by_side.helpers import NONE, left_of

from ._pointing import plan, planned
from .simple import need

BASE = "simple"


def point(view):
    seat = view.me.seat
    if view.rules.players == 2:
        return 1 - seat
    helped, most = NONE, 0
    for other in range(view.rules.players):
        if need(view, other) > most and plan(view, other) != NONE:
            helped, most = other, need(view, other)
    if helped == NONE:
        return left_of(view.rules, seat)
    return planned(view, helped, plan(view, helped), seat)

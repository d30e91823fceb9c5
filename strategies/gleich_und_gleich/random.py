"""Random: any legal move, all equally likely.

Lay: every species in hand × row × end.  Draw: a coin (assumption draw_all_or_none=any: each number).  Refill: a coin
for each end.  Flock: none or any species that may fly, all equally likely.
"""

from simkit.games.gleich_und_gleich.helpers import (
    NONE,
    at_least,
    flags_count,
    flocks,
    lay_at,
    nth_species,
    random_below,
)


def lay(view):
    held = at_least(view.me.hand, 1)
    places = 2 * view.rules.rows
    choice = random_below(view, flags_count(held) * places)
    place = choice % places
    return lay_at(nth_species(held, choice // places), place >> 1, place & 1)


def draw(view):
    if view.rules.draw_any:
        return random_below(view, view.rules.draw + 1)
    return random_below(view, 2) * view.rules.draw


def refill_end(view):
    return random_below(view, 2)


def flock(view):
    flying = flocks(view, view.me.hand)
    choice = random_below(view, flags_count(flying) + 1)
    return NONE if choice == 0 else nth_species(flying, choice - 1)

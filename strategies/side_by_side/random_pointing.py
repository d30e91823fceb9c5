"""Random pointing: simple, but points left or right by the toss of a coin."""

from simkit.games.side_by_side.helpers import left_of, random_below, right_of

BASE = "simple"


def point(view):
    seat = view.me.seat
    return left_of(view.rules, seat) if random_below(view, 2) == 0 else right_of(view.rules, seat)

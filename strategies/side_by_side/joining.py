"""Joining: simple, but minds where others already point, as open support lets them see.

With open support a player points when withdrawing.  This bot looks at the coins already pointed anywhere and imagines
its own at the left and at the right neighbour.  Better is what gives one player more than anyone else, the more that
player needs it (need as `simple` counts it: 2 for each setback, 1 for a used charm); if both are equal, it points as
`simple` does.  Without open support nobody points earlier and it is `simple`.
"""

from simkit.games.side_by_side.helpers import NONE, left_of, right_of

from .simple import need

BASE = "simple"


def point(view):
    left, right = left_of(view.rules, view.me.seat), right_of(view.rules, view.me.seat)
    if not view.rules.open_support:
        return right if need(view, right) > need(view, left) else left
    helps_left, helps_right = helped_need(view, left), helped_need(view, right)
    if helps_left != helps_right:
        return right if helps_right > helps_left else left
    return right if need(view, right) > need(view, left) else left


def helped_need(view, target):
    """The need of the player who has most coins once I point at `target`; 0 if two tie."""
    best, most, tied = NONE, 0, 0
    for chair in range(view.rules.chairs):
        coins = 1 if chair == target else 0
        for seat in range(view.rules.players):
            coins += 1 if view.table.points_at[seat] == chair else 0
        if coins > most:
            best, most, tied = chair, coins, 0
        elif coins == most and coins > 0:
            tied = 1
    return 0 if tied or best >= view.rules.players else need(view, best)

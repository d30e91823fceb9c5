"""Agreed pointing: how a table points so that one player gets more support than anyone else.

Both neighbours of that player point at them.  The others must not give anybody two coins: of four players the one
opposite points the way the helped player points, of five the two far ones point at each other.  The helped player
points left; where that would make a tie, right.  Everything this needs is public, so all reach the same plan.
"""

from simkit.games.side_by_side.helpers import NONE, is_in, left_of, may_point, right_of


def gives(view, seat):
    """Whether the player points after this mission."""
    still_to_point = not is_in(view, seat) or view.rules.open_support
    return still_to_point and may_point(view, seat)


def planned(view, helped, turns_right, seat):
    """Where `seat` points if `helped` is to be helped."""
    players = view.rules.players
    left, right = left_of(view.rules, seat), right_of(view.rules, seat)
    distance = (seat - helped + players) % players
    if distance == 0:
        return right if turns_right else left
    if distance == 1:
        return right
    if distance == players - 1:
        return left
    if players == 4:
        return right if turns_right else left
    return left if distance == 2 else right


def coins(view, helped, turns_right, chair):
    """How many coins the chair would receive under the plan, those given already counted."""
    total = 0
    for seat in range(view.rules.players):
        target = view.table.points_at[seat]
        if target == NONE and gives(view, seat):
            target = planned(view, helped, turns_right, seat)
        if target == chair:
            total += 1
    return total


def works(view, helped, turns_right):
    """Whether the plan gives the player more coins than anyone else."""
    most = coins(view, helped, turns_right, helped)
    for chair in range(view.rules.players):
        if chair != helped and coins(view, helped, turns_right, chair) >= most:
            return False
    return True


def plan(view, helped):
    """0 or 1 for the way the helped player turns, NONE if no plan works."""
    if works(view, helped, 0):
        return 0
    return 1 if works(view, helped, 1) else NONE

"""Support after a mission of Side by Side: pointing, the third friend's toss, help."""

from __future__ import annotations

from typing import Any

from simkit.cards import NONE
from simkit.games.core import ask, refuse
from simkit.games.side_by_side import log as event_log
from simkit.games.side_by_side.legal import (
    is_legal_help,
    left_of,
    may_point,
    may_ready_charm,
    most_supported,
    right_of,
)
from simkit.games.side_by_side.state import FRIEND, HELP_CHARM, Decision
from simkit.jit import inline
from simkit.rng import Purpose, below, start_stream


@inline
def support(game: Any) -> None:
    """Everyone who had withdrawn before the mission ended gives support; the most supported player is helped."""
    table, rules = game.state.table, game.rules
    if not rules.open_support:
        gather_support(game, rules.everyone & ~table.in_mission)
    if rules.players == 2 and table.support_coins[FRIEND] > 0:
        toss(game)
    helped = most_supported(table, rules)
    help_taken = help_player(game, helped) if helped != NONE else 0
    if game.state.control.logging:
        event_log.note_support(game, helped, help_taken)


@inline
def gather_support(game: Any, seats: int) -> None:
    """All of these seats (bits) point at the same time and give one support coin; nobody sees another's choice."""
    table, rules = game.state.table, game.rules
    chosen = 0  # four bits a seat: the neighbour + 1
    for seat in range(rules.players):
        if (seats >> seat) & 1 and may_point(table, rules, seat):
            neighbour = ask(game, seat, Decision.POINT)
            if neighbour != left_of(rules, seat) and neighbour != right_of(rules, seat):
                refuse(game, neighbour)
            chosen |= (neighbour + 1) << (4 * seat)
    for seat in range(rules.players):
        neighbour = ((chosen >> (4 * seat)) & 15) - 1
        if neighbour != NONE:
            give(table, seat, neighbour)


@inline
def give(table: Any, giver: int, chair: int) -> None:
    """Hand a neighbour one support coin, who puts it aside."""
    table.points_at[giver] = chair
    table.support_coins[giver] -= 1
    table.received[chair] += 1
    table.support_received[chair] += 1


@inline
def toss(game: Any) -> None:
    """The third friend tosses one of his coins: heads the player on his left, tails the one on his right."""
    state = game.state
    stream = state.hidden.stream
    start_stream(stream, state.hidden.seed, state.control.game, Purpose.FRIEND, state.table.mission)
    give(state.table, FRIEND, below(stream, 2))


@inline
def help_player(game: Any, seat: int) -> int:
    """Remove 2 setbacks (1 after a failed mission) or turn the lucky charm heads up again; returns what was taken."""
    table, rules = game.state.table, game.rules
    taken = ask(game, seat, Decision.HELP)
    if taken == HELP_CHARM and may_ready_charm(table, rules, seat):
        table.charm_ready |= 1 << seat
    elif taken >= 0 and is_legal_help(table, rules, seat, taken):
        table.setbacks[seat] ^= taken
        table.removed |= taken
    else:
        refuse(game, taken)
    return taken

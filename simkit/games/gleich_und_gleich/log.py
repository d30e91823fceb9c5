"""Event log of the engine: what `trace.py` turns into events.  Nothing is written unless a trace is asked for."""

from __future__ import annotations

from typing import Any

from simkit.games.core import note
from simkit.games.gleich_und_gleich.rows import card_from
from simkit.games.gleich_und_gleich.state import Event
from simkit.jit import inline


@inline
def note_setup(game: Any) -> None:
    if game.state.control.logging:
        state, rules = game.state, game.rules
        note(game, Event.SETUP)
        for k in range(rules.rows):
            for i in range(rules.row_cards):
                note(game, card_from(state.table.rows[k], rules.mask, 0, i))
        note(game, state.table.discard)
        note_hands(game)
        for k in range(rules.players):
            note(game, state.table.collections[k])
        note_pile(game)


@inline
def note_hands(game: Any) -> None:
    for k in range(game.rules.players):
        note(game, game.state.seats[k].hand)


@inline
def note_pile(game: Any) -> None:
    hidden = game.state.hidden
    note(game, game.state.table.draw_pile)
    for i in range(hidden.pile_size - game.state.table.draw_pile, hidden.pile_size):
        note(game, hidden.pile[i])


@inline
def note_reshuffle(game: Any) -> None:
    """A reshuffle in setup has no event: the first turn has not begun."""
    if game.state.control.logging and game.state.table.turn > 0:
        note(game, Event.RESHUFFLE)
        note_pile(game)


@inline
def note_lay(game: Any, species: int, number: int, end: int, captured: int) -> None:
    """Before the row changes; `captured` is the number of cards."""
    table = game.state.table
    note(game, Event.LAY)
    for value in (table.turn, table.round_number, table.player, species, number, table.turned_row, end, captured):
        note(game, value)
    for i in range(captured):
        note(game, card_from(table.rows[table.turned_row], game.rules.mask, end, i))


@inline
def note_step(game: Any, event: int, first: int, second: int) -> None:
    """DRAW: card, 0.  REFILL: card, end.  FLOCK: species, cards shown."""
    if game.state.control.logging:
        note(game, event)
        note(game, first)
        note(game, second)


@inline
def note_end_turn(game: Any) -> None:
    if game.state.control.logging:
        note(game, Event.END_TURN)
        note(game, game.state.seats[game.state.table.player].hand)


@inline
def note_round(game: Any, event: int) -> None:
    """ROUND_END before the hands are discarded, DEAL after the new ones are dealt."""
    if game.state.control.logging:
        note(game, event)
        note(game, game.state.table.round_number)
        note(game, game.state.table.player)
        note_hands(game)


@inline
def note_end(game: Any) -> None:
    if game.state.control.logging:
        note(game, Event.END)
        for k in range(game.rules.players):
            note(game, game.state.table.collections[k])

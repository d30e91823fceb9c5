"""Draw pile and discard pile: shuffle, take, deal.  Every kernel changes the state in place."""

from __future__ import annotations

from typing import Any

from simkit.games.gleich_und_gleich.log import note_reshuffle
from simkit.games.gleich_und_gleich.packed import get, one, total
from simkit.jit import inline
from simkit.rng import Purpose, shuffle, start_stream


@inline
def shuffle_pile(game: Any, cards: int, purpose: int, occasion: int) -> None:
    """Make the draw pile of these cards (packed); it was empty."""
    table, hidden = game.state.table, game.state.hidden
    size = 0
    for species in range(game.rules.species):
        for _ in range(get(cards, species)):
            hidden.pile[size] = species
            size += 1
    start_stream(hidden.stream, hidden.seed, hidden.index, purpose, occasion)
    shuffle(hidden.stream, hidden.pile, 0, size - 1, size)
    hidden.pile_size = size
    table.draw_pile = size


@inline
def reshuffle(game: Any) -> None:
    """Ziehstapel leer: "mischt den Ablagestapel und verwendet ihn als neuen Ziehstapel"."""
    table = game.state.table
    cards = table.discard
    table.discard = 0
    table.reshuffles += 1
    shuffle_pile(game, cards, Purpose.RESHUFFLE, table.reshuffles)
    note_reshuffle(game)


@inline
def cards_in_piles(table: Any) -> int:
    return table.draw_pile + total(table.discard)


@inline
def take(game: Any) -> int:
    """The top card of the draw pile, made anew if need be; there must be a card in the piles."""
    table, hidden = game.state.table, game.state.hidden
    if table.draw_pile == 0:
        reshuffle(game)
    card = hidden.pile[hidden.pile_size - table.draw_pile]
    table.draw_pile -= 1
    return card


@inline
def deal(game: Any) -> None:
    """A hand for everybody, one card at a time, clockwise from the dealer; hands are empty before."""
    state, rules = game.state, game.rules
    table = state.table
    for _ in range(rules.hand_size):
        seat = table.dealer
        for _ in range(rules.players):
            state.seats[seat].hand += one(take(game))
            seat = seat + 1 if seat + 1 < rules.players else 0
    for k in range(rules.players):
        table.held[k] = rules.hand_size

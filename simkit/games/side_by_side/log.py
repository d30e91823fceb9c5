"""What the engine of Side by Side writes into the event log; `trace.py` reads it.  Sets of cards are masks."""

from __future__ import annotations

from typing import Any

from simkit.games.core import note
from simkit.games.side_by_side.state import PILE_END, Event
from simkit.jit import inline


@inline
def note_setup(game: Any) -> None:
    """Both piles, the charms."""
    note(game, Event.SETUP)
    first = PILE_END - game.rules.draw_pile
    for i in range(first, first + game.rules.cards):
        note(game, game.state.hidden.cards[i])
    for seat in range(game.rules.players):
        note(game, game.state.table.charms[seat])


@inline
def note_mission(game: Any, intensity: int) -> None:
    """Before dealing; `note_dealt` follows."""
    state = game.state
    note(game, Event.MISSION)
    note(game, state.table.mission)
    note(game, state.table.leader)
    note(game, intensity)
    for seat in range(game.rules.players):
        state.hidden.noted[seat] = state.seats[seat].hand


@inline
def note_dealt(game: Any) -> None:
    state = game.state
    for seat in range(game.rules.players):
        note(game, state.seats[seat].hand ^ state.hidden.noted[seat])


@inline
def note_play(game: Any, seat: int, card: int, turned_up: int, joker_removed: int) -> None:
    note(game, Event.PLAY)
    note(game, seat)
    note(game, card)
    note(game, turned_up)
    note(game, joker_removed)


@inline
def note_charm(game: Any, seat: int, card: int) -> None:
    note(game, Event.CHARM)
    note(game, seat)
    note(game, card)


@inline
def note_speech(game: Any, seat: int, threat: int) -> None:
    note(game, Event.SPEECH)
    note(game, seat)
    note(game, threat)
    game.state.hidden.noted[seat] = -1
    for other in range(game.rules.players):
        note(game, game.state.hidden.noted[other])


@inline
def note_withdraw(game: Any, seat: int) -> None:
    note(game, Event.WITHDRAW)
    note(game, seat)
    note(game, game.state.table.points_at[seat])


@inline
def note_mission_end(game: Any, cards: int) -> None:
    """`cards`: No Man's Land; after a failure the shuffled draw pile follows."""
    state = game.state
    note(game, Event.MISSION_END)
    note(game, state.table.mission)
    note(game, state.table.failed)
    note(game, cards)
    if state.table.failed:
        note(game, state.table.draw_size)
        for i in range(PILE_END - state.table.draw_size, PILE_END):
            note(game, state.hidden.cards[i])


@inline
def note_support(game: Any, helped: int, help_taken: int) -> None:
    """Who points at whom, what each chair received, who is helped how."""
    table = game.state.table
    note(game, Event.SUPPORT)
    for chair in range(game.rules.chairs):
        note(game, table.points_at[chair])
        note(game, table.received[chair])
    note(game, helped)
    note(game, help_taken)


@inline
def note_morale(game: Any, drop: int) -> None:
    """After moving the cards, before the leader passes."""
    state, rules = game.state, game.rules
    table = state.table
    held = 0
    for seat in range(rules.players):
        held += table.hand_sizes[seat]
    note(game, Event.MORALE)
    note(game, held)
    note(game, table.reserve_size)
    note(game, table.leader)
    note(game, 1 if table.speech_coins_in_middle > 0 else 0)
    note(game, drop)
    for i in range(drop):
        note(game, state.hidden.cards[PILE_END - table.draw_size + drop - 1 - i])

"""A mission of Side by Side: dealing, then turns until it fails or all have withdrawn."""

from __future__ import annotations

from typing import Any

from simkit.cards import NONE, bit, has, lowest
from simkit.games.core import ask, refuse
from simkit.games.side_by_side import log as event_log
from simkit.games.side_by_side.legal import charm_targets, failing, fears_before, may_speak, may_withdraw
from simkit.games.side_by_side.state import JACKS, JOKERS, PILE_END, SPEECH, USE_CHARM, WITHDRAW, Decision
from simkit.games.side_by_side.support import gather_support
from simkit.jit import inline


@inline
def draw(state: Any) -> int:
    """The top card of a draw pile that is not empty."""
    table = state.table
    card = state.hidden.cards[PILE_END - table.draw_size]
    table.draw_size -= 1
    return card


@inline
def deal_one(state: Any, seat: int) -> None:
    state.seats[seat].hand |= bit(draw(state))
    state.table.hand_sizes[seat] += 1


@inline
def deal(game: Any, intensity: int, before: int) -> None:
    """One card at a time, starting with the leader; a Restless player gets one more.  If the pile runs out, stop.

    `before`: all setbacks before the players.
    """
    state, rules = game.state, game.rules
    table = state.table
    seat = table.leader
    for _ in range(min(intensity * rules.players, table.draw_size)):
        deal_one(state, seat)
        seat = seat + 1 if seat + 1 < rules.players else 0
    if before & rules.restless:
        seat = table.leader
        for _ in range(rules.players):
            if table.setbacks[seat] & rules.restless and table.draw_size > 0:
                deal_one(state, seat)
            seat = seat + 1 if seat + 1 < rules.players else 0


@inline
def take_turns(game: Any) -> bool:
    """From the leader clockwise, each player still in takes one action; returns whether the mission failed."""
    table = game.state.table
    seat = table.leader
    while True:
        take_action(game, seat)
        if failing(table, game.rules):
            return True
        if table.in_mission == 0:
            return False
        later = table.in_mission >> (seat + 1)
        seat = seat + 1 + lowest(later) if later != 0 else lowest(table.in_mission)


@inline
def take_action(game: Any, seat: int) -> None:
    """Play a card, use the lucky charm, make a speech or withdraw."""
    state, rules = game.state, game.rules
    table, hand = state.table, state.seats[seat].hand
    action = ask(game, seat, Decision.ACT)
    if has(hand, action):
        play_card(game, seat, action)
    elif action == WITHDRAW and may_withdraw(table, rules, seat, hand):
        withdraw(game, seat)
    elif has(charm_targets(table, rules, seat), action - USE_CHARM):
        use_charm(game, seat, action - USE_CHARM)
    elif SPEECH <= action < SPEECH + 6 and may_speak(table, rules, seat):
        make_speech(game, seat, action - SPEECH)
    else:
        refuse(game, action)


@inline
def play_card(game: Any, seat: int, card: int) -> None:
    """When you play a Jack from your hand, turn up the top card of the draw pile and play it at once."""
    state, rules = game.state, game.rules
    table = state.table
    state.seats[seat].hand ^= bit(card)
    table.hand_sizes[seat] -= 1
    lay_down(table, rules, seat, card)
    last, turned_up = card, NONE
    if bit(card) & JACKS and table.draw_size > 0 and (rules.trap_always or not failing(table, rules)):
        last = turned_up = draw(state)
        lay_down(table, rules, seat, turned_up)
    target = NONE
    if bit(last) & JOKERS and table.no_mans_land != 0:
        target = quiet_day(game, seat)
    if state.control.logging:
        event_log.note_play(game, seat, card, turned_up, target)


@inline
def lay_down(table: Any, rules: Any, seat: int, card: int) -> None:
    """A threat card goes into No Man's Land, a setback in front of the player, a joker out of the game."""
    table.no_mans_land |= bit(card) & rules.threat_cards
    table.setbacks[seat] |= bit(card) & rules.setback_cards
    table.removed |= bit(card) & JOKERS
    table.threats += rules.adds[card]


@inline
def quiet_day(game: Any, seat: int) -> int:
    """Remove the joker and one card of the player's choice in No Man's Land; returns that card."""
    table = game.state.table
    card = ask(game, seat, Decision.JOKER)
    if not has(table.no_mans_land, card):
        refuse(game, card)
    clear(table, game.rules, card)
    return card


@inline
def clear(table: Any, rules: Any, card: int) -> None:
    """Remove a card in No Man's Land from the game."""
    table.no_mans_land ^= bit(card)
    table.removed |= bit(card)
    table.threats -= rules.adds[card]


@inline
def use_charm(game: Any, seat: int, card: int) -> None:
    """Remove one card that shows the charm's threat; the charm can't be used again until support gives it back."""
    table = game.state.table
    clear(table, game.rules, card)
    table.charm_ready ^= 1 << seat
    if game.state.control.logging:
        event_log.note_charm(game, seat, card)


@inline
def make_speech(game: Any, seat: int, threat: int) -> None:
    """Every other player still in the mission may remove one card from their hand that shows the threat."""
    state, rules = game.state, game.rules
    table = state.table
    table.speaker = seat
    table.threat = threat
    other = seat
    for _ in range(rules.players - 1):
        other = other + 1 if other + 1 < rules.players else 0
        state.hidden.noted[other] = NONE
        if (table.in_mission >> other) & 1 and state.seats[other].hand & rules.answers[threat]:
            answer(game, other, threat)
    table.speech_coins[seat] -= 1
    if rules.players == 2:  # "used speech coins go back to the middle instead of the box"
        table.speech_coins_in_middle += 1
    if state.control.logging:
        event_log.note_speech(game, seat, threat)


@inline
def answer(game: Any, seat: int, threat: int) -> None:
    """Remove a hand card that shows the threat, a Queen of that suit too, or keep them."""
    state = game.state
    card = ask(game, seat, Decision.ANSWER)
    if card == NONE:
        return
    if not has(state.seats[seat].hand & game.rules.answers[threat], card):
        refuse(game, card)
    state.seats[seat].hand ^= bit(card)
    state.table.hand_sizes[seat] -= 1
    state.table.removed |= bit(card)
    state.hidden.noted[seat] = card


@inline
def withdraw(game: Any, seat: int) -> None:
    """Out of this mission; the setbacks don't count until it is over.  With open support, point at once."""
    table, rules = game.state.table, game.rules
    table.in_mission ^= 1 << seat
    table.threats -= fears_before(table, rules, seat)
    if rules.open_support:
        gather_support(game, 1 << seat)
    if game.state.control.logging:
        event_log.note_withdraw(game, seat)

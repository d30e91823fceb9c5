"""Engine of Seilschaft: deal, trick, pull; the rules in the order of `rules/seilschaft.md`.

Every kernel changes `game.state` in place.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.cards import NONE, bit, count, has
from simkit.games.core import Game, Result, ask, note, refuse, reset_seat
from simkit.games.seilschaft.state import DECK_SIZE, MAX_RIDGE, NO_TRUMP, SUIT_LANE, Decision, Event, Reason
from simkit.jit import inline
from simkit.rng import Purpose, below, shuffle, start_stream

DECK = np.array([suit * 16 + rank for suit in range(4) for rank in range(13)])
PLAYING = NONE  # no reason to end yet


def play_games(
    state: Any, rules: Any, seed: int, first: int, rows: Any, log: Any, b0: Any, b1: Any, b2: Any, b3: Any, b4: Any
) -> int:
    """Play games first, first + 1, … of `seed` into `rows` (OUTCOME records); returns how many were finished.

    Stops early when `state.control.stop` is set from outside.
    """
    game = Game(state, rules, (b0, b1, b2, b3, b4), log)
    control = state.control
    for i in range(len(rows)):
        if control.stop != 0:
            return i
        control.game = first + i
        start(game, seed, first + i)
        write_outcome(game, play(game, seed, first + i), rows[i])
    return len(rows)


@inline
def play(game: Any, seed: int, index: int) -> int:
    """Play rounds until the game ends; returns the reason."""
    table = game.state.table
    for number in range(1, game.rules.rounds + 1):
        deal(game, seed, index, number)
        for trick in range(1, game.rules.hand_size + 1):
            table.trick = trick
            reason = play_trick(game)
            if reason != PLAYING:
                return reason
        table.dealer = 1 - table.dealer
    return Reason.ROUNDS_OVER


@inline
def start(game: Any, seed: int, index: int) -> None:
    """Choose the first dealer, lay out the ridge, put the coin on the camp, reset the seats."""
    state, rules = game.state, game.rules
    table, hidden = state.table, state.hidden
    start_stream(hidden.stream, seed, index, Purpose.SETUP, 0)
    drawn_dealer = below(hidden.stream, 2)
    table.dealer = drawn_dealer if rules.first_dealer == NONE else rules.first_dealer
    for i in range(DECK_SIZE):
        hidden.stock[i] = DECK[i]
    shuffle(hidden.stream, hidden.stock, 0, rules.ridge_length, DECK_SIZE)
    for i in range(MAX_RIDGE):
        hidden.ridge[i] = hidden.stock[i] if i < rules.ridge_length else NONE
        table.ridge[i] = NONE
    table.turned = 0
    table.ridge_cards = 0
    table.coin = rules.ridge_length // 2
    turn_up(state, table.coin)
    table.trump = NO_TRUMP
    table.ropes = rules.ropes
    forget_trick(table.last)
    for k in range(2):
        reset_seat(state.seats[k], k, seed, index)
    note_setup(game)


@inline
def forget_trick(last: Any) -> None:
    """No trick was played yet."""
    last.leader = last.lead = last.follow = last.trump = last.winner = last.revealed = NONE
    last.steps = last.rope_used = 0


@inline
def deal(game: Any, seed: int, index: int, number: int) -> None:
    """Shuffle all cards but the ridge's and deal them one at a time, the non-dealer first."""
    state, rules = game.state, game.rules
    table, hidden = state.table, state.hidden
    start_stream(hidden.stream, seed, index, Purpose.DEAL, number)
    for i in range(DECK_SIZE):
        hidden.deck[i] = hidden.stock[i]
    shuffle(hidden.stream, hidden.deck, rules.ridge_length, 2 * rules.hand_size, DECK_SIZE)
    non_dealer, dealer = 0, 0
    for i in range(rules.hand_size):
        non_dealer |= bit(hidden.deck[rules.ridge_length + 2 * i])
        dealer |= bit(hidden.deck[rules.ridge_length + 2 * i + 1])
    state.seats[1 - table.dealer].hand = non_dealer
    state.seats[table.dealer].hand = dealer
    table.round = number
    table.leader = 1 - table.dealer
    table.lead = NONE
    table.played = 0
    for k in range(2):
        table.voids[k] = 0
        table.shown[k] = state.seats[k].hand if rules.open_hands else 0
    note_deal(game)


@inline
def play_trick(game: Any) -> int:
    """One trick: lead, follow, pull; returns why the game ends or PLAYING."""
    state = game.state
    table = state.table
    leader = table.leader
    other = 1 - leader

    lead = ask(game, leader, Decision.LEAD)
    if not has(state.seats[leader].hand, lead):
        refuse(game, lead)
    play_card(state, leader, lead)
    table.lead = lead

    follow = ask(game, other, Decision.FOLLOW)
    if not has(legal_follows(state.seats[other].hand, lead), follow):
        refuse(game, follow)
    play_card(state, other, follow)
    if follow >> 4 != lead >> 4:
        table.voids[other] |= 1 << (lead >> 4)

    table.lead = NONE
    table.leader = leader if leader_wins(lead, follow, table.trump) else other
    last = table.last
    last.leader = leader
    last.lead = lead
    last.follow = follow
    last.trump = table.trump
    last.winner = table.leader
    last.steps = game.rules.steps[lead & 15] + game.rules.steps[follow & 15]
    reason = pull(state, game.rules)
    if state.control.logging:
        note_trick(game)
    return reason


@inline
def play_card(state: Any, seat: int, card: int) -> None:
    """The card leaves the hand and is seen by all."""
    state.seats[seat].hand ^= bit(card)
    state.table.shown[seat] &= ~bit(card)
    state.table.played |= bit(card)


@inline
def legal_follows(hand: int, lead: int) -> int:
    """Follow suit if you can, else any card."""
    same_suit = hand & (SUIT_LANE << (lead & 48))
    return same_suit if same_suit != 0 else hand


@inline
def leader_wins(lead: int, follow: int, trump: int) -> bool:
    """The higher trump wins; without trump in the trick, the higher card of the suit led."""
    if lead >> 4 == follow >> 4:
        return lead > follow
    return follow >> 4 != trump


@inline
def pull(state: Any, rules: Any) -> int:
    """The winner pulls the coin; a closed card it stops on is turned up and makes trump from the next trick on."""
    table = state.table
    last = table.last
    last.rope_used = 0
    last.revealed = NONE
    end = rules.ridge_length - 1
    target = table.coin + last.steps if last.winner == 1 else table.coin - last.steps
    if target < 0 or target > end:
        if table.ropes == 0:
            return Reason.FALL
        table.ropes -= 1
        last.rope_used = 1
        target = 0 if target < 0 else end
    table.coin = target
    if not has(table.turned, target):
        last.revealed = turn_up(state, target)
        if rules.trump:
            table.trump = last.revealed >> 4
        if table.turned == (1 << rules.ridge_length) - 1:
            return Reason.RIDGE_OPEN
    return PLAYING


@inline
def turn_up(state: Any, position: int) -> int:
    """Turn up the ridge card at the position; returns the card."""
    card = state.hidden.ridge[position]
    state.table.turned |= 1 << position
    state.table.ridge[position] = card
    state.table.ridge_cards |= bit(card)
    return card


@inline
def write_outcome(game: Any, reason: int, row: Any) -> None:
    """One row of the outcome table."""
    table = game.state.table
    won = reason == Reason.RIDGE_OPEN
    row.result = Result.WIN if won else Result.LOSS
    row.reason = reason
    row.winners = 3 if won else 0
    row.round = table.round
    row.length = (table.round - 1) * game.rules.hand_size + table.trick
    row.ropes_left = table.ropes
    row.ridge_open = count(table.turned) - 1
    row.fall_end = table.leader if reason == Reason.FALL else NONE


@inline
def note_setup(game: Any) -> None:
    if game.state.control.logging:
        note(game, Event.SETUP)
        note(game, game.state.table.dealer)
        for i in range(game.rules.ridge_length):
            note(game, game.state.hidden.ridge[i])


@inline
def note_deal(game: Any) -> None:
    if game.state.control.logging:
        note(game, Event.DEAL)
        note(game, game.state.table.round)
        note(game, game.state.table.dealer)
        for i in range(game.rules.ridge_length, DECK_SIZE):
            note(game, game.state.hidden.deck[i])


@inline
def note_trick(game: Any) -> None:
    table = game.state.table
    last = table.last
    note(game, Event.TRICK)
    for value in (table.round, table.trick, last.leader, last.lead, last.follow, last.trump, last.winner, last.steps):
        note(game, value)
    for value in (last.rope_used, table.coin, last.revealed, table.ropes):
        note(game, value)

"""Engine of Side by Side: setup, missions, morale; the rules in the order of the rulebook.

Every kernel changes `game.state` in place.  A mission's turns stand in `mission.py`, its support in `support.py`.
"""

from __future__ import annotations

from typing import Any

from simkit.cards import NONE, bit, count, lowest
from simkit.games.core import Game, Result, ask, refuse, reset_seat
from simkit.games.side_by_side import log as event_log
from simkit.games.side_by_side.legal import (
    cards_in_hands,
    free_charms,
    least_intensity,
    morale_drop,
    most_intensity,
)
from simkit.games.side_by_side.mission import deal, take_turns
from simkit.games.side_by_side.state import FIRST_QUEEN, PILE_END, Decision, Reason
from simkit.games.side_by_side.support import support
from simkit.jit import inline
from simkit.rng import Purpose, shuffle, start_stream

PLAYING = NONE  # no reason to end yet


def play_games(
    state: Any, rules: Any, seed: int, first: int, rows: Any, log: Any, b0: Any, b1: Any, b2: Any, b3: Any, b4: Any
) -> int:
    """Play games first, first + 1, … of `seed` into `rows` (OUTCOME records); returns how many were finished.

    Stops early when `state.control.stop` is set from outside.
    """
    game = Game(state, rules, (b0, b1, b2, b3, b4), log)
    control = state.control
    state.hidden.seed = seed
    for i in range(len(rows)):
        control.game = first + i
        start(game)
        reason = play(game)
        if reason == PLAYING:
            return i
        write_outcome(game, reason, rows[i])
    return len(rows)


@inline
def play(game: Any) -> int:
    """Play missions until the game ends; returns the reason, or PLAYING if told to stop."""
    control = game.state.control
    while control.stop == 0:  # rules without a least morale drop may never end
        start_mission(game)
        table = game.state.table
        table.failed = 1 if take_turns(game) else 0
        end_mission(game)
        support(game)
        reason = check_end(game)
        if reason != PLAYING:
            return reason
        drop_morale(game)
    return PLAYING


@inline
def start(game: Any) -> None:
    """Shuffle, count off the draw pile, hand out coins, let each player choose a charm."""
    state, rules = game.state, game.rules
    table, hidden = state.table, state.hidden
    seed, index = hidden.seed, state.control.game
    first = PILE_END - rules.draw_pile
    for card in range(rules.cards):
        hidden.cards[first + card] = card
    start_stream(hidden.stream, seed, index, Purpose.SETUP, 0)
    shuffle(hidden.stream, hidden.cards, first, rules.cards - 1, first + rules.cards)
    hidden.failures = 0
    table.draw_size = rules.draw_pile
    table.reserve_size = rules.cards - rules.draw_pile
    table.speech_coins_in_middle = rules.speech_coins
    table.mission = 0
    table.leader = 0
    table.no_mans_land = 0
    table.threats = 0
    table.in_mission = 0
    table.failed = 0
    table.removed = 0
    table.shuffled_back = 0
    table.speaker = NONE
    table.threat = NONE
    table.charm_ready = rules.everyone
    for chair in range(rules.chairs):
        reset_chair(table, rules, chair)
    for seat in range(rules.players):
        state.seats[seat].hand = 0
        reset_seat(state.seats[seat], seat, seed, index)
    choose_charms(game)
    if state.control.logging:
        event_log.note_setup(game)


@inline
def reset_chair(table: Any, rules: Any, chair: int) -> None:
    """Each player takes 3 support coins, and so does the third friend; nobody holds anything else."""
    table.charms[chair] = NONE
    table.hand_sizes[chair] = 0
    table.setbacks[chair] = 0
    table.speech_coins[chair] = 0
    table.support_coins[chair] = rules.support_coins
    table.points_at[chair] = NONE
    table.received[chair] = 0
    table.support_received[chair] = 0


@inline
def choose_charms(game: Any) -> None:
    """Each player chooses a lucky charm: one of the six threats, a different one for each player."""
    table = game.state.table
    for seat in range(game.rules.players):
        threat = ask(game, seat, Decision.CHARM)
        if not (0 <= threat < 6 and (free_charms(table, game.rules) >> threat) & 1):
            refuse(game, threat)
        table.charms[seat] = threat


@inline
def start_mission(game: Any) -> None:
    """Everybody is in and all fears count again; the leader decides how many cards each player is dealt."""
    table, rules = game.state.table, game.rules
    table.mission += 1
    table.in_mission = rules.everyone
    table.failed = 0
    table.speaker = NONE
    table.threat = NONE
    before = 0
    for chair in range(rules.chairs):
        table.points_at[chair] = NONE
        table.received[chair] = 0
        before |= table.setbacks[chair]
    table.threats = rules.fears[(before >> FIRST_QUEEN) & 15]
    intensity = ask(game, table.leader, Decision.INTENSITY)
    if not least_intensity(table, rules) <= intensity <= most_intensity(table, rules):
        refuse(game, intensity)
    if game.state.control.logging:
        event_log.note_mission(game, intensity)
    deal(game, intensity, before)
    if game.state.control.logging:
        event_log.note_dealt(game)


@inline
def end_mission(game: Any) -> None:
    """Failure: shuffle the cards from No Man's Land back into the draw pile.  Success: they leave the game."""
    state = game.state
    table = state.table
    cards = table.no_mans_land
    table.no_mans_land = 0
    table.threats = 0
    if table.failed:
        state.hidden.failures += 1
        table.shuffled_back |= cards
        shuffle_back(state, cards)
    else:
        table.removed |= cards
    if state.control.logging:
        event_log.note_mission_end(game, cards)


@inline
def shuffle_back(state: Any, cards: int) -> None:
    """The shuffle starts from sorted cards, so that two bots meet the same one as long as they can."""
    table, hidden = state.table, state.hidden
    for i in range(PILE_END - table.draw_size, PILE_END):
        cards |= bit(hidden.cards[i])
    size = count(cards)
    table.draw_size = size
    place = PILE_END - size
    while cards != 0:
        hidden.cards[place] = lowest(cards)
        cards &= cards - 1
        place += 1
    start_stream(hidden.stream, hidden.seed, state.control.game, Purpose.RESHUFFLE, table.mission)
    if size > 1:
        shuffle(hidden.stream, hidden.cards, PILE_END - size, size - 1, PILE_END)


@inline
def check_end(game: Any) -> int:
    """First the setbacks, then peace, then morale; the reason to end or PLAYING."""
    table, rules = game.state.table, game.rules
    for seat in range(rules.players):
        if count(table.setbacks[seat]) >= rules.setback_limit:
            return Reason.SETBACKS
    if table.draw_size == 0 and cards_in_hands(table, rules) == 0:
        return Reason.PEACE
    if morale_drop(table, rules) >= table.reserve_size:
        return Reason.MORALE
    return PLAYING


@inline
def drop_morale(game: Any) -> None:
    """Move cards from the reserve onto the draw pile; the leader passes left, the old one takes a speech coin."""
    state, rules = game.state, game.rules
    table, hidden = state.table, state.hidden
    drop = morale_drop(table, rules)
    reserve_top = PILE_END + rules.cards - rules.draw_pile - table.reserve_size
    pile_top = PILE_END - table.draw_size
    for i in range(drop):
        hidden.cards[pile_top - 1 - i] = hidden.cards[reserve_top + i]
    table.draw_size += drop
    table.reserve_size -= drop
    if state.control.logging:
        event_log.note_morale(game, drop)
    if table.speech_coins_in_middle > 0:
        table.speech_coins_in_middle -= 1
        table.speech_coins[table.leader] += 1
    table.leader = table.leader + 1 if table.leader + 1 < rules.players else 0


@inline
def write_outcome(game: Any, reason: int, row: Any) -> None:
    """One row of the outcome table."""
    table, rules = game.state.table, game.rules
    won = reason == Reason.PEACE
    row.result = Result.WIN if won else Result.LOSS
    row.reason = reason
    row.winners = rules.everyone if won else 0
    row.length = table.mission
    row.missions = table.mission
    row.failures = game.state.hidden.failures
    row.reserve_left = table.reserve_size
    row.cards_left = table.draw_size + cards_in_hands(table, rules)
    most = 0
    for seat in range(rules.players):
        most = max(most, count(table.setbacks[seat]))
    row.most_setbacks = most

"""Engine of Gleich und gleich: setup, turn, round; the rules in the order of `rules/gleich_und_gleich.md`.

A turn is a chain of decisions.  `turn` carries out one chosen action and leaves the next decision in `table.decision`:
play, traces, rollouts and interactive play all go through it.  Every kernel changes `game.state` in place.
"""

from __future__ import annotations

from typing import Any

from simkit.cards import NONE
from simkit.games.core import Game, Result, ask, refuse, reset_seat
from simkit.games.gleich_und_gleich.log import note_end, note_end_turn, note_lay, note_round, note_setup, note_step
from simkit.games.gleich_und_gleich.packed import at_least, flags_count, get, one, reaching, total, without
from simkit.games.gleich_und_gleich.piles import cards_in_piles, deal, shuffle_pile, take
from simkit.games.gleich_und_gleich.rows import between, lay_on, shows_one_species, take_off
from simkit.games.gleich_und_gleich.state import LEFT, RIGHT, Decision, Event, Reason, Route
from simkit.jit import inline
from simkit.rng import Purpose

PLAYING = NONE  # no reason to end yet
REFILL, END_TURN = 4, 5  # what may follow an action besides a decision


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
        write_outcome(game, play(game), rows[i])
    return len(rows)


@inline
def play(game: Any) -> int:
    """Play turns until the game ends; returns the reason."""
    table = game.state.table
    reason = PLAYING
    while reason == PLAYING:
        reason = turn(game, ask(game, table.player, table.decision))
    return reason


# --- setup


@inline
def start(game: Any, seed: int, index: int) -> None:
    """Shuffle, fill the rows, deal hands and open cards.  The dealer, seat 0, takes the first turn."""
    state, rules = game.state, game.rules
    table, hidden = state.table, state.hidden
    clear_table(table, rules)
    hidden.seed = seed
    hidden.index = index
    shuffle_pile(game, rules.deck, Purpose.SETUP, 0)
    for k in range(rules.rows):
        fill_row(game, k)
    for k in range(rules.players):
        state.seats[k].hand = 0
        reset_seat(state.seats[k], k, seed, index)
    deal(game)
    for k in range(rules.players):
        table.collections[k] = one(take(game))
    note_setup(game)
    table.turn = 1
    table.round_number = 1
    table.decision = Decision.LAY


@inline
def clear_table(table: Any, rules: Any) -> None:
    """Nothing is left of the game before, not even beyond the ends of a row."""
    for k in range(rules.rows):
        row = table.rows[k]
        row.left = 0
        row.length = 0
        row.counts = 0
        for i in range(rules.mask + 1):
            row.cards[i] = NONE
    for k in range(rules.players):
        table.known[k] = 0
    table.turn = 0
    table.dealer = 0
    table.player = 0
    table.discard = 0
    table.turned_row = NONE
    table.turned_card = NONE
    table.reshuffles = 0
    table.leader = NONE
    table.most = 1
    table.lead_changes = 0


@inline
def fill_row(game: Any, number: int) -> None:
    """Vorbereitung 2: a second card of a species "leg … auf den Ablagestapel … und leg eine neue Karte an"."""
    table, rules = game.state.table, game.rules
    row = table.rows[number]
    while row.length < rules.row_cards:
        card = take(game)
        if get(row.counts, card) != 0:
            table.discard += one(card)
        else:
            lay_on(row, rules.mask, RIGHT, card, 1)


# --- a turn


@inline
def turn(game: Any, action: int) -> int:
    """Carry out what the acting player chose for `table.decision`; returns why the game ends or PLAYING."""
    table = game.state.table
    decision = table.decision
    if decision == Decision.LAY:
        step = lay(game, action)
    elif decision == Decision.DRAW:
        step = draw(game, action)
    elif decision == Decision.REFILL_END:
        step = place_turned_card(game, action)
    else:
        step = flock(game, action)
    if step == REFILL:
        step = refill(game)
    if step == Decision.FLOCK and reaching(game.state.seats[table.player].hand, game.rules.small_flocks) == 0:
        step = END_TURN
    if step == END_TURN:
        return end_turn(game)
    table.decision = step
    return PLAYING


@inline
def lay(game: Any, action: int) -> int:
    """Step 1: "spiel alle Karten dieser Art aus"; with a gap closed, "alle Karten dazwischen schnappst du dir"."""
    table, rules = game.state.table, game.rules
    player = table.player
    seat = game.state.seats[player]
    species, number, end = action >> 4, action >> 1 & 7, action & 1
    if action < 0 or species >= rules.species or number >= rules.rows or get(seat.hand, species) == 0:
        refuse(game, action)
    count = get(seat.hand, species)
    row = table.rows[number]
    captured = between(row, rules.mask, species, end)
    gap = total(captured)
    table.turned_row = number
    if game.state.control.logging:
        note_lay(game, species, count, end, gap)

    take_off(row, rules.mask, end, captured, gap)
    lay_on(row, rules.mask, end, species, count)
    seat.hand = without(seat.hand, species) + captured
    table.known[player] = without(table.known[player], species) + captured
    table.held[player] += gap - count
    if gap != 0:
        return REFILL
    return Decision.DRAW if may_draw(table, rules) else Decision.FLOCK


@inline
def may_draw(table: Any, rules: Any) -> bool:
    """Nothing captured: "dann darfst du, wenn du willst, die obersten 2 Karten … nehmen"."""
    if rules.draw == 0 or (table.held[table.player] == 0 and not rules.draw_after_last_card):
        return False
    return table.draw_pile != 0 or table.discard != 0


@inline
def draw(game: Any, action: int) -> int:
    """Draw that many cards, or what there is."""
    table, rules = game.state.table, game.rules
    if action < 0 or action > rules.draw or (action not in (0, rules.draw) and not rules.draw_any):
        refuse(game, action)
    while action > 0 and (table.draw_pile != 0 or table.discard != 0):
        card = take(game)
        note_step(game, Event.DRAW, card, 0)
        game.state.seats[table.player].hand += one(card)
        table.held[table.player] += 1
        action -= 1
    return Decision.FLOCK


@inline
def refill(game: Any) -> int:
    """Reihe auffüllen: one card after another "bis sie zwei verschiedene Arten enthält"."""
    table, rules = game.state.table, game.rules
    row = table.rows[table.turned_row]
    while shows_one_species(row) and (table.draw_pile != 0 or table.discard != 0):
        card = take(game)
        if not rules.refill_right:
            table.turned_card = card
            return Decision.REFILL_END
        note_step(game, Event.REFILL, card, RIGHT)
        lay_on(row, rules.mask, RIGHT, card, 1)
    return Decision.FLOCK


@inline
def place_turned_card(game: Any, action: int) -> int:
    """The card turned up goes to "eines der beiden Enden"."""
    table = game.state.table
    if action != LEFT and action != RIGHT:
        refuse(game, action)
    note_step(game, Event.REFILL, table.turned_card, action)
    lay_on(table.rows[table.turned_row], game.rules.mask, action, table.turned_card, 1)
    table.turned_card = NONE
    return REFILL


@inline
def flock(game: Any, action: int) -> int:
    """Step 2: show all cards of one species; 1 or 2 "in deine Sammlung", "alle anderen … auf den Ablagestapel"."""
    if action == NONE:
        return END_TURN
    table, rules = game.state.table, game.rules
    player = table.player
    seat = game.state.seats[player]
    if action < 0 or action >= rules.species or get(seat.hand, action) < rules.small[action]:
        refuse(game, action)
    shown = get(seat.hand, action)
    kept = flock_keeps(rules, action, shown)
    note_step(game, Event.FLOCK, action, shown)
    seat.hand = without(seat.hand, action)
    table.known[player] = without(table.known[player], action)
    table.held[player] -= shown
    table.collections[player] += kept * one(action)
    table.discard += (shown - kept) * one(action)
    watch_lead(table, player)
    return END_TURN


@inline
def flock_keeps(rules: Any, species: int, shown: int) -> int:
    """How many cards of a flock go to the collection; 0 if it is none."""
    if shown >= rules.large[species]:
        return min(2, shown)
    return 1 if shown >= rules.small[species] else 0


@inline
def watch_lead(table: Any, player: int) -> None:
    """Count a change when a seat comes to lead alone and the last to do so was another."""
    collected = total(table.collections[player])
    if collected > table.most:
        table.most = collected
        if table.leader not in (NONE, player):
            table.lead_changes += 1
        table.leader = player


# --- ends


@inline
def end_turn(game: Any) -> int:
    """A win ("Prüft am Ende jedes Zugs"), then the turn limit, then an empty hand; else the next player's turn."""
    table, rules = game.state.table, game.rules
    player = table.player
    note_end_turn(game)
    reason = win_route(rules, table.collections[player])
    if reason != PLAYING:
        return reason
    if table.turn == rules.turn_limit:
        return Reason.TURN_LIMIT
    if table.held[player] == 0:
        reason = end_round(game)
        if reason != PLAYING:
            return reason
    else:
        table.player = player + 1 if player + 1 < rules.players else 0
    table.turn += 1
    table.decision = Decision.LAY
    return PLAYING


@inline
def win_route(rules: Any, collection: int) -> int:
    """SPECIES, TRIPLES or PLAYING; both at once are SPECIES."""
    if flags_count(at_least(collection, 1)) >= rules.win_species:
        return Reason.SPECIES
    if flags_count(at_least(collection, rules.triple_size)) >= rules.win_triples:
        return Reason.TRIPLES
    return PLAYING


@inline
def end_round(game: Any) -> int:
    """All others "legen ihre Handkarten auf den Ablagestapel"; who emptied their hand deals and begins."""
    state, rules = game.state, game.rules
    table = state.table
    note_round(game, Event.ROUND_END)
    for k in range(rules.players):
        table.discard += state.seats[k].hand
        state.seats[k].hand = 0
        table.known[k] = 0
        table.held[k] = 0
    table.dealer = table.player
    if cards_in_piles(table) < rules.players * rules.hand_size:
        return Reason.DEAL_IMPOSSIBLE
    table.round_number += 1
    deal(game)
    note_round(game, Event.DEAL)
    return PLAYING


@inline
def winners(game: Any, reason: int) -> int:
    """The winning seats as bits.  "Wer die meisten Karten in seiner Sammlung hat, gewinnt; bei Gleichstand …"."""
    table = game.state.table
    if reason == Reason.DEAL_IMPOSSIBLE:
        seats = 0
        for k in range(game.rules.players):
            if total(table.collections[k]) == table.most:
                seats |= 1 << k
        return seats
    return 0 if reason == Reason.TURN_LIMIT else 1 << table.player


@inline
def write_outcome(game: Any, reason: int, row: Any) -> None:
    """One row of the outcome table."""
    table = game.state.table
    seats = winners(game, reason)
    row.result = Result.UNFINISHED if seats == 0 else Result.WIN if seats & seats - 1 == 0 else Result.SHARED
    row.reason = reason
    row.winners = seats
    row.length = table.turn
    row.turns = table.turn
    row.rounds = table.round_number
    row.reshuffles = table.reshuffles
    row.route = Route.MOST_CARDS if reason == Reason.DEAL_IMPOSSIBLE else Route.NONE if seats == 0 else reason
    row.lead_changes = table.lead_changes
    note_end(game)

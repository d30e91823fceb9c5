"""Best: weighs what a move brings, what it keeps in hand, and what it leaves for the next player.

Everything is measured in progress towards a win; names in `quotes` are weights.  Price of a card: 16 ÷ cards of its
species (a J, Q or K 2, any other 1).

Gain (of collecting k = 1 or 2 more cards of a species, for any player).  The cost of a species to a goal is the price
of all cards that its flocks still need: large ones for 2, a small one for an odd card; 0 if it is there, 100 if fewer
cards than a small flock are outside all collections.  The species way costs the 7 smallest costs to 1 card, the
triples way the 2 smallest costs to 3 cards.  The species way counts share = 1 ÷ (1 + e^(`k1` × its cost − `k2` × the
other's + `bias`)).  Gain = share × `k1` × what the species way gets cheaper + (1 − share) × `k2` × what the triples way
gets cheaper; a card that wins the game gains `win`.

Held (c cards of a species in hand) = `hold` × gain of 1 × (c ÷ small flock)², from the small flock on towards gain of
2 in the same way, from the large flock on `hold` × gain of 2.
Hand after step 1: all that is held + what the best flock adds (its gain − what it was worth held, + `empty` × hand
size if it empties the hand; never less than nothing).  An empty hand is worth `empty` × hand size.
Drawing: the same hand, but no flock empties it; + cards drawn × Σ over species of the chance of such a card × how much
one more of it adds, a flock it makes possible included.  The chance is its share of all cards not seen.

Rows (after the move): a captured card is worth gain of 1 ÷ small flock × (1 + `near` × how full the small flock of that
player is, at most 1, expected for the next player).  Chance = `own` × the best capture I could make next turn with a
species in hand, if the rows stay as they are.  Threat = `threat` × Σ over species of the probability that the next
player holds it × the best capture with it.

Lay: the greatest hand (or drawing, if nothing is captured and that is better) + chance − threat; no threat if this
empties the hand, since the round ends and one plays on.  Equal: the first in the order species, row, left before right.
Draw: always, unless the hand can be emptied and that is worth more.  Flock: the one that adds most, if it adds
anything.  Refill: right.

Weights: `experiments/tune_best.py --games 1600 --generations 30`, on seeds no report uses.
"""

import numpy as np

from simkit.games.gleich_und_gleich.helpers import (
    LEFT,
    NONE,
    RIGHT,
    at_least,
    captured,
    first_species,
    flocks,
    get,
    kept,
    lay_at,
    total,
    unseen_cards,
    without,
)

from ._best_gains import gains
from ._best_rows import best_capture, expected_capture, look_at_rows, prices
from .racer import can_empty

BASE = "racer"
WEIGHTS = {
    "k1": 0.0514,
    "k2": 0.0809,
    "bias": -0.363,
    "hold": 0.616,
    "threat": 0.0594,
    "own": 0.0709,
    "empty": 0.0182,
    "win": 0.541,
    "near": 3.9,
}

WORST = -1e18


def my_gains(view):
    """Gains of collecting 1 (row 0) and 2 (row 1) more cards of each species."""
    return gains(view, view.me.seat, view.weights.k1, view.weights.k2, view.weights.bias, view.weights.win)


def next_gains(view, seat):
    """The same for another player."""
    return gains(view, seat, view.weights.k1, view.weights.k2, view.weights.bias, view.weights.win)


def held_values(view, gain):
    """What c cards of a species are worth in hand: values[species, c], c up to the large flock."""
    rules, hold = view.rules, view.weights.hold
    most = 0
    for species in range(rules.species):
        most = max(most, rules.large[species])
    values = np.zeros((rules.species, most + 1))
    for species in range(rules.species):
        small, large = rules.small[species], rules.large[species]
        first, second = hold * gain[0, species], hold * gain[1, species]
        for count in range(large):
            if count < small:
                values[species, count] = first * (count / small) ** 2
            else:
                values[species, count] = first + (second - first) * ((count - small) / (large - small)) ** 2
        values[species, large] = second
    return values


def held(view, values, species, count):
    return values[species, min(count, view.rules.large[species])]


def flock_adds(view, gain, values, species, count):
    """What letting `count` cards of a species fly adds over holding them."""
    return gain[kept(view, species, count) - 1, species] - held(view, values, species, count)


def empty_hand(view):
    """What it is worth to empty the hand: new cards and another turn."""
    return view.weights.empty * view.rules.hand_size


def hold_all(view, values, hand):
    """A hand if nothing flies."""
    value = 0.0
    present = at_least(hand, 1)
    while present:
        species = first_species(present)
        present &= present - 1
        value += held(view, values, species, get(hand, species))
    return value


def best_flock(view, gain, values, hand):
    """What the best flock adds, and its species; 0 and NONE if none adds anything."""
    best, choice = 0.0, NONE
    flying = flocks(view, hand)
    while flying:
        species = first_species(flying)
        flying &= flying - 1
        value = flock_adds(view, gain, values, species, get(hand, species))
        if without(hand, species) == 0:
            value += empty_hand(view)
        if value > best:
            best, choice = value, species
    return best, choice


def hand_value(view, gain, values, hand):
    """A hand after step 1."""
    if hand == 0:
        return empty_hand(view)
    return hold_all(view, values, hand) + best_flock(view, gain, values, hand)[0]


def chances(view):
    """For each species its share of the cards not seen."""
    shares = np.zeros(view.rules.species)
    unseen = unseen_cards(view)
    number = total(unseen)
    for species in range(view.rules.species):
        shares[species] = get(unseen, species) / number if number else 0.0
    return shares


def draw_value(view, gain, values, shares, hand):
    """A hand that will draw: a flock no longer empties it."""
    rules, table = view.rules, view.table
    top = best_flock(view, gain, values, hand)[0]
    if top > 0 and can_empty(view, hand):
        top = max(0.0, top - empty_hand(view))
    adds = 0.0
    for species in range(rules.species):
        count = get(hand, species)
        more = held(view, values, species, count + 1) - held(view, values, species, count)
        if count + 1 >= rules.small[species]:
            more += max(0.0, flock_adds(view, gain, values, species, count + 1) - top)
        adds += shares[species] * more
    cards = min(rules.draw, table.draw_pile + total(table.discard))
    return hold_all(view, values, hand) + top + cards * adds


def probably_held(view, shares, seat):
    """For each species the probability that the seat holds it, and how full its small flock is to be expected."""
    table, rules = view.table, view.rules
    known = table.known[seat]
    unknown = table.held[seat] - total(known)
    found = np.zeros((2, rules.species))
    for species in range(rules.species):
        share = shares[species]
        found[0, species] = 1.0 if get(known, species) else 1.0 - (1.0 - share) ** unknown
        found[1, species] = min(1.0, (get(known, species) + unknown * share) / rules.small[species])
    return found


def fullness(view, hand):
    """For each species how full its small flock is in this hand, at most 1."""
    full = np.zeros(view.rules.species)
    for species in range(view.rules.species):
        full[species] = min(1.0, get(hand, species) / view.rules.small[species])
    return full


def lay(view):
    rules, hand = view.rules, view.me.hand
    gain, shares = my_gains(view), chances(view)
    values = held_values(view, gain)
    seat = view.me.seat + 1 if view.me.seat + 1 < rules.players else 0
    likely = probably_held(view, shares, seat)
    mine = prices(view, gain, fullness(view, hand), view.weights.near)
    theirs = prices(view, next_gains(view, seat), likely[1], view.weights.near)
    my_rows, their_rows = look_at_rows(view, mine), look_at_rows(view, theirs)
    best, action = WORST, NONE
    for species in range(rules.species):
        if get(hand, species) == 0:
            continue
        rest = without(hand, species)
        stopping, drawing = hand_value(view, gain, values, rest), draw_value(view, gain, values, shares, rest)
        for row in range(rules.rows):
            for end in (LEFT, RIGHT):
                got = captured(view, species, row, end)
                value = hand_value(view, gain, values, rest + got) if got else max(stopping, drawing)
                value += view.weights.own * best_capture(view, mine, my_rows, rest + got, species, row, end)
                goes_on = (got != 0 or stopping >= drawing) and can_empty(view, rest + got)
                if value > best and not goes_on:  # a threat only lowers it
                    value -= view.weights.threat * expected_capture(view, theirs, their_rows, likely, species, row, end)
                if value > best:
                    best, action = value, lay_at(species, row, end)
    return action


def draw(view):
    hand = view.me.hand
    if not can_empty(view, hand):
        return view.rules.draw
    gain = my_gains(view)
    values = held_values(view, gain)
    drawing = draw_value(view, gain, values, chances(view), hand)
    return view.rules.draw if drawing > hand_value(view, gain, values, hand) else 0


def flock(view):
    gain = my_gains(view)
    return best_flock(view, gain, held_values(view, gain), view.me.hand)[1]

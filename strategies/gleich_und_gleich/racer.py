"""Racer: knows both ways to win, works towards the nearer one, and races to empty its hand.

An emptied hand ends the round: all others lose their cards, and the racer gets 8 new ones and another turn.

Price of a card: 16 ÷ cards of its species (a J, Q or K 2, any other 1).

Effort of a species, to have `goal` of it in the collection (1 on the way to 7 species, 3 on the way to two triples):
  nothing     if they are there already
  impossible  if fewer cards than the next flock needs are outside all collections
  else        price × cards still missing in hand + `turn` × flocks needed,
              where 2 missing cards need a large flock and an odd one a small flock
Way: the sum of the 7 smallest efforts (or 2, on the other way).  The shorter way counts (equal: 7 species), and its
species are the targets; each wants as many cards as its flocks need.  Thought through once, before laying.

Worth of a hand: for each species, cards × price × (1 + `sharp` × how full its small flock is, at most 1); a target
counts no more cards than it wants, another species counts `other`.
Prospect of a hand: its worth, plus `fly` if a target can fly; plus `fresh` × hand size if a flock empties the hand
(the better of the two for the best single flock).  An empty hand is worth `fresh` × hand size and nothing else.

Lay: the move with the best prospect; capturing nothing counts `draw` × cards to draw on top, unless the hand can be
emptied.  Equal: the first in the order species, row, left before right.
Draw: all, unless the hand can be emptied: no card left, or all of one species that may fly.
Flock: whenever possible; a win first, then the flock that leaves the shortest way.  Refill: right.
"""

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
    one,
    wins,
    without,
)

BASE = "greedy"
WEIGHTS = {"turn": 1.0, "other": 0.9, "fly": 4.0, "fresh": 1.5, "sharp": 2.0, "draw": 2.2}

IMPOSSIBLE = 1000.0
TAKEN = 1e6
WORST = -1e9
# Places in view.me.scratch: efforts at 0 … 7, then for each species the worth of a card and 1 ÷ small flock.
CARD, FILL = 8, 16


def cards_to_show(view, species, missing):
    """Cards that the flocks for `missing` more cards in the collection need: large ones first."""
    return (missing >> 1) * view.rules.large[species] + (missing & 1) * view.rules.small[species]


def effort(view, hand, collection, collected, species, goal):
    """What it still takes to have `goal` cards of a species; `collected`: all collections together."""
    missing = goal - get(collection, species)
    if missing <= 0:
        return 0.0
    rules = view.rules
    flock_size = rules.large[species] if missing >= 2 else rules.small[species]
    if flock_size > rules.cards[species] - get(collected, species):
        return IMPOSSIBLE
    lack = max(0, cards_to_show(view, species, missing) - get(hand, species))
    return lack * view.rules.price[species] + view.weights.turn * ((missing + 1) >> 1)


def all_collected(view, collection):
    """The cards in all collections, my own being `collection`."""
    cards = collection
    for seat in range(view.rules.players):
        if seat != view.me.seat:
            cards += view.table.collections[seat]
    return cards


def way(view, hand, collection, number, goal):
    """Length of a way and its targets (flags): the `number` smallest efforts."""
    efforts = view.me.scratch
    collected = all_collected(view, collection)
    species_count = view.rules.species
    if number > species_count:
        return TAKEN, 0
    for species in range(species_count):
        efforts[species] = effort(view, hand, collection, collected, species, goal)
    length, targets = 0.0, 0
    for _ in range(number):
        best = 0
        for species in range(1, species_count):
            if efforts[species] < efforts[best]:
                best = species
        length += efforts[best]
        targets |= one(best)
        efforts[best] = TAKEN
    return length, targets


def wanted(view):
    """The cards (packed) that the targets of the shorter way want."""
    rules, collection = view.rules, view.table.collections[view.me.seat]
    length, targets = way(view, view.me.hand, collection, rules.win_species, 1)
    other_length, other_targets = way(view, view.me.hand, collection, rules.win_triples, rules.triple_size)
    goal = 1
    if other_length < length:
        targets, goal = other_targets, rules.triple_size
    want = 0
    while targets:
        species = first_species(targets)
        targets &= targets - 1
        missing = goal - get(collection, species)
        if missing > 0:
            want += min(127, cards_to_show(view, species, missing)) * one(species)
    return want


def shorter_way(view, hand, collection):
    """Length of the shorter way."""
    rules = view.rules
    length, _ = way(view, hand, collection, rules.win_species, 1)
    other_length, _ = way(view, hand, collection, rules.win_triples, rules.triple_size)
    return min(length, other_length)


def note_prices(view, want):
    """Write down what a card of each species is worth while its small flock is far."""
    for species in range(view.rules.species):
        share = 1.0 if get(want, species) else view.weights.other
        view.me.scratch[CARD + species] = share * view.rules.price[species]
        view.me.scratch[FILL + species] = 1.0 / view.rules.small[species]


def worth(view, hand, want):
    """What a hand is worth on the way to the wanted cards."""
    scratch = view.me.scratch
    value = 0.0
    held = at_least(hand, 1)
    while held:
        species = first_species(held)
        held &= held - 1
        count, most = get(hand, species), get(want, species)
        useful = min(count, most) if most else count
        fullness = min(1.0, count * scratch[FILL + species])
        value += useful * scratch[CARD + species] * (1.0 + view.weights.sharp * fullness)
    return value


def fresh_hand(view):
    """What it is worth to empty the hand: new cards and another turn."""
    return view.weights.fresh * view.rules.hand_size


def prospect(view, hand, want):
    """A hand after step 1: its worth and what the best flock adds."""
    if hand == 0:
        return fresh_hand(view)
    best = 0.0
    flying = flocks(view, hand)
    while flying:
        species = first_species(flying)
        flying &= flying - 1
        value = view.weights.fly if get(want, species) else 0.0
        if without(hand, species) == 0:
            value += fresh_hand(view)
        best = max(best, value)
    return worth(view, hand, want) + best


def can_empty(view, hand):
    """Whether the hand can be emptied this turn: nothing is left, or one flock."""
    held = at_least(hand, 1)
    return held & (held - 1) == 0 and flocks(view, hand) == held


def draw_worth(view, hand):
    """What drawing is worth: nothing when it is better to empty the hand."""
    value = view.weights.draw * view.rules.draw
    return 0.0 if can_empty(view, hand) and fresh_hand(view) > value else value


def lay(view):
    hand, rules = view.me.hand, view.rules
    want = wanted(view)
    note_prices(view, want)
    best, action = WORST, NONE
    for species in range(rules.species):
        if get(hand, species) == 0:
            continue
        left = without(hand, species)
        nothing = prospect(view, left, want) + draw_worth(view, left)
        for row in range(rules.rows):
            for end in (LEFT, RIGHT):
                got = captured(view, species, row, end)
                value = prospect(view, left + got, want) if got else nothing
                if value > best:
                    best, action = value, lay_at(species, row, end)
    return action


def draw(view):
    return view.rules.draw if draw_worth(view, view.me.hand) > 0 else 0


def flock(view):
    hand, collection = view.me.hand, view.table.collections[view.me.seat]
    shortest, choice = -WORST, NONE
    flying = flocks(view, hand)
    while flying:
        species = first_species(flying)
        flying &= flying - 1
        after = collection + kept(view, species, get(hand, species)) * one(species)
        length = -1.0 if wins(view, after) else shorter_way(view, without(hand, species), after)
        if length < shortest:
            shortest, choice = length, species
    return choice

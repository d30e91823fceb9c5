"""What collecting a card is worth to a player: see the first paragraph of best.py."""

from math import exp

import numpy as np

from simkit.games.gleich_und_gleich.helpers import at_least, flags_count, get

from .racer import cards_to_show

NEVER = 100.0
CLOSED = 1000.0
SORTED = 0  # place in view.me.scratch


def cost(view, species, have, goal, left):
    """Price of the cards still needed from `have` to `goal` collected ones; `left` cards are in no collection."""
    missing = goal - have
    if missing <= 0:
        return 0.0
    if view.rules.small[species] > left:
        return NEVER
    return cards_to_show(view, species, missing) * view.rules.price[species]


def cheapest(view, costs, way, number):
    """The sum of the `number` smallest costs of a way, and the largest of them."""
    ordered = view.me.scratch
    species_count = view.rules.species
    for species in range(species_count):
        value = costs[way, species]
        place = species
        while place > 0 and ordered[SORTED + place - 1] > value:
            ordered[SORTED + place] = ordered[SORTED + place - 1]
            place -= 1
        ordered[SORTED + place] = value
    number = min(number, species_count)
    length = 0.0
    for place in range(number):
        length += ordered[SORTED + place]
    return length, ordered[SORTED + number - 1]


def cheaper(edge, before, after):
    """How much the sum of the smallest costs falls when one of them falls; `edge` is the largest in the sum."""
    return max(0.0, min(before, edge) - after)


def gains(view, seat, k1, k2, bias, win):
    """Worth of collecting 1 (row 0) and 2 (row 1) more cards of each species for the player in that seat."""
    rules, table = view.rules, view.table
    collection = table.collections[seat]
    left = rules.deck
    for k in range(rules.players):
        left -= table.collections[k]
    costs = np.zeros((2, rules.species))
    for species in range(rules.species):
        have, rest = get(collection, species), get(left, species)
        costs[0, species] = cost(view, species, have, 1, rest)
        costs[1, species] = cost(view, species, have, rules.triple_size, rest)
    way1, edge1 = cheapest(view, costs, 0, rules.win_species)
    way2, edge2 = cheapest(view, costs, 1, rules.win_triples)
    if rules.win_species > rules.species:
        way1 += CLOSED
    share = 1.0 / (1.0 + exp(min(500.0, k1 * way1 - k2 * way2 + bias)))
    kinds, triples = flags_count(at_least(collection, 1)), flags_count(at_least(collection, rules.triple_size))
    found = np.zeros((2, rules.species))
    for species in range(rules.species):
        have, rest = get(collection, species), get(left, species)
        for more in range(1, 3):
            triple = have < rules.triple_size and have + more >= rules.triple_size
            if kinds + (have == 0) >= rules.win_species or triples + triple >= rules.win_triples:
                found[more - 1, species] = win
            else:
                after = cost(view, species, have + more, rules.triple_size, rest - more)
                found[more - 1, species] = share * k1 * cheaper(edge1, costs[0, species], 0.0) + (
                    1.0 - share
                ) * k2 * cheaper(edge2, costs[1, species], after)
    return found

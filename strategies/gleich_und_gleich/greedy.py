"""Greedy: captures as many cards as it can, always draws, and lets a flock fly as soon as it may.

Lay: the move that captures most cards; among those the one that lays fewest; then the first in the order species (as
the rules list them), row, left before right.
Draw: always all it may.  Refill: always on the right (the end never matters: a refill only happens in a row of one
species and ends with the second, so both ends give mirror images of the same row).
Flock: whenever it may.  First one that wins the game; then one that keeps 2 cards rather than 1; then a species that
is new to the collection; then the one that shows fewest cards; then the first species.
"""

from simkit.games.gleich_und_gleich.helpers import (
    LEFT,
    NONE,
    RIGHT,
    captured,
    first_species,
    flocks,
    get,
    kept,
    lay_at,
    one,
    total,
    wins,
)


def lay(view):
    best, action = -1, NONE
    for species in range(view.rules.species):
        laid = get(view.me.hand, species)
        if laid == 0:
            continue
        for row in range(view.rules.rows):
            for end in (LEFT, RIGHT):
                value = 128 * total(captured(view, species, row, end)) + 127 - laid
                if value > best:
                    best, action = value, lay_at(species, row, end)
    return action


def draw(view):
    return view.rules.draw


def refill_end(view):
    return RIGHT


def flock(view):
    best, choice = -1, NONE
    collection = view.table.collections[view.me.seat]
    flying = flocks(view, view.me.hand)
    while flying:
        species = first_species(flying)
        flying &= flying - 1
        shown = get(view.me.hand, species)
        number = kept(view, species, shown)
        value = 512 * number + 256 * (get(collection, species) == 0) + 127 - shown
        if wins(view, collection + number * one(species)):
            value += 4096
        if value > best:
            best, choice = value, species
    return choice

"""What bots of Gleich und gleich may import: actions, packed counts, what a move captures, their seat's random numbers.

`view.me.hand`, `view.table.collections[seat]`, `view.table.discard` and `view.table.known[seat]` are packed counts;
`view.table.rows[row]` is read with `card_at` and `captured`.
"""

from __future__ import annotations

from typing import Any

from simkit import rng
from simkit.cards import NONE
from simkit.games.gleich_und_gleich.engine import PLAYING, flock_keeps, win_route
from simkit.games.gleich_und_gleich.packed import (
    at_least,
    first_species,
    flag,
    flags_count,
    get,
    nth_species,
    one,
    reaching,
    total,
    without,
)
from simkit.games.gleich_und_gleich.rows import between, card_from
from simkit.games.gleich_und_gleich.state import LEFT, RIGHT
from simkit.jit import inline

__all__ = [
    "LEFT",
    "NONE",
    "RIGHT",
    "at_least",
    "captured",
    "card_at",
    "first_species",
    "flag",
    "flags_count",
    "flocks",
    "get",
    "kept",
    "lay_at",
    "nth_species",
    "one",
    "random_below",
    "reaching",
    "total",
    "unseen_cards",
    "wins",
    "without",
]


@inline
def lay_at(species: int, row: int, end: int) -> int:
    """The action of laying all cards of the species at an end (LEFT, RIGHT) of a row."""
    return species << 4 | row << 1 | end


@inline
def captured(view: Any, species: int, row: int, end: int) -> int:
    """The cards (packed) that laying the species there would capture."""
    return between(view.table.rows[row], view.rules.mask, species, end)


@inline
def card_at(view: Any, row: int, end: int, depth: int) -> int:
    """The species of the card `depth` places from an end of a row (0: the outermost)."""
    return card_from(view.table.rows[row], view.rules.mask, end, depth)


@inline
def flocks(view: Any, hand: int) -> int:
    """The set of species of which this hand (packed) has at least a small flock."""
    return reaching(hand, view.rules.small_flocks)


@inline
def kept(view: Any, species: int, shown: int) -> int:
    """How many of so many cards shown go to the collection: 0, 1 or 2."""
    return flock_keeps(view.rules, species, shown)


@inline
def wins(view: Any, collection: int) -> bool:
    """Whether this collection (packed) wins."""
    return win_route(view.rules, collection) != PLAYING


@inline
def unseen_cards(view: Any) -> int:
    """The cards (packed) in the draw pile or unknown in the other hands."""
    table = view.table
    cards = view.rules.deck - table.discard - view.me.hand
    for k in range(view.rules.players):
        cards -= table.collections[k]
        if k != view.me.seat:
            cards -= table.known[k]
    for k in range(view.rules.rows):
        cards -= table.rows[k].counts
    if table.turned_card != NONE:
        cards -= one(table.turned_card)
    return cards


@inline
def random_below(view: Any, n: int) -> int:
    """A uniform number 0 … n − 1 from the seat's own stream."""
    return rng.below(view.me.stream, n)

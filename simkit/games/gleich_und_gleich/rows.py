"""Rows of cards: ring buffers that grow and shrink at both ends."""

from __future__ import annotations

from typing import Any

from simkit.games.gleich_und_gleich.packed import at_least, get, one
from simkit.games.gleich_und_gleich.state import LEFT
from simkit.jit import inline


@inline
def card_from(row: Any, mask: int, end: int, depth: int) -> int:
    """The species of the card `depth` places from an end (0: the outermost)."""
    place = row.left + depth if end == LEFT else row.left + row.length - 1 - depth
    return row.cards[place & mask]


@inline
def between(row: Any, mask: int, species: int, end: int) -> int:
    """The cards (packed) between an end and the nearest card of the species; none if there is no such card."""
    found = 0
    if get(row.counts, species) != 0:
        step = 1 if end == LEFT else -1
        place = row.left if end == LEFT else row.left + row.length - 1
        card = row.cards[place & mask]
        while card != species:
            found += one(card)
            place += step
            card = row.cards[place & mask]
    return found


@inline
def take_off(row: Any, mask: int, end: int, cards: int, number: int) -> None:
    """The `number` outermost cards of an end leave the row; packed, they are `cards`."""
    if end == LEFT:
        row.left = row.left + number & mask
    row.length -= number
    row.counts -= cards


@inline
def lay_on(row: Any, mask: int, end: int, species: int, number: int) -> None:
    """Cards of a species come to lie at an end."""
    if end == LEFT:
        row.left = row.left - number & mask
        first = row.left
    else:
        first = row.left + row.length
    for place in range(first, first + number):
        row.cards[place & mask] = species
    row.length += number
    row.counts += number * one(species)


@inline
def shows_one_species(row: Any) -> bool:
    kinds = at_least(row.counts, 1)
    return kinds & kinds - 1 == 0

"""Counts of eight species in one int64: 7 bits a species, species 0 lowest.

A hand, a collection or a pile whose order means nothing is such a number: `hand + captured` puts two together,
`count * one(s)` is `count` cards of species s.  Sets of species ("flags") have bit 7 · s for species s.
"""

from __future__ import annotations

from simkit.cards import count, lowest, nth
from simkit.jit import inline

LANE = 7
FULL = 127
_EVEN = FULL | FULL << 14 | FULL << 28 | FULL << 42  # the lanes of species 0, 2, 4, 6
_ONES = 1 | 1 << 14 | 1 << 28 | 1 << 42
_CARRY = _ONES << LANE


@inline
def get(cards: int, species: int) -> int:
    """How many cards of the species."""
    return cards >> LANE * species & FULL


@inline
def one(species: int) -> int:
    """One card of the species."""
    return 1 << LANE * species


@inline
def without(cards: int, species: int) -> int:
    """All cards but those of the species."""
    return cards & ~(FULL << LANE * species)


@inline
def total(cards: int) -> int:
    """How many cards."""
    pairs = (cards & _EVEN) + (cards >> LANE & _EVEN)
    pairs += pairs >> 28
    return pairs + (pairs >> 14) & 0x3FFF


@inline
def reaching(cards: int, limits: int) -> int:
    """Flags of the species with at least as many cards as in `limits`, packed as well."""
    even = (cards & _EVEN) + _CARRY - (limits & _EVEN)
    odd = (cards >> LANE & _EVEN) + _CARRY - (limits >> LANE & _EVEN)
    return (even & _CARRY) >> LANE | odd & _CARRY


@inline
def at_least(cards: int, number: int) -> int:
    """Flags of the species with at least `number` cards (0 … 127)."""
    return reaching(cards, number * (_ONES | _CARRY))


@inline
def flag(species: int) -> int:
    """The set of this one species: as it happens the same number as one card of it."""
    return 1 << LANE * species


@inline
def flags_count(flags: int) -> int:
    """How many species are in the set."""
    return count(flags)


@inline
def nth_species(flags: int, k: int) -> int:
    """The k-th species of a set (k from 0)."""
    return nth(flags, k) // LANE


@inline
def first_species(flags: int) -> int:
    """The lowest species of a set that is not empty."""
    return lowest(flags) // LANE

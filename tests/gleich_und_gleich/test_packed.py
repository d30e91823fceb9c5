"""Packed counts against dictionaries."""

from __future__ import annotations

import random

import pytest

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


def pack(counts):
    return sum(number << 7 * species for species, number in enumerate(counts))


def species_of(flags):
    return {species for species in range(8) if flags & flag(species)}


@pytest.mark.parametrize("seed", range(30))
def test_packed_counts_do_what_counts_do(seed):
    dice = random.Random(seed)
    most = dice.choice([1, 3, 20, 127])
    counts = [dice.randint(0, most) for _ in range(8)]
    limits = [dice.randint(0, most) for _ in range(8)]
    number = dice.randint(0, most)
    cards = pack(counts)
    assert [get(cards, s) for s in range(8)] == counts
    assert total(cards) == sum(counts)
    assert get(without(cards, 3), 3) == 0 and without(cards, 3) + counts[3] * one(3) == cards
    assert species_of(at_least(cards, number)) == {s for s in range(8) if counts[s] >= number}
    flags = reaching(cards, pack(limits))
    reached = [s for s in range(8) if counts[s] >= limits[s]]
    assert flags == sum(flag(s) for s in reached)
    assert flags_count(flags) == len(reached)
    assert [nth_species(flags, k) for k in range(len(reached))] == reached
    assert not reached or first_species(flags) == reached[0]

"""What can be captured after a move: see the third paragraph of best.py.

`look_at_rows` notes once, for each row, end and species, how much the nearest card of the species captures from that
end now, and what the other rows offer; a move then changes one row only.
"""

import numpy as np

from simkit.games.gleich_und_gleich.helpers import LEFT, RIGHT, at_least, card_at, first_species, get

# Places of a row in what look_at_rows returns: for each end the values and depths by species, then the best of the
# other rows by species, then the value of the whole row.
DEPTH, OTHERS, WHOLE = 16, 32, 40
PLACES = 41
ABSENT = -1.0


def prices(view, gain, full, near):
    """What a captured card of each species is worth to a player."""
    found = np.zeros(view.rules.species)
    for species in range(view.rules.species):
        found[species] = gain[0, species] / view.rules.small[species] * (1.0 + near * full[species])
    return found


def look_at_rows(view, price):
    """See the constants above: notes[row, place]."""
    rules, table = view.rules, view.table
    notes = np.zeros((rules.rows, PLACES))
    for row in range(rules.rows):
        for place in range(DEPTH, DEPTH + 16):
            notes[row, place] = ABSENT
        for end in (LEFT, RIGHT):
            value = 0.0
            for depth in range(table.rows[row].length):
                species = card_at(view, row, end, depth)
                place = 8 * end + species
                if notes[row, DEPTH + place] < 0:
                    notes[row, DEPTH + place] = depth
                    notes[row, place] = value
                value += price[species]
            notes[row, WHOLE] = value
    for species in range(rules.species):
        for row in range(rules.rows):
            best = 0.0
            for other in range(rules.rows):
                if other != row:
                    best = max(best, notes[other, species], notes[other, 8 + species])
            notes[row, OTHERS + species] = best
    return notes


def after_capture(view, price, notes, species, row, end):
    """What each species captures in this row after laying one there has captured, into view.me.scratch[0 … 7]."""
    values = view.me.scratch
    here, there = DEPTH + 8 * end, 8 * (1 - end)
    depth, length = int(notes[row, here + species]), view.table.rows[row].length
    for other in range(view.rules.species):
        from_there = notes[row, DEPTH + there + other]
        values[other] = notes[row, there + other] if 0 <= from_there < length - depth else 0.0
    seen = 1 << species
    value = get(view.me.hand, species) * price[species]
    for place in range(depth, length):
        other = card_at(view, row, end, place)
        if not seen >> other & 1:
            seen |= 1 << other
            values[other] = max(values[other], value)
        value += price[other]


def capture(view, notes, species, row, end, laid, other):
    """What a species captures in this row after cards worth `laid` were laid there."""
    here, there = 8 * end, 8 * (1 - end)
    if notes[row, DEPTH + here + species] > 0:
        return view.me.scratch[other]
    if notes[row, DEPTH + here + other] < 0:
        return notes[row, WHOLE] if other == species else 0.0
    if other == species:
        return notes[row, there + species]
    return max(notes[row, here + other] + laid, notes[row, there + other])


def best_capture(view, price, notes, hand, species, row, end):
    """My best capture next turn with a species of this hand."""
    if notes[row, DEPTH + 8 * end + species] > 0:
        after_capture(view, price, notes, species, row, end)
    laid = get(view.me.hand, species) * price[species]
    best = 0.0
    held = at_least(hand, 1)
    while held:
        other = first_species(held)
        held &= held - 1
        best = max(best, capture(view, notes, species, row, end, laid, other), notes[row, OTHERS + other])
    return best


def expected_capture(view, price, notes, likely, species, row, end):
    """The next player's captures, each species weighed with the probability that it is held (likely[0])."""
    if notes[row, DEPTH + 8 * end + species] > 0:
        after_capture(view, price, notes, species, row, end)
    laid = get(view.me.hand, species) * price[species]
    value = 0.0
    for other in range(view.rules.species):
        here = capture(view, notes, species, row, end, laid, other)
        value += likely[0, other] * max(here, notes[row, OTHERS + other])
    return value

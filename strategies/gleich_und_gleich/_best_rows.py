"""What can be captured after a move: see the third paragraph of best.py.

`look_at_rows` notes once, for each row, end and species, how much the nearest card of the species captures from that
end now, and what the other rows offer; a move then changes one row only.
"""

import numpy as np

from simkit.games.gleich_und_gleich.helpers import LEFT, RIGHT, card_at, get

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


def capture_values(view, price, notes, species, row, end):
    """What each species captures at best in this row after laying one there, into view.me.scratch[0 … 7]."""
    values = view.me.scratch
    here, there = 8 * end, 8 * (1 - end)
    depth = int(notes[row, DEPTH + here + species])
    laid = get(view.me.hand, species) * price[species]
    if depth <= 0:
        for other in range(view.rules.species):
            absent = notes[row, DEPTH + here + other] < 0
            values[other] = 0.0 if absent else max(notes[row, here + other] + laid, notes[row, there + other])
        values[species] = notes[row, WHOLE] if depth < 0 else notes[row, there + species]
        return
    length = view.table.rows[row].length
    for other in range(view.rules.species):
        from_there = notes[row, DEPTH + there + other]
        values[other] = notes[row, there + other] if 0 <= from_there < length - depth else 0.0
    seen = 1 << species
    value = laid
    for place in range(depth, length):
        other = card_at(view, row, end, place)
        if not seen >> other & 1:
            seen |= 1 << other
            values[other] = max(values[other], value)
        value += price[other]


def best_capture(view, price, notes, hand, species, row, end):
    """My best capture next turn with a species of this hand."""
    capture_values(view, price, notes, species, row, end)
    best = 0.0
    for other in range(view.rules.species):
        if get(hand, other):
            best = max(best, view.me.scratch[other], notes[row, OTHERS + other])
    return best


def expected_capture(view, price, notes, likely, species, row, end):
    """The next player's captures, each species weighed with the probability that it is held (likely[0])."""
    capture_values(view, price, notes, species, row, end)
    value = 0.0
    for other in range(view.rules.species):
        value += likely[0, other] * max(view.me.scratch[other], notes[row, OTHERS + other])
    return value

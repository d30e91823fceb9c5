"""State of a game of Gleich und gleich as one record, and what a seat sees of it.

A card is the number of its species, in the order of the rules' `species`.  Hands, collections and the discard pile are
packed counts (`packed.py`); rows and the draw pile keep their order.  Seats and rows count from 0.

Actions are whole numbers:

LAY         species · 16 + row · 2 + end (`lay_action`; ends: LEFT 0, RIGHT 1)
DRAW        how many cards to draw: 0 or `draw`; with the assumption draw_all_or_none=any each number between
REFILL_END  LEFT or RIGHT
FLOCK       the species that flies, NONE (−1) for none
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from simkit.games.core import CONTROL, MAX_SEATS, SEAT_FIELDS, integers, outcome, record
from simkit.games.gleich_und_gleich.packed import LANE
from simkit.games.gleich_und_gleich.rules import MAX_CARDS, MAX_ROWS, MAX_SPECIES

DECK_SIZE = MAX_SPECIES * MAX_CARDS
RING = 1 << DECK_SIZE.bit_length()  # places of a row's ring buffer
LEFT, RIGHT = 0, 1


class Decision(IntEnum):
    """What a bot can be asked; each name is a function of the bot."""

    LAY = 0
    DRAW = 1
    REFILL_END = 2
    FLOCK = 3


class Reason(IntEnum):
    """Why the game ended."""

    SPECIES = 0
    TRIPLES = 1
    DEAL_IMPOSSIBLE = 2
    TURN_LIMIT = 3


class Route(IntEnum):
    """What the winners had."""

    SPECIES = 0
    TRIPLES = 1
    MOST_CARDS = 2
    NONE = 3


class Event(IntEnum):
    """First number of a record in the event log; a turn is LAY … END_TURN."""

    SETUP = 0
    LAY = 1
    DRAW = 2
    REFILL = 3
    FLOCK = 4
    END_TURN = 5
    RESHUFFLE = 6
    ROUND_END = 7
    DEAL = 8
    END = 9


RULES = record(
    *integers("players", "rows", "row_cards", "hand_size", "draw", "win_species", "win_triples", "triple_size"),
    *integers("turn_limit", "draw_any", "draw_after_last_card", "refill_right"),
    ("species", np.int64),  # how many
    ("cards", np.int64, (MAX_SPECIES,)),
    ("small", np.int64, (MAX_SPECIES,)),
    ("large", np.int64, (MAX_SPECIES,)),
    ("deck", np.int64),  # all cards, packed
    ("price", np.float64, (MAX_SPECIES,)),  # how scarce a card of the species is: 16 ÷ cards
    ("small_flocks", np.int64),  # the small flock of each species, packed
    ("mask", np.int64),  # a place p of a row lies at cards[p & mask]
)

ROW = record(
    ("left", np.int64),  # the place of the leftmost card
    ("length", np.int64),
    ("counts", np.int64),  # the row's cards, packed
    ("cards", np.int64, (RING,)),  # a ring: places left … left + length − 1
)

TABLE = record(
    *integers("turn", "round_number", "dealer", "player", "decision"),  # turn, round from 1; player: whose turn it is
    ("draw_pile", np.int64),  # how many cards it has
    ("discard", np.int64),  # packed: the pile is open
    ("turned_row", np.int64),  # the row laid at this turn
    ("turned_card", np.int64),  # the card turned up for it that waits for its end, else −1
    ("rows", ROW, (MAX_ROWS,)),
    ("collections", np.int64, (MAX_SEATS,)),
    ("held", np.int64, (MAX_SEATS,)),  # cards in each hand
    ("known", np.int64, (MAX_SEATS,)),  # those of them all have seen: captured this round and not laid or shown since
    ("reshuffles", np.int64),
    ("leader", np.int64),  # the last seat that alone had the most collected cards, −1 while there was none
    ("most", np.int64),  # the most cards in a collection
    ("lead_changes", np.int64),
)

SEAT = record(("hand", np.int64), *SEAT_FIELDS)

HIDDEN = record(
    ("pile", np.int64, (DECK_SIZE,)),  # the pile as shuffled, the first card on top
    ("pile_size", np.int64),  # its cards when it was shuffled
    *integers("seed", "index"),
    ("stream", np.uint64, (4,)),
)

STATE = record(("control", CONTROL), ("table", TABLE), ("seats", SEAT, (MAX_SEATS,)), ("hidden", HIDDEN))

OUTCOME = outcome(
    ("turns", np.int32),
    ("rounds", np.int32),
    ("reshuffles", np.int32),
    ("route", np.int8),
    ("lead_changes", np.int16),  # how often a seat came to lead alone after another seat had
)

COOPERATIVE = False
UNIT = "turns"
LABELS = {"route": Route}  # columns of the outcome table that are names


def pack_rules(rules: Any) -> Any:
    """The record of rules (a `simkit.settings.Rules`) that kernels read."""
    packed = np.zeros(1, RULES)[0]
    packed.players = rules.players
    for name in ("rows", "row_cards", "hand_size", "draw", "win_species", "win_triples", "triple_size", "turn_limit"):
        packed[name] = rules[name]
    packed.draw_any = rules.assumptions["draw_all_or_none"] == "any"
    packed.draw_after_last_card = rules.assumptions["draw_after_last_card"] == "allowed"
    packed.refill_right = rules.assumptions["refill_end"] == "right"
    species = list(rules["species"].values())
    packed.species = len(species)
    for s in range(MAX_SPECIES):
        cards, small, large = species[s] if s < len(species) else (0, MAX_CARDS, MAX_CARDS)
        packed.cards[s], packed.small[s], packed.large[s] = cards, small, large
        packed.price[s] = 16 / max(cards, 1)
        packed.deck |= cards << LANE * s
        packed.small_flocks |= small << LANE * s
    packed.mask = (1 << int(packed.cards.sum()).bit_length()) - 1
    return packed

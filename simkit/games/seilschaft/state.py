"""State of a game of Seilschaft as one record, and what a seat sees of it.

Cards are numbered suit · 16 + rank (suits S H D C = 0 … 3, ranks 2 … A = 0 … 12): a set of cards is an int64 mask
with one 16-bit lane a suit.  Ridge positions count from 0, the end of seat 0.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from simkit.cards import RANKS
from simkit.games.core import CONTROL, SEAT_FIELDS, integers, outcome, record

SEATS = 2
MAX_RIDGE = 15
DECK_SIZE = 52
NO_TRUMP = -1
MAX_STEPS = 4
SUIT_LANE = 0x1FFF  # the cards of suit 0 as a set


class Decision(IntEnum):
    """What a bot can be asked; each name is a function of the bot."""

    LEAD = 0
    FOLLOW = 1


class Reason(IntEnum):
    """Why the game ended."""

    RIDGE_OPEN = 0
    FALL = 1
    ROUNDS_OVER = 2


class Event(IntEnum):
    """First number of a record in the event log."""

    SETUP = 0
    DEAL = 1
    TRICK = 2


RULES = record(
    *integers("ropes", "trump", "rounds", "ridge_length", "hand_size", "open_hands", "first_dealer"),
    ("steps", np.int64, (13,)),  # by rank, 2 … A
    ("max_steps", np.int64),  # the largest of them
    ("step_cards", np.int64, (MAX_STEPS + 1,)),  # all cards with 0, 1, … steps as a set, for counting
)

TRICK = record(*integers("leader", "lead", "follow", "trump", "winner", "steps", "rope_used", "revealed"))

TABLE = record(
    *integers("coin", "ropes", "trump", "round", "trick", "leader", "dealer"),
    ("lead", np.int64),  # the card led in this trick, −1 before the lead
    ("played", np.int64),  # cards played this round, the lead included
    ("turned", np.int64),  # ridge positions turned up, the camp included
    ("ridge", np.int64, (MAX_RIDGE,)),  # the card at each position turned up, else −1
    ("ridge_cards", np.int64),  # the same cards as a set
    ("voids", np.int64, (SEATS,)),  # suits (bits) that a seat has shown to be out of, this round
    ("shown", np.int64, (SEATS,)),  # hands on the table: both with `open_hands`, else empty
    ("last", TRICK),  # the trick just played, with the trump in force during it; −1 before the first one of a game
)

SEAT = record(("hand", np.int64), *SEAT_FIELDS)

HIDDEN = record(
    ("ridge", np.int64, (MAX_RIDGE,)),
    ("stock", np.int64, (DECK_SIZE,)),  # the deck as the setup left it, the ridge first
    ("deck", np.int64, (DECK_SIZE,)),  # the stock shuffled for this round
    ("stream", np.uint64, (4,)),
)

STATE = record(("control", CONTROL), ("table", TABLE), ("seats", SEAT, (SEATS,)), ("hidden", HIDDEN))

OUTCOME = outcome(
    ("round", np.int8),
    ("ropes_left", np.int8),
    ("ridge_open", np.int8),  # face-down cards turned up, the camp not counted
    ("fall_end", np.int8),  # the end fallen over: 0 or 1, −1 for none
)

COOPERATIVE = True
UNIT = "tricks"


def pack_rules(rules: Any) -> Any:
    """The record of rules (a `simkit.settings.Rules`) that kernels read."""
    packed = np.zeros(1, RULES)[0]
    for name in ("ropes", "trump", "rounds", "ridge_length", "hand_size"):
        packed[name] = rules[name]
    packed.open_hands = rules.has_variant("open_hands")
    first = rules.assumptions["first_dealer"]
    packed.first_dealer = -1 if first == "random" else int(first)
    packed.steps = [rules["steps"][rank] for rank in RANKS]
    packed.max_steps = max(packed.steps)
    for rank, steps in enumerate(packed.steps):
        packed.step_cards[steps] |= sum(1 << suit * 16 + rank for suit in range(4))
    return packed

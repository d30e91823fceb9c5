"""State of a game of Side by Side as one record, and what a seat sees of it.

Cards are numbered rank · 4 + suit (ranks A 2 … T J Q K = 0 … 12, suits S H D C = 0 … 3), jokers are 52 and 53: a set
of cards is an int64 mask.  Threats are spades, hearts, diamonds, clubs, low, high = 0 … 5.  How often each threat is
there is packed into one int64, a byte a threat, spades lowest: laying a card down is one addition.

What a bot answers:

charm      the threat of its lucky charm
intensity  how many cards each player is dealt
act        a card (play it); USE_CHARM + the card removed; SPEECH + the threat named; WITHDRAW
answer     the hand card removed, or NONE
joker      the card of No Man's Land that goes with the joker
point      the seat pointed at: the left or the right neighbour
help       the set of its setbacks removed, 0 for none; HELP_CHARM to make its charm ready
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from simkit.games.core import CONTROL, MAX_SEATS, SEAT_FIELDS, integers, outcome, record
from simkit.games.side_by_side.rules import RANKS, SUIT_CARDS, SUITS, TRAITS

MAX_CARDS = 54
THREAT_COUNT = 6
FRIEND = 2  # seat of the imaginary third friend of two players

JACKS = 0xF << 40
QUEENS = 0xF << 44
KINGS = 0xF << 48
JOKERS = 0x3 << 52
FIRST_QUEEN = 44

USE_CHARM = 64
SPEECH = 128
WITHDRAW = 160
HELP_CHARM = -1

EACH_THREAT = 0x0101_0101_0101  # one in every counter
COUNTER_TOPS = 0x8080_8080_8080

# The pile ends where the reserve begins, so that nothing is copied: with both sizes all places are known.
PILE_END = MAX_CARDS


class Decision(IntEnum):
    """What a bot can be asked; each name is a function of the bot."""

    CHARM = 0
    INTENSITY = 1
    ACT = 2
    ANSWER = 3
    JOKER = 4
    POINT = 5
    HELP = 6


class Reason(IntEnum):
    """Why the game ended."""

    PEACE = 0
    MORALE = 1
    SETBACKS = 2


class Event(IntEnum):
    """First number of a record in the event log."""

    SETUP = 0
    MISSION = 1
    PLAY = 2
    CHARM = 3
    SPEECH = 4
    WITHDRAW = 5
    MISSION_END = 6
    SUPPORT = 7
    MORALE = 8


RULES = record(
    *integers("players", "chairs", "everyone"),  # chairs: players and the third friend; everyone: all seats as bits
    *integers("draw_pile", "cards", "deck"),  # deck: all `cards` cards as a set
    *integers("setback_limit", "threat_limit", "support_coins", "speech_coins", "min_morale_drop"),
    *integers("min_intensity", "min_first_intensity", "open_support"),
    *integers("only_empty_hand", "trap_always", "charm_after_failure", "all_support_counts"),
    *integers("threat_cards", "setback_cards"),  # sets of cards
    *integers(*TRAITS),  # the kings with this trait as a set, empty if the trait is off
    ("spare", np.int64),  # added to the counters, a full one gets its top bit
    ("adds", np.int64, (MAX_CARDS,)),  # what each card adds to the counters; a queen its fear
    ("fears", np.int64, (16,)),  # the same for a set of queens, spades lowest
    ("shows", np.int64, (THREAT_COUNT,)),  # the threat cards that show each threat
    ("answers", np.int64, (THREAT_COUNT,)),  # the cards a speech lets go: those and the queen of the suit
)

TABLE = record(
    *integers("mission", "leader"),  # missions count from 1
    ("no_mans_land", np.int64),  # cards in No Man's Land
    ("threats", np.int64),  # how often each threat is there, fears of players in the mission included
    ("in_mission", np.int64),  # seats (bits) still in; after the mission, those that were in when it ended
    ("failed", np.int64),  # the mission just over has failed
    *integers("draw_size", "reserve_size"),
    ("removed", np.int64),  # cards openly removed from the game
    ("shuffled_back", np.int64),  # cards that failed missions have shuffled back into the draw pile
    ("speech_coins_in_middle", np.int64),
    *integers("speaker", "threat"),  # the latest speech of this mission, else NONE
    ("charm_ready", np.int64),  # seats (bits)
    ("charms", np.int64, (MAX_SEATS,)),  # the charm's threat, NONE before it is chosen
    ("hand_sizes", np.int64, (MAX_SEATS,)),
    ("setbacks", np.int64, (MAX_SEATS,)),  # cards before each player
    ("speech_coins", np.int64, (MAX_SEATS,)),
    ("support_coins", np.int64, (MAX_SEATS,)),  # still to give; the third friend's at FRIEND
    ("points_at", np.int64, (MAX_SEATS,)),  # in this mission, NONE for nobody (yet)
    ("received", np.int64, (MAX_SEATS,)),  # support in this mission
    ("support_received", np.int64, (MAX_SEATS,)),  # support in the whole game
)

SEAT = record(("hand", np.int64), *SEAT_FIELDS)

HIDDEN = record(
    ("seed", np.int64),
    ("cards", np.int64, (2 * MAX_CARDS,)),  # draw pile up to PILE_END, then the reserve, each top first
    ("stream", np.uint64, (4,)),
    ("failures", np.int64),
    ("noted", np.int64, (MAX_SEATS,)),  # only for the event log
)

STATE = record(("control", CONTROL), ("table", TABLE), ("seats", SEAT, (MAX_SEATS,)), ("hidden", HIDDEN))

OUTCOME = outcome(
    ("missions", np.int32),
    ("failures", np.int32),
    ("reserve_left", np.int8),
    ("cards_left", np.int8),  # in the draw pile and all hands
    ("most_setbacks", np.int8),  # before one player
)

COOPERATIVE = True
UNIT = "missions"


def pack_rules(rules: Any) -> Any:
    """The record of rules (a `simkit.settings.Rules`) that kernels read."""
    packed = np.zeros(1, RULES)[0]
    packed.players = rules.players
    packed.chairs = max(rules.players, FRIEND + 1)
    packed.everyone = (1 << rules.players) - 1
    packed.cards = SUIT_CARDS + rules["jokers"]
    packed.deck = (1 << packed.cards) - 1
    for name in RULES.names or ():
        if name in rules.book.knobs:
            packed[name] = rules[name]
    assumed = rules.assumptions
    packed.only_empty_hand = assumed["stubborn_rule"] == "empty_hand"
    packed.trap_always = assumed["trap_on_failure"] == "turn_up"
    packed.charm_after_failure = assumed["charm_after_failure"] == "allowed"
    packed.all_support_counts = assumed["support_counts"] == "all"
    packed.spare = (128 - rules["threat_limit"]) * EACH_THREAT
    _pack_cards(packed, rules)
    return packed


def _pack_cards(packed: Any, rules: Any) -> None:
    """What each card is and shows."""
    for king, suit in enumerate(SUITS):
        trait = rules["king_traits"][suit]
        if trait != "none" and rules.assumptions[trait] == "on":
            packed[trait] |= 1 << 48 + king
    for card in range(SUIT_CARDS):
        rank, suit_threat = RANKS[card // 4], card % 4
        if rank in "QK" or (rank == "A" and rules["setback_aces"]):
            packed.setback_cards |= 1 << card
        else:
            packed.threat_cards |= 1 << card
            heights = [threat for threat, name in ((4, "low"), (5, "high")) if rank in rules[name]]
            for threat in (suit_threat, *heights):
                packed.adds[card] += 1 << 8 * threat
                packed.shows[threat] |= 1 << card
    packed.answers[:] = packed.shows
    for threat in range(4):
        queen = FIRST_QUEEN + threat
        packed.adds[queen] = 1 << 8 * threat
        packed.answers[threat] |= 1 << queen
    for queens in range(16):
        packed.fears[queens] = sum(1 << 8 * threat for threat in range(4) if queens >> threat & 1)

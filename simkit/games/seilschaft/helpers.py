"""What bots of Seilschaft may import: cards as sets, the legal moves, their seat's random numbers."""

from __future__ import annotations

from typing import Any

from simkit import rng
from simkit.cards import NONE, bit, count, has, lowest, nth
from simkit.games.seilschaft.engine import leader_wins, legal_follows
from simkit.games.seilschaft.state import NO_TRUMP, SUIT_LANE
from simkit.jit import inline

DECK = SUIT_LANE | SUIT_LANE << 16 | SUIT_LANE << 32 | SUIT_LANE << 48

__all__ = [
    "DECK",
    "NONE",
    "NO_TRUMP",
    "bit",
    "count",
    "has",
    "leader_wins",
    "legal_cards",
    "legal_follows",
    "lowest",
    "nth",
    "random_below",
    "random_card",
    "steps",
    "stop_after",
    "suit_cards",
    "unseen_cards",
    "winning_follows",
]


@inline
def legal_cards(view: Any) -> int:
    """The set of cards the seat may play now: leading any, answering suit if it can."""
    lead = view.table.lead
    return view.me.hand if lead == NONE else legal_follows(view.me.hand, lead)


@inline
def suit_cards(suit: int) -> int:
    """The set of all cards of a suit (S H D C = 0 … 3)."""
    return SUIT_LANE << (suit << 4)


@inline
def steps(view: Any, card: int) -> int:
    """How far the card pulls."""
    return view.rules.steps[card & 15]


@inline
def random_below(view: Any, n: int) -> int:
    """A uniform number 0 … n − 1 from the seat's own stream."""
    return rng.below(view.me.stream, n)


@inline
def random_card(view: Any, cards: int) -> int:
    """A uniformly random card of a set that is not empty; draws no number when there is no choice."""
    number = count(cards)
    return nth(cards, random_below(view, number) if number > 1 else 0)


@inline
def unseen_cards(view: Any) -> int:
    """Cards neither in the own hand, nor played this round, nor face up on the ridge."""
    return DECK & ~(view.me.hand | view.table.played | view.table.ridge_cards)


@inline
def winning_follows(lead: int, trump: int) -> int:
    """The set of all cards that beat this lead."""
    suit = lead >> 4
    higher = suit_cards(suit) & ~((2 << lead) - 1)
    return higher | suit_cards(trump) if trump not in (NO_TRUMP, suit) else higher


@inline
def stop_after(view: Any, winner: int, pulled: int) -> int:
    """The position the coin is pulled to, before any edge is minded: below 0 or past the end means over it."""
    return view.table.coin + pulled if winner == 1 else view.table.coin - pulled

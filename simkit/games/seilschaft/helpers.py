"""What bots of Seilschaft may import: cards as sets, the legal moves, their seat's random numbers."""

from __future__ import annotations

from typing import Any

from simkit import rng
from simkit.cards import NONE, bit, count, has, lowest, nth
from simkit.games.seilschaft.engine import SUIT_LANE, leader_wins, legal_follows
from simkit.jit import inline

__all__ = [
    "NONE",
    "SUIT_LANE",
    "bit",
    "count",
    "has",
    "leader_wins",
    "legal_cards",
    "legal_follows",
    "lowest",
    "nth",
    "random_below",
    "steps",
    "suit_cards",
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

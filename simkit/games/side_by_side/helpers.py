"""What bots of Side by Side may import: cards and threats as sets, the legal moves, their seat's random numbers.

Sets of cards are int64 masks (`count`, `has`, `lowest`, `nth`); sets of threats are six bits, threat t being bit t.
`state.py` says what each decision returns; `play_card`, `use_charm`, `speak` and WITHDRAW make an action of `act`.
"""

from __future__ import annotations

from typing import Any

from simkit import rng
from simkit.cards import NONE, bit, count, has, lowest, nth
from simkit.games.side_by_side import legal
from simkit.games.side_by_side.legal import cards_in_hands, left_of, right_of
from simkit.games.side_by_side.state import (
    FRIEND,
    HELP_CHARM,
    JACKS,
    JOKERS,
    KINGS,
    QUEENS,
    SPEECH,
    THREAT_COUNT,
    USE_CHARM,
    WITHDRAW,
)
from simkit.jit import inline

__all__ = [
    "FRIEND",
    "HELP_CHARM",
    "JACKS",
    "JOKERS",
    "KINGS",
    "NONE",
    "QUEENS",
    "THREAT_COUNT",
    "WITHDRAW",
    "answers",
    "bit",
    "blocked_cards",
    "cards_in_hands",
    "charm_is_ready",
    "charm_targets",
    "count",
    "doubled_threats",
    "free_charms",
    "has",
    "help_options",
    "highest",
    "is_in",
    "least_intensity",
    "left_of",
    "lowest",
    "may_point",
    "may_ready_charm",
    "may_speak",
    "may_withdraw",
    "most_intensity",
    "most_removed",
    "nth",
    "nth_help",
    "number_of_actions",
    "others_hold",
    "play_card",
    "random_below",
    "random_bit",
    "right_of",
    "single_threats",
    "speak",
    "speech_cards",
    "threat_count",
    "threats_after",
    "threats_at",
    "threats_of",
    "unseen_cards",
    "use_charm",
]


# --- what may be done


@inline
def free_charms(view: Any) -> int:
    """Threats (bits) that are still nobody's charm."""
    return legal.free_charms(view.table, view.rules)


@inline
def least_intensity(view: Any) -> int:
    """The least number of cards the leader may deal each player."""
    return legal.least_intensity(view.table, view.rules)


@inline
def most_intensity(view: Any) -> int:
    """The largest number of cards the leader may deal each player."""
    return legal.most_intensity(view.table, view.rules)


@inline
def charm_targets(view: Any) -> int:
    """Cards in No Man's Land that the own charm may remove; none while it is used up."""
    return legal.charm_targets(view.table, view.rules, view.me.seat)


@inline
def may_speak(view: Any) -> bool:
    """Whether the seat may make a speech."""
    return legal.may_speak(view.table, view.rules, view.me.seat)


@inline
def may_withdraw(view: Any) -> bool:
    """Whether the seat may withdraw."""
    return legal.may_withdraw(view.table, view.rules, view.me.seat, view.me.hand)


@inline
def number_of_actions(view: Any) -> int:
    """How many legal actions `act` has: hand cards, charm targets, six speeches, withdrawing."""
    speeches = THREAT_COUNT if may_speak(view) else 0
    return count(view.me.hand) + count(charm_targets(view)) + speeches + (1 if may_withdraw(view) else 0)


@inline
def answers(view: Any) -> int:
    """Hand cards that the seat may remove, answering the speech just made."""
    return view.me.hand & view.rules.answers[view.table.threat]


@inline
def may_point(view: Any, seat: int) -> bool:
    """Whether the player has a support coin left and is not Selfish."""
    return legal.may_point(view.table, view.rules, seat)


@inline
def most_removed(view: Any) -> int:
    """Setbacks that help removes at most, now."""
    return legal.most_removed(view.table)


@inline
def may_ready_charm(view: Any, seat: int) -> bool:
    """Whether help could make this player's charm ready, now."""
    return legal.may_ready_charm(view.table, view.rules, seat)


@inline
def help_options(view: Any) -> int:
    """How many answers `help` has: nothing, each set of setbacks, the charm."""
    mine = count(view.table.setbacks[view.me.seat])
    pairs = mine * (mine - 1) // 2 if most_removed(view) == 2 else 0
    return 1 + mine + pairs + (1 if may_ready_charm(view, view.me.seat) else 0)


@inline
def nth_help(view: Any, k: int) -> int:
    """The k-th answer of `help`: nothing, one setback, two setbacks, the charm, in the order of the cards."""
    setbacks = view.table.setbacks[view.me.seat]
    if k == 0:
        return 0
    k -= 1
    size = count(setbacks)
    if k < size:
        return bit(nth(setbacks, k))
    k -= size
    if most_removed(view) == 2:
        for first in range(size - 1):
            if k < size - 1 - first:
                return bit(nth(setbacks, first)) | bit(nth(setbacks, first + 1 + k))
            k -= size - 1 - first
    return HELP_CHARM


@inline
def play_card(card: int) -> int:
    """The action: play this hand card."""
    return card


@inline
def use_charm(card: int) -> int:
    """The action: use the charm on this card in No Man's Land."""
    return USE_CHARM + card


@inline
def speak(threat: int) -> int:
    """The action: make a speech that names the threat."""
    return SPEECH + threat


# --- what the cards and the table show


@inline
def threat_count(view: Any, threat: int) -> int:
    """How often the threat is there, fears of players in the mission included."""
    return (view.table.threats >> (8 * threat)) & 255


@inline
def as_bits(lanes: int) -> int:
    """Six bits from six counters that hold 0 or 1."""
    suits = lanes & 1 | lanes >> 7 & 2 | lanes >> 14 & 4 | lanes >> 21 & 8
    return suits | lanes >> 28 & 16 | lanes >> 35 & 32


@inline
def threats_at(view: Any, number: int) -> int:
    """The threats (bits) that are there at least `number` times (0 to 127)."""
    return as_bits((view.table.threats + (128 - number) * 0x010101010101) >> 7 & 0x010101010101)


@inline
def doubled_threats(view: Any) -> int:
    """The threats (bits) of which one more fails the mission."""
    return threats_at(view, view.rules.threat_limit - 1)


@inline
def single_threats(view: Any) -> int:
    """The threats (bits) that one more would double."""
    return threats_at(view, view.rules.threat_limit - 2) & ~doubled_threats(view)


@inline
def threats_after(view: Any, target: int, doubled: int) -> int:
    """What is left of the doubled threats (bits) once the target has left No Man's Land."""
    return doubled & ~threats_of(view, target)


@inline
def others_hold(view: Any) -> int:
    """How many cards the other players still in the mission hold."""
    held = 0
    for seat in range(view.rules.players):
        if seat != view.me.seat and (view.table.in_mission >> seat) & 1:
            held += view.table.hand_sizes[seat]
    return held


@inline
def threats_of(view: Any, card: int) -> int:
    """The threats (bits) a card adds when played: what a threat card shows, the fear of a Queen, else none."""
    return as_bits(view.rules.adds[card])


@inline
def speech_cards(view: Any, threat: int) -> int:
    """All cards that a speech on the threat lets go: those that show it, and the Queen of the suit."""
    return view.rules.answers[threat]


@inline
def blocked_cards(view: Any, threats: int) -> int:
    """All cards that add one of these threats (bits) when played."""
    cards = 0
    for threat in range(THREAT_COUNT):
        if threats >> threat & 1:
            cards |= view.rules.answers[threat]
    return cards


@inline
def unseen_cards(view: Any) -> int:
    """Cards neither in the own hand, nor on the table, nor openly removed: in other hands or a pile."""
    table = view.table
    seen = view.me.hand | table.no_mans_land | table.removed
    for seat in range(view.rules.players):
        seen |= table.setbacks[seat]
    return view.rules.deck & ~seen


@inline
def is_in(view: Any, seat: int) -> bool:
    """Whether the player is still in the mission."""
    return (view.table.in_mission >> seat) & 1 == 1


@inline
def charm_is_ready(view: Any, seat: int) -> bool:
    return (view.table.charm_ready >> seat) & 1 == 1


# --- numbers


@inline
def highest(mask: int) -> int:
    """The card with the highest number in a set that is not empty."""
    card = lowest(mask)
    while mask != 0:
        card = lowest(mask)
        mask &= mask - 1
    return card


@inline
def random_below(view: Any, n: int) -> int:
    """A uniform number 0 … n − 1 from the seat's own stream."""
    return rng.below(view.me.stream, n)


@inline
def random_bit(view: Any, mask: int) -> int:
    """A uniformly random card or threat of a set that is not empty."""
    return nth(mask, random_below(view, count(mask)))

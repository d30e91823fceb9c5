"""What the rules of Side by Side allow, for the engine and, through `helpers.py`, for bots.

Everything here is a function of what the seat in question sees: the table, the rules, its own hand.
"""

from __future__ import annotations

from typing import Any

from simkit.cards import NONE, count
from simkit.games.side_by_side.state import COUNTER_TOPS, FIRST_QUEEN, FRIEND, THREAT_COUNT
from simkit.jit import inline


@inline
def failing(table: Any, rules: Any) -> bool:
    """As soon as three of the same threat are in No Man's Land, counting fears, the mission fails."""
    return (table.threats + rules.spare) & COUNTER_TOPS != 0


@inline
def fears_before(table: Any, rules: Any, seat: int) -> int:
    """What the queens before a player add to the counters while the player is in the mission."""
    return rules.fears[(table.setbacks[seat] >> FIRST_QUEEN) & 15]


@inline
def free_charms(table: Any, rules: Any) -> int:
    """Threats (bits) that are nobody's charm yet: a different one for each player."""
    free = (1 << THREAT_COUNT) - 1
    for seat in range(rules.players):
        if table.charms[seat] != NONE:
            free &= ~(1 << table.charms[seat])
    return free


@inline
def least_intensity(table: Any, rules: Any) -> int:
    """At least 1, and at least 3 in the first mission."""
    return rules.min_first_intensity if table.mission == 1 else rules.min_intensity


@inline
def most_intensity(table: Any, rules: Any) -> int:
    """As many as the pile can give every player, rounded up; any larger number deals the same cards."""
    share = (table.draw_size + rules.players - 1) // rules.players
    least = least_intensity(table, rules)
    return share if share > least else least


@inline
def charm_targets(table: Any, rules: Any, seat: int) -> int:
    """Cards in No Man's Land that show the threat of the seat's charm; none while it is used up."""
    if (table.charm_ready >> seat) & 1 == 0:
        return 0
    return table.no_mans_land & rules.shows[table.charms[seat]]


@inline
def may_speak(table: Any, rules: Any, seat: int) -> bool:
    """With a speech coin, unless Mute."""
    return table.speech_coins[seat] > 0 and table.setbacks[seat] & rules.mute == 0


@inline
def may_withdraw(table: Any, rules: Any, seat: int, hand: int) -> bool:
    """Always without a card in hand; a Stubborn player not as the first (or, if so assumed, not at all)."""
    if hand == 0 or table.setbacks[seat] & rules.stubborn == 0:
        return True
    return rules.only_empty_hand == 0 and table.in_mission != rules.everyone


@inline
def left_of(rules: Any, seat: int) -> int:
    """The next chair clockwise, the third friend's counted."""
    return seat + 1 if seat + 1 < rules.chairs else 0


@inline
def right_of(rules: Any, seat: int) -> int:
    """The chair before, the third friend's counted."""
    return seat - 1 if seat > 0 else rules.chairs - 1


@inline
def may_point(table: Any, rules: Any, seat: int) -> bool:
    """A player without a coin points at nobody, and so does a Selfish one."""
    return table.support_coins[seat] > 0 and table.setbacks[seat] & rules.selfish == 0


@inline
def most_removed(table: Any) -> int:
    """Setbacks that help removes at most: 2, after a failed mission 1."""
    return 1 if table.failed else 2


@inline
def may_ready_charm(table: Any, rules: Any, seat: int) -> bool:
    """A used charm may be made ready (after a failed mission, unless that is assumed to be forbidden)."""
    used = (table.charm_ready >> seat) & 1 == 0
    return used and (table.failed == 0 or rules.charm_after_failure != 0)


@inline
def most_supported(table: Any, rules: Any) -> int:
    """The player with strictly more support than anyone else; NONE if tied or if it is the third friend."""
    best, most, tied = NONE, -1, False
    for chair in range(rules.chairs):
        coins = table.support_received[chair] if rules.all_support_counts else table.received[chair]
        if coins > most:
            best, most, tied = chair, coins, False
        elif coins == most:
            tied = True
    if tied or (rules.players == 2 and best == FRIEND):
        return NONE
    return best


@inline
def cards_in_hands(table: Any, rules: Any) -> int:
    total = 0
    for seat in range(rules.players):
        total += table.hand_sizes[seat]
    return total


@inline
def morale_drop(table: Any, rules: Any) -> int:
    """All cards left in all hands, at least 3."""
    held = cards_in_hands(table, rules)
    return held if held > rules.min_morale_drop else rules.min_morale_drop


@inline
def is_legal_help(table: Any, rules: Any, seat: int, cards: int) -> bool:
    """Some of the seat's setbacks, at most as many as help removes."""
    return cards & ~table.setbacks[seat] == 0 and count(cards) <= most_removed(table)

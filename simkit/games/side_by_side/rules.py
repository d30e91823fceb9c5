"""Rules of Side by Side as data.

Sources: the rulebooks "Side by Side – Full rules" (English) and "Seite an Seite – Ausführliche Regeln" (German), the
same game in two languages.  Section names in the sources below are the English ones.  Every table of the rulebooks
was lost when they became plain text.  Marks: S stated, D derived, A assumed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from simkit.settings import (
    ASSUMED,
    DERIVED,
    STATED,
    Assumption,
    Choice,
    Integer,
    Knob,
    RuleBook,
    Settings,
    Subset,
    Switch,
    Table,
    Value,
    Values,
)

RANKS = "A23456789TJQK"
SUITS = "SHDC"
THREATS = ("spades", "hearts", "diamonds", "clubs", "low", "high")
TRAITS = ("mute", "selfish", "restless", "stubborn")
SUIT_CARDS = 52
TWO_PLAYERS_FEWER = 4

_RANK_SET = Subset(tuple("A23456789TJ"))

KNOBS = {
    knob.name: knob
    for knob in (
        Knob("draw_pile", Integer(1, 52), "cards of the draw pile really used; all others are the morale reserve"),
        Knob("jokers", Integer(0, 2), "quiet days in the deck"),
        Knob("low", _RANK_SET, "ranks that show the threat low beside their suit"),
        Knob("high", _RANK_SET, "ranks that show the threat high beside their suit"),
        Knob("setback_aces", Switch(), "whether aces are setbacks that only count towards the limit"),
        Knob(
            "king_traits",
            Table(tuple(SUITS), Choice((*TRAITS, "none"))),
            "what the king of each suit does as a setback",
        ),
        Knob("setback_limit", Integer(1, 8), "setbacks before one player that lose the game"),
        Knob("threat_limit", Integer(2, 5), "how often the same threat fails a mission"),
        Knob("support_coins", Integer(0, 9), "support coins of each player for the whole game"),
        Knob("speech_coins", Integer(0, 9), "speech coins in the middle at the start"),
        Knob("min_morale_drop", Integer(0, 9), "cards that every mission takes from the reserve at least"),
        Knob("min_intensity", Integer(1, 9), "least number of cards dealt to each player"),
        Knob("min_first_intensity", Integer(1, 9), "the same in the first mission"),
        Knob("open_support", Switch(), "whether players point as soon as they withdraw"),
    )
}

LEVELS = {
    "rookie": "draw pile of 18, 14 with two players (German: Rekrut)",
    "normal": "draw pile of 24, 20 with two players",
    "veteran": "draw pile of 29, 25 with two players",
}

VARIANTS = {
    "letters_from_home": "a second joker, and so one card more in the reserve (Variants: Letters from home)",
    "open_support": "point as soon as you withdraw (Variants: Open support)",
    "shell_shock": "lost at 3 setbacks (Variants: Shell shock)",
}

READINGS = {
    "symmetric": "low A 2 3, middle 4 5 6 7, high 8 9 T",
    "four_low": "low A 2 3 4, middle 5 6 7, high 8 9 T",
    "two_to_four": "low 2 3 4, high 8 9 T; A 5 6 7 show only their suit",
    "aces_setbacks": "low 2 3 4, middle 5 6 7, high 8 9 T; aces are setbacks without a lasting effect",
}

_LOW = {"symmetric": "A23", "four_low": "A234", "two_to_four": "234", "aces_setbacks": "234"}
_ON_OFF = Choice(("on", "off"))

ASSUMPTIONS = {
    item.id: item
    for item in (
        Assumption(
            "ranks",
            Choice(tuple(READINGS)),
            "symmetric",
            ("four_low", "two_to_four", "aces_setbacks"),
            "what A, 4 and 6 show; the table of ranks is lost (also --reading)",
        ),
        Assumption(
            "rookie_pile", Integer(5, 52), 18, (20, 16), "draw pile of Rookie for 3 to 5 players; the size is lost"
        ),
        Assumption(
            "veteran_pile", Integer(5, 52), 29, (28, 30), "draw pile of Veteran for 3 to 5 players; the size is lost"
        ),
        Assumption("mute", _ON_OFF, "on", ("off",), "Mute: its owner may not make a speech"),
        Assumption("selfish", _ON_OFF, "on", ("off",), "Selfish: its owner gives no support"),
        Assumption("restless", _ON_OFF, "on", ("off",), "Restless: its owner is dealt one more card"),
        Assumption("stubborn", _ON_OFF, "on", ("off",), "Stubborn: its owner may not withdraw as they like"),
        Assumption(
            "stubborn_rule",
            Choice(("not_first", "empty_hand")),
            "not_first",
            ("empty_hand",),
            "a Stubborn player may not be the first to withdraw, or may withdraw only with an empty hand",
        ),
        Assumption(
            "trap_on_failure",
            Choice(("nothing", "turn_up")),
            "nothing",
            ("turn_up",),
            "whether a Jack that is itself the third of a threat still turns up a card first",
        ),
        Assumption(
            "charm_after_failure",
            Choice(("allowed", "forbidden")),
            "allowed",
            ("forbidden",),
            "whether the helped player may ready the charm after a failed mission",
        ),
        Assumption(
            "support_counts",
            Choice(("mission", "all")),
            "mission",
            ("all",),
            "which received coins decide who has most support: this mission's or all so far",
        ),
    )
}

_NORMAL = 'Setup 1: "Count 24 cards face down onto a pile"'
_FEWER = 'Two players: "the draw pile starts 4 cards smaller at every level"'
_SPEECH = 'Setup 4: "5 with two or three players, 4 with four, 3 with five"'
_SPEECH_COINS = {2: 5, 3: 5, 4: 4, 5: 3}
_LOST = "the table of ranks is lost; stated: 2 and 3 are low, 8 9 10 are high, 5 and 7 neither; assumption ranks"
_TRAITS = {"S": "mute", "H": "selfish", "D": "restless", "C": "stubborn"}
_TRAITS_SOURCE = "names stated (K♦ Restless, Stubborn); the others and what they do are assumed, the table is lost"


def base(preset: str, players: int, assumptions: Mapping[str, Any]) -> Values:
    return {
        "draw_pile": _pile("normal", players, assumptions),
        "jokers": Value(1, STATED, 'Overview: "one standard 52-card deck plus one joker"'),
        **_ranks(assumptions["ranks"]),
        "king_traits": Value(_traits(assumptions), ASSUMED, _TRAITS_SOURCE),
        "setback_limit": Value(4, STATED, 'Support: "if any player has 4 or more setbacks, you lose"'),
        "threat_limit": Value(
            3, STATED, 'End of the mission: "as soon as three of the same threat are in No Man\'s Land"'
        ),
        "support_coins": Value(3, STATED, 'Setup 2: "Each player takes 3 coins for support"'),
        "speech_coins": Value(_SPEECH_COINS[players], STATED, _SPEECH),
        "min_morale_drop": Value(3, STATED, 'Morale drop: "move that many cards – at least 3"'),
        "min_intensity": Value(1, STATED, 'Dealing: "at least 1, and at least 3 in the first mission"'),
        "min_first_intensity": Value(3, STATED, 'Dealing: "at least 1, and at least 3 in the first mission"'),
        "open_support": Value(False, STATED, 'Support: "On “three”, all of them point at the same time"'),
    }


def _traits(assumptions: Mapping[str, Any]) -> dict[str, str]:
    """What each king does; a trait that is assumed away does nothing."""
    return {suit: trait if assumptions[trait] == "on" else "none" for suit, trait in _TRAITS.items()}


def _ranks(reading: str) -> Values:
    """Low, high and aces under a reading."""
    return {
        "low": Value(list(_LOW[reading]), ASSUMED, _LOST),
        "high": Value(
            list("89T"), STATED, 'examples: "The 9♠ shows two threats, spades and high", 8♣ and 10♦ likewise'
        ),
        "setback_aces": Value(reading == "aces_setbacks", ASSUMED, _LOST),
    }


def level(name: str, players: int, assumptions: Mapping[str, Any]) -> Values:
    return {"draw_pile": _pile(name, players, assumptions)}


def _pile(name: str, players: int, assumptions: Mapping[str, Any]) -> Value:
    """The draw pile of a level; two players have four cards fewer."""
    if name == "normal":
        size, mark, source = 24, STATED, _NORMAL
    else:
        size, mark = assumptions[f"{name}_pile"], ASSUMED
        source = f"the sizes of Rookie and Veteran are lost; assumption {name}_pile"
    if players == 2:
        return Value(size - TWO_PLAYERS_FEWER, mark, f"{source}; {_FEWER}")
    return Value(size, mark, source)


def variant(name: str) -> Values:
    if name == "letters_from_home":
        return {
            "jokers": Value(
                2, STATED, 'Variants: "shuffle the second joker in too, and add one card to the morale reserve"'
            )
        }
    if name == "open_support":
        return {"open_support": Value(True, STATED, 'Variants: "point as soon as you withdraw"')}
    return {"setback_limit": Value(3, STATED, 'Variants: "you lose at 3 setbacks instead of 4"')}


def reading(name: str) -> dict[str, Any]:
    return {"ranks": name}


def derived(knobs: Mapping[str, Any]) -> Values:
    reserve = SUIT_CARDS + knobs["jokers"] - knobs["draw_pile"]
    return {"reserve": Value(reserve, DERIVED, 'Setup 1: "The other 29 cards form a second …", the rest of all cards')}


def problems(rules: Mapping[str, Any], players: int, settings: Settings) -> list[str]:
    found = []
    both = [rank for rank in rules["low"] if rank in rules["high"]]
    if both:
        found.append(f"{', '.join(both)} cannot be low and high at once: a card shows at most two threats")
    return found


BOOK = RuleBook(
    name="side_by_side",
    title="Side by Side",
    players=range(2, 6),
    default_players=3,
    default_bot="simple",
    knobs=KNOBS,
    levels=LEVELS,
    variants=VARIANTS,
    assumptions=ASSUMPTIONS,
    base=base,
    level=level,
    variant=variant,
    problems=problems,
    readings=READINGS,
    reading=reading,
    reading_knobs=("low", "high", "setback_aces"),
    level_aliases={"rekrut": "rookie"},
    derived=derived,
)

"""Rules of Seilschaft as data.

Source: the rulebook "Seilschaft – Ausführliche Regeln" (German).  Section names in the sources below are its own.
Marks: S stated, D derived, A assumed.
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
    Switch,
    Table,
    Value,
    Values,
)

RANKS = "AKQJT98765432"  # high to low, "Rangfolge und Schritte"
DECK = 52

_STEPS_SOURCE = (
    "Schwierigkeitsstufen: 40 steps in the deck, sixteen cards from 8 to J with 1, twelve from Q to A with 2"
)
STEPS = {rank: 2 if rank in "AKQ" else 1 if rank in "JT98" else 0 for rank in RANKS}

KNOBS = {
    knob.name: knob
    for knob in (
        Knob("ropes", Integer(0, 8), "safety ropes: each forgives one pull beyond an end"),
        Knob("trump", Switch(), "whether the latest ridge card turned up makes trump"),
        Knob("rounds", Integer(1, 9), "how many rounds there are at most"),
        Knob("ridge_length", Integer(3, 15, odd=True), "cards in the ridge, the camp in the middle"),
        Knob("hand_size", Integer(1, 21), "cards dealt to each player a round"),
        Knob("steps", Table(tuple(RANKS), Integer(0, 4)), "how far a card of each rank pulls"),
    )
}

LEVELS = {
    "leicht": "two ropes",
    "normal": "one rope",
    "schwer": "no rope",
    "profi": "no rope, no trump",
}

VARIANTS = {
    "open_hands": "both hands lie open (Varianten: Offene Hände)",
    "two_rounds": "at most two rounds (Varianten: Zwei Runden)",
}

ASSUMPTIONS = {
    item.id: item
    for item in (
        Assumption("profi_ropes", Integer(0, 8), 0, (1,), "ropes on Profi; the text gives no count"),
        Assumption("first_dealer", Choice(("random", "0", "1")), "random", ("0", "1"), "who deals the first round"),
    )
}

_ROPES = {
    "leicht": Value(2, STATED, 'Schwierigkeitsstufen: "mit zwei 88% („Leicht“ …)"'),
    "normal": Value(1, STATED, 'Vorbereitung 5: "auf der Stufe „Normal“ eins"'),
    "schwer": Value(0, STATED, 'Schwierigkeitsstufen: "ohne Sicherungsseil … („Schwer“)"'),
}
_NO_TRUMP = Value(
    False, STATED, 'Schwierigkeitsstufen: "Auf der Stufe „Profi“ machen aufgedeckte Karten keinen Trumpf"'
)


def base(preset: str, players: int, assumptions: Mapping[str, Any]) -> Values:
    return {
        "ropes": _ROPES["normal"],
        "trump": Value(
            True, STATED, 'Ein Stich: "Sobald eine Karte des Grats aufgedeckt ist …, ist ihre Farbe Trumpf"'
        ),
        "rounds": Value(3, STATED, 'Die nächste Runde: "Gespielt werden höchstens drei Runden"'),
        "ridge_length": Value(9, STATED, 'Vorbereitung 2: "legt neun Karten verdeckt in eine Reihe"'),
        "hand_size": Value(13, STATED, 'Vorbereitung 6: "gibt jedem einzeln 13"'),
        "steps": Value(dict(STEPS), DERIVED, _STEPS_SOURCE),
    }


def level(name: str, players: int, assumptions: Mapping[str, Any]) -> Values:
    if name == "profi":
        source = "the text gives Profi no rope count; assumption profi_ropes"
        return {"ropes": Value(assumptions["profi_ropes"], ASSUMED, source), "trump": _NO_TRUMP}
    return {"ropes": _ROPES[name]}


def variant(name: str) -> Values:
    if name == "two_rounds":
        return {"rounds": Value(2, STATED, 'Varianten: "ein kürzeres Spiel mit nur zwei Runden"')}
    return {}


def problems(rules: Mapping[str, Any], players: int, settings: Settings) -> list[str]:
    needed = rules["ridge_length"] + 2 * rules["hand_size"]
    if needed > DECK:
        return [
            f"a ridge of {rules['ridge_length']} and two hands of {rules['hand_size']} need {needed} cards, "
            f"the deck has {DECK}"
        ]
    return []


BOOK = RuleBook(
    name="seilschaft",
    title="Seilschaft",
    players=range(2, 3),
    default_players=2,
    default_bot="simple",
    knobs=KNOBS,
    levels=LEVELS,
    variants=VARIANTS,
    assumptions=ASSUMPTIONS,
    base=base,
    level=level,
    variant=variant,
    problems=problems,
)

"""Rules of Gleich und gleich as data.

Source: the rulebook "Gleich und gleich – Ausführliche Regeln" (German).  Section names in the sources below are its
own.  Marks: S stated, D derived, A assumed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from simkit.settings import (
    ASSUMED,
    DERIVED,
    STATED,
    Assumption,
    Choice,
    Integer,
    Knob,
    Numbers,
    RuleBook,
    Settings,
    Table,
    Value,
    Values,
)

MAX_SPECIES = 8
MAX_CARDS = 127  # of one species
MAX_ROWS = 8

Species = dict[str, list[int]]  # name → cards, small flock, large flock

COMMON: Species = {name: [16, 5, 7] for name in ("A2", "34", "56", "78", "9T")}
STANDARD: Species = COMMON | {name: [8, 2, 3] for name in ("J", "Q", "K")}
RARE_RARER: Species = COMMON | {name: [8, 3, 4] for name in ("J", "Q", "K")}
CUBIRDS: Species = {
    "flamingo": [7, 2, 3],
    "owl": [10, 3, 4],
    "toucan": [10, 3, 4],
    "duck": [13, 4, 6],
    "parrot": [13, 4, 6],
    "magpie": [17, 5, 7],
    "warbler": [20, 6, 9],
    "robin": [20, 6, 9],
}

KNOBS = {
    knob.name: knob
    for knob in (
        Knob(
            "species",
            Table(None, Numbers(("cards", "small", "large"), Integer(1, MAX_CARDS))),
            "cards of each species, and the sizes from which a flock keeps 1 and 2 of them",
        ),
        Knob("rows", Integer(1, MAX_ROWS), "rows on the table"),
        Knob("row_cards", Integer(1, MAX_SPECIES), "different species in each row at the start"),
        Knob("hand_size", Integer(1, 20), "cards dealt to each player a round"),
        Knob("draw", Integer(0, 5), "cards a player may draw after capturing nothing"),
        Knob("win_species", Integer(1, 9), "different species in a collection that win; 9 closes this route"),
        Knob("win_triples", Integer(1, 9), "species with triple_size cards each that win; 9 closes this route"),
        Knob("triple_size", Integer(1, 20), "collected cards of a species that make it count for win_triples"),
        Knob("turn_limit", Integer(1, 1_000_000), "a safeguard and no rule: a longer game is unfinished"),
    )
}

VARIANTS = {
    "rare_rarer": "J, Q and K need flocks of 3 and 4 (Varianten: Seltenere Seltene)",
    "quick": "6 species win (Varianten: Schnelles Spiel)",
}

PRESETS = {
    "standard": "the published game, 104 cards",
    "cubirds": "the model game, 110 cards in eight species of seven sizes (Unterschiede zum Vorbild)",
}

ASSUMPTIONS = {
    item.id: item
    for item in (
        Assumption(
            "draw_all_or_none",
            Choice(("all_or_none", "any")),
            "all_or_none",
            ("any",),
            'whether "die obersten 2 Karten" may also be fewer: both or none, or any number',
        ),
        Assumption(
            "draw_after_last_card",
            Choice(("allowed", "round_ends")),
            "allowed",
            ("round_ends",),
            "laid the last card and captured nothing: drawing belongs to step 1, or the round ends first",
        ),
        Assumption(
            "refill_end",
            Choice(("player", "right")),
            "player",
            ("right",),
            'who chooses in "legt jede an eines der beiden Enden": the acting player, or always the right end',
        ),
    )
}

_STANDARD_SOURCE = (
    'Unterschiede zum Vorbild: "drei Arten mit 8 Karten (B, D, K) und fünf Arten mit 16 Karten (Paare von '
    'Zahlenwerten)", "Arten mit 8 Karten nutzen … (2 und 3), … mit 16 Karten … (5 und 7)"; which pairs: "Eine 3 und '
    'eine 4 sind derselbe Vogel, eine 9 und eine 10 auch"'
)
_CUBIRDS_SOURCE = (
    'Unterschiede zum Vorbild: "110 Karten in acht Arten mit 7, 10, 10, 13, 13, 17, 20 und 20 Karten"; flocks stated '
    "for 7 and 17 cards and as a sum of 15 for 20, the others are public facts of the model game"
)


def base(preset: str, players: int, assumptions: Mapping[str, Any]) -> Values:
    cubirds = preset == "cubirds"
    return {
        "species": Value(_copy(CUBIRDS), ASSUMED, _CUBIRDS_SOURCE)
        if cubirds
        else Value(_copy(STANDARD), DERIVED, _STANDARD_SOURCE),
        "rows": Value(4, STATED, 'Vorbereitung 2: "Leg 4 Reihen zu je 3 Karten offen in die Mitte"'),
        "row_cards": Value(3, STATED, 'Vorbereitung 2: "drei Karten einer Reihe müssen drei verschiedene Arten sein"'),
        "hand_size": Value(8, STATED, 'Vorbereitung 3: "Jeder bekommt 8 Karten verdeckt"'),
        "draw": Value(2, STATED, 'Schnappen: "die obersten 2 Karten des Ziehstapels auf die Hand nehmen"'),
        "win_species": Value(7, STATED, 'Spielende: "7 verschiedene Arten (von jeder mindestens eine Karte)"'),
        "win_triples": Value(2, STATED, 'Spielende: "2 Arten mit mindestens je 3 Karten"'),
        "triple_size": Value(3, STATED, 'Spielende: "2 Arten mit mindestens je 3 Karten"'),
        "turn_limit": Value(5000, ASSUMED, "a safeguard and no rule: the rulebook ends no game by length"),
    }


def _copy(species: Species) -> Species:
    return {name: list(numbers) for name, numbers in species.items()}


def level(name: str, players: int, assumptions: Mapping[str, Any]) -> Values:
    return {}


def variant(name: str) -> Values:
    if name == "rare_rarer":
        source = 'Varianten: "Für Buben, Damen und Könige gilt kleiner Schwarm 3 und großer Schwarm 4"'
        return {"species": Value(_copy(RARE_RARER), STATED, source)}
    return {"win_species": Value(6, STATED, 'Varianten: "Gewonnen hat, wer 6 verschiedene Arten … hat"')}


def problems(rules: Mapping[str, Any], players: int, settings: Settings) -> list[str]:
    return [*_variant_problems(settings), *_species_problems(rules["species"]), *_deal_problems(rules, players)]


def _variant_problems(settings: Settings) -> Iterator[str]:
    if settings.preset == "cubirds" and "rare_rarer" in settings.variants:
        yield "the variant rare_rarer changes the flocks of J, Q and K, which the preset cubirds does not have"


def _species_problems(species: Species) -> Iterator[str]:
    if len(species) > MAX_SPECIES:
        yield f"{len(species)} species; allowed: at most {MAX_SPECIES}"
    for name, (cards, small, large) in species.items():
        if small > large:
            yield f"the small flock of {name} ({small}) is larger than its large flock ({large})"
        if small > cards:
            yield f"the small flock of {name} ({small}) is larger than the species ({cards} cards)"


def _deal_problems(rules: Mapping[str, Any], players: int) -> Iterator[str]:
    sizes = [cards for cards, _, _ in rules["species"].values()]
    rows, row_cards, hand_size = rules["rows"], rules["row_cards"], rules["hand_size"]
    needed = players * (hand_size + 1) + rows * row_cards
    if needed > sum(sizes):
        yield (
            f"{players} hands of {hand_size}, an open card each and {rows} rows of {row_cards} need {needed} cards, "
            f"there are {sum(sizes)}"
        )
    if row_cards > len(sizes):
        yield f"a row of {row_cards} different species; there are {len(sizes)} species"
    elif len(sizes) - _used_up(sizes, rows - 1, row_cards) < row_cards:
        yield (
            f"{rows} rows of {row_cards} different species: the rows before may use up too many of the small species "
            f"for the last row ({', '.join(map(str, sorted(sizes)))} cards)"
        )


def _used_up(sizes: Sequence[int], rows: int, row_cards: int) -> int:
    """How many species these rows can use up at most; a row takes at most one card of each."""
    left, used_up = rows * row_cards, 0
    for cards in sorted(sizes):
        if cards <= min(rows, left):
            left -= cards
            used_up += 1
    return used_up


BOOK = RuleBook(
    name="gleich_und_gleich",
    title="Gleich und gleich",
    players=range(2, 6),
    default_players=2,
    default_bot="racer",
    knobs=KNOBS,
    levels={},
    variants=VARIANTS,
    assumptions=ASSUMPTIONS,
    base=base,
    level=level,
    variant=variant,
    problems=problems,
    presets=PRESETS,
)

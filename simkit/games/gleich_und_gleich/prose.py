"""Trace events of Gleich und gleich as text for people, in German and English."""

from __future__ import annotations

from typing import Any

Dict = dict[str, Any]

NAMES = ("Anna", "Ben", "Carla", "David", "Eva")
GERMAN_SPECIES = {"A2": "A–2", "J": "B", "Q": "D", "9T": "9–10"}
ENGLISH_SPECIES = {"A2": "A–2", "9T": "9–10"}
TEXTS: dict[str, Dict] = {
    "en": {
        "and": "and",
        "nothing": "nothing",
        "setup": "Rows: {rows}. Open cards: {open}. Hands: {hands}. {dealer} deals and begins.",
        "holds": "{name} {cards}",
        "lay": "{turn:3}. {name} lays {count} × {species} on the {end} of row {row}",
        "left": "left",
        "right": "right",
        "captured": " and captures {cards}",
        "drew": " and draws {cards}",
        "passed": ", draws nothing",
        "refill": "; turned up for the row: {cards}",
        "flock": "; a flock of {shown} × {species} flies home, {kept} into the collection",
        "hand": ". Hand: {cards}.",
        "reshuffle": "     The discard pile ({number} cards) is shuffled into a new draw pile.",
        "round_end": "{name} has no cards left: round {round} is over, the others discard {number} cards.",
        "deal": "Round {round}: {dealer} deals and begins. Hands: {hands}.",
        "species": "{names} wins after {turns} turns in round {rounds} with {count} different species: {cards}.",
        "triples": "{names} wins after {turns} turns in round {rounds} with enough cards of two species: {cards}.",
        "deal_impossible": "Not enough cards for a new deal after {turns} turns: {names} with most collected cards.",
        "wins": "{names} wins",
        "share": "{names} share the victory",
        "turn_limit": "Unfinished: {turns} turns are the limit.",
    },
    "de": {
        "and": "und",
        "nothing": "nichts",
        "setup": "Reihen: {rows}. Offene Karten: {open}. Hände: {hands}. {dealer} gibt und beginnt.",
        "holds": "{name} {cards}",
        "lay": "{turn:3}. {name} legt {count} × {species} {end} an Reihe {row}",
        "left": "links",
        "right": "rechts",
        "captured": " und schnappt sich {cards}",
        "drew": " und zieht {cards}",
        "passed": ", zieht nichts",
        "refill": "; für die Reihe aufgedeckt: {cards}",
        "flock": "; ein Schwarm von {shown} × {species} fliegt heim, {kept} in die Sammlung",
        "hand": ". Hand: {cards}.",
        "reshuffle": "     Der Ablagestapel ({number} Karten) wird zum neuen Ziehstapel gemischt.",
        "round_end": "{name} hat keine Karten mehr: Runde {round} ist zu Ende, die anderen legen {number} Karten ab.",
        "deal": "Runde {round}: {dealer} gibt und beginnt. Hände: {hands}.",
        "species": "{names} gewinnt nach {turns} Zügen in Runde {rounds} mit {count} verschiedenen Arten: {cards}.",
        "triples": "{names} gewinnt nach {turns} Zügen in Runde {rounds} mit genug Karten zweier Arten: {cards}.",
        "deal_impossible": "Zu wenig Karten zum Geben nach {turns} Zügen: {names} mit den meisten gesammelten Karten.",
        "wins": "{names} gewinnt",
        "share": "{names} teilen sich den Sieg",
        "turn_limit": "Nicht beendet: {turns} Züge sind die Grenze.",
    },
}


def annotate(trace: list[Dict]) -> list[Dict]:
    """The events as they are: the prose needs nothing from other events."""
    return trace


def prose(event: Dict, language: str) -> str:
    """One event as a line for people."""
    return str(_WRITERS[event["event"]](event, language))


def species_text(species: str, language: str) -> str:
    """`34` → `3–4`, `9T` → `9–10`; in German the jack is B and the queen D."""
    names = GERMAN_SPECIES if language == "de" else ENGLISH_SPECIES
    pair = f"{species[0]}–{species[1]}" if len(species) == 2 else species
    return names.get(species, pair)


def cards_text(cards: list[str], language: str) -> str:
    """`Q Q 34` → `2 × Q, 3–4`: same cards side by side are counted together."""
    parts: list[tuple[str, int]] = []
    for card in cards:
        if parts and parts[-1][0] == card:
            parts[-1] = (card, parts[-1][1] + 1)
        else:
            parts.append((card, 1))
    texts = [(f"{number} × " if number > 1 else "") + species_text(card, language) for card, number in parts]
    return ", ".join(texts) or str(TEXTS[language]["nothing"])


def _hands_text(hands: list[list[str]], language: str) -> str:
    return "; ".join(f"{name} {cards_text(hand, language)}" for name, hand in zip(NAMES, hands, strict=False))


def _setup(event: Dict, language: str) -> str:
    rows = " | ".join(cards_text(row, language) for row in event["rows"])
    opened = _hands_text(event["collections"], language)
    hands = _hands_text(event["hands"], language)
    text: str = TEXTS[language]["setup"]
    return text.format(rows=rows, open=opened, hands=hands, dealer=NAMES[event["dealer"]])


def _turn(event: Dict, language: str) -> str:
    texts = TEXTS[language]
    values = {"name": NAMES[event["player"]], "species": species_text(event["species"], language)}
    line: str = texts["lay"].format(**{**event, **values, "row": event["row"] + 1, "end": texts[event["end"]]})
    if event["captured"]:
        line += texts["captured"].format(cards=cards_text(event["captured"], language))
    elif event["drew"]:
        line += texts["drew"].format(cards=cards_text(event["drew"], language))
    else:
        line += texts["passed"]
    if event["refill"]:
        ends = [f"{species_text(item['card'], language)} {texts[item['end']]}" for item in event["refill"]]
        line += texts["refill"].format(cards=", ".join(ends))
    if event["flock"]:
        flock = event["flock"]
        line += texts["flock"].format(**{**flock, "species": species_text(flock["species"], language)})
    return line + str(texts["hand"].format(cards=cards_text(event["hand"], language)))


def _reshuffle(event: Dict, language: str) -> str:
    return str(TEXTS[language]["reshuffle"].format(number=len(event["draw_pile"])))


def _round_end(event: Dict, language: str) -> str:
    number = sum(map(len, event["discarded"]))
    text: str = TEXTS[language]["round_end"]
    return text.format(name=NAMES[event["player"]], round=event["round"], number=number)


def _deal(event: Dict, language: str) -> str:
    hands = _hands_text(event["hands"], language)
    text: str = TEXTS[language]["deal"]
    return text.format(round=event["round"], dealer=NAMES[event["dealer"]], hands=hands)


def _end(event: Dict, language: str) -> str:
    texts = TEXTS[language]
    names = f" {texts['and']} ".join(NAMES[seat] for seat in event["winners"])
    if event["reason"] == "deal_impossible":
        names = texts["wins" if len(event["winners"]) == 1 else "share"].format(names=names)
    cards = event["collections"][event["winners"][0]] if event["winners"] else []
    values = {"names": names, "count": len(set(cards)), "cards": cards_text(cards, language)}
    return str(texts[event["reason"]].format(**{**event, **values}))


_WRITERS = {
    "setup": _setup,
    "turn": _turn,
    "reshuffle": _reshuffle,
    "round_end": _round_end,
    "deal": _deal,
    "end": _end,
}

"""Event log of a game of Seilschaft → trace events (`trace-format.md`) → prose in German and English."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from simkit.cards import NONE, RANKS, SUITS
from simkit.games.core import Result
from simkit.games.seilschaft.state import DECK_SIZE, Event, Reason

Dict = dict[str, Any]

SETUP_LENGTH = 1  # numbers after the event's code, the ridge not counted
TRICK_FIELDS = (
    "round",
    "trick",
    "leader",
    "lead",
    "follow",
    "trump",
    "winner",
    "steps",
    "rope_used",
    "coin",
    "revealed",
    "ropes",
)


def card_name(card: int) -> str | None:
    return None if card == NONE else RANKS[card & 15] + SUITS[card >> 4]


def events(log: Any, row: Any, rules: Any) -> Iterator[Dict]:
    """The events after `game`, up to `end`.

    log: event log (int64) of one game; row: its outcome; rules: the `Rules` in force.
    """
    numbers = iter([int(value) for value in log])
    for code in numbers:
        if code == Event.SETUP:
            yield _setup(numbers, rules)
        elif code == Event.DEAL:
            yield _deal(numbers, rules)
        else:
            yield _trick(numbers)
    yield {
        "event": "end",
        "result": Result(row["result"]).name.lower(),
        "reason": Reason(row["reason"]).name.lower(),
        "winners": [seat for seat in range(2) if row["winners"] >> seat & 1],
        "rounds": int(row["round"]),
        "tricks": int(row["length"]),
        "ropes_left": int(row["ropes_left"]),
    }


def _setup(numbers: Iterator[int], rules: Any) -> Dict:
    dealer = next(numbers)
    ridge = [card_name(next(numbers)) for _ in range(rules["ridge_length"])]
    return {"event": "setup", "ridge": ridge, "coin": len(ridge) // 2, "ropes": rules["ropes"], "dealer": dealer}


def _deal(numbers: Iterator[int], rules: Any) -> Dict:
    number, dealer = next(numbers), next(numbers)
    cards = [next(numbers) for _ in range(DECK_SIZE - rules["ridge_length"])]
    dealt = 2 * rules["hand_size"]
    hands = {1 - dealer: sorted(cards[0:dealt:2]), dealer: sorted(cards[1:dealt:2])}
    return {
        "event": "deal",
        "round": number,
        "dealer": dealer,
        "hands": [[card_name(card) for card in hands[seat]] for seat in range(2)],
        "aside": [card_name(card) for card in cards[dealt:]],
    }


def _trick(numbers: Iterator[int]) -> Dict:
    event: Dict = {"event": "trick"}
    for name in TRICK_FIELDS:
        event[name] = next(numbers)
    for name in ("lead", "follow", "revealed"):
        event[name] = card_name(event[name])
    event["trump"] = None if event["trump"] == NONE else SUITS[event["trump"]]
    event["rope_used"] = bool(event["rope_used"])
    return event


# --- prose

NAMES = ("Anna", "Ben")
SUIT_SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
GERMAN_RANKS = {"J": "B", "Q": "D", "T": "10"}
TEXTS = {
    "en": {
        "trump": {None: "no trump", "S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"},
        "setup": "The ridge has {length} cards; {camp} lies open as the camp. Ropes: {ropes}. {dealer} deals first.",
        "deal": "Round {round}: {dealer} deals. Anna holds {anna}. Ben holds {ben}.",
        "trick": "  {trick:2}. ({trump}) {leader} leads {lead}, {other} plays {follow}; {winner} wins, pulls {steps}",
        "fall": ", over the end: they fall.",
        "rope": ", over the end; a rope holds them on position {coin}",
        "rope_reveal": ", where {revealed} is turned up.",
        "stay": " to position {coin}",
        "reveal": " and turns up {revealed}.",
        "open": ".",
        "win": "Won in round {rounds} after {tricks} tricks: the whole ridge is open.",
        "loss_fall": "Lost by a fall in round {rounds} after {tricks} tricks.",
        "loss_rounds_over": "Lost: the last round is over and the ridge is not open.",
    },
    "de": {
        "trump": {None: "kein Trumpf", "S": "Pik", "H": "Herz", "D": "Karo", "C": "Kreuz"},
        "setup": "Der Grat hat {length} Karten; {camp} liegt offen als Lager. Seile: {ropes}. {dealer} gibt zuerst.",
        "deal": "Runde {round}: {dealer} gibt. Anna hat {anna}. Ben hat {ben}.",
        "trick": "  {trick:2}. ({trump}) {leader} spielt {lead} aus, {other} legt {follow}; {winner} zieht {steps}",
        "fall": ", über das Ende hinaus: Absturz.",
        "rope": ", über das Ende hinaus; ein Seil hält sie auf Position {coin}",
        "rope_reveal": ", wo {revealed} aufgedeckt wird.",
        "stay": " auf Position {coin}",
        "reveal": " und deckt {revealed} auf.",
        "open": ".",
        "win": "Gewonnen in Runde {rounds} nach {tricks} Stichen: Der ganze Grat ist offen.",
        "loss_fall": "Verloren durch einen Absturz in Runde {rounds} nach {tricks} Stichen.",
        "loss_rounds_over": "Verloren: Die letzte Runde ist zu Ende und der Grat nicht ganz offen.",
    },
}


def prose(event: Dict, language: str) -> str:
    """One event as a line for people."""
    texts: Dict = TEXTS[language]
    kind = event["event"]
    if kind == "setup":
        camp = card_text(event["ridge"][event["coin"]], language)
        values = {"length": len(event["ridge"]), "camp": camp, "dealer": NAMES[event["dealer"]]}
        return str(texts["setup"].format(**{**event, **values}))
    if kind == "deal":
        anna, ben = (" ".join(card_text(card, language) for card in reversed(hand)) for hand in event["hands"])
        return str(texts["deal"].format(round=event["round"], dealer=NAMES[event["dealer"]], anna=anna, ben=ben))
    if kind == "trick":
        return _trick_prose(event, language)
    ending = "win" if event["result"] == "win" else f"loss_{event['reason']}"
    return str(texts[ending].format(**event))


def _trick_prose(event: Dict, language: str) -> str:
    texts: Dict = TEXTS[language]
    names = {"leader": NAMES[event["leader"]], "other": NAMES[1 - event["leader"]], "winner": NAMES[event["winner"]]}
    cards = {key: card_text(event[key], language) for key in ("lead", "follow", "revealed")}
    values = {**event, **names, **cards, "trump": texts["trump"][event["trump"]]}
    line = texts["trick"].format(**values)
    if event["fatal"]:
        return str(line + texts["fall"])
    line += texts["rope" if event["rope_used"] else "stay"].format(**values)
    turned_up = "rope_reveal" if event["rope_used"] else "reveal"
    return str(line + texts[turned_up if event["revealed"] else "open"].format(**values))


def card_text(card: str | None, language: str) -> str:
    """`TD` → `10♦`; in German the jack is B and the queen D."""
    if card is None:
        return ""
    rank = GERMAN_RANKS.get(card[0], card[0]) if language == "de" else card[0].replace("T", "10")
    return rank + SUIT_SIGNS[card[1]]


def annotate(trace: list[Dict]) -> list[Dict]:
    """Mark the trick that was a fatal fall, for the prose."""
    fell = trace[-1]["reason"] == "fall"
    tricks = [event for event in trace if event["event"] == "trick"]
    return [{**event, "fatal": fell and event is tricks[-1]} if event["event"] == "trick" else event for event in trace]

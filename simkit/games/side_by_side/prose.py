"""A trace of Side by Side as text for people, in English and German."""

from __future__ import annotations

from typing import Any

Dict = dict[str, Any]

NAMES = ("Anna", "Ben", "Carla", "David", "Eva")
SUIT_SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
GERMAN_RANKS = {"J": "B", "Q": "D", "T": "10"}

TEXTS: dict[str, Dict] = {
    "en": {
        "threats": {"spades": "spades", "hearts": "hearts", "diamonds": "diamonds", "clubs": "clubs"}
        | {"low": "low", "high": "high"},
        "joker": "joker",
        "and": "and",
        "friend": "the third friend",
        "setup": "Draw pile: {draw} cards, morale reserve: {reserve}, speech coins in the middle: {speech_coins}. "
        "Lucky charms: {charms}.",
        "mission": "Mission {mission}: {leader} leads and deals {intensity} each. {dealt}.",
        "play": "{player} plays {card}",
        "trap": " – a trap! {turned_up} turns up",
        "joker_removed": "; {removed} leaves No Man's Land",
        "charm": "{player} uses the lucky charm: {removed} leaves No Man's Land",
        "speech": "{player} makes a speech: “{threat}!” {answers}",
        "answers": "{player} removes {card}",
        "no_answer": "Nobody removes a card",
        "withdraw": "{player} withdraws",
        "withdraw_points": "{player} withdraws and points at {neighbour}",
        "success": "Success: out of the game go {cards}.",
        "success_empty": "Success: No Man's Land is empty.",
        "failure": "The mission fails: back into the draw pile go {cards}.",
        "failure_empty": "The mission fails.",
        "support": "Support: {pointing}.",
        "points": "{giver} → {neighbour}",
        "no_support": "Nobody gives support.",
        "nobody": " Nobody is helped.",
        "help_setbacks": " {player} has most support and removes {removed}.",
        "help_charm": " {player} has most support and readies the lucky charm.",
        "help_none": " {player} has most support and takes no help.",
        "morale": "Cards left in hands: {held}. Morale drops by {moved}; reserve: {reserve_left}.{coin}",
        "coin": " The old leader takes a speech coin.",
        "win_peace": "Peace! Won after {missions} missions.",
        "loss_morale": "Lost: morale has run out after {missions} missions.",
        "loss_setbacks": "Lost: one of you has suffered too many setbacks, after {missions} missions.",
        "holds": "{player}: {cards}",
        "nothing": "nothing",
    },
    "de": {
        "threats": {"spades": "Pik", "hearts": "Herz", "diamonds": "Karo", "clubs": "Kreuz"}
        | {"low": "niedrig", "high": "hoch"},
        "joker": "Joker",
        "and": "und",
        "friend": "der dritte Freund",
        "setup": "Ziehstapel: {draw} Karten, Moralstapel: {reserve}, Redemünzen in der Mitte: {speech_coins}. "
        "Glücksbringer: {charms}.",
        "mission": "Einsatz {mission}: {leader} führt an und teilt jedem {intensity} aus. {dealt}.",
        "play": "{player} spielt {card}",
        "trap": " – eine Falle! {turned_up} kommt dazu",
        "joker_removed": "; {removed} verlässt das Niemandsland",
        "charm": "{player} nutzt den Glücksbringer: {removed} verlässt das Niemandsland",
        "speech": "{player} hält eine Rede: „{threat}!“ {answers}",
        "answers": "{player} legt {card} ab",
        "no_answer": "Niemand legt eine Karte ab",
        "withdraw": "{player} zieht sich zurück",
        "withdraw_points": "{player} zieht sich zurück und zeigt auf {neighbour}",
        "success": "Geschafft: Aus dem Spiel kommen {cards}.",
        "success_empty": "Geschafft: Das Niemandsland ist leer.",
        "failure": "Gescheitert: Zurück in den Ziehstapel kommen {cards}.",
        "failure_empty": "Gescheitert.",
        "support": "Rückhalt: {pointing}.",
        "points": "{giver} → {neighbour}",
        "no_support": "Niemand gibt Rückhalt.",
        "nobody": " Niemandem wird geholfen.",
        "help_setbacks": " {player} hat den meisten Rückhalt und legt {removed} ab.",
        "help_charm": " {player} hat den meisten Rückhalt und macht den Glücksbringer wieder bereit.",
        "help_none": " {player} hat den meisten Rückhalt und nimmt keine Hilfe an.",
        "morale": "Karten auf den Händen: {held}. Die Moral sinkt um {moved}; Moralstapel: {reserve_left}.{coin}",
        "coin": " Der bisherige Anführer nimmt sich eine Redemünze.",
        "win_peace": "Frieden! Gewonnen nach {missions} Einsätzen.",
        "loss_morale": "Verloren: Die Moral ist nach {missions} Einsätzen aufgebraucht.",
        "loss_setbacks": "Verloren: Einer von euch hat nach {missions} Einsätzen zu viele Rückschläge erlitten.",
        "holds": "{player}: {cards}",
        "nothing": "nichts",
    },
}


def card_text(card: str, language: str) -> str:
    """`TD` → `10♦`; in German the jack is B and the queen D."""
    if card == "**":
        return str(TEXTS[language]["joker"])
    rank = GERMAN_RANKS.get(card[0], card[0]) if language == "de" else card[0].replace("T", "10")
    return rank + SUIT_SIGNS[card[1]]


def cards_text(cards: list[str], language: str) -> str:
    return " ".join(card_text(card, language) for card in cards) or str(TEXTS[language]["nothing"])


def prose(event: Dict, language: str) -> str:
    """One event as a line for people."""
    return str(_WRITERS[event["event"]](event, TEXTS[language], language))


def annotate(trace: list[Dict]) -> list[Dict]:
    """The events with what their prose needs besides: who the third friend of two players is."""
    two_players = len(trace[0]["charms"]) == 2
    return [{**event, "friend": 2} if two_players and event["event"] == "withdraw" else event for event in trace]


def _setup(event: Dict, texts: Dict, language: str) -> str:
    charms = [f"{NAMES[seat]} {texts['threats'][charm]}" for seat, charm in enumerate(event["charms"])]
    values = {"draw": len(event["draw_pile"]), "reserve": len(event["reserve"]), "charms": ", ".join(charms)}
    return str(texts["setup"].format(**{**event, **values}))


def _mission(event: Dict, texts: Dict, language: str) -> str:
    dealt = [
        texts["holds"].format(player=NAMES[seat], cards=cards_text(cards, language))
        for seat, cards in enumerate(event["dealt"])
    ]
    return str(texts["mission"].format(**{**event, "leader": NAMES[event["leader"]], "dealt": "; ".join(dealt)}))


def _play(event: Dict, texts: Dict, language: str) -> str:
    line = texts["play"].format(player=NAMES[event["player"]], card=card_text(event["card"], language))
    if event["turned_up"]:
        line += texts["trap"].format(turned_up=card_text(event["turned_up"], language))
    if event["joker_removed"]:
        line += texts["joker_removed"].format(removed=cards_text(event["joker_removed"], language))
    return f"  {line}."


def _charm(event: Dict, texts: Dict, language: str) -> str:
    removed = card_text(event["removed"], language)
    return f"  {texts['charm'].format(player=NAMES[event['player']], removed=removed)}."


def _speech(event: Dict, texts: Dict, language: str) -> str:
    given = [
        texts["answers"].format(player=NAMES[seat], card=card_text(card, language))
        for seat, card in enumerate(event["removed"])
        if card
    ]
    threat = texts["threats"][event["threat"]].capitalize()
    answers = ", ".join(given) or texts["no_answer"]
    return f"  {texts['speech'].format(player=NAMES[event['player']], threat=threat, answers=answers)}."


def _withdraw(event: Dict, texts: Dict, language: str) -> str:
    neighbour = event.get("points_at")
    if neighbour is None:
        return f"  {texts['withdraw'].format(player=NAMES[event['player']])}."
    pointed_at = texts["friend"] if event.get("friend") == neighbour else NAMES[neighbour]
    values = {"player": NAMES[event["player"]], "neighbour": pointed_at}
    return f"  {texts['withdraw_points'].format(**values)}."


def _mission_end(event: Dict, texts: Dict, language: str) -> str:
    if not event["no_mans_land"]:
        return str(texts[f"{event['result']}_empty"])
    return str(texts[event["result"]].format(cards=cards_text(event["no_mans_land"], language)))


def _support(event: Dict, texts: Dict, language: str) -> str:
    names = list(NAMES)
    givers = dict(enumerate(event["points_at"]))
    if len(event["received"]) > len(event["points_at"]):  # two players
        names[2] = texts["friend"]
        givers[2] = event["friend_points_at"]
    pointing = [
        texts["points"].format(giver=names[giver], neighbour=names[neighbour])
        for giver, neighbour in givers.items()
        if neighbour is not None
    ]
    line = texts["support"].format(pointing=", ".join(pointing)) if pointing else texts["no_support"]
    if event["helped"] is None:
        return str(line + (texts["nobody"] if pointing else ""))
    values = {"player": names[event["helped"]], "removed": cards_text(event["removed"], language)}
    return str(line + texts[f"help_{event['help']}"].format(**values))


def _morale(event: Dict, texts: Dict, language: str) -> str:
    coin = texts["coin"] if event["speech_coin_taken"] else ""
    values = {"held": event["cards_in_hands"], "moved": len(event["moved"]), "coin": coin}
    return str(texts["morale"].format(**{**event, **values}))


def _end(event: Dict, texts: Dict, language: str) -> str:
    return str(texts[f"{event['result']}_{event['reason']}"].format(**event))


_WRITERS = {
    "setup": _setup,
    "mission": _mission,
    "play": _play,
    "charm": _charm,
    "speech": _speech,
    "withdraw": _withdraw,
    "mission_end": _mission_end,
    "support": _support,
    "morale": _morale,
    "end": _end,
}

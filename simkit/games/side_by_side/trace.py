"""Event log of a game of Side by Side → trace events (`trace-format.md`); `prose.py` tells them in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from simkit.cards import NONE
from simkit.games.core import Result
from simkit.games.side_by_side.prose import annotate, prose
from simkit.games.side_by_side.rules import RANKS, SUITS, THREATS
from simkit.games.side_by_side.state import FRIEND, HELP_CHARM, Event, Reason

__all__ = ["annotate", "events", "prose"]

Dict = dict[str, Any]


def card_name(card: int) -> str:
    return "**" if card >= 52 else RANKS[card // 4] + SUITS[card % 4]


def card_names(mask: int) -> list[str]:
    """The cards of a set in the order of their numbers."""
    return [card_name(card) for card in range(54) if mask >> card & 1]


def _card(number: int) -> str | None:
    return None if number == NONE else card_name(number)


def _seat(number: int) -> int | None:
    return None if number == NONE else number


def events(log: Any, row: Any, rules: Any) -> Iterator[Dict]:
    """The events after `game`, up to `end`.

    log: event log (int64) of one game; row: its outcome; rules: the `Rules` in force.
    """
    numbers = iter([int(value) for value in log])
    for code in numbers:
        kind = Event(code)
        yield {"event": kind.name.lower(), **_READERS[kind](numbers, rules)}
    yield {
        "event": "end",
        "result": Result(row["result"]).name.lower(),
        "reason": Reason(row["reason"]).name.lower(),
        "winners": [seat for seat in range(rules.players) if row["winners"] >> seat & 1],
        "missions": int(row["missions"]),
    }


def _take(numbers: Iterator[int], count: int) -> list[int]:
    return [next(numbers) for _ in range(count)]


def _setup(numbers: Iterator[int], rules: Any) -> Dict:
    plain = rules.plain()
    return {
        "draw_pile": [card_name(card) for card in _take(numbers, plain["draw_pile"])],
        "reserve": [card_name(card) for card in _take(numbers, plain["reserve"])],
        "charms": [THREATS[threat] for threat in _take(numbers, rules.players)],
        "speech_coins": plain["speech_coins"],
        "leader": 0,
    }


def _mission(numbers: Iterator[int], rules: Any) -> Dict:
    mission, leader, intensity = _take(numbers, 3)
    dealt = [card_names(cards) for cards in _take(numbers, rules.players)]
    return {"mission": mission, "leader": leader, "intensity": intensity, "dealt": dealt}


def _play(numbers: Iterator[int], rules: Any) -> Dict:
    player, card, turned_up, removed = _take(numbers, 4)
    return {
        "player": player,
        "card": card_name(card),
        "turned_up": _card(turned_up),
        "joker_removed": [] if removed == NONE else [card_name(removed)],
    }


def _charm(numbers: Iterator[int], rules: Any) -> Dict:
    player, card = _take(numbers, 2)
    return {"player": player, "removed": card_name(card)}


def _speech(numbers: Iterator[int], rules: Any) -> Dict:
    player, threat = _take(numbers, 2)
    removed = [_card(card) for card in _take(numbers, rules.players)]
    return {"player": player, "threat": THREATS[threat], "removed": removed}


def _withdraw(numbers: Iterator[int], rules: Any) -> Dict:
    player, neighbour = _take(numbers, 2)
    return {"player": player, **({"points_at": _seat(neighbour)} if rules["open_support"] else {})}


def _mission_end(numbers: Iterator[int], rules: Any) -> Dict:
    mission, failed, cards = _take(numbers, 3)
    return {
        "mission": mission,
        "result": "failure" if failed else "success",
        "no_mans_land": card_names(cards),
        "draw_pile": [card_name(card) for card in _take(numbers, next(numbers))] if failed else None,
    }


def _support(numbers: Iterator[int], rules: Any) -> Dict:
    friend = rules.players == 2
    pairs = _take(numbers, 2 * (rules.players + friend))
    points_at = [_seat(neighbour) for neighbour in pairs[::2]]
    helped, taken = _take(numbers, 2)
    return {
        "points_at": points_at[: rules.players],
        "friend_points_at": points_at[FRIEND] if friend else None,
        "received": pairs[1::2],
        "helped": _seat(helped),
        "help": "charm" if taken == HELP_CHARM else "setbacks" if taken else "none",
        "removed": card_names(taken) if taken > 0 else [],
    }


def _morale(numbers: Iterator[int], rules: Any) -> Dict:
    held, reserve, leader, coin, drop = _take(numbers, 5)
    return {
        "cards_in_hands": held,
        "moved": [card_name(card) for card in _take(numbers, drop)],
        "reserve_left": reserve,
        "next_leader": (leader + 1) % rules.players,
        "speech_coin_taken": bool(coin),
    }


_READERS = {
    Event.SETUP: _setup,
    Event.MISSION: _mission,
    Event.PLAY: _play,
    Event.CHARM: _charm,
    Event.SPEECH: _speech,
    Event.WITHDRAW: _withdraw,
    Event.MISSION_END: _mission_end,
    Event.SUPPORT: _support,
    Event.MORALE: _morale,
}

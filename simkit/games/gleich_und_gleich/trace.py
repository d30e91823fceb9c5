"""Event log of a game of Gleich und gleich → trace events (`trace-format.md`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from simkit.games.core import Result
from simkit.games.gleich_und_gleich.packed import get
from simkit.games.gleich_und_gleich.prose import annotate, prose
from simkit.games.gleich_und_gleich.state import Event, Reason

__all__ = ["annotate", "events", "prose"]

Dict = dict[str, Any]
ENDS = ("left", "right")


def events(log: Any, row: Any, rules: Any) -> Iterator[Dict]:
    """The events after `game`, up to `end`.

    log: event log (int64) of one game; row: its outcome; rules: the `Rules` in force.
    """
    return _Reader(log, row, rules).events()


class _Reader:
    """Reads the numbers of a log in order."""

    def __init__(self, log: Any, row: Any, rules: Any) -> None:
        self.numbers = iter([int(value) for value in log])
        self.row, self.rules = row, rules
        self.species = list(rules["species"])
        self.flocks = {name: numbers[1:] for name, numbers in rules["species"].items()}
        self.turn: Dict = {}  # the turn in progress; a reshuffle in its middle stands before it

    def events(self) -> Iterator[Dict]:
        for code in self.numbers:
            event = self._read(Event(code))
            if event:
                yield event

    def _read(self, code: Event) -> Dict | None:
        """The event that this record makes or completes."""
        event: Dict | None = getattr(self, f"_{code.name.lower()}")()
        return event

    def _next(self, number: int) -> list[int]:
        return [next(self.numbers) for _ in range(number)]

    def _cards(self, number: int) -> list[str]:
        return [self.species[card] for card in self._next(number)]

    def _packed(self) -> list[str]:
        cards = next(self.numbers)
        return [name for s, name in enumerate(self.species) for _ in range(get(cards, s))]

    def _seats(self) -> list[list[str]]:
        return [self._packed() for _ in range(self.rules.players)]

    def _setup(self) -> Dict:
        return {
            "event": "setup",
            "rows": [self._cards(self.rules["row_cards"]) for _ in range(self.rules["rows"])],
            "discard": self._packed(),
            "hands": self._seats(),
            "collections": self._seats(),
            "draw_pile": self._cards(next(self.numbers)),
            "dealer": 0,
        }

    def _lay(self) -> None:
        turn, number, player, species, count, row, end, captured = self._next(8)
        self.turn = {
            "event": "turn",
            "turn": turn,
            "round": number,
            "player": player,
            "species": self.species[species],
            "count": count,
            "row": row,
            "end": ENDS[end],
            "captured": self._cards(captured),
            "drew": [],
            "refill": [],
            "flock": None,
        }

    def _draw(self) -> None:
        card, _ = self._next(2)
        self.turn["drew"].append(self.species[card])

    def _refill(self) -> None:
        card, end = self._next(2)
        self.turn["refill"].append({"card": self.species[card], "end": ENDS[end]})

    def _flock(self) -> None:
        species, shown = self._next(2)
        name = self.species[species]
        kept = min(2, shown) if shown >= self.flocks[name][1] else 1
        self.turn["flock"] = {"species": name, "shown": shown, "kept": kept}

    def _end_turn(self) -> Dict:
        return {**self.turn, "hand": self._packed()}

    def _reshuffle(self) -> Dict:
        return {"event": "reshuffle", "draw_pile": self._cards(next(self.numbers))}

    def _round_end(self) -> Dict:
        number, player = self._next(2)
        return {"event": "round_end", "round": number, "player": player, "discarded": self._seats()}

    def _deal(self) -> Dict:
        number, dealer = self._next(2)
        return {"event": "deal", "round": number, "dealer": dealer, "hands": self._seats()}

    def _end(self) -> Dict:
        row = self.row
        return {
            "event": "end",
            "result": Result(row["result"]).name.lower(),
            "reason": Reason(row["reason"]).name.lower(),
            "winners": [seat for seat in range(self.rules.players) if row["winners"] >> seat & 1],
            "turns": int(row["turns"]),
            "rounds": int(row["rounds"]),
            "collections": self._seats(),
        }

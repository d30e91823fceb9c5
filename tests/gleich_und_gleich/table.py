"""A table in the middle of a game: positions set up by hand, moves carried out by the engine's `turn` kernel."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

import numba
from numba import types

from simkit import games, jit
from simkit.games import compiled
from simkit.games.core import LOG, Game, View
from simkit.games.gleich_und_gleich import engine, state
from simkit.games.gleich_und_gleich.packed import get, one
from simkit.rng import Purpose, start_stream
from simkit.settings import Settings, resolve

GAME = "gleich_und_gleich"


def rules_of(players: int = 3, **settings: Any) -> Any:
    return resolve(games.rule_book(GAME), Settings(players=players, **settings))


def _turn(record: Any, rules: Any, log: Any, action: int) -> int:
    return engine.turn(Game(record, rules, 0, log), action)


def _start(record: Any, rules: Any, log: Any, seed: int, index: int) -> int:
    engine.start(Game(record, rules, 0, log), seed, index)
    return 0


@functools.cache
def _kernel(function: Any, integers: int) -> Any:
    """Compiled once and cached, as the engine's own entry is."""
    jit.cache_folder_of(Path(__file__).parent)
    records = [numba.typeof(compiled.new_record(dtype)) for dtype in (state.STATE, state.RULES, LOG)]
    return jit.entry(function, types.int64(*records, *[types.int64] * integers))


@functools.cache
def _log() -> Any:
    return compiled.new_record(LOG)


class Table:
    """A game in Python's hands: `start` or lay out cards by name, then `act`."""

    def __init__(self, rules: Any = None) -> None:
        self.rules = rules or rules_of()
        self.names = list(self.rules["species"])
        self.packed_rules = state.pack_rules(self.rules)
        self.state = compiled.new_record(state.STATE)
        self.table = self.state.table
        self.start(1, 0)

    def start(self, seed: int, index: int) -> None:
        _kernel(_start, 2)(self.state, self.packed_rules, _log(), seed, index)

    def act(self, action: int) -> int:
        """Why the game ends, or PLAYING (−1)."""
        return int(_kernel(_turn, 1)(self.state, self.packed_rules, _log(), action))

    def lay(self, species: str, row: int, end: int) -> int:
        return self.act(self.names.index(species) << 4 | row << 1 | end)

    def view(self, seat: int | None = None) -> View:
        return View(self.table, self.state.seats[self.table.player if seat is None else seat], self.packed_rules)

    @property
    def decision(self) -> str:
        return state.Decision(self.table.decision).name.lower()

    # --- cards by name, sorted

    def pack(self, cards: str) -> int:
        return sum(one(self.names.index(name)) for name in cards.split())

    def unpack(self, cards: int) -> str:
        return " ".join(name for s, name in enumerate(self.names) for _ in range(get(int(cards), s)))

    def hand(self, seat: int) -> str:
        return self.unpack(self.state.seats[seat].hand)

    def collection(self, seat: int) -> str:
        return self.unpack(self.table.collections[seat])

    def row(self, number: int) -> str:
        row = self.table.rows[number]
        places = range(row.left, row.left + row.length)
        return " ".join(self.names[row.cards[place & self.packed_rules.mask]] for place in places)

    def draw_pile(self) -> list[int]:
        hidden = self.state.hidden
        return [int(card) for card in hidden.pile[hidden.pile_size - self.table.draw_pile : hidden.pile_size]]

    # --- setting up (the numbers of cards need not add up to the deck)

    def set_hand(self, seat: int, cards: str) -> None:
        self.state.seats[seat].hand = self.pack(cards)
        self.table.held[seat] = len(cards.split())
        self.table.known[seat] = 0

    def set_collection(self, seat: int, cards: str) -> None:
        self.table.collections[seat] = self.pack(cards)
        self.table.most = max(self.table.most, len(cards.split()))

    def set_row(self, number: int, cards: str) -> None:
        row = self.table.rows[number]
        row.left, row.length, row.counts = 0, len(cards.split()), self.pack(cards)
        for place, name in enumerate(cards.split()):
            row.cards[place] = self.names.index(name)

    def set_draw_pile(self, cards: str) -> None:
        for place, name in enumerate(cards.split()):
            self.state.hidden.pile[place] = self.names.index(name)
        self.state.hidden.pile_size = self.table.draw_pile = len(cards.split())

    def set_stream(self, seat: int, seed: int) -> None:
        start_stream(self.state.seats[seat].stream, seed, 0, Purpose.SEAT, seat)

    def card_count(self) -> dict[str, int]:
        """Cards of each species anywhere: in hands, collections, rows and piles."""
        found = []
        for species, name in enumerate(self.names):
            packed = [self.table.discard, *self.table.collections]
            packed += [seat.hand for seat in self.state.seats] + [row.counts for row in self.table.rows]
            turned = int(self.table.turned_card == species)
            found.append((name, sum(get(int(c), species) for c in packed) + self.draw_pile().count(species) + turned))
        return dict(found)

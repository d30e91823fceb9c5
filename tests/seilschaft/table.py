"""A table of Seilschaft put together card by card, on which the engine's own kernels play scripted tricks."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba import types

from simkit import games, jit, settings
from simkit.cards import RANKS, SUITS
from simkit.games import compiled
from simkit.games.core import LOG, MAX_SEATS, Game
from simkit.games.seilschaft.engine import PLAYING, play_trick
from simkit.games.seilschaft.state import NO_TRUMP, RULES, STATE, Reason, pack_rules
from simkit.games.seilschaft.trace import events

ANNA, BEN = 0, 1
BOOK = games.rule_book("seilschaft")


def number_of(card: str) -> int:
    """`TD` as the engine numbers it."""
    return SUITS.index(card[1]) * 16 + RANKS.index(card[0])


def mask_of(cards: Any) -> int:
    return sum(1 << number_of(card) for card in cards)


def rules_of(level: str | None = None, variants: tuple[str, ...] = (), assume: Any = None, **knobs: Any) -> Any:
    """The rules of a level with some knobs turned."""
    return settings.resolve(BOOK, settings.Settings(level=level, variants=variants, assume=assume or {}, set=knobs))


def _script(view, decision):
    """The next card of the seat's script, which lies in its weights."""
    view.me.memory[0] += 1
    return np.int64(view.me.weights[view.me.memory[0] - 1])


def _play_tricks(state, rules, tricks, log, b0, b1, b2, b3, b4):
    game = Game(state, rules, (b0, b1, b2, b3, b4), log)
    for _ in range(tricks):
        state.table.trick += 1
        reason = play_trick(game)
        if reason != PLAYING:
            return reason
    return PLAYING


@functools.cache
def script_bot() -> Any:
    return _compile(_script, types.int64(*compiled.bot_arguments("seilschaft")), jit.BOT_OPTIONS)


@functools.cache
def tricks_kernel() -> Any:
    bot = types.FunctionType(types.int64(*compiled.bot_arguments("seilschaft")))
    records = [numba.typeof(np.zeros(1, kind)[0]) for kind in (STATE, RULES)]
    arguments = (*records, types.int64, numba.from_dtype(LOG), *[bot] * MAX_SEATS)
    return _compile(_play_tricks, types.int64(*arguments), jit.OPTIONS)


def _compile(function: Any, signature: Any, options: Any) -> Any:
    """Compiled once and cached, as the engine's own entry is."""
    jit.cache_folder_of(Path(__file__).parent)
    return jit.entry(function, signature, options)


class Table:
    """A game in mid-play, Anna to lead.

    ridge: cards from Anna's end to Ben's; face_up: positions that lie open beside the camp and the coin.
    """

    def __init__(self, ridge, coin=None, face_up=(), leader=ANNA, trump=None, rules=None, **knobs):
        self.ridge = ridge.split()
        self.rules = rules or rules_of(ridge_length=len(self.ridge), **knobs)
        self.packed = pack_rules(self.rules)
        self.state = compiled.new_record(STATE)
        self.log = compiled.new_record(LOG)
        camp = len(self.ridge) // 2
        self._lay_ridge(camp, camp if coin is None else coin, {camp, *face_up} | ({coin} - {None}))
        table = self.state.table
        table.ropes, table.round = self.rules["ropes"], 1
        table.leader, table.dealer = leader, 1 - leader
        table.trump = NO_TRUMP if trump is None else SUITS.index(trump)
        table.lead = -1
        for seat in (ANNA, BEN):
            self.state.seats[seat].seat = seat

    def _lay_ridge(self, camp, coin, face_up):
        table, hidden = self.state.table, self.state.hidden
        table.coin = coin
        for position, card in enumerate(self.ridge):
            hidden.ridge[position] = number_of(card)
            table.ridge[position] = number_of(card) if position in face_up else -1
            table.turned |= (position in face_up) << position
        table.ridge_cards = mask_of(self.ridge[position] for position in face_up)

    def play_by(self, anna, ben, tricks, hands=("", "")):
        """Anna plays the cards of `anna` in order, Ben those of `ben`."""
        return self._run(tricks, {ANNA: anna.split(), BEN: ben.split()}, hands)

    def _run(self, tricks, played, hands):
        for seat in (ANNA, BEN):
            me = self.state.seats[seat]
            me.hand = mask_of({*played[seat], *hands[seat].split()})
            me.memory[0] = 0
            me.weights[: len(played[seat])] = [number_of(card) for card in played[seat]]
            if self.rules.has_variant("open_hands"):
                self.state.table.shown[seat] = me.hand
        control = self.state.control
        control.logging, control.logged = 1, 0
        code = tricks_kernel()(self.state, self.packed, tricks, self.log, *[script_bot()] * MAX_SEATS)
        self.reason = None if code == PLAYING else Reason(code).name.lower()
        row = {"result": 0, "reason": 0, "winners": 0, "round": 1, "length": 0, "ropes_left": 0}
        return list(events(self.log.values[: control.logged], row, self.rules))[:-1]

    def one(self, trick, hands=("", "")):
        """Play one trick; returns its event."""
        lead, follow = trick.split()
        leader = int(self.state.table.leader)
        played = {leader: [lead], 1 - leader: [follow]}
        return self._run(1, played, hands)[0]

    @property
    def open_positions(self):
        turned = int(self.state.table.turned)
        return {position for position in range(len(self.ridge)) if turned >> position & 1}

"""A table of Side by Side put together card by card, on which the engine's own kernels carry out scripted decisions."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba import types

from simkit import games, jit, settings
from simkit.cards import NONE
from simkit.games import compiled
from simkit.games.core import LOG, MAX_SEATS, Game
from simkit.games.side_by_side import engine, mission
from simkit.games.side_by_side.legal import failing
from simkit.games.side_by_side.prose import Dict
from simkit.games.side_by_side.rules import RANKS, SUITS, THREATS
from simkit.games.side_by_side.state import PILE_END, RULES, SPEECH, STATE, USE_CHARM, WITHDRAW, Reason, pack_rules
from simkit.games.side_by_side.support import support
from simkit.games.side_by_side.trace import card_names, events

__all__ = ["WITHDRAW", "Table", "charm", "number_of", "play", "rules_of", "set_of", "speech"]

ANNA, BEN, CARLA, DAVID = range(4)
BOOK = games.rule_book("side_by_side")
ACTION, TURNS, MISSION, SUPPORT, DEAL, END = range(6)


def number_of(card: str) -> int:
    return 52 if card == "**" else RANKS.index(card[0]) * 4 + SUITS.index(card[1])


def set_of(cards: str) -> int:
    return sum(1 << number_of(card) for card in cards.split())


def play(card: str) -> int:
    return number_of(card)


def charm(card: str) -> int:
    return USE_CHARM + number_of(card)


def speech(threat: str) -> int:
    return SPEECH + THREATS.index(threat)


def rules_of(players: int = 3, level: str | None = None, variants: Any = (), assume: Any = None, **knobs: Any) -> Any:
    return settings.resolve(BOOK, settings.Settings(level, players, None, tuple(variants), None, assume or {}, knobs))


def _script(view, decision):
    """The next answer of the seat's script, which lies in its weights."""
    view.me.memory[0] += 1
    return np.int64(view.me.weights[view.me.memory[0] - 1])


def _carry_out(state, rules, what, seat, log, b0, b1, b2, b3, b4):
    game = Game(state, rules, (b0, b1, b2, b3, b4), log)
    if what == ACTION:
        mission.take_action(game, seat)
    if what in (MISSION, DEAL):
        engine.start_mission(game)
    if what in (MISSION, TURNS):
        state.table.failed = 1 if mission.take_turns(game) else 0
        engine.end_mission(game)
    if what in (MISSION, SUPPORT):
        support(game)
    reason = NONE
    if what in (MISSION, END):
        reason = engine.check_end(game)
        if reason == NONE:
            engine.drop_morale(game)
    return reason


def _is_failing(state, rules):
    return failing(state.table, rules)


@functools.cache
def _types() -> tuple[Any, Any, Any]:
    bot = types.int64(*compiled.bot_arguments("side_by_side"))
    return bot, *(numba.typeof(np.zeros(1, kind)[0]) for kind in (STATE, RULES))


def _compile(function: Any, signature: Any, options: Any) -> Any:
    """Compiled once and cached, as the engine's own entry is."""
    jit.cache_folder_of(Path(__file__).parent)
    return jit.entry(function, signature, options)


@functools.cache
def script_bot() -> Any:
    return _compile(_script, _types()[0], jit.BOT_OPTIONS)


@functools.cache
def kernel() -> Any:
    bot, state, rules = _types()
    seats = [types.FunctionType(bot)] * MAX_SEATS
    signature = types.int64(state, rules, types.int64, types.int64, numba.from_dtype(LOG), *seats)
    return _compile(_carry_out, signature, jit.OPTIONS)


@functools.cache
def _log() -> Any:
    return compiled.new_record(LOG)


class Table:
    """The second mission: everybody is in, Anna leads.  Hands and setbacks of the seats are parted by commas."""

    def __init__(
        self,
        hands: str = "",
        *,
        setbacks: str = "",
        land: str = "",
        pile: str = "4S 4H 4D 4C",
        reserve: str = "6S 6H 6D 6C 7S 7H 7D 7C",
        players: int = 3,
        **settings: Any,
    ) -> None:
        self.rules = rules_of(players, **settings)
        self.packed = pack_rules(self.rules)
        self.state = compiled.new_record(STATE)
        self.table = self.state.table
        self.everybody = range(players)
        self._lay_piles(pile.split(), reserve.split())
        self._seat_players(hands.split(",") + [""] * 5, setbacks.split(",") + [""] * 5)
        table = self.table
        table.mission, table.leader = 2, ANNA
        table.no_mans_land = set_of(land)
        table.in_mission = table.charm_ready = self.packed.everyone
        table.speech_coins_in_middle = self.rules["speech_coins"]
        table.speaker = table.threat = NONE
        self._count_threats()

    def _lay_piles(self, pile: list[str], reserve: list[str]) -> None:
        table, hidden = self.table, self.state.hidden
        table.draw_size, table.reserve_size = len(pile), len(reserve)
        for place, card in enumerate(pile, PILE_END - len(pile)):
            hidden.cards[place] = number_of(card)
        end = PILE_END + self.packed.cards - self.packed.draw_pile
        for place, card in enumerate(reserve, end - len(reserve)):
            hidden.cards[place] = number_of(card)

    def _seat_players(self, hands: list[str], setbacks: list[str]) -> None:
        table = self.table
        for chair in range(self.packed.chairs):
            table.charms[chair] = chair
            table.support_coins[chair] = self.rules["support_coins"]
            table.points_at[chair] = NONE
        for seat in self.everybody:
            self.state.seats[seat].seat = seat
            self.state.seats[seat].hand = set_of(hands[seat])
            table.hand_sizes[seat] = len(hands[seat].split())
            table.setbacks[seat] = set_of(setbacks[seat])

    def _count_threats(self) -> None:
        cards = int(self.table.no_mans_land)
        for seat in self.everybody:
            if self.table.in_mission >> seat & 1:
                cards |= int(self.table.setbacks[seat]) & 0xF << 44
        self.table.threats = sum(int(self.packed.adds[card]) for card in range(54) if cards >> card & 1)

    def has_withdrawn(self, *seats: int) -> Table:
        for seat in seats:
            self.table.in_mission &= ~(1 << seat)
        self._count_threats()
        return self

    # --- scripted decisions

    def run(self, what: int, seat: int = 0, script: dict[int, list[int]] | None = None) -> list[Dict]:
        """Carry out part of a mission; returns its events."""
        for k in self.everybody:
            me = self.state.seats[k]
            answers = (script or {}).get(k, [])
            me.memory[0] = 0
            me.weights[:] = -99  # an answer nobody may give
            me.weights[: len(answers)] = answers
        control = self.state.control
        control.logging, control.logged = 1, 0
        code = kernel()(self.state, self.packed, what, seat, _log(), *[script_bot()] * MAX_SEATS)
        self.reason = None if code == NONE else Reason(code).name.lower()
        row = {"result": 0, "reason": 0, "winners": 0, "missions": 0}
        return list(events(_log().values[: control.logged], row, self.rules))[:-1]

    def act(self, seat: int, *answers: int, others: dict[int, list[int]] | None = None) -> Dict:
        """One action of a seat (and what it is asked then); returns its event."""
        return self.run(ACTION, seat, {**(others or {}), seat: list(answers)})[-1]

    def mission(self, script: dict[int, list[int]]) -> list[Dict]:
        return self.run(MISSION, script=script)

    def support(self, script: dict[int, list[int]], failed: bool = False) -> Dict:
        self.table.failed = failed
        return self.run(SUPPORT, script=script)[-1]

    def end(self) -> str | None:
        """Check the end, else drop morale; why the game ends, if it does."""
        self.events = self.run(END)
        return self.reason

    # --- what lies where

    def hand(self, seat: int) -> str:
        return " ".join(card_names(int(self.state.seats[seat].hand)))

    def setbacks(self, seat: int) -> str:
        return " ".join(card_names(int(self.table.setbacks[seat])))

    @property
    def land(self) -> str:
        return " ".join(card_names(int(self.table.no_mans_land)))

    @property
    def removed(self) -> str:
        return " ".join(card_names(int(self.table.removed)))

    @property
    def pile(self) -> str:
        """The draw pile, its top first."""
        from simkit.games.side_by_side.trace import card_name

        cards = self.state.hidden.cards[PILE_END - int(self.table.draw_size) : PILE_END]
        return " ".join(card_name(int(card)) for card in cards)

    @property
    def threats(self) -> dict[str, int]:
        counts = {name: int(self.table.threats) >> 8 * threat & 255 for threat, name in enumerate(THREATS)}
        return {name: number for name, number in counts.items() if number}

    @property
    def failing(self) -> bool:
        return bool(_is_failing_now(self.state, self.packed))


_is_failing_now = numba.njit(_is_failing) if jit.JIT_ENABLED else _is_failing

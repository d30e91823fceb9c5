"""Positions out of real games, for every game: the state as a bot is about to see it.

Each bot is wrapped so that it raises instead of answering its k-th question, and the engine leaves the state as it is.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import numba

from simkit.bots import Bot
from simkit.errors import InputError
from simkit.games.compiled import bot_arguments
from simkit.games.core import MAX_WEIGHTS, View
from simkit.jit import BOT_OPTIONS, JIT_ENABLED
from simkit.match import Match, Worker

COUNTDOWN = MAX_WEIGHTS - 1  # a weight no bot uses
NEVER = 1e18


class HaltedError(Exception):
    """A bot was asked its k-th question."""


class Position(NamedTuple):
    """A state in which `seat` is about to decide."""

    bot: Bot
    state: Any
    rules: Any
    seat: int
    decision: int

    def view_of(self, state: Any) -> View:
        """What the seat sees of this state or of one with other hidden cards."""
        return View(state.table, state.seats[self.seat], self.rules)


def halting(bot: Bot) -> Any:
    """The bot's `decide`, which raises when the countdown in its weights is over."""
    decide = bot.decide

    def decide_or_halt(view, decision):
        view.me.weights[COUNTDOWN] -= 1
        if view.me.weights[COUNTDOWN] < 0:
            raise HaltedError
        return decide(view, decision)

    if not JIT_ENABLED:
        return decide_or_halt
    compiled = numba.njit(**BOT_OPTIONS)(decide_or_halt)
    compiled.compile(bot_arguments(bot.file.game))
    compiled.disable_compile()
    return compiled


class Positions:
    """Positions of the games of a match."""

    def __init__(self, match: Match) -> None:
        match.prepare()
        self.match = match
        self.worker = Worker(match)
        wrapped = {bot.file.path: halting(bot) for bot in match.bots}
        seats = [wrapped[bot.file.path] for bot in match.bots]
        self.worker.bots = seats + seats[:1] * (len(self.worker.bots) - len(seats))

    def fresh(self) -> Positions:
        """The same bots with a record that no game was played in."""
        other = copy.copy(self)
        other.worker = Worker(self.match)
        other.worker.bots = self.worker.bots
        return other

    def before(self, index: int, seat: int, question: int) -> Position | None:
        """Game `index` just before the seat answers its question of that number; None if it ends earlier."""
        state = self.worker.state
        for k in range(len(self.match.bots)):
            state.seats[k].weights[COUNTDOWN] = question if k == seat else NEVER
        try:
            self.worker.play(index, 1)
        except InputError as error:
            if "HaltedError" not in str(error):
                raise
            decision = int(state.control.decision)
            return Position(self.match.bots[seat], state.copy(), self.worker.rules.copy(), seat, decision)
        return None

    def sample(self, number: int, questions: int, dice: random.Random) -> Iterator[Position]:
        """`number` positions of random games, seats and numbers of the question below `questions`."""
        found = 0
        while found < number:
            seat = dice.randrange(len(self.match.bots))
            position = self.before(dice.randrange(10**6), seat, dice.randrange(questions))
            if position:
                found += 1
                yield position

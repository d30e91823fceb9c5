"""What every engine shares: control record, seats' private streams and weights, the event log, asking a bot.

An engine's state is one record.  Besides the game's own fields it has `control` (`CONTROL`), which Python reads and
writes while a kernel runs without the GIL: a stop request goes in, the place of an error comes out.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np

from simkit.cards import NONE
from simkit.jit import inline
from simkit.rng import Purpose, start_stream, unit

MAX_SEATS = 5
MAX_DECISIONS = 8
MAX_WEIGHTS = 64
MEMORY = 8
SCRATCH = 192


class Record(np.record):  # type: ignore[misc]  # numpy marks a base as final, but it can be derived from
    """A record whose fields come before numpy's methods of the same name (`round`), as they do when compiled."""

    def __getattribute__(self, name: str) -> Any:
        fields = np.void.__getattribute__(self, "dtype").fields
        return self.getfield(*fields[name][:2]) if name in fields else super().__getattribute__(name)


def record(*fields: tuple[Any, ...]) -> np.dtype[Any]:
    """An aligned record type whose fields are also attributes, compiled and in plain Python alike."""
    return np.dtype((Record, np.dtype(list(fields), align=True)))


def integers(*names: str) -> list[tuple[str, Any]]:
    return [(name, np.int64) for name in names]


LOG_SIZE = 1 << 22  # numbers an event log can hold; memory is taken only as it is written

CONTROL = record(*integers("stop", "game", "seat", "decision", "action", "decisions", "logging", "logged"))
LOG = record(("values", np.int64, (LOG_SIZE,)))

# A seat that slips plays a random legal move: the chance at each decision, and a stream each for whether and for what.
SLIP = record(("chance", np.float64), ("coins", np.uint64, (4,)), ("moves", np.uint64, (4,)))

# What a seat was asked, counted by `count_decision`.
COUNTS = record(
    ("asked", np.int64, (MAX_DECISIONS,)),  # by decision
    ("forced", np.int64, (MAX_DECISIONS,)),  # of these, those with exactly one legal action
    ("behind", np.int64, (MAX_SEATS,)),  # own turns that began with that seat behind another (competitive games)
    ("last_behind", np.int64, (MAX_SEATS,)),  # the number of the last of them
)
BEHIND = -1  # asked of a game's `choices`: turn · 2⁸ + the seats behind (bits) where a turn begins, else NONE

# What a seat has in every game: its number, its bot's memory and scratch paper (zeroed each game), stream and weights.
SEAT_FIELDS = [
    ("seat", np.int64),
    ("memory", np.int64, (MEMORY,)),
    ("scratch", np.float64, (SCRATCH,)),
    ("stream", np.uint64, (4,)),
    ("weights", np.float64, (MAX_WEIGHTS,)),
    ("slip", SLIP),
    ("counting", np.int64),
    ("counts", COUNTS),
]


def outcome(*fields: tuple[Any, ...]) -> np.dtype[Any]:
    """A row of the outcome table: what every game has, then the game's own fields; packed, without gaps."""
    common = [("result", np.int8), ("reason", np.int8), ("winners", np.int8), ("length", np.int32)]
    return np.dtype((Record, np.dtype([*common, *fields])))


class Result(IntEnum):
    """How a game ended for the table."""

    LOSS = 0
    WIN = 1
    SHARED = 2
    UNFINISHED = 3


class View(NamedTuple):
    """What a bot sees: references into the state, nothing copied, nothing hidden.

    table    everything public
    me       the seat's own hand, memory (8 int64), scratch (192 floats) and random stream; both last for the game
    rules    every rule value in force

    A bot's `view.weights.risk` reads the number named in its WEIGHTS: the loader turns it into `view.me.weights[i]`.
    """

    table: Any
    me: Any
    rules: Any


@inline
def reset_seat(seat: Any, number: int, seed: int, index: int) -> None:
    """What every seat starts a game with: empty memory, its own random stream."""
    seat.seat = number
    for i in range(MEMORY):
        seat.memory[i] = 0
    for i in range(SCRATCH):
        seat.scratch[i] = 0.0
    start_stream(seat.stream, seed, index, Purpose.SEAT, number)
    if seat.slip.chance > 0.0:
        start_stream(seat.slip.coins, seed, index, Purpose.SLIP, number)
        start_stream(seat.slip.moves, seed, index, Purpose.SLIP, MAX_SEATS + number)


@inline
def slips(seat: Any) -> bool:
    """Toss the seat's coin: whether it plays a random move now.  A larger chance slips wherever a smaller one does."""
    return seat.slip.chance > 0.0 and unit(seat.slip.coins) < seat.slip.chance


@inline
def swap_streams(seat: Any) -> None:
    """Before and after a random move: its numbers are not those of the seat's bot."""
    for i in range(4):
        word = seat.stream[i]
        seat.stream[i] = seat.slip.moves[i]
        seat.slip.moves[i] = word


@inline
def count_decision(seat: Any, decision: int, choices: int, behind: int) -> None:
    """Count a decision with that many legal actions; `behind` as for BEHIND."""
    seat.counts.asked[decision] += 1
    if choices == 1:
        seat.counts.forced[decision] += 1
    if behind != NONE:
        for k in range(MAX_SEATS):
            if behind >> k & 1:
                seat.counts.behind[k] += 1
                seat.counts.last_behind[k] = behind >> 8


class Game(NamedTuple):
    """What the kernels of a game pass around."""

    state: Any
    rules: Any
    bots: Any  # one function a seat: (view, decision) → action
    log: Any  # LOG record; an array would cost a reference count at every call


class IllegalAction(Exception):  # noqa: N818  (named for what happened)
    """A bot returned an action the rules do not allow; `control` tells seat, decision and action."""


@inline
def ask(game: Any, seat: int, decision: int) -> int:
    """The action that the seat's bot chooses; `control` notes who was asked what, for errors and the watchdog."""
    state = game.state
    control = state.control
    control.seat = seat
    control.decision = decision
    control.decisions += 1
    view = View(state.table, state.seats[seat], game.rules)
    bots = game.bots
    if seat == 0:  # an if-chain: indexing a tuple of functions by a variable is three times as slow
        return bots[0](view, decision)
    if seat == 1:
        return bots[1](view, decision)
    if seat == 2:
        return bots[2](view, decision)
    if seat == 3:
        return bots[3](view, decision)
    return bots[4](view, decision)


@inline
def refuse(game: Any, action: int) -> None:
    """Stop the run over an illegal action; never repair it silently."""
    game.state.control.action = action
    raise IllegalAction("illegal action")


@inline
def note(game: Any, value: int) -> None:
    """Append a number to the event log if it is on; `logged` counts on when the log is full."""
    control = game.state.control
    if control.logging:
        if control.logged < LOG_SIZE:
            game.log.values[control.logged] = value
        control.logged += 1

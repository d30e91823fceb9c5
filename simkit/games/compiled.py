"""A game's kernels as Python calls them: types, signatures, compiled entry points."""

from __future__ import annotations

import functools
from typing import Any

import numba
import numpy as np
from numba import types

from simkit import jit
from simkit.games import module
from simkit.games.core import LOG, MAX_SEATS, View


@functools.cache
def view_type(game: str) -> Any:
    """numba's type of the view a bot of this game gets."""
    state = module(game, "state")
    record = numba.typeof(np.zeros(1, state.STATE)[0])
    seat = record.typeof("seats").dtype
    rules = numba.typeof(np.zeros(1, state.RULES)[0])
    return types.NamedTuple((record.typeof("table"), seat, rules), View)


def bot_arguments(game: str) -> tuple[Any, Any]:
    """Argument types of a bot: view, decision."""
    return view_type(game), types.int64


@functools.cache
def engine(game: str) -> Any:
    """The compiled `play_games(state, rules, seed, first, rows, log, bot of seat 0, … of seat 4)` of a game."""
    state = module(game, "state")
    bot = types.FunctionType(types.int64(*bot_arguments(game)))
    record = numba.typeof(np.zeros(1, state.STATE)[0])
    rules = numba.typeof(np.zeros(1, state.RULES)[0])
    rows = types.Array(numba.from_dtype(state.OUTCOME), 1, "C")
    log = numba.from_dtype(LOG)
    signature = types.int64(record, rules, types.int64, types.int64, rows, log, *[bot] * MAX_SEATS)
    return jit.entry(module(game, "engine").play_games, signature)


@functools.cache
def choices(game: str) -> Any:
    """The compiled `choices(view, decision)` of a game: how many actions are legal."""
    return jit.entry(module(game, "choices").choices, types.int64(*bot_arguments(game)))


def new_record(dtype: Any) -> Any:
    """A record of zeros."""
    return np.zeros(1, dtype)[0]

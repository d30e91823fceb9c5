"""What can stand between an engine and a bot: random moves now and then, and counting.

A seat that slips, or whose decisions are counted, is played by a function of its own, compiled around the bot's.  So
the engines know nothing of either, and games without them are not a nanosecond slower.
"""

from __future__ import annotations

import functools
import hashlib
from pathlib import Path
from typing import Any

from simkit import games
from simkit.bots import Bot, BotFile, compile_bot, find_bot, import_bot, link_sources
from simkit.games import compiled, core
from simkit.games.core import BEHIND, count_decision, slips, swap_streams
from simkit.jit import BOT_OPTIONS, JIT_ENABLED, source_stamp

RANDOM = "random"  # the bot that a slipping seat plays like
SOURCE = """
def {name}(view, decision):
    if view.me.counting:
        count_decision(view.me, decision, choices(view, decision), choices(view, BEHIND))
    if slips(view.me):
        swap_streams(view.me)
        action = random(view, decision)
        swap_streams(view.me)
        return action
    return decide(view, decision)
"""


@functools.cache
def slips_to(game: str) -> Bot:
    """The shipped bot `random` of a game."""
    return find_bot(game, RANDOM)


@functools.cache
def interposed(file: BotFile) -> Any:
    """(view, decision) → action: counts if the seat's record says so, slips by its chance, else asks the bot."""
    random = slips_to(file.game)
    namespace: dict[str, Any] = {
        "decide": compile_bot(file),
        "random": random.decide,
        "choices": compiled.choices(file.game),
        "count_decision": count_decision,
        "slips": slips,
        "swap_streams": swap_streams,
        "BEHIND": BEHIND,
    }
    name = _name(random, file.game)
    exec(compile(SOURCE.format(name=name), str(file.path), "exec"), namespace)
    function = namespace[name]
    function.__module__ = import_bot(file).__name__
    if not JIT_ENABLED:
        return function
    from numba import njit

    link_sources(file)
    wrapped = njit(cache=True, **BOT_OPTIONS)(function)
    wrapped.compile(compiled.bot_arguments(file.game))
    wrapped.disable_compile()
    return wrapped


def _name(random: Bot, game: str) -> str:
    """A name that changes with what the bot's own stamp does not cover, so that no stale kernel is found."""
    module = games.module(game, "choices")
    files = [Path(str(module.__file__)), Path(str(core.__file__))]
    stamps = "".join([random.source_hash, *map(source_stamp, files), SOURCE])
    return "interposed_" + hashlib.sha256(stamps.encode()).hexdigest()[:16]

"""The games, imported only when asked for.

A game is a package with these modules:

rules.py   `BOOK`: knobs, levels, variants, presets and assumptions as data (no numpy, no numba)
state.py   `STATE`, `RULES`, `OUTCOME` records; `Decision`, `Reason`; `pack_rules`; `UNIT` of length
engine.py  `play_games`: the compiled rules
helpers.py what bots may import
choices.py `choices`: how many actions the rules leave a seat
trace.py   `events`, `prose`: the event log as JSON-ready dicts and as text
"""

from __future__ import annotations

import importlib
from types import ModuleType

from simkit.errors import normal, unknown
from simkit.settings import RuleBook

NAMES = ("seilschaft", "side_by_side", "gleich_und_gleich")
ALIASES = {"seite_an_seite": "side_by_side"}


def game_name(name: str) -> str:
    """The module name of a game given in any spelling; raises InputError for an unknown one."""
    key = ALIASES.get(normal(name), normal(name))
    if key not in NAMES:
        raise unknown("game", name, NAMES)
    return key


def module(game: str, part: str) -> ModuleType:
    """One module of a game, such as module("seilschaft", "rules")."""
    return importlib.import_module(f"simkit.games.{game_name(game)}.{part}")


def rule_book(game: str) -> RuleBook:
    book: RuleBook = module(game, "rules").BOOK
    return book

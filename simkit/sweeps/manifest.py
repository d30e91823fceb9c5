"""The manifest of a sweep directory: everything that decides what its games are, and how they came about."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from simkit import games
from simkit.bots import Bot
from simkit.jit import source_stamp
from simkit.match import BLOCK
from simkit.sweeps.experiment import Cell, Sweep

KIND = "simkit sweep"
SCHEMA = 1
MAX_SHOWN = 20  # differences
SHAPE = {
    "title": str, "keep_games": bool, "target": dict, "game": str, "seed": int, "block": int, "engine": str,
    "over": dict, "bots": dict, "cells": list, "runs": list,
}  # fmt: skip


def identity(sweep: Sweep) -> dict[str, Any]:
    """What decides the games: rules, bots, engine, seed.  Two sweeps with the same identity play the same games."""
    return {
        "game": sweep.game,
        "seed": sweep.seed,
        "block": BLOCK,
        "engine": engine_hash(sweep.game),
        "over": {axis.name: list(axis.labels) for axis in sweep.axes},
        "bots": {bot.label: _bot(bot) for bot in sweep.bots},
        "cells": [_cell(cell) for cell in sweep.cells],
    }


def engine_hash(game: str) -> str:
    """Hash of the engine's source and all it imports."""
    from pathlib import Path

    return source_stamp(Path(str(games.module(game, "engine").__file__)))


def _bot(bot: Bot) -> dict[str, Any]:
    return {"weights": bot.weights, "source_hash": bot.source_hash}


def _cell(cell: Cell) -> dict[str, Any]:
    rules = cell.match.rules
    slip = {"slip": list(cell.match.slip)} if cell.match.slip else {}
    return {
        "id": cell.id,
        "knobs": dict(cell.labels),
        "bots": [bot.label for bot in cell.match.bots],
        **slip,
        "settings": rules.settings.as_dict(),
        "rules": rules.plain(),
        "assumptions": dict(rules.assumptions),
    }


def damage(data: dict[str, Any]) -> str | None:
    """What a manifest lacks, None if it is whole."""
    for key, kind in SHAPE.items():
        if key not in data:
            return f"no {key}"
        if not isinstance(data[key], kind):
            return f"{key} is no {kind.__name__}"
    whole = all(isinstance(run, dict) and "started" in run for run in data["runs"])
    return None if whole else "a run without its start"


def differences(stored: dict[str, Any], asked: dict[str, Any]) -> list[str]:
    """What differs between two identities, one line each: `seed: stored 1, now 2`."""
    if stored.get("over") != asked.get("over"):  # then the cells differ all over
        stored, asked = ({**data, "cells": None} for data in (stored, asked))
    before, now = dict(_flat(stored)), dict(_flat(asked))
    changed = [key for key in {**before, **now} if before.get(key) != now.get(key)]
    lines = [f"{key}: stored {_short(before.get(key))}, now {_short(now.get(key))}" for key in changed]
    return lines[:MAX_SHOWN] + ([f"… and {len(lines) - MAX_SHOWN} more"] if len(lines) > MAX_SHOWN else [])


def _flat(value: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict) and value:
        for key, item in value.items():
            yield from _flat(item, f"{name}.{key}" if name else str(key))
    elif isinstance(value, list) and value and all(isinstance(item, dict) for item in value):
        for item in value:
            yield from _flat({key: entry for key, entry in item.items() if key != "id"}, f"cell {item.get('id')}")
    else:
        yield name, value


def _short(value: Any) -> str:
    if value is None:
        return "nothing"
    text = str(value)
    return text if len(text) <= 60 else text[:16] + "…"

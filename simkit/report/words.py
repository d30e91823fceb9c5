"""How reports say rates, differences and settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from simkit import games
from simkit.show import amount, percent, whole, words
from simkit.stats import Interval

Data = Mapping[str, Any]


def rate_of(item: Data) -> str:
    """`78.3 % [77.9, 78.7]` of a dict with rate, low and high."""
    return percent(item["rate"], Interval(item["low"], item["high"]))


def points_of(item: Data, flip: bool = False) -> str:
    """`3.1 [2.8, 3.4]` percentage points of a dict with difference, low and high; flip: the other way round."""
    gap, low, high = (100 * item[key] for key in ("difference", "low", "high"))
    return amount(-gap, Interval(-high, -low)) if flip else amount(gap, Interval(low, high))


def unit_games(number: int, unit: str = "game") -> str:
    return f"{whole(number)} {unit}{'' if number == 1 else 's'}"


def setting_words(game: str, settings: Data) -> str:
    """The settings in one line for people."""
    book = games.rule_book(game)
    parts = [f"level {settings['level']}"] if book.levels and settings.get("level") else []
    if len(book.players) > 1 and settings.get("players"):
        parts.append(f"{settings['players']} players")
    if settings.get("preset") not in (None, "standard"):
        parts.append(f"preset {settings['preset']}")
    parts += [words(str(name)) for name in settings.get("variants") or ()]
    if settings.get("reading"):
        parts.append(f"reading {settings['reading']}")
    turned = {**(settings.get("assume") or {}), **(settings.get("set") or {})}
    return ", ".join([*parts, *(f"{key}={value}" for key, value in turned.items())]) or "as published"

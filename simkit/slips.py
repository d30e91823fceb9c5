"""How often a seat slips: `0.1` for every seat or `0.1,0` one a seat."""

from __future__ import annotations

import math
from collections.abc import Sequence

from simkit.errors import InputError

Given = float | str | Sequence[float] | None


def read_slip(given: Given, seats: int | None = None) -> tuple[float, ...]:
    """Each seat's chance to play a random legal move instead of its bot's; empty if nobody ever slips.

    seats: how many there are; None leaves one number as it is.  Raises InputError for anything but chances.
    """
    chances = read_chances(given)
    if seats is not None and chances and len(chances) not in (1, seats):
        raise InputError(f"{len(chances)} slips for {seats} seats; allowed: one for all seats or one per seat")
    if not any(chances):
        return ()
    return chances * seats if seats is not None and len(chances) == 1 else chances


def read_chances(given: Given) -> tuple[float, ...]:
    """The numbers as given, zeros too."""
    if given is None:
        return ()
    parts = given.split(",") if isinstance(given, str) else given if isinstance(given, Sequence) else [given]
    return tuple(_chance(part) for part in parts)


def _chance(given: object) -> float:
    try:
        chance = math.nan if isinstance(given, bool) else float(given)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        chance = math.nan
    if not 0 <= chance <= 1:
        hint = f" (a fraction: {chance / 100:g}?)" if 1 < chance <= 100 else ""
        raise InputError(f"slip {given}{hint}; allowed: 0 to 1")
    return chance


def slip_text(slip: Sequence[float]) -> str:
    """As people write it: `0.1`, `0.1,0`; `0` for nobody."""
    chances = list(slip) if len(set(slip)) > 1 else list(slip)[:1] or [0.0]
    return ",".join(f"{chance:.10g}" for chance in chances)

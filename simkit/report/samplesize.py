"""How many games a question needs: for one rate, and to tell two settings apart."""

from __future__ import annotations

from typing import Any

from simkit import stats
from simkit.errors import InputError
from simkit.report.listings import columns
from simkit.show import whole


def answer(
    rate: float, half_width: float | None, detect: float | None, power: float, correlation: float, confidence: float
) -> dict[str, Any]:
    """The object `simkit samplesize --json` prints; half_width and detect in percentage points.

    Raises InputError for values out of range.
    """
    for name, value in (("rate", rate), ("power", power), ("confidence", confidence)):
        _check_fraction(name, value)
    if not 0 <= correlation < 1:
        raise InputError(f"correlation {correlation}; allowed: 0 to below 1")
    if half_width is None and detect is None:
        raise InputError("nothing asked; give --half-width H or --detect D (percentage points)")
    found: dict[str, Any] = {"rate": rate, "confidence": confidence, "half_width": None, "detect": None}
    if half_width is not None:
        _check_points("half-width", half_width)
        number = stats.games_for_half_width(rate, half_width / 100, confidence)
        found["half_width"] = {"points": half_width, "games": number, "games_in_blocks": -(-number // 1000) * 1000}
    if detect is not None:
        _check_points("difference", detect)
        found["detect"] = {
            "points": detect,
            "power": power,
            "other_rate": stats.other_rate(rate, detect / 100),
            "unpaired_games_each": stats.games_to_detect(rate, detect / 100, power, confidence),
            "paired_games_each": stats.pairs_to_detect(rate, detect / 100, correlation, power, confidence),
            "correlation": correlation,
        }
    return found


def _check_fraction(name: str, value: float) -> None:
    if not 0 < value < 1:
        hint = f"a fraction, so {value / 100:g}? " if 1 <= value < 100 else ""
        raise InputError(f"{name} {value:g}: {hint}allowed: above 0 and below 1")


def _check_points(name: str, value: float) -> None:
    if not 0.001 <= value <= 50:
        raise InputError(f"{name} {value:g}; allowed: 0.001 to 50 percentage points")


def lines(found: dict[str, Any]) -> list[str]:
    """The answer for people."""
    rows = []
    sure = f"{found['confidence'] * 100:g} %"
    if found["half_width"]:
        part = found["half_width"]
        what = f"a rate of {100 * found['rate']:g} % ± {part['points']:g} points ({sure} Wilson interval)"
        rows.append((what, whole(part["games"]), "games"))
    if found["detect"]:
        part = found["detect"]
        rates = f"{100 * found['rate']:g} % against {100 * part['other_rate']:g} %"
        what = f"{rates} ({sure} sure, power {part['power'] * 100:g} %)"
        rows.append((f"{what}, different games", whole(part["unpaired_games_each"]), "games of each setting"))
        paired = f"{what}, the same games, correlation {part['correlation']:g} (assumed)"
        rows.append((paired, whole(part["paired_games_each"]), "games of each setting"))
    return columns(rows)

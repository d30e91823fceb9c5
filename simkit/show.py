"""Numbers as people read them: rounded to what their interval supports, never without it."""

from __future__ import annotations

import math

from simkit.stats import Interval


def decimals(half_width: float) -> int:
    """How many decimals of a number with this half-width mean anything: its first digit, at most four."""
    if half_width <= 0 or not math.isfinite(half_width):
        return 1
    return min(4, max(0, -math.floor(math.log10(half_width))))


def percent(rate: float, interval: Interval) -> str:
    """`78.3 % [77.9, 78.7]`; the rate as a percentage with its interval."""
    places = decimals(interval.half_width * 100)
    low, high = interval.low * 100, interval.high * 100
    return f"{rate * 100:.{places}f} % [{low:.{places}f}, {high:.{places}f}]"


def amount(value: float, interval: Interval) -> str:
    """`13.42 [13.38, 13.46]`; a mean with its interval."""
    places = decimals(interval.half_width)
    return f"{value:z.{places}f} [{interval.low:z.{places}f}, {interval.high:z.{places}f}]"


def whole(number: float) -> str:
    """`1,234,567`."""
    return f"{number:,.0f}"


def words(name: str) -> str:
    """A reason or knob as words: `rounds_over` → `rounds over`."""
    return name.replace("_", " ")

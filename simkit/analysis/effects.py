"""Differences of win rates within the same games, and what one is worth in another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from simkit import stats
from simkit.stats.nearest import counts, paired_limits
from simkit.stats.ratios import fieller

WHOLE = 60  # a win shared by 2, 3, 4 or 5 in whole parts

Outcomes = np.ndarray[Any, Any]  # (games,) between 0 and 1


@dataclass(frozen=True)
class Effect:
    """Change of a rate within the same games, with its 95 % interval; p_adjusted is Holm's over the family."""

    difference: float
    low: float
    high: float
    p: float
    p_adjusted: float
    rate: float  # after the change
    games: int


def effect(before: Outcomes, after: Outcomes) -> Effect:
    """Newcombe's paired interval, sign-flip test (McNemar's exact test where nothing is shared)."""
    n = len(before)
    pair = counts(np.stack([before, after], axis=1))
    low, high = (float(end) for end in paired_limits(pair.wins[0], pair.wins[1], pair.both[0, 1], n, 0.95))
    values, sizes = np.unique(np.rint((after - before) * WHOLE).astype(np.int64), return_counts=True)
    p = stats.sign_flip(_in_units(values.tolist(), sizes.tolist()))
    rates = pair.rates
    return Effect(float(rates[1] - rates[0]), low, high, p, p, float(rates[1]), n)


def _in_units(values: Sequence[int], sizes: Sequence[int]) -> dict[int, int]:
    """Value → how often, in the largest unit that keeps them whole."""
    unit = int(np.gcd.reduce(values)) or 1
    return {value // unit: count for value, count in zip(values, sizes, strict=True)}


def adjusted(effects: Sequence[Effect]) -> list[Effect]:
    """The same with Holm's p-values over all of them."""
    p_values = stats.holm([item.p for item in effects])
    return [replace(item, p_adjusted=p) for item, p in zip(effects, p_values, strict=True)]


@dataclass(frozen=True)
class Exchange:
    """One step up of `knob` changes the rate as `rate` steps up of `per` do; None where `per` has no clear effect."""

    knob: str
    per: str
    rate: float | None
    low: float | None
    high: float | None


def slope(down: Outcomes | None, here: Outcomes, up: Outcomes | None) -> Outcomes:
    """(games,) change a step up, through both neighbours where there are both."""
    if down is not None and up is not None:
        return (up.astype(np.float64) - down) / 2
    return (
        up.astype(np.float64) - here if up is not None else here.astype(np.float64) - (here if down is None else down)
    )


def exchange(names: Sequence[str], slopes: Sequence[Outcomes]) -> list[Exchange]:
    """Every ordered pair of knobs: ratio of the mean slopes with Fieller's interval over the paired games."""
    table = np.stack(slopes)
    n, means = table.shape[1], table.mean(axis=1)
    spread = np.atleast_2d(np.cov(table)) / n if n > 1 else np.zeros((len(names), len(names)))
    found = []
    for a, knob in enumerate(names):
        for b, per in enumerate(names):
            if a == b:
                continue
            ends = fieller(means[a], means[b], spread[a, a], spread[b, b], spread[a, b])
            if ends is None or n < 2:
                found.append(Exchange(knob, per, None, None, None))
            else:
                found.append(Exchange(knob, per, float(means[a] / means[b]), float(ends.low), float(ends.high)))
    return found


def clearest(names: Sequence[str], slopes: Sequence[Outcomes]) -> str | None:
    """The knob whose slope stands out most from its error."""
    if not names:
        return None
    sizes = [abs(float(values.mean())) / (float(values.std()) + 1e-12) for values in slopes]
    return names[int(np.argmax(sizes))]

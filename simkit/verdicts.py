"""A published number against a simulated one.

Every claim is a region of values.  Our interval inside the region: agrees; apart from it: differs; else we cannot say
at this number of games.  A published point carries its own error: its region is the Wilson interval at its sample size,
widened by its rounding.  Over a report with m simulated claims every interval has confidence 1 − 0.05 / m.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from simkit import stats
from simkit.games.core import Result
from simkit.show import percent
from simkit.stats import Interval

AGREES, DIFFERS, CANNOT_SAY = "agrees", "differs", "cannot_say"
ROUNDING = 0.005  # a printed percentage without decimals


@dataclass(frozen=True)
class Claim:
    """One number or sentence of a rulebook (`claims.toml`)."""

    id: str
    kind: str  # point, band, bound, order, exact
    published: str  # as printed
    source: str  # section and sentence
    reading: str = ""  # how we read a sentence that gives no number
    values: tuple[float, ...] = ()  # the numbers in it, fractions for rates
    n: int = 0  # games behind a published point
    fitted: bool = False  # a rule was chosen so that it holds: agreement is no evidence
    remark: str = ""  # what a reader must know to weigh the verdict

    @property
    def number(self) -> float | list[float] | str:
        """For machines: a point as a fraction, a band as its two ends; what is no number as printed."""
        if self.kind == "point":
            return self.values[0]
        return list(self.values) if self.kind == "band" else self.published


@dataclass(frozen=True)
class Finding:
    """What the simulation (or the arithmetic) says of a claim for one setting."""

    claim: Claim
    setting: str  # what it was looked at for, such as a level
    shown: str  # the simulated or computed value in words
    verdict: str
    simulated: float | None = None
    interval: Interval | None = None
    games: int | None = None
    players: int | None = None
    bot: str | None = None
    region: Interval | None = None

    def as_dict(self, game: str) -> dict[str, Any]:
        """The row of `simkit rulebook --json`."""
        return {
            "game": game,
            "id": self.claim.id,
            "setting": self.setting,
            "players": self.players,
            "bot": self.bot,
            "kind": self.claim.kind,
            "published": self.claim.number,
            "published_text": self.claim.published,
            "simulated": self.simulated if self.simulated is not None else self.shown,
            "low": self.interval.low if self.interval else None,
            "high": self.interval.high if self.interval else None,
            "games": self.games,
            "verdict": self.verdict,
        }


def read_claims(data: Mapping[str, Any]) -> dict[str, Claim]:
    """Claims by id from the parsed `claims.toml`."""
    claims = [Claim(**{**entry, "values": tuple(entry.get("values", ()))}) for entry in data["claim"]]
    return {claim.id: claim for claim in claims}


def compare(ours: Interval, region: Interval) -> str:
    """Verdict of our interval on a region."""
    if region.low <= ours.low and ours.high <= region.high:
        return AGREES
    return DIFFERS if ours.high < region.low or ours.low > region.high else CANNOT_SAY


def point_region(claim: Claim, confidence: float) -> Interval:
    """Where the true rate behind a published percentage may lie."""
    rate = claim.values[0]
    region = stats.wilson(rate * claim.n, claim.n, confidence)
    return Interval(region.low - ROUNDING, region.high + ROUNDING)


def below(bound: float) -> Interval:
    return Interval(-math.inf, bound)


def above(bound: float) -> Interval:
    return Interval(bound, math.inf)


def all_of(verdicts: Sequence[str]) -> str:
    """Verdict on a sentence with several parts: all must agree, one that differs refutes it."""
    if DIFFERS in verdicts:
        return DIFFERS
    return AGREES if all(verdict == AGREES for verdict in verdicts) else CANNOT_SAY


def exact(claim: Claim, shown: str, holds: bool) -> Finding:
    """A claim that arithmetic decides."""
    return Finding(claim, "rules", shown, AGREES if holds else DIFFERS)


# --- findings from outcome rows


def won(rows: Any) -> Any:
    """Which games the team won, as booleans."""
    return rows["result"] == Result.WIN


def rate_finding(
    claim: Claim, setting: str, hits: int, n: int, region: Interval, confidence: float, **about: Any
) -> Finding:
    """A rate against a region; about: bot and players."""
    ours = stats.wilson(hits, n, confidence)
    rate = hits / n if n else 0.0
    verdict = compare(ours, region)
    return Finding(claim, setting, percent(rate, ours), verdict, rate, ours, n, region=region, **about)


def gap_finding(
    claim: Claim, setting: str, lower: Any, upper: Any, region: Interval, confidence: float, **about: Any
) -> Finding:
    """Win rate of `upper` minus win rate of `lower`, outcome rows of the same games, against a region."""
    a, b = won(lower), won(upper)
    gap = stats.difference(int(a.sum()), int(b.sum()), len(a), int(np.count_nonzero(a & b)), confidence)
    middle = float(np.mean(b) - np.mean(a))
    verdict = compare(gap, region)
    return Finding(claim, setting, points_text(middle, gap), verdict, middle, gap, len(a), region=region, **about)


def unpaired_gap_finding(
    claim: Claim, setting: str, lower: Any, upper: Any, confidence: float, **about: Any
) -> Finding:
    """The same for games that have nothing to do with each other, such as other player counts; must be above 0."""
    a, b = won(lower), won(upper)
    gap = stats.unpaired_difference(int(a.sum()), len(a), int(b.sum()), len(b), confidence)
    middle = float(np.mean(b) - np.mean(a))
    return Finding(
        claim,
        setting,
        points_text(middle, gap),
        compare(gap, above(0.0)),
        middle,
        gap,
        len(a),
        region=above(0.0),
        **about,
    )


def points_text(middle: float, gap: Interval) -> str:
    """A difference of rates in percentage points."""
    text = f"{middle * 100:+.2f} points [{gap.low * 100:+.2f}, {gap.high * 100:+.2f}]"
    return f"{text}, no difference seen" if gap.low <= 0 <= gap.high else text

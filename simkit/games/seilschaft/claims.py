"""What the rulebook of Seilschaft claims, computed and simulated."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import numpy as np

from simkit import stats
from simkit.games.core import Result
from simkit.games.seilschaft.rules import DECK
from simkit.games.seilschaft.state import Reason
from simkit.settings import Rules
from simkit.show import percent
from simkit.verdicts import Claim, Finding, above, all_of, below, compare, exact, point_region

BOT = "simple"  # "eine einfache Strategie"
OTHER_BOTS = ("random",)  # shown beside it: how much the player matters
LEVELS = ("leicht", "normal", "schwer", "profi")


def cells() -> dict[str, dict[str, Any]]:
    """The runs the claims need: label → settings of `make_match`."""
    plain = {level: {"level": level, "bots": BOT} for level in LEVELS}
    short = {f"{level} two_rounds": {"level": level, "variants": ("two_rounds",), "bots": BOT} for level in LEVELS}
    return plain | short


def chart_cells() -> dict[str, dict[str, Any]]:
    """Runs shown beside the claims: other bots on every level."""
    return {f"{level} {bot}": {"level": level, "bots": bot} for level in LEVELS for bot in OTHER_BOTS}


def exact_findings(claims: Mapping[str, Claim], rules: Rules) -> list[Finding]:
    """The claims that follow from the rules alone; `rules` are those of the level normal."""
    steps, ridge, hand = rules["steps"], rules["ridge_length"], rules["hand_size"]
    deck_steps = 4 * sum(steps.values())
    ones, twos = (4 * sum(value == n for value in steps.values()) for n in (1, 2))
    most, least = 2 * max(steps.values()), 2 * min(steps.values())
    per_round = 2 * hand * deck_steps / DECK
    rest = DECK - ridge
    aside = rest - 2 * hand
    to_end = ridge // 2
    tricks = rules["rounds"] * hand
    return [
        exact(claims["steps-per-trick"], f"{least} to {most}", (least, most) == (0, 4)),
        exact(
            claims["steps-in-deck"],
            f"{deck_steps}: {ones} cards with 1, {twos} with 2",
            (deck_steps, ones, twos) == (40, 16, 12),
        ),
        exact(claims["steps-per-round"], f"{per_round:.1f} expected", round(per_round) == 20),
        exact(claims["ridge-length"], f"{ridge - 1} steps, {ridge - 1} cards", ridge - 1 == 8),
        exact(claims["tricks-max"], str(tricks), tricks == 39),
        exact(
            claims["first-trick-safe"],
            f"at most {most} steps, {to_end} to each end",
            most <= to_end and (most, to_end) == (4, 4),
        ),
        exact(claims["cards"], f"{rest} = {hand} + {hand} + {aside}", (rest, hand, aside) == (43, 13, 17)),
    ]


def simulated_findings(claims: Mapping[str, Claim], rows: Mapping[str, Any], confidence: float) -> list[Finding]:
    """The claims that need games; rows: label of a cell → outcome rows, all on the same games."""
    found = []
    for level in LEVELS:
        found.append(_win_rate(claims[f"win-{level}"], level, rows[level], confidence))
    for level in LEVELS:
        lost = int(np.count_nonzero(rows[level]["reason"] == Reason.ROUNDS_OVER))
        found.append(_rate(claims["loss-by-rounds"], level, lost, len(rows[level]), below(0.01), confidence))
    for level in LEVELS:
        losses = rows[level][rows[level]["result"] == Result.LOSS]
        falls = int(np.count_nonzero(losses["reason"] == Reason.FALL))
        found.append(_rate(claims["loss-by-fall"], level, falls, len(losses), above(0.95), confidence))
    found.append(_win_round(claims["win-round"], rows, confidence))
    for easier, harder in pairwise(LEVELS):
        found.append(_level_order(claims["levels-order"], easier, harder, rows, confidence))
    for level in LEVELS:
        found.append(_two_rounds(claims["two-rounds-cost"], level, rows, confidence))
    return found


def _won(rows: Any) -> Any:
    return rows["result"] == Result.WIN


def _win_rate(claim: Claim, level: str, rows: Any, confidence: float) -> Finding:
    wins = int(np.count_nonzero(_won(rows)))
    return _rate(claim, level, wins, len(rows), point_region(claim, confidence), confidence)


def _rate(claim: Claim, setting: str, hits: int, n: int, region: stats.Interval, confidence: float) -> Finding:
    ours = stats.wilson(hits, n, confidence)
    rate = hits / n if n else 0.0
    return Finding(claim, setting, percent(rate, ours), compare(ours, region), rate, ours, n, 2, BOT, region)


def _win_round(claim: Claim, rows: Mapping[str, Any], confidence: float) -> Finding:
    """Round 2 against round 1 and against round 3: the share of round 2 in each pair must be above one half."""
    rounds = np.concatenate([rows[level]["round"][_won(rows[level])] for level in LEVELS])
    counts = np.bincount(rounds, minlength=4)
    pairs = [stats.wilson(int(counts[2]), int(counts[2] + counts[other]), 1 - (1 - confidence) / 2) for other in (1, 3)]
    verdict = all_of([compare(pair, above(0.5)) for pair in pairs])
    ours = stats.wilson(int(counts[2]), len(rounds), confidence)
    rate = float(counts[2] / len(rounds))
    shown = f"{percent(rate, ours)} of the wins"
    return Finding(claim, "all levels", shown, verdict, rate, ours, len(rounds), 2, BOT)


def _level_order(claim: Claim, easier: str, harder: str, rows: Mapping[str, Any], confidence: float) -> Finding:
    """A level against the next harder one, on the same games."""
    gap = _paired(rows[harder], rows[easier], confidence)
    rate = float(np.mean(_won(rows[easier])) - np.mean(_won(rows[harder])))
    verdict = compare(gap, above(0.0))
    return Finding(claim, f"{easier} > {harder}", _points(gap, rate), verdict, rate, gap, len(rows[easier]), 2, BOT)


def _two_rounds(claim: Claim, level: str, rows: Mapping[str, Any], confidence: float) -> Finding:
    cost = _paired(rows[f"{level} two_rounds"], rows[level], confidence)
    rate = float(np.mean(_won(rows[level])) - np.mean(_won(rows[f"{level} two_rounds"])))
    verdict = compare(cost, below(0.05))
    return Finding(claim, level, _points(cost, rate), verdict, rate, cost, len(rows[level]), 2, BOT, below(0.05))


def _paired(rows_a: Any, rows_b: Any, confidence: float) -> stats.Interval:
    """Interval of win rate b − win rate a on the same games."""
    a, b = _won(rows_a), _won(rows_b)
    both = int(np.count_nonzero(a & b))
    return stats.difference(int(a.sum()), int(b.sum()), len(a), both, confidence)


def _points(gap: stats.Interval, middle: float) -> str:
    """A difference in percentage points."""
    return f"{middle * 100:+.2f} points [{gap.low * 100:+.2f}, {gap.high * 100:+.2f}]"

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
from simkit.verdicts import (
    Claim,
    Finding,
    above,
    all_of,
    below,
    compare,
    exact,
    gap_finding,
    point_region,
    rate_finding,
    won,
)

BOT = "simple"  # "eine einfache Strategie"
OTHER_BOTS = ("random", "careful")  # shown beside it: how much the player matters
SHARE = 1.0  # of the games asked for
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
    about = {"bot": BOT}
    found = []
    for level in LEVELS:
        claim, played = claims[f"win-{level}"], rows[level]
        wins = int(np.count_nonzero(won(played)))
        found.append(
            rate_finding(claim, level, wins, len(played), point_region(claim, confidence), confidence, **about)
        )
    for level in LEVELS:
        claim, played = claims["loss-by-rounds"], rows[level]
        lost = int(np.count_nonzero(played["reason"] == Reason.ROUNDS_OVER))
        found.append(rate_finding(claim, level, lost, len(played), below(claim.values[0]), confidence, **about))
    for level in LEVELS:
        claim, losses = claims["loss-by-fall"], rows[level][rows[level]["result"] == Result.LOSS]
        falls = int(np.count_nonzero(losses["reason"] == Reason.FALL))
        found.append(rate_finding(claim, level, falls, len(losses), above(claim.values[0]), confidence, **about))
    found.append(_win_round(claims["win-round"], rows, confidence))
    for easier, harder in pairwise(LEVELS):
        claim, name = claims["levels-order"], f"{easier} > {harder}"
        found.append(gap_finding(claim, name, rows[harder], rows[easier], above(0.0), confidence, **about))
    for level in LEVELS:
        claim, short = claims["two-rounds-cost"], rows[f"{level} two_rounds"]
        found.append(gap_finding(claim, level, short, rows[level], below(claim.values[0]), confidence, **about))
    return found


def _win_round(claim: Claim, rows: Mapping[str, Any], confidence: float) -> Finding:
    """Round 2 against round 1 and against round 3: the share of round 2 in each pair must be above one half."""
    # (levels, deals) the round of each win, 0 where lost; the levels meet the same deals, which are the clusters
    rounds = np.array([np.where(won(rows[level]), rows[level]["round"], 0) for level in LEVELS])
    first, second, third = ((rounds == k).sum(axis=0) for k in (1, 2, 3))
    pairs = [stats.clustered(second, second + other, 1 - (1 - confidence) / 2) for other in (first, third)]
    verdict = all_of([compare(pair, above(0.5)) for pair in pairs])
    wins = first + second + third
    ours = stats.clustered(second, wins, confidence)
    rate = float(second.sum() / wins.sum()) if wins.any() else 0.0
    shown = f"{percent(rate, ours)} of the wins"
    return Finding(claim, "all levels", shown, verdict, rate, ours, int(wins.sum()), None, BOT)

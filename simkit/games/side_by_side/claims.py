"""What the rulebooks of Side by Side claim, computed and simulated."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

import numpy as np

from simkit.games.core import View
from simkit.games.side_by_side.rules import BOOK, READINGS, SUITS
from simkit.games.side_by_side.state import TABLE, THREAT_COUNT
from simkit.settings import Rules, Settings, resolve
from simkit.stats import Interval
from simkit.verdicts import (
    Claim,
    Finding,
    above,
    exact,
    gap_finding,
    rate_finding,
    unpaired_gap_finding,
    won,
)

BOT = "simple"  # "simple-minded players"
OTHER_BOTS = ("random", "careful")
# One habit of `simple` each: shown beside the assumptions by `simkit sensitivity --readings`.
HABIT_BOTS = ("no_charms", "no_speeches", "random_pointing", "agreed_pointing", "jacks_always")
SHARE = 0.5  # of the games asked for: many cells
LEVELS = ("rookie", "normal", "veteran")  # easiest first
PLAYERS = (2, 3, 4, 5)
VARIANTS = {"letters_from_home": True, "open_support": True, "shell_shock": False}  # easier than the plain game?
VARIANT_BOTS = {
    "open_support": "joining"
}  # simple does not look where others point; without the variant they are equal

# The worked example: what lay in No Man's Land, what the speech removed, what stayed in the hands.
EXAMPLE_LANDED = ("9S", "5H", "TD", "2C", "JS", "3H")
EXAMPLE_SPEECH = ("TC",)
EXAMPLE_LEFT = ("8C", "QH", "7S")


def cells() -> dict[str, dict[str, Any]]:
    """The runs the claims need: label → settings of `make_match`."""
    plain = {f"{level} {n}": {"level": level, "players": n, "bots": BOT} for level in LEVELS for n in PLAYERS}
    varied = {
        f"{name} {n}": {"variants": (name,), "players": n, "bots": VARIANT_BOTS.get(name, BOT)}
        for name in VARIANTS
        for n in PLAYERS
    }
    return plain | varied


def chart_cells() -> dict[str, dict[str, Any]]:
    """Runs shown beside the claims: other bots on every level."""
    return {
        f"{level} {n} {bot}": {"level": level, "players": n, "bots": bot}
        for bot in OTHER_BOTS
        for level in LEVELS
        for n in PLAYERS
    }


def exact_findings(claims: Mapping[str, Claim], rules: Rules) -> list[Finding]:
    """The claims that follow from the rules alone; `rules` are those of the level normal with three players."""
    two, five = (resolve(BOOK, Settings(players=n)) for n in (2, 5))
    reserve, reserve_two = rules.plain()["reserve"], two.plain()["reserve"]
    drops = (reserve - 1) // rules["min_morale_drop"]
    least = rules["min_morale_drop"]
    return [
        exact(claims["coins-2p"], str(_coins(two)), _coins(two) == 16),
        exact(claims["coins-5p"], str(_coins(five)), _coins(five) == 23),
        exact(
            claims["piles"],
            f"{rules['draw_pile']} + {reserve} = {rules['draw_pile'] + reserve}; "
            f"two players {two['draw_pile']} + {reserve_two}",
            [rules["draw_pile"], reserve, two["draw_pile"], reserve_two] == [24, 29, 20, 33],
        ),
        exact(claims["morale-budget"], f"{drops} drops, {drops + 1} missions", drops == 9),
        exact(
            claims["clear-rate"],
            f"{3 * 2} cleared for {max(least, 0)}; five left cost {max(least, 5)}",
            (3 * 2, max(least, 0), max(least, 5)) == (6, 3, 5),
        ),
        _example(claims["example-budget"], least),
        *_no_mans_land(claims["no-mans-land"]),
        _blind(claims["bots-blind"]),
    ]


def _coins(rules: Rules) -> int:
    """Tokens on the table: support, one a charm, speech; two players have a third friend with support coins."""
    givers = rules.players + (1 if rules.players == 2 else 0)
    return int(rules["support_coins"] * givers + rules.players + rules["speech_coins"])


def _example(claim: Claim, least: int) -> Finding:
    cleared, cost = len(EXAMPLE_LANDED) + len(EXAMPLE_SPEECH), max(least, len(EXAMPLE_LEFT))
    return exact(claim, f"{cleared} cards and a setback for {cost}", (cleared, cost) == (7, 3))


def _no_mans_land(claim: Claim) -> Iterator[Finding]:
    """For each reading: the most threat cards without a third, and the places divided by the mean threats."""
    for reading in READINGS:
        rules = resolve(BOOK, Settings(reading=reading))
        places = rules["threat_limit"] - 1
        ranks = [rank for rank in "A23456789TJ" if not (rank == "A" and rules["setback_aces"])]
        plain = sum(rank not in rules["low"] and rank not in rules["high"] for rank in ranks)
        most = len(SUITS) * min(places, plain)  # cards that show nothing but their suit fill every suit
        threats = sum(1 + (rank in rules["low"]) + (rank in rules["high"]) for rank in ranks) / len(ranks)
        expected = THREAT_COUNT * places / threats
        holds = most == claim.values[1] and claim.values[0] <= expected <= claim.values[1]
        shown = f"at most {most}, one less for each fear; {expected:.2f} expected"
        finding = exact(claim, shown, holds)
        yield Finding(claim, f"reading {reading}", shown, finding.verdict)


def _blind(claim: Claim) -> Finding:
    """A bot gets table, own seat and rules; hands and piles are elsewhere.  The fairness test re-deals them."""
    hidden = {"hand", "hands", "cards", "pile", "reserve", "stream", "seed"}
    holds = set(View._fields) == {"table", "me", "rules"} and not hidden & set(TABLE.names or ())
    return exact(claim, "a bot's view holds no hidden card (the fairness test re-deals them all)", holds)


def simulated_findings(claims: Mapping[str, Claim], rows: Mapping[str, Any], confidence: float) -> list[Finding]:
    """The claims that need games; rows: label of a cell → outcome rows, all with the same seed."""
    found: list[Finding] = []
    for level in LEVELS:
        claim = claims[f"win-{level}"]
        region = Interval(*claim.values) if claim.kind == "band" else above(claim.values[0])
        for n in PLAYERS:
            played = rows[f"{level} {n}"]
            wins = int(np.count_nonzero(won(played)))
            about = {"bot": BOT, "players": n}
            found.append(rate_finding(claim, f"{level}, {n} players", wins, len(played), region, confidence, **about))
    found += _player_order(claims["order-normal"], rows, confidence)
    for easier, harder in pairwise(LEVELS):
        found += _order(claims["levels-order"], easier, harder, rows, confidence)
    for name, easier_than_plain in VARIANTS.items():
        pair = (name, "normal") if easier_than_plain else ("normal", name)
        bot = VARIANT_BOTS.get(name, BOT)
        found += _order(claims["variants-order"], *pair, rows, confidence, bot)
    return found


def _player_order(claim: Claim, rows: Mapping[str, Any], confidence: float) -> Iterator[Finding]:
    pairs = [(3, n) for n in (2, 4, 5)] + [(n, 5) for n in (2, 4)]
    for better, worse in pairs:
        name = f"{better} players > {worse}"
        lower, upper = rows[f"normal {worse}"], rows[f"normal {better}"]
        yield unpaired_gap_finding(claim, name, lower, upper, confidence, bot=BOT)


def _order(
    claim: Claim, easier: str, harder: str, rows: Mapping[str, Any], confidence: float, bot: str = BOT
) -> Iterator[Finding]:
    for n in PLAYERS:
        lower, upper = rows[f"{harder} {n}"], rows[f"{easier} {n}"]
        name = f"{easier} > {harder}, {n} players".replace("_", " ")
        yield gap_finding(claim, name, lower, upper, above(0.0), confidence, bot=bot, players=n)

"""Regenerate what a rulebook publishes: run what its claims need and give a verdict on each."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from importlib import resources
from typing import Any

from simkit import games
from simkit.api import make_match
from simkit.match import play
from simkit.settings import resolve
from simkit.verdicts import Claim, Finding, read_claims

DEFAULT_GAMES = 200_000
FAMILY_ERROR = 0.05


@dataclass(frozen=True)
class Rulebook:
    """All findings on one game's claims.

    rows: label of a cell → its outcome rows; chart: the same for runs shown beside the claims.
    """

    game: str
    number: int  # games a cell
    seed: int
    confidence: float  # of each interval
    findings: list[Finding]
    rows: dict[str, Any]
    chart: dict[str, Any]

    @property
    def differing(self) -> list[Finding]:
        return [finding for finding in self.findings if finding.verdict == "differs"]


def claims_of(game: str) -> dict[str, Claim]:
    """The claims of a game's rulebook by id."""
    text = resources.files(f"simkit.games.{games.game_name(game)}").joinpath("claims.toml").read_text(encoding="utf-8")
    return read_claims(tomllib.loads(text))


def rulebook(
    game: str,
    number: int = DEFAULT_GAMES,
    seed: int = 1,
    workers: int | None = None,
    on_rows: Callable[[Any], None] | None = None,
) -> Rulebook:
    """Play `number` games for each cell of the game's claims and judge every claim.

    Raises InputError for a bad game, number or seed.
    """
    name = games.game_name(game)
    part = games.module(name, "claims")
    claims = claims_of(name)
    rows = {
        label: play(make_match(name, seed=seed, **cell), number, workers=workers, on_rows=on_rows)
        for label, cell in {**part.cells(), **part.chart_cells()}.items()
    }
    simulated = len(part.simulated_findings(claims, rows, 0.95))
    confidence = 1 - FAMILY_ERROR / max(1, simulated)
    findings = part.exact_findings(claims, resolve(games.rule_book(name)))
    findings += part.simulated_findings(claims, rows, confidence)
    chart = {label: rows.pop(label) for label in part.chart_cells()}
    return Rulebook(name, number, seed, confidence, findings, rows, chart)


def cell_count(game: str) -> int:
    """How many runs `rulebook` makes."""
    part = games.module(game, "claims")
    return len(part.cells()) + len(part.chart_cells())

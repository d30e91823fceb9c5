"""Regenerate what a rulebook publishes: run what its claims need and give a verdict on each."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from importlib import resources
from typing import Any

from simkit import games
from simkit.api import MAX_GAMES, make_match
from simkit.errors import check_whole
from simkit.match import play
from simkit.settings import resolve
from simkit.traces import traces
from simkit.verdicts import Claim, Finding, read_claims

DEFAULT_GAMES = 200_000
FAMILY_ERROR = 0.05
LEAST_GAMES = 100


@dataclass(frozen=True)
class Rulebook:
    """All findings on one game's claims.

    rows: label of a cell → its outcome rows; chart: the same for runs shown beside the claims.
    """

    game: str
    asked: int  # games asked for
    number: int  # games a cell
    seed: int
    confidence: float  # of each interval
    findings: list[Finding]
    rows: dict[str, Any]
    chart: dict[str, Any]

    @property
    def differing(self) -> list[Finding]:
        return [finding for finding in self.findings if finding.verdict == "differs"]

    def plot(self) -> Any:
        """A matplotlib figure: published and simulated win rates, or the seats of a competitive game."""
        from simkit.report.rulebook import figures

        return next(iter(figures(self).values()))

    def _repr_html_(self) -> str:
        from simkit import sections
        from simkit.report.rulebook import HEADERS, cells_of
        from simkit.report.rulebook_data import notes

        title, *remarks = notes(self)
        rows = [cells_of(item) for item in self.findings]
        return sections.html([sections.Section(title, HEADERS, rows), *(sections.Section(text) for text in remarks)])


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

    def run(cells: dict[str, dict[str, Any]], games_each: int) -> dict[str, Any]:
        matches = {label: make_match(name, seed=seed, **cell) for label, cell in cells.items()}
        return {label: play(match, games_each, workers=workers, on_rows=on_rows) for label, match in matches.items()}

    each, beside = games_of(name, number)
    rows, chart = run(part.cells(), each), run(part.chart_cells(), beside)
    traced = _traced(part, name, seed, each)

    def simulated(confidence: float) -> list[Finding]:
        found: list[Finding] = part.simulated_findings(claims, rows, confidence)
        return found + (part.traced_findings(claims, traced, confidence) if traced else [])

    confidence = 1 - FAMILY_ERROR / max(1, len(simulated(0.95)))
    findings = part.exact_findings(claims, resolve(games.rule_book(name))) + simulated(confidence)
    return Rulebook(name, number, each, seed, confidence, findings, rows, chart)


def _traced(part: Any, game: str, seed: int, number: int) -> dict[str, list[Any]]:
    """Event by event, the first games of the cells where outcome rows do not tell enough (`traced_cells`)."""
    labels = part.traced_cells() if hasattr(part, "traced_cells") else []
    cells = part.cells()
    return {
        label: list(traces(make_match(game, seed=seed, **cells[label]), 0, min(number, part.TRACED)))
        for label in labels
    }


def games_of(game: str, number: int) -> tuple[int, int]:
    """Games for each cell of the claims, and for each run shown beside them.

    Slow bots of a game with many cells get a share of the number asked for (`SHARE` of its claims module).
    """
    check_whole(number, LEAST_GAMES, MAX_GAMES, f"{number} games")
    each = max(1, round(number * games.module(game, "claims").SHARE))
    return each, max(1, each // 10)


def total_games(game: str, number: int) -> int:
    """How many games `rulebook` plays altogether."""
    part = games.module(game, "claims")
    each, beside = games_of(game, number)
    return each * len(part.cells()) + beside * len(part.chart_cells())

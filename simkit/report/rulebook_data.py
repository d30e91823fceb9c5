"""The findings on a rulebook as plain data: what `report.json` keeps of a game, and all texts are made from."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from simkit import games, stats
from simkit.claims import Rulebook
from simkit.games.core import Result
from simkit.report.balance import mean_of, parts_of, seat_rates
from simkit.show import whole
from simkit.stats import Interval
from simkit.verdicts import Finding, point_region

DIGITS = 12  # of stored numbers: far more than anything shows, fewer than the last bits of a sum


def rulebook_data(report: Rulebook) -> dict[str, Any]:
    """Everything the texts and pages on this game need."""
    return {
        "title": games.rule_book(report.game).title,
        "asked": report.asked,  # before a slow game's share
        "games": report.number,
        "seed": report.seed,
        "confidence": rounded(report.confidence),
        "notes": notes(report),
        "findings": [_finding(item, report.game) for item in report.findings],
        "others": [_other(label, rows) for label, rows in report.chart.items()],
        "balance": [] if cooperative(report.game) else [_balance(report, label) for label in report.rows],
    }


def notes(report: Rulebook) -> list[str]:
    """What the table's numbers rest on, one sentence each."""
    found = [
        f"{whole(report.number)} games a cell where a row says nothing else, seed {report.seed}; intervals at "
        f"{report.confidence * 100:.2f} % each, 95 % for all claims of this game together."
    ]
    claims = list({item.claim.id: item.claim for item in report.findings}.values())
    for n in sorted({claim.n for claim in claims if claim.kind == "point"}):
        found.append(
            f"A published percentage comes from {whole(n)} games and is rounded: "
            "ours agrees if it lies within the interval that leaves for the true rate."
        )
    remarks: dict[str, list[str]] = {}
    for claim in claims:
        if claim.remark:
            remarks.setdefault(claim.remark, []).append(claim.id)
    found += [f"{', '.join(names)}: {remark}." for remark, names in remarks.items()]
    name = report.game.replace("_", "-")
    return [*found, f"Made by: simkit rulebook {name} --games {report.asked} --seed {report.seed}"]


def cooperative(game: str) -> bool:
    return bool(games.module(game, "state").COOPERATIVE)


def rounded(value: float) -> float:
    return float(f"{value:.{DIGITS}g}")


def _finding(item: Finding, game: str) -> dict[str, Any]:
    row = {key: rounded(value) if isinstance(value, float) else value for key, value in item.as_dict(game).items()}
    row["published"] = row.pop("published_text")
    region = item.region
    if item.claim.kind == "point":
        region = point_region(item.claim, 0.95)
    return {
        **row,
        "source": item.claim.source,
        "fitted": item.claim.fitted,
        "reading": item.claim.reading,
        "shown": item.shown,
        "region": None if region is None else [_end(region.low), _end(region.high)],
        "published_value": item.claim.values[0] if item.claim.kind == "point" else None,
    }


def _end(value: float) -> float | None:
    return rounded(value) if math.isfinite(value) else None


def _rate(hits: float, n: int) -> dict[str, float]:
    interval = stats.wilson(hits, n)
    return {"rate": rounded(hits / n), "low": rounded(interval.low), "high": rounded(interval.high)}


def _other(label: str, rows: Any) -> dict[str, Any]:
    setting, _, bot = label.rpartition(" ")
    wins = int(np.count_nonzero(rows["result"] == Result.WIN))
    return {"setting": setting, "bot": bot, "games": len(rows), **_rate(wins, len(rows))}


def _balance(report: Rulebook, label: str) -> dict[str, Any]:
    """Seats, length and ends of one setting of a competitive game."""
    rows, (name, players) = report.rows[label], parts_of(label)
    state = games.module(report.game, "state")
    seats = [
        {"rate": rounded(rate), "low": rounded(ends.low), "high": rounded(ends.high)}
        for rate, ends in seat_rates(rows, players)
    ]
    return {
        "setting": name,
        "players": players,
        "bot": games.module(report.game, "claims").BOT,
        "games": len(rows),
        "seats": seats,
        "shared": _rate(int(np.count_nonzero(_winners(rows, players) > 1)), len(rows)),
        **{column: _spread(rows[column]) for column in ("turns", "rounds", "reshuffles", "lead_changes")},
        "reasons": _counts(rows["reason"], state.Reason),
    }


def _winners(rows: Any, players: int) -> Any:
    return ((rows["winners"][:, None].astype(np.int64) >> np.arange(players)) & 1).sum(axis=1)


def _counts(codes: Any, kinds: Any) -> dict[str, Mapping[str, float]]:
    return {kind.name.lower(): _rate(int(np.count_nonzero(codes == kind)), len(codes)) for kind in kinds}


def _spread(values: Any) -> dict[str, float]:
    values = values.astype(np.float64)
    ends: Interval = mean_of(values)
    low, high = np.percentile(values, (5, 95), method="inverted_cdf")
    return {
        "mean": rounded(float(values.mean())), "low": rounded(ends.low), "high": rounded(ends.high),
        "p5": rounded(float(low)), "p95": rounded(float(high)),
    }  # fmt: skip

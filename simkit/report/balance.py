"""Balance section of a competitive game: seats, length, routes, and how often a game does not end as it should."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from simkit import games, stats
from simkit.claims import Rulebook
from simkit.report.markdown import markdown_table
from simkit.show import amount, percent
from simkit.stats import Interval


def balance_markdown(report: Rulebook) -> list[str]:
    """Tables in Markdown; empty for a cooperative game."""
    if games.module(report.game, "state").COOPERATIVE:
        return []
    bot = games.module(report.game, "claims").BOT
    settings = {label: parts_of(label) for label in report.rows}
    seats = [(name, str(n), *_seat_cells(report.rows[label], n)) for label, (name, n) in settings.items()]
    length = [(name, str(n), *_length_cells(report.rows[label])) for label, (name, n) in settings.items()]
    ends = [(name, str(n), *_end_cells(report, label)) for label, (name, n) in settings.items()]
    most = max(n for _, n in settings.values())
    reasons = [reason.name.lower().replace("_", " ") for reason in games.module(report.game, "state").Reason]
    head = ["setting", "players"]
    intro = (
        f"All seats are played by `{bot}`; the first dealer sits at seat 0 and takes the first turn. "
        f"{report.number:,} games a row, 95 % intervals. The rulebook publishes no such figures."
    )
    return [
        "## Balance",
        "",
        intro,
        "",
        "Win rate by seat; a shared win counts as its fraction.",
        "",
        *markdown_table([*head, *(f"seat {k}" for k in range(most))], [_pad(row, most + 2) for row in seats]),
        "",
        "Length of a game: mean with its interval, and the 5th and 95th percentile.",
        "",
        *markdown_table([*head, "turns", "5–95 %", "rounds", "5–95 %", "reshuffles", "lead changes"], length),
        "",
        "How games end, as a share of all games.",
        "",
        *markdown_table([*head, *reasons], ends),
        "",
    ]


def parts_of(label: str) -> tuple[str, int]:
    """`rare_rarer 3` → its setting and player count."""
    name, _, players = label.rpartition(" ")
    return name, int(players)


def _pad(row: tuple[str, ...], width: int) -> tuple[str, ...]:
    return row + ("",) * (width - len(row))


def seat_rates(rows: Any, players: int) -> list[tuple[float, Interval]]:
    """Win rate and 95 % interval of each seat; rows: outcome table."""
    seats = np.arange(players)
    winners = (rows["winners"][:, None].astype(np.int64) >> seats) & 1
    points = (winners / np.maximum(winners.sum(axis=1, keepdims=True), 1)).sum(axis=0)
    return [(float(point) / len(rows), stats.wilson(float(point), len(rows))) for point in points]


def _seat_cells(rows: Any, players: int) -> tuple[str, ...]:
    return tuple(percent(rate, interval) for rate, interval in seat_rates(rows, players))


def _length_cells(rows: Any) -> Iterator[str]:
    for column in ("turns", "rounds"):
        yield _mean(rows[column])
        low, high = np.percentile(rows[column], (5, 95), method="inverted_cdf")
        yield f"{low:.0f}–{high:.0f}"
    yield _mean(rows["reshuffles"])
    yield _mean(rows["lead_changes"])


def _mean(values: Any) -> str:
    values = values.astype(np.float64)
    return amount(float(values.mean()), mean_of(values))


def mean_of(values: Any) -> Interval:
    """95 % interval of a mean of one value a game."""
    return stats.mean_interval(float(values.mean()), float(values.var(ddof=1)), len(values))


def _end_cells(report: Rulebook, label: str) -> Iterator[str]:
    rows = report.rows[label]
    for reason in games.module(report.game, "state").Reason:
        count = int(np.count_nonzero(rows["reason"] == reason))
        yield percent(count / len(rows), stats.wilson(count, len(rows)))


def balance_figures(report: Rulebook) -> dict[str, Any]:
    """File name ending → figure: seat advantage and length; empty for a cooperative game."""
    if games.module(report.game, "state").COOPERATIVE:
        return {}
    return {"-seats": _seat_figure(report), "-length": _length_figure(report)}


def _names(report: Rulebook) -> list[str]:
    return list(dict.fromkeys(parts_of(label)[0] for label in report.rows))


def _counts(report: Rulebook) -> list[int]:
    return sorted({parts_of(label)[1] for label in report.rows})


def _seat_figure(report: Rulebook) -> Any:
    """What each seat wins above its fair share, per player count and setting."""
    from simkit.report.picture import Figure

    counts, names = _counts(report), _names(report)
    drawing = Figure(figsize=(10, 4.2), layout="constrained")
    panels = drawing.subplots(1, len(counts), sharey=True, squeeze=False)[0]
    for axes, players in zip(panels, counts, strict=True):
        for place, name in enumerate(names):
            rates = seat_rates(report.rows[f"{name} {players}"], players)
            gaps = [100 * (rate - 1 / players) for rate, _ in rates]
            errors = [100 * interval.half_width for _, interval in rates]
            spots = np.arange(players) + (place - (len(names) - 1) / 2) * 0.15
            axes.errorbar(spots, gaps, yerr=errors, fmt="o", capsize=2, markersize=4, label=name.replace("_", " "))
        axes.axhline(0, color="black", lw=0.8)
        axes.set_xticks(range(players), [f"{k}" for k in range(players)])
        axes.set_title(f"{players} players")
        axes.set_xlabel("seat (0 deals first)")
        axes.grid(axis="y", alpha=0.3)
    panels[0].set_ylabel("win rate above the fair share (points)")
    handles, labels = panels[0].get_legend_handles_labels()
    drawing.legend(handles, labels, loc="outside lower center", ncols=len(names), frameon=False)
    return drawing


def _length_figure(report: Rulebook) -> Any:
    """Mean turns a game with the range of the middle 90 %."""
    from simkit.report.picture import Figure

    counts, names = _counts(report), _names(report)
    drawing = Figure(figsize=(8.5, 4.2), layout="constrained")
    axes = drawing.subplots()
    for place, name in enumerate(names):
        spots = np.arange(len(counts)) + (place - (len(names) - 1) / 2) * 0.15
        turns = [report.rows[f"{name} {players}"]["turns"] for players in counts]
        means = np.array([values.mean() for values in turns])
        ends = np.array([np.percentile(values, (5, 95), method="inverted_cdf") for values in turns])
        error = [means - ends[:, 0], ends[:, 1] - means]
        axes.errorbar(spots, means, yerr=error, fmt="o", capsize=3, label=name.replace("_", " "))
    axes.set_xticks(range(len(counts)), [f"{n} players" for n in counts])
    axes.set_ylim(bottom=0)
    axes.set_ylabel("turns a game: mean and 5th to 95th percentile")
    axes.set_title(f"{games.rule_book(report.game).title}: length of a game")
    axes.grid(axis="y", alpha=0.3)
    axes.legend(frameon=False, ncols=2)
    return drawing

"""The benchmark as text."""

from __future__ import annotations

from typing import Any

from simkit.bench import Row
from simkit.show import whole


def row_line(row: Row | None) -> str:
    """One bot in a line; None gives the headings."""
    if row is None:
        cells = ("game", "bot", "players", "games/s", "ns/decision", "of C", "peak MB")
    else:
        ratio = "–" if row.of_c is None else f"{row.of_c:.3f}"
        speed, decision = whole(row.games_per_second), f"{row.ns_per_decision:.0f}"
        cells = (row.game, row.bot, str(row.players), speed, decision, ratio, f"{row.peak_rss_mb:.0f}")
    return "{:<18} {:<16} {:>7} {:>12} {:>12} {:>7} {:>8}".format(*cells)


def start_lines(report: dict[str, Any]) -> list[str]:
    lines = ["{:<18} {:>10} {:>22} {:>16}".format("start", "--help s", "cold compile, CPU s", "cached run s")]
    for game, times in report["start"].items():
        values = (times["help_s"], times["cold_compile_s"], times["cached_run_s"])
        lines.append("{:<18} {:>10.2f} {:>22.1f} {:>16.2f}".format(game, *values))
    machine = report["machine"]
    return [*lines, "", ", ".join(f"{key} {value}" for key, value in machine.items())]

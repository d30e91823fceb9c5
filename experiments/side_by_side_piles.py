"""Recover the lost pile sizes of Side by Side from the published bands.

Plays (or goes on with) the sweep `side_by_side_piles.toml` and writes into its folder, beside `cells.csv`,

  piles.md   for each reading and band: the sizes that put every number of players into it
  piles.csv  the same sizes, one row each, with the rate and interval of every number of players
  piles.png, piles.svg  win rate along the draw pile with the published bands as shaded areas

    python experiments/side_by_side_piles.py [--games N] [--out DIR]

A size is named for three to five players; two players have four cards fewer.  It fits a band for sure if the interval
of every number of players lies inside, perhaps if no interval lies outside; intervals are simultaneous (confidence
1 − 0.05 / cells).
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from typing import Any

import pandas as pd
from matplotlib.figure import Figure

import simkit
from simkit import stats
from simkit.claims import claims_of
from simkit.files import make_folder, write_whole
from simkit.report.figures import save
from simkit.report.markdown import markdown_table

SWEEP = Path(__file__).with_suffix(".toml")
FEWER_FOR_TWO = 4
CONFIDENCE = 0.95
COLOURS = {2: "#b2182b", 3: "#2166ac", 4: "#1b7837", 5: "#762a83"}
YES, PERHAPS = "for sure", "perhaps"


def bands() -> dict[str, tuple[float, float]]:
    """Level → published band of the win rate, from the rulebook's claims."""
    claims = claims_of("side_by_side")
    found = {level: claims[f"win-{level}"].values for level in ("rookie", "normal", "veteran")}
    return {level: (values[0], values[1] if len(values) > 1 else 1.0) for level, values in found.items()}


def with_sizes(cells: pd.DataFrame) -> pd.DataFrame:
    """Cells with the size for three to five players that each belongs to, and simultaneous intervals."""
    confidence = 1 - (1 - CONFIDENCE) / len(cells)
    ends = [stats.wilson(wins, n, confidence) for wins, n in zip(cells["wins"], cells["n"], strict=True)]
    size = cells["draw_pile"] + FEWER_FOR_TWO * (cells["players"] == 2)
    return cells.assign(size=size, low=[end.low for end in ends], high=[end.high for end in ends])


def fit(rates: pd.DataFrame, band: tuple[float, float]) -> str | None:
    """Whether all player counts of one size lie in the band: for sure, perhaps, or not (None)."""
    low, high = band
    if ((rates["low"] >= low) & (rates["high"] <= high)).all():
        return YES
    return None if ((rates["high"] < low) | (rates["low"] > high)).any() else PERHAPS


def fitting_sizes(cells: pd.DataFrame) -> pd.DataFrame:
    """One row for each reading, band and size that fits at least perhaps, with the rates of all player counts."""
    rows = []
    for (reading, size), rates in cells.groupby(["reading", "size"], sort=False):
        if len(rates) < 4:
            continue  # a size that two players or the others did not play
        for level, band in bands().items():
            answer = fit(rates, band)
            if answer:
                rows.append({"reading": reading, "level": level, "size": size, "fits": answer} | _rates(rates))
    return pd.DataFrame(rows)


def _rates(rates: pd.DataFrame) -> dict[str, float]:
    found = {}
    for row in rates.itertuples():
        found |= {f"rate_{row.players}": row.rate, f"low_{row.players}": row.low, f"high_{row.players}": row.high}
    return found


def report(cells: pd.DataFrame, fitting: pd.DataFrame) -> str:
    """The answer in Markdown: for each reading, the sizes that fit each band."""
    levels = bands()
    headers = ["reading", *(f"{level} ({_band_text(band)})" for level, band in levels.items())]
    rows = [
        [reading, *(_sizes_text(fitting, reading, level) for level in levels)]
        for reading in dict.fromkeys(cells["reading"])
    ]
    games = f"{int(cells['n'].min()):,}"
    counts = cells.groupby("size")["players"].nunique()
    covered = counts.index[counts == counts.max()]
    lines = [
        "# Side by Side: the lost pile sizes",
        "",
        "Draw piles (for three to five players; two players have four cards fewer) that put every number of players",
        f"into the published band. Bot `simple`, {games} games a cell, {len(cells)} cells, seed 1; intervals are",
        "simultaneous at 95 %. A size in brackets fits only perhaps: some interval crosses the edge of the band.",
        f"The sweep covers the sizes {covered.min()} to {covered.max()}; beyond them nothing was looked at.",
        "",
        *markdown_table(headers, rows),
        "",
        "![Win rate along the draw pile](piles.png)",
        "",
        "Made by: python experiments/side_by_side_piles.py",
        "",
    ]
    return "\n".join(lines)


def _band_text(band: tuple[float, float]) -> str:
    return f"above {band[0]:.0%}" if band[1] == 1.0 else f"{band[0]:.0%} to {band[1]:.0%}"


def _sizes_text(fitting: pd.DataFrame, reading: str, level: str) -> str:
    if fitting.empty:
        return "none"
    found = fitting[(fitting["reading"] == reading) & (fitting["level"] == level)].sort_values("size")
    texts = [
        str(row.size_) if row.fits == YES else f"({row.size_})"
        for row in found.rename(columns={"size": "size_"}).itertuples()
    ]
    return ", ".join(texts) or "none"


def figure(cells: pd.DataFrame) -> Any:
    """A panel for each reading, a line with its interval band for each player count, the published bands shaded."""
    readings = list(dict.fromkeys(cells["reading"]))
    drawing = Figure(figsize=(11, 8), layout="constrained")
    panels = drawing.subplots(2, 2, sharex=True, sharey=True).flat
    for axes, reading in zip(panels, readings, strict=True):
        for level, (low, high) in bands().items():
            axes.axhspan(100 * low, 100 * high, color="#b35806", alpha=0.13, lw=0)
            axes.annotate(level, (39.5, 50 * (low + high)), ha="right", va="center", fontsize=8, color="#7f3b08")
        for players, colour in COLOURS.items():
            line = cells[(cells["reading"] == reading) & (cells["players"] == players)].sort_values("size")
            axes.plot(line["size"], 100 * line["rate"], color=colour, lw=1.4, label=f"{players} players")
            axes.fill_between(line["size"], 100 * line["low"], 100 * line["high"], color=colour, alpha=0.25, lw=0)
        axes.set_title(f"reading {reading}")
        axes.grid(alpha=0.3)
        axes.set_xlim(10, 40)
        axes.set_ylim(0, 100)
    for axes in drawing.axes[2:]:
        axes.set_xlabel("draw pile (two players: four fewer)")
    for axes in drawing.axes[::2]:
        axes.set_ylabel("win rate (%)")
    handles, labels = drawing.axes[0].get_legend_handles_labels()
    drawing.legend(handles, labels, loc="outside lower center", ncols=4, frameon=False)
    return drawing


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=None)
    parser.add_argument("--out", type=Path, default=Path("results/side_by_side_piles"))
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        result = simkit.sweep(SWEEP, games=chosen.games, out=Path(folder) / "sweep")
        cells = with_sizes(result.cells)
    fitting = fitting_sizes(cells)
    make_folder(chosen.out)
    write_whole(chosen.out / "cells.csv", result.csv_text())
    write_whole(chosen.out / "piles.csv", fitting.to_csv(index=False, lineterminator="\n"))
    write_whole(chosen.out / "piles.md", report(cells, fitting))
    save(figure(cells), chosen.out / "piles")
    print(report(cells, fitting))


if __name__ == "__main__":
    main()

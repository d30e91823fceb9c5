"""The sheet of a skill ladder, from its `report.json`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from simkit import games
from simkit.report.sheet import Chart, Point, Series, Sheet, Table
from simkit.report.words import rate_of, unit_games
from simkit.show import whole

Data = Mapping[str, Any]


def ladder_sheet(data: Data) -> Sheet:
    """data: the object `simkit ladder --json` prints."""
    title = games.rule_book(data["game"]).title
    facts = [
        ("game", title),
        ("settings", data["fixed"] or "as published"),
        ("games a cell", whole(data["games"])),
        ("seed", str(data["seed"])),
        ("others are played by", data["field"] or ""),
    ]
    counts = list(dict.fromkeys(row["players"] for row in data["rungs"]))
    charts = [_chart(data, players, len(counts) > 1) for players in counts]
    return Sheet("skill ladder", f"{title}: skill ladder", _headline(data), charts, _tables(data), facts,
                 data["command"])  # fmt: skip


def _headline(data: Data) -> str:
    lowest, highest = (choose(data["rungs"], key=lambda row: row["rate"]) for choose in (min, max))
    ends = [f"{rate_of(row)} ({_who(row)})" for row in (lowest, highest)]
    return f"Win rates go from {ends[0]} to {ends[1]}; skill and level together."


def _who(row: Data) -> str:
    level = f", level {row['level']}" if row["level"] else ""
    return f"{row['skill']}{level}, {row['players']} players"


def _chart(data: Data, players: int, several: bool) -> Chart:
    """Skills along the bottom, one series a level."""
    rates: dict[str, list[float]] = {}
    for row in data["rungs"]:
        rates.setdefault(row["skill"], []).append(row["rate"])
    order = sorted(rates, key=lambda skill: sum(rates[skill]) / len(rates[skill]))  # weakest first
    series: dict[str, list[Point]] = {}
    for row in sorted(data["rungs"], key=lambda row: order.index(row["skill"])):
        if row["players"] == players:
            text = f"{_who(row)}\n{rate_of(row)}\n{unit_games(row['games'])}"
            point = Point(row["skill"], 100 * row["rate"], 100 * row["low"], 100 * row["high"], text)
            series.setdefault(row["level"] or "", []).append(point)
    name = f"{players} players" if several else "Win rate by skill"
    return Chart(name, "", "win rate (%)", [Series(level, points) for level, points in series.items()])


def _tables(data: Data) -> list[Table]:
    rungs = [[row["level"] or "–", str(row["players"]), row["skill"], rate_of(row), whole(row["games"])]
             for row in data["rungs"]]  # fmt: skip
    tables = [Table("Rungs, 95 % Monte Carlo intervals", ("level", "players", "skill", "win rate", "games"), rungs, 3)]
    spans = [
        [row["level"] or "–", str(row["players"]), f"{100 * row['lowest']:.1f} % {row['weakest']}",
         f"{100 * row['highest']:.1f} % {row['strongest']}", f"{100 * row['span']:.1f} points",
         f"at most ± {100 * row['monte_carlo']:.1f} points"]
        for row in data["spans"]
    ]  # fmt: skip
    header = ("level", "players", "weakest", "strongest", "span", "Monte Carlo error of a rate")
    tables.append(Table("Span over skill: differences between players, no interval", header, spans, 2))
    if data["answers"]:
        answers = [[row["question"], row["about"], row["verdict"], row["why"]] for row in data["answers"]]
        tables.append(Table("Answers", ("question", "about", "verdict", "why"), answers, 4))
    return tables

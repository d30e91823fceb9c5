"""The sheet of a sensitivity analysis, from its `report.json`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from simkit import games
from simkit.analysis.contest_result import p_text
from simkit.report.sheet import Chart, Point, Series, Sheet, Table
from simkit.report.words import points_of, rate_of, setting_words
from simkit.show import amount, whole, words
from simkit.stats import Interval

Data = Mapping[str, Any]


def sensitivity_sheet(data: Data) -> Sheet:
    """data: the object `simkit sensitivity --json` prints."""
    title = games.rule_book(data["game"]).title
    facts = [
        ("game", title),
        ("settings", setting_words(data["game"], data["settings"])),
        ("bots", ", ".join(dict.fromkeys(data["bots"]))),
        ("win rate", rate_of(data["win_rate"])),
        ("games of each setting", whole(data["games"])),
        ("seed", str(data["seed"])),
    ]
    steps = [
        Point(_step(item), 100 * item["difference"], 100 * item["low"], 100 * item["high"],
              f"{_step(item)}\n{points_of(item)} points\np (Holm) = {p_text(item['p_adjusted'])}")
        for item in sorted(data["steps"], key=lambda item: -abs(item["difference"]))
    ]  # fmt: skip
    unit = "change of the win rate (percentage points)"
    charts = [Chart("One step of each knob", "", unit, [Series("", steps)], upright=False, zero=True)] if steps else []
    return Sheet("sensitivity", f"{title}: sensitivity", _headline(data), charts, list(_tables(data)), facts,
                 data["command"])  # fmt: skip


def _step(item: Data) -> str:
    return f"{words(str(item['knob']))} {item['before']} → {item['after']}"


def _headline(data: Data) -> str:
    shown = [item for item in data["steps"] if item["p_adjusted"] < 0.05]
    if not shown:
        return f"No single step of a knob is shown to change the win rate of {rate_of(data['win_rate'])}."
    most = max(shown, key=lambda item: abs(item["difference"]))
    way = "raises" if most["difference"] > 0 else "lowers"
    gap = points_of(most, flip=most["difference"] < 0)
    return (
        f"From a win rate of {rate_of(data['win_rate'])}, {_step(most)} {way} it most, by {gap} points; "
        f"{len(shown)} of {len(data['steps'])} steps are shown to matter."
    )


def _tables(data: Data) -> Iterator[Table]:
    rows = [[_step(item), points_of(item), p_text(item["p_adjusted"]), rate_of_step(item), whole(item["games"])]
            for item in data["steps"]]  # fmt: skip
    yield Table("Steps on the same games, 95 % intervals", ("step", "points", "p (Holm)", "win rate", "games"), rows)
    rates = [[words(item["knob"]), words(item["per"]), _exchange(item)] for item in data["exchange"]]
    if rates:
        yield Table(
            "Exchange rates: steps of the first for one of the second", ("knob", "for one of", "steps"), rates, 2
        )
    for name in ("readings", "habits", "verdicts"):
        if data[name]:
            yield _plain(name, data[name])


def rate_of_step(item: Data) -> str:
    return f"{100 * item['rate']:.1f} %"


def _exchange(item: Data) -> str:
    if None in (item["rate"], item["low"], item["high"]):
        return "cannot say" if item["rate"] is None else f"{item['rate']:.2g}"
    return amount(item["rate"], Interval(item["low"], item["high"]))


def _plain(name: str, rows: list[Data]) -> Table:
    header = list(rows[0])
    cells = [[_text(row.get(column)) for column in header] for row in rows]
    return Table(words(name).capitalize(), [words(column) for column in header], cells, len(header))


def _text(value: Any) -> str:
    return "" if value is None else f"{value:.4g}" if isinstance(value, float) else str(value)

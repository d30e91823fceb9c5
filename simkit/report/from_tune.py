"""The sheet of a tuning, from its `report.json`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from simkit import games
from simkit.report.sheet import Chart, HeatChart, Point, Region, Series, Sheet, Table
from simkit.report.words import rate_of, setting_words, unit_games
from simkit.show import whole, words

Data = Mapping[str, Any]


def tune_sheet(data: Data) -> Sheet:
    """data: the object `simkit tune --json` prints."""
    title = games.rule_book(data["game"]).title
    knobs = [data["knob"]] if isinstance(data["knob"], str) else list(data["knob"])
    name = " × ".join(map(words, knobs))
    settings = {key: value for key, value in data["settings"].items() if key != "players"}
    kept = {key: value for key, value in settings["set"].items() if key not in knobs}
    facts = [
        ("game", title),
        ("settings", setting_words(data["game"], {**settings, "set": kept})),
        ("players", ", ".join(map(str, data["players"]))),
        ("bots", ", ".join(dict.fromkeys(data["bots"]))),
        ("seeds", ", ".join(f"{key} {value}" for key, value in data["seeds"].items())),
        ("games", whole(data["games"])),
        *[("not playable", f"{_list(values)}: {why}") for why, values in data["not_playable"].items()],
    ]
    charts = [_curve(data, name)] if len(knobs) == 1 else [_grid(data, knobs, n) for n in data["players"]]
    return Sheet("tuning", f"{title}: {name}", _headline(data, name), charts, [_table(data, knobs)], facts,
                 data["command"])  # fmt: skip


def _value(value: Any) -> str:
    return " × ".join(map(str, value)) if isinstance(value, list) else str(value)


def _list(values: Sequence[Any]) -> str:
    shown = [_value(value) for value in values]
    return ", ".join(shown if len(shown) <= 12 else [*shown[:5], "…", shown[-1]]) or "none"


def target_words(target: Sequence[float]) -> str:
    low, high = (f"{rate * 100:g}" for rate in target)
    return f"{low} %" if low == high else f"{low}–{high} %"


def _headline(data: Data, name: str) -> str:
    target, best = target_words(data["target"]), data["best"]
    who = f" with {best['players']} players, the worst of them," if len(data["players"]) > 1 else ""
    answer = (
        f"{name} {_value(best['value'])} wins{who} {rate_of(best)} on {unit_games(best['games'])} that chose nothing"
    )
    if not data["reachable"]:
        return f"A win rate of {target} is out of reach of the values looked at; nearest comes {answer}."
    if data["target"][0] != data["target"][1]:
        return f"Inside {target}: {name} {_list(data['nearest'])}; {answer}."
    return f"For a win rate of {target}: {answer}; may be nearest (95 %): {_list(data['nearest'])}."


def _row(item: Data) -> Point:
    text = f"{_value(item['value'])}, {item['players']} players\n{rate_of(item)}"
    text += f"\n{unit_games(item['games'])} ({item['games_of']})"
    return Point(item["value"], 100 * item["rate"], 100 * item["low"], 100 * item["high"], text)


def _curve(data: Data, name: str) -> Chart:
    series = []
    for players in data["players"]:
        for kind in ("fresh", "search"):
            rows = [_row(item) for item in data["curve"] if (item["players"], item["games_of"]) == (players, kind)]
            label = f"{players} players, {kind} games" if len(data["players"]) > 1 else f"{kind} games"
            series += [Series(label, rows, hollow=kind == "search")] if rows else []
    low, high = (100 * rate for rate in data["target"])
    target = Region(f"target {target_words(data['target'])}", low, high)
    return Chart("Win rate by value", name, "win rate (%)", series, [target])


def _grid(data: Data, knobs: Sequence[str], players: int) -> HeatChart:
    rows = {tuple(item["value"]): item for item in data["curve"] if item["players"] == players}
    across, up = (sorted({value[k] for value in rows}) for k in (0, 1))
    cells = [[100 * rows[x, y]["rate"] if (x, y) in rows else None for x in across] for y in up]
    texts = [[_row(rows[x, y]).text if (x, y) in rows else "" for x in across] for y in up]
    title = f"{players} players, target {target_words(data['target'])}"
    return HeatChart(title, words(knobs[0]), words(knobs[1]), "win rate (%)", list(map(str, across)),
                     list(map(str, up)), cells, texts)  # fmt: skip


def _table(data: Data, knobs: Sequence[str]) -> Table:
    near = "inside" if data["target"][0] != data["target"][1] else "may be nearest"
    rows, marks = [], []
    for item in data["curve"]:
        values = item["value"] if isinstance(item["value"], list) else [item["value"]]
        said = ["best"] if item["value"] == data["best"]["value"] else []
        said += [near] if item["value"] in data["nearest"] else []
        rows.append([*map(str, values), str(item["players"]), rate_of(item), whole(item["games"]), item["games_of"],
                     ", ".join(said)])  # fmt: skip
        marks.append("best" if said else "")
    header = (*map(words, knobs), "players", "win rate", "games", "which games", "")
    return Table("All values played; fresh: games that had no part in the search", header, rows, 0, marks)

"""The sheet of an explanation, from its `report.json`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from simkit import games
from simkit.report.sheet import Chart, Point, Series, Sheet, Table
from simkit.report.words import setting_words
from simkit.show import amount, percent, whole
from simkit.stats import Interval

Data = Mapping[str, Any]


def explain_sheet(data: Data) -> Sheet:
    """data: the object `simkit explain --json` prints."""
    title = games.rule_book(data["game"]).title
    facts = [
        ("game", title),
        ("settings", setting_words(data["game"], data["settings"])),
        ("bots", ", ".join(dict.fromkeys(data["bots"]))),
        ("slip", ", ".join(map(str, data["slip"] or ()))),
        ("games", whole(data["games"])),
        ("seed", str(data["seed"])),
    ]
    return Sheet("explanation", f"{title}: how its games go", _headline(data, title), list(_charts(data)),
                 list(_tables(data)), facts, data["command"])  # fmt: skip


def _headline(data: Data, title: str) -> str:
    first = data["facts"][0]
    return f"{title}, {whole(data['games'])} games: {first['item']} {_text(first)}."


def _sections(data: Data) -> dict[str, list[Data]]:
    found: dict[str, list[Data]] = {}
    for fact in data["facts"]:
        found.setdefault(fact["section"], []).append(fact)
    return found


def _text(fact: Data) -> str:
    value, low, high = (fact[key] for key in ("value", "low", "high"))
    if value is None:
        return "–"
    if low is None or high is None:
        return f"{100 * value:.3g} %" if fact["kind"] == "rate" else f"{value:.4g}"
    return (percent if fact["kind"] == "rate" else amount)(value, Interval(low, high))


def _charts(data: Data) -> Iterator[Chart]:
    """Shares of each section that has more than one."""
    for name, facts in _sections(data).items():
        shares = [fact for fact in facts if fact["kind"] == "rate" and fact["low"] is not None]
        if len(shares) > 1:
            points = [
                Point(fact["item"], 100 * fact["value"], 100 * fact["low"], 100 * fact["high"],
                      f"{fact['item']}\n{_text(fact)}\nn = {whole(fact['n'])}")
                for fact in shares
            ]  # fmt: skip
            yield Chart(name, "", "share (%)", [Series("", points)], upright=False, ends=(0, 100))


def _tables(data: Data) -> Iterator[Table]:
    for name, facts in _sections(data).items():
        rows = [[fact["item"], _kind(fact), _text(fact), whole(fact["n"]), fact["note"] or ""] for fact in facts]
        yield Table(name, ("", "kind", "value, 95 % interval", "n", ""), rows, 5)
    games_ = [[item["name"], str(item["index"]), item["how"], item["command"]] for item in data["examples"]]
    yield Table("Games to watch", ("", "game", "how", "command"), games_, 4)


def _kind(fact: Data) -> str:
    return str(fact["kind"])

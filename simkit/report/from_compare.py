"""The sheet of a comparison, from its `report.json`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from simkit import games
from simkit.analysis.contest_result import p_text
from simkit.report.sheet import Chart, Point, Series, Sheet, Table
from simkit.report.words import points_of, rate_of, setting_words, unit_games
from simkit.show import amount, whole
from simkit.stats import Interval

Data = Mapping[str, Any]
ERROR = 0.05


def compare_sheet(data: Data) -> Sheet:
    """data: the object `simkit compare --json` prints."""
    cooperative = data["seats"] is None
    title = games.rule_book(data["game"]).title
    facts = [
        ("game", title),
        ("settings", setting_words(data["game"], data["settings"])),
        ("seed", str(data["seed"])),
        ("intervals", data["intervals"]),
        ("same games for all", unit_games(data["games"], "game" if cooperative else "deal")),
    ]
    tables = [_contenders(data, cooperative), _pairs(data), *_seats(data)]
    headline = " ".join([_headline(data), *_sprt(data)])
    return Sheet("comparison", f"{title}: comparison", headline, list(_charts(data, cooperative)), tables, facts,
                 data["command"])  # fmt: skip


def _headline(data: Data) -> str:
    pairs: Sequence[Data] = data["pairs"]
    shown = [pair for pair in pairs if pair["p_adjusted"] < ERROR]
    if len(pairs) == 1:
        pair = pairs[0]
        better, worse = (pair["b"], pair["a"]) if pair["difference"] > 0 else (pair["a"], pair["b"])
        gap = points_of(pair, flip=pair["difference"] < 0)
        if shown:
            return f"{better} is better than {worse} by {gap} percentage points."
        return f"No difference is shown between {pair['a']} and {pair['b']}: {points_of(pair)} percentage points."
    best = max(data["contenders"], key=lambda item: item["rate"])
    name = best["contender"]
    equal = [
        pair["a"] if pair["b"] == name else pair["b"]
        for pair in pairs
        if name in (pair["a"], pair["b"]) and pair not in shown
    ]
    told = f", not told apart from {', '.join(equal)}" if equal else ""
    return (
        f"{name} does best with {rate_of(best)}{told}; "
        f"{len(shown)} of {len(pairs)} differences are shown (p below {ERROR:g} after Holm's correction)."
    )


def _sprt(data: Data) -> Iterator[str]:
    test = data["sprt"]
    if test:
        low, high = (f"{test[key] * 100:g}" for key in ("low", "high"))
        said = {"H0": f"found it nearer to {low} than to {high}", "H1": f"found it nearer to {high} than to {low}"}
        decision = said.get(test["decision"], f"stayed undecided between {low} and {high}")
        yield f"The sequential test {decision} points after {whole(test['pairs'])} pairs."


def _contenders(data: Data, cooperative: bool) -> Table:
    header = ["contender", "win rate" if cooperative else "points a game", "games", "unfinished"]
    rows = [
        [item["contender"], rate_of(item), whole(item["games"]), whole(item["unfinished"])]
        for item in data["contenders"]
    ]
    if data["ratings"]:
        header.append("rating")
        for row, item in zip(rows, data["ratings"], strict=True):
            row.append(amount(item["rating"], Interval(item["low"], item["high"])))
    return Table(f"Contenders, {data['intervals']}", header, rows)


def _pairs(data: Data) -> Table:
    rows = [[_pair(pair), points_of(pair), p_text(pair["p"]), p_text(pair["p_adjusted"]), whole(pair["pairs"])]
            for pair in data["pairs"]]  # fmt: skip
    return Table(
        f"Differences on the same games, {data['intervals']}",
        ("second − first", "points", "p", "p (Holm)", "pairs"),
        rows,
    )


def _pair(pair: Data) -> str:
    return f"{pair['b']} − {pair['a']}"


def _seats(data: Data) -> Iterator[Table]:
    if data["seats"]:
        rows = [[item["contender"], str(item["seat"]), rate_of(item), whole(item["games"])] for item in data["seats"]]
        yield Table("By seat", ("contender", "seat", "points a game", "games"), rows)


def _charts(data: Data, cooperative: bool) -> Iterator[Chart]:
    rates = [
        Point(item["contender"], 100 * item["rate"], 100 * item["low"], 100 * item["high"],
              f"{item['contender']}\n{rate_of(item)}\n{unit_games(item['games'])}")
        for item in data["contenders"]
    ]  # fmt: skip
    unit = "win rate (%)" if cooperative else "points a game (%)"
    yield Chart("Contenders", "", unit, [Series("", rates)], upright=False)
    gaps = [
        Point(_pair(pair), 100 * pair["difference"], 100 * pair["low"], 100 * pair["high"],
              f"{_pair(pair)}\n{points_of(pair)} points\np = {p_text(pair['p'])}")
        for pair in data["pairs"]
    ]  # fmt: skip
    yield Chart("Differences", "", "difference (percentage points)", [Series("", gaps)], upright=False, zero=True)
    if data["ratings"]:
        ratings = [
            Point(item["bot"], item["rating"], item["low"], item["high"],
                  f"{item['bot']}\n{amount(item['rating'], Interval(item['low'], item['high']))}")
            for item in data["ratings"]
        ]  # fmt: skip
        yield Chart("Ratings", "", "rating (Elo scale)", [Series("", ratings)], upright=False, zero=True)

"""The sheet of a rulebook report, from its `report.json`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from simkit import games
from simkit.report.sheet import Chart, Point, Region, Series, Sheet, Table
from simkit.report.words import rate_of, unit_games
from simkit.show import amount, whole, words
from simkit.stats import Interval

Data = Mapping[str, Any]
VERDICTS = {"agrees": "agrees", "differs": "differs", "cannot_say": "cannot say"}


def rulebook_sheet(data: Data) -> Sheet:
    """data: what `write` of `simkit.report.rulebook` keeps."""
    books: Mapping[str, Data] = data["books"]
    charts = [chart for book in books.values() for chart in _charts(book)]
    tables = [table for book in books.values() for table in _tables(book)]
    facts = [(book["title"], note) for book in books.values() for note in book.get("notes", [])]
    title = "Rulebooks: published and simulated numbers"
    return Sheet("rulebook", title, headline(books.values()), charts, tables, facts, command(books))


def headline(books: Sequence[Data] | Any) -> str:
    """How many claims hold, in a sentence."""
    verdicts = Counter(row["verdict"] for book in books for row in book["findings"])
    total = sum(verdicts.values())
    fitted = sum(row.get("fitted", False) and row["verdict"] == "agrees" for book in books for row in book["findings"])
    chosen = f" ({fitted} of them because a rule was chosen so)" if fitted else ""
    said = f"{verdicts['agrees']} agree{chosen}, {verdicts['differs']} differ"
    open_ones = f"{verdicts['cannot_say']} cannot be told at this number of games"
    return f"Of {total} checks of what the rulebooks publish, {said}, {open_ones}."


def command(books: Mapping[str, Data]) -> str:
    """The command that makes the report again; with several numbers of games or seeds one for each game."""
    asked = {name: f"--games {book['asked']} --seed {book['seed']}" for name, book in books.items()}
    if len(set(asked.values())) == 1:
        names = "" if set(books) == set(games.NAMES) else " " + " ".join(name.replace("_", "-") for name in books)
        return f"simkit rulebook{names} {next(iter(asked.values()))}"
    return "\n".join(f"simkit rulebook {name.replace('_', '-')} {options}" for name, options in asked.items())


def _charts(book: Data) -> Iterator[Chart]:
    rates = [
        row for row in book["findings"] if row["id"].startswith("win-") and row["region"] and row["low"] is not None
    ]
    points = [row for row in rates if row["setting"] != "all levels"]
    if points:
        yield _win_rates(book, points)
    if book["balance"]:
        yield from _seats(book)


def _win_rates(book: Data, rows: Sequence[Data]) -> Chart:
    regions = []
    for row in rows:
        low, high = ((None if end is None else 100 * end) for end in row["region"])
        regions.append(Region("published", low, high, row["setting"]))
    ours = [
        Point(row["setting"], 100 * row["simulated"], 100 * row["low"], 100 * row["high"],
              f"{row['setting']}\nsimulated {row['shown']}\npublished {row['published']}\n{unit_games(row['games'])}")
        for row in rows
    ]  # fmt: skip
    series = [Series(f"simulated, bot {rows[0]['bot']}", ours)]
    others: dict[str, list[Point]] = {}
    for item in book["others"]:
        at = _place(item["setting"], rows)
        text = f"{item['setting']}, bot {item['bot']}\n{rate_of(item)}\n{unit_games(item['games'])}"
        point = Point(at, 100 * item["rate"], 100 * item["low"], 100 * item["high"], text)
        others.setdefault(f"bot {item['bot']}", []).append(point)
    series += [Series(name, found, hollow=True) for name, found in others.items()]
    return Chart(f"{book['title']}: win rates", "", "win rate (%)", series, regions, ends=(0, 100))


def _place(setting: str, rows: Sequence[Data]) -> str:
    """`normal 3` beside the claims' `normal, 3 players`."""
    name, _, players = setting.partition(" ")
    spoken = f"{name}, {players} players"
    return spoken if any(row["setting"] == spoken for row in rows) else setting


def _seats(book: Data) -> Iterator[Chart]:
    players = sorted({row["players"] for row in book["balance"]})
    for n in players:
        series = [
            Series(
                words(row["setting"]),
                [
                    Point(f"seat {k}", 100 * seat["rate"], 100 * seat["low"], 100 * seat["high"],
                          f"{words(row['setting'])}, seat {k}\n{rate_of(seat)}\n{unit_games(row['games'])}")
                    for k, seat in enumerate(row["seats"])
                ],
            )
            for row in book["balance"]
            if row["players"] == n
        ]  # fmt: skip
        fair = Region("equal share", 100 / n, 100 / n)
        yield Chart(f"{book['title']}: seats, {n} players", "", "win rate of a seat (%)", series, [fair])


def _tables(book: Data) -> Iterator[Table]:
    yield claims_table(book)
    if book["others"]:
        rows = [[item["setting"], item["bot"], rate_of(item), whole(item["games"])] for item in book["others"]]
        header = ("setting", "bot", "win rate", "games")
        yield Table(f"{book['title']}: other players on the same games, 95 % intervals", header, rows, 2)
    if book["balance"]:
        yield _balance_table(book)


def claims_table(book: Data) -> Table:
    """One row a finding, marked with its verdict."""
    header = ("claim", "for", "published", "simulated or computed", "games", "bot", "verdict")
    rows, marks = [], []
    for row in book["findings"]:
        published = f"{row['published']} ({row['reading']})" if row["reading"] else row["published"]
        number = "exact" if row["games"] is None else whole(row["games"])
        rows.append([row["id"], row["setting"], published, row["shown"], number, row["bot"] or "–",
                     VERDICTS[row["verdict"]]])  # fmt: skip
        marks.append(VERDICTS[row["verdict"]])
    return Table(f"{book['title']}: what the rulebook says and what is found", header, rows, 4, marks)


def _balance_table(book: Data) -> Table:
    most = max(row["players"] for row in book["balance"])
    header = ["setting", "players", *(f"seat {k}" for k in range(most)), "turns", "rounds"]
    rows = []
    for row in book["balance"]:
        seats = [rate_of(seat) for seat in row["seats"]] + ["–"] * (most - row["players"])
        lengths = [amount(row[key]["mean"], Interval(row[key]["low"], row[key]["high"])) for key in ("turns", "rounds")]
        rows.append([words(row["setting"]), str(row["players"]), *seats, *lengths])
    return Table(f"{book['title']}: balance, 95 % intervals", header, rows)

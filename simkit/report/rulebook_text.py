"""The difficulty section a rulebook could print, in German and English, with the regenerated numbers.

Rounded as the rulebooks round: whole per cent for a rate; bands and bounds outward to multiples of five; counts "of 100
games".  Every figure comes from the findings or from the rules in force; the wording is in the templates.
"""

from __future__ import annotations

import math
import re
import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

from simkit import games
from simkit.report.render import render
from simkit.settings import Settings, resolve

LANGUAGES = ("de", "en")
WIDTH = 100
STEP = 5  # bands are printed in multiples of five
Data = Mapping[str, Any]


def rulebook_text(books: Mapping[str, Data], language: str) -> str:
    """The sections of all these games in one Markdown file; books: game → `rulebook_data`."""
    sections = [
        render(f"{name}.{language}.md.j2", figures=FIGURES[name](data), number=NUMBERS[language], data=data).strip()
        for name, data in books.items()
    ]
    return "\n\n".join(map(flowing, [render(f"rulebook.{language}.md.j2").strip(), *sections])) + "\n"


def flowing(text: str) -> str:
    """Paragraphs filled to the width of a line; headings and tables stay."""
    return "\n\n".join(part if part[0] in "#|" else _filled(part) for part in text.split("\n\n"))


def _filled(part: str) -> str:
    """No line ends between a number and its per cent sign."""
    words = re.sub(r"(\d) %", "\\1\N{NO-BREAK SPACE}%", " ".join(part.split()))
    return textwrap.fill(words, WIDTH).replace("\N{NO-BREAK SPACE}", " ")


# --- how numbers are printed


def _german(value: float, places: int = 0) -> str:
    return f"{value:,.{places}f}".replace(",", " ").replace(".", ",").replace(" ", ".")


def _english(value: float, places: int = 0) -> str:
    return f"{value:,.{places}f}"


NUMBERS = {"de": _german, "en": _english}


def whole_percent(rate: float) -> int:
    """A rate as the rulebooks print it, half a per cent upward."""
    return math.floor(100 * rate + 0.5)


def outward(rows: Sequence[Data]) -> tuple[int, int]:
    """The band that holds all these intervals, its ends multiples of five."""
    low = STEP * math.floor(100 * min(row["low"] for row in rows) / STEP)
    return low, STEP * math.ceil(100 * max(row["high"] for row in rows) / STEP)


def at_least(rows: Sequence[Data]) -> int:
    """Of how many in 100 one may say "at least" for all of these."""
    return math.floor(100 * min(row["low"] for row in rows))


def fewer_than(rows: Sequence[Data]) -> int:
    """Of how many in 100 one may say "fewer than" for all of these."""
    return math.floor(100 * max(row["high"] for row in rows)) + 1


def best_and_worst(rows: Sequence[Data]) -> tuple[list[int], list[int]]:
    """Player counts that win most and least often; several where their intervals overlap, none where all do."""
    top, bottom = max(row["low"] for row in rows), min(row["high"] for row in rows)
    best = [row["players"] for row in rows if row["high"] >= top]
    worst = [row["players"] for row in rows if row["low"] <= bottom]
    return ([], []) if set(best) & set(worst) else (best, worst)


# --- figures of each game


def _rows(data: Data, claim: str) -> list[Data]:
    return [row for row in data["findings"] if row["id"] == claim]


def _bots(data: Data, settings: Sequence[str]) -> dict[str, list[int]]:
    """Bot → its win rates in whole per cent, one a setting; only bots that played all of them."""
    rates: dict[str, dict[str, int]] = {}
    for row in data["others"]:
        rates.setdefault(row["bot"], {})[row["setting"]] = whole_percent(row["rate"])
    return {
        bot: [found[setting] for setting in settings] for bot, found in rates.items() if set(settings) <= set(found)
    }


def _seilschaft(data: Data) -> dict[str, Any]:
    book = games.rule_book("seilschaft")
    levels = []
    for level in book.levels:
        rules = resolve(book, Settings(level=level))
        (row,) = _rows(data, f"win-{level}")
        levels.append({"name": level, "ropes": rules["ropes"], "trump": rules["trump"],
                       "win": whole_percent(row["simulated"])})  # fmt: skip
    short = [whole_percent(row["simulated"]) for row in _rows(data, "two-rounds-cost")]
    (second,) = _rows(data, "win-round")
    return {
        "levels": levels,
        "win": {level["name"]: level["win"] for level in levels},
        "rounds_over": fewer_than(_rows(data, "loss-by-rounds")),
        "falls": at_least(_rows(data, "loss-by-fall")),
        "second_round": whole_percent(second["simulated"]),
        "two_rounds": (min(short), max(short)),
        "careful": _bots(data, list(book.levels)).get("careful"),
    }


def _side_by_side(data: Data) -> dict[str, Any]:
    book = games.rule_book("side_by_side")
    levels = []
    for level in book.levels:
        rows = _rows(data, f"win-{level}")
        piles = [resolve(book, Settings(level=level, players=n)).plain() for n in (2, 3)]
        levels.append({
            "name": level, "piles": [(rules["draw_pile"], rules["reserve"]) for rules in piles],
            "wins": [whole_percent(row["simulated"]) for row in rows], "band": outward(rows),
        })  # fmt: skip
    normal = _rows(data, "win-normal")
    ends = best_and_worst(normal)
    settings = {level: [f"{level} {row['players']}" for row in normal] for level in book.levels}
    return {
        "players": [row["players"] for row in normal],
        "levels": levels,
        "band": {level["name"]: level["band"] for level in levels},
        "best": ends[0],
        "worst": ends[1],
        "careful": {level: _bots(data, names).get("careful") for level, names in settings.items()},
    }


def _gleich_und_gleich(data: Data) -> dict[str, Any]:
    rows = [
        {
            "setting": row["setting"],
            "players": row["players"],
            "seats": [whole_percent(seat["rate"]) for seat in row["seats"]],
            "turns": row["turns"]["mean"],
            "rounds": row["rounds"]["mean"],
            "spread": (row["turns"]["p5"], row["turns"]["p95"]),
            "shared": row["shared"],
            "ends": {name: whole_percent(share["rate"]) for name, share in row["reasons"].items()},
            "first": 100 * (row["seats"][0]["rate"] - 1 / row["players"]),
        }
        for row in data["balance"]
    ]
    standard = {row["players"]: row for row in rows if row["setting"] == "standard"}
    return {
        "rows": rows,
        "standard": standard,
        "most": max(standard),
        "settings": {name: {row["players"]: row for row in rows if row["setting"] == name}
                     for name in dict.fromkeys(row["setting"] for row in rows)},
        "games": min(row["games"] for row in data["balance"]),
    }  # fmt: skip


FIGURES = {"seilschaft": _seilschaft, "side_by_side": _side_by_side, "gleich_und_gleich": _gleich_und_gleich}

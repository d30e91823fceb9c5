"""Traces: one game as JSON Lines or prose, out of the same compiled engine that plays the sweeps."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from typing import Any

from simkit import games
from simkit.errors import unknown
from simkit.match import Match, Worker

FORMAT = 1
HEADS = {
    "en": "{title}, game {index} of seed {seed}, bots {bots}",
    "de": "{title}, Spiel {index} zum Startwert {seed}, Bots {bots}",
}


def trace(match: Match, index: int, worker: Worker | None = None) -> list[dict[str, Any]]:
    """All events of game `index`, from `game` to `end`."""
    row, log = (worker or Worker(match)).play_logged(index)
    rules = match.rules
    first = {
        "event": "game",
        "format": FORMAT,
        "game": match.game,
        "preset": rules.settings.preset,
        "level": rules.settings.level,
        "variants": list(rules.settings.variants),
        "reading": rules.settings.reading,
        "assumptions": rules.assumptions,
        "rules": rules.plain(),
        "players": rules.players,
        "bots": [bot.label for bot in match.bots],
        **({"slip": list(match.slip)} if match.slip else {}),
        "seed": match.seed,
        "index": index,
    }
    return [first, *games.module(match.game, "trace").events(log, row, rules)]


@dataclass(frozen=True)
class Trace:
    """One game, event by event; printed it is prose."""

    events: list[dict[str, Any]]

    def prose(self, language: str = "en") -> str:
        """For people, in `en` or `de`; raises InputError for another language."""
        return "\n".join(prose_lines(self.events, language))

    def json_lines(self) -> str:
        """For machines: one event a line, with every hidden card."""
        return "\n".join(json_lines(self.events))

    def __str__(self) -> str:
        return self.prose()

    def _repr_html_(self) -> str:
        return "".join(f"<div>{escape(line)}</div>" for line in prose_lines(self.events, "en"))


def traces(match: Match, first: int, number: int) -> Iterator[list[dict[str, Any]]]:
    """The traces of `number` games from index `first`."""
    match.prepare()
    worker = Worker(match)
    for index in range(first, first + number):
        yield trace(match, index, worker)


def json_lines(events: list[dict[str, Any]]) -> Iterator[str]:
    for event in events:
        yield json.dumps(event, ensure_ascii=False, separators=(",", ":"))


def prose_lines(events: list[dict[str, Any]], language: str) -> Iterator[str]:
    """The game for people, in `en` or `de`."""
    if language not in HEADS:
        raise unknown("language", language, HEADS)
    part = games.module(events[0]["game"], "trace")
    title = games.rule_book(events[0]["game"]).title
    game = events[0]
    yield HEADS[language].format(title=title, **{**game, "bots": ", ".join(game["bots"])})
    for event in part.annotate(events[1:]):
        yield part.prose(event, language)

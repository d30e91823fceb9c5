"""Lists for people: games, rules, assumptions, bots."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from simkit.settings import Integer, RuleBook, Rules, Table


def columns(rows: Iterable[Sequence[str]], indent: str = "") -> list[str]:
    """Rows of text with aligned columns; the last column runs free."""
    rows = [list(row) for row in rows]
    if not rows:
        return []
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]) - 1)]
    return [
        (indent + "  ".join([*(cell.ljust(width) for cell, width in zip(row, widths, strict=False)), row[-1]])).rstrip()
        for row in rows
    ]


def games_lines(books: Iterable[RuleBook]) -> list[str]:
    return columns([(book.name.replace("_", "-"), book.title, _players(book)) for book in books])


def _players(book: RuleBook) -> str:
    return f"{book.players[0]}–{book.players[-1]} players" if len(book.players) > 1 else f"{book.players[0]} players"


def game_lines(book: RuleBook) -> list[str]:
    lines = [f"{book.title} ({book.name.replace('_', '-')}), {_players(book)}"]
    groups = {
        "levels": book.levels,
        "variants": book.variants,
        "presets": book.presets,
        "readings": book.readings,
        "assumptions": {item.id: item.meaning for item in book.assumptions.values()},
        "knobs": {knob.name: f"{knob.meaning} ({knob.kind.allowed()})" for knob in book.knobs.values()},
    }
    for title, entries in groups.items():
        if entries:
            lines += ["", title, *columns(list(entries.items()), "  ")]
    return lines


def rules_lines(rules: Rules) -> list[str]:
    """Every value in force, its mark and its source."""
    settings = rules.settings
    parts = [f"level {settings.level}"] if rules.book.levels else []
    parts += [f"{settings.players} players"]
    parts += [f"preset {settings.preset}"] if settings.preset != "standard" else []
    parts += [f"reading {settings.reading}"] if settings.reading else []
    parts += settings.variants
    head = f"{rules.book.title}: {', '.join(parts)}   [S] stated  [D] derived  [A] assumed  [set] by you"
    rows = []
    for name, item in rules.values.items():
        kind = rules.book.knobs[name].kind
        shown = _table_text(kind, item.value) if isinstance(kind, Table) else kind.show(item.value)
        rows.append((name, shown, f"[{item.mark}]", item.source))
    for name, item in rules.book.derived(rules.plain()).items():
        rows.append((name, str(item.value), f"[{item.mark}]", item.source))
    return [head, "", *columns(rows)]


def _table_text(kind: Table, value: dict[str, Any]) -> str:
    return kind.show(value)


def assumption_lines(rules: Rules) -> list[str]:
    head = f"{rules.book.title}: what the rulebook leaves open; switch one with --assume ID=ALTERNATIVE"
    rows = [("id", "in force", "alternatives", "what it decides")]
    for key, item in rules.book.assumptions.items():
        others = [item.kind.show(value) for value in (item.default, *item.alternatives)]
        in_force = item.kind.show(rules.assumptions[key])
        shown = ", ".join(other for other in others if other != in_force)
        allowed = f" ({item.kind.allowed()})" if isinstance(item.kind, Integer) else ""
        rows.append((key, in_force, shown + allowed, item.meaning))
    return [head, "", *columns(rows)]


def rules_json(rules: Rules) -> dict[str, Any]:
    return {
        "game": rules.game,
        "settings": rules.settings.as_dict(),
        "rules": {name: {"value": v.value, "mark": v.mark, "source": v.source} for name, v in rules.values.items()},
        "assumptions": {
            key: {"value": rules.assumptions[key], "alternatives": list(item.alternatives), "meaning": item.meaning}
            for key, item in rules.book.assumptions.items()
        },
    }


def bots_lines(names: Sequence[str]) -> list[str]:
    """Each bot with the first line of its docstring, read without importing it."""
    from simkit.bots import idea_of, parse, shipped_folder, shipped_names

    lines: list[str] = []
    for game in names:
        rows = [(name, _idea(idea_of(parse(shipped_folder(game) / f"{name}.py")))) for name in shipped_names(game)]
        lines += [game.replace("_", "-"), *columns(rows, "  "), ""]
    return lines[:-1]


def _idea(text: str) -> str:
    """`Simple: follows suit.` → `follows suit.`"""
    name, colon, rest = text.partition(": ")
    return rest if colon and " " not in name else text

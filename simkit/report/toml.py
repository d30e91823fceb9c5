"""Plain data as TOML."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any


def toml_text(data: Mapping[str, Any]) -> str:
    """Keys first, then the tables."""
    plain = {key: value for key, value in data.items() if not isinstance(value, Mapping)}
    lines = _lines(plain)
    for name, table in data.items():
        if isinstance(table, Mapping):
            lines += ["", f"[{_key(name)}]", *_lines(table)]
    return "\n".join(lines) + "\n"


def _lines(table: Mapping[str, Any]) -> list[str]:
    return [f"{_key(key)} = {_value(value)}" for key, value in table.items()]


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else _value(name)


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(str(key))} = {_value(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_value, value)) + "]"
    return json.dumps(value, ensure_ascii=False)  # a JSON string, number or boolean is one in TOML

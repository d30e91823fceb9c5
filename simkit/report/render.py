"""Templates filled in: HTML escapes everything, Markdown what a template marks with `| md`."""

from __future__ import annotations

import functools
import json
import re
from typing import TYPE_CHECKING, Any

from simkit.report.markdown import plain

if TYPE_CHECKING:
    from jinja2 import Environment


@functools.cache
def _environment() -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("simkit.report"),
        autoescape=lambda name: bool(name) and ".html" in str(name),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["md"] = plain
    environment.filters["slug"] = slug
    return environment


def render(template: str, **values: Any) -> str:
    return _environment().get_template(template).render(**values)


def slug(text: str) -> str:
    """A text as an id or a class."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-") or "x"


def script_json(value: Any) -> str:
    """JSON that may stand inside a `<script>` whatever names are in it; keys keep their order."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text

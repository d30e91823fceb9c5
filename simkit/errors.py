"""Errors a user can mend: one clear line, exit code 2, no traceback."""

from __future__ import annotations

import difflib
import threading
from collections.abc import Iterable
from numbers import Integral
from typing import Any

CTRL_C = threading.Event()  # set by the command line's handler; a library in mid-work may swallow the exception


class InputError(ValueError):
    """Something the user gave is wrong; the message names the value and what is allowed."""


class ProblemsError(InputError):
    """Several things are wrong; `lines` has one message each, all shown at once."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.lines = list(lines)
        super().__init__("\n".join(self.lines))


class StoppedError(Exception):
    """A command was interrupted; the message says what was kept and how to go on.  Exit code 130."""


def check_whole(number: Any, low: int, high: int, shown: str) -> None:
    """Refuse what is no whole number from low to high; `shown` names it, such as `0 games`."""
    if isinstance(number, bool) or not isinstance(number, Integral):
        raise InputError(f"{shown}; allowed: whole numbers from {low} to {high}")
    if not low <= int(number) <= high:
        raise InputError(f"{shown}; allowed: {low} to {high}")


def unknown(kind: str, name: Any, known: Iterable[str]) -> InputError:
    """The error for a name nobody knows, with the nearest known one."""
    known = list(known)
    close = difflib.get_close_matches(normal(name), known, n=1, cutoff=0.5)
    hint = f"did you mean {close[0]}? " if close else ""
    return InputError(f"unknown {kind} {name!r}: {hint}allowed: {', '.join(known) or 'none'}")


def normal(name: Any) -> str:
    """On the command line `-` and `_` are the same, and so are capitals and small letters."""
    return str(name).strip().lower().replace("-", "_")

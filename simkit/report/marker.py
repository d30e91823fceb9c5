"""`report.json`: by it a folder of results is recognised, and from it `simkit report` shows them again.

It is the object `--json` prints without what depends on the machine or the moment, so the same command writes the same
bytes.  A sweep has its manifest instead.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from simkit.errors import InputError
from simkit.files import make_folder, write_whole

NAME = "report.json"
SCHEMA = 1
KIND = "simkit "  # every kind begins so: `simkit compare`
PASSING = ("seconds", "games_per_second", "played", "folder", "workers", "machine")


def write_report(folder: Path, command: str, data: Mapping[str, Any]) -> Path:
    """Mark the folder as the result of `simkit COMMAND`; returns the file.

    data: what `--json` prints; it must be JSON without nan or infinity.
    """
    make_folder(folder)
    kept = {key: value for key, value in data.items() if key not in PASSING}
    text = json.dumps({"kind": KIND + command, "schema": SCHEMA, **kept}, ensure_ascii=False, indent=1, allow_nan=False)
    write_whole(folder / NAME, text + "\n")
    return folder / NAME


def read_report(folder: Path) -> dict[str, Any] | None:
    """The data of a marked folder, None if it is not marked; raises InputError if the mark is none of ours."""
    path = folder / NAME
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError) as error:
        raise InputError(f"{path} cannot be read: {error}") from None
    if not isinstance(data, dict) or not str(data.get("kind", "")).startswith(KIND):
        raise InputError(f"{path} was not written by simkit")
    if data.get("schema") != SCHEMA:
        raise InputError(f"{path} has schema {data.get('schema')}, this simkit reads {SCHEMA}")
    return data

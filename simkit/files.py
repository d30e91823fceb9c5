"""Files appear whole or not at all."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from simkit.errors import InputError


def write_whole(path: Path, content: str | bytes) -> None:
    """Write to a neighbour and rename it over `path`; raises InputError if the folder cannot be written."""
    data = content.encode("utf-8") if isinstance(content, str) else content
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
    try:
        with draft.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, path)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise InputError(f"cannot write {path}: {error.strerror or error}") from None


def make_folder(path: Path) -> Path:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot make the folder {path}: {error.strerror or error}") from None
    return path

"""Files appear whole or not at all."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from simkit.errors import InputError


def write_whole(path: Path, content: str | bytes) -> None:
    """Write to a neighbour and rename it over `path`; raises InputError if the folder cannot be written."""
    if not path.name:
        raise InputError(f"cannot write {path}: no name of a file")
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


def check_file(path: Path) -> None:
    """Refuse a file that cannot be written, before work is done for it."""
    folder = path.absolute().parent
    if not path.name or path.is_dir() or not folder.is_dir() or not os.access(folder, os.W_OK | os.X_OK):
        raise InputError(f"cannot write {path}: no file in a folder that is there and may be written")


def make_folder(path: Path) -> Path:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot make the folder {path}: {error.strerror or error}") from None
    return path

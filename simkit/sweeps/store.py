"""A sweep on disk: one directory, written so that a crash at any moment loses at most the work in flight.

    manifest.json     what decides the games, how they came about; the only file with times
    cells/0001.json   outcome counts of a cell, of games 0 … n − 1
    cells.csv         one row a cell
    games/0001/       with --keep-games: Parquet files of 100,000 games each
    sweep.png, .svg   the figure

Every file is written beside its place and renamed over it; rows go before the counts that cover them.  `lock` is held
by the process at work and falls with it.  A directory that is not ours is never touched.
"""

from __future__ import annotations

import itertools
import json
import os
import re
from pathlib import Path
from typing import IO, Any

from simkit.errors import InputError, ProblemsError
from simkit.files import make_folder, write_whole
from simkit.sweeps.experiment import Cell, Sweep
from simkit.sweeps.manifest import KIND, SCHEMA, damage, differences, identity
from simkit.tally import Tally, read_tally

LOCK = ".lock"
MANIFEST = "manifest.json"
DRAFT = re.compile(r"\..+\.[0-9a-f]{8}\.part")  # what `write_whole` leaves when it is killed


class Store:
    """A sweep's directory, locked while the context manager is open.  Raises InputError if it cannot be used."""

    def __init__(self, folder: Path, sweep: Sweep) -> None:
        self.folder = folder
        self.sweep = sweep
        self.keep_games = sweep.keep_games
        self.manifest: dict[str, Any] = {}
        self._lock: IO[bytes] | None = None

    def __enter__(self) -> Store:
        check_ours(self.folder)
        make_folder(self.folder)
        self._lock = _locked(self.folder / LOCK)
        try:
            check_ours(self.folder)
            self._sweep_up()
            self._take_manifest()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        if self._lock:
            self._lock.close()
            self._lock = None

    def _sweep_up(self) -> None:
        """Remove the drafts of a killed process."""
        drafts = (self.folder.glob(pattern) for pattern in (".*.part", "cells/.*.part", "games/*/.*.part"))
        for path in itertools.chain.from_iterable(drafts):
            if DRAFT.fullmatch(path.name):
                path.unlink(missing_ok=True)

    def _take_manifest(self) -> None:
        """Compare the manifest with the sweep, or start one."""
        asked = json.loads(json.dumps(identity(self.sweep)))
        stored = read_manifest(self.folder)
        if stored is None:
            self.manifest = {
                "kind": KIND,
                "schema": SCHEMA,
                "title": self.sweep.title,
                "keep_games": self.keep_games,
                "target": self.sweep.target.as_dict(),
                **asked,
                "runs": [],
            }
            return
        changed = differences({key: stored.get(key) for key in asked}, asked)
        if self.keep_games and not stored["keep_games"]:
            changed.append("keep_games: stored false, now true")
        if changed:
            raise ProblemsError(
                [f"{self.folder} holds another sweep; give another --out, or the settings it was made with:", *changed]
            )
        self.keep_games = bool(stored["keep_games"])
        self.manifest = {**stored, "target": self.sweep.target.as_dict()}

    def note_run(self, run: dict[str, Any], made_with: dict[str, Any]) -> None:
        """Write the manifest with this run as its latest."""
        runs = [*self.manifest["runs"]]
        if runs and runs[-1]["started"] == run["started"]:
            runs.pop()
        self.manifest = {**self.manifest, **made_with, "runs": [*runs, run]}
        write_whole(self.folder / MANIFEST, json.dumps(self.manifest, ensure_ascii=False, indent=1) + "\n")
        make_folder(self.folder / "cells")

    def load(self, cell: Cell) -> Tally:
        """What is stored of a cell; nothing yet is an empty tally."""
        return load_tally(self.folder, cell)

    def save(self, cell: Cell, tally: Tally) -> None:
        data = {"cell": cell.id, "knobs": dict(cell.labels), **tally.as_dict()}
        write_whole(self.folder / "cells" / f"{cell.id}.json", json.dumps(data, ensure_ascii=False, indent=1) + "\n")


def load_tally(folder: Path, cell: Cell) -> Tally:
    path = folder / "cells" / f"{cell.id}.json"
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if data["knobs"] != dict(cell.labels):
            raise ValueError(f"counts of another cell, {data['knobs']}")
        return read_tally(data)
    except FileNotFoundError:
        return Tally()
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise InputError(f"{path} is damaged ({error}); delete this file, and its games are played again") from None


def read_manifest(folder: Path) -> dict[str, Any] | None:
    """The manifest of a sweep directory, None if it has none; raises InputError if it is not one of ours."""
    path = folder / MANIFEST
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError):
        raise InputError(f"{path} is no manifest of a sweep; give another --out") from None
    if not isinstance(data, dict) or data.get("kind") != KIND:
        raise InputError(f"{path} is no manifest of a sweep; give another --out")
    if data.get("schema") != SCHEMA:
        raise InputError(f"{path} has schema {data.get('schema')}, this simkit reads {SCHEMA}; give another --out")
    if wrong := damage(data):
        raise InputError(f"{path} is damaged ({wrong}); give another --out")
    return data


def check_ours(folder: Path) -> None:
    """Raise InputError unless the folder is absent, empty, or a sweep's."""
    if not folder.exists():
        return
    if not folder.is_dir():
        raise InputError(f"{folder} is no folder; give another --out")
    if read_manifest(folder) is None:
        strange = [path.name for path in folder.iterdir() if path.name != LOCK and not DRAFT.fullmatch(path.name)]
        if strange:
            raise InputError(f"{folder} is not empty and no sweep (it holds {min(strange)}); give another --out")


def _locked(path: Path) -> IO[bytes]:
    """The open lock file; raises InputError if another process (or thread) holds it."""
    try:
        file = path.open("a+b")
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror or error}") from None
    try:
        _lock(file)
    except OSError:
        file.close()
        raise InputError(f"another simkit is at work in {path.parent}; wait for it or give another --out") from None
    return file


if os.name == "nt":  # pragma: no cover

    def _lock(file: IO[bytes]) -> None:
        import msvcrt

        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]

else:

    def _lock(file: IO[bytes]) -> None:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

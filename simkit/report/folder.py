"""Recognise a folder of results: claim it for a command, or read it as a sheet."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from simkit.errors import InputError
from simkit.report.marker import KIND, NAME, read_report
from simkit.report.sheet import Sheet
from simkit.sweeps.store import MANIFEST, read_manifest


def claim_folder(folder: Path, command: str) -> None:
    """Refuse a folder for results of `simkit COMMAND` if others lie in it, or if it cannot be made or written."""
    before = read_report(folder)
    kind = KIND + "sweep" if (folder / MANIFEST).exists() else before["kind"] if before else None
    if kind not in (None, KIND + command):
        raise InputError(f"{folder} holds results of {kind}; give another --out")
    there = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    if not there.is_dir() or not os.access(there, os.W_OK | os.X_OK):
        raise InputError(f"cannot make or write the folder {folder}; give another --out")


def read_sheet(folder: Path) -> Sheet:
    """Raises InputError, in one line, for a folder that no command of ours wrote."""
    if not folder.is_dir():
        raise InputError(f"{folder} is no folder")
    data = read_report(folder)
    if data is not None:
        return _sheet(data, folder)
    if (folder / MANIFEST).exists():
        from simkit.report.from_sweep import sweep_sheet

        return _guarded(folder / MANIFEST, lambda: sweep_sheet(_manifest(folder), folder))
    raise InputError(
        f"{folder} holds no results of simkit: neither {MANIFEST} of a sweep nor {NAME}; "
        "give a folder that a command wrote with --out"
    )


def _manifest(folder: Path) -> dict[str, Any]:
    manifest = read_manifest(folder)
    assert manifest is not None
    return manifest


def _sheet(data: Mapping[str, Any], folder: Path) -> Sheet:
    from simkit.report.from_compare import compare_sheet
    from simkit.report.from_explain import explain_sheet
    from simkit.report.from_ladder import ladder_sheet
    from simkit.report.from_rulebook import rulebook_sheet
    from simkit.report.from_sensitivity import sensitivity_sheet
    from simkit.report.from_tables import tables_sheet
    from simkit.report.from_tune import tune_sheet

    known: dict[str, Callable[[Mapping[str, Any]], Sheet]] = {
        "compare": compare_sheet,
        "explain": explain_sheet,
        "ladder": ladder_sheet,
        "rulebook": rulebook_sheet,
        "sensitivity": sensitivity_sheet,
        "tune": tune_sheet,
    }
    command = str(data["kind"]).removeprefix(KIND)
    reader = known.get(command, lambda given: tables_sheet(given, folder))
    return _guarded(folder / NAME, lambda: reader(data))


def _guarded(path: Path, read: Callable[[], Sheet]) -> Sheet:
    """Damage to a file of ours as one line."""
    try:
        return read()
    except InputError:
        raise
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise InputError(f"{path} is damaged ({type(error).__name__}: {error})") from None

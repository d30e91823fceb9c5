"""What made a result: versions, commit, machine.  No host name, no absolute path."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from importlib import metadata
from pathlib import Path
from typing import Any

import simkit

LIBRARIES = ("joblib", "numba", "numpy", "pyarrow", "scipy")


def provenance() -> dict[str, Any]:
    """Versions of simkit, Python and the libraries, the git commit if there is one, and the kind of machine."""
    return {
        "simkit": {"version": simkit.__version__, "commit": commit()},
        "python": platform.python_version(),
        "libraries": {name: _version(name) for name in LIBRARIES},
        "machine": {"cpu": cpu(), "cores": os.cpu_count(), "system": platform.system()},
    }


def commit() -> str | None:
    """The commit of the checkout simkit runs from, `+` behind it if files are changed; None outside one."""
    package = Path(simkit.__file__).parent
    if _git(package, "ls-files", "--error-unmatch", "__init__.py") is None:
        return None  # installed, perhaps into an environment inside somebody else's repository
    name = _git(package, "rev-parse", "HEAD")
    return name and name + ("+" if _git(package, "status", "--porcelain", "--untracked-files=no", ".") else "")


def _git(folder: Path, *arguments: str) -> str | None:
    try:
        done = subprocess.run(["git", *arguments], cwd=folder, capture_output=True, text=True, timeout=10, check=False)
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def cpu() -> str:
    """The processor's name as the system gives it."""
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine() or sys.platform


def _version(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None

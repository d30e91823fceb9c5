"""Sweeps for the tests: a fast game, a folder's data files, processes that can be told to stop."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

TIMES = ("manifest.json", ".lock")  # the only files that may differ between two ways to the same games


@pytest.fixture
def data():
    """All data files of a sweep's directory: path → bytes."""

    def read(folder: Path) -> dict[str, bytes]:
        files = (path for path in folder.rglob("*") if path.is_file() and path.name not in TIMES)
        return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(files)}

    return read


class Background:
    """`simkit …` in a process of its own, at work while the test looks on."""

    def __init__(self, words, folder, env=None):
        self.process = subprocess.Popen(
            [sys.executable, "-m", "simkit", *map(str, words)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=folder,
            env=os.environ | (env or {}),
        )

    def wait_for(self, ready, seconds=60):
        """Wait until `ready()` is true, the process still at work."""
        end = time.monotonic() + seconds
        while not ready():
            assert self.process.poll() is None, self.process.communicate()
            assert time.monotonic() < end
            time.sleep(0.02)

    def tell(self, number):
        """Send a signal; returns exit code, output, errors and the seconds it took to end."""
        sent = time.monotonic()
        self.process.send_signal(number)
        out, err = self.process.communicate(timeout=60)
        return self.process.returncode, out, err, time.monotonic() - sent


@pytest.fixture
def background(tmp_path):
    """Start a command in the background: `background("sweep", …)`."""
    started = []

    def start(*words, env=None) -> Background:
        started.append(Background(words, tmp_path, env))
        return started[-1]

    yield start
    for item in started:
        if item.process.poll() is None:
            item.process.send_signal(signal.SIGKILL)
        item.process.communicate()

"""What the tests share: the command line called in two ways, bot files, the folder beside the checkout."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import NamedTuple

import hypothesis
import pytest

ROOT = Path(__file__).parents[1]

# The same examples in every run: a failure here is a failure everywhere.
hypothesis.settings.register_profile("simkit", deadline=None, derandomize=True, print_blob=True)
hypothesis.settings.load_profile("simkit")


def pytest_configure(config):
    """Kernels of the tests go to pytest's own cache, not to the user's."""
    if hasattr(config, "cache") and "SIMKIT_CACHE_DIR" not in os.environ:
        os.environ["SIMKIT_CACHE_DIR"] = str(config.cache.mkdir("simkit-kernels"))


class Answer(NamedTuple):
    """How a command ended and what it wrote."""

    code: int
    out: str
    err: str

    def complaint(self) -> str:
        """The one line of a refused command."""
        assert self.code == 2, self
        lines = self.err.splitlines()
        assert len(lines) == 1, self.err
        assert lines[0].startswith("simkit: "), lines
        assert self.out == ""
        return lines[0]


@pytest.fixture(scope="session")
def shared():
    """The folder with the normative rules, where it lies beside the checkout."""
    folder = ROOT.parent / "shared"
    if not folder.is_dir():
        pytest.skip("no folder ../shared")
    return folder


@pytest.fixture
def command(capsys, monkeypatch):
    """Call the command line within this process: `command("run", "seilschaft", "-n", 10)`."""
    from simkit.cli import main as cli

    def call(*words) -> Answer:
        monkeypatch.setattr(sys, "argv", ["simkit", *map(str, words)])
        capsys.readouterr()
        with pytest.raises(SystemExit) as left:
            cli.main()
        return Answer(int(left.value.code or 0), *capsys.readouterr())

    return call


@pytest.fixture(scope="session")
def process():
    """Call the command line in a process of its own; `cache` and `folder` move its kernels and its working folder."""

    def call(*words, cache=None, folder=None, env=None) -> Answer:
        environment = os.environ | ({"SIMKIT_CACHE_DIR": str(cache)} if cache else {}) | (env or {})
        command_line = [sys.executable, "-m", "simkit", *map(str, words)]
        done = subprocess.run(command_line, capture_output=True, text=True, env=environment, cwd=folder, timeout=300)
        return Answer(done.returncode, done.stdout, done.stderr)

    return call


@pytest.fixture
def write_bot(tmp_path):
    """Write a bot file: `write_bot("mine", source)` gives its path."""

    def write(name: str, source: str) -> Path:
        path = tmp_path / f"{name}.py"
        path.write_text(textwrap.dedent(source).lstrip(), encoding="utf-8")
        return path

    return write

"""The project itself: what is declared, shipped and checked."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions

import pytest

from tests.conftest import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
SOURCES = sorted(path for folder in ("simkit", "strategies") for path in (ROOT / folder).rglob("*.py"))


def normal(name):
    return re.split(r"[^\w.-]", name)[0].lower().replace("_", "-")


def declared():
    extras = PROJECT["project"]["optional-dependencies"].values()
    wanted = [name for names in (PROJECT["project"]["dependencies"], *extras) for name in names]
    return {normal(name) for name in wanted} | {word for name in wanted for word in re.findall(r"\[(\w+)\]", name)}


def imported(path):
    """Top-level names of everything a file imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield node.module.partition(".")[0]


def test_every_library_that_is_imported_is_declared():
    ours = {"simkit", "strategies", *sys.stdlib_module_names}
    owners = packages_distributions()
    missing = {}
    for path in SOURCES:
        for name in set(imported(path)) - ours:
            if not {normal(owner) for owner in owners.get(name, [name])} & (declared() | {"llvmlite"}):  # numba's own
                missing.setdefault(name, path.relative_to(ROOT).as_posix())
    assert missing == {}


def test_every_declared_library_is_locked_with_its_hashes():
    lock = (ROOT / "requirements.txt").read_text(encoding="utf-8")
    locked = {normal(name) for name in re.findall(r"^([\w.-]+)==", lock, re.MULTILINE)}
    assert declared() <= locked
    assert all("--hash=" in part for part in re.split(r"^(?=[\w.-]+==)", lock, flags=re.MULTILINE)[1:])
    assert "://" not in lock


def test_every_file_that_is_no_code_is_shipped_with_the_package():
    patterns = PROJECT["tool"]["setuptools"]["package-data"]["simkit"]
    shipped = {path for pattern in patterns for path in (ROOT / "simkit").glob(pattern)}
    others = {
        p for p in (ROOT / "simkit").rglob("*") if p.is_file() and p.suffix != ".py" and "__pycache__" not in p.parts
    }
    assert others <= shipped


def test_what_a_fresh_clone_needs_is_there():
    for name in ("README.md", "LICENSE", "CHANGELOG.md", "Makefile", "requirements.txt", ".ci/run", "pyproject.toml"):
        assert (ROOT / name).is_file(), name
    assert "make test" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    targets = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert all(f"\n{target}:" in targets for target in ("rulebook", "test", "lint", "bench"))


def test_every_exception_from_a_rule_has_its_reason_beside_it():
    lines = (ROOT / "pyproject.toml").read_text(encoding="utf-8").splitlines()
    start = lines.index("[tool.ruff.lint]")
    codes = [line for line in lines[start:] if re.match(r'\s+"[A-Z]+\d+",', line)]
    assert codes
    assert all("#" in line for line in codes)


def test_imports_run_downward_only():
    pytest.importorskip("importlinter")
    words = [sys.executable, "-c", "from importlinter.cli import lint_imports_command; lint_imports_command()"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_no_engine_module_imports_pandas():
    for path in (ROOT / "simkit" / "games").rglob("*.py"):
        assert "pandas" not in set(imported(path)), path


def test_every_bot_tells_its_idea_in_the_first_line_of_its_docstring():
    for path in (ROOT / "strategies").glob("*/[!_]*.py"):
        idea = (ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "").partition("\n")[0]
        assert re.match(r"[A-Z][\w ]*: .+\.$", idea), f"{path}: {idea!r}"


def test_tests_write_only_below_their_own_temporary_folder():
    for path in (ROOT / "tests").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert "/" + "tmp/" not in text and "/" + "home/" not in text, path

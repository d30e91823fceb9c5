"""Every result shows itself: a figure from `.plot()`, a table in a notebook; and the package is typed."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

import simkit
from simkit.report.page import page

ROOT = Path(__file__).parents[2]
PNG = b"\x89PNG"


@pytest.fixture(scope="module")
def results(books, sweep_result, compare_result, tune_result, compare_folder):
    """Name of the call → what it gives back."""
    small = {"games": 200, "workers": 1}
    return {
        "run": simkit.run("seilschaft", bots="simple", **small),
        "run, competitive": simkit.run("gleich_und_gleich", bots="random", games=20, workers=1),
        "sweep": sweep_result,
        "compare": compare_result,
        "tune": tune_result,
        "rulebook": books["seilschaft"],
        "rulebook, side by side": books["side_by_side"],
        "rulebook, competitive": books["gleich_und_gleich"],
        "load": simkit.load(compare_folder),
    }


def test_every_result_plots_a_figure_that_shows_itself(results):
    for name, result in results.items():
        figure = result.plot()
        assert figure.axes, name
        assert figure._repr_png_().startswith(PNG), name


def test_every_result_is_a_table_in_a_notebook(results):
    for name, result in results.items():
        assert "<table" in result._repr_html_(), name


def test_every_result_is_readable_text(results):
    for name, result in results.items():
        if not name.startswith("rulebook"):
            assert len(str(result).splitlines()) > 1 and " object at " not in str(result), name


@pytest.mark.slow
def test_analyses_show_themselves_and_their_folders_load(tmp_path):
    from simkit.report import explain, ladder, sensitivity

    small = {"games": 200}
    found = {
        sensitivity: simkit.sensitivity("seilschaft", readings=True, **small),
        ladder: simkit.ladder("seilschaft", bots=["simple", "random"], slip=[0.5], level="normal", **small),
        explain: simkit.explain("seilschaft", **small),
    }
    for module, result in found.items():
        assert result.plot()._repr_png_().startswith(PNG)
        assert "<table" in result._repr_html_()
        folder = tmp_path / module.__name__
        module.write(result, folder)
        sheet = simkit.load(folder)
        assert sheet.tables and sheet.charts and sheet.command == result.command
        assert sheet.plot()._repr_png_().startswith(PNG)
        page(sheet)


def test_names_are_escaped_in_notebooks(sweep_folder):
    shown = simkit.load(sweep_folder)._repr_html_()
    assert "<script" not in shown and "&lt;/script&gt;" in shown


def test_what_is_loaded_holds_what_was_written(compare_result, compare_folder):
    loaded = simkit.load(str(compare_folder))
    assert [row[0] for row in loaded.tables[0].rows] == [item.contender for item in compare_result.scores]
    assert loaded.command == compare_result.command
    assert loaded.headline in str(loaded)


def test_a_folder_that_is_none_of_ours_cannot_be_loaded(tmp_path):
    with pytest.raises(simkit.InputError, match="holds no results"):
        simkit.load(tmp_path)


def test_grids_load_and_plot(grid_folder, rivals_folder, seat_folder):
    for folder in (grid_folder, rivals_folder, seat_folder):
        assert simkit.load(folder).plot()._repr_png_().startswith(PNG)


TYPED = """
from __future__ import annotations

import simkit

result: simkit.RunResult = simkit.run("seilschaft", level="normal", games=100)
rate: float = result.rate
low: float = result.interval.low
outcomes: dict[str, int] = result.outcomes
compared: simkit.CompareResult = simkit.compare("seilschaft", ["simple", "random"], games=10)
cells: simkit.SweepResult = simkit.sweep("seilschaft", over={"ropes": "0:4"}, games=10)
title: str = simkit.load("results/rulebook").title
"""


def mypy(path: Path, tmp_path: Path) -> subprocess.CompletedProcess[str]:
    pytest.importorskip("mypy")
    words = [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", "--config-file", "", "--cache-dir"]
    found = os.environ | {
        "MYPYPATH": str(Path(simkit.__file__).parents[1])
    }  # an editable install has no path of its own
    return subprocess.run([*words, str(tmp_path / "cache"), str(path)], capture_output=True, text=True, env=found,
                          cwd=tmp_path, check=False)  # fmt: skip


def test_type_checkers_see_every_public_name():
    tree = ast.parse(Path(simkit.__file__).read_text(encoding="utf-8"))
    block = next(node for node in tree.body if isinstance(node, ast.If))
    seen = {name.name: node.module for node in block.body if isinstance(node, ast.ImportFrom) for name in node.names}
    assert seen == simkit._PUBLIC
    assert sorted(seen) == sorted(simkit.__all__)


@pytest.mark.slow
def test_a_typed_script_is_checked_against_the_package(tmp_path):
    assert (Path(simkit.__file__).parent / "py.typed").is_file()
    script = tmp_path / "script.py"
    script.write_text(TYPED, encoding="utf-8")
    done = mypy(script, tmp_path)
    ours = [line for line in done.stdout.splitlines() if line.startswith("script.py")]
    assert ours == [], done.stdout + done.stderr
    script.write_text(TYPED + "wrong: str = result.games\n", encoding="utf-8")
    done = mypy(script, tmp_path)
    assert [line for line in done.stdout.splitlines() if line.startswith("script.py")], done.stdout + done.stderr

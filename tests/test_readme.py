"""The README's commands run, and its figures are those of the committed results."""

from __future__ import annotations

import csv
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from simkit.claims import claims_of
from simkit.verdicts import point_region

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
MOST_GAMES = 2000


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


def commands() -> list[str]:
    """Every `simkit …` line of the README's shell blocks, comments cut off, in order."""
    lines = [line for block in blocks("sh") for line in block.splitlines()]
    return [line.split("  #")[0].strip() for line in lines if line.startswith("simkit ")]


def small(command: str) -> list[str]:
    """The command with its number of games cut down: the test shows that it runs, not what it finds."""
    words = shlex.split(command)[1:]
    for place, word in enumerate(words):
        if word in ("-n", "--games") and int(words[place + 1]) > MOST_GAMES:
            words[place + 1] = str(MOST_GAMES)
        if word == "--precision":
            words[place + 1] = "3"
    return [word for word in words if word != "--strict"]


def bot_example() -> str:
    return next(block for block in blocks("python") if "def lead" in block)


def test_every_command_of_the_readme_runs(tmp_path: Path) -> None:
    (tmp_path / "feather.py").write_text(bot_example(), encoding="utf-8")
    assert len(commands()) >= 15
    for command in commands():
        done = subprocess.run(
            [sys.executable, "-m", "simkit", *small(command)], cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"{command}\n{done.stderr}"
        assert done.stdout.strip(), command


def test_the_python_example_of_the_readme_runs() -> None:
    example = next(block for block in blocks("python") if "simkit.run" in block)
    exec(compile(example.replace("100_000", str(MOST_GAMES)), "README.md", "exec"), {})


def results(game: str) -> list[dict[str, str]]:
    path = ROOT / "results" / "rulebook" / f"{game}.csv"
    if not path.is_file():
        pytest.skip("no committed results")
    with path.open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_the_readme_shows_the_committed_win_rates_of_seilschaft() -> None:
    points = [row for row in results("seilschaft") if row["kind"] == "point"]
    assert len(points) == 4
    for row in points:
        line = next(line for line in README.splitlines() if line.startswith(f"| {row['setting']} |"))
        published, region, simulated, verdict = line.split("|")[2:6]
        assert published.strip() == row["published"].split(" (")[0]
        assert verdict.strip() == row["verdict"]
        ends = point_region(claims_of("seilschaft")[row["id"]], 0.95)
        assert re.findall(r"\d+", region) == [f"{100 * end:.0f}" for end in ends]
        assert float(simulated.split("%")[0]) == pytest.approx(100 * float(row["simulated"]), abs=0.051)
        low, high = map(float, re.findall(r"[\d.]+", simulated.split("[")[1]))
        assert low == pytest.approx(100 * float(row["low"]), abs=0.051)
        assert high == pytest.approx(100 * float(row["high"]), abs=0.051)


def test_the_map_of_the_tree_names_files_that_exist() -> None:
    tree = next(block for block in blocks("text") if block.startswith("simkit/"))
    for line in tree.splitlines():
        folder = ROOT / "simkit" if line.startswith("  ") else ROOT
        for name in re.findall(r"[\w/]+(?:\.py|/)(?= |$)", line[:20]):
            assert (folder / name).exists(), name

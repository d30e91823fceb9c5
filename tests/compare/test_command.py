"""The command `simkit compare`."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from simkit.cli.main import main

NAMES = {"pairs": {"a", "b", "difference", "low", "high", "p", "p_adjusted", "games"}}


@pytest.fixture
def simkit_(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    """Runs a command line; gives exit code, standard output and standard error."""

    def call(line: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", shlex.split(line))
        with pytest.raises(SystemExit) as ended:
            main()
        out, err = capsys.readouterr()
        return int(ended.value.code or 0), out, err

    return call


def test_json_has_the_agreed_names(simkit_: Any) -> None:
    code, out, err = simkit_("simkit compare seilschaft simple random -n 200 --sprt 0,1 --json")
    data = json.loads(out)
    assert (code, err) == (0, "")
    assert set(data["pairs"][0]) >= NAMES["pairs"]
    assert data["ratings"] is None
    assert set(data["sprt"]) >= {"decision", "pairs", "llr"}
    assert data["sprt"]["decision"] in ("H0", "H1", "undecided")
    assert data["pairs"][0]["difference"] < 0  # second minus first


def test_json_of_a_competitive_game_has_ratings(simkit_: Any) -> None:
    _, out, _ = simkit_("simkit compare gleich-und-gleich greedy racer -n 200 --json")
    data = json.loads(out)
    assert data["sprt"] is None
    assert [set(item) >= {"bot", "rating", "low", "high"} for item in data["ratings"]] == [True, True]
    assert set(data["pairs"][0]) >= NAMES["pairs"]


@pytest.mark.parametrize(
    "line",
    [
        "simkit compare seilschaft simple random --level schwer --set ropes=3 -n 300 --seed 7",
        "simkit compare seilschaft --vs ropes=3 --vs level=leicht -n 300",
        "simkit compare seilschaft simple,random random --sprt=-1,1 --alpha 0.1 --beta 0.2 -n 300",
        "simkit compare gleich-und-gleich greedy racer --players 3 --variant quick -n 50",
    ],
)
def test_the_output_names_the_command_that_makes_it_again(simkit_: Any, line: str) -> None:
    code, out, _ = simkit_(line)
    command = out.splitlines()[-1]
    assert code == 0
    assert command.startswith("simkit compare ")
    assert simkit_(command)[1] == out


def test_out_holds_tables_and_figure(simkit_: Any, tmp_path: Path) -> None:
    code, out, _ = simkit_(f"simkit compare gleich-und-gleich greedy racer -n 100 --out {tmp_path / 'new'}")
    names = {path.name for path in (tmp_path / "new").iterdir()}
    base = "gleich_und_gleich-compare"
    assert code == 0
    files = {f"{base}{end}" for end in (".csv", "-pairs.csv", "-seats.csv", ".png", ".svg")}
    assert names == files | {"report.json"}
    assert all(name in out for name in names)
    table = (tmp_path / "new" / f"{base}.csv").read_text(encoding="utf-8").splitlines()
    assert table[0].startswith("contender,bot,games,points,rate,low,high")
    assert len(table) == 3


def test_the_files_do_not_change_from_run_to_run(simkit_: Any, tmp_path: Path) -> None:
    for name in ("a", "b"):
        simkit_(f"simkit compare seilschaft simple random -n 100 --out {tmp_path / name}")
    for path in (tmp_path / "a").iterdir():
        assert path.read_bytes() == (tmp_path / "b" / path.name).read_bytes(), path.name


@pytest.mark.parametrize(
    "line",
    [
        "simkit compare",
        "simkit compare seilschaft",
        "simkit compare seilschaft simple",
        "simkit compare nothing simple random",
        "simkit compare seilschaft simple nobody",
        "simkit compare seilschaft simple random --sprt 1",
        "simkit compare seilschaft simple random --sprt one,two",
        "simkit compare seilschaft simple random --sprt nan,1",
        "simkit compare seilschaft simple random -n none",
        "simkit compare seilschaft simple --vs level=unheard",
        "simkit compare seilschaft simple random --level unheard",
    ],
)
def test_errors_are_one_line_and_exit_code_2(simkit_: Any, line: str) -> None:
    code, out, err = simkit_(line)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert err.startswith("simkit: ")

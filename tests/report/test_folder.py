"""Which folders are ours, and what a report says of each."""

from __future__ import annotations

import csv
import json
import shlex

import pytest

import simkit
from simkit.errors import InputError
from simkit.report.folder import read_sheet
from simkit.report.marker import NAME, PASSING, read_report, write_report
from simkit.sweeps.manifest import identity
from simkit.sweeps.run import make_sweep


def test_every_folder_of_ours_is_recognised(any_folder):
    sheet = read_sheet(any_folder)
    assert sheet.headline.endswith(".")
    assert sheet.tables and sheet.charts and sheet.command.startswith("simkit ")


def test_the_tables_hold_every_number_of_the_csv(folders):
    for kind, name, column in (
        ("sweep", "cells.csv", "rate"),
        ("compare", "seilschaft-compare.csv", "rate"),
        ("tune", "seilschaft-tune-ropes.csv", "rate"),
    ):
        shown = [cell for table in read_sheet(folders[kind]).tables for row in table.rows for cell in row]
        with (folders[kind] / name).open(encoding="utf-8") as file:
            for row in csv.DictReader(file):
                rate = 100 * float(row[column])
                assert any(cell.startswith((f"{rate:.0f} %", f"{rate:.1f} %")) for cell in shown), (kind, rate)


def test_the_headline_of_a_comparison_names_the_best(compare_folder):
    assert read_sheet(compare_folder).headline.startswith("careful does best with ")


def test_the_headline_of_two_says_who_is_better_and_by_how_much(tmp_path):
    from simkit.report.compare import write

    write(simkit.compare("seilschaft", ["simple", "random"], games=300, workers=1), tmp_path)
    headline = read_sheet(tmp_path).headline
    assert headline.startswith("simple is better than random by ")
    assert "-" not in headline.partition("by ")[2]


def test_two_that_play_the_same_show_no_difference(tmp_path):
    from simkit.report.compare import write

    write(simkit.compare("seilschaft", ["simple", "simple"], games=300, workers=1), tmp_path)
    assert read_sheet(tmp_path).headline.startswith("No difference is shown between simple and simple #2")


def test_the_headline_of_a_tuning_names_value_and_target(tune_folder):
    headline = read_sheet(tune_folder).headline
    assert headline.startswith("For a win rate of 70 %: ropes ")
    assert "may be nearest" in headline


@pytest.mark.parametrize(
    "over",
    [
        {"ropes": "0:2", "level": ["normal", "profi"]},
        {"bots": ["simple,random", "random"]},
        {"steps.Q": [1, 2], "assume.first_dealer": ["0", "random"]},
        {"variants": ["none", "two_rounds+open_hands"]},
    ],
)
def test_the_command_of_a_sweep_makes_the_same_cells(over, tmp_path):
    given = {"over": over, "games": 10, "seed": 3, "set": {"hand_size": 12}}
    result = simkit.sweep("seilschaft", **given, workers=1, out=tmp_path / "out")
    words = shlex.split(read_sheet(tmp_path / "out").command)
    again = _parsed(words)
    assert identity(again)["cells"] == identity(result.sweep)["cells"]
    assert (again.seed, again.target) == (3, result.sweep.target)


def _parsed(words):
    assert words[:2] == ["simkit", "sweep"]
    given: dict = {"over": {}, "set": {}, "assume": {}, "variants": ()}
    for option, value in zip(words[3::2], words[4::2], strict=True):
        name, _, text = value.partition("=")
        if option in ("--over", "--set", "--assume"):
            given[option[2:]][name] = text
        elif option == "--variant":
            given["variants"] += (value,)
        elif option in ("-n", "--seed", "--players"):
            given["games" if option == "-n" else option[2:]] = int(value)
        else:
            given[option[2:]] = value
    return make_sweep(words[2], given)


def test_a_sweep_of_tables_is_made_again_from_a_file(tmp_path):
    over = {"species": [{"J": "8/2/3"}, {"J": "8/3/4"}], "players": [2, 3]}
    result = simkit.sweep("gleich_und_gleich", over=over, games=10, bots="random", workers=1, out=tmp_path / "out")
    sheet = read_sheet(tmp_path / "out")
    name, text = sheet.file
    assert sheet.command == f"simkit sweep {name}"
    (tmp_path / name).write_text(text, encoding="utf-8")
    again = make_sweep(tmp_path / name, {})
    assert [cell["rules"] for cell in identity(again)["cells"]] == [
        cell["rules"] for cell in identity(result.sweep)["cells"]
    ]
    assert again.title == result.sweep.title


# --- the mark


def test_the_mark_holds_no_times_and_no_machine(folders):
    for kind in ("rulebook", "compare", "rivals", "tune"):
        data = json.loads((folders[kind] / NAME).read_text(encoding="utf-8"))
        assert not set(PASSING) & set(data)
        assert data["kind"].startswith("simkit ")


def test_the_same_comparison_writes_the_same_bytes(compare_folder, tmp_path):
    from simkit.report.compare import write

    write(simkit.compare("seilschaft", ["simple", "random", "careful"], games=300, workers=2), tmp_path)
    for path in compare_folder.iterdir():
        assert (tmp_path / path.name).read_bytes() == path.read_bytes(), path.name


def test_results_of_an_unknown_command_show_their_tables(tmp_path):
    (tmp_path / "knobs.csv").write_text("knob,value,low,high,games\nropes,2.5,2.0,3.0,100\nrounds,-1,-2,0,100\n")
    write_report(tmp_path, "something", {"command": "simkit something", "game": "seilschaft", "seconds": 1.5})
    sheet = read_sheet(tmp_path)
    assert sheet.tables[0].rows == [["ropes", "2.5 [2.0, 3.0]", "100"], ["rounds", "-1 [-2, 0]", "100"]]
    assert [point.at for point in sheet.charts[0].series[0].points] == ["ropes", "rounds"]


def test_a_folder_that_is_none_of_ours_is_refused_in_one_line(command, tmp_path):
    (tmp_path / "notes.txt").write_text("nothing")
    assert "holds no results of simkit" in command("report", tmp_path).complaint()
    assert "is no folder" in command("report", tmp_path / "notes.txt").complaint()
    assert "is no folder" in command("report", tmp_path / "absent").complaint()


@pytest.mark.parametrize(
    "content",
    ["", "[]", "{}", '{"kind": "other"}', '{"kind": "simkit compare"}', '{"kind": "simkit tune", "schema": 1}', "\x00"],
)
def test_a_damaged_mark_is_refused_in_one_line(content, command, tmp_path):
    (tmp_path / NAME).write_text(content)
    command("report", tmp_path).complaint()


@pytest.mark.parametrize("kind", ["simkit foo", "simkit sweep"])
@pytest.mark.parametrize("table", [None, "", "knob,value\n"])
def test_a_mark_with_nothing_to_show_is_refused_in_one_line(kind, table, command, tmp_path):
    (tmp_path / NAME).write_text(json.dumps({"kind": kind, "schema": 1}))
    if table is not None:
        (tmp_path / "table.csv").write_text(table)
    assert f"{NAME} is of {kind}, and no table with rows lies beside it" in command("report", tmp_path).complaint()
    assert not (tmp_path / "report.html").exists()


@pytest.mark.parametrize("content", [None, "", "a,b\n1,2\n", "ropes,n,rate,low,high\n0,1,x,0,1\n"])
def test_a_damaged_table_of_a_sweep_is_refused_in_one_line(content, command, sweep_folder, tmp_path):
    (tmp_path / "manifest.json").write_bytes((sweep_folder / "manifest.json").read_bytes())
    if content is not None:
        (tmp_path / "cells.csv").write_text(content)
    command("report", tmp_path).complaint()


def test_the_rulebook_does_not_write_over_other_results(books, compare_folder):
    from simkit.report.rulebook import write

    before = read_report(compare_folder)
    with pytest.raises(InputError, match="holds results of simkit compare"):
        write(books["seilschaft"], compare_folder)
    assert read_report(compare_folder) == before


def test_the_page_goes_where_it_is_told(command, tune_folder, tmp_path):
    page = tmp_path / "page.html"
    answer = command("report", tune_folder, "--out", page)
    assert answer.code == 0 and str(page) in answer.out
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert "is a folder" in command("report", tune_folder, "--out", tmp_path).complaint()


@pytest.mark.parametrize("words", ["tune seilschaft --knob ropes --target 0.7", "explain seilschaft"])
def test_other_results_are_refused_before_anything_is_played(command, compare_folder, sweep_folder, words, monkeypatch):
    monkeypatch.setattr("simkit.match.Worker.play", None)
    file = compare_folder / "report.json"
    assert "holds results of simkit compare" in command(*words.split(), "--out", compare_folder).complaint()
    assert "holds results of simkit sweep" in command(*words.split(), "--out", sweep_folder).complaint()
    assert "cannot make or write the folder" in command(*words.split(), "--out", file).complaint()

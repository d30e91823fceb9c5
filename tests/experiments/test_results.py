"""What a sweep gives back: table, file, figure, plan, JSON."""

import json

import pytest

import simkit
from simkit import stats
from simkit.sweeps.run import sweep


@pytest.fixture(scope="module")
def two():
    return sweep("seilschaft", {"ropes": "0:2", "level": ["normal", "profi"]}, games=2_000)


@pytest.fixture(scope="module")
def competitive():
    return sweep("gleich-und-gleich", {"players": "2:3"}, games=1_000, bots="random", set={"turn_limit": 60})


def test_the_table_has_one_row_a_cell_with_n_rate_and_interval(two):
    cells = two.cells
    assert list(cells.columns[:7]) == ["ropes", "level", "n", "wins", "rate", "low", "high"]
    assert len(cells) == 6
    for row in two.rows():
        assert row["rate"] == row["wins"] / row["n"]
        assert (row["low"], row["high"]) == stats.wilson(row["wins"], row["n"])
        assert row["low"] < row["rate"] < row["high"]
        assert row["reason_ridge_open"] + row["reason_fall"] + row["reason_rounds_over"] == row["n"]


def test_a_cell_is_the_run_of_its_settings(two):
    run = simkit.run("seilschaft", level="profi", set={"ropes": 2}, games=2_000)
    row = two.rows()[-1]
    assert (row["ropes"], row["level"]) == (2, "profi")
    assert (row["wins"], row["rate"], row["mean_length"]) == (run.wins, run.rate, run.length["mean"])
    assert row["reason_fall"] == run.outcomes["fall"]


def test_the_mean_length_has_its_interval(two):
    run = simkit.run("seilschaft", set={"ropes": 0}, games=2_000)
    lengths = run.rows["length"]
    expected = stats.mean_interval(lengths.mean(), lengths.var(ddof=1), 2_000)
    row = two.rows()[0]
    assert (row["length_low"], row["length_high"]) == pytest.approx(expected)


def test_a_competitive_game_has_one_column_set_a_seat(competitive):
    cells = competitive.cells
    assert {"wins_0", "rate_0", "low_0", "high_0", "rate_2", "route_species", "unfinished"} <= set(cells.columns)
    assert "rate" not in cells.columns
    assert cells["rate_2"].isna().tolist() == [True, False]
    run = simkit.run("gleich-und-gleich", players=3, games=1_000, bots="random", set={"turn_limit": 60})
    for seat in run.seats:
        assert cells[f"rate_{seat['seat']}"][1] == pytest.approx(seat["rate"])


def test_unfinished_games_count_in_every_n(competitive):
    for row in competitive.rows():
        seats = [row[f"wins_{seat}"] for seat in range(3) if row[f"wins_{seat}"] is not None]
        assert row["unfinished"] > 0
        assert sum(seats) == pytest.approx(row["n"] - row["unfinished"])
    assert "games unfinished" in str(competitive)


def test_pandas_opens_the_file_as_it_is(tmp_path):
    import pandas as pd

    result = sweep("seilschaft", {"ropes": "0:1", "trump": "on,off"}, games=500, out=tmp_path / "a")
    frame = pd.read_csv(tmp_path / "a" / "cells.csv")
    pd.testing.assert_frame_equal(frame, result.cells)
    assert frame["trump"].tolist() == ["on", "off"] * 2


def test_the_text_has_every_rate_with_n_and_interval(two):
    lines = str(two).splitlines()
    assert lines[0] == "Seilschaft: ropes, level · seed 1"
    assert len([line for line in lines if "2,000" in line and "% [" in line]) == 6


@pytest.mark.parametrize(
    "over, kind",
    [
        ({"ropes": "0:2"}, "line"),
        ({"ropes": "0:2", "level": "normal,profi"}, "lines"),
        ({"level": "normal,profi"}, "points"),
        ({"ropes": "0:7", "rounds": "1:8"}, "heat"),
        ({"ropes": "0:1", "trump": "on,off", "rounds": "1:2", "level": "normal"}, "panels"),
    ],
)
def test_the_figure_fits_the_axes(over, kind):
    figure = sweep("seilschaft", over, games=40, bots="random").plot()
    shown = [axes for axes in figure.axes if axes.get_visible()]
    assert (kind == "heat") == bool(shown[0].images)
    if kind in ("line", "lines"):
        assert len(shown[0].lines) == len(shown[0].collections) == (1 if kind == "line" else 2)
    if kind == "points":
        assert shown[0].containers
    if kind == "panels":
        assert len(shown) == 2
    assert "40 games a cell, 95 % intervals" in figure._suptitle.get_text()


def test_the_figure_of_a_competitive_game_has_a_panel_for_each_number_of_players(competitive):
    from simkit.sweeps.run import sweep as again

    figure = again("gleich-und-gleich", {"draw": "1:2", "players": "2:3"}, games=40, bots="random").plot()
    assert [axes.get_title() for axes in figure.axes if axes.get_visible()] == ["players 2", "players 3"]
    assert [len(axes.lines) for axes in figure.axes[:2]] == [2, 3]
    assert competitive.plot().axes


def test_json_is_one_object_and_nothing_else(tmp_path, command):
    words = ("sweep", "seilschaft", "--over", "ropes=0:1", "-n", 500, "--out", tmp_path / "a", "--json")
    answer = command(*words)
    found = json.loads(answer.out)
    assert answer.code == 0 and answer.err == ""
    assert [cell["ropes"] for cell in found["cells"]] == [0, 1]
    assert found["played"] == found["games"] == 1_000 and found["seed"] == 1


def test_a_table_goes_to_standard_output_and_no_bar_where_there_is_no_terminal(tmp_path, command):
    answer = command("sweep", "seilschaft", "--over", "ropes=0:1", "-n", 500, "--out", tmp_path / "a")
    assert answer.err == ""
    assert "win rate" in answer.out and "1,000 games played" in answer.out


def test_results_go_to_a_folder_of_their_name(tmp_path, command, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert command("sweep", "seilschaft", "--over", "ropes=0:1", "--over", "trump=on,off", "-n", 50).code == 0
    assert (tmp_path / "results" / "seilschaft-ropes-trump" / "cells.csv").is_file()


# --- plans


def test_a_dry_run_shows_the_plan_and_writes_nothing(tmp_path, command):
    words = ("sweep", "side-by-side", "--over", "draw_pile=16:34:2", "--over", "players=2:5", "--bots", "random")
    answer = command(*words, "-n", 50_000, "--out", tmp_path / "a", "--dry-run")
    assert answer.code == 0
    assert "40 cells, 2,000,000 games to play, about " in answer.out
    assert "expected half-width" in answer.out
    assert not (tmp_path / "a").exists()


def test_a_plan_knows_the_half_width_of_the_run(tmp_path, command):
    words = ("sweep", "seilschaft", "--over", "ropes=0:1", "-n", 40_000, "--out", tmp_path / "a", "--json")
    ahead = json.loads(command(*words, "--dry-run").out)
    rows = json.loads(command(*words).out)["cells"]
    for cell, row in zip(ahead["cells"], rows, strict=True):
        assert cell["half_width"] == pytest.approx((row["high"] - row["low"]) / 2 * 100, rel=0.05)
    assert json.loads(command(*words, "--dry-run").out)["games"] == 0


def test_a_plan_with_a_precision_says_how_many_games(command, tmp_path):
    words = ("sweep", "seilschaft", "--over", "ropes=0:1", "--precision", 1.0, "--out", tmp_path / "a", "--json")
    ahead = json.loads(command(*words, "--dry-run").out)
    rows = json.loads(command(*words).out)["cells"]
    for cell, row in zip(ahead["cells"], rows, strict=True):
        assert cell["games"] == pytest.approx(row["n"], rel=0.2, abs=1_000)


def test_a_plan_of_another_sweep_is_refused(tmp_path, command):
    words = ("sweep", "seilschaft", "--over", "ropes=0:1", "-n", 100, "--out", tmp_path / "a")
    command(*words)
    answer = command(*words, "--seed", 2, "--dry-run")
    assert answer.code == 2 and "seed: stored 1, now 2" in answer.err


def test_every_problem_is_a_line_and_the_code_is_2(tmp_path, command):
    path = tmp_path / "bad.toml"
    path.write_text('game = "seilschaft"\ngmaes = 1\n[over]\nropse = "0:2"\n')
    answer = command("sweep", path)
    assert answer.code == 2 and answer.out == ""
    assert [line.split("bad.toml")[1].split(" ")[0] for line in answer.err.splitlines()] == [":2:", ":4:"]

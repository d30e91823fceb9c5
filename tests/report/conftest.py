"""Small folders of results, one of every kind, made once."""

from __future__ import annotations

from pathlib import Path

import pytest

from simkit import claims, games
from simkit.analysis import compare as comparison
from simkit.analysis import tune as tuning
from simkit.report import compare as compare_report
from simkit.report import rulebook as rulebook_report
from simkit.report import tune as tune_report
from simkit.sweeps.run import sweep

TITLE = "Ropes </script><script>window.hurt = 1</script> & <b>rounds</b> | `x`"


@pytest.fixture(scope="session")
def books():
    """The findings on every rulebook, with few games of fast bots."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("simkit.games.side_by_side.claims.BOT", "random")
        patch.setattr("simkit.games.side_by_side.claims.OTHER_BOTS", ())
        patch.setattr("simkit.games.gleich_und_gleich.claims.BOT", "greedy")
        return {name: claims.rulebook(name, 400, workers=1) for name in games.NAMES}


@pytest.fixture(scope="session")
def rulebook_folder(books, tmp_path_factory):
    folder = tmp_path_factory.mktemp("rulebook")
    for book in books.values():
        rulebook_report.write(book, folder)
    return folder


@pytest.fixture(scope="session")
def sweep_result(tmp_path_factory):
    """A sweep with a title that would be a script, in its folder."""
    folder = tmp_path_factory.mktemp("sweep")
    over = {"ropes": "0:3", "rounds": [2, 3]}
    return sweep("seilschaft", over=over, games=300, workers=1, title=TITLE, out=folder / "out")


@pytest.fixture(scope="session")
def sweep_folder(sweep_result) -> Path:
    return sweep_result.folder


@pytest.fixture(scope="session")
def seat_folder(tmp_path_factory):
    """A sweep of a competitive game."""
    folder = tmp_path_factory.mktemp("seats") / "out"
    over = {"rows": [3, 4], "players": [2, 3]}
    sweep("gleich_und_gleich", over=over, games=40, bots="random", workers=1, out=folder)
    return folder


@pytest.fixture(scope="session")
def compare_result():
    return comparison.compare("seilschaft", ["simple", "random", "careful"], games=300, workers=1)


@pytest.fixture(scope="session")
def compare_folder(compare_result, tmp_path_factory):
    folder = tmp_path_factory.mktemp("compare")
    compare_report.write(compare_result, folder)
    return folder


@pytest.fixture(scope="session")
def rivals_folder(tmp_path_factory):
    """A comparison in a competitive game: seats and ratings."""
    folder = tmp_path_factory.mktemp("rivals")
    compare_report.write(comparison.compare("gleich_und_gleich", ["greedy", "random"], games=40, workers=1), folder)
    return folder


@pytest.fixture(scope="session")
def tune_result():
    return tuning.tune("seilschaft", "ropes", 0.7, range="0:3", games=400, workers=1)


@pytest.fixture(scope="session")
def tune_folder(tune_result, tmp_path_factory):
    folder = tmp_path_factory.mktemp("tune")
    tune_report.write(tune_result, folder)
    return folder


@pytest.fixture(scope="session")
def grid_folder(tmp_path_factory):
    """A tuning of two knobs."""
    folder = tmp_path_factory.mktemp("grid")
    result = tuning.tune("seilschaft", ["ropes", "rounds"], 0.7, range=["0:2", "2:3"], games=300, workers=1)
    tune_report.write(result, folder)
    return folder


KINDS = ("rulebook", "sweep", "seat", "compare", "rivals", "tune", "grid")


@pytest.fixture(params=KINDS)
def any_folder(request):
    """Every kind of folder in turn."""
    return request.getfixturevalue(f"{request.param}_folder")


@pytest.fixture(scope="session")
def folders(request):
    """Kind → folder."""
    return {kind: request.getfixturevalue(f"{kind}_folder") for kind in KINDS}

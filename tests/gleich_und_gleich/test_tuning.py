"""The tuning script of the bot best, with a tiny budget."""

from __future__ import annotations

import ast
import importlib.util
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "experiments" / "tune_best.py"


@pytest.fixture(scope="module")
def script():
    import sys

    spec = importlib.util.spec_from_file_location("tune_best", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    sys.modules["tune_best"] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules["tune_best"]


def test_it_finds_weights_and_checks_them_on_other_deals(script, capsys):
    tiny = ["--games", "12", "--generations", "1", "--population", "1", "--check", "12", "--workers", "1"]
    assert script.main(tiny) == 0
    lines = capsys.readouterr().out.splitlines()
    found = next(ast.literal_eval(line.partition("=")[2].strip()) for line in lines if line.startswith("WEIGHTS"))
    in_force = script.own_weights()
    assert list(found) == list(in_force)
    assert all(0.49 <= found[name] / in_force[name] <= 2.05 for name in found)
    assert [line.split()[0] for line in lines[-2:]] == ["in", "found"]


def test_only_the_reserved_seeds_tune(script):
    with pytest.raises(AssertionError, match="reserved"):
        script.win_share({}, script.TABLES[0], 10, seed=1)


def test_the_same_weights_have_the_same_score(script):
    start = script.own_weights()
    seed = script.TUNING_SEEDS[7]
    assert script.score({}, 24, seed, 1) == script.score(start, 24, seed, 1)

"""simkit: the balance lab for card-game designers.

>>> import simkit
>>> simkit.run("seilschaft", level="normal", bots="simple", games=100_000).rate  # doctest: +SKIP

Heavy modules are imported on first use.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # what type checkers see; `_PUBLIC` is what runs
    from simkit import games
    from simkit.analysis.compare import compare
    from simkit.analysis.contest_result import CompareResult
    from simkit.analysis.explain import explain
    from simkit.analysis.explain_result import ExplainResult
    from simkit.analysis.ladder import ladder
    from simkit.analysis.ladder_result import LadderResult
    from simkit.analysis.sensitivity import sensitivity
    from simkit.analysis.sensitivity_result import SensitivityResult
    from simkit.analysis.tune import tune
    from simkit.analysis.tune_result import TuneResult
    from simkit.api import run, watch
    from simkit.claims import Rulebook, rulebook
    from simkit.errors import InputError
    from simkit.report.sheet import Sheet, load
    from simkit.result import RunResult
    from simkit.sweeps.result import SweepResult
    from simkit.sweeps.run import sweep

__version__ = "0.1.0"

_PUBLIC = {
    "games": "simkit",
    "run": "simkit.api",
    "watch": "simkit.api",
    "RunResult": "simkit.result",
    "compare": "simkit.analysis.compare",
    "CompareResult": "simkit.analysis.contest_result",
    "sensitivity": "simkit.analysis.sensitivity",
    "SensitivityResult": "simkit.analysis.sensitivity_result",
    "ladder": "simkit.analysis.ladder",
    "LadderResult": "simkit.analysis.ladder_result",
    "explain": "simkit.analysis.explain",
    "ExplainResult": "simkit.analysis.explain_result",
    "tune": "simkit.analysis.tune",
    "TuneResult": "simkit.analysis.tune_result",
    "sweep": "simkit.sweeps.run",
    "SweepResult": "simkit.sweeps.result",
    "rulebook": "simkit.claims",
    "Rulebook": "simkit.claims",
    "load": "simkit.report.sheet",
    "Sheet": "simkit.report.sheet",
    "InputError": "simkit.errors",
}

__all__ = [
    "CompareResult",
    "ExplainResult",
    "InputError",
    "LadderResult",
    "Rulebook",
    "RunResult",
    "SensitivityResult",
    "Sheet",
    "SweepResult",
    "TuneResult",
    "compare",
    "explain",
    "games",
    "ladder",
    "load",
    "rulebook",
    "run",
    "sensitivity",
    "sweep",
    "tune",
    "watch",
]


def __getattr__(name: str) -> Any:
    if name not in _PUBLIC:
        raise AttributeError(f"module 'simkit' has no attribute {name!r}")
    if _PUBLIC[name] == __name__:  # a package of ours
        return importlib.import_module(f"{__name__}.{name}")
    return getattr(importlib.import_module(_PUBLIC[name]), name)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]

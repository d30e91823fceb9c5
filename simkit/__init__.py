"""simkit: the balance lab for card-game designers.

>>> import simkit
>>> simkit.run("seilschaft", level="normal", bots="simple", games=100_000).rate  # doctest: +SKIP

Heavy modules are imported on first use.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # what type checkers see; `_PUBLIC` is what runs
    from simkit.api import run
    from simkit.claims import Rulebook, rulebook
    from simkit.climbing import ladder
    from simkit.comparison import compare
    from simkit.contest_result import CompareResult
    from simkit.errors import InputError
    from simkit.explaining import explain
    from simkit.explanation import ExplainResult
    from simkit.ladder_result import LadderResult
    from simkit.report.sheet import Sheet, load
    from simkit.result import RunResult
    from simkit.sensing import sensitivity
    from simkit.sensitivity_result import SensitivityResult
    from simkit.sweep_result import SweepResult
    from simkit.sweeping import sweep
    from simkit.tuning import tune
    from simkit.tuning_result import TuneResult

__version__ = "0.1.0"

_PUBLIC = {
    "run": "simkit.api",
    "RunResult": "simkit.result",
    "compare": "simkit.comparison",
    "CompareResult": "simkit.contest_result",
    "sensitivity": "simkit.sensing",
    "SensitivityResult": "simkit.sensitivity_result",
    "ladder": "simkit.climbing",
    "LadderResult": "simkit.ladder_result",
    "explain": "simkit.explaining",
    "ExplainResult": "simkit.explanation",
    "tune": "simkit.tuning",
    "TuneResult": "simkit.tuning_result",
    "sweep": "simkit.sweeping",
    "SweepResult": "simkit.sweep_result",
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
    "ladder",
    "load",
    "rulebook",
    "run",
    "sensitivity",
    "sweep",
    "tune",
]


def __getattr__(name: str) -> Any:
    if name not in _PUBLIC:
        raise AttributeError(f"module 'simkit' has no attribute {name!r}")
    return getattr(importlib.import_module(_PUBLIC[name]), name)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]

"""What `simkit sensitivity` gives back: effects of steps, exchange rates, readings, as tables, text, JSON, figures."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from simkit import stats
from simkit.analysis.altered import subject
from simkit.analysis.contest_result import p_text
from simkit.analysis.effects import Effect, Exchange, Outcomes
from simkit.analysis.readings import ASSUMPTION, HABIT, Reading, Readings
from simkit.analysis.steps import Step
from simkit.match import Match
from simkit.result import settings_text
from simkit.sections import InSections, Section
from simkit.show import decimals, percent, whole, words
from simkit.verdicts import AGREES, CANNOT_SAY, DIFFERS

if TYPE_CHECKING:
    import pandas as pd

SAID = {AGREES: "agrees", DIFFERS: "DIFFERS", CANNOT_SAY: "cannot say"}


class StepEffect(NamedTuple):
    """A step of a knob and what it does to the rate."""

    step: Step
    effect: Effect


@dataclass(frozen=True, repr=False)
class SensitivityResult(InSections):
    """One knob at a time around a setting.

    base: the setting; won: (games,) its outcomes.  exchanges: all pairs of whole-numbered knobs; per: the one the text
    tells them in.  readings: None unless asked for.
    """

    base: Match
    won: Outcomes
    steps: list[StepEffect]
    exchanges: list[Exchange]
    per: str | None
    readings: Readings | None
    command: str
    seconds: float
    seat: int | None = None

    @property
    def games(self) -> int:
        """Games of each setting."""
        return len(self.won)

    @property
    def rate(self) -> float:
        """Rate of the setting itself."""
        return float(np.mean(self.won, dtype=np.float64))

    @property
    def interval(self) -> stats.Interval:
        return stats.wilson(float(np.sum(self.won, dtype=np.float64)), self.games)

    @functools.cached_property
    def ordered(self) -> list[StepEffect]:
        """Knob by knob, the one with the largest step first, down before up."""
        largest: dict[str, float] = {}
        for step, effect in self.steps:
            largest[step.knob] = max(largest.get(step.knob, 0.0), abs(effect.difference))
        return sorted(self.steps, key=lambda item: (-largest[item.step.knob], item.step.knob, item.step.direction))

    def _step_rows(self) -> list[dict[str, Any]]:
        return [
            {"knob": step.knob, "before": step.before, "after": step.after, "step": step.direction, **asdict(effect)}
            for step, effect in self.ordered
        ]

    def _reading_rows(self, kind: str) -> list[dict[str, Any]]:
        return [
            {
                "id": item.switch.name,
                "before": item.switch.before,
                "after": item.switch.after,
                "setting": item.setting,
                **(asdict(item.effect) if item.effect else dict.fromkeys(Effect.__dataclass_fields__)),
                "verdicts_changed": len(item.claims),
            }
            for item in self._readings(kind)
        ]

    def _readings(self, kind: str) -> list[Reading]:
        """Assumptions or habits, the largest change first, those without effect last."""
        items = [item for item in self.readings.items if item.switch.kind == kind] if self.readings else []
        return sorted(items, key=lambda item: -abs(item.effect.difference) if item.effect else 1.0)

    def _verdict_rows(self) -> list[dict[str, Any]]:
        return [
            {"kind": kind, "id": item.switch.name, "alternative": item.switch.after, **asdict(change)}
            for kind in (ASSUMPTION, HABIT)
            for item in self._readings(kind)
            for change in item.claims
        ]

    @functools.cached_property
    def table(self) -> pd.DataFrame:
        """One row a step, sorted by the largest effect of its knob."""
        return _frame(self._step_rows())

    @functools.cached_property
    def exchange_table(self) -> pd.DataFrame:
        """One row a pair of whole-numbered knobs; no rate where the second has no clear effect."""
        return _frame([asdict(item) for item in self.exchanges])

    @functools.cached_property
    def reading_table(self) -> pd.DataFrame:
        """One row a switched assumption or habit; empty unless asked for."""
        return _frame([{"kind": kind, **row} for kind in (ASSUMPTION, HABIT) for row in self._reading_rows(kind)])

    @functools.cached_property
    def verdict_table(self) -> pd.DataFrame:
        """One row a published claim whose verdict a switch changes; empty unless asked for."""
        return _frame(self._verdict_rows())

    def as_dict(self) -> dict[str, Any]:
        """The object `simkit sensitivity --json` prints."""
        asked = self.readings is not None
        return {
            "command": self.command,
            "game": self.base.game,
            "settings": self.base.rules.settings.as_dict(),
            "bots": [bot.label for bot in self.base.bots],
            "seat": self.seat,
            "seed": self.base.seed,
            "games": self.games,
            "win_rate": {"rate": self.rate, "low": self.interval.low, "high": self.interval.high},
            "steps": self._step_rows(),
            "per": self.per,
            "exchange": [asdict(item) for item in self.exchanges],
            "readings": self._reading_rows(ASSUMPTION) if asked else None,
            "habits": self._reading_rows(HABIT) if asked else None,
            "verdicts": self._verdict_rows() if asked else None,
            "seconds": self.seconds,
        }

    def plot(self) -> Any:
        """A matplotlib figure: the tornado of the knobs."""
        from simkit.report.sensitivity import tornado

        return tornado(self)

    def plot_readings(self) -> Any:
        """The tornado of the assumptions, habits beside them; raises ValueError unless they were asked for."""
        from simkit.report.sensitivity import reading_tornado

        return reading_tornado(self)

    # --- for people

    def title(self) -> str:
        bots = ", ".join(dict.fromkeys(bot.label for bot in self.base.bots))
        parts = [self.base.rules.book.title, settings_text(self.base), f"bots {bots}", f"seed {self.base.seed}"]
        rate = f"{subject(self.seat)} {percent(self.rate, self.interval)}"
        return " · ".join([*filter(None, parts), f"{whole(self.games)} games, the same for all"]) + f"\n{rate}"

    def sections(self) -> list[Section]:
        note = f"change of the {subject(self.seat)} a step, percentage points (95 % intervals on the same games)"
        header = ("knob", "from", "to", "points", "p (Holm)")
        rows = [
            [words(step.knob), step.before, step.after, points(effect), p_text(effect.p_adjusted)]
            for step, effect in self.ordered
        ]
        found = [Section(self.title()), Section(note, header, rows), *self._exchange_sections()]
        return [*found, *self._reading_sections()] if self.readings else found

    def _exchange_sections(self) -> list[Section]:
        if self.per is None or len(self.exchanges) == 0:
            return []
        rows = [self._exchange_row(item) for item in self.exchanges if item.per == self.per]
        title = f"exchange rates in {words(self.per)}: a step's worth, mean of one down and one up (Fieller, 95 %)"
        return [Section(title, (), rows)]

    def _exchange_row(self, item: Exchange) -> list[str]:
        one = f"{words(item.knob)} {self._width(item.knob):+d}"
        if item.rate is None or item.low is None or item.high is None:
            return [one, f"no rate: the effect of {words(item.per)} cannot be told from 0"]
        width = self._width(item.per)
        low, high = sorted((item.low * width, item.high * width))
        return [one, f"{words(item.per)} {_signed(item.rate * width, stats.Interval(low, high))}"]

    def _width(self, knob: str) -> int:
        return next(item.step.size for item in self.steps if item.step.knob == knob)

    def _reading_sections(self) -> list[Section]:
        assert self.readings is not None
        titles = {
            ASSUMPTION: f"what the rulebook leaves open, each switched: change of the {subject(self.seat)}",
            HABIT: f"habits of the bot, on the same games: change of the {subject(self.seat)}",
        }
        header = ("switched", "from", "to", "measured at", "points", "p (Holm)", "verdicts changed")
        found = []
        for kind, title in titles.items():
            rows = [_reading_row(item) for item in self._readings(kind)]
            found += [Section(title, header, rows)] if rows else []
        return [*found, self._verdict_section()]

    def _verdict_section(self) -> Section:
        assert self.readings is not None
        level = f"intervals at {self.readings.confidence * 100:.3f} % each, 95 % for all switches and claims together"
        rows = []
        for kind in (ASSUMPTION, HABIT):
            for item in self._readings(kind):
                rows += [
                    [item.switch.label, change.claim, change.setting, f"{SAID[change.before]} → {SAID[change.after]}"]
                    for change in item.claims
                    if DIFFERS in (change.before, change.after)
                ]
        left = sum(len(item.claims) for item in self.readings.items) - len(rows)
        more = f"; {left} more only go to or from cannot say" if left else ""
        title = f"verdicts on {self.readings.judged} published claims that turn ({level}){more}"
        return Section(title if rows else f"no verdict on a published claim turns ({level}){more}", (), rows)


def points(effect: Effect) -> str:
    """`+1.2 [0.9, 1.5]` in percentage points."""
    return _signed(effect.difference * 100, stats.Interval(effect.low * 100, effect.high * 100))


def _signed(value: float, interval: stats.Interval) -> str:
    """`+1.2 [0.9, 1.5]`, with one decimal at least."""
    places = max(1, decimals(interval.half_width))
    return f"{value:+.{places}f} [{interval.low:.{places}f}, {interval.high:.{places}f}]"


def _reading_row(item: Reading) -> list[str]:
    switch = item.switch
    start = [switch.name, switch.before, switch.after, item.setting or "this setting"]
    if item.effect is None:
        return [words(start[0]), *start[1:3], "–", "changes no rule", "", str(len(item.claims))]
    return [words(start[0]), *start[1:], points(item.effect), p_text(item.effect.p_adjusted), str(len(item.claims))]


def _frame(rows: Sequence[dict[str, Any]]) -> pd.DataFrame:
    import pandas as pd

    return pd.DataFrame(rows)

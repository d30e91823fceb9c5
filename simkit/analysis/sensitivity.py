"""What one step of each knob does to the win rate (`simkit.sensitivity`)."""

from __future__ import annotations

import os
import shlex
import time
from collections.abc import Mapping, Sequence
from typing import Any

from simkit.analysis.altered import Base, OnRows, check_numbers, check_seat, make_base
from simkit.analysis.effects import Exchange, Outcomes, adjusted, clearest, effect, exchange, slope
from simkit.analysis.readings import readings as study
from simkit.analysis.sensitivity_result import SensitivityResult, StepEffect
from simkit.analysis.steps import Step, steps
from simkit.errors import unknown
from simkit.match import Match
from simkit.result import bots_argument, settings_arguments

DEFAULT_GAMES = 10_000


def sensitivity(
    game: str,
    *,
    games: int = DEFAULT_GAMES,
    readings: bool = False,
    per: str | None = None,
    seed: int = 1,
    bots: str | Sequence[str] | None = None,
    seat: int | None = None,
    workers: int | None = None,
    on_rows: OnRows = None,
    settings: str | os.PathLike[str] | None = None,
    **rules: Any,
) -> SensitivityResult:
    """Turn one knob at a time a step up and down from a setting, on the same games, and measure the win rate.

    games: of each setting.  readings: also switch every assumption of the rulebook to each of its alternatives, play
    the bots that show habits, and judge every published claim again under each.  per: the knob in which the text gives
    the exchange rates (default: the one whose effect is clearest); the tables have all.  seat: in a competitive game,
    whose win rate is meant.  Other arguments: as in `simkit.run`.

    Raises InputError for anything that cannot be played.
    """
    check_numbers(games, seed)
    base = make_base(game, bots=bots, seat=seat, settings=settings, **rules)
    match = base.match(base.rules(), seed)
    check_seat(base, match.rules.players)
    found = steps(base)
    numeric = list(dict.fromkeys(step.knob for step in found if step.numeric))
    if per is not None and per not in numeric:
        raise unknown("whole-numbered knob", per, numeric)
    match.prepare()
    started = time.perf_counter()
    here = base.outcomes(match, 0, games, workers, on_rows)
    won = [base.outcomes(base.match(step.rules, seed), 0, games, workers, on_rows) for step in found]
    effects = adjusted([effect(here, after) for after in won])
    rates, unit = _exchange(numeric, found, here, won, per)
    about = study(base, games, seed, workers, on_rows) if readings else None
    return SensitivityResult(
        match, here, [StepEffect(*pair) for pair in zip(found, effects, strict=True)], rates, unit, about,
        _command(base, match, games, readings, per), time.perf_counter() - started, seat,
    )  # fmt: skip


def _exchange(
    numeric: Sequence[str], found: Sequence[Step], here: Outcomes, won: Sequence[Outcomes], per: str | None
) -> tuple[list[Exchange], str | None]:
    """Exchange rates of all pairs of whole-numbered knobs, and the knob they are told in."""
    moved: dict[str, dict[int, Outcomes]] = {name: {} for name in numeric}
    for step, after in zip(found, won, strict=True):
        if step.numeric:
            moved[step.knob][step.direction] = after
    slopes = [slope(ends.get(-1), here, ends.get(1)) for ends in moved.values()]
    if not numeric:
        return [], None
    return exchange(numeric, slopes), per or clearest(numeric, slopes)


def _command(base: Base, match: Match, games: int, readings: bool, per: str | None) -> str:
    """The command line that gives this again."""
    options: Mapping[str, str | None] = {
        "--bots": bots_argument(match),
        "--seat": None if base.seat is None else str(base.seat),
        "--per": per,
        "-n": str(games),
        "--seed": str(match.seed),
    }
    words = ["simkit", "sensitivity", base.book.name.replace("_", "-"), *settings_arguments(match)]
    words += [word for name, value in options.items() if value is not None for word in (name, value)]
    return shlex.join([*words, *(["--readings"] if readings else [])])

"""The public functions behind `simkit.run` and its like: names in, small result objects out."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from numbers import Real
from pathlib import Path
from typing import Any

import numpy as np

from simkit import games, stats
from simkit.bots import find_bots
from simkit.errors import InputError, check_whole
from simkit.games.core import Result
from simkit.match import BLOCK, Interrupted, Match, PlayInterrupted
from simkit.match import play as play_match
from simkit.result import RunResult
from simkit.rng import MAX_SEED
from simkit.settings import Settings, read_file, resolve
from simkit.slips import read_slip
from simkit.traces import Trace, traces

MAX_GAMES = 10**9


class RunInterrupted(Interrupted):
    """Stopped by Ctrl-C or SIGTERM; `result` has the games that were finished."""

    def __init__(self, result: RunResult) -> None:
        super().__init__()
        self.result = result


def make_match(
    game: str,
    *,
    level: str | None = None,
    players: int | None = None,
    preset: str | None = None,
    variants: str | Sequence[str] = (),
    reading: str | None = None,
    assume: Mapping[str, Any] | None = None,
    set: Mapping[str, Any] | None = None,
    settings: str | os.PathLike[str] | None = None,
    bots: str | Sequence[str] | None = None,
    slip: float | str | Sequence[float] | None = None,
    seed: int = 1,
) -> Match:
    """Check everything a user says about a match; raises InputError.

    slip: chance that a seat plays a random legal move instead of its bot's, one for all seats or one per seat.
    """
    book = games.rule_book(game)
    check_whole(seed, 0, MAX_SEED, f"seed {seed}")
    _check_kind("variants", variants, Sequence, "names")
    _check_kind("assume", assume, Mapping, "a dict of name: value")
    _check_kind("set", set, Mapping, "a dict of name: value")
    _check_kind("settings", settings, (str, os.PathLike), "the path of a TOML file")
    variants = (variants,) if isinstance(variants, str) else tuple(variants or ())
    given = Settings(level, players, preset, variants, reading, assume or {}, set or {})
    file = read_file(Path(settings), book.name) if settings else None
    rules = resolve(book, given, file)
    team = find_bots(book.name, book.default_bot if bots is None else bots, rules.players)
    return Match(rules, tuple(team), seed, read_slip(slip, rules.players))


def watch(game: str, *, index: int = 0, **match: Any) -> Trace:
    """Game `index` of a seed, move by move: `print` it, or look at its `events`.  Other arguments: `make_match`."""
    check_index(index)
    made = make_match(game, **match)
    return Trace(next(traces(made, index, 1)))


def run(
    game: str,
    *,
    games: int = 10_000,
    precision: float | None = None,
    workers: int | None = None,
    on_rows: Callable[[Any], None] | None = None,
    **match: Any,
) -> RunResult:
    """Play games between bots.

    games: how many.  precision: instead, play blocks of 1,000, at least five, until the half-width of the 95 %
    interval is at most that many percentage points (the decision looks at games 0 … k·1,000 − 1 only).  Other
    arguments: `make_match`.
    Raises InputError, and RunInterrupted after Ctrl-C.
    """
    return run_match(make_match(game, **match), games, precision, workers, on_rows)


def run_match(
    match: Match,
    number: int = 10_000,
    precision: float | None = None,
    workers: int | None = None,
    on_rows: Callable[[Any], None] | None = None,
) -> RunResult:
    """`run` for a match that is made already."""
    check_games(number)
    match.prepare()
    started = time.perf_counter()
    try:
        if precision is None:
            rows, stopped = play_match(match, number, workers=workers, on_rows=on_rows), ""
        else:
            rows, stopped = _play_until(match, precision, workers, on_rows), "precision"
    except PlayInterrupted as interrupted:
        if not len(interrupted.rows):
            raise
        result = RunResult(match, interrupted.rows, time.perf_counter() - started, "interrupt")
        raise RunInterrupted(result) from None
    return RunResult(match, rows, time.perf_counter() - started, stopped)


def _play_until(match: Match, precision: float, workers: int | None, on_rows: Any) -> Any:
    """Rows up to the first block after which the interval is narrow enough."""
    if isinstance(precision, bool) or not isinstance(precision, Real) or not 0.01 <= precision <= 50:
        raise InputError(f"precision {precision}; allowed: 0.01 to 50 percentage points")
    if not games.module(match.game, "state").COOPERATIVE:
        raise InputError(f"{match.game} has no single win rate for --precision; say how many games with -n")
    pieces: list[Any] = []
    wins, played, batch = 0, 0, 10 * BLOCK
    while played < MAX_GAMES:
        try:
            rows = play_match(match, batch, played, workers, on_rows)
        except PlayInterrupted as stopped:
            raise PlayInterrupted(np.concatenate([*pieces, stopped.rows])) from None
        for start in range(0, batch, BLOCK):
            wins += int(np.count_nonzero(rows["result"][start : start + BLOCK] == Result.WIN))
            played += BLOCK
            if stats.precise_enough(wins, played, precision / 100):
                return np.concatenate([*pieces, rows[: start + BLOCK]])
        pieces.append(rows)
        batch = min(played, 200 * BLOCK)
    raise InputError(f"precision {precision} needs more than {MAX_GAMES} games")


def check_games(number: Any) -> None:
    """Refuse what is no number of games one may ask for."""
    check_whole(number, 1, MAX_GAMES, f"{number} games")


def check_index(index: Any) -> None:
    """Refuse what is no game of a seed one may ask for."""
    check_whole(index, 0, MAX_GAMES - 1, f"index {index}")


def _check_kind(name: str, value: Any, kinds: Any, allowed: str) -> None:
    if value is not None and not isinstance(value, kinds):
        raise InputError(f"{name} {value!r}; allowed: {allowed}")

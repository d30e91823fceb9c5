"""Why games of one setting end as they do (`simkit.explain`)."""

from __future__ import annotations

import shlex
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from simkit.analysis.explain_result import ExplainResult
from simkit.api import check_games, make_match
from simkit.errors import InputError
from simkit.match import Crew, Interrupted, Match, Worker, cut, run_tasks
from simkit.result import match_arguments

DEFAULT_GAMES = 5_000
DEFAULT_SECONDS = 10.0
PIECE = 100  # games between two looks at the progress
LONGEST = 3600.0  # seconds a decision


def explain(
    game: str,
    *,
    games: int = DEFAULT_GAMES,
    seconds_per_decision: float = DEFAULT_SECONDS,
    on_rows: Callable[[Any], None] | None = None,
    **match: Any,
) -> ExplainResult:
    """Play games and say how they are lost and won, how close losses were, what a seat decides, how long it takes.

    games: how many.  seconds_per_decision: what a player takes to decide, for the minutes a game lasts.  Other
    arguments: as in `simkit.run`.  Raises InputError for anything unknown or out of range.
    """
    check_games(games)
    if not 0 < seconds_per_decision <= LONGEST:
        raise InputError(f"{seconds_per_decision:g} seconds per decision; allowed: above 0 to {LONGEST:g}")
    made = make_match(game, **match)
    begun = time.perf_counter()
    rows, counts = count_games(made, games, on_rows)
    command = explain_command(made, games, seconds_per_decision)
    return ExplainResult(made, rows, counts, seconds_per_decision, command, time.perf_counter() - begun)


def count_games(match: Match, number: int, on_rows: Callable[[Any], None] | None = None) -> tuple[Any, Any]:
    """Outcome rows (games,) and counts (games × seats) of `COUNTS` records of games 0 … number − 1.

    Raises Interrupted when stopped; the games run on a thread of their own, so that Ctrl-C is answered.
    """
    match.prepare()
    worker = Worker(match, counting=True)
    pieces: dict[int, list[tuple[Any, Any]]] = {}
    with Crew(1) as crew:

        def count(first: int, games: int) -> tuple[int, list[tuple[Any, Any]]]:
            indices = range(first, first + games)
            return first, [worker.play_counted(index) for index in indices if not crew.stopping]

        for first, piece in run_tasks(crew, count, cut(0, number, PIECE)):
            pieces[first] = piece
            if on_rows:
                on_rows(piece)
        if crew.stopping:
            raise Interrupted
    rows, counts = zip(*(game for first in sorted(pieces) for game in pieces[first]), strict=True)
    return np.stack(rows).view(worker.outcome), np.stack(counts)


def explain_command(match: Match, number: int, seconds: float) -> str:
    """The command line that explains these games again."""
    words = ["simkit", "explain", *match_arguments(match), "--seconds-per-decision", f"{seconds:g}"]
    return shlex.join([*words, "-n", str(number), "--seed", str(match.seed)])

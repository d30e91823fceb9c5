"""The commands `simkit ladder` and `simkit explain`."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from simkit.cli.options import Bots, GameName, Json, Out, Seed, Slip, Workers, with_settings
from simkit.cli.terminal import progress, show_result


@with_settings
def ladder(
    game: GameName,
    rules: dict[str, Any],
    bots: Annotated[str | None, typer.Option("--bots", metavar="B[,B…]", help="The bots to rank (all shipped ones but the habits).")] = None,
    slip: Annotated[str | None, typer.Option("--slip", metavar="P[,P…]", help="Chances of a random move for the strongest bot (1,0.5,0.2,0.1,0.05,0).")] = None,
    number: Annotated[int | None, typer.Option("-n", "--games", metavar="N", help="Games a cell (10,000); in a competitive game deals (2,000), each in all seats.")] = None,
    seed: Seed = 1,
    workers: Workers = None,
    out: Out = None,
    json_: Json = False,
) -> None:  # fmt: skip
    """Rank every bot, and the strongest with slips.  At every level and number of players."""
    from simkit.analysis.ladder import ladder as climb

    with progress(None, "games") as advance:
        result = climb(
            game, bots=bots, slip=slip, games=number, seed=seed, workers=workers,
            on_rows=lambda rows: advance(len(rows)), **rules,
        )  # fmt: skip
    show_result(result, result.write(out) if out else [], json_)


@with_settings
def explain(
    game: GameName,
    rules: dict[str, Any],
    bots: Bots = None,
    slip: Slip = None,
    number: Annotated[int, typer.Option("-n", "--games", metavar="N", help="Number of games.")] = 5_000,
    seconds: Annotated[float, typer.Option("--seconds-per-decision", metavar="S", help="What a player takes to decide.")] = 10.0,
    seed: Seed = 1,
    out: Out = None,
    json_: Json = False,
) -> None:  # fmt: skip
    """Say how games of one setting are won and lost.  How close, what a seat decides, how long it takes."""
    from simkit.analysis.explain import explain as tell

    with progress(number, "games") as advance:
        result = tell(
            game, games=number, seconds_per_decision=seconds, bots=bots, slip=slip, seed=seed,
            on_rows=lambda rows: advance(len(rows)), **rules,
        )  # fmt: skip
    show_result(result, result.write(out) if out else [], json_)

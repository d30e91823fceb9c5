"""The command `simkit compare`."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from simkit.cli.options import GameName, Json, Out, Seed, Workers, with_settings
from simkit.cli.terminal import progress, show_result
from simkit.errors import InputError


@with_settings
def compare(
    game: GameName,
    rules: dict[str, Any],
    bots: Annotated[list[str] | None, typer.Argument(metavar="BOT BOT …", help="Names or .py files; one is enough with --vs.")] = None,
    vs: Annotated[list[str] | None, typer.Option("--vs", metavar="KEY=VALUE", help="Another setting to play beside the given one: a level, knob, variants, assume.ID, … (repeatable).")] = None,
    number: Annotated[int | None, typer.Option("-n", "--games", metavar="N", help="Games of each contender; in a competitive game deals (10,000; with --sprt at most 1,000,000).")] = None,
    sprt: Annotated[str | None, typer.Option("--sprt", metavar="LOW,HIGH", help="Stop as soon as one of two differences, in percentage points, is accepted.")] = None,
    alpha: Annotated[float, typer.Option("--alpha", metavar="P", help="Chance that --sprt accepts HIGH where LOW holds.")] = 0.05,
    beta: Annotated[float, typer.Option("--beta", metavar="P", help="Chance that --sprt accepts LOW where HIGH holds.")] = 0.05,
    seed: Seed = 1,
    workers: Workers = None,
    out: Out = None,
    json_: Json = False,
) -> None:  # fmt: skip
    """Compare bots, or settings with --vs, on the same games.  Differences with intervals and p-values."""
    from simkit.analysis import compare as comparison
    from simkit.report.compare import write

    hypotheses = _hypotheses(sprt) if sprt is not None else None
    with progress(None, "games") as advance:
        result = comparison.compare(
            game, bots or (), vs=vs or (), games=number, sprt=hypotheses, alpha=alpha, beta=beta, seed=seed,
            workers=workers, on_rows=lambda rows: advance(len(rows)), **rules,
        )  # fmt: skip
    show_result(result, write(result, out) if out else [], json_)


def _hypotheses(text: str) -> tuple[float, float]:
    try:
        low, high = map(float, text.split(","))
    except ValueError:
        raise InputError(f"--sprt {text!r}: write two differences in percentage points, --sprt 0,1") from None
    return low, high

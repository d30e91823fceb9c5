"""The commands `simkit tune` and `simkit sensitivity`."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from simkit.cli.options import Bots, GameName, Json, Out, Seed, Workers, with_settings
from simkit.cli.terminal import progress, show_result

Seat = Annotated[
    int | None, typer.Option("--seat", metavar="K", help="In a competitive game: the seat whose win rate counts.")
]


@with_settings
def tune(
    game: GameName,
    rules: dict[str, Any],
    knob: Annotated[list[str], typer.Option("--knob", metavar="KNOB", help="What to turn: a whole-numbered knob, steps.Q, assume.ID; give two for a contour.")],
    target: Annotated[str, typer.Option("--target", metavar="T|A:B", help="The wanted win rate as a fraction, or a band.")],
    players: Annotated[str | None, typer.Option("--players", metavar="P|A:B", help="Number of players; several ask for one value for all of them.")] = None,
    range_: Annotated[list[str] | None, typer.Option("--range", metavar="A:B[:STEP]", help="Narrow the knob (with two knobs one for each).")] = None,
    bots: Bots = None,
    number: Annotated[int, typer.Option("-n", "--games", metavar="N", help="Games of each confirmed value.")] = 10_000,
    seat: Seat = None,
    seed: Seed = 1,
    workers: Workers = None,
    out: Out = None,
    json_: Json = False,
) -> None:  # fmt: skip
    """Find the knob values that meet a win rate.  Nearest to a target or inside a band, confirmed on fresh games."""
    from simkit.analysis import tune as tuning
    from simkit.report.tune import write

    with progress(None, "games") as advance:
        result = tuning.tune(
            game, knob, target, players=players, range=range_ or (), games=number, seed=seed, bots=bots, seat=seat,
            workers=workers, on_rows=lambda rows: advance(len(rows)), **rules,
        )  # fmt: skip
    show_result(result, write(result, out) if out else [], json_)


@with_settings
def sensitivity(
    game: GameName,
    rules: dict[str, Any],
    bots: Bots = None,
    number: Annotated[int, typer.Option("-n", "--games", metavar="N", help="Games of each setting.")] = 10_000,
    readings: Annotated[bool, typer.Option("--readings", help="Also switch every assumption, play the bots' habits, and judge the published claims under each.")] = False,
    per: Annotated[str | None, typer.Option("--per", metavar="KNOB", help="Tell the exchange rates in this knob (default: the one with the clearest effect).")] = None,
    seat: Seat = None,
    seed: Seed = 1,
    workers: Workers = None,
    out: Out = None,
    json_: Json = False,
) -> None:  # fmt: skip
    """Say what one step of each knob changes.  One knob at a time, up and down, on the same games."""
    from simkit.analysis import sensitivity as sensing
    from simkit.report.sensitivity import write

    with progress(None, "games") as advance:
        result = sensing.sensitivity(
            game, games=number, readings=readings, per=per, seed=seed, bots=bots, seat=seat, workers=workers,
            on_rows=lambda rows: advance(len(rows)), **rules,
        )  # fmt: skip
    show_result(result, write(result, out) if out else [], json_)

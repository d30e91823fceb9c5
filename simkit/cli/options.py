"""Command line options that several commands share."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Optional

import typer


def _claim(context: typer.Context, folder: Path | None) -> Path | None:
    """Refuse the folder before anything is played: a long run must not fail at its last step."""
    if folder is not None:
        from simkit.report.folder import claim_folder

        claim_folder(folder, str(context.info_name))
    return folder


GameName = Annotated[str, typer.Argument(metavar="GAME", help="The game, for example seilschaft.")]
Bots = Annotated[
    str | None,
    typer.Option("--bots", metavar="B[,B…]", help="One bot for all seats or one per seat: name or .py file."),
]
Slip = Annotated[
    str | None,
    typer.Option(
        "--slip", metavar="P[,P…]", help="Chance of a random legal move instead of the bot's: one or one per seat."
    ),
]
Seed = Annotated[int, typer.Option("--seed", metavar="S", help="Seed of all random numbers.")]
Workers = Annotated[int | None, typer.Option("--workers", metavar="W", help="Threads (default: all processors).")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of a table.")]

OUT = typer.Option("--out", metavar="DIR", help="Write tables (csv) and figures there.", callback=_claim)
Out = Annotated[Path | None, OUT]

SETTINGS: dict[str, tuple[Any, Any]] = {
    "level": (Optional[str], typer.Option("--level", help="Difficulty level.")),
    "players": (Optional[int], typer.Option("--players", help="Number of players.")),
    "preset": (Optional[str], typer.Option("--preset", help="A whole set of rules.")),
    "variant": (Optional[list[str]], typer.Option("--variant", help="Optional rule (repeatable).")),
    "reading": (Optional[str], typer.Option("--reading", help="A bundle of assumptions.")),
    "assume": (Optional[list[str]], typer.Option("--assume", metavar="ID=ALTERNATIVE", help="Switch an assumption (repeatable).")),
    "set": (Optional[list[str]], typer.Option("--set", metavar="KNOB=VALUE", help="Turn one knob (repeatable).")),
    "settings": (Optional[Path], typer.Option("--settings", metavar="FILE.toml", help="Settings from a file.")),
}  # fmt: skip


def with_settings(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the settings options; it gets them as one dict `rules`, ready for `make_match`.

    An option the command declares itself (`--players 3:5`) is its own and not in `rules`.
    """
    signature = inspect.signature(command, eval_str=True)
    taken = [name for name in SETTINGS if name not in signature.parameters]

    @functools.wraps(command)
    def wrapper(**arguments: Any) -> None:
        given = {name: arguments.pop(name) for name in taken}
        command(**arguments, rules=_settings(given))

    own = [parameter for name, parameter in signature.parameters.items() if name != "rules"]
    added = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=Annotated[kind, option])
        for name, (kind, option) in SETTINGS.items()
        if name in taken
    ]
    parameters = [parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY) for parameter in own] + added
    wrapper.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    wrapper.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return wrapper


def _settings(given: dict[str, Any]) -> dict[str, Any]:
    from simkit.settings import parse_pairs

    plain = {name: given[name] for name in ("level", "players", "preset", "reading", "settings") if name in given}
    return plain | {
        "variants": tuple(given["variant"] or ()),
        "assume": parse_pairs("--assume", given["assume"] or ()),
        "set": parse_pairs("--set", given["set"] or ()),
    }

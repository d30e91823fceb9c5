"""Command line: parse, call, print.  Heavy modules are imported inside the commands, so `--help` answers at once."""

from __future__ import annotations

import os
import signal
import sys
import threading
from pathlib import Path
from types import FrameType
from typing import Annotated, Any

import typer

from simkit.cli.compare import compare
from simkit.cli.explain import explain, ladder
from simkit.cli.options import OUT, Bots, GameName, Json, Seed, Slip, Workers, with_settings
from simkit.cli.report import report
from simkit.cli.sweep import samplesize, sweep
from simkit.cli.terminal import progress, show, show_json, show_table, terminal_width
from simkit.cli.tune import sensitivity, tune
from simkit.errors import CTRL_C, InputError, StoppedError, unknown

INTERRUPTED = 130  # exit code

app = typer.Typer(
    name="simkit",
    help="The balance lab for card-game designers: simulate, compare and tune card games.",
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def _show_version(wanted: bool) -> None:
    if wanted:
        from simkit import __version__

        show([f"simkit {__version__}"])
        raise typer.Exit


@app.callback(no_args_is_help=True)
def options(
    version: Annotated[
        bool, typer.Option("--version", help="Show the version.", is_eager=True, callback=_show_version)
    ] = False,
) -> None:
    """The balance lab for card-game designers: simulate, compare and tune card games."""


@app.command("games")
def list_games(game: Annotated[str | None, typer.Argument(metavar="[GAME]")] = None) -> None:
    """List the games, or what one of them offers.  Levels, variants, presets and knobs."""
    from simkit import games
    from simkit.report.listings import game_lines, games_lines

    show(game_lines(games.rule_book(game)) if game else games_lines([games.rule_book(name) for name in games.NAMES]))


@app.command("rules")
@with_settings
def show_rules(
    game: GameName,
    rules: dict[str, Any],
    assumptions: Annotated[
        bool, typer.Option("--assumptions", help="Show the assumptions and their alternatives.")
    ] = False,
    save: Annotated[
        Path | None, typer.Option("--save", metavar="FILE.toml", help="Write the settings to a file.")
    ] = None,
    json_: Json = False,
) -> None:
    """Show every rule value with its mark and source.  Marks: S stated, D derived, A assumed."""
    from simkit import games, settings
    from simkit.files import write_whole
    from simkit.report.listings import assumption_lines, rules_json, rules_lines

    book = games.rule_book(game)
    file = settings.read_file(rules.pop("settings"), book.name) if rules["settings"] else None
    rules.pop("settings", None)
    resolved = settings.resolve(book, settings.Settings(**rules), file)
    if save:
        write_whole(save, settings.file_text(resolved))
    if json_:
        show_json(rules_json(resolved))
    else:
        show(assumption_lines(resolved) if assumptions else rules_lines(resolved))
        show([f"\nwritten: {save}"] if save else [])


@app.command("bots")
def list_bots(game: Annotated[str | None, typer.Argument(metavar="[GAME]")] = None) -> None:
    """List the bots with their one-line ideas."""
    from simkit import games
    from simkit.report.listings import bots_lines

    show(bots_lines([games.game_name(game)] if game else list(games.NAMES)))


@app.command()
@with_settings
def run(
    game: GameName,
    rules: dict[str, Any],
    bots: Bots = None,
    slip: Slip = None,
    number: Annotated[int | None, typer.Option("-n", "--games", metavar="N", help="Number of games (10,000).")] = None,
    precision: Annotated[float | None, typer.Option("--precision", metavar="H", help="Play until the 95 % interval is ± H percentage points (5,000 games or more).")] = None,
    seed: Seed = 1,
    workers: Workers = None,
    json_: Json = False,
    csv: Annotated[Path | None, typer.Option("--csv", metavar="FILE", help="Write one row a game.")] = None,
) -> None:  # fmt: skip
    """Play many games and print how they ended.  Win rate, reasons and lengths, each with its interval."""
    from simkit.api import RunInterrupted, make_match, run_match
    from simkit.files import check_file, write_whole
    from simkit.show import whole

    if number is not None and precision is not None:
        raise InputError("-n and --precision exclude each other; give one of them")
    if csv:
        check_file(csv)
    match = make_match(game, bots=bots, slip=slip, seed=seed, **rules)
    number = 10_000 if number is None else number
    with progress(None if precision else number, "games") as advance:
        try:
            result = run_match(match, number, precision, workers, on_rows=lambda rows: advance(len(rows)))
        except RunInterrupted as stopped:
            result = stopped.result
    if json_:
        show_json(result.as_dict())
    else:
        show([str(result), "", f"{whole(result.games_per_second)} games/s · {result.command}"])
    if csv:
        write_whole(csv, result.table.to_csv(lineterminator="\n"))
    if result.stopped == "interrupt":
        wanted = "" if precision else f" of {whole(number)}"
        raise StoppedError(
            f"interrupted after {whole(result.games)}{wanted} games; "
            "the intervals are confidence sequences, which hold whenever one stops"
        )


@app.command()
@with_settings
def watch(
    game: GameName,
    rules: dict[str, Any],
    bots: Bots = None,
    slip: Slip = None,
    seed: Seed = 1,
    index: Annotated[int, typer.Option("--index", metavar="I", help="Which game of the seed.")] = 0,
    number: Annotated[int, typer.Option("--games", metavar="N", help="How many games, one after another.")] = 1,
    json_: Annotated[bool, typer.Option("--json", help="Print JSON Lines, one event a line.")] = False,
    lang: Annotated[str, typer.Option("--lang", metavar="de|en", help="Language of the prose.")] = "en",
) -> None:
    """Show games move by move.  As prose, or as a JSON trace with every hidden card."""
    from simkit.api import check_games, check_index, make_match
    from simkit.traces import HEADS, json_lines, prose_lines, traces

    if lang not in HEADS:
        raise unknown("language", lang, HEADS)
    check_games(number)
    check_index(index)
    match = make_match(game, bots=bots, slip=slip, seed=seed, **rules)
    for events in traces(match, index, number):
        show([*(json_lines(events) if json_ else prose_lines(events, lang)), *([] if json_ or number == 1 else [""])])


for command in (sweep, samplesize, compare, tune, sensitivity, ladder, explain, report):
    app.command()(command)


@app.command()
def rulebook(
    game: Annotated[list[str] | None, typer.Argument(metavar="[GAME …]", help="Default: all games.")] = None,
    number: Annotated[
        int,
        typer.Option(
            "--games", "-n", metavar="N", help="Games a cell; games with many cells or slow bots get a share."
        ),
    ] = 200_000,
    seed: Seed = 1,
    workers: Workers = None,
    out: Annotated[Path, OUT] = Path("results/rulebook"),
    strict: Annotated[bool, typer.Option("--strict", help="Exit with 1 if a claim differs.")] = False,
    json_: Json = False,
) -> None:
    """Regenerate and judge every number the rulebooks publish."""
    from simkit import claims, games
    from simkit.report.rulebook import terminal_table, write

    names = list(dict.fromkeys(games.game_name(name) for name in game or games.NAMES))
    total = sum(claims.total_games(name, number) for name in names)
    books = []
    with progress(total, "games") as advance:
        for name in names:
            books.append(claims.rulebook(name, number, seed, workers, lambda rows: advance(len(rows))))
    for book in books:
        files = write(book, out)
        if not json_:
            show_table(terminal_table(book, terminal_width()))
            show(["", "written: " + ", ".join(map(str, files)), ""])
    if json_:
        show_json({"claims": [item.as_dict(book.game) for book in books for item in book.findings]})
    if strict and any(book.differing for book in books):
        raise typer.Exit(1)


@app.command()
def bench(
    game: Annotated[list[str] | None, typer.Argument(metavar="[GAME …]", help="Default: all games.")] = None,
    yardsticks: Annotated[Path, typer.Option("--yardsticks", metavar="DIR", help="Folder of the C programs.")] = Path(
        "../shared/yardstick"
    ),
    json_: Json = False,
) -> None:
    """Measure how fast every bot plays.  Games per second, ns per decision; against C where a yardstick is found."""
    from simkit import bench as benchmark
    from simkit import games
    from simkit.report.bench import row_line, start_lines

    names = list(dict.fromkeys(games.game_name(name) for name in game or games.NAMES))
    if not json_:
        show([row_line(None)])
    report = benchmark.bench(names, yardsticks, lambda row: None if json_ else show([row_line(row)]))
    if json_:
        show_json(report)
    else:
        show(["", *start_lines(report)])


def main() -> None:
    """Run the command line; every error a user can mend is one line and exit code 2."""
    code = 0
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed from outside: nobody listens
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115  (open to the end of the process)
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, _note_interrupt)
    try:
        code = int(app(standalone_mode=False) or 0)
        if code == INTERRUPTED:  # what the option parser makes of a KeyboardInterrupt
            _interrupted("interrupted")
        sys.stdout.flush()
    except InputError as error:
        lines = getattr(error, "lines", [str(error)])
        code = _interrupted("interrupted") if CTRL_C.is_set() else max(map(_complain, lines))
    except StoppedError as error:
        code = _interrupted(str(error))
    except KeyboardInterrupt:
        code = _interrupted("interrupted")
    except (BrokenPipeError, SystemExit):  # the option parser answers a reader that has gone with sys.exit(1)
        _close_output()
    except OSError as error:
        code = _complain(f"{error.filename or ''}: {error.strerror or error}".lstrip(": "))
    except Exception as error:
        code = _interrupted("interrupted") if CTRL_C.is_set() else _usage_error(error)
    if code == INTERRUPTED:  # at once: what was interrupted in mid-work may not end well by itself
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    sys.exit(code)


def _note_interrupt(number: int, frame: FrameType | None) -> None:
    """Remember a Ctrl-C: one that hits a library in mid-work can come out of it as any other error, or not at all."""
    if CTRL_C.is_set():
        os._exit(INTERRUPTED)
    CTRL_C.set()
    sys.unraisablehook = lambda _: None  # half-made objects of a compiler in mid-work complain when they are let go
    raise KeyboardInterrupt


def _complain(message: str) -> int:
    typer.echo(f"simkit: {' '.join(message.split())}", err=True)
    return 2


def _interrupted(message: str) -> int:
    typer.echo(message, err=True)
    return INTERRUPTED


def _usage_error(error: Exception) -> int:
    """Errors of the option parser as one line; anything else is a bug and shows its traceback."""
    if type(error).__name__ == "NoArgsIsHelpError":
        typer.echo(error.format_message())  # type: ignore[attr-defined]  # the option parser's own class
        return 2
    if hasattr(error, "format_message"):
        return _complain(error.format_message())
    if type(error).__name__ == "Abort":
        return _interrupted("interrupted")
    if type(error).__name__ == "Exit":
        return int(getattr(error, "exit_code", 0))
    raise error


def _close_output() -> None:
    """The reader has gone (`watch | head`): end quietly, also at the interpreter's last flush."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main()

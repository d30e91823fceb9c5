"""A skill ladder for people: tables, answers in words, figure, files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from simkit.analysis.ladder_result import LadderResult, Rung, Skill
from simkit.files import make_folder, write_whole
from simkit.report.figures import save
from simkit.report.listings import columns
from simkit.report.marker import write_report
from simkit.show import percent, whole

COLOURS = ("#1b7837", "#2166ac", "#b35806", "#762a83", "#b2182b")


def text(result: LadderResult) -> str:
    """Rates with Monte Carlo intervals, the span over skill apart from them, the answers."""
    book = result.match.rules.book
    parts = [f"{book.title}: skill ladder", result.fixed, f"{whole(result.number)} {_unit(result)} a cell"]
    head = " · ".join([*filter(None, parts), f"seed {result.match.seed}"])
    lines = [head, *_field_lines(result), "", "win rate, 95 % Monte Carlo interval", *_rates(result)]
    lines += ["", "span over skill (differences between players, no interval; the Monte Carlo error stands apart)"]
    lines += _spans(result)
    if result.answers:
        lines += ["", "answers (paired tests on the same games, each question corrected by Holm, 5 %)"]
        lines += columns([(item.question, item.about, item.verdict, item.why) for item in result.answers], "  ")
    return "\n".join(lines)


def _unit(result: LadderResult) -> str:
    return "games" if result.cooperative else "deals"


def _field_lines(result: LadderResult) -> list[str]:
    if result.cooperative:
        return []
    field = result.match.rules.book.default_bot
    return [f"one seat of the skill against {field} in all others, in every seat of the same deals; even: 1 ÷ players"]


def _rates(result: LadderResult) -> list[str]:
    head = ["skill", *(_place(level, players) for level, players in result.places)]
    body = []
    for skill in result.skills:
        rungs = [result.rung(level, players, skill) for level, players in result.places]
        body.append([skill.label, *(percent(rung.rate, rung.interval) for rung in rungs)])
    if len(head) <= 5:
        return columns([head, *body], "  ")
    flipped = [[place, *(row[k] for row in body)] for k, place in enumerate(head[1:], 1)]
    return _folded([["level", *(skill.label for skill in result.skills)], *flipped])


def _folded(table: list[list[str]]) -> list[str]:
    """A wide table as several of at most four columns of values."""
    lines: list[str] = []
    for first in range(1, len(table[0]), 4):
        lines += [*columns([[row[0], *row[first : first + 4]] for row in table], "  "), ""]
    return lines[:-1]


def _place(level: str | None, players: int) -> str:
    return f"{level} {players}p" if level else f"{players} players"


def _spans(result: LadderResult) -> list[str]:
    rows = [("", "weakest", "strongest", "span", "Monte Carlo error of a rate")]
    for span in result.spans:
        low, high = (
            f"{100 * rate:.1f} % {name}" for rate, name in ((span.lowest, span.weakest), (span.highest, span.strongest))
        )
        error = f"at most ± {100 * span.monte_carlo:.1f} points"
        rows.append((_place(span.level, span.players), low, high, f"{100 * span.width:.1f} points", error))
    return columns(rows, "  ")


def figure(result: LadderResult) -> Any:
    """Rate against skill: the bots by name, then the strongest with ever fewer slips; a panel a player count."""
    from simkit.report.picture import Figure

    bots = [skill for skill in result.skills if skill.slip == 0]
    wide = len(result.players)
    drawing = Figure(figsize=(2 + 3.4 * wide, 7.2), layout="constrained")
    grid = drawing.subplots(2, wide, squeeze=False, sharey=True)
    for column, players in enumerate(result.players):
        grid[0][column].set_title(f"{players} players", fontsize="medium")
        _panel(grid[0][column], result, players, bots, [skill.label for skill in bots])
        slips = result.slipping
        _panel(grid[1][column], result, players, slips, [f"{skill.slip:g}" for skill in slips])
        grid[1][column].set_xlabel(f"chance of {result.strongest} to slip")
    for row in grid:
        row[0].set_ylabel("win rate (%)")
    if result.levels:
        handles, labels = grid[0][0].get_legend_handles_labels()
        drawing.legend(handles, labels, loc="outside lower center", ncols=len(labels), frameon=False)
    note = f"{whole(result.number)} {_unit(result)} a cell; bars: 95 % Monte Carlo error, not the span over skill"
    title = ", ".join(filter(None, [result.match.rules.book.title, result.fixed]))
    drawing.suptitle(f"{title}: skill ladder\n{note}", fontsize=10)
    return drawing


def _panel(axes: Any, result: LadderResult, players: int, skills: list[Skill], labels: list[str]) -> None:
    for number, level in enumerate(result.levels or (None,)):
        rungs: list[Rung] = [result.rung(level, players, skill) for skill in skills]
        rates = [100 * rung.rate for rung in rungs]
        errors = [
            [100 * max(0.0, rung.rate - rung.interval.low) for rung in rungs],
            [100 * max(0.0, rung.interval.high - rung.rate) for rung in rungs],
        ]
        colour = COLOURS[number % len(COLOURS)]
        axes.errorbar(range(len(skills)), rates, yerr=errors, fmt="o-", capsize=3, ms=4, color=colour, label=level)
    if not result.cooperative:
        axes.axhline(100 / players, color="#888888", lw=1)
    axes.set_xticks(range(len(skills)), labels, rotation=20)
    axes.set_ylim(bottom=0)
    axes.grid(axis="y", alpha=0.3)


def write(result: LadderResult, folder: Path) -> list[Path]:
    """Rungs, spans and answers as CSV, the figure as PNG and SVG; returns the files."""
    make_folder(folder)
    base = folder / f"{result.match.game}-ladder"
    files = []
    for suffix, table in (("", result.table), ("-spans", result.span_table), ("-answers", result.answer_table)):
        path = base.with_name(f"{base.name}{suffix}.csv")
        write_whole(path, table.to_csv(index=False, lineterminator="\n"))
        files.append(path)
    return [*files, *save(figure(result), base), write_report(folder, "ladder", result.as_dict())]

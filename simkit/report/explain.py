"""An explanation for people: facts in sections, games to watch, figure, files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from simkit import games
from simkit.analysis.explain_result import MIDDLE, ExplainResult, Fact
from simkit.files import make_folder, write_whole
from simkit.report.figures import save
from simkit.report.listings import columns
from simkit.report.marker import write_report
from simkit.result import settings_text
from simkit.show import whole, words
from simkit.slips import slip_text

COLOURS = ("#1b7837", "#b2182b", "#b35806", "#777777")


def text(result: ExplainResult) -> str:
    """Every section as a small table, then the games to watch."""
    match = result.match
    bots = ", ".join(bot.label for bot in match.bots) + (f" · slip {slip_text(match.slip)}" if match.slip else "")
    lines = [f"{match.rules.book.title} · {settings_text(match)} · bots {bots} · seed {match.seed}"]
    lines.append(f"{whole(result.games)} games, 95 % intervals")
    for section in dict.fromkeys(fact.section for fact in result.facts):
        found = [fact for fact in result.facts if fact.section == section]
        lines += ["", section, *columns(_merged(found), "  ")]
    lines += ["", "games to watch"]
    for example in result.examples:
        lines += [f"  {example.name}: game {example.index}, {example.how}", f"    {example.command}"]
    return "\n".join(lines)


def _merged(facts: list[Fact]) -> list[tuple[str, ...]]:
    """Label, value, number, note; the three percentiles of an item in one line."""
    rows: list[tuple[str, ...]] = []
    middles = [fact for fact in facts if fact.kind == MIDDLE]
    for fact in facts:
        if fact.kind != MIDDLE:
            rows.append((fact.item, fact.text, f"n {whole(fact.n)}", fact.note))
        elif middles.index(fact) % 3 == 0:
            five, half, most = middles[middles.index(fact) : middles.index(fact) + 3]
            item = fact.item.partition(": ")[0] + ": spread" if ": " in fact.item else "spread"
            shown = f"5 % up to {five.text}, half up to {half.text}, 95 % up to {most.text}"
            rows.append((item, "", "", shown))
    return rows


def figure(result: ExplainResult) -> Any:
    """Length by reason; how close losses were, or how long the later winner was behind; decisions by kind."""
    from simkit.report.picture import Figure

    drawing = Figure(figsize=(13, 4.2), layout="constrained")
    axes = drawing.subplots(1, 3)
    _lengths(axes[0], result)
    (_losses if result.cooperative else _behind)(axes[1], result)
    _decisions(axes[2], result)
    title = f"{result.match.rules.book.title} · {settings_text(result.match)}"
    drawing.suptitle(f"{title} · {whole(result.games)} games, seed {result.match.seed}", fontsize=10)
    return drawing


def _lengths(axes: Any, result: ExplainResult) -> None:
    lengths = result.rows["length"].astype(np.int64)
    edges = np.unique(np.linspace(lengths.min(), lengths.max() + 1, 41).astype(np.int64))
    reasons = games.module(result.match.game, "state").Reason
    parts = [lengths[result.rows["reason"] == reason] for reason in reasons]
    labels = [words(reason.name.lower()) for reason in reasons]
    axes.hist(parts, bins=edges, stacked=True, label=labels, color=COLOURS[: len(parts)], align="left")
    axes.set_xlabel(f"{result.run.length['unit']} a game")
    axes.set_ylabel("games")
    axes.legend(frameon=False, fontsize="small")


def _losses(axes: Any, result: ExplainResult) -> None:
    summary = games.module(result.match.game, "summary")
    title, values = summary.closeness(result.rows[result.lost], result.match.rules)[0]
    if len(values):
        axes.hist(values, bins=np.arange(values.min(), values.max() + 2) - 0.5, color=COLOURS[1])
    axes.set_xlabel(f"{title} (lost games)")
    axes.set_ylabel("lost games")


def _behind(axes: Any, result: ExplainResult) -> None:
    _, turns, each, _ = result.behind
    axes.hist(each / np.maximum(turns, 1), bins=np.linspace(0, 1, 21), color=COLOURS[1])
    axes.set_xlabel("share of turns the later winner was behind")
    axes.set_ylabel("won games")


def _decisions(axes: Any, result: ExplainResult) -> None:
    kinds = list(games.module(result.match.game, "state").Decision)
    asked = [float(result.asked[:, :, kind].sum(axis=1).mean()) for kind in kinds]
    forced = [float(result.forced[:, :, kind].sum(axis=1).mean()) for kind in kinds]
    places = range(len(kinds))
    axes.barh(places, asked, color="#92c5de", label="free")
    axes.barh(places, forced, color=COLOURS[1], label="forced")
    axes.set_yticks(places, [words(kind.name.lower()) for kind in kinds])
    axes.invert_yaxis()
    axes.set_xlabel("decisions at the table, a game")
    axes.legend(frameon=False, fontsize="small")


def write(result: ExplainResult, folder: Path) -> list[Path]:
    """Facts and example games as CSV, the figure as PNG and SVG; returns the files."""
    import pandas as pd

    make_folder(folder)
    base = folder / f"{result.match.game}-explain"
    files = []
    examples = pd.DataFrame(result.as_dict()["examples"])
    for suffix, table in (("", result.table), ("-games", examples)):
        path = base.with_name(f"{base.name}{suffix}.csv")
        write_whole(path, table.to_csv(index=False, lineterminator="\n"))
        files.append(path)
    return [*files, *save(figure(result), base), write_report(folder, "explain", result.as_dict())]

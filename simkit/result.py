"""What a run gives back: the outcome table and what follows from it."""

from __future__ import annotations

import functools
import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from simkit import games, stats
from simkit.games.core import Result
from simkit.match import Match
from simkit.show import amount, percent, whole, words
from simkit.slips import slip_text

if TYPE_CHECKING:
    import pandas as pd


Method = Callable[[float, int], stats.Interval]  # 95 % interval from a count and the games it divides by


class Share(NamedTuple):
    """How many of the games, and the rate with its 95 % interval."""

    label: str
    games: int
    rate: float
    low: float
    high: float


class Distribution(NamedTuple):
    """Counts of an integer over games: `of` names the games it divides by."""

    title: str
    of: str
    counts: Mapping[str, int]

    def shares(self, method: Method = stats.wilson) -> list[Share]:
        total = sum(self.counts.values())
        return [share(label, count, total, method) for label, count in self.counts.items()]


def share(label: str, count: float, total: int, method: Method = stats.wilson) -> Share:
    interval = method(count, total)
    return Share(label, int(count), count / total if total else 0.0, interval.low, interval.high)


@dataclass(frozen=True, repr=False)
class RunResult:
    """Games of one match.

    rows: structured array (`OUTCOME` of the game), one row a game in the order of the index.
    stopped: what ended the run before all games were played: "", "precision" or "interrupt".
    """

    match: Match
    rows: Any
    seconds: float
    stopped: str = ""

    @property
    def games(self) -> int:
        return len(self.rows)

    @property
    def cooperative(self) -> bool:
        return bool(games.module(self.match.game, "state").COOPERATIVE)

    @property
    def wins(self) -> int:
        """Games the team won (cooperative games)."""
        return int(np.count_nonzero(self.rows["result"] == Result.WIN))

    @property
    def rate(self) -> float:
        """Win rate over all games; unfinished ones count as not won but are reported apart.

        Raises ValueError for a competitive game, whose win rates are per seat.
        """
        if not self.cooperative:
            raise ValueError(f"{self.match.game} is competitive: see .seats for the win rate of each seat")
        return self.wins / self.games

    @property
    def method(self) -> Method:
        """How the 95 % intervals are made: Wilson's; where somebody stopped by eye, one that allows for that."""
        return stats.confidence_sequence if self.stopped == "interrupt" else stats.wilson

    @property
    def interval(self) -> stats.Interval:
        """95 % interval of the win rate."""
        return self.method(self.wins, self.games) if self.cooperative else self._no_rate()

    def _no_rate(self) -> stats.Interval:
        raise ValueError(f"{self.match.game} is competitive: see .seats")

    @functools.cached_property
    def seats(self) -> list[dict[str, Any]] | None:
        """Win rate of each seat in a competitive game, a shared win as its fraction; None in a cooperative one."""
        if self.cooperative:
            return None
        seats = np.arange(len(self.match.bots))
        won = (self.rows["winners"][:, None].astype(np.int64) >> seats) & 1
        points = (won / np.maximum(won.sum(axis=1, keepdims=True), 1)).sum(axis=0)
        shares = [share(bot.label, points[k], self.games, self.method) for k, bot in enumerate(self.match.bots)]
        return [
            {"seat": k, "bot": item.label, "rate": points[k] / self.games, "low": item.low, "high": item.high}
            for k, item in enumerate(shares)
        ]

    @functools.cached_property
    def outcomes(self) -> dict[str, int]:
        """Reason → games; sums to `games`."""
        reasons = games.module(self.match.game, "state").Reason
        counts = np.bincount(self.rows["reason"], minlength=len(reasons))
        return {reason.name.lower(): int(counts[reason]) for reason in reasons}

    @functools.cached_property
    def length(self) -> dict[str, Any]:
        """Unit, mean and percentiles of the length of a game."""
        lengths = self.rows["length"]
        p5, p50, p95 = (float(value) for value in np.percentile(lengths, (5, 50, 95), method="inverted_cdf"))
        unit = games.module(self.match.game, "state").UNIT
        return {"unit": unit, "mean": float(lengths.mean()), "p5": p5, "p50": p50, "p95": p95}

    @property
    def distributions(self) -> list[Distribution]:
        """The game's own counts, such as the winning round."""
        summary = games.module(self.match.game, "summary")
        return [Distribution(*item) for item in summary.distributions(self.rows, self.match.rules)]

    @functools.cached_property
    def table(self) -> pd.DataFrame:
        """One row a game: index, result, reason, winners, length and the game's own columns."""
        import pandas as pd

        state = games.module(self.match.game, "state")
        columns = {name: self.rows[name] for name in self.rows.dtype.names}
        kinds = {"result": Result, "reason": state.Reason, **getattr(state, "LABELS", {})}
        columns |= {name: _names(kind, self.rows[name]) for name, kind in kinds.items()}
        columns["winners"] = _seat_names(self.rows["winners"], len(self.match.bots))
        frame = pd.DataFrame(columns)
        frame.index.name = "index"
        return frame

    @property
    def games_per_second(self) -> float:
        return self.games / self.seconds if self.seconds > 0 else 0.0

    @property
    def command(self) -> str:
        """The command line that plays these games again."""
        return run_command(self.match, self.games)

    def as_dict(self) -> dict[str, Any]:
        """The object `simkit run --json` prints."""
        win_rate = None
        if self.cooperative:
            win_rate = {"rate": self.rate, "low": self.interval.low, "high": self.interval.high}
        return {
            "command": self.command,
            "game": self.match.game,
            "settings": self.match.rules.settings.as_dict(),
            "bots": [bot.label for bot in self.match.bots],
            "slip": list(self.match.slip) or None,
            "seed": self.match.seed,
            "games": self.games,
            "win_rate": win_rate,
            "seats": self.seats,
            "outcomes": self.outcomes,
            "length": self.length,
            "distributions": {item.title: dict(item.counts) for item in self.distributions},
            "stopped_by_precision": self.stopped == "precision",
            "interrupted": self.stopped == "interrupt",
            "games_per_second": self.games_per_second,
            "seconds": self.seconds,
        }

    def plot(self) -> Any:
        """A matplotlib figure: how the games ended, with intervals, and how long they were."""
        from simkit.report.run import figure

        return figure(self)

    def lines(self) -> list[tuple[str, str]]:
        """Label and text of each line of the summary; an empty label starts a section titled by the text."""
        match = self.match
        bots = ", ".join(bot.label for bot in match.bots) + (f" · slip {slip_text(match.slip)}" if match.slip else "")
        found = [("", f"{match.rules.book.title} · {settings_text(match)} · bots {bots} · seed {match.seed}")]
        found.append(("games", whole(self.games)))
        if self.cooperative:
            found.append(("win rate", percent(self.rate, self.interval)))
        for seat in self.seats or []:
            starts = " (starts)" if seat["seat"] == 0 else ""
            found.append((f"seat {seat['seat']} {seat['bot']}{starts}", percent(seat["rate"], _ends(seat))))
        if self.seats:
            found.append(("fair share", f"{100 / len(self.seats):.3g} %"))
        found.append(("", "how it ended (share of all games)"))
        for reason, count in self.outcomes.items():
            found.append((words(reason), _share_text(share(reason, count, self.games, self.method))))
        for item in self.distributions:
            found.append(("", f"{item.title} (share of {item.of})"))
            found += [(row.label, _share_text(row)) for row in item.shares(self.method)]
        return [*found, *self._length_lines()]

    def _length_lines(self) -> list[tuple[str, str]]:
        lengths, length = self.rows["length"], self.length
        interval = stats.mean_interval(
            length["mean"], float(lengths.var(ddof=1)) if self.games > 1 else 0.0, self.games
        )
        spread = f"5 % up to {length['p5']:.0f}, half up to {length['p50']:.0f}, 95 % up to {length['p95']:.0f}"
        mean = amount(length["mean"], interval) if self.games > 1 else f"{length['mean']:.0f}"
        return [("", f"{length['unit']} a game"), ("mean", mean), ("spread", spread)]

    def __str__(self) -> str:
        width = max(len(label) for label, _ in self.lines())
        return "\n".join(f"{label:<{width}}  {text}" if label else f"\n{text}" for label, text in self.lines()).strip()

    __repr__ = __str__  # at a prompt

    def _repr_html_(self) -> str:
        from html import escape

        cells = "".join(
            f"<tr><th>{escape(label)}</th><td>{escape(text)}</td></tr>"
            if label
            else f'<tr><th colspan="2">{escape(text)}</th></tr>'
            for label, text in self.lines()
        )
        return f"<table>{cells}</table>"


def _share_text(item: Share) -> str:
    return f"{percent(item.rate, stats.Interval(item.low, item.high)):<24} {whole(item.games):>12} games"


def _ends(seat: Mapping[str, Any]) -> stats.Interval:
    return stats.Interval(seat["low"], seat["high"])


def _names(kind: Any, codes: Any) -> Any:
    import pandas as pd

    return pd.Categorical.from_codes(codes.astype(np.int64), pd.Index([item.name.lower() for item in kind]))


def _seat_names(bits: Any, seats: int) -> Any:
    """Winners as text: `0 1` for seats 0 and 1, empty for nobody."""
    import pandas as pd

    texts = [" ".join(str(k) for k in range(seats) if mask >> k & 1) for mask in range(1 << seats)]
    return pd.Categorical.from_codes(bits.astype(np.int64), pd.Index(texts))


def settings_arguments(match: Match) -> list[str]:
    """The command line options that give these rules."""
    settings, book = match.rules.settings, match.rules.book
    found: list[str] = []
    if book.levels and settings.level != book.default_level:
        found += ["--level", str(settings.level)]
    if settings.players != book.default_players:
        found += ["--players", str(settings.players)]
    if settings.preset != "standard":
        found += ["--preset", str(settings.preset)]
    for variant in settings.variants:
        found += ["--variant", variant]
    if settings.reading:
        found += ["--reading", settings.reading]
    for key, value in settings.assume.items():
        found += ["--assume", f"{key}={book.assumptions[key].kind.show(value)}"]
    for key, value in settings.set.items():
        kind = book.knobs[key.partition(".")[0]].kind
        if isinstance(value, dict):
            found += [word for k, v in value.items() for word in ("--set", f"{key}.{k}={kind.item.show(v)}")]  # type: ignore[union-attr]
        else:
            shown = kind.item.show(value) if "." in key else kind.show(value)  # type: ignore[union-attr]
            found += ["--set", f"{key}={shown}"]
    return found


def settings_text(match: Match, place: bool = True) -> str:
    """The settings in one line for people; `place`: level and players too."""
    settings, book = match.rules.settings, match.rules.book
    parts = [f"level {settings.level}"] if book.levels and place else []
    if len(book.players) > 1 and place:
        parts.append(f"{settings.players} players")
    if settings.preset != "standard":
        parts.append(f"preset {settings.preset}")
    parts += [words(name) for name in settings.variants]
    if settings.reading:
        parts.append(f"reading {settings.reading}")
    parts += [f"{key}={value}" for key, value in {**settings.assume, **settings.set}.items()]
    return ", ".join(parts)


def match_arguments(match: Match) -> list[str]:
    """Game, settings, bots and slips as the command line takes them."""
    slip = ["--slip", slip_text(match.slip)] if match.slip else []
    return [match.game.replace("_", "-"), *settings_arguments(match), "--bots", bots_argument(match), *slip]


def bots_argument(match: Match) -> str:
    """The bots as --bots takes them: one if all seats have the same."""
    given = [bot.given for bot in match.bots]
    return given[0] if len(set(given)) == 1 else ",".join(given)


def run_command(match: Match, number: int) -> str:
    """`simkit run …` for a match."""
    return shlex.join(["simkit", "run", *match_arguments(match), "-n", str(number), "--seed", str(match.seed)])


def watch_command(match: Match, index: int) -> str:
    """`simkit watch …` for one game of a match."""
    return shlex.join(["simkit", "watch", *match_arguments(match), "--seed", str(match.seed), "--index", str(index)])

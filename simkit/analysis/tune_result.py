"""What `simkit tune` gives back: the answer, the curve it rests on, as table, text, JSON and figure."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from simkit import stats
from simkit.analysis.altered import subject
from simkit.analysis.samples import Point, Samples
from simkit.analysis.tune_search import FINAL, FRESH, SEARCH, Found, Value
from simkit.match import Match
from simkit.sections import InSections, Section
from simkit.show import percent, whole, words
from simkit.stats.nearest import shared
from simkit.stats.shape import FALLS, FLAT, RISES

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Rate:
    """Rate of one value and player count; `games_of` says which seed's games: search, fresh or final.

    low, high: of fresh games simultaneous over all confirmed values, of search games over all searched ones, of final
    games plain 95 %.
    """

    value: Any
    players: int
    rate: float
    low: float
    high: float
    games: int
    games_of: str


@dataclass(frozen=True, repr=False)
class TuneResult(InSections):
    """The values of a knob nearest to a target rate, or inside a band.

    base: the match with the best value.  names: one knob or two; a value is then a pair.  dropped: values the rules do
    not allow, by reason.  thinned: a grid that leaves out values between.
    """

    base: Match
    names: tuple[str, ...]
    found: Found
    dropped: Mapping[str, list[Value]]
    thinned: bool
    command: str
    seconds: float
    seat: int | None = None

    @property
    def reachable(self) -> bool:
        """False only if the target lies outside the rates of the whole range, for some player count."""
        return not self.found.outside

    @property
    def band(self) -> bool:
        return not self.found.question.target.point

    @property
    def nearest(self) -> list[Any]:
        """Values that may be nearest to the target at 95 %; of a band: those whose simultaneous interval is inside."""
        return [plain(value) for value in (self.found.inside if self.band else self.found.nearest)]

    @property
    def inside(self) -> list[Any]:
        return [plain(value) for value in self.found.inside]

    @property
    def brackets(self) -> list[Any]:
        """Neighbours between which the rate crosses the target (a band: its middle); of several player counts the
        smallest and the largest of them.  One value if the target is met only at an end, none if it is never reached.
        """
        all_of_them = sorted({value for pair in self.found.brackets.values() for value in pair})
        return [plain(value) for value in dict.fromkeys((all_of_them[0], all_of_them[-1]) if all_of_them else ())]

    @functools.cached_property
    def best(self) -> Rate:
        """The best value with its rate on games that had no part in choosing it: that of the worst player count."""
        target = self.found.question.target
        return max(self.best_rates, key=lambda item: max(target.low - item.rate, item.rate - target.high))

    @functools.cached_property
    def best_rates(self) -> list[Rate]:
        """The best value's rate for each player count."""
        found = self.found
        return [_rate(found.final, point, "final", 0.95) for point in found.question.points([found.best])]

    @functools.cached_property
    def curve(self) -> list[Rate]:
        """All values played: on fresh games where confirmed, else on search games."""
        found = self.found
        searched = shared(0.95, len(found.search.points))
        fresh = set(found.question.points(found.confirmed))
        rows = [_rate(found.fresh, point, "fresh", found.each) for point in fresh]
        rows += [_rate(found.search, point, "search", searched) for point in found.search.points if point not in fresh]
        return sorted(rows, key=lambda row: (row.players, row.value))

    @functools.cached_property
    def table(self) -> pd.DataFrame:
        """One row a value and player count, with its standing: nearest, inside, best."""
        import pandas as pd

        rows = []
        for item in self.curve:
            values = [item.value] if len(self.names) == 1 else item.value
            marks = {
                "nearest": item.value in self.nearest,
                "inside": item.value in self.inside,
                "best": item.value == plain(self.found.best),
            }
            rows.append({**dict(zip(self.names, values, strict=True)), **_without(asdict(item), "value"), **marks})
        frame = pd.DataFrame(rows)
        return frame if self.band else frame.drop(columns="inside")

    def as_dict(self) -> dict[str, Any]:
        """The object `simkit tune --json` prints."""
        found = self.found
        question = found.question
        return {
            "command": self.command,
            "game": self.base.game,
            "settings": self.base.rules.settings.as_dict(),
            "bots": [bot.label for bot in self.base.bots],
            "seat": self.seat,
            "knob": self.names[0] if len(self.names) == 1 else list(self.names),
            "players": list(question.players),
            "target": list(question.target),
            "reachable": self.reachable,
            "nearest": self.nearest,
            "met_by": None if self.band else [plain(value) for value in found.possible],
            "brackets": self.brackets,
            "best": {**_without(asdict(self.best), "games_of"), "by_players": [asdict(r) for r in self.best_rates]},
            "curve": [asdict(item) for item in self.curve],
            "inside": self.inside if self.band else None,
            "undecided": [plain(v) for v in found.possible if v not in found.inside] if self.band else None,
            "unreachable_for": found.outside,
            "brackets_by_players": {str(k): [plain(v) for v in pair] for k, pair in found.brackets.items()},
            "shape": {str(players): name for players, name in found.shapes.items()},
            "scanned": found.scanned,
            "not_playable": {reason: [plain(v) for v in values] for reason, values in self.dropped.items()},
            "seed": question.seed,
            "seeds": {name: question.seed + step for name, step in _SEEDS.items()},
            "games": found.games,
            "seconds": self.seconds,
        }

    def plot(self) -> Any:
        """A matplotlib figure: the curve with the target, or the contour of two knobs."""
        from simkit.report.tune import figure

        return figure(self)

    # --- for people

    def title(self) -> str:
        """Game, settings, bots and what is asked, in one line."""
        match, question = self.base, self.found.question
        counts = "–".join(map(str, dict.fromkeys((question.players[0], question.players[-1]))))
        parts = [match.rules.book.title, f"{counts} players", ", ".join(dict.fromkeys(b.label for b in match.bots))]
        return (
            f"{' × '.join(map(words, self.names))} for a {subject(self.seat)} of {self.target_text()} · "
            + " · ".join([*parts, f"seed {question.seed}"])
        )

    def target_text(self) -> str:
        low, high = (f"{rate * 100:g}" for rate in self.found.question.target)
        return f"{low} %" if low == high else f"{low}–{high} %"

    def sections(self) -> list[Section]:
        answer = Section(self.title(), (), self._answer())
        header = (*map(words, self.names), "players", subject(self.seat), "games", "")
        rows = [self._row(item) for item in self._shown()]
        seeds = {name: self.found.question.seed + step for name, step in _SEEDS.items()}
        each = f"{self.found.confidence * 100:g} % for all fresh intervals together"
        note = f"rates on fresh games (seed {seeds['fresh']}), others on search games (seed {seeds['search']}); {each}"
        return [answer, Section(note, header, rows)]

    def _answer(self) -> list[tuple[str, str]]:
        found = self.found
        lines = [] if self.reachable else [("reached", self._out_of_reach())]
        if self.band:
            undecided = [value for value in found.possible if value not in found.inside]
            lines.append(("inside for all" if len(found.question.players) > 1 else "inside", _list(found.inside)))
            lines += [("cannot say", _list(undecided))] if undecided else []
        else:
            lines += [("met by", self._met_by())] if self.reachable else []
            lines.append(("may be nearest", f"{_list(found.nearest)} (95 %)"))
        lines += self._bracket_lines()
        lines += [("best", f"{_text(found.best)}: {self._best_text()}"), *self._shape_lines()]
        lines += [("not playable", f"{_list(values)}: {reason}") for reason, values in self.dropped.items()]
        lines += [("left out", "values between those of the grid; narrow it with --range")] if self.thinned else []
        return [*lines, ("games", whole(found.games))]

    def _met_by(self) -> str:
        """Values whose rate cannot be told from the target; the brackets say where it falls if there is none."""
        games = whole(self.found.question.games)
        if self.found.possible:
            return f"{_list(self.found.possible)}, as far as {games} games can tell"
        return "no value" + (" for all player counts" if len(self.found.question.players) > 1 else "")

    def _out_of_reach(self) -> str:
        question = self.found.question
        who = "" if len(question.players) == 1 else f" with {', '.join(map(str, self.found.outside))} players"
        ranges = [
            f"{words(name)} {_list(sorted({(value[k],) for value in question.values}))}"
            for k, name in enumerate(self.names)
        ]
        return f"no: outside the rates of {' and '.join(ranges)}{who}"

    def _bracket_lines(self) -> list[tuple[str, str]]:
        several = len(self.found.brackets) > 1
        what = "middle between" if self.band else "target between"
        return [
            (f"{what}, {players} players" if several else what, " and ".join(map(_text, pair)))
            for players, pair in self.found.brackets.items()
            if len(pair) == 2
        ]

    def _best_text(self) -> str:
        seed = self.found.question.seed + FINAL
        rates = [
            f"{percent(item.rate, stats.Interval(item.low, item.high))}"
            + (f" with {item.players} players" if len(self.best_rates) > 1 else "")
            for item in self.best_rates
        ]
        return f"{', '.join(rates)} on {whole(self.best.games)} games of seed {seed}, which chose nothing"

    def _shape_lines(self) -> list[tuple[str, str]]:
        """How the rate moves with the knob, as far as looked."""
        found, name = self.found, words(self.names[0])
        lines = []
        for players, shape in found.shapes.items():
            who = f", {players} players" if len(found.shapes) > 1 else ""
            said = {RISES: f"rises with {name}", FALLS: f"falls with {name}", FLAT: f"no effect of {name} seen"}
            text = said.get(shape) or f"not monotone in {name}: {self._turns(players)}"
            looked = f"{len(found.shape_values)} values × {whole(found.question.look)} games"
            lines.append((f"shape{who}", f"{text} ({'whole range scanned' if found.scanned else looked})"))
        return lines

    def _turns(self, players: int) -> str:
        """Which pair of values moves which way."""
        rates = []
        for first, second in self.found.turns[players]:
            samples = self.found.search if self.found.search.played(Point(second, players)) else self.found.fresh
            up = samples.rate(Point(second, players)) > samples.rate(Point(first, players))
            rates.append(f"{'up' if up else 'down'} from {_text(first)} to {_text(second)}")
        return ", ".join(rates)

    def _shown(self) -> list[Rate]:
        """One knob: all; a grid: the confirmed combinations, nearest to the target first, at most 30."""
        if len(self.names) == 1:
            return self.curve
        middle = self.found.question.target.middle
        rows = [item for item in self.curve if item.games_of == "fresh"]
        return sorted(rows, key=lambda item: abs(item.rate - middle))[:30]

    def _row(self, item: Rate) -> list[str]:
        values = [item.value] if len(self.names) == 1 else item.value
        marks = ["best"] if item.value == plain(self.found.best) else []
        marks += [("inside" if self.band else "may be nearest")] if item.value in self.nearest else []
        marks += ["search"] if item.games_of == "search" else []
        rate = percent(item.rate, stats.Interval(item.low, item.high))
        return [*map(str, values), str(item.players), rate, whole(item.games), ", ".join(marks)]


_SEEDS = {"search": SEARCH, "fresh": FRESH, "final": FINAL}


def plain(value: Value) -> Any:
    """A value as JSON has it: a number, or a list of two."""
    return value[0] if len(value) == 1 else list(value)


def _text(value: Value) -> str:
    return " × ".join(map(str, value))


def _list(values: list[Value]) -> str:
    """`24, 25` or, of many neighbours, `10 to 20`."""
    if len(values) > 3 and len(values[0]) == 1 and len({*np.diff([value[0] for value in values])}) == 1:
        step = values[1][0] - values[0][0]
        return f"{values[0][0]} to {values[-1][0]}" + (f" in steps of {step}" if step > 1 else "")
    return ", ".join(map(_text, values)) or "none"


def _rate(samples: Samples, point: Point, games_of: str, confidence: float) -> Rate:
    low, high = samples.interval(point, confidence)
    return Rate(plain(point.value), point.players, samples.rate(point), low, high, samples.played(point), games_of)


def _without(row: dict[str, Any], *names: str) -> dict[str, Any]:
    return {key: value for key, value in row.items() if key not in names}

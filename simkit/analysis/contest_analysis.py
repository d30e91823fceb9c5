"""What the games of a contest say: rates, differences within the same games, ratings."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from simkit import stats
from simkit.analysis.contest_result import Difference, Rating, Score, SeatScore
from simkit.analysis.contests import PART, Contender, Contest, Pair, RoundRobin, SharedGames
from simkit.stats import Interval

MOST_KINDS = 20_000  # different deals the bootstrap draws from; more are drawn in bundles
BUNDLES = 10_000
REFITS = 500  # resamples whose ratings are fitted anew


def shared_games(running: SharedGames) -> tuple[list[Score], list[Difference]]:
    """Win rates (Wilson) and paired differences (Newcombe, McNemar) of a cooperative game."""
    number = len(running.won)
    wins = [int(count) for count in running.won.sum(axis=0)]
    scores = []
    for k, item in enumerate(running.contenders):
        interval = stats.wilson(wins[k], number)
        unfinished = int(running.unfinished[:, k].sum())
        scores.append(Score(item.label, _bot(item), number, float(wins[k]), wins[k] / number, *interval, unfinished))
    found = []
    for pair in running.pairs:
        both = int((running.won[:, pair.a] & running.won[:, pair.b]).sum())
        interval = stats.difference(wins[pair.a], wins[pair.b], number, both)
        p = stats.mcnemar(wins[pair.a] - both, wins[pair.b] - both)
        found.append((pair, (wins[pair.b] - wins[pair.a]) / number, interval, p))
    return scores, _adjusted(running, number, found)


def _bot(item: Contender) -> str:
    labels = [bot.label for bot in item.bots]
    return labels[0] if len(set(labels)) == 1 else ",".join(labels)


def _adjusted(running: Contest, number: int, found: Sequence[tuple[Pair, float, Interval, float]]) -> list[Difference]:
    adjusted = stats.holm([p for *_, p in found])
    labels = [item.label for item in running.contenders]
    return [
        Difference(labels[pair.a], labels[pair.b], gap, *interval, p, corrected, number * running.games(pair), number)
        for (pair, gap, interval, p), corrected in zip(found, adjusted, strict=True)
    ]


class Analysis:
    """Points, differences and ratings of a round-robin, each with its bootstrap interval over deals.

    sums: (cells,) sixtieths of a point.  draws: (resamples × cells), the same for resampled deals, in two ways: from
    the deals seen, and from these with the deals of `_champions`; an interval spans both.
    """

    def __init__(self, running: RoundRobin, seed: int) -> None:
        self.running = running
        self.number = len(running.points)
        self.sums = running.points.sum(axis=0, dtype=np.int64)
        self.draws = [stats.bootstrap_sums(*deals, seed) for deals in _deals(running)]

    def _rate(self, columns: Sequence[int]) -> tuple[int, float, float, Interval]:
        """Games, points, points a game and its interval, over these cells."""
        count = self.number * int(self.running.held[columns].sum())
        points = int(self.sums[columns].sum()) / PART
        draws = [drawn[:, columns].sum(axis=1) / PART / count for drawn in self.draws]
        return count, points, points / count, _span(draws, points / count)

    def scores(self) -> list[Score]:
        scores = []
        for k, item in enumerate(self.running.contenders):
            count, points, rate, interval = self._rate(self.running.columns(k))
            scores.append(Score(item.label, _bot(item), count, points, rate, *interval, self._unfinished(k)))
        return scores

    def _unfinished(self, contender: int) -> int:
        """Unfinished games of a contender, one for each seat it held."""
        held = [lineup.count(contender) for lineup in self.running.lineups]
        return int(self.running.unfinished.sum(axis=0) @ np.array(held))

    def seats(self) -> list[SeatScore]:
        found = []
        for k, item in enumerate(self.running.contenders):
            for seat in range(item.rules.players):
                count, points, rate, interval = self._rate(self.running.columns(k, seat=seat))
                found.append(SeatScore(item.label, seat, count, points, rate, *interval))
        return found

    def differences(self) -> list[Difference]:
        """Sign-flip test over deals for each pair."""
        found = []
        for pair in self.running.pairs:
            weights, scale = self.running.weights(pair)
            gaps = self.running.points @ weights
            gap = int(gaps.sum()) / scale / self.number
            interval = _span([drawn @ weights / scale / self.number for drawn in self.draws], gap)
            found.append((pair, gap, interval, stats.sign_flip(_count(gaps))))
        return _adjusted(self.running, self.number, found)

    def ratings(self) -> list[Rating]:
        """Ratings within each setting."""
        found = []
        for setting in dict.fromkeys(item.setting for item in self.running.contenders):
            members = [k for k, item in enumerate(self.running.contenders) if item.setting == setting]
            found += self._ratings_of(members)
        return found

    def _ratings_of(self, members: list[int]) -> list[Rating]:
        lineups = [n for n, lineup in enumerate(self.running.lineups) if lineup[0] in members]
        seats = np.array([[self.running.lineups[n].count(k) for k in members] for n in lineups])
        fold = self._fold(members, lineups)
        shape = (-1, *seats.shape)
        estimate = stats.plackett_luce((self.sums @ fold).reshape(shape)[0], seats)
        draws = [
            np.array([stats.plackett_luce(wins, seats, estimate) for wins in (drawn[:REFITS] @ fold).reshape(shape)])
            for drawn in self.draws
        ]
        intervals = [_span([drawn[:, k] for drawn in draws], float(estimate[k])) for k in range(len(members))]
        labels = [self.running.contenders[k].label for k in members]
        return [
            Rating(label, float(value), *interval)
            for label, value, interval in zip(labels, estimate, intervals, strict=True)
        ]

    def _fold(self, members: list[int], lineups: list[int]) -> np.ndarray:
        """(cells × line-up and member) that sums cells over seats, in points."""
        fold = np.zeros((len(self.running.cells), len(lineups) * len(members)))
        for column, cell in enumerate(self.running.cells):
            if cell.contender in members:
                fold[column, lineups.index(cell.lineup) * len(members) + members.index(cell.contender)] = 1 / PART
        return fold


def _count(values: np.ndarray) -> dict[int, int]:
    """Value → how often, in the smallest whole units."""
    found, counts = np.unique(values, return_counts=True)
    unit = int(np.gcd.reduce(found)) or 1
    return {int(value) // unit: int(count) for value, count in zip(found, counts, strict=True)}


def _span(draws: Sequence[np.ndarray], estimate: float) -> Interval:
    """From the lowest to the highest end of the percentile intervals."""
    intervals = [stats.percentile_interval(drawn, estimate) for drawn in draws]
    return Interval(min(item.low for item in intervals), max(item.high for item in intervals))


def _deals(running: RoundRobin) -> list[tuple[np.ndarray, np.ndarray, int]]:
    """What to resample from: (kinds × cells) points, how many there are of each, how many to draw.

    Where nearly every deal is different, bundles of deals are drawn instead.
    """
    number = len(running.points)
    kinds, counts = np.unique(running.points, axis=0, return_counts=True)
    if len(kinds) > MOST_KINDS:
        starts = np.arange(BUNDLES) * number // BUNDLES
        return [(np.add.reduceat(running.points.astype(np.int64), starts, axis=0), np.ones(BUNDLES), BUNDLES)]
    champions, shares = _champions(running)
    widened = np.concatenate([kinds, champions]), np.concatenate([counts, shares]), number
    return [(kinds, counts, number), widened]


def _champions(running: RoundRobin) -> tuple[np.ndarray, np.ndarray]:
    """For each contender a deal in which it wins everything, and how many of these are added to the deals seen.

    Without them a bot that never won, or never lost, would get an interval of no width.  One deal each makes up for the
    games it has not won yet, like the "rule of three".
    """
    deals = np.stack([running.champion(k) for k in range(len(running.contenders))])
    return deals, np.ones(len(deals))

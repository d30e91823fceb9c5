"""`simkit.compare` in a competitive game: round-robin with all seat rotations on the same deals."""

from __future__ import annotations

import functools
import itertools
from typing import Any

import numpy as np
import pytest

import simkit
from simkit import stats
from simkit.analysis.compare import Plan
from simkit.analysis.contest_analysis import Analysis
from simkit.analysis.contests import PART, RoundRobin, contest, lineups, rotations
from simkit.errors import InputError

GAME = "gleich_und_gleich"
DEALS = 300


def points(bots: str, **arguments: Any) -> np.ndarray:
    """(deals × seats) points of one seating, from `simkit.run`."""
    rows = simkit.run(GAME, games=DEALS, bots=bots, **arguments).rows
    won = (rows["winners"][:, None].astype(int) >> np.arange(len(bots.split(",")))) & 1
    return np.asarray(won / np.maximum(won.sum(axis=1, keepdims=True), 1))


@pytest.fixture(scope="module")
def three() -> Any:
    return simkit.compare(GAME, ["random", "greedy", "racer"], games=DEALS)


def test_each_pair_plays_each_deal_in_both_seatings() -> None:
    result = simkit.compare(GAME, ["greedy", "racer"], games=DEALS, seed=3)
    first, second = points("greedy,racer", seed=3), points("racer,greedy", seed=3)
    greedy, racer = result.scores
    assert greedy.points == pytest.approx(first[:, 0].sum() + second[:, 1].sum())
    assert racer.points == pytest.approx(first[:, 1].sum() + second[:, 0].sum())
    pair = result.differences[0]
    assert (pair.games, pair.pairs) == (2 * DEALS, DEALS)
    assert pair.difference == pytest.approx(racer.rate - greedy.rate)


def test_seats_add_up_to_bots_and_bots_to_games(three: Any) -> None:
    for score in three.scores:
        seats = [item for item in three.seats if item.contender == score.contender]
        assert sum(item.points for item in seats) == pytest.approx(score.points)
        assert sum(item.games for item in seats) == score.games
        assert len({item.games for item in seats}) == 1  # everyone sits everywhere equally often
    games = sum(item.games for item in three.scores) / 2
    assert games == 6 * DEALS
    unfinished = sum(item.unfinished for item in three.scores) / 2
    assert sum(item.points for item in three.scores) + unfinished == pytest.approx(games)


def test_the_stronger_bot_is_found(three: Any) -> None:
    ratings = {item.bot: item for item in three.ratings}
    assert ratings["random"].high < ratings["greedy"].low
    assert ratings["greedy"].high < ratings["racer"].low
    assert sum(item.rating for item in three.ratings) == pytest.approx(0, abs=1e-6)
    assert all(item.low > 0 and item.p_adjusted < 1e-6 for item in three.differences)


def test_a_bot_against_itself_gives_no_difference() -> None:
    """The same deal with the seats exchanged is the same game, so every deal is even."""
    result = simkit.compare(GAME, ["racer", "racer"], games=DEALS)
    pair = result.differences[0]
    assert (pair.difference, pair.p) == (0.0, 1.0)
    assert pair.low < 0 < pair.high
    assert [item.rating for item in result.ratings or []] == pytest.approx([0, 0], abs=1e-6)


def test_the_table_has_rates_and_ratings(three: Any) -> None:
    assert {"contender", "points", "rate", "low", "high", "rating", "rating_low", "rating_high"} <= set(three.table)
    assert len(three.seat_table) == 6
    assert three._repr_html_().count("<table>") == 3


def test_workers_change_nothing() -> None:
    one, two = (simkit.compare(GAME, ["greedy", "racer"], games=1500, workers=workers).as_dict() for workers in (1, 2))
    assert {**one, "seconds": 0} == {**two, "seconds": 0}


def test_the_sequential_test_takes_deals() -> None:
    result = simkit.compare(GAME, ["greedy", "racer"], games=5000, sprt=(0, 5))
    assert result.sprt is not None
    assert (result.sprt.decision, result.number) == ("H1", result.sprt.pairs)
    assert result.scores[0].games == 2 * result.number
    itself = simkit.compare(GAME, ["racer", "racer"], games=5000, sprt=(0, 5))
    assert itself.sprt is not None
    assert itself.sprt.decision == "H0"


@pytest.mark.parametrize("games", [1, 2])
def test_few_deals_give_wide_intervals(games: int) -> None:
    result = simkit.compare(GAME, ["random", "racer"], games=games, sprt=(0, 1))
    assert "nan" not in str(result.as_dict())
    assert result.differences[0].high - result.differences[0].low > 0.9
    assert result.ratings is not None
    assert all(np.isfinite((item.rating, item.low, item.high)).all() for item in result.ratings)


def test_a_setting_is_compared_with_the_same_bots_in_it() -> None:
    result = simkit.compare(GAME, ["greedy", "racer"], vs=["variant=quick"], games=DEALS)
    pairs = {(item.a, item.b): item for item in result.differences}
    across = pairs["racer", "racer variant=quick"]
    within = [pairs["greedy", "racer"], pairs["greedy variant=quick", "racer variant=quick"]]
    assert len(pairs) == 4
    assert across.difference == pytest.approx((within[1].difference - within[0].difference) / 2)
    assert across.games == 4 * DEALS


@pytest.mark.parametrize(("players", "games_a_deal"), [(3, 6), (4, 2), (5, 10)])
def test_two_bots_share_a_larger_table_evenly(players: int, games_a_deal: int) -> None:
    result = simkit.compare(GAME, ["greedy", "racer"], players=players, games=100)
    greedy, racer = result.scores
    assert greedy.games == racer.games == 100 * games_a_deal * players / 2
    assert result.differences[0].games == 100 * games_a_deal
    assert greedy.points + racer.points + (greedy.unfinished + racer.unfinished) / players == pytest.approx(
        100 * games_a_deal
    )
    assert result.differences[0].low > 0


@pytest.mark.parametrize(("bots", "players"), list(itertools.product(range(2, 6), range(2, 6))))
def test_line_ups_are_fair(bots: int, players: int) -> None:
    """Every bot sits at every seat equally often, and every two meet equally often."""
    found = [seating for lineup in lineups(bots, players) for seating in rotations(lineup)]
    assert len(set(found)) == len(found)
    for seat in range(players):
        assert len({sum(seating[seat] == bot for seating in found) for bot in range(bots)}) == 1
    pairs = itertools.combinations(range(bots), 2)
    assert len({sum(a in seating and b in seating for seating in found) for a, b in pairs}) == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"bots": ["racer"], "vs": ["variant=quick"]}, "give two bots"),
        ({"bots": ["racer,greedy", "racer"]}, "one by one"),
        ({"bots": ["racer", "nobody"]}, "unknown bot"),
    ],
)
def test_what_cannot_be_compared_is_answered(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        simkit.compare(GAME, **arguments)


@functools.cache
def two_bots() -> list[Any]:
    return Plan(GAME, ["greedy", "racer"], [], None, None, 0.05, 0.05, 1, None, {}).contenders


def drawn(shares: np.ndarray, deals: int, random: np.random.Generator) -> RoundRobin:
    """A round-robin of two bots whose deals are drawn: the first wins both games, one at seat 0, at seat 1, none."""
    running = contest(GAME, two_bots(), 1)
    assert isinstance(running, RoundRobin)
    first = {cell.seat: column for column, cell in enumerate(running.cells) if cell.contender == 0}
    second = {cell.seat: column for column, cell in enumerate(running.cells) if cell.contender == 1}
    kinds = np.zeros((4, 4), np.int16)
    for kind, (at_0, at_1) in enumerate([(1, 1), (1, 0), (0, 1), (0, 0)]):
        kinds[kind, first[0]], kinds[kind, second[1]] = PART * at_0, PART * (1 - at_0)
        kinds[kind, first[1]], kinds[kind, second[0]] = PART * at_1, PART * (1 - at_1)
    running.points = kinds[random.choice(4, deals, p=shares)]
    running.unfinished = np.zeros((deals, 1), np.int16)
    return running


@pytest.mark.slow
@pytest.mark.parametrize("deals", [100, 1000])
@pytest.mark.parametrize(
    "shares",
    [(0.25, 0.25, 0.25, 0.25), (0.6, 0.2, 0.1, 0.1), (0.9, 0.04, 0.04, 0.02), (0.98, 0.01, 0.01, 0.0)],
    ids=str,
)
def test_bootstrap_intervals_cover(shares: tuple[float, ...], deals: int) -> None:
    random, runs = np.random.default_rng(8), 200
    rate = shares[0] + (shares[1] + shares[2]) / 2
    hits = {"rate": 0, "difference": 0, "seat": 0}
    for run in range(runs):
        analysis = Analysis(drawn(np.array(shares), deals, random), run)
        score, gap, seat = analysis.scores()[0], analysis.differences()[0], analysis.seats()[0]
        hits["rate"] += score.low - 1e-9 <= rate <= score.high + 1e-9
        hits["difference"] += gap.low - 1e-9 <= 1 - 2 * rate <= gap.high + 1e-9
        hits["seat"] += seat.low - 1e-9 <= shares[0] + shares[1] <= seat.high + 1e-9
    assert all(count / runs >= 0.95 - 3 * (0.95 * 0.05 / runs) ** 0.5 for count in hits.values()), hits


def test_a_seldom_winner_gets_an_interval_around_its_rate() -> None:
    """The deals added for bots that never lost do not drown the few that were won."""
    analysis = Analysis(drawn(np.array([0.997, 0.0015, 0.0015, 0.0]), 10_000, np.random.default_rng(3)), 1)
    loser = analysis.scores()[1]
    assert 10 <= loser.points <= 60
    expected = stats.wilson(loser.points, loser.games)
    assert loser.low == pytest.approx(expected.low, rel=0.15)
    assert loser.high == pytest.approx(expected.high, rel=0.15)


@pytest.mark.slow
def test_rating_intervals_cover() -> None:
    random, runs = np.random.default_rng(9), 40
    rate = 0.7
    gap = 400 * np.log10(rate / (1 - rate)) / 2
    hits = 0
    for run in range(runs):
        rating = Analysis(drawn(np.array([0.55, 0.15, 0.15, 0.15]), 300, random), run).ratings()[0]
        hits += rating.low <= gap <= rating.high
    assert hits / runs >= 0.85

"""The shipped bots: `simple` plays the rule its docstring describes and lands where the rulebook says."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

from simkit import run, stats
from simkit.api import make_match
from simkit.bots import shipped_names
from simkit.games.seilschaft.state import Reason
from simkit.traces import traces
from tests.reference import Replay, Stream
from tests.reference import seilschaft as oracle

PUBLISHED = {"leicht": 0.88, "normal": 0.79, "schwer": 0.54, "profi": 0.44}
BARS = {"leicht": 0.90, "normal": 0.84, "schwer": 0.70, "profi": 0.61}  # of the better bot
FEW = 20_000


@pytest.fixture(scope="module")
def rows():
    """Outcomes of the simple strategy on every level."""
    return {level: run("seilschaft", level=level, games=FEW, seed=2).rows for level in PUBLISHED}


@pytest.mark.parametrize("level", PUBLISHED)
def test_simple_wins_about_as_often_as_published(rows, level):
    interval = stats.wilson(int((rows[level]["reason"] == Reason.RIDGE_OPEN).sum()), FEW)
    assert interval.low > PUBLISHED[level] - 0.02 - interval.half_width
    assert interval.high < PUBLISHED[level] + 0.02 + interval.half_width


@pytest.mark.slow
@pytest.mark.parametrize("level", PUBLISHED)
def test_simple_is_within_two_points_of_the_published_rate(level):
    interval = run("seilschaft", level=level, games=200_000).interval
    assert PUBLISHED[level] - 0.02 < interval.low
    assert interval.high < PUBLISHED[level] + 0.02


@pytest.mark.parametrize("level", PUBLISHED)
def test_the_three_rounds_do_not_suffice_in_fewer_than_one_of_a_hundred_games(rows, level):
    assert stats.wilson(int((rows[level]["reason"] == Reason.ROUNDS_OVER).sum()), FEW).high < 0.01


@pytest.mark.parametrize("level", PUBLISHED)
def test_losses_are_almost_always_falls(rows, level):
    lost = rows[level][rows[level]["reason"] != Reason.RIDGE_OPEN]
    assert stats.wilson(int((lost["reason"] == Reason.FALL).sum()), len(lost)).low > 0.95


def test_most_wins_fall_in_round_two(rows):
    won = np.concatenate([row["round"][row["reason"] == Reason.RIDGE_OPEN] for row in rows.values()])
    counts = np.bincount(won, minlength=4)
    assert counts[2] > counts[1] > counts[3]


def test_levels_get_harder_from_leicht_to_profi(rows):
    won = [int((rows[level]["reason"] == Reason.RIDGE_OPEN).sum()) for level in PUBLISHED]
    assert won == sorted(won, reverse=True)


def test_simple_beats_random_by_far():
    assert run("seilschaft", bots="random", games=2000).interval.high < 0.15


@pytest.mark.slow
@pytest.mark.parametrize("level", BARS)
def test_careful_is_better_than_its_bar(level):
    if "careful" not in shipped_names("seilschaft"):
        pytest.skip("no bot careful yet")
    assert run("seilschaft", level=level, bots="careful", games=100_000).interval.low > BARS[level]


# --- the rule of the docstring once more, in slow and plain Python


class SimplePlayer:
    """The rulebook's simple strategy; gives every card that is best."""

    def __init__(self, rules):
        self.rules, self.steps = rules, rules["steps"]

    def worth(self, view, winner, pulled):
        end = len(view["ridge"]) - 1
        target = view["coin"] + (pulled if winner == 1 else -pulled)
        beyond = not 0 <= target <= end
        if beyond and not view["ropes"]:
            return -100.0
        stop = min(max(target, 0), end)
        return (view["ridge"][stop] is None) - 0.5 * beyond - 0.05 * abs(stop - end // 2)

    def result(self, view, leader, lead, follow):
        winner = 1 - leader if oracle.follower_wins(lead, follow, view["trump"]) else leader
        return self.worth(view, winner, self.steps[lead[0]] + self.steps[follow[0]])

    def follow_value(self, view, card):
        return self.result(view, 1 - view["seat"], view["lead"], card)

    def lead_value(self, view, card):
        seen = {*view["hand"], *view["played"], *filter(None, view["ridge"])}
        unseen = [other for other in oracle.DECK if other not in seen]
        answers = [other for other in unseen if other[1] == card[1]] or unseen
        return sum(self.result(view, view["seat"], card, other) for other in answers) / len(answers)

    def best(self, decision, view, options):
        value = self.follow_value if decision == "follow" else self.lead_value
        values = {card: value(view, card) for card in options}
        return {card for card in options if values[card] > max(values.values()) - 1e-6}


class Judge:
    """Replays a recorded game and compares each move with the rule."""

    def __init__(self, recorded, rules, played):
        self.replay = Replay(recorded, oracle.ANSWERS, played)
        self.player = SimplePlayer(rules)
        self.judged = 0

    def choose(self, decision, view, options):
        choice = self.replay.choose(decision, view, options)
        assert choice in self.player.best(decision, view, options), (decision, view, choice)
        self.judged += 1
        return choice


@pytest.mark.parametrize("level", PUBLISHED)
def test_every_move_of_simple_is_a_best_one_by_the_rule_of_its_docstring(level):
    judged = 0
    for events in traces(make_match("seilschaft", level=level, seed=13), 0, 60):
        head = events[0]
        game = oracle.Game(
            head["rules"], 2, (), head["assumptions"], None, partial(Stream, head["seed"], head["index"])
        )
        judge = Judge(events, head["rules"], game.events)
        game.choosers = [judge] * 2
        game.play()
        judged += judge.judged
    assert judged > 500


def test_simple_breaks_ties_at_random():
    """On the first lead of a hand several cards are equally good; not always the same of them is played."""
    places = set()
    for events in traces(make_match("seilschaft", seed=14), 0, 200):
        deal, trick = events[2], events[3]
        places.add(deal["hands"][trick["leader"]].index(trick["lead"]))
    assert len(places) > 8

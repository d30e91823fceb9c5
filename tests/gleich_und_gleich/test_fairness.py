"""No bot sees another hand or the order of the draw pile."""

from __future__ import annotations

import random
from typing import Any

import pytest

from simkit.bots import find_bot
from simkit.games.core import View
from simkit.games.gleich_und_gleich.packed import get, one, total
from tests.fairness import assert_blind
from tests.gleich_und_gleich.table import GAME, Table, rules_of

BOTS = ("random", "greedy", "racer", "best")
POSITIONS = 150
PLAYING = -1


def deal_hidden_cards_anew(state: Any, seat: int, dice: random.Random) -> None:
    """Shuffle together the draw pile and what nobody has seen of the other hands, and deal it out again."""
    hidden, table = state.hidden, state.table
    pile = range(hidden.pile_size - table.draw_pile, hidden.pile_size)
    others = [k for k in range(5) if k != seat]
    unknown = [int(state.seats[k].hand - table.known[k]) for k in others]
    pool = [int(hidden.pile[place]) for place in pile]
    pool += [s for hand in unknown for s in range(8) for _ in range(get(hand, s))]
    dice.shuffle(pool)
    for place in pile:
        hidden.pile[place] = pool.pop()
    for k, hand in zip(others, unknown, strict=True):
        state.seats[k].hand = table.known[k] + sum(one(pool.pop()) for _ in range(total(hand)))
    assert not pool


@pytest.mark.parametrize(("players", "settings"), [(2, {}), (3, {"variants": ("quick",)}), (5, {"preset": "cubirds"})])
def test_dealing_hidden_cards_anew_changes_no_view_and_no_choice(players, settings):
    bots = [find_bot(GAME, name) for name in BOTS]
    table = Table(rules_of(players=players, **settings))
    dice = random.Random(players)
    changed = 0
    for index in range(POSITIONS):
        table.start(7, index)
        set_weights(table, bots[index % len(bots)])
        changed += play_on(table, bots, index, dice)
    assert changed > 2 * POSITIONS


def set_weights(table: Table, bot: Any) -> None:
    for seat in table.state.seats:
        seat.weights[: len(bot.weights)] = list(bot.weights.values())


def play_on(table: Table, bots: list[Any], index: int, dice: random.Random) -> int:
    """Play a random number of decisions, then deal anew for the bot about to be asked."""
    bot = bots[index % len(bots)]
    for _ in range(dice.randrange(60)):
        if table.act(bot.decide(table.view(), int(table.table.decision))) != PLAYING:
            table.start(8, index)
    seat = int(table.table.player)

    def view_of(state: Any) -> View:
        return View(state.table, state.seats[seat], table.packed_rules)

    def redeal(state: Any, seed: int) -> None:
        deal_hidden_cards_anew(state, seat, random.Random(1000 * index + seed))

    return assert_blind(table.state, view_of, int(table.table.decision), redeal, [bot.decide])

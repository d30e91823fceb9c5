"""No bot of Side by Side gains anything from the other hands, the draw pile or the reserve."""

from __future__ import annotations

import random

import pytest

from simkit.api import make_match
from simkit.bots import shipped_names
from simkit.games.side_by_side.state import PILE_END, Decision
from tests.fairness import assert_blind
from tests.positions import Positions

GAME = "side_by_side"
QUESTIONS = 60  # a seat is asked about six times a mission


def cards_of(mask):
    return [card for card in range(54) if int(mask) >> card & 1]


def redeal(position, state, dice):
    """Deal anew, in place: the other hands, both piles, the others' private things, the engine's stream."""
    table, hidden, rules = state.table, state.hidden, position.rules
    seen = int(state.seats[position.seat].hand | table.no_mans_land | table.removed)
    for seat in range(rules.players):
        seen |= int(table.setbacks[seat])
    unseen = cards_of(int(rules.deck) & ~seen)
    dice.shuffle(unseen)
    reserve_end = PILE_END + int(rules.cards - rules.draw_pile)
    for place in range(PILE_END - int(table.draw_size), PILE_END):
        hidden.cards[place] = unseen.pop()
    for place in range(reserve_end - int(table.reserve_size), reserve_end):
        hidden.cards[place] = unseen.pop()
    for seat in range(rules.players):
        if seat != position.seat:
            other = state.seats[seat]
            other.hand = sum(1 << unseen.pop() for _ in range(int(table.hand_sizes[seat])))
            other.memory[:] = [dice.getrandbits(40) for _ in other.memory]
            other.scratch[:] = [dice.random() for _ in other.scratch]
            other.stream[:] = [dice.getrandbits(64) for _ in range(4)]
    hidden.stream[:] = [dice.getrandbits(64) for _ in range(4)]
    hidden.noted[:] = [dice.getrandbits(40) for _ in hidden.noted]
    assert not unseen


def check(position, times=4):
    """The seat's view and the bot's choice stay the same when all that the seat cannot see is dealt anew."""

    def other_cards(state, seed):
        redeal(position, state, random.Random(seed))

    bots = [position.bot.decide]
    assert assert_blind(position.state, position.view_of, position.decision, other_cards, bots, times) == times


HABITS = [name for name in shipped_names(GAME) if name not in ("random", "simple", "careful")]
TABLES = [(bot, players) for bot in ("random", "simple", "careful") for players in (2, 3, 5)]
TABLES += [(bot, 4) for bot in HABITS]


@pytest.mark.parametrize(("bot", "players"), TABLES)
def test_a_bot_decides_the_same_whatever_the_hidden_cards_are(bot, players):
    variants = ("letters_from_home", "open_support") if players == 3 else ()
    match = make_match(GAME, players=players, variants=variants, bots=bot, seed=11)
    for position in Positions(match).sample(100, QUESTIONS, random.Random(f"{bot} {players}")):
        check(position)


def test_the_positions_are_of_every_kind():
    match = make_match(GAME, players=4, bots="random", seed=12, set={"min_morale_drop": 1})
    positions = Positions(match).sample(400, 30, random.Random(1))
    assert {position.decision for position in positions} == set(Decision)


def test_another_players_card_shown_on_the_table_would_be_found():
    """The test of the test."""
    match = make_match(GAME, bots="random", seed=1)
    for position in Positions(match).sample(20, 8, random.Random(1)):
        other = (position.seat + 1) % 3

        def careless(state, seed, position=position, other=other):
            redeal(position, state, random.Random(seed))
            state.table.removed = state.seats[other].hand

        if position.state.table.hand_sizes[other] > 2:
            with pytest.raises(AssertionError, match="hidden"):
                assert_blind(position.state, position.view_of, position.decision, careless, [position.bot.decide])

"""No bot of Seilschaft gains anything from the partner's hand, the cards aside or the face-down ridge."""

from __future__ import annotations

import random

import pytest

from simkit.api import make_match
from simkit.bots import shipped_names
from simkit.traces import trace
from tests.fairness import assert_blind
from tests.positions import Position, Positions
from tests.seilschaft.table import Table, mask_of, rules_of

DECK = [suit * 16 + rank for suit in range(4) for rank in range(13)]
QUESTIONS = 20  # a seat is asked once a trick


def cards_of(mask):
    return [card for card in DECK if mask >> card & 1]


def check(position, times=5):
    """The seat's view and the bot's choice stay the same when all that the seat cannot see is dealt anew."""

    def other_cards(state, seed):
        redeal(position, state, random.Random(seed))

    bots = [position.bot.decide]
    assert assert_blind(position.state, position.view_of, position.decision, other_cards, bots, times) == times


def redeal(position, state, dice):
    """Deal anew, in place: cards, the partner's private things, the deck's stream."""
    seat = position.seat
    table, hidden, partner = state.table, state.hidden, state.seats[1 - seat]
    opened = position.rules.open_hands
    seen = int(state.seats[seat].hand) | int(table.played) | int(table.ridge_cards)
    seen |= int(partner.hand) if opened else 0
    unseen = [card for card in DECK if not seen >> card & 1]
    dice.shuffle(unseen)
    if not opened:
        partner.hand = sum(1 << unseen.pop() for _ in cards_of(int(partner.hand)))
    for place in range(position.rules.ridge_length):
        if not table.turned >> place & 1:
            hidden.ridge[place] = unseen.pop()
    for pile in (hidden.stock, hidden.deck):
        pile[:] = dice.sample([int(card) for card in pile], len(pile))
    for stream in (hidden.stream, partner.stream):
        stream[:] = [dice.getrandbits(64) for _ in range(4)]
    partner.memory[:] = [dice.getrandbits(40) for _ in partner.memory]
    partner.scratch[:] = [dice.random() for _ in partner.scratch]


@pytest.mark.parametrize("level", ["leicht", "profi"])
@pytest.mark.parametrize("bot", shipped_names("seilschaft"))
def test_a_bot_decides_the_same_whatever_the_hidden_cards_are(bot, level):
    match = make_match("seilschaft", level=level, bots=bot, seed=11)
    for position in Positions(match).sample(200, QUESTIONS, random.Random(f"{bot} {level}")):
        check(position)


@pytest.mark.parametrize("bot", shipped_names("seilschaft"))
def test_with_open_hands_the_partners_hand_counts_as_seen(bot):
    match = make_match("seilschaft", variants=["open_hands"], bots=bot, seed=12)
    for position in Positions(match).sample(100, QUESTIONS, random.Random(bot)):
        partner = 1 - position.seat
        assert position.state.table.shown[partner] == position.state.seats[partner].hand
        check(position)


def test_the_partners_hand_laid_on_the_table_would_be_found():
    """The test of the test."""
    positions = Positions(make_match("seilschaft", bots="random", seed=1)).sample(30, 8, random.Random(1))
    assert all(shows_the_partners_hand(position) for position in positions)


def shows_the_partners_hand(position: Position) -> bool:
    """Whether `check` fails when the partner's hand is laid on the table."""
    partner = 1 - position.seat

    def careless(state, seed):
        redeal(position, state, random.Random(seed))
        state.table.shown[partner] = state.seats[partner].hand

    try:
        assert_blind(position.state, position.view_of, position.decision, careless, [position.bot.decide])
    except AssertionError:
        return True
    return False


def test_the_same_moves_on_other_hidden_cards_leave_the_same_table():
    """What the engine writes on the table follows from what was played and turned up, from nothing else."""
    dice = random.Random(2)
    match = make_match("seilschaft", level="leicht", bots="random", seed=4)
    for index in range(100):
        events = trace(match, index)
        tricks = [event for event in events if event["event"] == "trick" and event["round"] == 1][: dice.randint(1, 12)]
        ours, other = hidden_cards_exchanged(events, tricks, dice)
        assert played_table(*ours, tricks) == played_table(*other, tricks)


def hidden_cards_exchanged(events, tricks, dice):
    """(ridge, hands) as dealt, and another deal under which the same tricks can be played before Anna's eyes."""
    ridge, hands = events[1]["ridge"], events[2]["hands"]
    opened = {4} | {trick["coin"] for trick in tricks if trick["revealed"]}
    played = [[trick["lead" if trick["leader"] == seat else "follow"] for trick in tricks] for seat in range(2)]
    voids = {t["lead"][1] for t in tricks if t["leader"] == 0 and t["follow"][1] != t["lead"][1]}
    kept = [card for card in hands[1] if card not in played[1]]
    hidden = [card for card in (*kept, *events[2]["aside"]) if card[1] not in voids]
    hidden += [card for i, card in enumerate(ridge) if i not in opened and card[1] not in voids]
    dice.shuffle(hidden)
    bens = played[1] + [hidden.pop() for _ in kept]
    rest = [card for i, card in enumerate(ridge) if i not in opened and card[1] in voids] + hidden
    other = [card if i in opened else rest.pop(0) for i, card in enumerate(ridge)]
    return (ridge, hands), (other, [hands[0], bens])


def played_table(ridge, hands, tricks):
    """The bytes of table and Anna's seat after the tricks."""
    table = Table(" ".join(ridge), leader=tricks[0]["leader"], rules=rules_of("leicht"))
    played = [[trick["lead" if trick["leader"] == seat else "follow"] for trick in tricks] for seat in range(2)]
    table.play_by(*(" ".join(cards) for cards in played), tricks=len(tricks), hands=[" ".join(hand) for hand in hands])
    assert table.state.seats[0].hand == mask_of(set(hands[0]) - set(played[0]))
    return table.state.table.tobytes(), table.state.seats[0].tobytes()

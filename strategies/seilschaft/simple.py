"""Simple: the rulebook's simple strategy, one trick ahead, blind to the partner's thoughts.

Source: "Computersimulation mit einer einfachen Strategie – jeder sieht nur seine eigene Hand, keiner redet" (rulebook,
Schwierigkeitsstufen).  The rule, playable at a table:

What a pull is worth, given who wins the trick and how many steps it makes:
  over an end with no rope left                        −100 and nothing else
  else: a face-down card is turned up                  +1
        a rope is spent (the coin stops on the end)    −0.5
        each position between the coin and the camp    −0.05

Answering, every legal card has one result: play the card whose pull is worth most.

Leading, look at the unseen cards: those not in your hand, not played this round, not face up on the ridge.  If some
of them are of the suit you would lead, exactly these may answer; if none is, any unseen card may, and an unseen trump
wins.  All that may answer are equally likely.  Play the card whose pull is worth most on average.

Among equal cards choose at random.
"""

from simkit.games.seilschaft.helpers import (
    count,
    legal_cards,
    lowest,
    random_card,
    stop_after,
    suit_cards,
    unseen_cards,
    winning_follows,
)

WEIGHTS = {"revealed": 1.0, "fall": -100.0, "rope": -0.5, "away": -0.05}

TIE = 1e-9
WORST = -1e9
LOST = 16  # scratch[pulled] holds the worth if I win, scratch[LOST + pulled] if my partner does


def worth(view, winner, pulled):
    """What it is worth if `winner` pulls `pulled` steps."""
    table = view.table
    end = view.rules.ridge_length - 1
    target = stop_after(view, winner, pulled)
    stop = min(max(target, 0), end)
    if stop != target and table.ropes == 0:
        return view.weights.fall
    value = view.weights.away * abs(stop - end // 2)
    if stop != target:
        value += view.weights.rope
    if not table.turned >> stop & 1:
        value += view.weights.revealed
    return value


def lead(view):
    fill_worths(view)
    unseen = unseen_cards(view)
    hand = view.me.hand
    best, ties = WORST, 0
    while hand:
        card = lowest(hand)
        suit = suit_cards(card >> 4)
        answers = unseen & suit
        losing = answers & ((1 << card) - 1)
        if answers == 0:
            answers = unseen
            losing = unseen & ~winning_follows(card, view.table.trump)
        equal = hand & suit & equals(view, card, unseen & suit)
        hand &= ~equal
        value = average_worth(view, view.rules.steps[card & 15], losing, answers & ~losing)
        ties = equal if value > best + TIE else (ties | equal if value > best - TIE else ties)
        best = max(best, value)
    return random_card(view, ties)


def fill_worths(view):
    """Write down what each number of steps is worth, for either winner."""
    me = view.me.seat
    for pulled in range(2 * view.rules.max_steps + 1):
        view.me.scratch[pulled] = worth(view, me, pulled)
        view.me.scratch[LOST + pulled] = worth(view, 1 - me, pulled)


def equals(view, card, unseen_of_suit):
    """Cards from `card` upwards with its steps and no unseen card between: they do the same."""
    above = unseen_of_suit & -(1 << card)
    below_next = (above & -above) - 1  # all bits if no unseen card is above
    return view.rules.step_cards[view.rules.steps[card & 15]] & below_next & -(1 << card)


def average_worth(view, led_steps, losing, winning):
    """Average over all answers; a result depends on winner and steps alone, so equal cards are counted."""
    total = 0.0
    for steps in range(view.rules.max_steps + 1):
        cards = view.rules.step_cards[steps]
        total += count(losing & cards) * view.me.scratch[led_steps + steps]
        total += count(winning & cards) * view.me.scratch[LOST + led_steps + steps]
    return total / count(losing | winning)


def follow(view):
    me = view.me.seat
    led_steps = view.rules.steps[view.table.lead & 15]
    legal = legal_cards(view)
    winning = winning_follows(view.table.lead, view.table.trump)
    best, ties = WORST, 0
    for steps in range(view.rules.max_steps + 1):
        for wins in range(2):
            cards = legal & view.rules.step_cards[steps] & (winning if wins else ~winning)
            if cards:
                value = worth(view, me if wins else 1 - me, led_steps + steps)
                ties = cards if value > best + TIE else (ties | cards if value > best - TIE else ties)
                best = max(best, value)
    return random_card(view, ties)

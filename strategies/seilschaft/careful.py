"""Careful: foresees what the partner would choose and keeps the cards that steer.

The idea is a chance of winning after every pull, seen from the position alone, corrected by the cards kept.

1. *Chance after a pull* (`outcome`).  Over an end without a rope 0, the whole ridge open 1, the last trick of the last
   round otherwise 0.  Else a logistic value of what both players see: how many ridge cards are still closed and whether
   the ends are among them, how near the coin is to an end that it could be pulled over, closed cards one to four steps
   away on either side, ropes left, tricks left.  It is seen by the player who leads next; `home` is their end, `away`
   the other's.  Terms named `bare` count without a rope, `rope` with one; `late` grows as hands shrink, for few cards
   cannot steer.
2. *Cards kept.*  Four numbers say what the own hand can still do: `zeros`, the share of cards that pull nothing;
   `highs`, the share that pull two or more; `brakes`, the share of suits held with a card that pulls nothing;
   `no_master`, 1 if in no suit the own highest card beats all unseen ones.  Each counts by who leads next, and more
   the nearer the coin is to my or my partner's end: leading at my end wants cards that pull nothing, at the
   partner's end a master; answering wants brakes.  So high cards are shed where they do no harm.
3. *Answering*: the legal card with the best chance.
4. *Leading*: the partner answers with the best of what they hold.  Group the unseen cards (without suits they have
   shown to be out of) by winner and steps, sort the groups by chance and walk down: a group is played with the
   probability that no better card is held and one of the group is.  First the led suit, then, if they have none, all
   other cards.  With open hands the unseen cards are the partner's hand and the walk is exact.

Equal cards at random.  One set of weights for all levels, found by regression on played games and then by search on
the win rate over seeds from 5,000,000 on, which no report uses.
"""

from math import exp, log

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

WEIGHTS = {
    # the position
    "bias": 1.052,
    "closed": -0.1615,
    "log_closed": -0.831,
    "home_down": -0.4332,
    "away_down": -1.132,
    "both_down": -0.2021,
    "away": -0.3645,
    "on_home": 0.09468,
    "bare_home": 1.324,
    "bare_away": 0.7759,
    "bare_on_home": -0.9192,
    "bare_on_away": -0.3677,
    "bare_home_down": -0.319,
    "bare_away_down": -0.6135,
    "home_2": 0.1938,
    "home_3": 0.09287,
    "away_1": -0.235,
    "away_2": -0.4752,
    "away_3": -0.3932,
    "away_4": 0.2126,
    "rope": 1.085,
    "second_rope": 0.8116,
    "hurry": -8.887,
    "round_left": 2.356,
    "late": 5.606,
    "late_home": -3.383,
    "late_away": -1.228,
    "bare_late": -0.4365,
    "bare_late_home": -2.757,
    "rope_ends_down": -0.1559,
    "rope_home_down_near": 0.9881,
    "bare_home_down_near": -0.09717,
    "bare_away_down_near": -1.215,
    "rope_both_down": -0.4762,
    # the cards kept: who leads next, near whose end, which number
    "partner_leads_always_zeros": 0.4293,
    "partner_leads_always_highs": -1.086,
    "partner_leads_always_brakes": 0.8963,
    "partner_leads_always_no_master": -0.1111,
    "partner_leads_mine_zeros": 0.3418,
    "partner_leads_mine_highs": -0.2045,
    "partner_leads_mine_brakes": 0.1639,
    "partner_leads_mine_no_master": 0.402,
    "partner_leads_theirs_zeros": -0.7444,
    "partner_leads_theirs_highs": 1.873,
    "partner_leads_theirs_brakes": -0.2715,
    "partner_leads_theirs_no_master": -0.3479,
    "i_lead_always_zeros": 0.2465,
    "i_lead_always_highs": -1.283,
    "i_lead_always_brakes": -0.03827,
    "i_lead_always_no_master": 0.2431,
    "i_lead_mine_zeros": 0.5993,
    "i_lead_mine_highs": 0.2608,
    "i_lead_mine_brakes": 1.129,
    "i_lead_mine_no_master": -0.4581,
    "i_lead_theirs_zeros": -0.1977,
    "i_lead_theirs_highs": 0.7747,
    "i_lead_theirs_brakes": -0.3365,
    "i_lead_theirs_no_master": -1.162,
    "rope_calm": 1.482,  # how much nearness to an end matters for them while a rope is left
}
FIRST_HAND_WEIGHT = list(WEIGHTS).index("partner_leads_always_zeros")

TIE = 1e-9
WORST = -1e9
SUIT = 0x1FFF
DECK_SIZE = 52

# Scratch: results of a pull by 9 · winner + steps, none-held probabilities, sorted groups of each step class.
CHANCE, SLOPE, NEAR_MINE, NEAR_THEIRS, NONE_HELD, ORDER = 0, 18, 36, 54, 72, 126
GROUPS = 10  # at most: two winners, five step classes


def lead(view):
    partner = 1 - view.me.seat
    rest = cards_of_partner(view)
    for suit in range(4):
        if view.table.voids[partner] >> suit & 1:
            rest &= ~suit_cards(suit)
    fill_outcomes(view)
    fill_none_held(view, rest)
    fill_orders(view)
    hand = view.me.hand
    best, ties = WORST, 0
    while hand:
        card = lowest(hand)
        equal = hand & equals(view, card, rest)
        hand &= ~equal
        value = lead_value(view, card, rest)
        ties = equal if value > best + TIE else (ties | equal if value > best - TIE else ties)
        best = max(best, value)
    return random_card(view, ties)


def follow(view):
    fill_outcomes(view)
    me, rest = view.me.seat, cards_of_partner(view)
    led_steps = view.rules.steps[view.table.lead & 15]
    winning = winning_follows(view.table.lead, view.table.trump)
    cards = legal_cards(view)
    best, ties = WORST, 0
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        winner = me if winning >> card & 1 else 1 - me
        kept = hand_numbers(view, view.me.hand & ~(1 << card), rest)
        value = chance_with_hand(view, winner, led_steps + view.rules.steps[card & 15], kept)
        ties = 1 << card if value > best + TIE else (ties | 1 << card if value > best - TIE else ties)
        best = max(best, value)
    return random_card(view, ties)


def cards_of_partner(view):
    """The cards the partner may hold: all unseen ones, or exactly theirs when hands are open."""
    return view.table.shown[1 - view.me.seat] if view.rules.open_hands else unseen_cards(view)


def equals(view, card, rest):
    """Cards of the suit from `card` upwards with its steps and no card of the partner's between: they do the same."""
    suit = suit_cards(card >> 4)
    above = rest & suit & -(1 << card)
    below_next = (above & -above) - 1  # all bits if none is above
    return suit & view.rules.step_cards[view.rules.steps[card & 15]] & below_next & -(1 << card)


# --- chance after a pull


def fill_outcomes(view):
    """Chance of winning after each pull, its slope (what one unit of log-odds from the hand is worth), and nearness."""
    for winner in range(2):
        for pulled in range(2 * view.rules.max_steps + 1):
            place = 9 * winner + pulled
            chance, slope, mine, theirs = outcome(view, winner, pulled)
            view.me.scratch[CHANCE + place] = chance
            view.me.scratch[SLOPE + place] = slope
            view.me.scratch[NEAR_MINE + place] = mine
            view.me.scratch[NEAR_THEIRS + place] = theirs


def outcome(view, winner, pulled):
    """(chance, slope, slope × nearness of my end, of the partner's end) if `winner` pulls so many steps."""
    table, rules = view.table, view.rules
    end = rules.ridge_length - 1
    target = stop_after(view, winner, pulled)
    coin, ropes = min(max(target, 0), end), table.ropes
    if coin != target:
        if ropes == 0:
            return 0.0, 0.0, 0.0, 0.0
        ropes -= 1
    turned = table.turned | 1 << coin
    if turned == (1 << rules.ridge_length) - 1:
        return 1.0, 0.0, 0.0, 0.0
    left = rules.hand_size - table.trick
    if left == 0 and table.round == rules.rounds:
        return 0.0, 0.0, 0.0, 0.0
    leader = winner if left else table.dealer  # this round's dealer leads the next round
    chance = 1.0 / (1.0 + exp(-log_odds(view, coin, turned, ropes, leader)))
    if left == 0:
        return chance, 0.0, 0.0, 0.0  # a new deal: the cards kept do not matter
    slope, reach = chance * (1.0 - chance), 2 * rules.max_steps
    edge = slope * (view.weights.rope_calm if ropes else 1.0)
    mine = end - coin if view.me.seat == 1 else coin
    return chance, slope, edge * near(mine, reach), edge * near(end - mine, reach)


def near(distance, reach):
    """1 on the end, falling to 0 at the longest pull."""
    return (reach - distance) / reach if distance < reach else 0.0


def closed_at(view, turned, position):
    """1 if a face-down ridge card lies there."""
    return 1 if 0 <= position < view.rules.ridge_length and not turned >> position & 1 else 0


def log_odds(view, coin, turned, ropes, leader):
    """Log-odds of winning from what both players see after the trick."""
    end, reach = view.rules.ridge_length - 1, 2 * view.rules.max_steps
    to_home = end - coin if leader == 1 else coin
    home, away = near(to_home, reach), near(end - to_home, reach)
    home_down = closed_at(view, turned, end if leader == 1 else 0)
    away_down = closed_at(view, turned, 0 if leader == 1 else end)
    odds = view.weights.bias + view.weights.away * away + view.weights.on_home * (to_home == 0)
    odds += view.weights.home_down * home_down + view.weights.away_down * away_down
    odds += view.weights.both_down * (home_down & away_down)
    odds += closed_odds(view, coin, turned, 1 if leader == 1 else -1) + time_odds(view, turned, ropes, home, away)
    if ropes == 0:
        odds += view.weights.bare_home * home + view.weights.bare_away * away
        odds += view.weights.bare_on_home * (to_home == 0) + view.weights.bare_on_away * (to_home == end)
        odds += (view.weights.bare_home_down + view.weights.bare_home_down_near * home) * home_down
        odds += (view.weights.bare_away_down + view.weights.bare_away_down_near * away) * away_down
        return odds
    odds += view.weights.rope + view.weights.second_rope * (ropes > 1)
    odds += view.weights.rope_ends_down * (home_down + away_down) + view.weights.rope_both_down * (
        home_down & away_down
    )
    return odds + view.weights.rope_home_down_near * home_down * home


def closed_odds(view, coin, turned, toward):
    """What the face-down cards are worth: how many, and which lie within reach; `toward` steps to the leader's end."""
    closed = view.rules.ridge_length - count(turned)
    odds = view.weights.closed * closed + view.weights.log_closed * log(closed)
    odds += view.weights.home_2 * closed_at(view, turned, coin + 2 * toward)
    odds += view.weights.home_3 * closed_at(view, turned, coin + 3 * toward)
    odds += view.weights.away_1 * closed_at(view, turned, coin - toward)
    odds += view.weights.away_2 * closed_at(view, turned, coin - 2 * toward)
    odds += view.weights.away_3 * closed_at(view, turned, coin - 3 * toward)
    return odds + view.weights.away_4 * closed_at(view, turned, coin - 4 * toward)


def time_odds(view, turned, ropes, home, away):
    """What the tricks left are worth: in this round, and for all the cards still closed."""
    rules = view.rules
    closed = rules.ridge_length - count(turned)
    left = rules.hand_size - view.table.trick
    tricks = left + (rules.rounds - view.table.round) * rules.hand_size
    odds = view.weights.hurry * closed / max(tricks, 1) + view.weights.round_left * left / rules.hand_size
    if left:
        odds += (view.weights.late + view.weights.late_home * home + view.weights.late_away * away) / left
        if ropes == 0:
            odds += (view.weights.bare_late + view.weights.bare_late_home * home) / left
    return odds


# --- the cards kept


def hand_numbers(view, hand, rest):
    """zeros, highs, brakes, no_master of the cards I would keep, against the cards the partner may hold."""
    size = count(hand)
    if size == 0:
        return 0.0, 0.0, 0.0, 0.0
    still, slow = view.rules.step_cards[0], view.rules.step_cards[1]
    zeros = count(hand & still)
    highs = size - zeros - count(hand & slow)
    held, brakes, masters = 0, 0, 0
    for suit in range(4):
        mine = hand >> 16 * suit & SUIT
        if mine:
            held += 1
            brakes += 1 if mine & (still >> 16 * suit) else 0
            masters += 1 if mine > (rest >> 16 * suit & SUIT) else 0
    deck_zeros, deck_highs = count(still), DECK_SIZE - count(still) - count(slow)
    return (
        zeros / size - deck_zeros / DECK_SIZE,
        highs / size - deck_highs / DECK_SIZE,
        brakes / held - 0.9,
        1.0 if masters == 0 else 0.0,
    )


def hand_odds(view, kept, i_lead, situation):
    """Log-odds of the cards kept; situation: 0 always, 1 near my end, 2 near the partner's."""
    first = FIRST_HAND_WEIGHT + 4 * (3 * i_lead + situation)
    weights = view.me.weights
    return (
        weights[first] * kept[0]
        + weights[first + 1] * kept[1]
        + weights[first + 2] * kept[2]
        + weights[first + 3] * kept[3]
    )


def chance_with_hand(view, winner, pulled, kept):
    """Chance after a pull, corrected by the cards I keep."""
    place, i_lead = 9 * winner + pulled, 1 if winner == view.me.seat else 0
    value = view.me.scratch[CHANCE + place]
    value += view.me.scratch[SLOPE + place] * hand_odds(view, kept, i_lead, 0)
    value += view.me.scratch[NEAR_MINE + place] * hand_odds(view, kept, i_lead, 1)
    return value + view.me.scratch[NEAR_THEIRS + place] * hand_odds(view, kept, i_lead, 2)


# --- what the partner answers


def fill_none_held(view, rest):
    """Chance that the partner holds none of k given cards of `rest`, for every k (hypergeometric)."""
    size, held = count(rest), count(view.me.hand)
    view.me.scratch[NONE_HELD] = 1.0
    for k in range(size):
        missing = (size - k - held) / (size - k) if size - k > held else 0.0
        view.me.scratch[NONE_HELD + k + 1] = view.me.scratch[NONE_HELD + k] * missing


def fill_orders(view):
    """For each step class of my card, the answers' groups (2 · steps + winner) from best to worst chance."""
    groups = 2 * (view.rules.max_steps + 1)
    for mine in range(view.rules.max_steps + 1):
        first = ORDER + GROUPS * mine
        for group in range(groups):
            chance = chance_of_group(view, mine, group)
            place = group
            while place > 0 and chance_of_group(view, mine, int(view.me.scratch[first + place - 1])) < chance:
                view.me.scratch[first + place] = view.me.scratch[first + place - 1]
                place -= 1
            view.me.scratch[first + place] = group


def chance_of_group(view, mine, group):
    return view.me.scratch[CHANCE + 9 * (group & 1) + mine + (group >> 1)]


def lead_value(view, card, rest):
    """Expected chance if I lead the card: the best answer the partner holds, first of the suit, then of all others."""
    suit, me = suit_cards(card >> 4), view.me.seat
    kept = hand_numbers(view, view.me.hand & ~(1 << card), rest)
    winning = winning_follows(card, view.table.trump)
    value, seen = 0.0, 0
    for cards in (rest & suit, rest & ~suit):
        theirs = cards & winning
        for group in range(2 * (view.rules.max_steps + 1)):
            choice = int(view.me.scratch[ORDER + GROUPS * view.rules.steps[card & 15] + group])
            winner, steps = choice & 1, choice >> 1
            number = count((cards & ~theirs if winner == me else theirs) & view.rules.step_cards[steps])
            if number:
                chance = view.me.scratch[NONE_HELD + seen] - view.me.scratch[NONE_HELD + seen + number]
                seen += number
                if chance > 0.0:
                    value += chance * chance_with_hand(view, winner, view.rules.steps[card & 15] + steps, kept)
    return value

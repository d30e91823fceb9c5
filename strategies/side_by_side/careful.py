"""Careful: weighs every action in cards got rid of, speaks early, minds the trap and the morale, agrees on pointing.

Words as in `simple`: *doubled*, *single*, *unseen* cards.  A card is *blocked* if a threat it adds is doubled.  *Share*
is what part of the unseen cards the others still in hold, so share × (unseen cards of a kind) is how many of them they
are expected to hold.  *Room* is how many more setbacks may come before the player without reaching the limit.
Numbers in italics are WEIGHTS.

1. On a turn the action with the highest score, in units of one threat card got rid of; of equals the first in this
   order, the lowest card first:
   a. a threat card that makes no third: 1, + *pair* if it shows two threats, − the price of each threat it adds.  The
      price of a threat: *double* + *others* × (share × unseen unblocked threat cards that show it) if it is single,
      else *first*; − *long* for each other own unblocked card that shows it (play the long threat first).  A Jack,
      while the pile is not empty: + *trap* − *failure* × the chance that the card turned up makes a third − *limit* ×
      the chance that it is a setback, if there is no room for one;
   b. a setback whose fear makes no third: *setback* − what it costs to keep (*fear* for a Queen, *stubborn* for that
      trait) − *setback_room* ÷ room (*limit* if there is none) − the price of the fear's threat;
   c. the joker, if No Man's Land is not empty: *joker* + the best relief.  The relief of removing a card: for each
      threat then no longer doubled, *free* × own cards that it alone blocks + *free_others* × (share × unseen cards
      that it alone blocks);
   d. the charm on a card: *charm* + its relief;
   e. a speech on the threat, not doubled or doubled, with most unseen cards that it lets go: the expected number of
      answers × *answer*, or × (*answer* + *answer_doubled*);
   f. withdrawing: 0 + *own_fear* × (share × unseen cards that show a doubled threat of which the player owns the fear).
   A Stubborn player left without any of these plays a joker, else the lowest card.
2. The leader deals as many as fit: ⌊(*space* × the threat cards No Man's Land can hold + *player* × players
   + *ready_charm* × ready charms + *coin* × speech coins in the players' hands − cards in all hands) ÷ players⌋; one
   more if that leaves at most *crumbs* cards in the pile.
3. Help is worth, for each setback that may be removed, *help* + what it costs to keep (20 more for a player at the
   limit), or *help_charm* for a used charm, if that is more.  The helped player takes what is worth most.
4. All point so that the player whose help is worth most, of equals the lowest seat, gets most (`_pointing.py`); if no
   plan works, left.  Two players point at each other.
5. Charms, answers and the joker's card as `simple`.
"""

import math

from simkit.games.side_by_side.helpers import (
    HELP_CHARM,
    JACKS,
    JOKERS,
    NONE,
    QUEENS,
    WITHDRAW,
    bit,
    blocked_cards,
    cards_in_hands,
    charm_targets,
    count,
    doubled_threats,
    has,
    is_in,
    least_intensity,
    left_of,
    lowest,
    may_ready_charm,
    may_speak,
    may_withdraw,
    most_intensity,
    most_removed,
    others_hold,
    play_card,
    single_threats,
    speak,
    speech_cards,
    threats_of,
    unseen_cards,
    use_charm,
)

from ._pointing import plan, planned

BASE = "simple"
WEIGHTS = {
    "pair": 0.17,
    "first": 0.12,
    "double": 0.19,
    "long": 0.24,
    "others": 0.03,
    "trap": 0.67,
    "failure": 9.49,
    "limit": 2.25,
    "joker": 1.01,
    "free": 1.5,
    "free_others": 0.75,
    "charm": -0.32,
    "answer": 0.98,
    "answer_doubled": 4.56,
    "setback": 1.04,
    "setback_room": 0.28,
    "fear": 0.01,
    "stubborn": 0.73,
    "own_fear": 0.33,
    "space": 0.86,
    "player": 1.21,
    "ready_charm": 0.49,
    "coin": 0.38,
    "crumbs": 2.7,
    "help": 0.71,
    "help_charm": 0.45,
}
NEVER = -1e9
LOST_WITHOUT_HELP = 20.0
PRICE, RELIEF = 0, 8  # places on the scratch paper, six numbers each


def act(view):
    doubled, unseen = doubled_threats(view), unseen_cards(view)
    share = others_hold(view) / count(unseen) if unseen != 0 else 0.0
    note_prices(view, doubled, unseen, share)
    best, most = best_threat_card(view, doubled, unseen)
    action, score = best_setback(view, doubled)
    if score > most:
        best, most = action, score
    if view.table.no_mans_land != 0:
        action, score = best_removal(view, doubled, unseen, share)
        if score > most:
            best, most = action, score
    action, score = best_speech(view, doubled, unseen)
    if score > most:
        best, most = action, score
    if may_withdraw(view) and withdrawal_score(view, doubled, unseen, share) > most:
        return WITHDRAW
    if best != NONE:
        return best
    jokers = view.me.hand & JOKERS
    return play_card(lowest(jokers if jokers != 0 else view.me.hand))


def note_prices(view, doubled, unseen, share):
    """Write down what it costs to add each threat that is not doubled."""
    paper = view.me.scratch
    single = single_threats(view)
    unblocked = view.rules.threat_cards & ~blocked_cards(view, doubled)
    for threat in range(6):
        if not has(doubled, threat):
            showing = unblocked & view.rules.shows[threat]
            mine = count(view.me.hand & showing)
            price = -view.weights.long * (mine - 1) if mine > 1 else 0.0
            if has(single, threat):
                price += view.weights.double + view.weights.others * share * count(unseen & showing)
            else:
                price += view.weights.first
            paper[PRICE + threat] = price


def price_of(view, threats):
    total = 0.0
    while threats != 0:
        total += view.me.scratch[PRICE + lowest(threats)]
        threats &= threats - 1
    return total


def best_threat_card(view, doubled, unseen):
    """The action and its score; NONE if every threat card would make a third."""
    best, most = NONE, NEVER
    cards = view.me.hand & view.rules.threat_cards & ~blocked_cards(view, doubled)
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        shown = threats_of(view, card)
        score = 1.0 - price_of(view, shown)
        if count(shown) > 1:
            score += view.weights.pair
        if has(JACKS, card) and view.table.draw_size > 0 and unseen != 0:
            score += trap_score(view, shown, doubled, unseen)
        if score > most:
            best, most = play_card(card), score
    return best, most


def trap_score(view, shown, doubled, unseen):
    """What the trap of a Jack that shows these threats is worth."""
    thirds = count(unseen & blocked_cards(view, doubled | (single_threats(view) & shown)))
    score = view.weights.trap - view.weights.failure * thirds / count(unseen)
    if room(view, view.me.seat) <= 0:
        score -= view.weights.limit * count(unseen & view.rules.setback_cards) / count(unseen)
    return score


def room(view, seat):
    """How many more setbacks may come before the player without reaching the limit."""
    return view.rules.setback_limit - 1 - count(view.table.setbacks[seat])


def keeping(view, card):
    """What a setback that stays before its owner costs."""
    if has(QUEENS, card):
        return view.weights.fear
    return view.weights.stubborn if has(view.rules.stubborn, card) else 0.0


def best_setback(view, doubled):
    """The action and its score; NONE without a setback whose fear makes no third."""
    best, most = NONE, NEVER
    left = room(view, view.me.seat)
    pressure = view.weights.setback_room / left if left > 0 else view.weights.limit
    cards = view.me.hand & view.rules.setback_cards & ~blocked_cards(view, doubled)
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        score = view.weights.setback - keeping(view, card) - pressure - price_of(view, threats_of(view, card))
        if score > most:
            best, most = play_card(card), score
    return best, most


def best_removal(view, doubled, unseen, share):
    """The joker or the charm on its best target, and the score."""
    best, most = NONE, NEVER
    jokers, targets = view.me.hand & JOKERS, charm_targets(view)
    if jokers == 0 and targets == 0:
        return best, most
    note_reliefs(view, doubled, unseen, share)
    if jokers != 0:
        best, most = play_card(lowest(jokers)), view.weights.joker + best_relief(view, doubled)
    while targets != 0:
        card = lowest(targets)
        targets &= targets - 1
        score = view.weights.charm + relief(view, card, doubled)
        if score > most:
            best, most = use_charm(card), score
    return best, most


def note_reliefs(view, doubled, unseen, share):
    """Write down what it is worth that each threat is doubled no longer."""
    paper = view.me.scratch
    for threat in range(6):
        paper[RELIEF + threat] = 0.0
        if has(doubled, threat):
            freed = speech_cards(view, threat) & ~blocked_cards(view, doubled & ~bit(threat))
            others = view.weights.free_others * share * count(unseen & freed)
            paper[RELIEF + threat] = view.weights.free * count(view.me.hand & freed) + others


def relief(view, card, doubled):
    """What it is worth that the card leaves No Man's Land."""
    ended = threats_of(view, card) & doubled
    total = 0.0
    while ended != 0:
        total += view.me.scratch[RELIEF + lowest(ended)]
        ended &= ended - 1
    return total


def best_relief(view, doubled):
    most = 0.0
    cards = view.table.no_mans_land
    while cards != 0:
        most = max(most, relief(view, lowest(cards), doubled))
        cards &= cards - 1
    return most


def best_speech(view, doubled, unseen):
    """The action and its score; NONE if no speech is possible or can help."""
    best, most = NONE, NEVER
    if not may_speak(view) or others_hold(view) == 0:
        return best, most
    worth = view.weights.answer
    for among in (63 & ~doubled, doubled):
        threat = commonest(view, unseen, among)
        if threat != NONE:
            score = worth * expected_answers(view, count(unseen & speech_cards(view, threat)) / count(unseen))
            if score > most:
                best, most = speak(threat), score
        worth += view.weights.answer_doubled
    return best, most


def commonest(view, unseen, among):
    """Of these threats the one with most unseen cards that a speech on it lets go; NONE if there are no such cards."""
    best, most = NONE, 0
    for threat in range(6):
        if has(among, threat):
            cards = count(unseen & speech_cards(view, threat))
            if cards > most:
                best, most = threat, cards
    return best


def expected_answers(view, part):
    """How many of the others still in have a card of which `part` of the unseen ones are."""
    expected, none, size = 0.0, 1.0, 0
    for seat in range(view.rules.players):
        if seat != view.me.seat and is_in(view, seat):
            if view.table.hand_sizes[seat] < size:
                none, size = 1.0, 0
            while size < view.table.hand_sizes[seat]:
                none *= 1.0 - part
                size += 1
            expected += 1.0 - none
    return expected


def withdrawal_score(view, doubled, unseen, share):
    """The others profit if own fears no longer count."""
    fears = view.table.setbacks[view.me.seat] >> lowest(QUEENS) & 15 & doubled
    total = 0.0
    while fears != 0:
        total += view.weights.own_fear * share * count(unseen & view.rules.shows[lowest(fears)])
        fears &= fears - 1
    return total


def intensity(view):
    players, pile = view.rules.players, view.table.draw_size
    coins = 0
    for seat in range(players):
        coins += view.table.speech_coins[seat]
    total = view.weights.space * space(view) + view.weights.player * players
    total += view.weights.ready_charm * count(view.table.charm_ready) + view.weights.coin * coins
    number = math.floor((total - cards_in_hands(view.table, view.rules)) / players)
    number = max(least_intensity(view), min(number, most_intensity(view)))
    if number < most_intensity(view) and pile - number * players <= view.weights.crumbs:
        number += 1
    return number


def space(view):
    """How many threat cards No Man's Land can hold, about: its places ÷ the threats a card shows; 7.8 as published."""
    shown, kinds = 0, 0
    for threat in range(6):
        cards = count(view.rules.shows[threat])
        shown += cards
        kinds += 1 if cards > 0 else 0
    places = kinds * (view.rules.threat_limit - 1)
    return places * count(view.rules.threat_cards) / shown if shown > 0 else 0.0


def best_help(view, seat):
    """What the player should take if helped, and what that is worth."""
    value, chosen = 0.0, 0
    setbacks = view.table.setbacks[seat]
    for _ in range(most_removed(view)):
        worst, most = NONE, NEVER
        rest = setbacks & ~chosen
        while rest != 0:
            card = lowest(rest)
            rest &= rest - 1
            if view.weights.help + keeping(view, card) > most:
                worst, most = card, view.weights.help + keeping(view, card)
        if worst == NONE or (most <= 0 and room(view, seat) >= 0):
            break
        chosen |= bit(worst)
        value += most
    if room(view, seat) < 0:
        value += LOST_WITHOUT_HELP
    if may_ready_charm(view, seat) and view.weights.help_charm > value:
        return HELP_CHARM, view.weights.help_charm
    return chosen, value


def help(view):
    chosen, _ = best_help(view, view.me.seat)
    return chosen


def point(view):
    seat = view.me.seat
    if view.rules.players == 2:
        return 1 - seat
    helped, most = NONE, -1.0
    for other in range(view.rules.players):
        _, value = best_help(view, other)
        if value > most and plan(view, other) != NONE:
            helped, most = other, value
    if helped == NONE:
        return left_of(view.rules, seat)
    return planned(view, helped, plan(view, helped), seat)

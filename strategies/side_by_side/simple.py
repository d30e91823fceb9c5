"""Simple: plays the safe card that shows most, then joker, charm, speech, a setback; else withdraws.

Words: a threat is *doubled* when one more makes it fail (fears of players still in counted), *single* when it stands
one below that.  A hand card is *playable* if none of the threats it adds is doubled (a Queen adds its fear) and, if it
is a Jack, at most one threat is doubled.  Kings, setback aces and jokers are never called playable.

1. Charms by seat: high, low, spades, hearts, diamonds; if that one is taken, the next free one of the row, then clubs.
2. The leader deals the largest number with (cards in all hands + number × players) at most players + 7, within what is
   allowed.
3. On a turn the first of these that applies:
   a. the playable threat card with most points: 10 for each threat it shows, −4 for each of them that is single, −5 for
      a Jack; of equals the lowest (ranks A 2 … K, then suits S H D C);
   b. the joker, if No Man's Land is not empty;
   c. the charm, if its threat is doubled and a card can be removed so that cards of the hand become playable: the one
      that makes most of them playable, of equals the lowest;
   d. a speech, if another player still in holds a card: the doubled threat (any threat, if none is doubled) with most
      unseen cards that a speech on it lets go;
   e. a setback whose fear makes no third, if that does not bring the player to the limit: the lowest, so a Queen
      before a King;
   f. withdraw.
   A Stubborn player who may not withdraw plays a joker, else uses the charm, else speaks of spades, else plays the
   lowest threat card, else the lowest setback, that makes no third, else the lowest card.
4. Answering a speech: the highest card allowed (Queen, Jack, 10, …).
5. The joker takes the card that makes most of the own hand playable, then shows most doubled threats, then most
   threats, then the lowest.
6. Pointing: at the neighbour with the greater need (2 for each setback, 1 for a used charm; the third friend has none),
   of equals at the left one.
7. Helped: with two setbacks or more, or one and a ready charm, removes as many as allowed, the lowest first; else makes
   the charm ready.
"""

from simkit.games.side_by_side.helpers import (
    HELP_CHARM,
    JACKS,
    JOKERS,
    NONE,
    QUEENS,
    WITHDRAW,
    answers,
    bit,
    blocked_cards,
    cards_in_hands,
    charm_is_ready,
    charm_targets,
    count,
    doubled_threats,
    free_charms,
    has,
    highest,
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
    right_of,
    single_threats,
    speak,
    speech_cards,
    threats_after,
    threats_of,
    unseen_cards,
    use_charm,
)

WEIGHTS = {
    "room": 7,  # cards that all hands together may hold beside one each
    "threat": 10,  # points for each threat a card shows
    "single": -4,  # … for each of them that is single
    "jack": -5,  # … for a Jack
    "jack_doubles": 1,  # a Jack only while at most so many threats are doubled
    "charms": 1,  # 0: never uses the charm
    "speeches": 1,  # 0: never makes a speech
}


def charm(view):
    free = free_charms(view)
    wanted = view.me.seat
    while not has(free, usual_charm(wanted)):
        wanted = (wanted + 1) % 6
    return usual_charm(wanted)


def usual_charm(seat):
    """High, low, spades, hearts, diamonds, clubs."""
    return 5 - seat if seat < 2 else seat - 2


def intensity(view):
    players = view.rules.players
    room = players + int(view.weights.room) - cards_in_hands(view.table, view.rules)
    number = room // players if room > 0 else 0
    return max(least_intensity(view), min(number, most_intensity(view)))


def playable(view, doubled):
    """Threat cards and queens of the hand that may be played while these threats are doubled."""
    cards = view.me.hand & (view.rules.threat_cards | QUEENS) & ~blocked_cards(view, doubled)
    return cards & ~JACKS if count(doubled) > view.weights.jack_doubles else cards


def best_card(view, doubled):
    """The playable threat card with most points, or NONE."""
    single = single_threats(view)
    best, most = NONE, -1e9
    cards = playable(view, doubled) & view.rules.threat_cards
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        shown = threats_of(view, card)
        points = view.weights.threat * count(shown) + view.weights.single * count(shown & single)
        if has(JACKS, card):
            points += view.weights.jack
        if points > most:
            best, most = card, points
    return best


def freed(view, doubled, target):
    """How many hand cards become playable once the target has left No Man's Land."""
    after = threats_after(view, target, doubled)
    return count(playable(view, after) & ~playable(view, doubled))


def best_charm(view, doubled):
    """The charm's target that makes most hand cards playable, or NONE."""
    if view.weights.charms == 0 or not has(doubled, view.table.charms[view.me.seat]):
        return NONE
    best, most = NONE, 0
    targets = charm_targets(view)
    while targets != 0:
        card = lowest(targets)
        targets &= targets - 1
        gain = freed(view, doubled, card)
        if gain > most:
            best, most = card, gain
    return best


def best_speech(view, doubled):
    """The threat to name, or NONE."""
    if view.weights.speeches == 0 or not may_speak(view) or others_hold(view) == 0:
        return NONE
    unseen = unseen_cards(view)
    best, most = NONE, -1
    for threat in range(6):
        if doubled == 0 or has(doubled, threat):
            cards = count(unseen & speech_cards(view, threat))
            if cards > most:
                best, most = threat, cards
    return best


def quiet_setbacks(view, doubled):
    """Setbacks in hand whose fear makes no third."""
    return view.me.hand & view.rules.setback_cards & ~blocked_cards(view, doubled)


def act(view):
    doubled = doubled_threats(view)
    card = best_card(view, doubled)
    if card != NONE:
        return play_card(card)
    if view.me.hand & JOKERS and view.table.no_mans_land != 0:
        return play_card(lowest(view.me.hand & JOKERS))
    target = best_charm(view, doubled)
    if target != NONE:
        return use_charm(target)
    threat = best_speech(view, doubled)
    if threat != NONE:
        return speak(threat)
    setbacks = quiet_setbacks(view, doubled)
    if setbacks != 0 and count(view.table.setbacks[view.me.seat]) < view.rules.setback_limit - 1:
        return play_card(lowest(setbacks))
    return WITHDRAW if may_withdraw(view) else least_harm(view, doubled)


def least_harm(view, doubled):
    """What a Stubborn player does who would rather withdraw."""
    hand = view.me.hand
    if hand & JOKERS:
        return play_card(lowest(hand & JOKERS))
    if charm_targets(view) != 0:
        return use_charm(lowest(charm_targets(view)))
    if may_speak(view):
        return speak(0)
    safe = hand & view.rules.threat_cards & ~blocked_cards(view, doubled)
    if safe == 0:
        safe = quiet_setbacks(view, doubled)
    return play_card(lowest(safe if safe != 0 else hand))


def answer(view):
    return highest(answers(view))


def joker(view):
    doubled = doubled_threats(view)
    best, most = NONE, -1
    cards = view.table.no_mans_land
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        shown = threats_of(view, card)
        points = 100 * freed(view, doubled, card) + 10 * count(shown & doubled) + count(shown)
        if points > most:
            best, most = card, points
    return best


def need(view, chair):
    """How much a neighbour needs support."""
    if chair >= view.rules.players:
        return -1
    return 2 * count(view.table.setbacks[chair]) + (0 if charm_is_ready(view, chair) else 1)


def point(view):
    left, right = left_of(view.rules, view.me.seat), right_of(view.rules, view.me.seat)
    return right if need(view, right) > need(view, left) else left


def help(view):
    seat = view.me.seat
    setbacks = view.table.setbacks[seat]
    if count(setbacks) >= 2 or (setbacks != 0 and charm_is_ready(view, seat)):
        first = bit(lowest(setbacks))
        rest = setbacks ^ first
        return first | bit(lowest(rest)) if rest != 0 and most_removed(view) == 2 else first
    return HELP_CHARM if may_ready_charm(view, seat) else 0

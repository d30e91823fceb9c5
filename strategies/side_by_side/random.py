"""Random: any legal choice, all equally likely.

On a turn each hand card, each card the charm may remove, each of the six speeches and withdrawing are equally
likely; so is every intensity from the least to the largest, every answer to a speech (each card, or none), every
target of the joker, either neighbour, and every kind of help (nothing, each set of setbacks, the charm).
"""

from simkit.games.side_by_side.helpers import (
    NONE,
    WITHDRAW,
    answers,
    charm_targets,
    count,
    free_charms,
    help_options,
    least_intensity,
    left_of,
    may_speak,
    may_withdraw,
    most_intensity,
    nth,
    nth_help,
    play_card,
    random_below,
    random_bit,
    right_of,
    speak,
    use_charm,
)


def charm(view):
    return random_bit(view, free_charms(view))


def intensity(view):
    least = least_intensity(view)
    return least + random_below(view, most_intensity(view) - least + 1)


def act(view):
    hand, targets = view.me.hand, charm_targets(view)
    cards, charms = count(hand), count(targets)
    speeches = 6 if may_speak(view) else 0
    k = random_below(view, cards + charms + speeches + may_withdraw(view))
    if k < cards:
        return play_card(nth(hand, k))
    if k < cards + charms:
        return use_charm(nth(targets, k - cards))
    if k < cards + charms + speeches:
        return speak(k - cards - charms)
    return WITHDRAW


def answer(view):
    cards = answers(view)
    k = random_below(view, count(cards) + 1)
    return nth(cards, k) if k < count(cards) else NONE


def joker(view):
    return random_bit(view, view.table.no_mans_land)


def point(view):
    return left_of(view.rules, view.me.seat) if random_below(view, 2) == 0 else right_of(view.rules, view.me.seat)


def help(view):
    return nth_help(view, random_below(view, help_options(view)))

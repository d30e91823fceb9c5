"""Random: any legal card, all equally likely."""

from simkit.games.seilschaft.helpers import count, legal_cards, nth, random_below


def lead(view):
    cards = legal_cards(view)
    return nth(cards, random_below(view, count(cards)))


def follow(view):
    return lead(view)

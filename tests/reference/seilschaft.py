"""Seilschaft in plain Python: the test oracle. Sections in brackets are those of the rules file.

Conventions, the same as the compiled engine's:

- Cards are sorted by suit (S H D C), then by rank (2 up to A).
- The SETUP stream draws the first dealer, below(2), always, even where the assumption
  ``first_dealer`` then names one; then it shuffles ``ridge_length`` positions of the sorted deck:
  these are the ridge, position 0 first. What remains is the stock, in the order that was left.
- Round r takes the stream DEAL of occasion r and shuffles 2 * hand_size positions of a copy of
  that stock. Cards go out one at a time, non-dealer first; the rest lies aside in that order.
- Hands are listed sorted.
- Decisions: ``lead`` (the hand, sorted) and ``follow`` (the legal cards, sorted).
"""

from . import DEAL, SEAT, SETUP, RandomChooser, Replay, Settings, ask, random_choosers

__all__ = ["Game", "RandomChooser", "play", "random_choosers", "replay"]

SUITS = "SHDC"
RANKS = "23456789TJQKA"
DECK = [rank + suit for suit in SUITS for rank in RANKS]

ASSUMPTIONS = {"first_dealer": ("random", 0, 1, "0", "1")}


def rank(card):
    return RANKS.index(card[0])


def suit(card):
    return card[1]


def in_order(cards):
    return sorted(cards, key=DECK.index)


def legal_follows(hand, lead):
    """Follow suit if you can, else play any card. [A trick]"""
    same_suit = [card for card in hand if suit(card) == suit(lead)]
    return in_order(same_suit or hand)


def follower_wins(lead, follow, trump):
    """The higher trump wins; without trump the higher card of the suit led. [A trick]"""
    if suit(follow) == suit(lead):
        return rank(follow) > rank(lead)
    return suit(follow) == trump


class Game:
    """One game. Every attribute may be set, so that a test can start in mid-game."""

    def __init__(self, rules, players, variants, assumptions, choosers, stream):
        if players != 2:
            raise ValueError("exactly two can play")
        self.rules = rules
        self.open_hands = "open_hands" in variants
        self.assumptions = Settings(ASSUMPTIONS, assumptions)
        self.choosers = choosers
        self.stream = stream
        self.seat_streams = [stream(SEAT, seat) for seat in range(2)]
        self.events = []
        self.ropes = rules["ropes"]
        self.coin = rules["ridge_length"] // 2
        self.open = {self.coin}  # positions of the ridge that lie face up
        self.ridge, self.stock, self.aside = [], [], []
        self.hands = [[], []]
        self.played = []  # this round's, in order
        self.lead = None  # the card on the table while the other follows
        self.trump = None
        self.dealer = self.leader = None
        self.round = self.trick = self.tricks = 0
        self.result = self.reason = None

    def play(self):
        """From the shuffle to the end; returns the events."""
        self.set_up()
        while not self.result:
            self.play_round()
        self.end()
        return self.events

    def emit(self, event, **values):
        self.events.append({"event": event, **values})

    # [Setup]

    def set_up(self):
        stream = self.stream(SETUP)
        self.dealer = self.first_dealer(stream.below(2))
        deck = list(DECK)
        length = self.rules["ridge_length"]
        stream.shuffle(deck, length)
        self.ridge, self.stock = deck[:length], deck[length:]
        self.aside = list(self.stock)
        self.emit("setup", ridge=list(self.ridge), coin=self.coin, ropes=self.ropes,
                  dealer=self.dealer)  # fmt: skip

    def first_dealer(self, drawn):
        """Which seat deals first is random, unless it is assumed. [Assumptions]"""
        assumed = self.assumptions["first_dealer"]
        return drawn if assumed == "random" else int(assumed)

    # [Rounds]

    def play_round(self):
        """Deal, then play until the hands are empty or the game is over."""
        self.deal()
        while self.hands[0] and not self.result:
            self.play_trick()
        if not self.result and self.round == self.rules["rounds"]:
            self.result, self.reason = "loss", "rounds_over"
        self.dealer = 1 - self.dealer

    def deal(self):
        """Shuffle every card outside the ridge and deal; the non-dealer will lead."""
        self.round += 1
        self.trick = 0
        dealt = 2 * self.rules["hand_size"]
        cards = list(self.stock)
        self.stream(DEAL, self.round).shuffle(cards, dealt)
        self.leader = 1 - self.dealer
        self.hands[self.leader] = in_order(cards[0:dealt:2])
        self.hands[self.dealer] = in_order(cards[1:dealt:2])
        self.aside = cards[dealt:]
        self.played = []
        self.emit("deal", round=self.round, dealer=self.dealer,
                  hands=[list(hand) for hand in self.hands], aside=list(self.aside))  # fmt: skip

    # [A trick]

    def play_trick(self):
        self.trick += 1
        self.tricks += 1
        leader, trump = self.leader, self.trump
        lead, follow = self.play_cards()
        self.leader = 1 - leader if follower_wins(lead, follow, trump) else leader
        steps = self.rules["steps"][lead[0]] + self.rules["steps"][follow[0]]
        rope_used, revealed = self.pull(steps)
        self.emit("trick", round=self.round, trick=self.trick, leader=leader, lead=lead,
                  follow=follow, trump=trump, winner=self.leader, steps=steps,
                  rope_used=rope_used, coin=self.coin, revealed=revealed,
                  ropes=self.ropes)  # fmt: skip

    def play_cards(self):
        """The leader plays any card, the other a legal one."""
        leader, other = self.leader, 1 - self.leader
        self.lead = self.choose(leader, "lead", in_order(self.hands[leader]))
        self.put_down(leader, self.lead)
        follow = self.choose(other, "follow", legal_follows(self.hands[other], self.lead))
        self.put_down(other, follow)
        lead, self.lead = self.lead, None
        return lead, follow

    def put_down(self, seat, card):
        self.hands[seat].remove(card)
        self.played.append(card)

    # [Pulling the rope]

    def pull(self, steps):
        """Move the coin towards the end of the winner, who is the leader by now.

        Returns whether a rope was used and the card turned up.
        """
        last = len(self.ridge) - 1
        target = self.coin - steps if self.leader == 0 else self.coin + steps
        beyond = not 0 <= target <= last
        if beyond and not self.ropes:
            self.result, self.reason = "loss", "fall"
            return False, None
        if beyond:
            self.ropes -= 1
        self.coin = min(max(target, 0), last)
        return beyond, self.turn_up()

    def turn_up(self):
        """Turn up the card under the coin if it is face down: the new trump, perhaps the win."""
        if self.coin in self.open:
            return None
        self.open.add(self.coin)
        card = self.ridge[self.coin]
        if self.rules["trump"]:
            self.trump = suit(card)
        if len(self.open) == len(self.ridge):
            self.result, self.reason = "win", "ridge_open"
        return card

    # [End]

    def end(self):
        self.emit("end", result=self.result, reason=self.reason,
                  winners=[0, 1] if self.result == "win" else [],
                  rounds=self.round, tricks=self.tricks, ropes_left=self.ropes)  # fmt: skip

    # [Who sees what]

    def choose(self, seat, decision, options):
        return ask(self.choosers[seat], decision, self.view(seat), options)

    def view(self, seat):
        """What this seat may see."""
        ridge = [card if i in self.open else None for i, card in enumerate(self.ridge)]
        return {
            "seat": seat,
            "rules": self.rules,
            "hand": list(self.hands[seat]),
            "partner_hand": list(self.hands[1 - seat]) if self.open_hands else None,
            "ridge": ridge,
            "coin": self.coin,
            "ropes": self.ropes,
            "trump": self.trump,
            "round": self.round,
            "trick": self.trick,
            "dealer": self.dealer,
            "leader": self.leader,
            "lead": self.lead,
            "played": list(self.played),
            "stream": self.seat_streams[seat],
        }


def play(rules, players, variants, assumptions, choosers, stream):
    """Play one game and return its events."""
    return Game(rules, players, variants, assumptions, choosers, stream).play()


ANSWERS = {
    "lead": (("trick",), lambda event, view: event["lead"]),
    "follow": (("trick",), lambda event, view: event["follow"]),
}


def replay(recorded, rules, players, variants, assumptions, stream):
    """Play a recorded game again, every decision checked and taken from the record."""
    game = Game(rules, players, variants, assumptions, None, stream)
    game.choosers = [Replay(recorded, ANSWERS, game.events)] * players
    return game.play()

"""Gleich und gleich in plain Python: the test oracle. Sections in brackets are the rules file's.

Conventions, the same as the compiled engine's:

- A card is its species. Species are sorted as in ``rules["species"]``.
- The SETUP stream shuffles all sorted cards; index 0 is the top. Rows are filled one after
  another, then hands are dealt one card at a time, clockwise from the dealer (seat 0), then one
  open card each, clockwise from the dealer.
- The k-th reshuffle of the game, k from 1 with setup's included, shuffles the sorted discard with
  the stream RESHUFFLE of occasion k.
- Hands and collections are listed sorted; the discard in the order the cards came.
- Decisions:
  ``lay``         (species, row, end): species held, then row, then "left" before "right";
  ``draw``        0 or ``rules["draw"]`` (assumption ``any``: each number up to it); only if nothing
                  was captured, draw > 0 and a card is left in the piles;
  ``refill_end``  "left", "right", for each card turned up, after seeing it (assumption ``right``:
                  not asked);
  ``flock``       None, then each species that may fly; only if at least one may and the hand is
                  not empty.
"""

from . import RESHUFFLE, SEAT, SETUP, RandomChooser, Replay, Settings, ask, random_choosers

__all__ = ["Game", "RandomChooser", "play", "random_choosers", "replay"]

ASSUMPTIONS = {
    "draw_all_or_none": ("all_or_none", "any"),
    "draw_after_last_card": ("allowed", "round_ends"),
    "refill_end": ("player", "right"),
}


def lay_on(row, species, count, end):
    """Lay cards at an end of a row: (the row afterwards, the cards captured). [Step 1, lay]

    The captured cards are listed from the new cards outwards.
    """
    if end == "right":
        mirrored, captured = lay_on(row[::-1], species, count, "left")
        return mirrored[::-1], captured
    new = [species] * count
    if species not in row:
        return new + row, []
    nearest = row.index(species)
    return new + row[nearest:], row[:nearest]


def flock_keeps(count, small, large):
    """How many of the shown cards are kept; a large flock keeps 2. [Step 2, flock]"""
    if count >= large:
        return min(2, count)
    return 1 if count >= small else 0


class Game:
    """One game. Every attribute may be set, so that a test can start in mid-game."""

    def __init__(self, rules, players, variants, assumptions, choosers, stream):
        self.rules = rules
        self.players = players
        self.assumptions = Settings(ASSUMPTIONS, assumptions)
        self.choosers = choosers
        self.stream = stream
        self.seat_streams = [stream(SEAT, seat) for seat in range(players)]
        self.events = []
        self.species = list(rules["species"])
        self.rows = [[] for _ in range(rules["rows"])]
        self.hands = [[] for _ in range(players)]
        self.collections = [[] for _ in range(players)]
        self.draw_pile, self.discard = [], []  # index 0 of the draw pile is its top
        self.dealer = self.player = 0
        self.round = 1
        self.turns = self.reshuffles = 0
        self.in_setup = False
        self.result = self.reason = None
        self.winners = []

    def play(self):
        """From the shuffle to the end; returns the events."""
        self.set_up()
        while not self.result:
            self.play_turn()
        self.end()
        return self.events

    def emit(self, event, **values):
        self.events.append({"event": event, **values})

    def in_order(self, cards):
        return sorted(cards, key=self.species.index)

    def clockwise_from(self, seat):
        return [(seat + i) % self.players for i in range(self.players)]

    # [Setup]

    def set_up(self):
        self.in_setup = True
        self.draw_pile = [s for s in self.species for _ in range(self.rules["species"][s][0])]
        self.stream(SETUP).shuffle(self.draw_pile)
        for row in self.rows:
            self.fill_row(row)
        self.deal_hands()
        for seat in self.clockwise_from(self.dealer):
            self.collections[seat].append(self.turn_up())
        self.in_setup = False
        self.emit("setup", rows=[list(row) for row in self.rows], discard=list(self.discard),
                  hands=self.sorted_hands(), collections=[list(c) for c in self.collections],
                  draw_pile=list(self.draw_pile), dealer=self.dealer)  # fmt: skip

    def fill_row(self, row):
        """Turn up cards until the row shows different species only."""
        while len(row) < self.rules["row_cards"]:
            if set(self.draw_pile + self.discard) <= set(row):
                raise ValueError("no card is left that could complete this row")
            card = self.turn_up()
            (self.discard if card in row else row).append(card)

    def deal_hands(self):
        """One card at a time, clockwise from the dealer.

        Not without effect on chances: where a reshuffle falls into the deal, dealing each hand in
        one block would give some players all the old cards and others all the shuffled discard.
        """
        for _ in range(self.rules["hand_size"]):
            for seat in self.clockwise_from(self.dealer):
                self.hands[seat].append(self.turn_up())

    def turn_up(self):
        """The next card; an empty draw pile is made anew from the discard pile first.

        None if both are empty. [End of a round]
        """
        if not self.draw_pile:
            self.reshuffle()
        return self.draw_pile.pop(0) if self.draw_pile else None

    def reshuffle(self):
        if not self.discard:
            return
        self.reshuffles += 1
        self.draw_pile, self.discard = self.in_order(self.discard), []
        self.stream(RESHUFFLE, self.reshuffles).shuffle(self.draw_pile)
        if not self.in_setup:
            self.emit("reshuffle", draw_pile=list(self.draw_pile))

    def cards_in_piles(self):
        return len(self.draw_pile) + len(self.discard)

    # [A turn]

    def play_turn(self):
        """Lay, perhaps flock; then see whether the game or the round is over."""
        self.turns += 1
        turn = {"turn": self.turns, "round": self.round, "player": self.player}
        turn |= self.lay()
        turn["flock"] = self.flock()
        turn["hand"] = self.in_order(self.hands[self.player])
        self.emit("turn", **turn)
        self.check_end()
        if self.result:
            return
        if self.hands[self.player]:
            self.player = (self.player + 1) % self.players
        else:
            self.end_round()

    def lay(self):
        """Step 1: all cards of one species go to an end of a row."""
        species, number, end = self.choose("lay", self.lay_options())
        hand, row = self.hands[self.player], self.rows[number]
        count = hand.count(species)
        row, captured = lay_on(row, species, count, end)
        self.rows[number] = row
        self.hands[self.player] = [card for card in hand if card != species] + captured
        return {
            "species": species,
            "count": count,
            "row": number,
            "end": end,
            "captured": captured,
            "drew": [] if captured else self.draw(),
            "refill": self.refill(number) if captured else [],
        }

    def lay_options(self):
        held = self.in_order(set(self.hands[self.player]))
        rows = range(len(self.rows))
        return [(s, row, end) for s in held for row in rows for end in ("left", "right")]

    def draw(self):
        """Nothing captured: the player may draw the top 2 cards, both or none."""
        if not self.may_draw():
            return []
        most = self.rules["draw"]
        any_number = self.assumptions["draw_all_or_none"] == "any"
        number = self.choose("draw", list(range(most + 1)) if any_number else [0, most])
        drew = []
        while len(drew) < number and self.cards_in_piles():
            card = self.turn_up()
            drew.append(card)
            self.hands[self.player].append(card)
        return drew

    def may_draw(self):
        round_over = not self.hands[self.player] and self.assumptions["draw_after_last_card"] == "round_ends"
        return self.rules["draw"] > 0 and self.cards_in_piles() > 0 and not round_over

    def refill(self, number):
        """After a capture that left one species: turn up cards until the row shows two."""
        refill = []
        while len(set(self.rows[number])) == 1 and self.cards_in_piles():
            card = self.turn_up()
            end = self.refill_end(number, card, refill)
            row = self.rows[number]
            self.rows[number] = [card, *row] if end == "left" else [*row, card]
            refill.append({"card": card, "end": end})
        return refill

    def refill_end(self, number, card, refill):
        """The acting player chooses the end after seeing the card."""
        if self.assumptions["refill_end"] == "right":
            return "right"
        turned_up = {"row": number, "card": card, "refill": list(refill)}
        return self.choose("refill_end", ["left", "right"], **turned_up)

    def flock(self):
        """Step 2: show all hand cards of one species, keep 1 or 2, discard the rest."""
        species = self.choose_flock()
        if species is None:
            return None
        hand = self.hands[self.player]
        shown = hand.count(species)
        kept = flock_keeps(shown, *self.rules["species"][species][1:])
        self.hands[self.player] = [card for card in hand if card != species]
        collection = self.collections[self.player]
        self.collections[self.player] = self.in_order(collection + [species] * kept)
        self.discard += [species] * (shown - kept)
        return {"species": species, "shown": shown, "kept": kept}

    def choose_flock(self):
        """Which species flies, if any may."""
        hand = self.hands[self.player]
        may_fly = [s for s in self.species if s in hand and self.is_flock(s, hand.count(s))]
        return self.choose("flock", [None, *may_fly]) if may_fly else None

    def is_flock(self, species, count):
        return count >= self.rules["species"][species][1]

    # [End of the game]

    def check_end(self):
        """The win check for the player whose turn it was, then the turn limit."""
        self.reason = self.win_route(self.collections[self.player])
        if self.reason:
            self.result, self.winners = "win", [self.player]
        elif self.turns == self.rules["turn_limit"]:
            self.result, self.reason = "unfinished", "turn_limit"

    def win_route(self, collection):
        """7 species, or 2 species with at least 3 cards each; both at once count as species."""
        counts = [collection.count(species) for species in set(collection)]
        if len(counts) >= self.rules["win_species"]:
            return "species"
        triples = [count for count in counts if count >= self.rules["triple_size"]]
        return "triples" if len(triples) >= self.rules["win_triples"] else None

    # [End of a round]

    def end_round(self):
        """All others discard; the player without cards deals anew, if there is enough to deal."""
        discarded = self.sorted_hands()
        for hand in discarded:
            self.discard += hand
        self.hands = [[] for _ in range(self.players)]
        self.dealer = self.player
        self.emit("round_end", round=self.round, player=self.player, discarded=discarded)
        if self.cards_in_piles() < self.players * self.rules["hand_size"]:
            self.end_without_deal()
            return
        self.round += 1
        self.deal_hands()
        self.emit("deal", round=self.round, dealer=self.dealer, hands=self.sorted_hands())

    def end_without_deal(self):
        """Most collected cards win, ties share the victory. [End of the game]"""
        sizes = [len(collection) for collection in self.collections]
        self.winners = [seat for seat, size in enumerate(sizes) if size == max(sizes)]
        self.result = "win" if len(self.winners) == 1 else "shared"
        self.reason = "deal_impossible"

    def end(self):
        self.emit("end", result=self.result, reason=self.reason, winners=self.winners,
                  turns=self.turns, rounds=self.round,
                  collections=[list(c) for c in self.collections])  # fmt: skip

    def sorted_hands(self):
        return [self.in_order(hand) for hand in self.hands]

    # [Who sees what]

    def choose(self, decision, options, **more):
        """Ask the player whose turn it is; ``more`` is what this decision shows besides."""
        view = self.view(self.player) | more
        return ask(self.choosers[self.player], decision, view, options)

    def view(self, seat):
        """What this seat may see."""
        return {
            "seat": seat,
            "rules": self.rules,
            "hand": self.in_order(self.hands[seat]),
            "hand_sizes": [len(hand) for hand in self.hands],
            "rows": [list(row) for row in self.rows],
            "collections": [list(collection) for collection in self.collections],
            "draw_pile_size": len(self.draw_pile),
            "discard": list(self.discard),
            "dealer": self.dealer,
            "round": self.round,
            "turn": self.turns,
            "stream": self.seat_streams[seat],
        }


def play(rules, players, variants, assumptions, choosers, stream):
    """Play one game and return its events."""
    return Game(rules, players, variants, assumptions, choosers, stream).play()


ANSWERS = {
    "lay": (("turn",), lambda event, view: (event["species"], event["row"], event["end"])),
    "draw": (("turn",), lambda event, view: recorded_draw(event, view)),
    "refill_end": (("turn",), lambda event, view: event["refill"][len(view["refill"])]["end"]),
    "flock": (("turn",), lambda event, view: event["flock"] and event["flock"]["species"]),
}


def recorded_draw(event, view):
    """How many cards the player asked for: all, if what was drawn was all there was."""
    drew = len(event["drew"])
    left = view["draw_pile_size"] + len(view["discard"])
    return view["rules"]["draw"] if drew and drew == left else drew


def replay(recorded, rules, players, variants, assumptions, stream):
    """Play a recorded game again, every decision checked and taken from the record."""
    game = Game(rules, players, variants, assumptions, None, stream)
    game.choosers = [Replay(recorded, ANSWERS, game.events)] * players
    return game.play()

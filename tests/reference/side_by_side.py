"""Side by Side in plain Python: the test oracle. Sections in brackets are those of the rules file.

Conventions, the same as the compiled engine's:

- Cards are sorted by rank (A, 2 up to T, J, Q, K), then by suit (S H D C); jokers come last.
- The SETUP stream shuffles all sorted cards; the first ``rules["draw_pile"]`` are the draw pile,
  the rest the reserve, each with its top at index 0.
- A failure in mission m shuffles all sorted cards of draw pile and No Man's Land with the stream
  RESHUFFLE of occasion m. The third friend's toss in mission m is below(2) of the stream FRIEND of
  occasion m: 0 heads, for seat 0 on his left; 1 tails, for seat 1. He tosses only with a coin left.
- Hands are listed sorted, No Man's Land and setbacks in the order they came to lie there.
- Several Restless players get their additional card clockwise from the leader, one each.
- Decisions:
  ``charm``      a threat not yet taken, in the order of THREATS;
  ``intensity``  from the least to the largest number;
  ``act``        ("play", card) for each hand card, sorted (two jokers in hand are two options);
                 ("charm", card) for each target, sorted; ("speech", threat) for the six threats;
                 ("withdraw", None);
  ``joker``      a card of No Man's Land, sorted; not asked if there is none;
  ``answer``     a hand card that helps, sorted, then None; not asked if none helps;
  ``point``      the left neighbour's seat, the right one's; asked in seat order, or at withdrawal
                 with open support;
  ``help``       ("none", ()), then ("setbacks", cards) for each set of setbacks that may go, by
                 size and then sorted, then ("charm", ()) if it is used up.
"""

from itertools import combinations

from . import FRIEND, RESHUFFLE, SEAT, SETUP, RandomChooser, Replay, Settings, ask, random_choosers

__all__ = ["Game", "RandomChooser", "play", "random_choosers", "replay"]

RANKS = "A23456789TJQK"
SUITS = "SHDC"
JOKER = "**"
SUIT_THREATS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
THREATS = [*SUIT_THREATS.values(), "low", "high"]
ORDER = [rank + suit for rank in RANKS for suit in SUITS] + [JOKER]

ASSUMPTIONS = {
    "mute": ("on", "off"),
    "selfish": ("on", "off"),
    "restless": ("on", "off"),
    "stubborn": ("on", "off"),
    "stubborn_rule": ("not_first", "empty_hand"),
    "trap_on_failure": ("nothing", "turn_up"),
    "charm_after_failure": ("allowed", "forbidden"),
    "support_counts": ("mission", "all"),
}

FRIEND_SEAT = 2  # between two players sits an imaginary third one


def in_order(cards):
    return sorted(cards, key=ORDER.index)


def is_trap(card):
    return card[0] == "J"


class Player:
    """What lies before one player, and what they hold."""

    def __init__(self, support_coins):
        self.hand = []
        self.setbacks = []
        self.charm = None
        self.charm_ready = True
        self.support_coins = support_coins
        self.support_received = 0  # in the whole game
        self.speech_coins = 0
        self.in_mission = False
        self.points_at = None  # in this mission


class Game:
    """One game. Every attribute may be set, so that a test can start in mid-game."""

    def __init__(self, rules, players, variants, assumptions, choosers, stream):
        self.rules = rules
        self.assumptions = Settings(ASSUMPTIONS, assumptions)
        self.choosers = choosers
        self.stream = stream
        self.seat_streams = [stream(SEAT, seat) for seat in range(players)]
        self.events = []
        self.players = [Player(rules["support_coins"]) for _ in range(players)]
        self.friend = Player(rules["support_coins"]) if players == 2 else None
        self.draw_pile, self.reserve = [], []  # index 0 is the top
        self.no_mans_land, self.removed = [], []
        self.speech_coins = rules["speech_coins"]  # in the middle
        self.box = 0  # speech coins out of the game
        self.leader = self.missions = 0
        self.result = self.reason = None

    def play(self):
        """From the shuffle to the end; returns the events."""
        self.set_up()
        while not self.result:
            self.play_mission()
        self.end()
        return self.events

    def emit(self, event, **values):
        self.events.append({"event": event, **values})

    def clockwise_from(self, seat):
        return [(seat + i) % len(self.players) for i in range(len(self.players))]

    # [Cards]

    def is_setback(self, card):
        return card[0] in "QK" or (card[0] == "A" and self.rules["setback_aces"])

    def shows(self, card):
        """The threats a card shows: its suit, and low or high. Setbacks and jokers show none."""
        if card == JOKER or self.is_setback(card):
            return []
        heights = [height for height in ("low", "high") if card[0] in self.rules[height]]
        return [SUIT_THREATS[card[1]], *heights]

    def has_trait(self, player, trait):
        """Whether a King before the player gives them this trait."""
        kings = [card for card in player.setbacks if card[0] == "K"]
        traits = [self.rules["king_traits"][king[1]] for king in kings]
        return trait in traits and self.assumptions[trait] == "on"

    def fears(self):
        """One threat for each Queen before a player who is still in the mission. [Setbacks]"""
        setbacks = [card for player in self.players if player.in_mission for card in player.setbacks]
        return [SUIT_THREATS[card[1]] for card in setbacks if card[0] == "Q"]

    def threat_counts(self):
        """How often each threat is there, fears of players in the mission included."""
        there = self.fears()
        for card in self.no_mans_land:
            there += self.shows(card)
        return {threat: there.count(threat) for threat in THREATS}

    def failing(self):
        """As soon as a threat is there three times, the mission fails. [Failure]"""
        return max(self.threat_counts().values()) >= self.rules["threat_limit"]

    # [Setup]

    def set_up(self):
        deck = [card for card in ORDER if card != JOKER] + [JOKER] * self.rules["jokers"]
        self.stream(SETUP).shuffle(deck)
        size = self.rules["draw_pile"]
        self.draw_pile, self.reserve = deck[:size], deck[size:]
        self.choose_charms()
        self.emit("setup", draw_pile=list(self.draw_pile), reserve=list(self.reserve),
                  charms=[player.charm for player in self.players],
                  speech_coins=self.speech_coins, leader=self.leader)  # fmt: skip

    def choose_charms(self):
        """Each player has a lucky charm, a different threat each, chosen in seat order."""
        for seat, player in enumerate(self.players):
            taken = [other.charm for other in self.players]
            free = [threat for threat in THREATS if threat not in taken]
            player.charm = self.choose(seat, "charm", free)

    # [A mission]

    def play_mission(self):
        """Deal, take turns until it fails or all have withdrawn, support, morale."""
        self.start_mission()
        failed = self.take_turns()
        self.end_mission(failed)
        self.support(failed)
        self.check_end()
        if not self.result:
            self.drop_morale()

    def start_mission(self):
        self.missions += 1
        for player in self.players:
            player.in_mission = True
            player.points_at = None
        intensity = self.choose(self.leader, "intensity", self.intensities())
        dealt = self.deal(intensity)
        self.emit("mission", mission=self.missions, leader=self.leader, intensity=intensity,
                  dealt=[in_order(cards) for cards in dealt])  # fmt: skip

    # [Dealing]

    def intensities(self):
        """At least 1, in the first mission at least 3; at most what the pile can give."""
        first = self.missions == 1
        least = self.rules["min_first_intensity"] if first else self.rules["min_intensity"]
        pile_share = -(-len(self.draw_pile) // len(self.players))  # rounded up
        return list(range(least, max(least, pile_share) + 1))

    def deal(self, intensity):
        """One at a time from the leader, one more to Restless players, until the pile is empty."""
        order = self.clockwise_from(self.leader)
        restless = [seat for seat in order if self.has_trait(self.players[seat], "restless")]
        dealt = [[] for _ in self.players]
        for seat in order * intensity + restless:
            if self.draw_pile:
                dealt[seat].append(self.draw_pile.pop(0))
        for player, cards in zip(self.players, dealt, strict=True):
            player.hand = in_order(player.hand + cards)
        return dealt

    # [Turns]

    def take_turns(self):
        """From the leader clockwise, until the mission fails (True) or all have withdrawn."""
        while any(player.in_mission for player in self.players):
            for seat in self.clockwise_from(self.leader):
                if self.players[seat].in_mission:
                    self.act(seat)
                if self.failing():
                    return True
        return False

    def act(self, seat):
        action, what = self.choose(seat, "act", self.actions(seat))
        actions = {
            "play": self.play_card,
            "charm": self.use_charm,
            "speech": self.make_speech,
            "withdraw": self.withdraw,
        }
        actions[action](seat, what)

    def actions(self, seat):
        """Everything the player may do now."""
        player = self.players[seat]
        options = [("play", card) for card in in_order(player.hand)]
        options += [("charm", card) for card in self.charm_targets(player)]
        if player.speech_coins and not self.has_trait(player, "mute"):
            options += [("speech", threat) for threat in THREATS]
        if self.may_withdraw(player):
            options += [("withdraw", None)]
        return options

    def play_card(self, seat, card):
        """Play a card from the hand; a Jack turns up the top card of the draw pile. [Traps]"""
        self.players[seat].hand.remove(card)
        joker_removed = self.put_down(seat, card)
        turned_up = None
        if is_trap(card) and self.draw_pile and self.trap_springs():
            turned_up = self.draw_pile.pop(0)
            joker_removed = self.put_down(seat, turned_up)
        self.emit("play", player=seat, card=card, turned_up=turned_up,
                  joker_removed=joker_removed)  # fmt: skip

    def trap_springs(self):
        """A Jack that is itself the third of a threat turns nothing up. [Small print]"""
        return not self.failing() or self.assumptions["trap_on_failure"] == "turn_up"

    def put_down(self, seat, card):
        """A threat card goes to No Man's Land, a setback before the player, a joker away."""
        if card == JOKER:
            return self.quiet_day(seat)
        if self.is_setback(card):
            self.players[seat].setbacks.append(card)
        else:
            self.no_mans_land.append(card)
        return []

    def quiet_day(self, seat):
        """The joker goes, with one card of the player's choice in No Man's Land."""
        self.removed.append(JOKER)
        if not self.no_mans_land:
            return []
        card = self.choose(seat, "joker", in_order(self.no_mans_land))
        self.clear(card)
        return [card]

    def clear(self, card):
        """Remove a card in No Man's Land from the game."""
        self.no_mans_land.remove(card)
        self.removed.append(card)

    def charm_targets(self, player):
        """Cards in No Man's Land that show the threat of a ready charm. [Lucky charm]"""
        targets = [card for card in self.no_mans_land if player.charm in self.shows(card)]
        return in_order(targets) if player.charm_ready else []

    def use_charm(self, seat, card):
        self.clear(card)
        self.players[seat].charm_ready = False
        self.emit("charm", player=seat, removed=card)

    # [Speech]

    def make_speech(self, seat, threat):
        """Every other player in the mission, clockwise, may remove one card that shows it."""
        removed = [None for _ in self.players]
        for other in self.clockwise_from(seat)[1:]:
            if self.players[other].in_mission:
                removed[other] = self.answer(other, threat)
        self.spend_speech_coin(self.players[seat])
        self.emit("speech", player=seat, threat=threat, removed=removed)

    def answer(self, seat, threat):
        hand = self.players[seat].hand
        helping = in_order(card for card in hand if self.answers(card, threat))
        card = self.choose(seat, "answer", [*helping, None], threat=threat) if helping else None
        if card:
            hand.remove(card)
            self.removed.append(card)
        return card

    def answers(self, card, threat):
        """A card that shows the threat, or the Queen of that suit."""
        return threat in self.shows(card) or (card[0] == "Q" and SUIT_THREATS[card[1]] == threat)

    def spend_speech_coin(self, player):
        """The coin goes back to the box; with two players to the middle."""
        player.speech_coins -= 1
        if self.friend:
            self.speech_coins += 1
        else:
            self.box += 1

    # [Withdraw]

    def may_withdraw(self, player):
        """A Stubborn player may not be the first to withdraw, unless without a card. [KC]"""
        if not player.hand or not self.has_trait(player, "stubborn"):
            return True
        somebody_has = any(not other.in_mission for other in self.players)
        return somebody_has and self.assumptions["stubborn_rule"] == "not_first"

    def withdraw(self, seat, _):
        """Out of this mission, keeping the hand; with open support pointing at once."""
        self.players[seat].in_mission = False
        open_support = {}
        if self.rules["open_support"]:
            open_support["points_at"] = self.point(seat)
        self.emit("withdraw", player=seat, **open_support)

    # [Failure, Success]

    def end_mission(self, failed):
        """No Man's Land goes back into the draw pile after a failure, else out of the game."""
        cards, self.no_mans_land = self.no_mans_land, []
        if failed:
            self.draw_pile = in_order(self.draw_pile + cards)
            self.stream(RESHUFFLE, self.missions).shuffle(self.draw_pile)
        else:
            self.removed += cards
        self.emit("mission_end", mission=self.missions,
                  result="failure" if failed else "success", no_mans_land=cards,
                  draw_pile=list(self.draw_pile) if failed else None)  # fmt: skip

    # [Support]

    def support(self, failed):
        """All who had withdrawn point and give a coin; who has received most is helped."""
        if not self.rules["open_support"]:
            self.point_together()
        for player in self.players:
            player.in_mission = False
        friend_points_at = self.toss() if self.friend else None
        points_at = [player.points_at for player in self.players]
        received = self.hand_over(points_at, friend_points_at)
        helped = self.most_supported(received)
        help_taken, removed = ("none", ()) if helped is None else self.help(helped, failed)
        self.emit("support", points_at=points_at, friend_points_at=friend_points_at,
                  received=received, helped=helped, help=help_taken,
                  removed=list(removed))  # fmt: skip

    def point_together(self):
        """Nobody sees where the others point before all do."""
        withdrawn = [seat for seat, player in enumerate(self.players) if not player.in_mission]
        pointing = {seat: self.choose_neighbour(seat) for seat in withdrawn}
        for seat, neighbour in pointing.items():
            self.give(seat, neighbour)

    def point(self, seat):
        """Point in the open."""
        neighbour = self.choose_neighbour(seat)
        self.give(seat, neighbour)
        return neighbour

    def choose_neighbour(self, seat):
        """Left or right; nobody without a coin, nobody if Selfish."""
        player = self.players[seat]
        if not player.support_coins or self.has_trait(player, "selfish"):
            return None
        chairs = 3 if self.friend else len(self.players)
        return self.choose(seat, "point", [(seat + 1) % chairs, (seat - 1) % chairs])

    def give(self, seat, neighbour):
        self.players[seat].points_at = neighbour
        if neighbour is not None:
            self.players[seat].support_coins -= 1

    def toss(self):
        """The third friend: heads the player on his left, tails the one on his right."""
        if not self.friend.support_coins:
            return None
        self.friend.support_coins -= 1
        return self.stream(FRIEND, self.missions).below(2)

    def at_table(self):
        """The players, and the third friend if there is one."""
        return [*self.players, self.friend] if self.friend else self.players

    def hand_over(self, points_at, friend_points_at):
        """The coins of this mission are put aside; how many each has received."""
        targets = [*points_at, friend_points_at]
        received = [targets.count(seat) for seat in range(len(self.at_table()))]
        for somebody, coins in zip(self.at_table(), received, strict=True):
            somebody.support_received += coins
        return received

    def most_supported(self, received):
        """The player with strictly more than every other, the third friend included, or None."""
        if self.assumptions["support_counts"] == "all":
            received = [somebody.support_received for somebody in self.at_table()]
        most = max(received)
        leading = [seat for seat, coins in enumerate(received) if coins == most]
        if len(leading) > 1 or (self.friend and leading == [FRIEND_SEAT]):
            return None
        return leading[0]

    def help(self, seat, failed):
        """Remove 2 setbacks (1 after a failure), or make the charm ready, or neither."""
        player = self.players[seat]
        kind, cards = self.choose(seat, "help", self.ways_to_help(player, failed), failed=failed)
        if kind == "charm":
            player.charm_ready = True
        for card in cards:
            player.setbacks.remove(card)
            self.removed.append(card)
        return kind, cards

    def ways_to_help(self, player, failed):
        options = [("none", ())]
        for size in (1,) if failed else (1, 2):
            sets = combinations(in_order(player.setbacks), size)
            options += [("setbacks", cards) for cards in sets]
        charm_allowed = not failed or self.assumptions["charm_after_failure"] == "allowed"
        if charm_allowed and not player.charm_ready:
            options += [("charm", ())]
        return options

    # [Morale]

    def check_end(self):
        """Lost by setbacks, else won by peace, else lost by morale."""
        if any(len(player.setbacks) >= self.rules["setback_limit"] for player in self.players):
            self.result, self.reason = "loss", "setbacks"
        elif not self.draw_pile and not self.cards_in_hands():
            self.result, self.reason = "win", "peace"
        elif self.morale_drop() >= len(self.reserve):
            self.result, self.reason = "loss", "morale"

    def cards_in_hands(self):
        return sum(len(player.hand) for player in self.players)

    def morale_drop(self):
        return max(self.rules["min_morale_drop"], self.cards_in_hands())

    def drop_morale(self):
        """Move cards from the reserve onto the draw pile; the leader passes left."""
        moved = [self.reserve.pop(0) for _ in range(self.morale_drop())]
        for card in moved:
            self.draw_pile.insert(0, card)
        coin_taken = self.take_speech_coin(self.players[self.leader])
        self.leader = (self.leader + 1) % len(self.players)
        self.emit("morale", cards_in_hands=self.cards_in_hands(), moved=moved,
                  reserve_left=len(self.reserve), next_leader=self.leader,
                  speech_coin_taken=coin_taken)  # fmt: skip

    def take_speech_coin(self, player):
        """The old leader takes a speech coin from the middle if there is one."""
        if not self.speech_coins:
            return False
        self.speech_coins -= 1
        player.speech_coins += 1
        return True

    def end(self):
        everybody = list(range(len(self.players)))
        self.emit("end", result=self.result, reason=self.reason,
                  winners=everybody if self.result == "win" else [],
                  missions=self.missions)  # fmt: skip

    # [Who sees what]

    def choose(self, seat, decision, options, **more):
        """Ask a player; ``more`` is what this decision shows besides."""
        return ask(self.choosers[seat], decision, self.view(seat) | more, options)

    def view(self, seat):
        """What this seat may see."""
        return {
            "seat": seat,
            "rules": self.rules,
            "hand": list(self.players[seat].hand),
            "no_mans_land": list(self.no_mans_land),
            "threat_counts": self.threat_counts(),
            "removed": list(self.removed),
            "draw_pile_size": len(self.draw_pile),
            "reserve_size": len(self.reserve),
            "speech_coins_in_middle": self.speech_coins,
            "friend_coins": self.friend and self.friend.support_coins,
            "leader": self.leader,
            "mission": self.missions,
            "players": [self.seen(player) for player in self.players],
            "stream": self.seat_streams[seat],
        }

    def seen(self, player):
        """What everybody sees of a player."""
        return {
            "hand_size": len(player.hand),
            "setbacks": list(player.setbacks),
            "charm": player.charm,
            "charm_ready": player.charm_ready,
            "support_coins": player.support_coins,
            "support_received": player.support_received,
            "speech_coins": player.speech_coins,
            "in_mission": player.in_mission,
            "points_at": player.points_at,
        }


def play(rules, players, variants, assumptions, choosers, stream):
    """Play one game and return its events."""
    return Game(rules, players, variants, assumptions, choosers, stream).play()


# Replay ----------------------------------------------------------------------------------------


def recorded_action(event, view):
    """The action that a recorded event stands for."""
    what = {"play": "card", "charm": "removed", "speech": "threat"}.get(event["event"])
    return event["event"], event[what] if what else None


ANSWERS = {
    "charm": (("setup",), lambda event, view: event["charms"][view["seat"]]),
    "intensity": (("mission",), lambda event, view: event["intensity"]),
    "act": (("play", "charm", "speech", "withdraw"), recorded_action),
    "joker": (("play",), lambda event, view: event["joker_removed"][0]),
    "answer": (("speech",), lambda event, view: event["removed"][view["seat"]]),
    "point": (("support",), lambda event, view: event["points_at"][view["seat"]]),
    "help": (("support",), lambda event, view: (event["help"], tuple(in_order(event["removed"])))),
}

POINT_IN_THE_OPEN = (("withdraw",), lambda event, view: event["points_at"])


def replay(recorded, rules, players, variants, assumptions, stream):
    """Play a recorded game again, every decision checked and taken from the record."""
    game = Game(rules, players, variants, assumptions, None, stream)
    answers = ANSWERS | ({"point": POINT_IN_THE_OPEN} if rules["open_support"] else {})
    game.choosers = [Replay(recorded, answers, game.events)] * players
    return game.play()

"""The oracle of Side by Side against the rulebook: its example, its rules, random games."""

import random
from functools import partial

import pytest

from . import IllegalDecisionError, Script, Stream, first_difference, replay_trace
from .side_by_side import ORDER, THREATS, Game, play, random_choosers, replay

ANNA, BEN, CARLA = 0, 1, 2
FRIEND = 2
WITHDRAW = ("withdraw", None)
NOTHING = ("none", ())
CHARM = ("charm", ())
DECK = [card for card in ORDER if card != "**"]

NORMAL = {
    "draw_pile": 24,
    "reserve": 29,
    "jokers": 1,
    "low": ["A", "2", "3"],
    "high": ["8", "9", "T"],
    "setback_aces": False,
    "king_traits": {"S": "mute", "H": "selfish", "D": "restless", "C": "stubborn"},
    "setback_limit": 4,
    "threat_limit": 3,
    "support_coins": 3,
    "speech_coins": 5,
    "min_morale_drop": 3,
    "min_intensity": 1,
    "min_first_intensity": 3,
    "open_support": False,
}


def stream_of(seed, index=0):
    return partial(Stream, seed, index)


def played(seed, players=3, rules=NORMAL, assumptions=None, index=0):
    """The events of a random game."""
    stream = stream_of(seed, index)
    choosers = random_choosers(players, stream)
    return play(rules, players, (), assumptions or {}, choosers, stream)


def in_a_mission(*script, players=3, hands="", setbacks="", land="", assumptions=None, rules=None):
    """A game in its second mission; hands and setbacks of the seats are parted by commas."""
    game = Game(
        NORMAL | (rules or {}), players, (), assumptions or {}, [Script(*script)] * players,
        stream_of(1),
    )  # fmt: skip
    game.missions = 2
    game.no_mans_land = land.split()
    game.draw_pile = ["4S", "4H", "4D", "4C"]
    game.reserve = ["6S", "6H", "6D", "6C"] * 3
    parts = zip(THREATS, hands.split(",") + [""] * 5, setbacks.split(",") + [""] * 5, strict=False)
    for player, (charm, hand, before) in zip(game.players, parts, strict=False):
        player.charm = charm
        player.hand, player.setbacks = hand.split(), before.split()
        player.in_mission = True
    return game


def offered(game):
    """The options of every decision asked so far."""
    return game.choosers[0].offered


# The worked example --------------------------------------------------------------------------


@pytest.fixture
def example():
    """Ben is Restless, Anna holds a speech coin and leads; she deals 2 cards each."""
    game = in_a_mission(
        (ANNA, "intensity", 2),
        (ANNA, "act", ("play", "9S")),
        (BEN, "act", ("play", "5H")),
        (CARLA, "act", ("play", "TD")),
        (ANNA, "act", ("play", "2C")),
        (BEN, "act", ("play", "JS")),
        (CARLA, "act", WITHDRAW),
        (ANNA, "act", ("speech", "high")),
        (BEN, "answer", "TC"),
        (BEN, "act", WITHDRAW),
        (ANNA, "act", WITHDRAW),
        (ANNA, "point", BEN),
        (BEN, "point", CARLA),
        (CARLA, "point", BEN),
        (BEN, "help", ("setbacks", ("KD",))),
        hands="8C, TC, ",
        setbacks=", KD, ",
    )
    game.draw_pile = ["9S", "5H", "TD", "2C", "JS", "7S", "QH", "3H", "6D"]
    game.reserve = ["4C", "JD", "AS", "7D", "7C"]
    game.players[ANNA].speech_coins = 1
    game.speech_coins = 4
    game.play_mission()
    return game


def event_of(game, kind):
    return next(event for event in game.events if event["event"] == kind)


def test_example_anna_deals_two_cards_each_and_ben_one_more(example):
    mission = event_of(example, "mission")
    assert mission["dealt"] == [["2C", "9S"], ["5H", "JS", "QH"], ["7S", "TD"]]


def test_example_bens_jack_is_a_trap_that_turns_up_the_three_of_hearts(example):
    jack = example.events[5]
    assert (jack["card"], jack["turned_up"]) == ("JS", "3H")


def test_example_ben_answers_the_speech_and_carla_has_withdrawn(example):
    speech = event_of(example, "speech")
    assert (speech["threat"], speech["removed"]) == ("high", [None, "TC", None])


def test_example_six_cards_leave_the_game(example):
    mission_end = event_of(example, "mission_end")
    assert mission_end["result"] == "success"
    assert sorted(mission_end["no_mans_land"]) == sorted(["9S", "5H", "TD", "2C", "JS", "3H"])
    assert mission_end["draw_pile"] is None


def test_example_ben_has_most_support_and_removes_his_king(example):
    support = event_of(example, "support")
    assert (support["received"], support["helped"]) == ([0, 2, 1], BEN)
    assert (support["help"], support["removed"]) == ("setbacks", ["KD"])


def test_example_seven_cards_and_a_setback_for_three(example):
    morale = event_of(example, "morale")
    assert (morale["cards_in_hands"], morale["moved"]) == (3, ["4C", "JD", "AS"])
    assert len(example.removed) == 7 + 1
    assert example.draw_pile == ["AS", "JD", "4C", "6D"]


def test_example_ben_leads_and_anna_takes_a_speech_coin(example):
    assert example.leader == BEN
    assert (example.players[ANNA].speech_coins, example.speech_coins) == (1, 3)


# Cards ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "threats"),
    [
        ("9S", ["spades", "high"]),
        ("5H", ["hearts"]),
        ("2D", ["diamonds", "low"]),
        ("AC", ["clubs", "low"]),
        ("JS", ["spades"]),
        ("QH", []),
        ("KD", []),
        ("**", []),
    ],
)
def test_what_a_card_shows(card, threats):
    assert in_a_mission().shows(card) == threats


def test_where_aces_are_setbacks_they_show_nothing():
    game = in_a_mission(hands="AS", rules={"setback_aces": True})
    assert game.shows("AS") == []
    game.play_card(ANNA, "AS")
    assert (game.players[ANNA].setbacks, game.no_mans_land) == (["AS"], [])


# Dealing -------------------------------------------------------------------------------------


def test_the_leader_deals_at_least_three_in_the_first_mission_later_one():
    game = in_a_mission()
    assert game.intensities() == [1, 2]
    game.missions = 1
    assert game.intensities() == [3]
    game.draw_pile = DECK[:13]
    assert game.intensities() == [3, 4, 5]


def test_when_the_pile_runs_out_dealing_stops():
    game = in_a_mission()
    game.leader = CARLA
    assert game.deal(2) == [["4H"], ["4D"], ["4S", "4C"]]


def test_a_restless_player_gets_one_more_after_the_others():
    game = in_a_mission(setbacks="KD")
    assert game.deal(1) == [["4S", "4C"], ["4H"], ["4D"]]
    nobody_restless = in_a_mission(setbacks="KD", assumptions={"restless": "off"})
    assert nobody_restless.deal(1) == [["4S"], ["4H"], ["4D"]]


# Turns: cards and traps ----------------------------------------------------------------------


def test_a_threat_card_goes_to_no_mans_land_a_setback_before_the_player():
    game = in_a_mission(hands="9S QH")
    game.play_card(ANNA, "9S")
    game.play_card(ANNA, "QH")
    assert (game.no_mans_land, game.players[ANNA].setbacks) == (["9S"], ["QH"])
    assert game.threat_counts()["hearts"] == 1


def test_the_joker_goes_with_a_card_of_the_players_choice():
    game = in_a_mission((ANNA, "joker", "9S"), hands="**", land="9S 2H")
    game.play_card(ANNA, "**")
    assert (game.no_mans_land, game.removed) == (["2H"], ["**", "9S"])
    assert offered(game) == [["2H", "9S"]]


def test_the_joker_goes_alone_if_no_mans_land_is_empty():
    game = in_a_mission(hands="**")
    game.play_card(ANNA, "**")
    assert (game.removed, offered(game)) == (["**"], [])


@pytest.mark.parametrize(("top", "land", "setbacks"), [("4H", ["JS", "4H"], []), ("QC", ["JS"], ["QC"])])
def test_a_trap_plays_the_top_card_at_once_for_the_same_player(top, land, setbacks):
    game = in_a_mission(hands="JS")
    game.draw_pile = [top, "4C"]
    game.play_card(ANNA, "JS")
    assert (game.no_mans_land, game.players[ANNA].setbacks) == (land, setbacks)
    assert game.draw_pile == ["4C"]


def test_a_trap_can_turn_up_the_joker_which_acts():
    game = in_a_mission((ANNA, "joker", "JS"), hands="JS")
    game.draw_pile = ["**"]
    game.play_card(ANNA, "JS")
    play_event = game.events[0]
    assert (play_event["turned_up"], play_event["joker_removed"]) == ("**", ["JS"])


def test_a_jack_turned_up_is_no_trap():
    game = in_a_mission(hands="JS")
    game.draw_pile = ["JH", "4C"]
    game.play_card(ANNA, "JS")
    assert (game.no_mans_land, game.draw_pile) == (["JS", "JH"], ["4C"])


def test_a_trap_on_an_empty_pile_does_nothing():
    game = in_a_mission(hands="JS")
    game.draw_pile = []
    game.play_card(ANNA, "JS")
    assert game.events[0]["turned_up"] is None


def test_a_jack_that_is_itself_the_third_of_a_threat_turns_nothing_up():
    game = in_a_mission(hands="JS", land="4S 5S")
    game.play_card(ANNA, "JS")
    assert game.failing()
    assert len(game.draw_pile) == 4


def test_a_failing_jack_turns_up_first_where_that_is_assumed():
    game = in_a_mission((ANNA, "joker", "5S"), hands="JS", land="4S 5S", assumptions={"trap_on_failure": "turn_up"})
    game.draw_pile = ["**"]
    game.play_card(ANNA, "JS")
    assert not game.failing()


# Turns: charm, speech, withdrawal ------------------------------------------------------------


def test_a_charm_removes_a_card_that_shows_its_threat_and_is_used_up():
    game = in_a_mission((ANNA, "act", ("charm", "9S")), land="9S 2H 2S")
    game.act(ANNA)
    assert offered(game)[0] == [("charm", "2S"), ("charm", "9S"), WITHDRAW]
    assert game.no_mans_land == ["2H", "2S"]
    assert game.actions(ANNA) == [WITHDRAW]


def test_the_actions_are_cards_then_charm_targets_then_speeches_then_withdrawal():
    game = in_a_mission(hands="** 2S AH", land="9S")
    game.players[ANNA].speech_coins = 1
    cards = [("play", "AH"), ("play", "2S"), ("play", "**")]
    speeches = [("speech", threat) for threat in THREATS]
    assert game.actions(ANNA) == [*cards, ("charm", "9S"), *speeches, WITHDRAW]


def test_a_speech_lets_every_other_player_in_the_mission_remove_one_card_or_the_queen():
    game = in_a_mission((CARLA, "answer", None), (ANNA, "answer", "QH"), hands="QH 2H, 3H, JH, 5H", players=4)
    game.players[BEN].speech_coins = 1
    game.players[3].in_mission = False
    game.make_speech(BEN, "hearts")
    assert game.events[0]["removed"] == ["QH", None, None, None]
    assert offered(game) == [["JH", None], ["2H", "QH", None]]
    assert (game.players[BEN].speech_coins, game.box) == (0, 1)


def test_a_speech_that_nobody_can_answer_is_legal_and_spends_the_coin():
    game = in_a_mission(hands="2H, 3H, KC")
    game.players[ANNA].speech_coins = 1
    game.make_speech(ANNA, "clubs")
    assert game.events[0]["removed"] == [None, None, None]
    assert (offered(game), game.box) == ([], 1)


def test_with_two_players_the_speech_coin_goes_back_to_the_middle():
    game = in_a_mission(players=2)
    game.players[ANNA].speech_coins = 1
    game.make_speech(ANNA, "high")
    assert (game.speech_coins, game.box) == (6, 0)


def test_a_mute_player_may_not_make_a_speech():
    game = in_a_mission(setbacks="KS")
    game.players[ANNA].speech_coins = 1
    assert game.actions(ANNA) == [WITHDRAW]


def test_a_king_whose_trait_is_off_changes_nothing():
    game = in_a_mission(setbacks="KS", assumptions={"mute": "off"})
    game.players[ANNA].speech_coins = 1
    assert len(game.actions(ANNA)) == 6 + 1


def test_a_stubborn_player_may_not_be_the_first_to_withdraw():
    game = in_a_mission(hands="2S", setbacks="KC")
    assert WITHDRAW not in game.actions(ANNA)
    game.players[BEN].in_mission = False
    assert WITHDRAW in game.actions(ANNA)


def test_without_a_card_a_stubborn_player_may_always_withdraw():
    assert in_a_mission(setbacks="KC").actions(ANNA) == [WITHDRAW]


def test_a_stubborn_player_withdraws_only_with_an_empty_hand_where_that_is_assumed():
    game = in_a_mission(hands="2S", setbacks="KC", assumptions={"stubborn_rule": "empty_hand"})
    game.players[BEN].in_mission = False
    assert WITHDRAW not in game.actions(ANNA)


# Failure and success -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("land", "setbacks", "failing"),
    [
        ("9S TS 2S", "", True),
        ("9S TS 2H", "", False),
        ("9S TH 8D", "", True),
        ("9S TS", "QS", True),
        ("9S", "QS, QH", False),
    ],
)
def test_a_third_of_any_threat_fails_the_mission_fears_counted(land, setbacks, failing):
    assert in_a_mission(land=land, setbacks=setbacks).failing() is failing


def test_the_fear_of_a_withdrawn_player_does_not_count():
    game = in_a_mission(land="9S TS", setbacks="QS")
    game.players[ANNA].in_mission = False
    assert not game.failing()


def test_at_the_start_of_a_mission_fears_of_all_count_again():
    game = in_a_mission((ANNA, "intensity", 1), setbacks="QS")
    game.players[ANNA].in_mission = False
    game.start_mission()
    assert game.threat_counts()["spades"] == 1


def test_after_a_failure_hands_are_kept_and_no_mans_land_returns_to_the_pile():
    game = in_a_mission((ANNA, "act", WITHDRAW), (BEN, "act", ("play", "2S")), hands="AH, 2S KH, 3D", land="9S TS")
    assert game.take_turns()
    game.end_mission(failed=True)
    assert sorted(game.draw_pile) == sorted(["4S", "4H", "4D", "4C", "9S", "TS", "2S"])
    assert [player.hand for player in game.players] == [["AH"], ["KH"], ["3D"]]


def test_only_who_had_withdrawn_before_a_failure_gives_support():
    game = in_a_mission((ANNA, "point", BEN), (BEN, "help", NOTHING))
    game.players[ANNA].in_mission = False
    game.support(failed=True)
    assert event_of(game, "support")["points_at"] == [BEN, None, None]


# Support -------------------------------------------------------------------------------------


def after_a_mission(*script, **settings):
    """A game in which all have withdrawn."""
    game = in_a_mission(*script, **settings)
    for player in game.players:
        player.in_mission = False
    return game


def test_each_points_at_the_left_or_the_right_neighbour():
    game = after_a_mission((ANNA, "point", 1), (BEN, "point", 2), (CARLA, "point", 0))
    game.support(failed=False)
    assert offered(game) == [[1, 2], [2, 0], [0, 1]]
    assert [player.support_coins for player in game.players] == [2, 2, 2]


def test_a_tie_helps_nobody():
    game = after_a_mission((ANNA, "point", 1), (BEN, "point", 2), (CARLA, "point", 0))
    game.support(failed=False)
    support = event_of(game, "support")
    assert (support["received"], support["helped"]) == ([1, 1, 1], None)
    assert (support["help"], support["removed"]) == ("none", [])


def test_without_a_coin_at_nobody_and_selfish_gives_none():
    game = after_a_mission((CARLA, "point", 0), (ANNA, "help", NOTHING), setbacks=", KH, ")
    game.players[ANNA].support_coins = 0
    game.support(failed=False)
    assert event_of(game, "support")["points_at"] == [None, None, 0]


@pytest.mark.parametrize(
    ("failed", "ready", "options"),
    [
        (False, True, [NOTHING, "QS", "QH", "KD", "QS QH", "QS KD", "QH KD"]),
        (True, True, [NOTHING, "QS", "QH", "KD"]),
        (True, False, [NOTHING, "QS", "QH", "KD", CHARM]),
    ],
)
def test_help_removes_up_to_two_setbacks_one_after_a_failure_or_readies_the_charm(failed, ready, options):
    game = in_a_mission(setbacks="KD QH QS")
    game.players[ANNA].charm_ready = ready
    ways = [("setbacks", tuple(way.split())) if isinstance(way, str) else way for way in options]
    assert game.ways_to_help(game.players[ANNA], failed) == ways


def test_after_a_failure_no_charm_where_that_is_assumed():
    game = in_a_mission(assumptions={"charm_after_failure": "forbidden"})
    game.players[ANNA].charm_ready = False
    assert game.ways_to_help(game.players[ANNA], True) == [NOTHING]
    assert game.ways_to_help(game.players[ANNA], False) == [NOTHING, CHARM]


def test_who_is_helped_is_asked_even_if_there_is_nothing_to_take():
    game = in_a_mission((BEN, "help", NOTHING))
    assert game.help(BEN, failed=False) == NOTHING


def test_a_charm_made_ready_can_be_used_again():
    game = in_a_mission((ANNA, "help", CHARM), land="9S")
    game.players[ANNA].charm_ready = False
    game.help(ANNA, failed=False)
    assert ("charm", "9S") in game.actions(ANNA)


def test_only_coins_of_this_mission_count_unless_assumed_otherwise():
    for assumed, helped in (("mission", BEN), ("all", CARLA)):
        game = in_a_mission(assumptions={"support_counts": assumed})
        game.players[CARLA].support_received = 3
        received = game.hand_over([1, None, None], None)
        assert game.most_supported(received) == helped


def test_with_open_support_each_points_when_withdrawing():
    game = in_a_mission((BEN, "act", WITHDRAW), (BEN, "point", 0), rules={"open_support": True})
    game.act(BEN)
    assert game.events == [{"event": "withdraw", "player": BEN, "points_at": 0}]
    assert game.view(CARLA)["players"][BEN]["points_at"] == 0


# Two players ---------------------------------------------------------------------------------


def test_the_two_point_at_each_other_or_at_the_friend():
    game = after_a_mission((ANNA, "point", 1), (BEN, "point", 0), (0, "help", NOTHING), players=2)
    game.toss = lambda: 0
    game.support(failed=False)
    assert offered(game)[:2] == [[1, FRIEND], [FRIEND, 0]]
    support = event_of(game, "support")
    assert (support["friend_points_at"], support["received"]) == (0, [2, 1, 0])


def test_if_the_friend_gets_the_most_nothing_happens():
    game = after_a_mission((ANNA, "point", FRIEND), (BEN, "point", FRIEND), players=2)
    game.support(failed=False)
    support = event_of(game, "support")
    assert (support["received"][FRIEND], support["helped"]) == (2, None)


def test_the_friend_gives_support_even_after_a_failure_and_three_times_only():
    game = in_a_mission(players=2)
    tosses = []
    for _ in range(4):
        game.missions += 1
        tosses.append(game.toss())
    assert set(tosses[:3]) <= {0, 1}
    assert tosses[3] is None


def test_the_friends_coin_is_fair():
    tosses = [Stream(1, game, 4, 1).below(2) for game in range(1000)]
    assert 430 < sum(tosses) < 570


# Morale and the end --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hands", "reserve", "reason"),
    [("2S", 4, None), ("2S", 3, "morale"), ("2S 3S 4S 5S", 4, "morale"), ("2S 3S 4S 5S", 5, None)],
)
def test_morale_drops_by_the_cards_in_hands_at_least_three(hands, reserve, reason):
    game = in_a_mission(hands=hands)
    game.reserve = DECK[:reserve]
    game.check_end()
    assert game.reason == reason


def test_peace_is_an_empty_pile_and_empty_hands():
    game = in_a_mission()
    game.draw_pile, game.reserve = [], []
    game.check_end()
    assert (game.result, game.reason) == ("win", "peace")


def test_four_setbacks_of_any_player_lose_even_at_peace():
    game = in_a_mission(setbacks=", QS QH QD QC")
    game.draw_pile = []
    game.check_end()
    assert (game.result, game.reason) == ("loss", "setbacks")


def test_three_setbacks_lose_under_shell_shock():
    game = in_a_mission(setbacks="QS QH QD", rules={"setback_limit": 3})
    game.check_end()
    assert game.reason == "setbacks"


def test_the_last_card_moved_lies_on_top():
    game = in_a_mission()
    game.drop_morale()
    assert event_of(game, "morale")["moved"] == ["6S", "6H", "6D"]
    assert game.draw_pile[:4] == ["6D", "6H", "6S", "4S"]


def test_the_old_leader_takes_a_speech_coin_while_there_is_one():
    game = in_a_mission(rules={"speech_coins": 1})
    game.drop_morale()
    game.drop_morale()
    assert [player.speech_coins for player in game.players] == [1, 0, 0]
    assert [event["speech_coin_taken"] for event in game.events] == [True, False]


# What the rulebook counts --------------------------------------------------------------------


def test_each_player_has_a_different_charm():
    for seed in range(30):
        charms = played(seed, players=5)[0]["charms"]
        assert len(set(charms)) == 5


def test_the_piles_of_the_setup():
    setup = played(1)[0]
    assert (len(setup["draw_pile"]), len(setup["reserve"])) == (24, 29)
    assert sorted(setup["draw_pile"] + setup["reserve"], key=ORDER.index) == ORDER


def test_at_most_eight_threat_cards_without_a_third():
    game = in_a_mission(land="4S 5S 4H 5H 4D 5D 4C 5C")
    assert not game.failing()
    assert all(game.threat_counts()[threat] == 2 for threat in THREATS[:4])


# Random games --------------------------------------------------------------------------------


class CarefulGame(Game):
    """Counts cards and coins at every event."""

    def emit(self, event, **values):
        super().emit(event, **values)
        self.count_cards()
        self.count_coins()

    def count_cards(self):
        cards = self.draw_pile + self.reserve + self.no_mans_land + self.removed
        for player in self.players:
            cards = cards + player.hand + player.setbacks
        assert sorted(cards) == sorted(DECK + ["**"] * self.rules["jokers"])
        assert "**" not in self.no_mans_land

    def count_coins(self):
        table = self.at_table()
        speech_coins = self.speech_coins + self.box + sum(one.speech_coins for one in table)
        assert speech_coins == self.rules["speech_coins"]
        if self.events[-1]["event"] == "support":
            support_coins = sum(one.support_coins + one.support_received for one in table)
            assert support_coins == len(table) * self.rules["support_coins"]


def random_rules(dice):
    """Rules of any shape, most of them easier than the published ones, so that some are won."""
    ranks = random.Random(dice.random()).sample("A23456789TJ", 6)
    cut = dice.randint(0, 6)
    jokers = dice.randint(0, 2)
    draw_pile = dice.choice((dice.randint(1, 52), dice.randint(1, 12)))
    return {
        "draw_pile": draw_pile,
        "reserve": 52 + jokers - draw_pile,
        "jokers": jokers,
        "low": ranks[:cut],
        "high": ranks[cut:],
        "setback_aces": dice.random() < 0.2,
        "king_traits": {suit: dice.choice(("mute", "selfish", "restless", "stubborn", "none")) for suit in "SHDC"},
        "setback_limit": dice.randint(1, 8),
        "threat_limit": dice.randint(2, 5),
        "support_coins": dice.randint(0, 9),
        "speech_coins": dice.randint(0, 9),
        "min_morale_drop": dice.randint(0, 3),
        "min_intensity": dice.randint(1, 2),
        "min_first_intensity": dice.randint(1, 3),
        "open_support": dice.random() < 0.5,
    }


def random_assumptions(dice):
    return {
        "mute": dice.choice(("on", "off")),
        "selfish": dice.choice(("on", "off")),
        "restless": dice.choice(("on", "off")),
        "stubborn": dice.choice(("on", "off")),
        "stubborn_rule": dice.choice(("not_first", "empty_hand")),
        "trap_on_failure": dice.choice(("nothing", "turn_up")),
        "charm_after_failure": dice.choice(("allowed", "forbidden")),
        "support_counts": dice.choice(("mission", "all")),
    }


def random_game(index):
    """The game and what a replay of it needs."""
    dice = random.Random(index)
    players = dice.randint(2, 5)
    rules, assumptions = random_rules(dice), random_assumptions(dice)
    stream = stream_of(13, index)
    choosers = random_choosers(players, stream)
    game = CarefulGame(rules, players, (), assumptions, choosers, stream)
    return game, (rules, players, (), assumptions, stream)


@pytest.mark.parametrize("index", range(400))
def test_random_games_keep_their_cards_and_coins_end_and_replay(index):
    game, settings = random_game(index)
    events = game.play()
    assert events[-1]["reason"] in ("peace", "morale", "setbacks")
    assert replay(events, *settings) == events


def test_random_games_end_in_every_way():
    ends = {random_game(index)[0].play()[-1]["reason"] for index in range(100)}
    assert ends == {"peace", "morale", "setbacks"}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("index", range(20))
def test_games_of_the_normal_level_keep_their_cards_and_end(players, index):
    stream = stream_of(14, index)
    game = CarefulGame(NORMAL, players, (), {}, random_choosers(players, stream), stream)
    assert game.play()[-1]["event"] == "end"


def test_a_recorded_decision_that_is_illegal_is_refused_by_name():
    events = played(1)
    number = next(n for n, event in enumerate(events) if event["event"] == "play")
    events[number]["card"] = events[0]["reserve"][0]
    with pytest.raises(IllegalDecisionError, match=rf"event {number} .* act .* is not legal"):
        replay(events, NORMAL, 3, (), {}, stream_of(1))


def test_a_help_that_is_not_allowed_is_refused():
    for index in range(100):
        events = played(1, index=index)
        helps = [event for event in events if event.get("helped") is not None]
        if helps:
            helps[0]["help"], helps[0]["removed"] = "setbacks", ["KD", "KH", "KS"]
            with pytest.raises(IllegalDecisionError, match=r"help .* is not legal"):
                replay(events, NORMAL, 3, (), {}, stream_of(1, index))
            return
    pytest.fail("nobody was ever helped")


def test_a_whole_trace_is_replayed_from_its_first_line():
    head = {
        "event": "game", "game": "side_by_side", "rules": NORMAL, "players": 4, "variants": [],
        "assumptions": {"ranks": "symmetric", "mute": "on"}, "seed": 4, "index": 0,
    }  # fmt: skip
    trace = [head, *played(4, players=4)]
    assert first_difference(replay_trace(trace), trace) is None


# Who sees what -------------------------------------------------------------------------------


def test_no_player_sees_other_hands_or_a_pile():
    game = in_a_mission((ANNA, "intensity", 1), hands="2S, 3S 5S, 7S", land="9H")
    game.start_mission()
    before = game.view(ANNA)
    hand = game.players[BEN].hand
    hand[0], game.draw_pile[0], game.reserve[0] = game.draw_pile[0], game.reserve[0], hand[0]
    game.draw_pile.reverse()
    game.reserve.reverse()
    assert game.view(ANNA) == before


def test_nobody_sees_where_others_point_before_all_point():
    seen = []

    class Watcher:
        def choose(self, decision, view, options):
            seen.append([player["points_at"] for player in view["players"]])
            return options[0]

    game = after_a_mission()
    game.choosers = [Watcher()] * 3
    game.point_together()
    assert seen == [[None] * 3] * 3

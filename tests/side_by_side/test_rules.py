"""The engine against the rulebook, sentence by sentence, and its worked example event by event."""

from __future__ import annotations

import pytest

from simkit.games.core import IllegalAction
from simkit.games.side_by_side.state import HELP_CHARM, USE_CHARM
from tests.side_by_side.table import (
    ANNA,
    BEN,
    CARLA,
    DAVID,
    DEAL,
    TURNS,
    WITHDRAW,
    Table,
    charm,
    number_of,
    play,
    set_of,
    speech,
)

KEEP = -1  # an answer: remove nothing
FRIEND = 2
NOTHING = 0
NOBODY = -1


# --- the worked example


@pytest.fixture
def example():
    """Ben is Restless; Anna leads, holds a speech coin and deals 2 cards each."""
    table = Table(
        "8C, TC,", setbacks=", KD,", pile="9S 5H TD 2C JS 7S QH 3H 6D", reserve="4C JD AS 7D 7C", speech_coins=5
    )
    table.table.speech_coins[ANNA] = 1
    table.table.speech_coins_in_middle = 4
    anna = [2, play("9S"), play("2C"), speech("high"), WITHDRAW, BEN]
    ben = [play("5H"), play("JS"), number_of("TC"), WITHDRAW, CARLA, set_of("KD")]
    carla = [play("TD"), WITHDRAW, BEN]
    return table, table.mission({ANNA: anna, BEN: ben, CARLA: carla})


def test_the_worked_example_event_by_event(example):
    _, events = example
    expected = [
        {"event": "mission", "mission": 3, "leader": 0, "intensity": 2}
        | {"dealt": [["2C", "9S"], ["5H", "JS", "QH"], ["7S", "TD"]]},
        {"event": "play", "player": 0, "card": "9S", "turned_up": None, "joker_removed": []},
        {"event": "play", "player": 1, "card": "5H", "turned_up": None, "joker_removed": []},
        {"event": "play", "player": 2, "card": "TD", "turned_up": None, "joker_removed": []},
        {"event": "play", "player": 0, "card": "2C", "turned_up": None, "joker_removed": []},
        {"event": "play", "player": 1, "card": "JS", "turned_up": "3H", "joker_removed": []},
        {"event": "withdraw", "player": 2},
        {"event": "speech", "player": 0, "threat": "high", "removed": [None, "TC", None]},
        {"event": "withdraw", "player": 1},
        {"event": "withdraw", "player": 0},
        {"event": "mission_end", "mission": 3, "result": "success"}
        | {"no_mans_land": ["2C", "3H", "5H", "9S", "TD", "JS"], "draw_pile": None},
        {"event": "support", "points_at": [1, 2, 1], "friend_points_at": None, "received": [0, 2, 1]}
        | {"helped": 1, "help": "setbacks", "removed": ["KD"]},
        {"event": "morale", "cards_in_hands": 3, "moved": ["4C", "JD", "AS"], "reserve_left": 2}
        | {"next_leader": 1, "speech_coin_taken": True},
    ]
    assert events == expected


def test_the_team_has_got_rid_of_seven_cards_and_a_setback_for_three(example):
    table, _ = example
    assert len(table.removed.split()) == 7 + 1
    assert [table.hand(seat) for seat in table.everybody] == ["8C", "QH", "7S"]
    assert table.pile == "AS JD 4C 6D"


def test_ben_is_the_new_leader_and_anna_takes_a_new_speech_coin(example):
    table, _ = example
    assert table.table.leader == BEN
    assert list(table.table.speech_coins[:3]) == [1, 0, 0]
    assert table.table.speech_coins_in_middle == 3


@pytest.mark.parametrize(
    ("cards", "threats"),
    [
        ("9S", {"spades": 1, "high": 1}),
        ("9S 5H TD", {"spades": 1, "hearts": 1, "diamonds": 1, "high": 2}),
        ("9S 5H TD 2C JS 3H", {"spades": 2, "hearts": 2, "diamonds": 1, "clubs": 1, "low": 2, "high": 2}),
    ],
)
def test_the_threats_the_example_counts(cards, threats):
    assert Table(land=cards).threats == threats


# --- the cards


@pytest.mark.parametrize(
    ("card", "threats"),
    [
        ("9S", ["spades", "high"]),
        ("5H", ["hearts"]),
        ("2D", ["diamonds", "low"]),
        ("AC", ["clubs", "low"]),
        ("7S", ["spades"]),
        ("JS", ["spades"]),
    ],
)
def test_what_a_threat_card_shows(card, threats):
    table = Table(card, pile="")
    table.act(ANNA, play(card))
    assert (list(table.threats), table.land) == (threats, card)


@pytest.mark.parametrize(
    ("reading", "low", "setbacks"),
    [
        ("symmetric", "A 2 3", False),
        ("four_low", "A 2 3 4", False),
        ("two_to_four", "2 3 4", False),
        ("aces_setbacks", "2 3 4", True),
    ],
)
def test_the_four_readings(reading, low, setbacks):
    from simkit.api import make_match

    for match in (
        make_match("side_by_side", reading=reading, bots="random"),
        make_match("side_by_side", assume={"ranks": reading}, bots="random"),
    ):
        assert match.rules["low"] == low.split()
        assert match.rules["high"] == ["8", "9", "T"]
        assert match.rules["setback_aces"] is setbacks
        assert match.rules.assumptions["ranks"] == reading


def test_where_aces_are_setbacks_they_only_count_towards_the_limit():
    table = Table("AS", setback_aces=True)
    table.act(ANNA, play("AS"))
    assert (table.setbacks(ANNA), table.land, table.threats) == ("AS", "", {})


def test_a_setback_goes_before_the_player_and_a_queen_is_a_fear():
    table = Table("QH KS")
    table.act(ANNA, play("QH"))
    table.act(ANNA, play("KS"))
    assert (table.setbacks(ANNA), table.land, table.threats) == ("QH KS", "", {"hearts": 1})


def test_the_joker_goes_with_one_card_of_the_players_choice():
    table = Table("**", land="9S 2H")
    event = table.act(ANNA, play("**"), number_of("9S"))
    assert event["joker_removed"] == ["9S"]
    assert (table.land, table.removed, table.threats) == ("2H", "9S **", {"hearts": 1, "low": 1})


def test_the_joker_goes_alone_if_no_mans_land_is_empty():
    table = Table("**")
    assert table.act(ANNA, play("**"))["joker_removed"] == []
    assert table.removed == "**"


def test_the_joker_takes_only_a_card_that_lies_there():
    with pytest.raises(IllegalAction):
        Table("**", land="2H").act(ANNA, play("**"), number_of("9S"))


def test_only_a_card_in_hand_can_be_played():
    with pytest.raises(IllegalAction):
        Table("2H").act(ANNA, play("9S"))


# --- dealing


def test_the_leader_deals_one_at_a_time_starting_with_themselves():
    table = Table(pile="2S 3S 4S 5S 6S 7S")
    table.table.leader = CARLA
    table.run(DEAL, script={CARLA: [2]})
    assert [table.hand(seat) for seat in table.everybody] == ["3S 6S", "4S 7S", "2S 5S"]


def test_if_the_draw_pile_runs_out_stop_dealing():
    table = Table(pile="2S 3S 4S 5S")
    table.run(DEAL, script={ANNA: [2]})
    assert [table.hand(seat) for seat in table.everybody] == ["2S 5S", "3S", "4S"]


@pytest.mark.parametrize(("mission", "least"), [(1, 3), (2, 1)])
def test_at_least_one_each_and_at_least_three_in_the_first_mission(mission, least):
    def ready():
        table = Table(pile="2S 3S 4S 5S 6S 7S 8S 9S TS AS")
        table.table.mission = mission - 1
        return table

    ready().run(DEAL, script={ANNA: [least]})
    with pytest.raises(IllegalAction):
        ready().run(DEAL, script={ANNA: [least - 1]})
    ready().run(DEAL, script={ANNA: [4]})
    with pytest.raises(IllegalAction):
        ready().run(DEAL, script={ANNA: [5]})  # deals the same cards as 4


def test_cards_from_earlier_missions_stay_in_the_hand():
    table = Table("QS, QH,", pile="2S 3S 4S")
    table.run(DEAL, script={ANNA: [1]})
    assert [table.hand(seat) for seat in table.everybody] == ["2S QS", "3S QH", "4S"]


def test_a_restless_player_gets_one_more_after_the_others():
    table = Table(setbacks="KD")
    table.run(DEAL, script={ANNA: [1]})
    assert table.hand(ANNA) == "4S 4C"


def test_restless_switched_off_or_without_a_card_left_changes_nothing():
    off = Table(setbacks="KD", assume={"restless": "off"})
    off.run(DEAL, script={ANNA: [1]})
    assert off.hand(ANNA) == "4S"
    empty = Table(setbacks="KD", pile="4S 4H 4D")
    empty.run(DEAL, script={ANNA: [1]})
    assert empty.hand(ANNA) == "4S"


# --- traps


@pytest.mark.parametrize(("top", "land", "setbacks"), [("4H", "4H JS", ""), ("QC", "JS", "QC")])
def test_a_jack_turns_up_the_top_card_which_is_played_at_once_for_the_same_player(top, land, setbacks):
    table = Table("JS", pile=f"{top} 4C")
    assert table.act(ANNA, play("JS"))["turned_up"] == top
    assert (table.land, table.setbacks(ANNA), table.pile) == (land, setbacks, "4C")


def test_a_fear_turned_up_comes_into_force():
    table = Table("JS", pile="QS", land="2S")
    table.act(ANNA, play("JS"))
    assert table.threats["spades"] == 3
    assert table.failing


def test_a_joker_turned_up_is_removed_with_its_effect():
    table = Table("JS", pile="**")
    event = table.act(ANNA, play("JS"), number_of("JS"))
    assert (event["turned_up"], event["joker_removed"]) == ("**", ["JS"])
    assert (table.land, table.removed, table.threats) == ("", "JS **", {})


def test_if_that_card_is_a_jack_too_nothing_more_happens():
    table = Table("JS", pile="JH 4C")
    table.act(ANNA, play("JS"))
    assert (table.land, table.pile) == ("JS JH", "4C")


def test_if_the_draw_pile_is_empty_the_trap_does_nothing():
    table = Table("JS", pile="")
    assert table.act(ANNA, play("JS"))["turned_up"] is None


def test_a_jack_that_is_itself_the_third_fails_at_once_and_turns_nothing_up():
    table = Table("JS", land="4S 5S", pile="2H")
    assert table.act(ANNA, play("JS"))["turned_up"] is None
    assert table.failing


def test_or_turns_up_first_where_that_is_assumed_and_a_joker_may_save_the_mission():
    table = Table("JS", land="4S 5S", pile="**", assume={"trap_on_failure": "turn_up"})
    table.act(ANNA, play("JS"), number_of("5S"))
    assert not table.failing


# --- charm, speech, withdrawing


def test_the_charm_removes_a_card_that_shows_its_threat_and_cannot_be_used_again():
    table = Table(land="9S 2S 2H")
    table.act(ANNA, charm("9S"))  # Anna's charm is spades
    assert (table.land, table.removed) == ("2S 2H", "9S")
    with pytest.raises(IllegalAction):
        table.act(ANNA, charm("2S"))


@pytest.mark.parametrize("action", [charm("2H"), charm("3S"), USE_CHARM - 1, USE_CHARM + 60])
def test_the_charm_takes_nothing_else(action):
    with pytest.raises(IllegalAction):
        Table(land="2S 2H").act(ANNA, action)


def test_every_other_player_still_in_may_remove_one_card_or_the_queen_clockwise():
    table = Table("QH 2H, 3H, JH, 5H", players=4).has_withdrawn(DAVID)
    table.table.speech_coins[BEN] = 1
    answers = {CARLA: [KEEP], ANNA: [number_of("QH")], DAVID: [number_of("5H")]}
    event = table.act(BEN, speech("hearts"), others=answers)
    assert event["removed"] == ["QH", None, None, None]
    assert [table.hand(seat) for seat in table.everybody] == ["2H", "3H", "JH", "5H"]
    assert (table.removed, list(table.table.speech_coins[:4])) == ("QH", [0, 0, 0, 0])


def test_the_coin_goes_back_to_the_box_with_two_players_to_the_middle():
    for players, in_middle in ((3, 5), (2, 6)):
        table = Table(players=players)
        table.table.speech_coins[ANNA] = 1
        table.act(ANNA, speech("high"))
        assert table.table.speech_coins_in_middle == in_middle


@pytest.mark.parametrize("card", ["QS", "KH", "5D", "9H"])
def test_a_card_that_does_not_show_the_threat_is_no_answer(card):
    table = Table(f", {card} 2H,")
    table.table.speech_coins[ANNA] = 1
    with pytest.raises(IllegalAction):
        table.act(ANNA, speech("low"), others={BEN: [number_of(card)]})


def test_a_queen_answers_only_her_suit_and_nothing_high():
    table = Table(", QH 9H,")
    table.table.speech_coins[ANNA] = 1
    with pytest.raises(IllegalAction):
        table.act(ANNA, speech("high"), others={BEN: [number_of("QH")]})


def test_a_speech_that_nobody_answers_is_legal_with_an_empty_hand_and_spends_the_coin():
    table = Table(", 3H, KC")
    table.table.speech_coins[ANNA] = 1
    assert table.act(ANNA, speech("clubs"))["removed"] == [None, None, None]
    with pytest.raises(IllegalAction):
        table.act(ANNA, speech("clubs"))


def test_a_mute_player_may_not_make_a_speech_unless_that_is_switched_off():
    for assume, allowed in (({}, False), ({"mute": "off"}, True)):
        table = Table(setbacks="KS", assume=assume)
        table.table.speech_coins[ANNA] = 1
        if allowed:
            table.act(ANNA, speech("low"))
        else:
            with pytest.raises(IllegalAction):
                table.act(ANNA, speech("low"))


def test_the_traits_are_those_of_the_kings_in_the_rules():
    table = Table(setbacks="KH", king_traits={"H": "mute"})
    table.table.speech_coins[ANNA] = 1
    with pytest.raises(IllegalAction):
        table.act(ANNA, speech("low"))


def test_a_withdrawn_player_keeps_the_hand_and_the_fears_stop_counting():
    table = Table("2S", setbacks="QH", land="9H")
    table.act(ANNA, WITHDRAW)
    assert (table.hand(ANNA), table.threats) == ("2S", {"hearts": 1, "high": 1})


def test_a_stubborn_player_may_not_be_the_first_to_withdraw():
    with pytest.raises(IllegalAction):
        Table("2S", setbacks="KC").act(ANNA, WITHDRAW)
    Table("2S", setbacks="KC").has_withdrawn(BEN).act(ANNA, WITHDRAW)
    Table("2S", setbacks="KC", assume={"stubborn": "off"}).act(ANNA, WITHDRAW)


def test_without_a_card_a_stubborn_player_may_always_withdraw():
    Table("", setbacks="KC").act(ANNA, WITHDRAW)
    Table("", setbacks="KC", assume={"stubborn_rule": "empty_hand"}).act(ANNA, WITHDRAW)


def test_where_that_is_assumed_a_stubborn_player_withdraws_only_with_an_empty_hand():
    table = Table("2S", setbacks="KC", assume={"stubborn_rule": "empty_hand"}).has_withdrawn(BEN)
    with pytest.raises(IllegalAction):
        table.act(ANNA, WITHDRAW)


# --- failure and success


@pytest.mark.parametrize(
    ("land", "setbacks", "failing"),
    [
        ("9S TS 2S", "", True),
        ("9S TS 2H", "", False),  # two spades and two highs are fine
        ("9S TH 8D", "", True),
        ("9S TS", "QS", True),
        ("9S", "QS, QH", False),
        ("4S 5S 4H 5H 4D 5D 4C 5C", "", False),
    ],
)
def test_three_of_the_same_threat_fail_fears_counted(land, setbacks, failing):
    assert Table(land=land, setbacks=setbacks).failing is failing


def test_a_mission_fails_while_a_fear_counts():
    table = Table("2S, 5H,", setbacks=", QS,", land="9S")
    events = table.run(TURNS, script={ANNA: [play("2S")]})
    assert events[-1]["result"] == "failure"
    assert sorted(events[-1]["draw_pile"]) == sorted(["4S", "4H", "4D", "4C", "9S", "2S"])


def test_and_does_not_once_its_owner_has_withdrawn():
    table = Table("2S, 5H,", setbacks=", QS,", land="9S").has_withdrawn(BEN)
    events = table.run(TURNS, script={ANNA: [play("2S"), WITHDRAW], CARLA: [WITHDRAW]})
    assert events[-1]["result"] == "success"


def test_after_a_failure_everyone_keeps_their_cards_and_no_mans_land_goes_back_into_the_pile():
    table = Table("AH, 2S KH, 3D", land="9S TS")
    table.run(TURNS, script={ANNA: [WITHDRAW], BEN: [play("2S")]})
    assert [table.hand(seat) for seat in table.everybody] == ["AH", "KH", "3D"]
    assert (table.land, sorted(table.pile.split())) == ("", sorted(["4S", "4H", "4D", "4C", "9S", "TS", "2S"]))
    assert table.removed == ""


def test_at_the_start_of_a_mission_all_fears_count_again():
    table = Table(setbacks="QS, QH", pile="").has_withdrawn(ANNA, BEN, CARLA)
    table.run(DEAL, script={ANNA: [1]})
    assert table.threats == {"spades": 1, "hearts": 1}


# --- support


def after_a_mission(**settings):
    players = settings.get("players", 3)
    return Table(**settings).has_withdrawn(*range(players))


def test_each_points_at_the_left_or_the_right_neighbour_and_hands_over_a_coin():
    table = after_a_mission()
    event = table.support({ANNA: [1], BEN: [2], CARLA: [0]})
    assert (event["points_at"], event["received"]) == ([1, 2, 0], [1, 1, 1])
    assert list(table.table.support_coins[:3]) == [2, 2, 2]


def test_nobody_points_at_themselves_or_across_the_table():
    for target in (0, 2, -1, 4):
        with pytest.raises(IllegalAction):
            after_a_mission(players=4).support({ANNA: [target], BEN: [0], CARLA: [1], DAVID: [0]})


def test_if_two_are_tied_for_the_most_nothing_happens():
    tied = after_a_mission(players=4).support({ANNA: [1], BEN: [2], CARLA: [1], DAVID: [2]})
    assert (tied["received"], tied["helped"], tied["help"]) == ([0, 2, 2, 0], None, "none")


def test_without_a_coin_at_nobody_and_selfish_gives_none_although_withdrawn():
    table = after_a_mission(setbacks=", KH,")
    table.table.support_coins[ANNA] = 0
    event = table.support({CARLA: [0], ANNA: [NOTHING]})
    assert event["points_at"] == [None, None, 0]
    unselfish = after_a_mission(setbacks=", KH,", assume={"selfish": "off"})
    assert unselfish.support({ANNA: [1], BEN: [2], CARLA: [0]})["points_at"] == [1, 2, 0]


def test_only_who_had_withdrawn_before_a_failure_gives_support():
    event = Table().has_withdrawn(ANNA).support({ANNA: [BEN], BEN: [NOTHING]}, failed=True)
    assert (event["points_at"], event["helped"]) == ([BEN, None, None], BEN)


def help_for_anna(taken, failed=False, charm_ready=True, setbacks="QS QH KD", assume=None):
    table = after_a_mission(setbacks=setbacks, assume=assume)
    if not charm_ready:
        table.table.charm_ready ^= 1 << ANNA
    return table, table.support({ANNA: [1, taken], BEN: [0], CARLA: [0]}, failed)


def test_the_helped_player_removes_two_setbacks_one_or_none():
    for removed in ("QS KD", "QH", ""):
        table, event = help_for_anna(set_of(removed))
        assert (event["helped"], event["removed"]) == (ANNA, removed.split())
        assert event["help"] == ("setbacks" if removed else "none")
        assert table.removed == removed


def test_never_three_and_after_a_failure_only_one():
    for taken, failed in (("QS QH KD", False), ("QS QH", True), ("KC", False)):
        with pytest.raises(IllegalAction):
            help_for_anna(set_of(taken), failed)
    _, event = help_for_anna(set_of("QH"), failed=True)
    assert event["removed"] == ["QH"]


def test_or_turns_the_lucky_charm_heads_up_again():
    table, event = help_for_anna(HELP_CHARM, charm_ready=False)
    assert (event["help"], event["removed"]) == ("charm", [])
    assert table.table.charm_ready & 1
    with pytest.raises(IllegalAction):
        help_for_anna(HELP_CHARM, charm_ready=True)


def test_after_a_failure_the_charm_too_unless_that_is_assumed_to_be_forbidden():
    help_for_anna(HELP_CHARM, failed=True, charm_ready=False)
    with pytest.raises(IllegalAction):
        help_for_anna(HELP_CHARM, True, False, assume={"charm_after_failure": "forbidden"})
    help_for_anna(HELP_CHARM, False, False, assume={"charm_after_failure": "forbidden"})


def test_only_coins_of_this_mission_count_unless_all_are_assumed_to():
    for assume, helped in (("mission", ANNA), ("all", CARLA)):
        table = after_a_mission(assume={"support_counts": assume})
        table.table.support_received[CARLA] = 4
        event = table.support({ANNA: [1, NOTHING], BEN: [0], CARLA: [0, NOTHING]})
        assert event["helped"] == helped


def test_with_open_support_each_points_when_withdrawing():
    table = Table(variants=("open_support",))
    assert table.act(BEN, WITHDRAW, ANNA) == {"event": "withdraw", "player": BEN, "points_at": ANNA}
    assert (table.table.points_at[BEN], table.table.support_coins[BEN]) == (ANNA, 2)
    event = table.has_withdrawn(ANNA, CARLA).support({ANNA: [NOTHING]})
    assert (event["points_at"], event["helped"]) == ([None, ANNA, None], ANNA)


# --- two players


def toss_of(mission):
    """Where the third friend points after this mission in this test's game."""
    table = after_a_mission(players=2)
    table.table.mission = mission
    return table.support({ANNA: [FRIEND], BEN: [FRIEND]})["friend_points_at"]


def test_the_two_point_at_each_other_or_at_the_friend_whose_coin_decides():
    table = after_a_mission(players=2)
    event = table.support({ANNA: [BEN, NOTHING], BEN: [ANNA, NOTHING]})
    assert event["points_at"] == [BEN, ANNA]
    assert event["helped"] == event["friend_points_at"] == toss_of(2)
    assert {toss_of(mission) for mission in range(1, 20)} == {ANNA, BEN}


def test_if_the_friend_gets_the_most_nothing_happens():
    event = after_a_mission(players=2).support({ANNA: [FRIEND], BEN: [FRIEND]})
    assert (event["received"][FRIEND], event["helped"]) == (2, None)


def test_the_friend_gives_even_after_a_failed_mission_and_has_three_coins():
    table = Table(players=2)
    for coins in (2, 1, 0):
        event = table.support({ANNA: [NOTHING], BEN: [NOTHING]}, failed=True)
        assert (event["friend_points_at"] in (ANNA, BEN), table.table.support_coins[FRIEND]) == (True, coins)
        table.table.points_at[FRIEND] = NOBODY
        table.table.received[:] = 0
    event = table.support({}, failed=True)
    assert (event["friend_points_at"], event["received"]) == (None, [0, 0, 0])


@pytest.mark.parametrize(("players", "pile", "reserve"), [(3, 24, 29), (5, 24, 29), (2, 20, 33)])
def test_the_piles_of_the_normal_level(players, pile, reserve):
    rules = Table(players=players).rules.plain()
    assert (rules["draw_pile"], rules["reserve"]) == (pile, reserve)


# --- morale and the end


@pytest.mark.parametrize(
    ("hands", "reserve", "reason"),
    [("2S", 4, None), ("2S", 3, "morale"), ("2S 3S 4S 5S", 4, "morale"), ("2S 3S 4S 5S", 5, None)],
)
def test_morale_drops_by_all_cards_in_hands_at_least_three_and_its_last_card_loses(hands, reserve, reason):
    table = Table(hands, reserve=" ".join(["6S", "6H", "6D", "6C", "7S"][:reserve]))
    assert table.end() == reason
    if reason is None:
        assert len(table.events[0]["moved"]) == max(3, len(hands.split()))


def test_the_last_card_moved_lies_on_top():
    table = Table()
    table.end()
    assert table.events[0]["moved"] == ["6S", "6H", "6D"]
    assert table.pile == "6D 6H 6S 4S 4H 4D 4C"


def test_with_an_empty_pile_and_no_card_in_hand_the_war_is_over():
    assert Table(pile="", reserve="").end() == "peace"


def test_four_setbacks_lose_even_at_peace_and_those_of_the_withdrawn_count():
    table = Table(pile="", setbacks=", QS QH QD QC").has_withdrawn(BEN)
    assert table.end() == "setbacks"


def test_under_shell_shock_three_setbacks_lose():
    assert Table(setbacks="QS QH QD").end() is None
    assert Table(setbacks="QS QH QD", variants=("shell_shock",)).end() == "setbacks"


def test_setbacks_are_checked_after_support():
    table = after_a_mission(setbacks="QS QH QD QC")
    table.support({ANNA: [1, set_of("QS")], BEN: [0], CARLA: [0]})
    assert table.end() is None


def test_the_old_leader_takes_a_speech_coin_if_any_are_left():
    table = Table(reserve="6S 6H 6D 6C 7S 7H 7D 7C 8S 8H 8D 8C")
    table.table.speech_coins_in_middle = 1
    table.end()
    assert (table.events[0]["speech_coin_taken"], table.events[0]["next_leader"]) == (True, BEN)
    table.end()
    assert (table.events[0]["speech_coin_taken"], table.events[0]["next_leader"]) == (False, CARLA)
    table.end()
    assert list(table.table.speech_coins[:3]) == [1, 0, 0]
    assert table.table.leader == ANNA

"""The oracle of Gleich und gleich against the rulebook: its examples, its rules, random games."""

import random
from functools import partial

import pytest

from . import IllegalDecisionError, Script, Stream, first_difference, replay_trace
from .gleich_und_gleich import Game, flock_keeps, lay_on, play, random_choosers, replay

ANNA, BEN, CARLA = 0, 1, 2
SPECIES = {name: [16, 5, 7] for name in ("A2", "34", "56", "78", "9T")} | {name: [8, 2, 3] for name in "JQK"}
STANDARD = {
    "species": SPECIES,
    "rows": 4,
    "row_cards": 3,
    "hand_size": 8,
    "draw": 2,
    "win_species": 7,
    "win_triples": 2,
    "triple_size": 3,
    "turn_limit": 5000,
}


def stream_of(seed, index=0):
    return partial(Stream, seed, index)


def played(seed, players=3, rules=STANDARD, assumptions=None):
    """The events of a random game."""
    stream = stream_of(seed)
    choosers = random_choosers(players, stream)
    return play(rules, players, (), assumptions or {}, choosers, stream)


def at_the_table(*script, player=ANNA, assumptions=None, rules=None):
    """A game of three in which everybody still holds a king and a queen; the piles are empty."""
    rules = STANDARD | (rules or {})
    game = Game(rules, 3, (), assumptions or {}, [Script(*script)] * 3, stream_of(1))
    game.rows = [["A2", "34", "56"] for _ in range(4)]
    game.hands = [["Q", "K"] for _ in range(3)]
    game.player = player
    return game


def offered(game):
    """The options of every decision asked so far."""
    return game.choosers[0].offered


# The worked examples -------------------------------------------------------------------------


@pytest.fixture
def annas_capture():
    game = at_the_table(
        (ANNA, "lay", ("34", 0, "right")),
        (ANNA, "refill_end", "right"),
        (ANNA, "refill_end", "right"),
    )
    game.rows[0] = ["34", "K", "9T", "78"]
    game.hands[ANNA] = ["34", "34"]
    game.draw_pile = ["34", "Q", "J"]
    game.play_turn()
    return game


def test_example_anna_captures_everything_between(annas_capture):
    assert annas_capture.hands[ANNA] == ["78", "9T", "K"]
    assert annas_capture.events[0]["captured"] == ["78", "9T", "K"]


def test_example_cards_are_turned_up_until_the_row_shows_two_species(annas_capture):
    assert annas_capture.rows[0] == ["34", "34", "34", "34", "Q"]
    assert annas_capture.draw_pile == ["J"]
    assert annas_capture.events[0]["refill"] == [
        {"card": "34", "end": "right"},
        {"card": "Q", "end": "right"},
    ]


def test_example_ben_keeps_one_of_six_and_discards_five():
    game = at_the_table((BEN, "flock", "78"), player=BEN)
    game.hands[BEN] = ["78"] * 6 + ["K"]
    assert game.flock() == {"species": "78", "shown": 6, "kept": 1}
    assert game.collections[BEN] == ["78"]
    assert game.discard == ["78"] * 5
    assert game.hands[BEN] == ["K"]


def test_example_carla_wins_with_two_species_of_three():
    game = at_the_table((CARLA, "lay", ("K", 0, "left")), (CARLA, "flock", "Q"), player=CARLA)
    game.collections[CARLA] = ["56", "56", "56", "J", "Q", "Q"]
    game.hands[CARLA] = ["Q", "Q", "K"]
    game.play_turn()
    assert (game.result, game.reason, game.winners) == ("win", "triples", [CARLA])


# Step 1, lay ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "end", "row_after", "captured"),
    [
        ("34 K 9T", "left", "J J 34 K 9T", ""),
        ("34 K 9T", "right", "34 K 9T J J", ""),
        ("K J 9T", "left", "J J J 9T", "K"),
        ("K J 9T", "right", "K J J J", "9T"),
        ("J K 9T", "left", "J J J K 9T", ""),
        ("K J 9T J 34", "right", "K J 9T J J J", "34"),
        ("K Q J 9T J", "left", "J J J 9T J", "K Q"),
        ("K Q J 9T", "right", "K Q J J J", "9T"),
        ("J 34 K 9T", "right", "J J J", "9T K 34"),
        ("J", "right", "J J J", ""),
    ],
)
def test_all_between_the_new_cards_and_the_nearest_of_the_species_is_captured(row, end, row_after, captured):
    assert lay_on(row.split(), "J", 2, end) == (row_after.split(), captured.split())


def test_all_cards_of_the_species_are_laid():
    game = at_the_table((ANNA, "lay", ("J", 3, "left")))
    game.hands[ANNA] = ["J", "K", "J", "J"]
    game.lay()
    assert game.rows[3] == ["J", "J", "J", "A2", "34", "56"]
    assert game.hands[ANNA] == ["K"]


def test_any_species_may_be_laid_at_either_end_of_any_row():
    game = at_the_table()
    game.hands[ANNA] = ["K", "J", "K"]
    options = game.lay_options()
    assert len(options) == 2 * 4 * 2
    assert options[:3] == [("J", 0, "left"), ("J", 0, "right"), ("J", 1, "left")]
    assert options[-1] == ("K", 3, "right")


def draw_after_laying_a_queen(number, draw_pile, discard=(), **settings):
    """Anna lays a queen, captures nothing and draws."""
    game = at_the_table((ANNA, "lay", ("Q", 0, "left")), (ANNA, "draw", number), **settings)
    game.draw_pile, game.discard = list(draw_pile), list(discard)
    drew = game.lay()["drew"]
    return game, drew


def test_nothing_captured_the_top_two_may_be_drawn_both_or_none():
    game, drew = draw_after_laying_a_queen(2, ["J", "A2", "34"])
    assert drew == ["J", "A2"]
    assert offered(game)[1] == [0, 2]
    assert game.hands[ANNA] == ["K", "J", "A2"]
    assert draw_after_laying_a_queen(0, ["J", "A2", "34"])[1] == []


def test_any_number_may_be_drawn_where_that_is_assumed():
    game, drew = draw_after_laying_a_queen(1, ["J", "A2", "34"], assumptions={"draw_all_or_none": "any"})
    assert drew == ["J"]
    assert offered(game)[1] == [0, 1, 2]


def test_with_one_card_left_in_both_piles_that_one_is_drawn():
    game, drew = draw_after_laying_a_queen(2, [], ["J"])
    assert drew == ["J"]
    assert game.events == [{"event": "reshuffle", "draw_pile": ["J"]}]


def test_the_cards_left_are_taken_before_the_discard_alone_is_shuffled():
    game, drew = draw_after_laying_a_queen(2, ["J"], ["A2", "A2"])
    assert drew == ["J", "A2"]
    assert game.events == [{"event": "reshuffle", "draw_pile": ["A2", "A2"]}]


def test_without_a_card_in_the_piles_nobody_is_asked_to_draw():
    game = at_the_table((ANNA, "lay", ("Q", 0, "left")))
    assert game.lay()["drew"] == []


def test_who_captures_does_not_draw():
    game = at_the_table((ANNA, "lay", ("Q", 0, "left")))
    game.rows[0] = ["K", "Q", "J"]
    game.draw_pile = ["A2"]
    turn = game.lay()
    assert (turn["captured"], turn["drew"]) == (["K"], [])


def test_a_player_can_draw_after_the_last_card_and_stay_in_the_round():
    game = at_the_table((ANNA, "lay", ("Q", 0, "left")), (ANNA, "draw", 2))
    game.hands[ANNA] = ["Q"]
    game.draw_pile = ["J", "A2"]
    game.play_turn()
    assert (game.round, game.player, game.hands[ANNA]) == (1, BEN, ["J", "A2"])


def test_the_round_ends_first_where_that_is_assumed():
    game = at_the_table((ANNA, "lay", ("Q", 0, "left")), assumptions={"draw_after_last_card": "round_ends"})
    game.hands[ANNA] = ["Q"]
    game.draw_pile = ["J"] * 30
    game.play_turn()
    assert (game.round, game.dealer) == (2, ANNA)


def test_the_acting_player_chooses_the_end_of_each_card_turned_up():
    game = at_the_table(
        (ANNA, "lay", ("Q", 0, "right")),
        (ANNA, "refill_end", "left"),
        (ANNA, "refill_end", "left"),
    )
    game.rows[0] = ["Q", "J"]
    game.draw_pile = ["Q", "A2"]
    game.lay()
    assert game.rows[0] == ["A2", "Q", "Q", "Q"]


def test_nobody_is_asked_for_the_end_where_it_is_always_right():
    game = at_the_table((ANNA, "lay", ("Q", 0, "left")), assumptions={"refill_end": "right"})
    game.rows[0] = ["J", "Q"]
    game.draw_pile = ["A2"]
    game.lay()
    assert game.rows[0] == ["Q", "Q", "A2"]


def test_a_refill_stops_when_both_piles_are_empty():
    game = at_the_table((ANNA, "lay", ("Q", 0, "left")))
    game.rows[0] = ["J", "Q"]
    assert game.lay()["refill"] == []
    assert game.rows[0] == ["Q", "Q"]


# Step 2, flock -------------------------------------------------------------------------------


@pytest.mark.parametrize(("count", "kept"), [(4, 0), (5, 1), (6, 1), (7, 2), (12, 2)])
def test_a_small_flock_keeps_one_a_large_one_two(count, kept):
    assert flock_keeps(count, 5, 7) == kept


def test_only_a_species_with_a_small_flock_may_fly():
    game = at_the_table((ANNA, "flock", None))
    game.hands[ANNA] = ["K", "K", "34", "34", "34", "34", "J"] + ["9T"] * 5
    assert game.flock() is None
    assert offered(game) == [[None, "9T", "K"]]


def test_nobody_without_a_flock_is_asked():
    assert at_the_table().flock() is None


# End of a round ------------------------------------------------------------------------------


@pytest.fixture
def round_ended():
    """Ben lays his last card; the piles hold more than enough."""
    game = at_the_table((BEN, "lay", ("Q", 0, "left")), (BEN, "draw", 0), player=BEN)
    game.hands = [["K", "J"], ["Q"], ["56"]]
    game.draw_pile = ["A2"] * 30
    game.play_turn()
    return game


def test_a_round_ends_when_a_hand_is_empty_and_the_others_discard(round_ended):
    turn, round_end, _ = round_ended.events
    assert turn["hand"] == []
    assert round_end["discarded"] == [["J", "K"], [], ["56"]]
    assert sorted(round_ended.discard) == ["56", "J", "K"]


def test_who_emptied_their_hand_deals_and_takes_the_first_turn(round_ended):
    assert round_ended.events[2]["dealer"] == BEN
    assert round_ended.player == BEN
    assert [len(hand) for hand in round_ended.hands] == [8, 8, 8]
    assert round_ended.rows[0] == ["Q", "A2", "34", "56"]


def test_a_round_ends_after_a_flock_too():
    game = at_the_table((ANNA, "lay", ("Q", 0, "left")), (ANNA, "draw", 0), (ANNA, "flock", "K"))
    game.hands[ANNA] = ["Q", "K", "K"]
    game.draw_pile = ["A2"] * 30
    game.play_turn()
    assert (game.round, game.dealer) == (2, ANNA)


def test_a_deal_goes_clockwise_from_the_dealer_card_by_card():
    game = at_the_table(player=BEN)
    game.rules = game.rules | {"hand_size": 1}
    game.hands = [[], [], []]
    game.draw_pile = ["A2", "34", "56"]
    game.end_round()
    assert game.hands == [["56"], ["A2"], ["34"]]


# End of the game -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("collection", "route"),
    [
        ("A2 34 56 78 9T J Q", "species"),
        ("A2 34 56 78 9T J", None),
        ("J J J K K K", "triples"),
        ("J J J J J J K K", None),
        ("A2 34 56 78 9T J J J Q Q Q", "species"),
    ],
)
def test_seven_species_or_two_of_three_win(collection, route):
    assert at_the_table().win_route(collection.split()) == route


def test_a_win_that_empties_the_hand_is_a_win_and_no_round_end():
    game = at_the_table((ANNA, "lay", ("Q", 0, "left")), (ANNA, "flock", "K"))
    game.collections[ANNA] = ["A2", "34", "56", "78", "9T", "J"]
    game.hands[ANNA] = ["Q", "K", "K"]
    game.play_turn()
    assert (game.result, game.reason) == ("win", "species")
    assert [event["event"] for event in game.events] == ["turn"]


@pytest.mark.parametrize(
    ("sizes", "winners", "result"),
    [((1, 3, 2), [BEN], "win"), ((2, 1, 2), [ANNA, CARLA], "shared")],
)
def test_a_deal_that_is_impossible_ends_the_game_most_cards_win(sizes, winners, result):
    game = at_the_table()
    game.collections = [["J"] * size for size in sizes]
    game.hands = [[], ["K"] * 10, ["Q"] * 10]
    game.draw_pile = ["A2"] * 3
    game.end_round()
    assert (game.reason, game.result, game.winners) == ("deal_impossible", result, winners)
    assert (game.round, len(game.draw_pile)) == (1, 3)


def test_one_card_more_and_the_deal_is_possible():
    game = at_the_table()
    game.hands = [[], ["K"] * 10, ["Q"] * 10]
    game.draw_pile = ["A2"] * 4
    game.end_round()
    assert (game.result, game.round) == (None, 2)


def test_the_turn_limit_leaves_a_game_unfinished():
    end = played(1, rules=STANDARD | {"turn_limit": 5})[-1]
    assert (end["result"], end["reason"]) == ("unfinished", "turn_limit")
    assert (end["winners"], end["turns"]) == ([], 5)


def test_the_turn_limit_is_looked_at_before_a_round_end_and_after_a_win():
    game = at_the_table((ANNA, "lay", ("Q", 0, "left")), rules={"turn_limit": 1})
    game.hands[ANNA] = ["Q"]
    game.play_turn()
    assert (game.reason, len(game.events)) == ("turn_limit", 1)
    game.collections[ANNA] = ["J"] * 3 + ["K"] * 3
    game.check_end()
    assert game.reason == "triples"


# Setup ---------------------------------------------------------------------------------------


def test_every_row_starts_with_three_different_species():
    for seed in range(50):
        assert all(len(set(row)) == 3 for row in played(seed)[0]["rows"])


def test_a_second_card_of_a_species_in_the_row_goes_to_the_discard():
    game = at_the_table()
    game.draw_pile = ["J", "J", "Q", "J", "Q", "K", "A2"]
    row = []
    game.fill_row(row)
    assert row == ["J", "Q", "K"]
    assert game.discard == ["J", "J", "Q"]


def test_hands_are_dealt_card_by_card_then_one_open_card_each():
    game = at_the_table()
    game.hands, game.rows = [[], [], []], [[], [], [], []]
    game.set_up()
    top_first = [s for s in SPECIES for _ in range(SPECIES[s][0])]
    Stream(1, 0, 0).shuffle(top_first)
    after_rows = top_first[12 + len(game.discard) :]
    for seat in range(3):
        assert game.hands[seat] == after_rows[seat:24:3]
        assert game.collections[seat] == [after_rows[24 + seat]]
    assert game.draw_pile == after_rows[27:]


def test_a_reshuffle_of_the_setup_has_no_event_but_counts():
    rules = STANDARD | {"rows": 8, "row_cards": 8, "hand_size": 6}
    stream = stream_of(6)
    game = Game(rules, 5, (), {}, random_choosers(5, stream), stream)
    game.set_up()
    assert game.reshuffles > 0
    assert [event["event"] for event in game.events] == ["setup"]


def test_rules_with_which_no_row_can_be_completed_are_refused():
    rules = STANDARD | {"species": {"X": [40, 2, 3], "Y": [1, 1, 1]}, "row_cards": 2, "rows": 2}
    with pytest.raises(ValueError, match="could complete this row"):
        played(1, players=2, rules=rules)


def test_the_numbers_of_the_rulebook():
    cards = [size for size, _, _ in SPECIES.values()]
    assert (sum(cards), cards.count(8), cards.count(16), sum(cards) / 8) == (104, 3, 5, 13)


# Random games --------------------------------------------------------------------------------


class CarefulGame(Game):
    """Counts the cards at every event."""

    def emit(self, event, **values):
        super().emit(event, **values)
        places = [self.draw_pile, self.discard, *self.rows, *self.hands, *self.collections]
        cards = [card for place in places for card in place]
        for species, (count, _, _) in self.rules["species"].items():
            assert cards.count(species) == count


def random_species(dice, rows):
    """Names to [cards, small flock, large flock]; each fills every row if need be."""
    species = {}
    for number in range(dice.randint(4, 9)):
        small = dice.randint(1, 5)
        species[f"s{number}"] = [dice.randint(max(9, rows), 20), small, dice.randint(small, 8)]
    return species


def random_rules(dice, players):
    """Rules of any shape that can be dealt."""
    rows = dice.randint(1, 8)
    species = random_species(dice, rows)
    cards = sum(count for count, _, _ in species.values())
    row_cards = dice.randint(1, min(len(species), (cards - 2 * players) // rows))
    hand_size = min(dice.randint(1, 20), (cards - rows * row_cards) // players - 1)
    return {
        "species": species,
        "rows": rows,
        "row_cards": row_cards,
        "hand_size": hand_size,
        "draw": dice.randint(0, 5),
        "win_species": dice.randint(3, 9),
        "win_triples": dice.randint(1, 3),
        "triple_size": dice.randint(2, 5),
        "turn_limit": 600,
    }


def random_assumptions(dice):
    return {
        "draw_all_or_none": dice.choice(("all_or_none", "any")),
        "draw_after_last_card": dice.choice(("allowed", "round_ends")),
        "refill_end": dice.choice(("player", "right")),
    }


@pytest.mark.parametrize("index", range(300))
def test_random_games_keep_their_cards_end_and_replay(index):
    dice = random.Random(index)
    players = dice.randint(2, 5)
    rules = random_rules(dice, players)
    assumptions = random_assumptions(dice)
    stream = stream_of(12, index)
    choosers = random_choosers(players, stream)
    game = CarefulGame(rules, players, (), assumptions, choosers, stream)
    events = game.play()
    assert events[-1]["event"] == "end"
    assert replay(events, rules, players, (), assumptions, stream) == events


@pytest.mark.parametrize("seed", range(40))
def test_games_of_the_standard_rules_keep_their_cards_and_end(seed):
    stream = stream_of(seed)
    players = 2 + seed % 4
    game = CarefulGame(STANDARD, players, (), {}, random_choosers(players, stream), stream)
    assert game.play()[-1]["result"] in ("win", "shared")


def first_turn(events):
    return next(event for event in events if event["event"] == "turn")


def test_a_recorded_decision_that_is_illegal_is_refused_by_name():
    events = played(1)
    first_turn(events)["row"] = 4
    with pytest.raises(IllegalDecisionError, match=r"event 1 .* lay .* is not legal"):
        replay(events, STANDARD, 3, (), {}, stream_of(1))


def test_drawing_one_of_two_is_refused():
    events = played(1)
    turn = next(event for event in events if event.get("drew"))
    turn["drew"] = turn["drew"][:1]
    with pytest.raises(IllegalDecisionError, match="draw 1 is not legal"):
        replay(events, STANDARD, 3, (), {}, stream_of(1))


def test_a_whole_trace_is_replayed_from_its_first_line():
    head = {
        "event": "game", "game": "gleich_und_gleich", "rules": STANDARD, "players": 3,
        "variants": [], "assumptions": {}, "seed": 4, "index": 0,
    }  # fmt: skip
    trace = [head, *played(4)]
    assert first_difference(replay_trace(trace), trace) is None


def test_the_order_of_cards_in_a_hand_makes_no_difference():
    events = played(4)
    other = [dict(event) for event in events]
    first_turn(other)["hand"] = first_turn(other)["hand"][::-1]
    assert first_difference(events, other) is None


# Who sees what -------------------------------------------------------------------------------


def test_no_player_sees_other_hands_or_the_draw_pile():
    stream = stream_of(3)
    game = Game(STANDARD, 3, (), {}, random_choosers(3, stream), stream)
    game.set_up()
    before = game.view(ANNA)
    hidden = [*game.hands[BEN], *game.hands[CARLA], *game.draw_pile]
    hidden.reverse()
    game.hands[BEN], game.hands[CARLA], game.draw_pile = hidden[:8], hidden[8:16], hidden[16:]
    assert game.view(ANNA) == before

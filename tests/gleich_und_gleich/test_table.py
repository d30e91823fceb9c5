"""Sentences of the rulebook, one position each, carried out by the engine's `turn` kernel."""

from __future__ import annotations

import pytest

from simkit.games.core import IllegalAction
from simkit.games.gleich_und_gleich.state import LEFT, RIGHT, Reason
from tests.gleich_und_gleich.table import Table, rules_of

ANNA, BEN, CARLA = 0, 1, 2
PLAYING = -1
NO_FLOCK = -1


@pytest.fixture(scope="module")
def one_table():
    return Table()


@pytest.fixture
def table(one_table):
    """Three players in mid-game, everybody with a king and a queen, nothing to capture."""
    return laid_out(one_table)


def laid_out(table: Table) -> Table:
    table.start(1, 0)
    for row in range(4):
        table.set_row(row, "A2 34 56")
    for seat in (ANNA, BEN, CARLA):
        table.set_hand(seat, "Q K")
        table.set_collection(seat, "A2")
    table.table.discard = 0
    table.set_draw_pile("J J J J A2 34")
    return table


def with_rules(**settings) -> Table:
    return laid_out(Table(rules_of(**settings)))


# --- the three worked examples


def test_example_anna_captures_three_and_the_row_is_refilled(table):
    table.set_row(0, "34 K 9T 78")
    table.set_hand(ANNA, "34 34")
    table.set_draw_pile("34 Q J")
    table.lay("34", 0, RIGHT)
    assert table.hand(ANNA) == "78 9T K"
    assert table.row(0) == "34 34 34"
    assert (table.decision, table.names[table.table.turned_card]) == ("refill_end", "34")
    table.act(RIGHT)
    assert (table.decision, table.names[table.table.turned_card]) == ("refill_end", "Q")
    table.act(RIGHT)
    assert table.row(0) == "34 34 34 34 Q"
    assert table.table.draw_pile == 1
    assert table.table.player == BEN


def test_example_ben_keeps_one_of_six_and_discards_five(table):
    table.table.player = BEN
    table.set_hand(BEN, "78 78 78 78 78 78 J K")
    table.lay("K", 0, LEFT)
    table.act(0)
    assert table.decision == "flock"
    table.act(table.names.index("78"))
    assert table.collection(BEN) == "A2 78"
    assert table.unpack(table.table.discard) == "78 78 78 78 78"
    assert table.hand(BEN) == "J"


def test_example_carla_wins_with_two_species_of_three(table):
    table.table.player = CARLA
    table.set_collection(CARLA, "Q Q 56 56 56 J")
    table.set_hand(CARLA, "Q Q K")
    table.lay("K", 0, LEFT)
    table.act(0)
    assert table.act(table.names.index("Q")) == Reason.TRIPLES
    assert table.collection(CARLA) == "56 56 56 J Q Q Q"


# --- step 1


@pytest.mark.parametrize(
    ("row", "end", "row_after", "hand"),
    [
        ("34 K 9T", LEFT, "J J 34 K 9T", "Q"),
        ("34 K 9T", RIGHT, "34 K 9T J J", "Q"),
        ("K J 9T", LEFT, "J J J 9T", "Q K"),
        ("K J 9T", RIGHT, "K J J J", "9T Q"),
        ("J K 9T", LEFT, "J J J K 9T", "Q"),
        ("K J 9T J 34", RIGHT, "K J 9T J J J", "34 Q"),
        ("34 Q J 9T J", LEFT, "J J J 9T J", "34 Q Q"),
    ],
)
def test_all_cards_up_to_the_nearest_of_the_species_are_captured(table, row, end, row_after, hand):
    table.set_row(1, row)
    table.set_hand(ANNA, "J J Q")
    table.lay("J", 1, end)
    assert table.row(1) == row_after
    assert table.hand(ANNA) == hand


def test_drawing_is_offered_only_when_nothing_was_captured(table):
    table.lay("Q", 0, LEFT)
    assert table.decision == "draw"
    table.act(2)
    assert table.hand(ANNA) == "J J K"
    assert table.table.held[ANNA] == 3


def test_a_player_who_laid_the_last_cards_may_draw_and_stay_in_the_round(table):
    table.set_hand(ANNA, "Q")
    table.lay("Q", 0, LEFT)
    assert table.decision == "draw"
    table.act(2)
    table.act(NO_FLOCK)
    assert (table.table.round_number, table.table.player) == (1, BEN)


def test_read_strictly_the_round_ends_before_drawing():
    table = with_rules(assume={"draw_after_last_card": "round_ends"})
    table.set_hand(ANNA, "Q")
    table.set_draw_pile("J " * 30)
    table.lay("Q", 0, LEFT)
    assert (table.table.round_number, table.table.player, table.hand(ANNA)) == (2, ANNA, " ".join(["J"] * 8))


def test_one_card_left_in_both_piles_is_drawn_alone(table):
    table.set_draw_pile("")
    table.table.discard = table.pack("9T")
    table.lay("Q", 0, LEFT)
    table.act(2)
    assert table.hand(ANNA) == "9T K"


def test_without_a_card_in_the_piles_no_drawing_is_offered(table):
    table.set_draw_pile("")
    table.lay("Q", 0, LEFT)
    assert (table.table.player, table.decision) == (BEN, "lay")


def test_a_refill_stops_when_both_piles_are_empty(table):
    table.set_row(0, "Q A2")
    table.set_draw_pile("Q")
    table.lay("Q", 0, RIGHT)
    table.act(LEFT)
    assert table.row(0) == "Q Q Q"
    assert table.table.player == BEN


def test_cards_left_are_taken_before_the_discard_pile_is_shuffled(table):
    table.set_draw_pile("J")
    table.table.discard = table.pack("9T 9T 9T")
    table.lay("Q", 0, LEFT)
    table.act(2)
    assert table.hand(ANNA) == "9T J K"
    assert (table.table.draw_pile, table.table.discard) == (2, 0)


# --- step 2


@pytest.mark.parametrize(("shown", "kept"), [(2, 1), (3, 2), (5, 2)])
def test_a_large_flock_keeps_two(table, shown, kept):
    table.set_hand(ANNA, "J " * shown + "A2 K")
    table.lay("A2", 1, LEFT)
    table.act(0)
    table.act(table.names.index("J"))
    assert table.collection(ANNA) == "A2 " + " ".join(["J"] * kept)


def test_a_flock_may_be_refused(table):
    table.set_hand(ANNA, "J J K A2")
    table.lay("A2", 1, LEFT)
    table.act(0)
    table.act(NO_FLOCK)
    assert table.hand(ANNA) == "J J K"
    assert table.table.player == BEN


# --- ends


def test_who_empties_the_hand_deals_and_begins_and_the_rows_stay(table):
    table.table.player = BEN
    table.set_hand(BEN, "J J A2")
    table.set_draw_pile("34 " * 40)
    rows = [table.row(k) for k in range(1, 4)]
    table.lay("A2", 0, LEFT)
    table.act(0)
    assert table.act(table.names.index("J")) == PLAYING
    assert (table.table.round_number, table.table.dealer, table.table.player) == (2, BEN, BEN)
    assert [table.hand(seat) for seat in range(3)] == [" ".join(["34"] * 8)] * 3
    assert [table.row(k) for k in range(1, 4)] == rows
    assert table.unpack(table.table.discard) == "J Q Q K K"


def test_a_win_that_empties_the_hand_is_a_win(table):
    table.set_collection(ANNA, "J J 34 34 34")
    table.set_hand(ANNA, "J J K")
    table.lay("K", 0, LEFT)
    table.act(0)
    assert table.act(table.names.index("J")) == Reason.TRIPLES
    assert table.table.round_number == 1


def test_both_ways_at_once_count_as_species(table):
    table.set_collection(ANNA, "A2 34 34 34 56 78 9T J J Q")
    table.set_hand(ANNA, "J J K K")
    table.lay("K", 0, LEFT)
    table.act(0)
    assert table.act(table.names.index("J")) == Reason.SPECIES


def test_a_deal_that_is_impossible_ends_the_game(table):
    table.set_hand(ANNA, "Q")
    table.set_draw_pile("34 " * 19)
    table.lay("Q", 0, LEFT)
    assert table.act(0) == Reason.DEAL_IMPOSSIBLE
    assert (table.table.round_number, table.table.turn, table.table.draw_pile) == (1, 1, 19)


def test_a_deal_of_the_very_last_cards_is_possible(table):
    table.set_hand(ANNA, "Q")
    table.set_draw_pile("34 " * 20)
    table.lay("Q", 0, LEFT)
    assert table.act(0) == PLAYING
    assert (table.table.round_number, table.table.draw_pile, table.table.discard) == (2, 0, 0)


# --- what an engine must refuse


@pytest.mark.parametrize("action", [-1, 5 << 4, 7 << 4 | 4 << 1, 8 << 4, 1 << 40])
def test_an_illegal_lay_is_refused(table, action):
    with pytest.raises(IllegalAction):
        table.act(action)


def test_an_illegal_draw_end_and_flock_are_refused(table):
    table.lay("Q", 0, LEFT)
    for number in (-1, 1, 3):
        with pytest.raises(IllegalAction):
            table.act(number)
    table.set_hand(ANNA, "J J K")
    table.act(0)
    for species in (-2, table.names.index("K"), table.names.index("A2"), 8):
        with pytest.raises(IllegalAction):
            table.act(species)


def test_any_number_may_be_drawn_if_so_assumed():
    table = with_rules(assume={"draw_all_or_none": "any"})
    table.lay("Q", 0, LEFT)
    table.act(1)
    assert table.hand(ANNA) == "J K"


# --- what attentive players remember


def test_captured_cards_are_known_until_laid_or_shown(table):
    table.set_row(0, "K 9T J Q A2")
    table.lay("Q", 0, LEFT)
    assert table.unpack(table.table.known[ANNA]) == "9T J K"
    table.table.player = ANNA
    table.table.decision = 0
    table.lay("9T", 1, LEFT)
    assert table.unpack(table.table.known[ANNA]) == "J K"


def test_the_leader_changes_when_another_seat_comes_to_lead_alone(table):
    table.table.most = 1
    for seat, hand, changes in ((ANNA, "J J K", 0), (BEN, "J J K", 0), (BEN, "J J K", 1), (ANNA, "J J J K", 2)):
        table.table.player = seat
        table.set_hand(seat, hand + " 34")
        table.lay("K", 1, RIGHT)
        table.act(0)
        table.act(table.names.index("J"))
        assert table.table.lead_changes == changes

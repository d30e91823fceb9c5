"""Rules as data: what is in force, what is refused and why."""

from __future__ import annotations

import pytest

from simkit import games
from simkit.errors import InputError
from simkit.games.gleich_und_gleich.rules import BOOK
from simkit.settings import Settings, Table, resolve


def rules(players=2, **settings):
    return resolve(BOOK, Settings(players=players, **settings))


def test_it_is_registered_under_any_spelling():
    assert games.rule_book("Gleich-und-Gleich") is BOOK


def test_104_cards_in_eight_species_three_of_8_and_five_of_16():
    sizes = sorted(numbers[0] for numbers in rules()["species"].values())
    assert sizes == [8] * 3 + [16] * 5
    assert sum(sizes) == 104


def test_the_model_game_has_110_cards_and_13_75_a_species():
    species = rules(preset="cubirds")["species"]
    assert [numbers[0] for numbers in species.values()] == [7, 10, 10, 13, 13, 17, 20, 20]
    assert sum(numbers[0] for numbers in species.values()) / len(species) == 13.75
    assert [species[name][1:] for name in ("flamingo", "magpie")] == [[2, 3], [5, 7]]
    assert sum(species["robin"][1:]) == 15


def test_variants_combine():
    both = rules(variants=("rare_rarer", "quick"))
    assert both["win_species"] == 6
    assert [both["species"][name][1:] for name in "JQK"] == [[3, 4]] * 3
    assert both["species"]["A2"] == rules()["species"]["A2"] == [16, 5, 7]


def test_rare_rarer_is_refused_for_the_model_game_with_the_reason():
    with pytest.raises(InputError, match="J, Q and K, which the preset cubirds does not have"):
        rules(preset="cubirds", variants=("rare_rarer",))


def test_one_species_can_be_turned():
    assert rules(set={"species.J": "12/3/4"})["species"]["J"] == [12, 3, 4]


@pytest.mark.parametrize(
    ("players", "set_", "reason"),
    [
        (5, {"hand_size": 20}, "need 117 cards, there are 104"),
        (2, {"species.J": "8/4/3"}, "small flock of J \\(4\\) is larger than its large flock"),
        (2, {"species.J": "2/3/3"}, "small flock of J \\(3\\) is larger than the species"),
        (2, {"species.J": "128/3/3"}, "allowed: 1 to 127"),
        (2, {"rows": 9}, "allowed: 1 to 8"),
        (2, {"row_cards": 9}, "allowed: 1 to 8"),
        (2, {"draw": 6}, "allowed: 0 to 5"),
        (2, {"hand_size": 0}, "allowed: 1 to 20"),
        (2, {"species.X": "8/2/3"}, "unknown entry of species"),
        (2, {"species": {"X": [8, 2, 3]}}, "9 species; allowed: at most 8"),
        (2, {"rows": 8, "row_cards": 8, "species.J": "7/2/3"}, "the rows before may use up too many"),
        (6, {}, "6 players cannot play"),
        (1, {}, "allowed: 2 to 5"),
    ],
)
def test_what_cannot_be_played_is_refused_with_the_reason(players, set_, reason):
    with pytest.raises(InputError, match=reason):
        rules(players, set=set_)


def test_there_are_no_levels():
    with pytest.raises(InputError, match="no levels"):
        rules(level="hard")


def test_every_value_has_a_mark_and_a_source():
    for settings in ({}, {"preset": "cubirds"}, {"variants": ("rare_rarer", "quick")}):
        values = rules(**settings).values
        assert set(values) == set(BOOK.knobs)
        assert all(value.mark in "SDA" and len(value.source) > 20 for value in values.values())


def test_every_default_is_a_value_its_knob_allows():
    for preset in BOOK.presets:
        for name, knob in BOOK.knobs.items():
            value = rules(preset=preset)[name]
            assert knob.kind.parse(value) == value
            assert isinstance(knob.kind, Table) == (name == "species")


def test_each_assumption_names_its_alternatives():
    assert {key: (item.default, item.alternatives) for key, item in BOOK.assumptions.items()} == {
        "draw_all_or_none": ("all_or_none", ("any",)),
        "draw_after_last_card": ("allowed", ("round_ends",)),
        "refill_end": ("player", ("right",)),
    }

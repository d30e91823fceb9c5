"""Rules as data: names, ranges, the order of the layers, files a designer keeps."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simkit import games
from simkit.errors import InputError
from simkit.settings import Settings, file_text, parse_pairs, read_file, resolve

BOOK = games.rule_book("seilschaft")


def rules(file=None, **given):
    return resolve(BOOK, Settings(**given), file)


def refusal(**given):
    with pytest.raises(InputError) as refused:
        rules(**given)
    return str(refused.value)


def saved(resolved, folder):
    path = folder / "mine.toml"
    path.write_text(file_text(resolved), encoding="utf-8")
    return path


# --- values in force


def test_every_value_has_a_mark_and_a_source():
    for level in BOOK.levels:
        for value in rules(level=level).values.values():
            assert value.mark in "SDA"
            assert value.source


def test_every_knob_of_the_rules_file_is_there(shared):
    text = (shared / "rules" / "seilschaft.md").read_text(encoding="utf-8")
    section = text.partition("## Knobs")[2].partition("\n## ")[0]
    assert all(f"`{name}`" in section for name in BOOK.knobs)
    assert list(rules().plain()) == ["ropes", "trump", "rounds", "ridge_length", "hand_size", "steps"]


@pytest.mark.parametrize(
    ("level", "ropes", "trump"), [("leicht", 2, True), ("normal", 1, True), ("schwer", 0, True), ("profi", 0, False)]
)
def test_levels_are_those_of_the_rulebook(level, ropes, trump):
    assert (rules(level=level)["ropes"], rules(level=level)["trump"]) == (ropes, trump)


def test_the_default_is_the_published_game_on_normal():
    found = rules()
    assert (found.settings.level, found.players, found.settings.preset) == ("normal", 2, "standard")
    assert sum(found["steps"].values()) == 10


def test_what_nobody_stated_is_marked_as_assumed():
    assert rules(level="profi").values["ropes"].mark == "A"
    assert rules().values["ropes"].mark == "S"
    assert rules().values["steps"].mark == "D"


def test_an_assumption_can_be_switched():
    assert rules(level="profi", assume={"profi_ropes": "1"})["ropes"] == 1
    assert rules(assume={"profi_ropes": "1"})["ropes"] == 1  # normal has its one rope anyway
    assert rules(level="leicht", assume={"profi_ropes": "1"})["ropes"] == 2


# --- the order of the layers: later wins


def test_a_single_knob_wins_over_level_and_variant():
    found = rules(level="leicht", variants=("two_rounds",), set={"ropes": "5", "rounds": "7"})
    assert (found["ropes"], found["rounds"]) == (5, 7)
    assert found.values["ropes"].mark == "set"


def test_a_changed_knob_keeps_the_level_it_started_from():
    assert rules(level="profi", set={"ropes": "3"}).settings.level == "profi"


def test_one_entry_of_a_table_changes_that_entry_alone():
    steps = rules(set={"steps.Q": "1"})["steps"]
    assert steps["Q"] == 1
    assert {**steps, "Q": 2} == rules()["steps"]


def test_a_file_comes_first_and_the_command_line_wins(tmp_path):
    path = saved(rules(level="leicht", set={"hand_size": "9", "ropes": "4"}), tmp_path)
    file = read_file(path, "seilschaft")
    assert rules(file)["ropes"] == 4
    assert rules(file, set={"ropes": "1"})["ropes"] == 1
    other = rules(file, level="schwer")
    assert (other["ropes"], other["hand_size"]) == (0, 9)


@given(
    level=st.sampled_from(sorted(BOOK.levels)),
    variants=st.lists(st.sampled_from(sorted(BOOK.variants)), unique=True),
    ropes=st.none() | st.integers(0, 8),
    queen=st.none() | st.integers(0, 4),
    trump=st.none() | st.booleans(),
    first=st.none() | st.sampled_from(["random", "0", "1"]),
)
def test_saved_settings_read_back_give_the_same_rules(tmp_path_factory, level, variants, ropes, queen, trump, first):
    turned = {"ropes": ropes, "steps.Q": queen, "trump": trump}
    before = rules(
        level=level,
        variants=tuple(variants),
        set={name: value for name, value in turned.items() if value is not None},
        assume={"first_dealer": first} if first else {},
    )
    after = rules(read_file(saved(before, tmp_path_factory.mktemp("settings")), "seilschaft"))
    assert after.plain() == before.plain()
    assert after.assumptions == before.assumptions
    assert after.settings == before.settings


def test_a_whole_table_may_stand_in_a_file(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text('[set]\nsteps = { "A" = 4, "2" = 1 }\ntrump = false\n', encoding="utf-8")
    found = rules(read_file(path, "seilschaft"))
    assert (found["steps"]["A"], found["steps"]["2"], found["steps"]["K"], found["trump"]) == (4, 1, 2, False)


# --- names: capitals, dashes, did you mean


@pytest.mark.parametrize("name", ["two_rounds", "two-rounds", "Two-Rounds"])
def test_dashes_underscores_and_capitals_are_the_same(name):
    assert rules(variants=(name,))["rounds"] == 2


@pytest.mark.parametrize(
    ("given", "hint"),
    [
        ({"level": "norml"}, "unknown level 'norml': did you mean normal?"),
        ({"variants": ("open_hand",)}, "did you mean open_hands?"),
        ({"preset": "standart"}, "did you mean standard?"),
        ({"assume": {"profi_rope": "1"}}, "did you mean profi_ropes?"),
        ({"set": {"rope": "1"}}, "did you mean ropes?"),
        ({"set": {"steps.X": "1"}}, "unknown entry of steps 'X'"),
        ({"set": {"ropes.Q": "1"}}, "ropes has no entries"),
        ({"set": {"ropes": "9"}}, "allowed: 0 to 8"),
        ({"set": {"ropes": "-1"}}, "allowed: 0 to 8"),
        ({"set": {"ropes": "two"}}, "not a whole number"),
        ({"set": {"ropes": "1.5"}}, "not a whole number"),
        ({"set": {"ridge_length": "8"}}, "allowed: odd numbers 3 to 15"),
        ({"set": {"ridge_length": "17"}}, "allowed: odd numbers 3 to 15"),
        ({"set": {"hand_size": "22"}}, "allowed: 1 to 21"),
        ({"set": {"hand_size": "0"}}, "allowed: 1 to 21"),
        ({"set": {"rounds": "10"}}, "allowed: 1 to 9"),
        ({"set": {"steps.A": "5"}}, "allowed: 0 to 4"),
        ({"set": {"steps": "5"}}, "set single values as KNOB.KEY=VALUE"),
        ({"set": {"trump": "maybe"}}, "allowed: on, off"),
        ({"assume": {"first_dealer": "2"}}, "allowed: random, 0, 1"),
        ({"players": 3}, "3 players cannot play Seilschaft; allowed: 2"),
        ({"reading": "literal"}, "unknown reading"),
    ],
)
def test_what_cannot_be_is_refused_with_what_can(given, hint):
    assert hint in refusal(**given)


def test_a_deal_that_needs_more_cards_than_there_are_is_refused_with_the_reason():
    assert "a ridge of 15 and two hands of 21 need 57 cards, the deck has 52" in refusal(
        set={"hand_size": "21", "ridge_length": "15"}
    )
    assert rules(set={"hand_size": "21", "ridge_length": "9"})["hand_size"] == 21
    assert rules(set={"hand_size": "18", "ridge_length": "15"})["hand_size"] == 18


# --- files and pairs that cannot be read


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("level = ", "is no TOML file"),
        ("levl = 'normal'", "did you mean level?"),
        ("level = 3", "is no str"),
        ("players = true", "is no int"),
        ("set = 3", "is no dict"),
        ("game = 'side_by_side'", "another game"),
    ],
)
def test_a_bad_file_is_refused_by_name(tmp_path, text, hint):
    path = tmp_path / "bad.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=r"bad\.toml") as refused:
        read_file(path, "seilschaft")
    assert hint in str(refused.value)


def test_a_missing_file_is_refused_by_name(tmp_path):
    with pytest.raises(InputError, match=r"cannot read .*nothing\.toml"):
        read_file(tmp_path / "nothing.toml", "seilschaft")


@pytest.mark.parametrize("text", ["ropes", "ropes=", "=1", " = "])
def test_a_pair_needs_a_name_and_a_value(text):
    with pytest.raises(InputError, match="write --set NAME=VALUE"):
        parse_pairs("--set", [text])


def test_pairs_keep_the_case_of_a_rank():
    assert parse_pairs("--set", ["Steps.Q=1", "hand-size = 9"]) == {"steps.Q": "1", "hand_size": "9"}


@pytest.mark.parametrize("name", ["seilschft", "seil", "Seilschaften"])
def test_a_mistyped_game_is_asked_about(name):
    with pytest.raises(InputError, match="did you mean seilschaft"):
        games.game_name(name)


def test_a_reading_beats_the_assumptions_of_the_file():
    book = games.rule_book("side_by_side")
    file = Settings(assume={"ranks": "four_low"})
    assert (
        resolve(book, Settings(reading="two_to_four"), file).plain()
        == resolve(book, Settings(reading="two_to_four")).plain()
    )
    later = Settings(reading="two_to_four", assume={"ranks": "four_low"})
    assert resolve(book, later, file)["low"] == resolve(book, file)["low"]

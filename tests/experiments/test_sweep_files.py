"""A sweep is data: TOML or command line, checked as a whole before anything runs."""

from pathlib import Path

import pytest

from simkit.errors import InputError, ProblemsError
from simkit.sweeps.reading import given_sweep, read_sweep

ROOT = Path(__file__).parents[2]
SHIPPED = sorted((ROOT / "experiments").glob("*.toml"))


@pytest.fixture
def problems(tmp_path):
    """The messages about a sweep file, its path cut off."""

    def read(text):
        path = tmp_path / "sweep.toml"
        path.write_text(text, encoding="utf-8")
        with pytest.raises(ProblemsError) as caught:
            read_sweep(path)
        return [line.removeprefix(str(path)) for line in caught.value.lines]

    return read


@pytest.mark.parametrize("path", SHIPPED, ids=[path.stem for path in SHIPPED])
def test_every_shipped_sweep_is_valid(path):
    sweep = read_sweep(path)
    assert path.stem.startswith(sweep.game)
    assert len(sweep.cells) >= 12
    assert sweep.title.split(":")[0] == sweep.cells[0].match.rules.book.title


def test_the_shipped_sweeps_are_those_the_rulebooks_need():
    swept = {path.stem: {axis.name: axis.labels for axis in read_sweep(path).axes} for path in SHIPPED}
    assert swept["seilschaft-ropes"]["ropes"] == ("0", "1", "2", "3", "4")
    assert swept["seilschaft-ropes"]["trump"] == ("on", "off")
    assert swept["seilschaft-ropes"]["rounds"] == ("1", "2", "3", "4")
    assert set(swept["seilschaft-levels"]["level"]) == {"leicht", "normal", "schwer", "profi"}
    pile = swept["side_by_side-draw_pile"]
    assert (pile["draw_pile"][0], pile["draw_pile"][-1], len(pile["draw_pile"])) == ("14", "36", 23)
    assert len(pile["players"]) == 4 and len(pile["reading"]) == 4
    assert {"level", "players"} <= set(swept["side_by_side-levels"])
    for knob in ("flocks", "hand_size", "rows", "draw", "players"):
        assert "players" in swept[f"gleich_und_gleich-{knob}"]


def test_the_command_line_says_the_same_as_a_file(tmp_path):
    path = tmp_path / "ropes.toml"
    path.write_text(
        'game = "seilschaft"\nbots = "random"\ngames = 300\nseed = 4\n[over]\nropes = "0:4:2"\nrounds = [1, 2]\n'
    )
    file = read_sweep(path)
    line = given_sweep(
        "seilschaft", {"bots": "random", "games": 300, "seed": 4, "over": {"ropes": "0:4:2", "rounds": "1,2"}}
    )
    assert [cell.label for cell in file.cells] == [cell.label for cell in line.cells]
    assert [cell.match.rules.plain() for cell in file.cells] == [cell.match.rules.plain() for cell in line.cells]
    assert file.target == line.target and file.seed == line.seed == 4


def test_the_command_line_changes_a_file(tmp_path):
    path = tmp_path / "ropes.toml"
    path.write_text('game = "seilschaft"\ngames = 300\n[set]\nrounds = 2\n[over]\nropes = [0]\n')
    sweep = read_sweep(
        path, {"precision": 2.0, "over": {"ropes": "0:1", "hand_size": "10,13"}, "set": {"trump": "off"}}
    )
    assert sweep.target.precision == 2.0 and sweep.target.games is None
    assert len(sweep.cells) == 4
    assert sweep.cells[0].match.rules["rounds"] == 2
    assert sweep.cells[0].match.rules["trump"] is False


def test_all_problems_come_at_once_each_with_its_line(problems):
    lines = problems(
        'gmae = "x"\ngame = "seilschaft"\nbots = 3\ngames = -1\nseed = "a"\n\n[set]\ntrump = true\n\n[over]\n'
        'ropes = "4:0"\nrounds = [1, 2, 99]\nnope = [1]\nsteps.Q = [1, 9]\ntrump = ["on"]\n'
    )
    places = [line.split(" ")[0] for line in lines]
    assert places == [":1:", ":3:", ":4:", ":5:", ":11:", ":12:", ":13:", ":14:", ":15:"]
    text = "\n".join(lines)
    for part in (
        "did you mean game?",
        "the range 4:0 is empty",
        "99 is out of range",
        "'nope'",
        "fixed as well as swept",
    ):
        assert part in text


def test_every_fixed_name_and_value_is_checked_with_its_line(problems):
    lines = problems(
        'game = "seilschaft"\nbots = "nosuch"\nlevel = "hard"\nvariants = ["zzz", "yyy"]\nfoo = 1\n[set]\nropes = 99\n'
        'foo = 1\nsteps.Z = 1\n"steps.Q" = 77\nlevel = "normal"\n[assume]\nbar = "x"\n[over]\nrounds = "1:4"\n'
    )
    starts = [
        ":2: unknown bot 'nosuch'",
        ":3: level: unknown level 'hard'",
        ":4: variants: unknown variant 'zzz'",
        ":4: variants: unknown variant 'yyy'",
        ":5: unknown key 'foo'",
        ":7: ropes: 99 is out of range",
        ":8: foo: unknown knob 'foo'",
        ":9: steps.Z: unknown entry of steps 'Z'",
        ":10: steps.Q: 77 is out of range",
        ":11: level: unknown knob 'level'",
        ":13: bar: unknown assumption 'bar'",
    ]
    assert len(lines) == len(starts)
    assert all(line.startswith(start) for line, start in zip(lines, starts, strict=True))


def test_every_bad_value_of_an_axis_is_named(problems):
    lines = problems(
        'game = "side_by_side"\npreset = "nope"\nreading = "nope"\nslip = 2\nsettings = "none.toml"\n[over]\n'
        'players = [2, 9, 11]\ndraw_pile = "16:60:4"\nvariants = ["x+y", 1]\nbots = ["nosuch", "simple,other", 3]\n'
    )
    starts = [
        ":2: preset: unknown preset 'nope'",
        ":3: reading: unknown reading 'nope'",
        ":4: slip: slip 2",
        ":5: cannot read",
        ":7: players: 9 is out of range",
        ":7: players: 11 is out of range",
        ":8: draw_pile: 56 is out of range",
        ":8: draw_pile: 60 is out of range",
        ":9: variants: unknown variant 'x'",
        ":9: variants: unknown variant 'y'",
        ":9: variants: unknown variant '1'",
        ":10: unknown bot 'nosuch'",
        ":10: unknown bot 'other'",
        ":10: unknown bot '3'",
    ]
    assert len(lines) == len(starts)
    assert all(line.startswith(start) for line, start in zip(lines, starts, strict=True))


def test_a_settings_file_is_checked_with_the_sweep(problems, tmp_path):
    (tmp_path / "mine.toml").write_text('level = "hard"\n[set]\nropes = 99\n')
    lines = problems('game = "seilschaft"\nsettings = "mine.toml"\n[over]\nrounds = [1, 99]\n')
    assert [line[:3] for line in lines] == [":2:", ":2:", ":4:"]
    assert "mine.toml: level: unknown level 'hard'" in lines[0]


def test_a_cell_that_cannot_be_played_is_named_and_nothing_runs(problems):
    lines = problems('game = "seilschaft"\n[over]\nhand_size = [13, 21]\nridge_length = [9, 15]\n')
    assert lines == [
        ":2: cell hand_size=21 ridge_length=15: these rules cannot be played: "
        "a ridge of 15 and two hands of 21 need 57 cards, the deck has 52"
    ]


@pytest.mark.parametrize(
    "text, part",
    [
        ('game = "seilschaft"\n', "nothing to sweep"),
        ('game = "seilschaft"\n[over]\nropes = []\n', "no values"),
        ('game = "seilschaft"\n[over]\nropes = [1, 1]\n', "stands there twice"),
        ('game = "seilschaft"\n[over]\nropes = [1.5]\n', "1.5 is out of range"),
        ('game = "seilschaft"\n[over]\nropes = 1\nlevel = "nrmal"\n', "did you mean normal?"),
        ('game = "seilschaft"\n[over]\nbots = ["simpel"]\n', "did you mean simple?"),
        ('game = "seilschaft"\n[over]\nbots = ["simple,simple,simple"]\n', "3 bots for 2 seats"),
        ('game = "seilschaft"\ngames = 10\nprecision = 1\n[over]\nropes = [1]\n', "exclude each other"),
        ('game = "seilschaft"\nprecision = 0\n[over]\nropes = [1]\n', "percentage points"),
        ('game = "chess"\n[over]\nropes = [1]\n', "unknown game"),
        ("[over]\nropes = [1]\n", "no game"),
        ('game = "side_by_side"\n[over]\nplayers = "2:6"\n', "out of range"),
        ('game = "gleich_und_gleich"\n[over]\nhand_size = "1:20"\nplayers = "2:5"\n', "need"),
    ],
)
def test_what_is_wrong_is_refused(problems, text, part):
    assert part in "\n".join(problems(text))


def test_a_file_that_is_no_toml_is_named_with_the_line(tmp_path):
    path = tmp_path / "bad.toml"
    path.write_text("game = \n")
    with pytest.raises(InputError, match="line 1"):
        read_sweep(path)


def test_ranges_include_their_end_and_lists_may_hold_commas():
    sweep = given_sweep("side-by-side", {"over": {"draw_pile": "16:34:2", "low": "A,2|2,3,4"}, "bots": "random"})
    assert [axis.labels for axis in sweep.axes][1] == ("A,2", "2,3,4")
    assert sweep.axes[0].values == tuple(range(16, 35, 2))


def test_everything_a_setting_can_be_can_be_swept():
    sweep = given_sweep(
        "side-by-side",
        {
            "over": {
                "level": "rookie,normal", "players": "2:3", "variants": "none,shell_shock+open_support",
                "reading": "four_low", "stubborn_rule": "not_first,empty_hand", "king_traits.S": "none,mute",
                "bots": "random",
            }
        },
    )  # fmt: skip
    assert len(sweep.cells) == 32
    last = sweep.cells[-1].match.rules
    assert last.settings.variants == ("shell_shock", "open_support")
    assert last.assumptions["stubborn_rule"] == "empty_hand"
    assert last["king_traits"]["S"] == "mute"
    assert last.players == 3


def test_bots_of_a_sweep_file_are_found_beside_it(tmp_path):
    (tmp_path / "mine.py").write_text('"""Mine."""\nBASE = "simple"\n')
    path = tmp_path / "sweep.toml"
    path.write_text('game = "seilschaft"\n[over]\nbots = ["mine.py:fall=-3", "simple"]\n')
    assert [cell.match.bots[0].label for cell in read_sweep(path).cells] == ["mine:fall=-3", "simple"]


def test_all_cells_share_the_seed_so_differences_are_sharp():
    sweep = given_sweep("seilschaft", {"over": {"ropes": "0:2"}, "seed": 9})
    assert {cell.match.seed for cell in sweep.cells} == {9}


def test_a_wrong_key_hides_no_cell_that_cannot_be_dealt(tmp_path):
    path = tmp_path / "a.toml"
    path.write_text('game = "seilschaft"\ntitel = "x"\n[over]\nridge_length = [9, 15]\nhand_size = [13, 21]\n')
    with pytest.raises(ProblemsError) as wrong:
        read_sweep(path)
    first, second = wrong.value.lines
    assert ":2: unknown key 'titel'" in first and "cell ridge_length=15 hand_size=21" in second


def test_too_many_bots_are_found_in_their_line(tmp_path):
    path = tmp_path / "a.toml"
    path.write_text('game = "seilschaft"\nbots = "simple,simple,simple"\n[over]\nropes = [1, 2]\n')
    with pytest.raises(ProblemsError) as wrong:
        read_sweep(path)
    assert [line.partition("a.toml")[2] for line in wrong.value.lines] == [
        ":2: 3 bots for 2 seats; allowed: one for all seats or one per seat"
    ]

"""Own bots: a file by its path, a base, weights, a helper; and every mistake named by file and line."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import textwrap

import pytest

from simkit import run
from simkit.bots import find_bot, find_bots, read_bot, shipped_names
from simkit.errors import InputError

GAME = "seilschaft"

HIGHEST = """
\"\"\"Highest: leads its highest card.\"\"\"
from simkit.games.seilschaft.helpers import count, legal_cards, nth

BASE = "random"


def lead(view):
    cards = legal_cards(view)
    return nth(cards, count(cards) - 1)
"""


def table(bots, number=200, **settings):
    return run(GAME, bots=bots, games=number, workers=1, **settings).table.to_csv()


# --- what works


def test_a_bot_is_a_file_outside_the_project(command, write_bot, monkeypatch):
    path = write_bot("highest", HIGHEST)
    monkeypatch.chdir(path.parent)
    answer = command("run", GAME, "--bots", "./highest.py,simple", "-n", 200)
    assert answer.code == 0
    assert "bots highest, simple" in answer.out


def test_decisions_that_are_not_written_are_the_bases(write_bot):
    file = read_bot(GAME, str(write_bot("highest", HIGHEST)))
    assert (file.decisions, file.base.name, file.idea) == (("lead",), "random", "Highest: leads its highest card.")
    plain = write_bot("plain", 'BASE = "random"\n')
    assert table(str(plain)) == table("random")


def test_a_base_may_be_a_file_beside_the_bot(write_bot):
    write_bot("highest", HIGHEST)
    child = write_bot("child", 'BASE = "highest"\nWEIGHTS = {"risk": 1}\n')
    assert table(str(child)) == table(str(write_bot("highest", HIGHEST)))


WEIGHTED = """
from simkit.games.seilschaft.helpers import count, legal_cards, nth, random_below

BASE = "random"
WEIGHTS = {"unused": 3, "risk": 0.0}


def lead(view):
    cards = legal_cards(view)
    return nth(cards, random_below(view, count(cards)) if view.weights.risk < 0.4 else 0)
"""


def test_weights_are_numbers_to_turn_on_the_command_line(command, write_bot):
    path = write_bot("racer", WEIGHTED)
    assert table(str(path)) == table("random")
    assert table(f"{path}:risk=0.5") != table("random")
    answer = command("run", GAME, "--bots", f"{path}:risk=0.5,random", "-n", 10)
    assert "bots racer:risk=0.5, random" in answer.out


def test_seats_with_the_same_bot_may_have_weights_of_their_own(write_bot):
    path = write_bot("racer", WEIGHTED)
    bots = find_bots(GAME, f"{path}:risk=0.5:unused=2,{path}", 2)
    assert [bot.weights for bot in bots] == [{"unused": 2.0, "risk": 0.5}, {"unused": 3.0, "risk": 0.0}]
    assert len({table(f"{path}:risk={a},{path}:risk={b}") for a in (0, 1) for b in (0, 1)}) == 4


def test_a_bot_inherits_weights_and_may_change_them(write_bot):
    write_bot("racer", WEIGHTED)
    bold = write_bot("bold", 'BASE = "racer"\nWEIGHTS = {"risk": 1.0}\n')
    assert find_bot(GAME, str(bold)).weights == {"unused": 3.0, "risk": 1.0}
    assert table(str(bold)) != table("random")


def test_shipped_weights_can_be_turned():
    assert table("simple:rope=-5") != table("simple")
    assert table("simple:rope=-0.5") == table("simple")


HELPED = """
from .helper import chosen

BASE = "random"


def lead(view):
    return chosen(view)
"""

HELPER = """
from simkit.games.seilschaft.helpers import legal_cards, lowest


def chosen(view):
    return lowest(legal_cards(view))
"""


def test_a_helper_lies_beside_the_bot(write_bot):
    write_bot("helper", HELPER)
    assert table(str(write_bot("helped", HELPED))) != table("random")


@pytest.mark.parametrize("name", ["random", "numpy", "json", "simkit", "numba", "simple"])
def test_a_bot_may_have_the_name_of_a_module(name, write_bot):
    path = write_bot(name, HIGHEST)
    assert table(str(path)) == table(str(write_bot("highest", HIGHEST)))
    assert name not in sys.modules or str(path) != getattr(sys.modules[name], "__file__", None)
    assert str(path.parent) not in sys.path


def test_a_name_without_a_path_is_a_shipped_bot_whatever_lies_in_the_folder(write_bot, monkeypatch):
    monkeypatch.chdir(write_bot("random", HIGHEST).parent)
    assert find_bot(GAME, "random").file.path.parent.name == GAME
    assert find_bot(GAME, "random.py").file.path == (write_bot("random", HIGHEST))


def test_memory_and_arrays_of_its_own_may_be_written(write_bot):
    path = write_bot(
        "remembers",
        """
        import numpy as np

        from simkit.games.seilschaft.helpers import count, legal_cards, nth, random_below

        BASE = "random"


        def lead(view):
            mine = np.zeros(4)
            mine[2] += 1
            mine.fill(2)
            memory = view.me.memory
            memory[0] += 1
            view.me.memory[1] = memory[0]
            view.me.scratch[3] = mine[2]
            cards = legal_cards(view)
            return nth(cards, random_below(view, count(cards)))
        """,
    )
    assert table(str(path)) == table("random")


def test_an_edited_bot_plays_its_new_rule_in_the_same_process(write_bot):
    before = table(str(write_bot("mine", HIGHEST)))
    after = table(str(write_bot("mine", HIGHEST.replace("count(cards) - 1", "0"))))
    assert before != after


def test_every_shipped_bot_tells_its_idea(command):
    lines = command("bots", GAME).out.splitlines()
    assert [line.split()[0] for line in lines[1:]] == shipped_names(GAME)
    assert all(len(line.split()) > 3 for line in lines[1:])


# --- mistakes: one line, file and line number, exit code 2


def lead(body, before=""):
    """A bot whose `lead` has this body; `# here` marks the line that is to be named, else that of `def lead`."""
    mark = "" if "# here" in body + before else "  # here"
    lines = "\n".join(f"    {line}" for line in body.splitlines())
    return f'"""A bot."""\n{before}BASE = "random"\n\n\ndef lead(view):{mark}\n{lines}\n'


NUMPY = "import numpy as np\n"
HELPERS = "from simkit.games.{}.helpers import nht  # here\n"
ONLY_MEMORY = "a bot may only write view.me.memory"
NO_CHANGE = "a bot may not change what it is shown"
WHOLE = "must return a whole number"
NOT_ALLOWED = "the rules do not allow"

BAD = {
    "syntax error": ("def lead(view):\n    return (  # here", "was never closed"),
    "unknown field": (lead("return view.table.coinn  # here"), "unknown field 'coinn': did you mean coin?"),
    "field of an alias": (lead("me = view.me\nreturn me.hnd  # here"), "unknown field 'hnd': did you mean hand?"),
    "unknown part": (lead("return view.tabel.coin  # here"), "part of the view 'tabel': did you mean table?"),
    "unknown name": (lead("return nothing(view)  # here"), "name 'nothing' is not defined"),
    "unknown helper": (lead("return 1", HELPERS.format("seilschaft")), "cannot import name 'nht'"),
    "another game's helpers": (lead("return 1", HELPERS.format("side_by_side")), "a bot may not import"),
    "mixed types": (lead("x = 1\nif view.table.coin:\n    x = 'a'\nreturn x  # here"), "does not compile"),
    "two arguments": ('BASE = "random"\ndef lead(view, more):  # here\n    return 1', "gets the view alone"),
    "a float": (lead("return 0.5"), WHOLE),
    "a text": (lead("return 'KS'"), WHOLE),
    "nothing": (lead("view.table.coin"), WHOLE),
    "nothing on a path": (lead("if view.table.coin > 90:\n    return 1"), "None"),
    "raises": (lead("if view.table.trick > 0:\n    raise ValueError('lost')  # here\nreturn 1"), "ValueError: lost"),
    "divides by zero": (lead("return 1 // (view.table.round - 1)"), "ZeroDivisionError"),
    "illegal card": (lead("return 63"), f"{NOT_ALLOWED} (63) when asked to lead, seed 1, game 0"),
    "negative card": (lead("return -7"), f"{NOT_ALLOWED} (-7)"),
    "index out of bounds": (lead("return view.table.ridge[view.table.coin + 40]"), "out of bounds"),
    "writes": (lead("view.table.coin = 3  # here\nreturn 1"), ONLY_MEMORY),
    "writes an alias": (lead("table = view.table\ntable.coin = 3  # here\nreturn 1"), ONLY_MEMORY),
    "writes an item": (lead("ridge = view.table.ridge\nridge[0] = 3  # here\nreturn 1"), ONLY_MEMORY),
    "writes its hand": (lead("view.me.hand = 3  # here\nreturn 1"), ONLY_MEMORY),
    "adds": (lead("view.table.ropes += 1  # here\nreturn 1"), ONLY_MEMORY),
    "adds to an alias": (lead("ridge = view.table.ridge\nridge += 1  # here\nreturn 1"), NO_CHANGE),
    "calls a method": (lead("view.table.ridge.fill(3)  # here\nreturn 1"), NO_CHANGE),
    "unpacks": (lead("view.table.coin, x = 1, 2  # here\nreturn 1"), ONLY_MEMORY),
    "a function of its own writes": (
        lead("return change(view.table)").replace("  # here", "")
        + "\ndef change(table):\n    table.ropes = 8  # here\n    return 1",
        ONLY_MEMORY,
    ),
    "writes a numpy view": (lead("r = np.ravel(view.table.ridge)\nr[0] = 1  # here\nreturn 1", NUMPY), ONLY_MEMORY),
    "writes a renamed array": (
        lead("r = np.zeros(3)\nfor r in (view.table.voids,):\n    r[0] = 1  # here\nreturn 1", NUMPY),
        ONLY_MEMORY,
    ),
    "numpy's random numbers": (lead("return np.random.randint(3)  # here", NUMPY), "use random_below(view, n)"),
    "numpy's random, imported": (lead("return 1", "from numpy.random import randint  # here\n"), "random_below"),
    "forbidden import": (lead("return 1", "import os  # here\n"), "a bot may not import os; allowed: "),
    "imports the engine": (lead("return 1", "import simkit.games.seilschaft.engine  # here\n"), "may not import"),
    "no such helper": (lead("return 1", "from .nowhere import x  # here\n"), "No module named"),
    "unknown weight": (
        lead("return int(view.weights.risc)  # here", 'WEIGHTS = {"risk": 1}\n'),
        "unknown weight 'risc': did you mean risk?",
    ),
    "weights that are computed": (lead("return 1", 'WEIGHTS = {"risk": 1 / 2}  # here\n'), "must be written out"),
    "fails on import": (lead("return 1", "x = 1 / 0  # here\n"), "ZeroDivisionError: division by zero"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_mistake_is_one_line_with_file_and_line(name, command, write_bot):
    source, reason = BAD[name]
    path = write_bot("mistake", source)
    number = next(i for i, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1) if "# here" in line)
    line = command("run", GAME, "--bots", path, "-n", 50).complaint()
    assert f"{path}:{number}: " in line
    assert reason in line
    assert len(line) < 700


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("def lead(view):\n    return 1\n", "no function follow; write it or name a BASE that has it"),
        ("", "no function lead, follow"),
        ('BASE = "randm"\n', "unknown bot 'randm': did you mean random?"),
        ('BASE = "random"\nWEIGHTS = {"risk": "high"}\n', "WEIGHTS['risk'] = 'high' is no number"),
        ('BASE = "random"\nWEIGHTS = [1]\n', "WEIGHTS must be a dict"),
    ],
)
def test_a_bot_that_is_not_complete_is_refused(source, reason, command, write_bot):
    assert reason in command("run", GAME, "--bots", write_bot("mine", source), "-n", 50).complaint()


def test_a_mistake_in_a_helper_names_the_helper(command, write_bot):
    helper = write_bot("helper", HELPER.replace("lowest(legal_cards(view))", "view.table.coinn"))
    line = command("run", GAME, "--bots", write_bot("helped", HELPED), "-n", 50).complaint()
    assert f"{helper}:5: unknown field 'coinn'" in line
    helper = write_bot("helper", "import os\n" + HELPER)
    line = command("run", GAME, "--bots", write_bot("helped", HELPED), "-n", 50).complaint()
    assert f"{helper}:1: a bot may not import os" in line


def test_no_file_a_folder_and_no_text_are_refused(command, tmp_path):
    (tmp_path / "folder.py").mkdir()
    (tmp_path / "binary.py").write_bytes(b"\xff\xfe\x00")
    for name, reason in (("nowhere.py", "no bot file"), ("folder.py", "no bot file"), ("binary.py", "cannot read")):
        line = command("run", GAME, "--bots", tmp_path / name, "-n", 10).complaint()
        assert reason in line and name in line


@pytest.mark.parametrize(
    ("bots", "reason"),
    [
        ("simpel", "unknown bot 'simpel': did you mean simple?"),
        ("simple,simple,simple", "3 bots for 2 seats"),
        ("", "bots '';"),
        ("simple:fal=1", "unknown weight of simple 'fal': did you mean fall?"),
        ("simple:fall=deep", "'deep' is no number"),
        ("simple:fall=nan", "no number"),
        ("simple:fall", "unknown bot 'simple:fall'"),
    ],
)
def test_bots_nobody_knows_are_refused(bots, reason, command):
    assert reason in command("run", GAME, "--bots", bots, "-n", 10).complaint()


def test_a_loop_of_bases_is_refused(command, write_bot):
    write_bot("a", 'BASE = "b"\n')
    assert "BASE" in command("run", GAME, "--bots", write_bot("b", 'BASE = "a"\n'), "-n", 10).complaint()


def test_the_line_of_an_exception_names_bot_seat_decision_seed_and_game(command, write_bot):
    path = write_bot("shy", lead("return 1 // (view.table.round - 1)"))
    line = command("run", GAME, "--bots", f"random,{path}", "-n", 50, "--seed", 9).complaint()
    assert "bot shy (seat 1) raised ZeroDivisionError" in line
    assert "when asked to lead, seed 9, game " in line


def test_python_sees_the_same_error():
    with pytest.raises(InputError, match="did you mean simple"):
        run(GAME, bots="simpel")


ENDLESS = """
BASE = "random"


def lead(view):
    number = 1
    while view.table.coin >= 0:
        number = number * 5 % 1000003
    return number
"""

IMPATIENT = "import simkit.match, simkit.cli.main; simkit.match.WATCHDOG_SECONDS = 1.0; simkit.cli.main.main()"


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("workers", [1, 2])
def test_a_bot_that_never_returns_is_named_and_ctrl_c_twice_ends_the_run(workers, write_bot):
    path = write_bot("endless", ENDLESS)
    arguments = ["run", GAME, "--bots", str(path), "--workers", str(workers)]
    words = [sys.executable, "-c", IMPATIENT, *arguments]
    run_ = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    try:
        line = run_.stderr.readline()
        assert line.startswith("bot endless (seat ")
        assert "Ctrl-C twice ends the run" in line
        run_.send_signal(signal.SIGINT)
        with pytest.raises(subprocess.TimeoutExpired):
            run_.wait(0.5)
        run_.send_signal(signal.SIGINT)
        assert run_.wait(20) == 130
        assert "Traceback" not in run_.stderr.read()
    finally:
        run_.kill()
        run_.communicate()


ADDING = """
from simkit.games.seilschaft.helpers import count, legal_cards, nth

BASE = "random"


def grown(numbers):
    numbers += 1
    return numbers[0]


def lead(view):
    before = view.table.voids[0]
    grown(view.table.voids)
    cards = legal_cards(view)
    return nth(cards, 0) if view.table.voids[0] == before else -1
"""


def test_adding_to_an_array_handed_to_a_helper_leaves_the_table_alone(write_bot):
    assert len(table(str(write_bot("adding", ADDING)))) > 0  # an illegal −1 would end the run


def test_writing_with_out_is_refused(command, write_bot):
    source = HIGHEST.replace("    cards =", "    np.add(view.table.ridge, 1, out=view.table.ridge)\n    cards =")
    answer = command("run", GAME, "--bots", write_bot("out", "import numpy as np\n" + source), "-n", 10)
    assert answer.code == 2
    assert "out=" in answer.err


def test_too_many_weights_with_those_of_the_base_are_refused(command, write_bot):
    weights = ", ".join(f'"w{k}": {k}' for k in range(40))
    answer = command(
        "run", GAME, "--bots", write_bot("heavy", f'BASE = "careful"\nWEIGHTS = {{{weights}}}\n'), "-n", 10
    )
    assert answer.code == 2
    assert "99 weights" in answer.err


def test_the_command_that_reproduces_a_run_names_the_file(command, write_bot, monkeypatch):
    path = write_bot("highest", HIGHEST)
    monkeypatch.chdir(path.parent)
    answer = command("run", GAME, "--bots", "./highest.py,simple", "-n", 200)
    assert "simkit run seilschaft --bots ./highest.py,simple -n 200 --seed 1" in answer.out


@pytest.mark.parametrize("name", ["a{b.py", "bot.v2.py", "LOUD.PY"])
def test_a_file_name_that_is_no_name_of_a_bot_is_refused(command, write_bot, name):
    path = write_bot("mine", HIGHEST).rename(write_bot("mine", HIGHEST).with_name(name))
    answer = command("run", GAME, "--bots", path, "-n", 10)
    assert "allowed: NAME.py without ., { and } in the name" in answer.complaint()


def test_bots_with_a_gap_between_commas_are_refused(command):
    assert "bots 'simple,'" in command("run", GAME, "--bots", "simple,", "-n", 10).complaint()


CHEATS = {
    "writes in a comprehension": ("[1 for view.table.coin in range(5)]", "", "only write view.me.memory"),
    "writes by position": ("np.multiply(view.rules.steps, 0, view.rules.steps)", "", "may not call np.multiply"),
    "looks past its memory": ("np.lib.stride_tricks.as_strided(view.me.memory, (305,), (8,))", "", "may not call"),
    "renames numpy": ("n.random.random()", "import numpy as n\n", "import numpy as np"),
    "takes from numpy": ("fill_diagonal(view.table.ridge, 3)", "from numpy import fill_diagonal\n", "not from"),
}


@pytest.mark.parametrize("name", CHEATS)
def test_ways_around_the_view_are_refused(name, command, write_bot):
    line, head, reason = CHEATS[name]
    source = "import numpy as np\n" + head + HIGHEST.replace("    cards =", f"    {line}\n    cards =")
    answer = command("run", GAME, "--bots", write_bot("cheat", source), "-n", 10)
    assert answer.code == 2
    assert reason in answer.err


def test_a_function_that_calls_itself_is_refused(command, write_bot):
    source = (
        HIGHEST
        + "\n\ndef even(n):\n    return n == 0 or odd(n - 1)\n\n\ndef odd(n):\n    return n != 0 and even(n - 1)\n"
    )
    answer = command("run", GAME, "--bots", write_bot("round", source), "-n", 10)
    assert answer.code == 2
    assert "even calls itself" in answer.err


LISTS = """
    \"\"\"Lists: sorts its cards in lists of its own.\"\"\"
    BASE = "simple"

    def lead(view):
        counts = [0] * 4
        cards = []
        for card in range(64):
            if view.me.hand >> card & 1:
                counts[card >> 4] += 1
                cards.append(card)
        cards.sort()
        ranks = [card & 15 for card in cards]
        ranks[0] = counts[0]
        return cards[-1]
"""


def test_a_bot_may_use_lists_of_its_own(command, write_bot):
    assert command("run", GAME, "--bots", write_bot("lists", LISTS), "-n", 100).code == 0


@pytest.mark.parametrize(
    "line",
    ["for ridge in [view.table.ridge]:\n            ridge[0] = 1", "x = [view.table.ridge]\n        x[0][0] = 1"],
)
def test_a_list_is_no_way_around_the_view(command, write_bot, line):
    source = LISTS.replace("counts = [0] * 4", line)
    assert (
        "may only write view.me.memory"
        in command("run", GAME, "--bots", write_bot("around", source), "-n", 9).complaint()
    )


def test_an_exception_by_name_is_refused_with_the_reason(command, write_bot):
    source = LISTS.replace(
        "cards.sort()", "try:\n            cards.sort()\n        except ValueError:\n            pass"
    )
    assert (
        "knows no `except ValueError`"
        in command("run", GAME, "--bots", write_bot("tries", source), "-n", 9).complaint()
    )


@pytest.mark.parametrize(
    ("head", "line", "part"),
    [
        ("ADD = np.add\n", "ADD(view.rules.steps, 1, view.rules.steps)", "may only be called, under its own name"),
        ("", "f = view.rules.steps.fill\n        f(0)", "may not change what it is shown"),
        (
            "",
            "a = np.zeros(3)\n        f = lambda a: a.fill(7)\n        f(view.rules.steps)",
            "may not change what it is shown",
        ),
        ("LOOK = np.lib.stride_tricks.as_strided\n", "pass", "may only be called, under its own name"),
        ("N = np\n", "pass", "a module has no other name"),
        ("", "a = np.empty(40)", "may not call np.empty"),
        ("", "a = [1, 2]\n        a[lowest(view.me.hand) & 1] += 1", "would be worked out twice"),
        ("", "f = getattr(view.rules.steps, 'fill')\n        f(0)", "may not use getattr"),
    ],
)
def test_a_name_is_no_way_around_the_view(command, write_bot, head, line, part):
    imports = "import numpy as np\nfrom simkit.games.seilschaft.helpers import lowest\n"
    source = textwrap.dedent(LISTS).replace('BASE = "simple"', imports + head + 'BASE = "simple"')
    source = source.replace("counts = [0] * 4", "counts = [0] * 4\n    " + line.replace("        ", "    "))
    assert part in command("run", GAME, "--bots", write_bot("around", source), "-n", 9).complaint()


@pytest.mark.parametrize("line", ["a[0] *= 0", "a[0] |= 15", "a[0] -= a[0]"])
def test_an_array_of_the_view_in_a_list_is_never_changed(command, write_bot, line):
    source = LISTS.replace("counts = [0] * 4", f"counts = [0] * 4\n        a = [view.rules.steps]\n        {line}")
    plain = command("run", GAME, "--bots", write_bot("listed", LISTS), "-n", 300, "--json")
    tried = command("run", GAME, "--bots", write_bot("listed", source), "-n", 300, "--json")
    assert tried.code == 2 or json.loads(tried.out)["outcomes"] == json.loads(plain.out)["outcomes"]

"""The kernel cache notices every edit, works for many processes at once and wherever simkit is installed.

Each test plays in processes of its own, with a cache of its own.
"""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
import time
from importlib.metadata import version
from pathlib import Path

import pytest

from simkit.jit import source_closure, source_stamp
from tests.conftest import ROOT

NO_CODE = shutil.ignore_patterns("__pycache__", "*.pyc")

# Prints how the games ended, and on a second line whether the engine and the bot came out of the cache.
PLAY = """
import sys
from simkit.api import make_match
from simkit.games import compiled
from simkit.match import Worker
match = make_match("seilschaft", bots=sys.argv[1], seed=1)
rows = Worker(match).play(0, 100)
print(rows["length"].sum(), (rows["reason"] == 0).sum(), rows["ridge_open"].sum())
kernels = compiled.engine("seilschaft"), match.bots[0].decide
print(*(sum(kernel.stats.cache_hits.values()) for kernel in kernels))
"""


def start(bots, cache, folder, tree=None):
    environment = os.environ | {"SIMKIT_CACHE_DIR": str(cache)}
    if tree:
        environment["PYTHONPATH"] = str(tree)
    words = [sys.executable, "-c", PLAY, str(bots)]
    return subprocess.Popen(
        words, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def ended(process):
    out, err = process.communicate(timeout=300)
    assert process.returncode == 0, err
    result, hits = out.splitlines()
    return result, hits


def played(*arguments, **more):
    return ended(start(*arguments, **more))


@pytest.fixture
def tree(tmp_path):
    """A copy of the packages, as an installation without a checkout is."""
    folder = tmp_path / "tree"
    for package in ("simkit", "strategies"):
        shutil.copytree(ROOT / package, folder / package, ignore=NO_CODE)
    return folder


@pytest.fixture
def cache(tmp_path):
    """A cache of the test's own; the engine may be in it if no file has changed since this session began."""
    folder = tmp_path / "cache"
    shutil.copytree(os.environ["SIMKIT_CACHE_DIR"], folder)
    return folder


def edit(path: Path, old: str, new: str):
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


HELPED = """
from .helper import chosen

BASE = "random"


def lead(view):
    return chosen(view)
"""

HELPER = """
from simkit.games.seilschaft.helpers import count, legal_cards, nth


def chosen(view):
    cards = legal_cards(view)
    return nth(cards, 0)
"""


def test_every_edit_changes_the_result_and_everything_else_comes_from_the_cache(tmp_path, tree, cache, write_bot):
    bot, helper = write_bot("helped", HELPED), write_bot("helper", HELPER)
    first = played(bot, cache, tmp_path, tree=tree)
    assert first[1][-1] == "0"
    assert played(bot, cache, tmp_path, tree=tree) == (first[0], "1 1")

    edit(helper, "nth(cards, 0)", "nth(cards, count(cards) - 1)")
    helper_edited = played(bot, cache, tmp_path, tree=tree)
    assert helper_edited[0] != first[0]
    assert helper_edited[1] == "1 0"

    edit(bot, "return chosen(view)", "return lowest(view.me.hand)")
    edit(bot, "from .helper import chosen", "from simkit.games.seilschaft.helpers import lowest")
    bot_edited = played(bot, cache, tmp_path, tree=tree)
    assert bot_edited == (first[0], "1 0")  # the lowest card again, as the first helper chose it

    edit(tree / "simkit" / "rng.py", "_rotate_left(s1 * np.uint64(5), 7)", "_rotate_left(s1 * np.uint64(5), 9)")
    engine_helper_edited = played(bot, cache, tmp_path, tree=tree)
    assert engine_helper_edited[0] != first[0]
    assert engine_helper_edited[1] == "0 0"


def test_an_edit_in_the_base_of_a_bot_is_noticed(tmp_path, write_bot):
    from simkit.bots import find_bot

    base = write_bot("base", 'BASE = "random"\n\n\ndef lead(view):\n    return 1\n')
    child = write_bot("child", 'BASE = "base"\n')
    before = find_bot("seilschaft", str(child)).source_hash
    edit(base, "return 1", "return 2")
    assert find_bot("seilschaft", str(child)).source_hash != before


def test_the_stamp_covers_everything_the_engine_imports():
    from simkit.games.seilschaft import engine
    from simkit.jit import source_closure

    covered = {str(path.relative_to(ROOT)) for path in source_closure(Path(engine.__file__))}
    assert {f"simkit/{name}.py" for name in ("jit", "rng", "cards", "games/core", "games/seilschaft/state")} <= covered


def test_cache_folders_belong_to_the_user_alone_and_unused_stamps_go(tmp_path, monkeypatch):
    from simkit import jit

    cache = tmp_path / "cache"
    monkeypatch.setenv("SIMKIT_CACHE_DIR", str(cache))
    old, recent = (jit._stamp_folder(letter * 32) for letter in "ab")
    (old / "kernel.nbc").write_bytes(b"x")
    assert stat.S_IMODE(cache.stat().st_mode) == stat.S_IMODE(old.stat().st_mode) == 0o700
    long_ago = time.time() - (jit.UNUSED_DAYS + 1) * 86400
    os.utime(old, (long_ago, long_ago))
    jit._stamp_folder("c" * 32)
    assert not old.exists()
    assert recent.exists()


def test_using_a_stamp_keeps_it(tmp_path, monkeypatch):
    from simkit import jit

    monkeypatch.setenv("SIMKIT_CACHE_DIR", str(tmp_path))
    folder = jit._stamp_folder("a" * 32)
    os.utime(folder, (0, 0))
    assert jit._stamp_folder("a" * 32) == folder
    jit._stamp_folder("b" * 32)
    assert folder.exists()


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write everywhere")
def test_a_cache_that_cannot_be_written_is_no_obstacle(tmp_path, monkeypatch):
    from simkit import jit

    tmp_path.chmod(0o500)
    monkeypatch.setenv("SIMKIT_CACHE_DIR", str(tmp_path / "cache"))
    assert jit._stamp_folder("a" * 32).is_dir()


@pytest.mark.slow
def test_eight_processes_at_once_that_all_compile_the_same_are_all_right(tmp_path, tree, write_bot):
    bot = write_bot("mine", HELPER + "\n\ndef lead(view):\n    return chosen(view)\n\n\nBASE = 'random'\n")
    cold = tmp_path / "cold"  # engine and bot
    processes = [start(bot, cold, tmp_path, tree=tree) for _ in range(8)]
    results = {ended(process)[0] for process in processes}
    assert results == {played(bot, cold, tmp_path, tree=tree)[0]}
    assert played(bot, cold, tmp_path, tree=tree)[1] == "1 1"


@pytest.mark.slow
def test_an_installed_wheel_works_in_an_empty_folder(tmp_path):
    if int(version("setuptools").partition(".")[0]) < 77:
        pytest.skip("this environment is older than the lock: no setuptools that knows licence expressions")
    source, wheels, site, empty = (tmp_path / name for name in ("source", "wheels", "site", "empty"))
    for package in ("simkit", "strategies"):
        shutil.copytree(ROOT / package, source / package, ignore=NO_CODE)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source / name)
    empty.mkdir()
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    build = ["wheel", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", str(wheels), str(source)]
    built = subprocess.run([*pip, *build], capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
    (wheel,) = wheels.glob("simkit-*.whl")
    subprocess.run([*pip, "install", "--quiet", "--no-deps", "--target", str(site), str(wheel)], check=True)

    assert played("simple", tmp_path / "cache", empty, tree=site)[1] == "0 0"
    where = "import simkit, strategies; print(simkit.__file__, *strategies.__path__)"
    environment = os.environ | {"PYTHONPATH": str(site), "SIMKIT_CACHE_DIR": str(tmp_path / "cache")}
    for words in (["-c", where], ["-m", "simkit", "rulebook", "seilschaft", "--games", "1000", "--json"]):
        done = subprocess.run([sys.executable, *words], cwd=empty, env=environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        assert "Traceback" not in done.stderr
        assert words[0] == "-m" or all(str(site) in part for part in done.stdout.split())


def test_the_stamp_does_not_depend_on_where_the_files_lie(tmp_path):
    """Sorted by path, the bot comes before its helper in one folder and after it in the other."""
    for folder in ("a", "m", "z"):
        (tmp_path / folder).mkdir()
    (tmp_path / "m" / "aid.py").write_text("def worth(card):\n    return card\n")
    stamps = set()
    for folder in ("a", "z"):
        bot = tmp_path / folder / "mine.py"
        bot.write_text("from ..m.aid import worth\n")
        assert len(source_closure(bot)) == 2
        stamps.add(source_stamp(bot))
    assert len(stamps) == 1

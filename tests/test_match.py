"""Same seed, same game: whoever plays it where, with how many workers, compiled or not."""

from __future__ import annotations

import itertools
import os
import signal
import subprocess
import sys
import threading
import time
import warnings

import numpy as np
import pytest

from simkit import run, stats
from simkit.api import RunInterrupted, make_match
from simkit.bots import shipped_names
from simkit.errors import InputError
from simkit.match import BLOCK, Crew, Worker, cut, play, run_tasks, worker_count
from tests.fairness import bytes_of
from tests.positions import Positions

MATCH = {"game": "seilschaft", "level": "leicht", "bots": "simple,random"}


def rows_of(number, workers=None, first=0, **settings):
    return play(make_match(**{**MATCH, **settings}), number, first, workers=workers)


@pytest.fixture(scope="module")
def twenty_thousand():
    return rows_of(20_000, workers=1)


@pytest.mark.parametrize("workers", [2, 5])
def test_the_outcome_table_is_byte_identical_for_any_number_of_workers(twenty_thousand, workers):
    assert rows_of(20_000, workers).tobytes() == twenty_thousand.tobytes()


@pytest.mark.slow
@pytest.mark.parametrize("bots", shipped_names("seilschaft"))
def test_a_hundred_thousand_games_are_byte_identical_for_one_two_and_five_workers(bots):
    tables = [run("seilschaft", bots=bots, games=100_000, workers=workers).table.to_csv() for workers in (1, 2, 5)]
    assert tables[0] == tables[1] == tables[2]
    assert run("seilschaft", bots=bots, games=1000).table.to_csv() == "".join(tables[0].splitlines(True)[:1001])


def test_the_first_thousand_rows_are_those_of_a_run_of_a_thousand(twenty_thousand):
    assert rows_of(1000).tobytes() == twenty_thousand[:1000].tobytes()


@pytest.mark.parametrize(("first", "number"), [(0, 1), (999, 2), (1234, 777), (19_999, 1)])
def test_any_range_of_games_is_that_part_of_the_whole(twenty_thousand, first, number):
    assert rows_of(number, first=first).tobytes() == twenty_thousand[first : first + number].tobytes()


def test_another_seed_plays_other_games(twenty_thousand):
    assert rows_of(1000, seed=2).tobytes() != twenty_thousand[:1000].tobytes()


def test_a_run_again_gives_the_same_table(twenty_thousand):
    assert rows_of(20_000).tobytes() == twenty_thousand.tobytes()


def test_two_threads_may_play_at_once(twenty_thousand):
    found = {}

    def work(name):
        found[name] = rows_of(5000, workers=2)

    threads = [threading.Thread(target=work, args=(name,)) for name in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert [found[name].tobytes() for name in range(2)] == [twenty_thousand[:5000].tobytes()] * 2


PLAIN = """
import sys
from simkit.api import make_match
from simkit.match import Worker
for bots in sys.argv[2:]:
    rows = Worker(make_match("seilschaft", level="leicht", bots=bots, seed=1)).play(0, int(sys.argv[1]))
    sys.stdout.write(rows.tobytes().hex() + "\\n")
"""


def test_plain_python_plays_the_same_twenty_games():
    bots = [*shipped_names("seilschaft"), "simple,random"]
    plain = subprocess.run(
        [sys.executable, "-W", "error", "-c", PLAIN, "20", *bots],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    for name, line in zip(bots, plain.stdout.split(), strict=True):
        assert line == rows_of(20, bots=name).tobytes().hex(), name


def test_progress_sees_every_game_once():
    seen = []
    play(make_match(**MATCH), 3500, workers=2, on_rows=lambda rows: seen.append(len(rows)))
    assert sum(seen) == 3500


def test_tasks_are_whole_blocks():
    assert cut(0, 2500, BLOCK) == [(0, 1000), (1000, 1000), (2000, 500)]


def test_a_worker_plays_games_again_after_a_trace():
    match = make_match(**MATCH)
    match.prepare()
    worker = Worker(match)
    before = worker.play(0, 50).tobytes()
    worker.play_logged(3)
    assert worker.play(0, 50).tobytes() == before


def test_a_stopped_worker_hands_over_what_it_has():
    match = make_match(**MATCH)
    match.prepare()
    worker = Worker(match)
    worker.state.control.stop = 1
    assert len(worker.play(0, 100)) == 0


def test_a_run_can_be_stopped_from_a_callback():
    def interrupt(rows):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # joblib mentions the tasks it drops
        play(make_match(**MATCH), 50_000, workers=2, on_rows=interrupt)
    assert len(rows_of(10)) == 10


def test_workers_are_at_least_one():
    assert worker_count(3) == 3
    assert worker_count(None) >= 1
    with pytest.raises(InputError, match="allowed: 1 to 1024"):
        worker_count(0)


def test_memory_and_streams_start_anew_each_game(write_bot):
    counter = write_bot(
        "counter",
        """
        from simkit.games.seilschaft.helpers import count, nth, random_below

        BASE = "random"

        def lead(view):
            view.me.memory[0] += 1
            view.me.scratch[0] += 0.5
            if view.me.memory[0] > 21 * 9 or view.me.scratch[0] > 21 * 9 / 2:
                return -1
            cards = view.me.hand
            return nth(cards, random_below(view, count(cards)))
        """,
    )
    ours = rows_of(2000, bots=str(counter))
    assert np.array_equal(ours, rows_of(2000, bots="random"))


@pytest.mark.parametrize("wanted", [{"games": 3_000_000}, {"precision": 0.05}])
def test_an_interrupted_run_has_the_finished_games_with_intervals_that_hold_at_any_stop(wanted):
    once, seen = iter([signal.SIGINT]), []

    def stop_later(rows):
        seen.append(len(rows))
        if sum(seen) > 30_000:
            for number in once:
                signal.raise_signal(number)

    with pytest.raises(RunInterrupted) as stopped:
        run("seilschaft", **wanted, on_rows=stop_later)
    result = stopped.value.result
    assert 10_000 < result.games < 3_000_000
    assert result.rows.tobytes() == run("seilschaft", games=result.games).rows.tobytes()
    assert result.interval == stats.confidence_sequence(result.wins, result.games)
    assert result.interval.half_width > stats.wilson(result.wins, result.games).half_width


@pytest.mark.parametrize("size", [1, 2, 3])
def test_never_more_tasks_than_the_crew_at_once_and_one_worker_takes_them_in_order(size):
    """With one worker, too: a task that waits for ever keeps all that comes after it from being stored."""
    started, running, most = [], set(), []

    def work(number):
        started.append(number)
        running.add(number)
        most.append(len(running))
        time.sleep(0.001 * (number % 3))
        running.discard(number)
        return number

    results = list(run_tasks(Crew(size), work, ((number,) for number in range(60))))
    assert sorted(results) == list(range(60))
    assert max(most) <= size
    assert sorted(started) == list(range(60))
    if size == 1:  # with more, who writes first is up to the system
        assert started == sorted(started)


@pytest.mark.parametrize(
    ("game", "settings"),
    [
        ("seilschaft", {"bots": "simple"}),
        ("seilschaft", {"bots": "random", "variants": "open_hands", "level": "leicht"}),
        ("side_by_side", {"bots": "simple", "players": 4}),
        ("side_by_side", {"bots": "random", "players": 2, "variants": "open_support"}),
        ("gleich_und_gleich", {"bots": "racer", "players": 3}),
        ("gleich_und_gleich", {"bots": "random", "players": 5}),
    ],
)
def test_a_view_shows_nothing_of_the_game_played_before(game, settings):
    """Else a game would depend on which worker plays it, and after which other game."""
    used, looked = Positions(make_match(game, seed=3, **settings)), 0
    for index, seat, question in itertools.product(range(3), range(2), range(5)):
        one, other = used.fresh().before(index, seat, question), used.before(index, seat, question)
        assert (one is None) == (other is None)
        if one and other:
            looked += 1
            assert bytes_of(one.view_of(one.state)) == bytes_of(other.view_of(other.state))
    assert looked > 15

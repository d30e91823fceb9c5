"""Random streams: known answers, fairness, one stream for each purpose, the same numbers as the oracle's."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from scipy.stats import chisquare

from simkit.rng import MAX_SEED, Purpose, below, next_word, shuffle, start_stream
from tests.reference import Stream

WORD = 2**64 - 1


def stream_of(seed=1, game=0, purpose=Purpose.SETUP, occasion=0):
    stream = np.zeros(4, np.uint64)
    start_stream(stream, seed, game, purpose, occasion)
    return stream


def words(stream):
    return [int(word) for word in stream]


# --- known answers


@pytest.mark.parametrize("seed", [0, 1, 7, MAX_SEED])
@pytest.mark.parametrize("game", [1, 2, 10**9, 2**40])
@pytest.mark.parametrize(("purpose", "occasion"), [(Purpose.SETUP, 0), (Purpose.DEAL, 3), (Purpose.SLIP, 4)])
def test_a_start_state_is_the_philox_block_numpy_gives_one_counter_later(seed, game, purpose, occasion):
    before = np.array([game - 1, purpose * 2**32 + occasion, 0, 0], dtype=np.uint64)
    key = np.array([seed, 0], dtype=np.uint64)
    block = np.random.Philox(key=key, counter=before).random_raw(4)
    assert words(stream_of(seed, game, purpose, occasion)) == words(block)


def test_game_0_is_the_block_after_the_largest_counter():
    key = np.array([5, 0], dtype=np.uint64)
    before = np.array([WORD, WORD, WORD, WORD], dtype=np.uint64)
    assert words(stream_of(seed=5)) == words(np.random.Philox(key=key, counter=before).random_raw(4))


def slow_xoshiro(state):
    """xoshiro256** straight from the authors' C, in Python integers."""

    def rotate(x, k):
        return (x << k | x >> (64 - k)) & WORD

    while True:
        yield rotate(state[1] * 5 & WORD, 7) * 9 & WORD
        t = state[1] << 17 & WORD
        state[2] ^= state[0]
        state[3] ^= state[1]
        state[1] ^= state[2]
        state[0] ^= state[3]
        state[2] ^= t
        state[3] = rotate(state[3], 45)


def test_the_words_are_those_of_xoshiro():
    stream = stream_of(seed=3, game=4)
    slow = slow_xoshiro(words(stream))
    assert [int(next_word(stream)) for _ in range(1000)] == list(itertools.islice(slow, 1000))


def test_the_published_first_words_of_xoshiro():
    stream = np.array([1, 2, 3, 4], dtype=np.uint64)
    assert [int(next_word(stream)) for _ in range(4)] == [11520, 0, 1509978240, 1215971899390074240]


# --- the same stream as the oracle's


@pytest.mark.parametrize("purpose", list(Purpose))
def test_every_draw_is_the_oracles(purpose):
    for seed, game, occasion in [(1, 0, 0), (MAX_SEED, 10**9 - 1, 7), (12345, 678, 2)]:
        ours, oracle = stream_of(seed, game, purpose, occasion), Stream(seed, game, int(purpose), occasion)
        for n in (1, 2, 3, 52, 43, 1000, 3 << 30, 2**32 - 1):
            assert [below(ours, n) for _ in range(50)] == [oracle.below(n) for _ in range(50)]
        assert words(ours) == oracle.state


@pytest.mark.parametrize(("count", "size"), [(52, 52), (9, 52), (26, 43), (1, 1), (0, 5)])
def test_a_shuffle_uses_the_numbers_of_below(count, size):
    ours, theirs = stream_of(game=9), stream_of(game=9)
    shuffled, expected = np.arange(size), list(range(size))
    shuffle(ours, shuffled, 0, count, size)
    for i in range(count):
        j = i + below(theirs, size - i)
        expected[i], expected[j] = expected[j], expected[i]
    assert list(shuffled) == expected
    assert words(ours) == words(theirs)


def test_a_shuffle_leaves_what_lies_before_it_and_keeps_every_card():
    cards = np.arange(52)
    shuffle(stream_of(), cards, 9, 26, 52)
    assert list(cards[:9]) == list(range(9))
    assert sorted(cards) == list(range(52))


def test_a_shuffle_of_some_places_is_the_beginning_of_a_longer_one():
    some, more = np.arange(52), np.arange(52)
    shuffle(stream_of(), some, 0, 9, 52)
    shuffle(stream_of(), more, 0, 30, 52)
    assert list(some[:9]) == list(more[:9])


# --- fairness


@pytest.mark.parametrize("n", [2, 3, 7, 13, 43, 52])
def test_below_is_uniform(n):
    stream = stream_of(seed=2, game=n)
    counts = np.bincount([below(stream, n) for _ in range(1000 * n)], minlength=n)
    assert len(counts) == n
    assert chisquare(counts).pvalue > 1e-4


def test_below_is_unbiased_where_a_plain_product_would_favour_every_third_number():
    stream = stream_of(seed=4)
    counts = np.bincount([below(stream, 3 << 30) % 3 for _ in range(30_000)], minlength=3)
    assert chisquare(counts).pvalue > 1e-4


def test_every_card_comes_to_every_place_equally_often():
    counts = np.zeros((52, 52))
    for game in range(5200):
        cards = np.arange(52)
        shuffle(stream_of(seed=6, game=game), cards, 0, 52, 52)
        counts[np.arange(52), cards] += 1
    assert chisquare(counts.ravel(), ddof=2 * 51).pvalue > 1e-4


# --- one stream each


def test_seeds_games_purposes_and_occasions_have_streams_of_their_own():
    identities = itertools.product((0, 1, 2, MAX_SEED), (0, 1, 2, 10**9), Purpose, range(9))
    states = [tuple(words(stream_of(*identity))) for identity in identities]
    assert len(set(states)) == len(states) == 4 * 4 * len(Purpose) * 9


def test_streams_of_neighbours_are_no_shifted_copies():
    first = [int(next_word(stream)) for stream in [stream_of(game=1)] for _ in range(200)]
    for game in range(2, 20):
        other = stream_of(game=game)
        assert not {int(next_word(other)) for _ in range(200)} & set(first)


def test_neighbouring_games_are_not_correlated():
    draws = np.array([[below(stream, 1000) for _ in range(20)] for stream in (stream_of(game=g) for g in range(2000))])
    assert abs(np.corrcoef(draws[:-1].ravel(), draws[1:].ravel())[0, 1]) < 4 / np.sqrt(draws[1:].size)

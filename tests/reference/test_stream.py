"""The random streams against published known answers, and the fairness of what is drawn."""

import itertools

import pytest

from .stream import DEAL, RESHUFFLE, SEAT, SETUP, WORD, Stream, philox

# Known answers of philox4x64 with 10 rounds, published with the Random123 library.
PHILOX_ANSWERS = [
    (
        (0, 0),
        (0, 0, 0, 0),
        "16554d9eca36314c db20fe9d672d0fdc d7e772cee186176b 7e68b68aec7ba23b",
    ),
    (
        (WORD, WORD),
        (WORD, WORD, WORD, WORD),
        "87b092c3013fe90b 438c3c67be8d0224 9cc7d7c69cd777b6 a09caebf594f0ba0",
    ),
    (
        (0x452821E638D01377, 0xBE5466CF34E90C6C),
        (0x243F6A8885A308D3, 0x13198A2E03707344, 0xA4093822299F31D0, 0x082EFA98EC4E6C89),
        "a528f45403e61d95 38c72dbd566e9788 a5a1610e72fd18b5 57bd43b5e52b7fe6",
    ),
]


@pytest.mark.parametrize(("key", "counter", "answer"), PHILOX_ANSWERS)
def test_philox_gives_the_published_answers(key, counter, answer):
    assert philox(key, counter) == [int(word, 16) for word in answer.split()]


@pytest.mark.parametrize("seed", [0, 7, WORD])
@pytest.mark.parametrize("index", [1, 2**40])
@pytest.mark.parametrize(("purpose", "occasion"), [(SETUP, 0), (DEAL, 3), (SEAT, 4)])
def test_a_start_state_is_numpys_block_at_the_counter_after(seed, index, purpose, occasion):
    numpy = pytest.importorskip("numpy")
    before = numpy.array([index - 1, purpose * 2**32 + occasion, 0, 0], dtype=numpy.uint64)
    key = numpy.array([seed, 0], dtype=numpy.uint64)
    block = numpy.random.Philox(key=key, counter=before).random_raw(4)
    assert Stream(seed, index, purpose, occasion).state == [int(word) for word in block]


def test_xoshiro_gives_the_published_answers():
    stream = Stream(0, 0, SETUP)
    stream.state = [1, 2, 3, 4]
    answers = [11520, 0, 1509978240, 1215971899390074240]
    assert [stream.next() for _ in answers] == answers


def stream_of(*upper_halves):
    """A stream whose next words have these upper 32 bits."""
    stream = Stream(0, 0, SETUP)
    words = iter(upper_halves)
    stream.next = lambda: next(words) << 32
    return stream


def test_below_three_draws_again_for_the_one_unfair_word():
    assert stream_of(0, 2**31).below(3) == 1
    assert stream_of(1).below(3) == 0
    assert stream_of(2**32 - 1).below(3) == 2


def test_below_a_power_of_two_never_draws_again():
    assert stream_of(0).below(8) == 0
    assert stream_of(2**32 - 1).below(8) == 7


def test_below_one_takes_a_word_too():
    left, right = Stream(1, 2, SETUP), Stream(1, 2, SETUP)
    assert left.below(1) == 0
    right.next()
    assert left.state == right.state


def test_below_is_fair():
    stream = Stream(1, 0, SETUP)
    draws = [stream.below(6) for _ in range(6000)]
    assert all(900 < draws.count(side) < 1100 for side in range(6))


def test_a_shuffle_keeps_the_cards_and_reaches_every_order():
    orders = set()
    for index in range(300):
        cards = list("ABCD")
        Stream(1, index, SETUP).shuffle(cards)
        orders.add("".join(cards))
    assert orders == {"".join(order) for order in itertools.permutations("ABCD")}


def test_a_shuffle_of_some_positions_is_the_beginning_of_the_whole_shuffle():
    some, whole = list(range(52)), list(range(52))
    Stream(1, 0, DEAL, 2).shuffle(some, 9)
    Stream(1, 0, DEAL, 2).shuffle(whole)
    assert some[:9] == whole[:9]


@pytest.mark.parametrize(("k", "draws"), [(None, 9), (4, 4), (10, 10)])
def test_a_shuffle_takes_one_draw_a_position(k, draws):
    shuffled, drawn = Stream(3, 0, SETUP), Stream(3, 0, SETUP)
    shuffled.shuffle(list(range(10)), k)
    for _ in range(draws):
        drawn.next()
    assert shuffled.state == drawn.state


def test_seeds_games_purposes_and_occasions_have_streams_of_their_own():
    identities = itertools.product((1, 2), (0, 1), (DEAL, RESHUFFLE), (0, 1))
    states = [tuple(Stream(*identity).state) for identity in identities]
    assert len(set(states)) == 16

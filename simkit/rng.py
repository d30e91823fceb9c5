"""Random streams: one per (seed, game, purpose, occasion), each independent of all others.

A stream starts from one block of the counter-based generator Philox4x64-10 (Salmon et al., "Parallel random
numbers: as easy as 1, 2, 3", SC 2011): key = (seed, 0), counter = (game, purpose and occasion, 0, 0).  Different
counters give different blocks by construction.  The block is the state of a xoshiro256** generator (Blackman and
Vigna, "Scrambled linear pseudorandom number generators", 2021).  Bounded integers are unbiased (Lemire, "Fast
random integer generation in an interval", 2019, on the upper 32 bits).

A purpose is what the numbers are for, an occasion which time it is: the deal of round 2, the bot of seat 1.  Two
rule settings or two bots therefore meet the same shuffles for as long as they can: common random numbers.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from simkit.jit import inline

STREAM = np.dtype((np.uint64, (4,)))  # the field of a record that holds a stream


class Purpose(IntEnum):
    """What a stream is for."""

    SETUP = 0
    DEAL = 1  # occasion: the round
    RESHUFFLE = 2  # occasion: which reshuffle
    SEAT = 3  # occasion: the seat; a bot's own random decisions
    FRIEND = 4  # occasion: the mission; the third friend of a two-player game
    SLIP = 5  # occasion: the seat; whether it plays a random move instead of its bot's


MAX_SEED = 2**63 - 1

_LOW32 = np.uint64(0xFFFFFFFF)
_U32 = np.uint64(32)
_TWO32 = np.uint64(1 << 32)
_MULTIPLIER_0 = np.uint64(0xD2E7470EE14C6C93)
_MULTIPLIER_1 = np.uint64(0xCA5A826395121157)
_WEYL_0 = np.uint64(0x9E3779B97F4A7C15)
_WEYL_1 = np.uint64(0xBB67AE8584CAA73B)
_ROUNDS = 10


@inline
def _high_product(a: Any, b: Any) -> Any:
    """Upper 64 bits of the 128-bit product of two uint64."""
    a_low, a_high = a & _LOW32, a >> _U32
    b_low, b_high = b & _LOW32, b >> _U32
    middle = a_high * b_low + ((a_low * b_low) >> _U32)
    other = a_low * b_high + (middle & _LOW32)
    return a_high * b_high + (middle >> _U32) + (other >> _U32)


@inline
def start_stream(stream: Any, seed: int, game: int, purpose: int, occasion: int) -> None:
    """Fill `stream` (4 uint64) in place with the Philox block of (seed, game, purpose, occasion)."""
    key_0, key_1 = np.uint64(seed), np.uint64(0)
    x0, x1 = np.uint64(game), (np.uint64(purpose) << _U32) | np.uint64(occasion)
    x2, x3 = np.uint64(0), np.uint64(0)
    for _ in range(_ROUNDS):
        high_0, low_0 = _high_product(_MULTIPLIER_0, x0), _MULTIPLIER_0 * x0
        high_1, low_1 = _high_product(_MULTIPLIER_1, x2), _MULTIPLIER_1 * x2
        x0, x1, x2, x3 = high_1 ^ x1 ^ key_0, low_1, high_0 ^ x3 ^ key_1, low_0
        key_0 += _WEYL_0
        key_1 += _WEYL_1
    stream[0], stream[1], stream[2], stream[3] = x0, x1, x2, x3


@inline
def _rotate_left(x: Any, bits: int) -> Any:
    return (x << np.uint64(bits)) | (x >> np.uint64(64 - bits))


@inline
def _step(s0: Any, s1: Any, s2: Any, s3: Any) -> tuple[Any, Any, Any, Any, Any]:
    """One step of xoshiro256**: the word and the next state."""
    word = _rotate_left(s1 * np.uint64(5), 7) * np.uint64(9)
    t = s1 << np.uint64(17)
    s2 ^= s0
    s3 ^= s1
    return word, s0 ^ s3, s1 ^ s2, s2 ^ t, _rotate_left(s3, 45)


@inline
def next_word(stream: Any) -> Any:
    """The next 64 random bits (uint64); advances `stream` in place."""
    word, stream[0], stream[1], stream[2], stream[3] = _step(stream[0], stream[1], stream[2], stream[3])
    return word


@inline
def below(stream: Any, n: int) -> int:
    """A uniform integer in 0 … n − 1 (1 ≤ n < 2³²); advances `stream` in place."""
    bound = np.uint64(n)
    product = (next_word(stream) >> _U32) * bound
    if product & _LOW32 < bound:
        threshold = (_TWO32 - bound) % bound
        while product & _LOW32 < threshold:
            product = (next_word(stream) >> _U32) * bound
    return np.int64(product >> _U32)  # type: ignore[return-value]


@inline
def unit(stream: Any) -> float:
    """A uniform number in [0, 1), a multiple of 2⁻⁵³; advances `stream` in place."""
    return np.float64(next_word(stream) >> np.uint64(11)) * 2.0**-53


@inline
def shuffle(stream: Any, cards: Any, first: int, count: int, size: int) -> None:
    """Fisher–Yates from the front, in place: `count` random cards of cards[first:size] come to stand at `first`.

    The numbers are those of `below`; the stream stays in registers, which makes the loop twice as fast.
    """
    s0, s1, s2, s3 = stream[0], stream[1], stream[2], stream[3]
    for i in range(first, first + count):
        bound = np.uint64(size - i)
        word, s0, s1, s2, s3 = _step(s0, s1, s2, s3)
        product = (word >> _U32) * bound
        if product & _LOW32 < bound:
            threshold = (_TWO32 - bound) % bound
            while product & _LOW32 < threshold:
                word, s0, s1, s2, s3 = _step(s0, s1, s2, s3)
                product = (word >> _U32) * bound
        j = i + np.int64(product >> _U32)
        cards[i], cards[j] = cards[j], cards[i]
    stream[0], stream[1], stream[2], stream[3] = s0, s1, s2, s3

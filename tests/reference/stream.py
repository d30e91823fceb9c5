"""The random streams in Python integers: Philox4x64-10 starts, xoshiro256** runs.

A stream belongs to (seed, game, purpose, occasion). Its first state is the Philox4x64-10 block
with key (seed, 0) *at* the counter (game, purpose * 2**32 + occasion, 0, 0).

Sources: Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3" (2011);
Blackman, Vigna, "Scrambled linear pseudorandom number generators" (2021);
Lemire, "Fast random integer generation in an interval" (2019).
"""

SETUP, DEAL, RESHUFFLE, SEAT, FRIEND = range(5)

WORD = 2**64 - 1
HALF = 2**32 - 1

MULTIPLIERS = 0xD2E7470EE14C6C93, 0xCA5A826395121157
KEY_STEPS = 0x9E3779B97F4A7C15, 0xBB67AE8584CAA73B


def philox(key, counter, rounds=10):
    """The four words of the Philox4x64 block at ``counter`` (four words) under ``key`` (two)."""
    key, words = list(key), list(counter)
    for _ in range(rounds):
        left = words[0] * MULTIPLIERS[0]
        right = words[2] * MULTIPLIERS[1]
        words = [
            (right >> 64) ^ words[1] ^ key[0],
            right & WORD,
            (left >> 64) ^ words[3] ^ key[1],
            left & WORD,
        ]
        key = [(part + step) & WORD for part, step in zip(key, KEY_STEPS, strict=True)]
    return words


def rotate(word, by):
    """``word`` rotated left by ``by`` of its 64 bits."""
    return (word << by | word >> (64 - by)) & WORD


class Stream:
    """Random numbers for one purpose and occasion of one game."""

    def __init__(self, seed, index, purpose, occasion=0):
        self.state = philox((seed, 0), (index, purpose * 2**32 + occasion, 0, 0))

    def next(self):
        """The next 64 random bits (xoshiro256**)."""
        s0, s1, s2, s3 = self.state
        result = rotate(s1 * 5 & WORD, 7) * 9 & WORD
        s2 ^= s0
        s3 ^= s1
        self.state = [s0 ^ s3, s1 ^ s2, s2 ^ (s1 << 17 & WORD), rotate(s3, 45)]
        return result

    def below(self, n):
        """A fair number from 0 to n - 1, from the upper 32 bits of one word or more."""
        product = (self.next() >> 32) * n
        if product & HALF < n:
            unfair = (2**32 - n) % n
            while product & HALF < unfair:
                product = (self.next() >> 32) * n
        return product >> 32

    def shuffle(self, cards, k=None):
        """Fisher-Yates from the front, in place: the first k positions (default: all).

        All positions take len(cards) - 1 draws, as the last card has no choice left; a k that is
        given takes exactly k draws.
        """
        for i in range(len(cards) - 1 if k is None else k):
            j = i + self.below(len(cards) - i)
            cards[i], cards[j] = cards[j], cards[i]

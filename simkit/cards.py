"""What the games share: card notation and sets of cards as int64 masks.

A card of an ordinary deck is written rank then suit: `TD` is the ten of diamonds, `**` the joker.  A set of cards is
an int64 whose bit *c* stands for card *c*; each game numbers its cards so that all of them fit below bit 63.
"""

from __future__ import annotations

from typing import Any

import llvmlite.binding as llvm
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from simkit.jit import JIT_ENABLED, inline

RANKS = "23456789TJQKA"
SUITS = "SHDC"
JOKER = "**"
NONE = -1  # no card


@intrinsic
def _count_bits(typing_context: Any, mask: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


@intrinsic
def _count_trailing_zeros(typing_context: Any, mask: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], cgutils.false_bit)

    return types.int64(types.int64), generate


@intrinsic
def _deposit_bits(typing_context: Any, source: Any, mask: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        word = ir.IntType(64)
        pdep = cgutils.get_or_insert_function(
            builder.module, ir.FunctionType(word, [word, word]), "llvm.x86.bmi.pdep.64"
        )
        return builder.call(pdep, arguments)

    return types.int64(types.int64, types.int64), generate


# One instruction finds the k-th card where the processor has it (microcoded, so slow, on the first two Zens).
_HAS_DEPOSIT = llvm.get_host_cpu_features().get("bmi2", False) and llvm.get_host_cpu_name() not in ("znver1", "znver2")

if JIT_ENABLED:

    @inline
    def count(mask: int) -> int:
        """How many cards are in the set."""
        return _count_bits(mask)  # type: ignore[call-arg]

    @inline
    def lowest(mask: int) -> int:
        """The card with the lowest number in a set that is not empty."""
        return _count_trailing_zeros(mask)  # type: ignore[call-arg]

else:

    def count(mask: int) -> int:
        """How many cards are in the set."""
        return int(mask).bit_count()

    def lowest(mask: int) -> int:
        """The card with the lowest number in a set that is not empty."""
        return (int(mask) & -int(mask)).bit_length() - 1


@inline
def bit(card: int) -> int:
    """The set of this one card."""
    return 1 << card


@inline
def has(mask: int, card: int) -> bool:
    """Whether the card is in the set; False for numbers that are no card."""
    return 0 <= card < 63 and (mask >> card) & 1 == 1


if JIT_ENABLED and _HAS_DEPOSIT:

    @inline
    def nth(mask: int, k: int) -> int:
        """The k-th lowest card of a set (k from 0)."""
        return lowest(_deposit_bits(1 << k, mask))  # type: ignore[call-arg]

else:

    @inline
    def nth(mask: int, k: int) -> int:
        """The k-th lowest card of a set (k from 0)."""
        for _ in range(k):
            mask &= mask - 1
        return lowest(mask)

"""Nobody sees a hidden card: deal everything hidden anew, and what a bot sees and does must not change."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np


def bytes_of(view: Any) -> bytes:
    """Everything a bot can read."""
    return b"".join(part.tobytes() for part in view)


def assert_blind(
    state: Any,
    view_of: Callable[[Any], Any],
    decision: int,
    redeal: Callable[[Any, int], None],
    bots: Sequence[Any],
    times: int = 3,
) -> int:
    """Deal anew `times` times; returns how many of them changed the state at all, so that the caller can be sure.

    state: record of a game in which a bot is about to be asked; view_of: state → what that bot sees; redeal: changes
    the state it is given in place, hidden cards only, from a seed; bots: compiled (view, decision) → action.
    """
    seen = bytes_of(view_of(state))
    choices = [bot(view_of(copied(state)), decision) for bot in bots]
    changed = 0
    for seed in range(times):
        other = copied(state)
        redeal(other, seed)
        changed += other.tobytes() != state.tobytes()
        assert bytes_of(view_of(other)) == seen, "the view shows something hidden"
        again = [bot(view_of(copied(other)), decision) for bot in bots]
        assert again == choices, "a bot's choice depends on something hidden"
    return changed


def copied(state: Any) -> Any:
    """Another record with the same bytes: bots write their memory and draw from their streams."""
    array = np.zeros(1, state.dtype)
    array[0] = state
    return array[0]

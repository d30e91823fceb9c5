"""The rules of the three games once more, in slow and plain Python: the oracle of the tests.

Nothing here shares a line with the compiled engine. Each game module offers

    play(rules, players, variants, assumptions, choosers, stream)     -> events
    replay(recorded, rules, players, variants, assumptions, stream)   -> events

The events run from ``setup`` to ``end`` (the ``game`` line is the caller's); ``stream`` is called
as ``stream(purpose, occasion)``, for example ``functools.partial(Stream, seed, index)``.
What the games share stands in this file: asking a player, three kinds of players, comparing traces.
"""

import functools
import importlib

from .stream import DEAL, FRIEND, RESHUFFLE, SEAT, SETUP, Stream

__all__ = [
    "DEAL",
    "FRIEND",
    "RESHUFFLE",
    "SEAT",
    "SETUP",
    "IllegalDecisionError",
    "RandomChooser",
    "Replay",
    "Script",
    "Settings",
    "Stream",
    "ask",
    "comparable",
    "first_difference",
    "random_choosers",
    "replay_trace",
]


class IllegalDecisionError(ValueError):
    """A player answered with something the rules do not allow at that moment.

    ``events`` holds what the reference had played up to there.
    """

    def __init__(self, message, events=()):
        super().__init__(message)
        self.events = list(events)


class Settings:
    """The assumptions in force: the defaults of a game, some of them replaced."""

    def __init__(self, table, chosen):
        """``table`` maps each id to its alternatives, the default first."""
        self._values = {name: alternatives[0] for name, alternatives in table.items()}
        for name, value in dict(chosen or {}).items():
            if name not in table:
                continue  # folded into the rules already
            if value not in table[name]:
                raise ValueError(f"assumption {name}: {value!r} is none of {table[name]}")
            self._values[name] = value

    def __getitem__(self, name):
        return self._values[name]


# Players ------------------------------------------------------------------------------------


def ask(chooser, decision, view, options):
    """Let ``chooser`` pick one of ``options`` and refuse anything else."""
    choice = chooser.choose(decision, view, options)
    if choice not in options:
        raise IllegalDecisionError(f"seat {view['seat']}: {decision} {choice!r} is not legal, only {options}")
    return choice


class RandomChooser:
    """Takes every option with the same chance: one draw a decision, even with one option."""

    def __init__(self, stream=None):
        """``stream`` is the seat's; without it the one in the view is used."""
        self.stream = stream

    def choose(self, decision, view, options):
        stream = view["stream"] if self.stream is None else self.stream
        return options[stream.below(len(options))]


def random_choosers(players, stream):
    """One RandomChooser a seat, each with the stream of that seat."""
    return [RandomChooser(stream(SEAT, seat)) for seat in range(players)]


class Script:
    """Plays all seats from a list of (seat, decision, choice), in order: for worked examples."""

    def __init__(self, *lines):
        self.lines = list(lines)
        self.offered = []  # the options of each decision so far

    def choose(self, decision, view, options):
        self.offered.append(options)
        if not self.lines:
            raise IllegalDecisionError(f"seat {view['seat']}: {decision} is not in the script")
        seat, expected, choice = self.lines.pop(0)
        if (seat, expected) != (view["seat"], decision):
            raise IllegalDecisionError(
                f"the script says seat {seat}: {expected}, the game asks seat {view['seat']}: {decision}"
            )
        return choice


class Replay:
    """Takes every decision from a recorded trace.

    The event that records a decision is the next one of its kind which the reference has not
    played yet. ``answers`` maps a decision to ``(kinds of event, function of event and view)``.
    """

    def __init__(self, recorded, answers, played):
        self.recorded = [event for event in recorded if event["event"] != "game"]
        self.answers = answers
        self.played = played

    def choose(self, decision, view, options):
        kinds, answer = self.answers[decision]
        number = self._next(decision, kinds)
        where = f"event {number} of the record, {self.recorded[number]}: seat {view['seat']}'s"
        try:
            choice = answer(self.recorded[number], view)
        except LookupError:
            raise IllegalDecisionError(f"{where} {decision} is missing", self.played) from None
        if choice not in options:
            message = f"{where} {decision} {choice!r} is not legal, only {options}"
            raise IllegalDecisionError(message, self.played)
        return choice

    def _next(self, decision, kinds):
        for number in range(len(self.played), len(self.recorded)):
            if self.recorded[number]["event"] in kinds:
                return number
        raise IllegalDecisionError(
            f"the record ends before the game does: no {decision} from event {len(self.played)} on",
            self.played,
        )


def replay_trace(trace):
    """Play a whole recorded trace again, its first line ``game`` saying how."""
    head = trace[0]
    module = importlib.import_module(f".{head['game']}", __name__)
    stream = functools.partial(Stream, head["seed"], head["index"])
    settings = head["rules"], head["players"], head["variants"], head["assumptions"]
    return module.replay(trace[1:], *settings, stream)


# Comparing traces ---------------------------------------------------------------------------

ORDERLESS = {"hand", "hands", "dealt", "discard", "discarded", "collections", "no_mans_land"}


def comparable(event):
    """The event with every list of cards sorted whose order means nothing."""
    return {key: _sorted(value) if key in ORDERLESS else value for key, value in event.items()}


def _sorted(value):
    if value and isinstance(value[0], list):
        return [sorted(cards) for cards in value]
    return sorted(value)


def first_difference(ours, theirs):
    """None for the same game, else (number, our event, their event) where they part."""
    theirs = [event for event in theirs if event["event"] != "game"]
    for number in range(max(len(ours), len(theirs))):
        mine = ours[number] if number < len(ours) else None
        other = theirs[number] if number < len(theirs) else None
        if mine is None or other is None or comparable(mine) != comparable(other):
            return number, mine, other
    return None

"""How much it matters what the rulebook leaves open: every assumption switched, every habit of a bot beside it.

Each switch is measured on the same games as the setting it changes.  An assumption that does nothing there (the pile
of another level) is measured on the first level where it does.  And each published claim is judged again under it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from simkit import games
from simkit.analysis.altered import Base, OnRows, won_shares
from simkit.analysis.effects import Effect, adjusted, effect
from simkit.claims import FAMILY_ERROR, claims_of
from simkit.match import Match, play
from simkit.settings import Rules, Settings, resolve
from simkit.verdicts import Claim, Finding

ASSUMPTION, HABIT = "assumption", "habit"


@dataclass(frozen=True)
class Switch:
    """One assumption at one alternative, or one habit (`name` is the bot)."""

    kind: str
    name: str
    before: str
    after: str
    value: Any

    @property
    def label(self) -> str:
        return f"{self.name}={self.after}" if self.kind == ASSUMPTION else self.name


@dataclass(frozen=True)
class Changed:
    """A published claim whose verdict a switch changes."""

    claim: str
    setting: str
    before: str
    after: str


@dataclass(frozen=True)
class Reading:
    """What a switch does: effect on the rate at `setting`, claims whose verdict changes.

    effect is None if it does nothing at any level.
    """

    switch: Switch
    setting: str
    effect: Effect | None
    claims: list[Changed]


@dataclass(frozen=True)
class Readings:
    """All switches; judged: claims with a verdict each, confidence: of each interval behind a verdict."""

    items: list[Reading]
    judged: int
    confidence: float


def switches(base: Base) -> list[Switch]:
    """Every assumption at every value that is not in force, then the habits of the game's own bot."""
    rules = base.rules()
    found = []
    for key, item in base.book.assumptions.items():
        force = rules.assumptions[key]
        others = [value for value in (item.default, *item.alternatives) if value != force]
        found += [Switch(ASSUMPTION, key, item.kind.show(force), item.kind.show(value), value) for value in others]
    habits = getattr(games.module(base.book.name, "claims"), "HABIT_BOTS", ())
    if base.bots == base.book.default_bot:
        found += [Switch(HABIT, name, str(base.bots), name, name) for name in habits]
    return found


def readings(base: Base, number: int, seed: int, workers: int | None, on_rows: OnRows) -> Readings:
    """Play `number` games of every setting that a switch changes."""
    return _Study(base, number, seed, workers, on_rows).run()


class _Study:
    """Plays each different setting once.  What is played: packed rules and bots say whether two are the same."""

    def __init__(self, base: Base, number: int, seed: int, workers: int | None, on_rows: OnRows) -> None:
        self.base, self.number, self.seed = base, number, seed
        self.workers, self.on_rows = workers, on_rows
        self.part = games.module(base.book.name, "claims")
        self.state = games.module(base.book.name, "state")
        self.kept: dict[tuple[Any, ...], Any] = {}

    def run(self) -> Readings:
        items = switches(self.base)
        claims = claims_of(self.base.book.name)
        plain = {
            label: self._rows(self._claim_match(cell, None), keep=True) for label, cell in self.part.cells().items()
        }
        family = len(self.part.simulated_findings(claims, plain, 0.95)) * (1 + len(items))
        confidence = 1 - FAMILY_ERROR / max(1, family)
        verdicts = self._verdicts(claims, plain, None, confidence)
        found = [self._reading(item, claims, verdicts, confidence) for item in items]
        measured = adjusted([item.effect for item in found if item.effect])
        effects = iter(measured)
        found = [Reading(r.switch, r.setting, next(effects) if r.effect else None, r.claims) for r in found]
        return Readings(found, len(verdicts), confidence)

    def _reading(
        self, switch: Switch, claims: Mapping[str, Claim], before: Mapping[tuple[str, str], str], confidence: float
    ) -> Reading:
        rows = {label: self._rows(self._claim_match(cell, switch)) for label, cell in self.part.cells().items()}
        after = self._verdicts(claims, rows, switch, confidence)
        changes = [
            Changed(*key, verdict, after[key]) for key, verdict in before.items() if after.get(key, verdict) != verdict
        ]
        return Reading(switch, *self._effect(switch), changes)

    # --- effect on the rate

    def _effect(self, switch: Switch) -> tuple[str, Effect | None]:
        """Where it was measured, and the change; the given setting, else the first level where the rules differ."""
        levels: list[str | None] = [None, *(name for name in self.base.book.levels)]
        for level in levels:
            here = {} if level is None else {"level": level}
            plain = self.base.match(self.base.rules(**here), self.seed)
            other = self._switched(here, switch)
            if self._key(plain) != self._key(other):
                shares = [
                    won_shares(self._rows(match, keep=match is plain), self.base.seat) for match in (plain, other)
                ]
                return f"level {level}" if level else "", effect(*shares)
        return "", None

    def _switched(self, here: dict[str, Any], switch: Switch) -> Match:
        if switch.kind == HABIT:
            return self.base.match(self.base.rules(**here), self.seed, switch.value)
        return self.base.match(self.base.rules(**here, assume={switch.name: switch.value}), self.seed)

    # --- claims

    def _claim_rules(self, cell: Mapping[str, Any], switch: Switch | None) -> Rules:
        """A cell of the published claims under the given reading and assumptions, and the switch."""
        given = self.base.given
        assume = dict(given.assume)
        if switch is not None and switch.kind == ASSUMPTION:
            assume[switch.name] = switch.value
        fixed = {name: value for name, value in cell.items() if name != "bots"}
        return resolve(self.base.book, Settings(**fixed, reading=given.reading, assume=assume))

    def _claim_match(self, cell: Mapping[str, Any], switch: Switch | None) -> Match:
        bots = switch.value if switch is not None and switch.kind == HABIT else cell["bots"]
        return self.base.match(self._claim_rules(cell, switch), self.seed, bots)

    def _verdicts(
        self, claims: Mapping[str, Claim], rows: Mapping[str, Any], switch: Switch | None, confidence: float
    ) -> dict[tuple[str, str], str]:
        exact: list[Finding] = self.part.exact_findings(claims, self._claim_rules({}, switch))
        found: list[Finding] = [*exact, *self.part.simulated_findings(claims, rows, confidence)]
        return {(item.claim.id, item.setting): item.verdict for item in found}

    # --- games

    def _key(self, match: Match) -> tuple[Any, ...]:
        packed = self.state.pack_rules(match.rules)
        return (packed.tobytes(), *(bot.label for bot in match.bots))

    def _rows(self, match: Match, keep: bool = False) -> Any:
        key = self._key(match)
        if key in self.kept:
            return self.kept[key]
        rows = play(match, self.number, workers=self.workers, on_rows=self.on_rows)
        if keep:
            self.kept[key] = rows
        return rows

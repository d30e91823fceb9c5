"""What the rulebook of Gleich und gleich claims, computed and simulated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from simkit import stats
from simkit.games.gleich_und_gleich.rules import CUBIRDS, Species
from simkit.settings import Rules
from simkit.show import amount
from simkit.verdicts import Claim, Finding, above, below, compare, exact

Events = Sequence[Mapping[str, Any]]  # of one game
Traces = Sequence[Events]

BOT = "best"  # competent play
SHARE = 0.25  # of the games asked for: many cells, a bot that thinks
FACES = ("J", "Q", "K")
COMPARED = ("standard", "rare_rarer")
TRACED = 1_000  # games a cell whose turns are looked at one by one, at most
PLAYERS = (2, 3, 4, 5)
SETTINGS: dict[str, dict[str, Any]] = {
    "standard": {},
    "rare_rarer": {"variants": ("rare_rarer",)},
    "quick": {"variants": ("quick",)},
    "cubirds": {"preset": "cubirds"},
}


def cells() -> dict[str, dict[str, Any]]:
    """The runs that claims and balance section need: label → settings of `make_match`."""
    return {
        f"{name} {n}": {**settings, "players": n, "bots": BOT} for name, settings in SETTINGS.items() for n in PLAYERS
    }


def chart_cells() -> dict[str, dict[str, Any]]:
    return {}


def traced_cells() -> list[str]:
    """Cells whose flocks are counted, which outcome rows do not tell."""
    return [f"{name} {n}" for name in COMPARED for n in PLAYERS]


def exact_findings(claims: Mapping[str, Claim], rules: Rules) -> list[Finding]:
    """The claims that follow from the rules alone; `rules` are those of the published game."""
    species: Species = rules["species"]
    sizes = [cards for cards, _, _ in species.values()]
    mean, model = sum(sizes) / len(sizes), sum(cards for cards, _, _ in CUBIRDS.values()) / len(CUBIRDS)
    eights, sixteens = sizes.count(8), sizes.count(16)
    ours, theirs = _three_of_a_kind(species), _three_of_a_kind(CUBIRDS)
    return [
        exact(
            claims["cards"],
            f"{sum(sizes)} cards in {len(sizes)} species: {eights} of 8, {sixteens} of 16",
            (sum(sizes), len(sizes), eights, sixteens) == (104, 8, 3, 5),
        ),
        exact(claims["mean-species"], f"{mean:g} against {model:g}", (mean, model) == (13, 13.75)),
        exact(
            claims["three-of-a-kind"],
            f"{_takes(ours)}; model game {_takes(theirs)}",
            ours == [(5, 8), (12, 16)] and (theirs[0], theirs[-1]) == ((5, 7), (15, 20)),
        ),
    ]


def _three_of_a_kind(species: Species) -> list[tuple[int, int]]:
    """Cards one small and one large flock take, of how many, rarest species first."""
    return sorted({(small + large, cards) for cards, small, large in species.values()}, key=lambda pair: pair[1])


def _takes(pairs: list[tuple[int, int]]) -> str:
    return ", ".join(f"{taken} of {cards}" for taken, cards in pairs)


def simulated_findings(claims: Mapping[str, Claim], rows: Mapping[str, Any], confidence: float) -> list[Finding]:
    """The claims that need games; rows: label of a cell → outcome rows, all on the same deals."""
    claim = claims["variants-length"]
    found = []
    for name, sign in (("rare_rarer", 1), ("quick", -1)):
        for n in PLAYERS:
            found.append(_longer(claim, name, sign, n, rows, confidence))
    return found


def traced_findings(claims: Mapping[str, Claim], traced: Mapping[str, Traces], confidence: float) -> list[Finding]:
    """How much rarer `rare_rarer` makes flocks of face cards; traced: label of a cell → events of each game."""
    found = []
    for n in PLAYERS:
        plain, rarer = (np.array([_face_flocks(game) for game in traced[f"{name} {n}"]]) for name in COMPARED)
        gap = rarer - plain
        mean = float(gap.mean())
        ours = stats.mean_interval(mean, float(gap.var(ddof=1)), len(gap), confidence)
        shown = f"{amount(mean, ours)} flocks of face cards a turn ({100 * mean / plain.mean():+.0f} %)"
        setting = f"rare rarer: flocks of face cards, {n} players"
        verdict = compare(ours, below(0.0))
        found.append(Finding(claims["variants-length"], setting, shown, verdict, mean, ours, len(gap), n, BOT))
    return found


def _face_flocks(game: Events) -> float:
    """Flocks of jacks, queens or kings a turn."""
    turns = [event["flock"] for event in game if event["event"] == "turn"]
    return sum(flock is not None and flock["species"] in FACES for flock in turns) / len(turns)


def _longer(claim: Claim, name: str, sign: int, players: int, rows: Mapping[str, Any], confidence: float) -> Finding:
    """Turns more (or fewer, below 0) than the standard game on the same deal; `sign` −1 claims fewer."""
    more = rows[f"{name} {players}"]["length"].astype(np.int64) - rows[f"standard {players}"]["length"]
    mean = float(more.mean())
    ours = stats.mean_interval(mean, float(more.var(ddof=1)), len(more), confidence)
    claimed = ours if sign > 0 else stats.Interval(-ours.high, -ours.low)
    change = 100 * mean / rows[f"standard {players}"]["length"].mean()
    size = amount(mean, ours) if mean > 0 else amount(-mean, stats.Interval(-ours.high, -ours.low))
    shown = f"{size} turns {'more' if mean > 0 else 'fewer'} than standard ({change:+.0f} %)"
    setting = f"{name.replace('_', ' ')}, {players} players"
    return Finding(claim, setting, shown, compare(claimed, above(0.0)), mean, ours, len(more), players, BOT)

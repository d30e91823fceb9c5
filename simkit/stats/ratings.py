"""How strong each bot is, from who won against whom."""

from __future__ import annotations

import math
import warnings

import numpy as np

ELO = 400 / math.log(10)  # rating points a unit of log strength
PRIOR_WINS = 0.5  # added to each bot of each line-up: a bot that never lost still has a finite rating


def plackett_luce(wins: np.ndarray, seats: np.ndarray, start: np.ndarray | None = None) -> np.ndarray:
    """Ratings of bots on the Elo scale, mean 0: (bots,).

    wins: (line-ups × bots) won games, a shared win as its fraction.  seats: (line-ups × bots) how many seats each bot
    holds in the line-up, 0 if it does not play.  start: ratings to begin the search at.

    A bot wins with a chance in proportion to its strength: first place in the model of Plackett ("The analysis of
    permutations", Applied Statistics 24, 1975) and Luce ("Individual Choice Behavior", 1959), Bradley and Terry's for
    two players.  400 points are odds of 10 : 1, as with Elo.  Maximum likelihood by statsmodels, as a log-linear
    Poisson model with one intercept a line-up (Baker, "The multinomial-Poisson transformation", The Statistician 43,
    1994).
    """
    lineups, bots = np.nonzero(seats)
    held = seats[lineups, bots]
    design = np.zeros((len(bots), seats.shape[0] + seats.shape[1] - 1))
    design[np.arange(len(bots)), lineups] = 1
    others = bots > 0  # the first bot's strength is 1
    design[np.flatnonzero(others), seats.shape[0] + bots[others] - 1] = 1
    begin = None if start is None else _begin(wins, seats, (start - start[0]) / ELO)
    parameters = _fit(wins[lineups, bots] + PRIOR_WINS * held, design, np.log(held), begin)
    ratings = ELO * np.concatenate([[0.0], parameters[seats.shape[0] :]])
    return np.asarray(ratings - ratings.mean())


def _begin(wins: np.ndarray, seats: np.ndarray, strengths: np.ndarray) -> np.ndarray:
    """Parameters near the solution: intercepts that give each line-up its games, then the log strengths."""
    games = wins.sum(axis=1) + PRIOR_WINS * seats.sum(axis=1)
    intercepts = np.log(games) - np.log((seats * np.exp(strengths)).sum(axis=1))
    return np.concatenate([intercepts, strengths[1:]])


def _fit(won: np.ndarray, design: np.ndarray, offset: np.ndarray, begin: np.ndarray | None) -> np.ndarray:
    """Parameters of the Poisson regression."""
    from statsmodels.genmod.families import Poisson
    from statsmodels.genmod.generalized_linear_model import GLM

    with warnings.catch_warnings():
        # Two bots: as many parameters as cells, so that no residual is left; that is meant.
        warnings.simplefilter("ignore")
        return np.asarray(GLM(won, design, family=Poisson(), offset=offset).fit(start_params=begin, tol=1e-9).params)

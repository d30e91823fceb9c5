"""Statistics of win rates: pure functions, the numerics from scipy and statsmodels; each cites its formula.

Nothing here knows games or bots.  Heavy parts of the libraries are imported where they are used.
"""

from simkit.stats.intervals import Interval, clustered, confidence_sequence, mean_interval, wilson
from simkit.stats.multiple import holm
from simkit.stats.paired import difference, mcnemar, sign_flip, unpaired_difference
from simkit.stats.ratings import plackett_luce
from simkit.stats.resampling import bootstrap_sums, percentile_interval
from simkit.stats.samplesize import games_for_half_width, games_to_detect, other_rate, pairs_to_detect
from simkit.stats.sequential import H0, H1, LEAST_GAMES, UNDECIDED, Sprt, log_likelihood_ratio, precise_enough

__all__ = [
    "H0",
    "H1",
    "LEAST_GAMES",
    "UNDECIDED",
    "Interval",
    "Sprt",
    "bootstrap_sums",
    "clustered",
    "confidence_sequence",
    "difference",
    "games_for_half_width",
    "games_to_detect",
    "holm",
    "log_likelihood_ratio",
    "mcnemar",
    "mean_interval",
    "other_rate",
    "pairs_to_detect",
    "percentile_interval",
    "plackett_luce",
    "precise_enough",
    "sign_flip",
    "unpaired_difference",
    "wilson",
]

"""Statistics of win rates: pure functions, the numerics from scipy and statsmodels; each cites its formula.

Nothing here knows games or bots.  Heavy parts of the libraries are imported where they are used.
"""

from simkit.stats.intervals import Interval, confidence_sequence, mean_interval, wilson
from simkit.stats.paired import difference
from simkit.stats.samplesize import games_for_half_width, games_to_detect, other_rate, pairs_to_detect

__all__ = [
    "Interval",
    "confidence_sequence",
    "difference",
    "games_for_half_width",
    "games_to_detect",
    "mean_interval",
    "other_rate",
    "pairs_to_detect",
    "wilson",
]

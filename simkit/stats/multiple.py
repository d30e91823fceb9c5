"""Several tests at once."""

from __future__ import annotations

from collections.abc import Sequence


def holm(p_values: Sequence[float]) -> list[float]:
    """P-values of a family, adjusted so that the chance of any false alarm stays below the level.

    Holm ("A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6, 1979).
    """
    if len(p_values) < 2:
        return list(p_values)
    from statsmodels.stats.multitest import multipletests

    return [float(p) for p in multipletests(p_values, method="holm")[1]]

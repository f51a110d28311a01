"""Quantiles of independent seeds, with limits that hold for any distribution and never pretend.

A quantile lies between two order statistics with a chance that the binomial distribution gives exactly. Resampling
would approximate the same limits (without end it gives order statistics too) but can never leave the sample: a
99.9 % quantile of 100 seeds would get an upper limit, where the truth is that there is none.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidelight.errors import InvalidParameter

Sums = NDArray[np.float64]


class Interval(NamedTuple):
    """An estimate and the limits between which the truth lies with the confidence asked for; infinite: unlimited."""

    value: Any
    low: Any
    high: Any


def checked_share(name: str, share: Any, *, closed: bool) -> float:
    """A number between 0 and 1; with both if ``closed``, else without."""
    try:
        number = float(share)
    except (TypeError, ValueError) as error:
        raise InvalidParameter(f"{name}={share!r} must be a number") from error
    if not (0 <= number <= 1 if closed else 0 < number < 1):
        way_out = "; percentages are shares here: .99, not 99" if 1 < number <= 100 else ""
        raise InvalidParameter(f"{name}={share!r} must be between 0 and 1{way_out}")
    return number


def ranks(n: int, q: float, confidence: float) -> tuple[int, int]:
    """Order statistics (1 to n) between which the q-quantile lies; 0 and n + 1 stand for no limit.

    Each side misses with a chance of at most (1 - confidence) / 2, ties or not.

    >>> ranks(100, 0.5, 0.95)
    (40, 61)
    >>> ranks(100, 0.999, 0.95)
    (99, 101)
    """
    from scipy.special import bdtr, bdtrc

    miss = (1 - confidence) / 2
    below = np.arange(n)  # rank r is one too high if fewer than r lie at or below the quantile
    low = int(np.count_nonzero(bdtr(below, n, q) <= miss)) if q > 0 else 0
    high = n + 1 - int(np.count_nonzero(bdtrc(below, n, q) <= miss)) if q < 1 else n + 1
    return low, high


def quantile(values: Sums, q: float) -> float:
    """The q-quantile of the sample, linear between neighbours as in numpy."""
    return float(np.quantile(values, q))


def quantile_interval(values: Sums, q: float, confidence: float) -> Interval:
    """The q-quantile and limits that the true one exceeds with a chance of at most (1 - confidence) / 2 on each side.

    >>> quantile_interval(np.arange(100.0), 0.999, 0.95)
    Interval(value=98.901, low=98.0, high=inf)
    """
    value = quantile(values, q)
    low, high = ranks(values.size, q, confidence)
    ordered = np.concatenate(([-np.inf], np.sort(values), [np.inf]))
    return Interval(value, min(float(ordered[low]), value), max(float(ordered[high]), value))

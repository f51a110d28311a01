"""Limits for means and standard deviations, by the studentised bootstrap over seeds.

Each resample is measured in its own standard errors, so that skewed regret, where plain percentiles and Student's t
both miss on the dangerous side, has limits that lean to the right side too. The resampling starts from a fixed seed:
the same games have the same limits.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from sidelight.arena.quantiles import Interval

Sums = NDArray[np.float64]
RESAMPLES = 1999
SEED = 20_240_229
ROUNDING = 1e-13
MOST_CELLS = 1 << 20  # of one slice of resamples, so that memory does not grow with the number of seeds


def resamples(n: int) -> Iterator[NDArray[np.int64]]:
    """Rows of n seeds drawn with replacement, ``RESAMPLES`` in all, a slice at a time."""
    draw = np.random.default_rng(SEED)
    rows = max(1, MOST_CELLS // n)
    for start in range(0, RESAMPLES, rows):
        yield draw.integers(0, n, (min(rows, RESAMPLES - start), n))


def mean_interval(values: Sums, confidence: float) -> Interval:
    """The mean and its limits; infinite where too many resamples have no spread to be measured by.

    >>> mean_interval(np.array([1.0, 1.0, 1.0]), 0.95)
    Interval(value=1.0, low=1.0, high=1.0)
    """
    centre, variance, _ = (float(moment[0]) for moment in _moments(values[None, :]))
    if values.size == 1:
        return Interval(centre, -np.inf, np.inf)
    if variance == 0:
        return Interval(centre, centre, centre)
    mean, variances, _ = _resampled(values)
    off = _in_own_errors(mean - centre, np.sqrt(variances))
    low, high = two_sides(off, confidence)
    return Interval(centre, centre - high * variance**0.5, centre - low * variance**0.5)


def sd_interval(values: Sums, confidence: float) -> Interval:
    """The standard deviation and its limits, found on the scale of logarithms of variances."""
    n = values.size
    if n == 1:
        return Interval(np.nan, 0.0, np.inf)
    _, variance, fourth = (float(moment[0]) for moment in _moments(values[None, :]))
    sd = float(np.std(values, ddof=1))
    if variance == 0:
        return Interval(0.0, 0.0, 0.0)
    error = _error_of_log(variance, fourth)
    if error == 0:  # two values equally often: nothing says how sure the spread is
        return Interval(sd, 0.0, np.inf)
    _, variances, fourths = _resampled(values)
    with np.errstate(divide="ignore"):
        shift = np.log(variances) - np.log(variance)
    low, high = two_sides(_in_own_errors(shift, _error_of_log(variances, fourths)), confidence)
    return Interval(sd, sd * float(np.exp(-high * error / 2)), sd * float(np.exp(-low * error / 2)))


def _resampled(values: Sums) -> tuple[Sums, Sums, Sums]:
    parts = [_moments(values[rows]) for rows in resamples(values.size)]
    mean, variance, fourth = (np.concatenate(moment) for moment in zip(*parts, strict=True))
    return mean, variance, fourth


def _moments(rows: Sums) -> tuple[Sums, Sums, Sums]:
    """Mean, variance and fourth central moment of each row; a variance that is only rounding is none."""
    mean = rows.mean(axis=1)
    squares = (rows - mean[:, None]) ** 2
    variance = squares.mean(axis=1)
    rounding = (ROUNDING * np.abs(rows).max(axis=1)) ** 2
    return mean, np.where(variance <= rounding, 0.0, variance), (squares**2).mean(axis=1)


def _error_of_log(variance: Sums | float, fourth: Sums | float) -> Sums:
    """Standard error of the log of a variance, up to the number of seeds; 0 where there is no spread."""
    safe = np.where(np.asarray(variance) > 0, variance, 1.0)
    return np.asarray(np.sqrt(np.maximum(np.asarray(fourth) / safe**2 - 1, 0.0)), np.float64)


def _in_own_errors(shift: Sums, error: Sums) -> Sums:
    """Shifts as multiples of their own errors; infinitely many of an error of nothing."""
    safe = np.where(error > 0, error, 1.0)
    with np.errstate(invalid="ignore"):
        return np.where(error > 0, shift / safe, np.where(shift == 0, 0.0, np.copysign(np.inf, shift)))


def two_sides(values: Sums, confidence: float) -> tuple[float, float]:
    """What all but (1 - confidence) / 2 on either side lie within; order statistics, as some may be infinite."""
    miss = (1 - confidence) / 2
    low, high = np.quantile(values, [miss, 1 - miss], method="inverted_cdf")
    return float(low), float(high)

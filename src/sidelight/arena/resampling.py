"""Limits for means and standard deviations, by the studentised bootstrap over seeds.

Each resample is measured in its own standard errors, so that skewed regret, where plain percentiles and Student's t
both miss on the dangerous side, has limits that lean to the right side too. The resampling starts from a fixed seed:
the same games have the same limits.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidelight.arena.quantiles import Interval

Sums = NDArray[np.float64]
RESAMPLES = 1999
SEED = 20_240_229
ROUNDING = 1e-13
MOST_CELLS = 1 << 20  # of one slice of resamples, so that memory does not grow with the number of seeds


def resamples(n: int) -> Iterator[NDArray[np.int32]]:
    """Rows of n seeds drawn with replacement, ``RESAMPLES`` in all, a slice at a time."""
    draw = np.random.default_rng(SEED)
    rows = max(1, MOST_CELLS // n)
    for start in range(0, RESAMPLES, rows):
        yield draw.integers(0, n, (min(rows, RESAMPLES - start), n), dtype=np.int32)


class Moments(NamedTuple):
    """Mean, variance and fourth central moment, of a sample or of each resample."""

    mean: Sums
    variance: Sums
    fourth: Sums


def resampled(values: Sums) -> Moments:
    """The moments of all resamples: what limits of the mean and of the spread are both made of."""
    rounding = _rounding(values)
    parts = [_moments(values[rows], rounding) for rows in resamples(values.size)]
    return Moments(*(np.concatenate(part) for part in zip(*parts, strict=True)))


def mean_interval(values: Sums, confidence: float, drawn: Moments | None = None) -> Interval:
    """The mean and its limits; infinite where too many resamples have no spread to be measured by.

    >>> mean_interval(np.array([1.0, 1.0, 1.0]), 0.95)
    Interval(value=1.0, low=1.0, high=1.0)
    """
    centre, variance, _ = _of_sample(values)
    if values.size == 1:
        return Interval(centre, -np.inf, np.inf)
    if variance == 0:
        return Interval(centre, centre, centre)
    drawn = drawn or resampled(values)
    off = _in_own_errors(drawn.mean - centre, np.sqrt(drawn.variance))
    low, high = two_sides(off, confidence)
    return Interval(centre, centre - high * variance**0.5, centre - low * variance**0.5)


def sd_interval(values: Sums, confidence: float, drawn: Moments | None = None) -> Interval:
    """The standard deviation and its limits, found on the scale of logarithms of variances."""
    if values.size == 1:
        return Interval(np.nan, 0.0, np.inf)
    _, variance, fourth = _of_sample(values)
    sd = float(np.std(values, ddof=1))
    if variance == 0:
        return Interval(0.0, 0.0, 0.0)
    error = float(_error_of_log(variance, fourth))
    if error == 0:  # two values equally often: nothing says how sure the spread is
        return Interval(sd, 0.0, np.inf)
    drawn = drawn or resampled(values)
    with np.errstate(divide="ignore"):
        shift = np.log(drawn.variance) - np.log(variance)
    low, high = two_sides(_in_own_errors(shift, _error_of_log(drawn.variance, drawn.fourth)), confidence)
    return Interval(sd, sd * float(np.exp(-high * error / 2)), sd * float(np.exp(-low * error / 2)))


def _of_sample(values: Sums) -> tuple[float, float, float]:
    mean, variance, fourth = _moments(values[None, :].copy(), _rounding(values))
    return float(mean[0]), float(variance[0]), float(fourth[0])


def _moments(rows: Sums, rounding: float) -> Moments:
    """The moments of each row, which is used up; a variance that is only rounding is none."""
    mean = rows.mean(axis=1)
    rows -= mean[:, None]
    rows *= rows
    variance = rows.mean(axis=1)
    fourth = np.einsum("ij,ij->i", rows, rows) / rows.shape[1]
    return Moments(mean, np.where(variance <= rounding, 0.0, variance), fourth)


def _rounding(values: Sums) -> float:
    return float((ROUNDING * np.abs(values).max()) ** 2)


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

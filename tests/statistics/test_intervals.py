"""Limits enclose the truth as often as they say, on distributions whose truth is known.

Limits of single quantiles are counted out in tests/unit/test_quantiles.py. What resampling gives is measured here: the
number of misses is binomial, and a test fails if it has a chance below 1e-6 on either side of the stated coverages.
"""

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import binom
from tests.some_games import with_regret

from sidelight import compare
from sidelight.arena.resampling import mean_interval, sd_interval

FALSE_ALARM = 1e-6
Draw = Callable[[np.random.Generator, int], NDArray[np.float64]]
NORMAL: Draw = lambda draw, n: draw.normal(size=n)  # noqa: E731
SKEWED: Draw = lambda draw, n: draw.exponential(size=n)  # noqa: E731


def within(hits: int, runs: int, least: float, most: float) -> bool:
    """Whether so many hits are possible with a coverage from ``least`` to ``most``."""
    return bool(binom.ppf(FALSE_ALARM, runs, least) <= hits <= binom.isf(FALSE_ALARM, runs, most))


@pytest.mark.parametrize(("law", "n", "truth"), [(NORMAL, 10, 0.0), (SKEWED, 40, 1.0)])
def test_means_at_80_and_95_percent(law: Draw, n: int, truth: float) -> None:
    draw = np.random.default_rng(1)
    runs = 400
    hits = dict.fromkeys((0.8, 0.95), 0)
    above = below = 0
    for _ in range(runs):
        values = law(draw, n)
        for level in hits:
            _, low, high = mean_interval(values, level)
            hits[level] += low <= truth <= high
        above, below = above + (low > truth), below + (high < truth)
    for level, count in hits.items():
        assert within(count, runs, level - 0.02, level + 0.02), (level, count / runs)
    assert within(above, runs, 0.0, 0.045)  # each side misses on its own
    assert within(below, runs, 0.0, 0.045)


def test_spreads_at_95_percent() -> None:
    draw = np.random.default_rng(2)
    runs = 400
    hits = 0
    for _ in range(runs):
        _, low, high = sd_interval(draw.normal(size=40), 0.95)
        hits += low <= 1 <= high
    assert within(hits, runs, 0.93, 0.97), hits / runs


def test_differences_of_quantiles_at_90_percent() -> None:
    """Two correlated skewed regrets; the truth is that of the two lognormal distributions."""
    draw = np.random.default_rng(3)
    runs, n = 150, 100
    truth = {q: np.exp(normal) - 1.5 * np.exp(0.7 * normal) for q, normal in ((0.5, 0.0), (0.9, 1.2815515655446004))}
    hits = dict.fromkeys(truth, 0)
    for _ in range(runs):
        common, own = draw.normal(size=n), draw.normal(size=(2, n))
        a, b = (np.sqrt(0.5) * (common + each) for each in own)
        told = compare(with_regret(np.exp(a)), with_regret(1.5 * np.exp(0.7 * b)), confidence=0.9)
        for q, difference in truth.items():
            _, low, high = told.quantiles[q]
            hits[q] += low <= difference <= high
    for q, count in hits.items():
        assert within(count, runs, 0.88, 0.96), (q, count / runs)

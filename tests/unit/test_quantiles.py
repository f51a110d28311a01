"""Limits of quantiles, means and spreads in cases that can be checked by hand or counted out."""

from math import comb

import numpy as np
import pytest
from tests.some_games import with_regret

from sidelight.arena.quantiles import quantile_interval, ranks
from sidelight.arena.resampling import mean_interval, sd_interval

SIZES = (1, 2, 5, 8, 30, 100)
SHARES = (0.01, 0.1, 0.5, 0.9, 0.99, 0.999)
LEVELS = (0.5, 0.95, 0.99)


def at_most(k: int, n: int, p: float) -> float:
    return sum(comb(n, i) * p**i * (1 - p) ** (n - i) for i in range(k + 1))


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("q", SHARES)
@pytest.mark.parametrize("level", LEVELS)
def test_each_limit_misses_as_rarely_as_it_says_and_the_next_does_not(n: int, q: float, level: float) -> None:
    """Counted out for a continuous distribution: rank r is above the quantile if fewer than r values are below it."""
    miss = (1 - level) / 2
    low, high = ranks(n, q, level)
    assert low == 0 or at_most(low - 1, n, q) <= miss + 1e-12
    assert at_most(low, n, q) > miss - 1e-12 or low == n
    assert high == n + 1 or 1 - at_most(high - 1, n, q) <= miss + 1e-12
    assert high == 1 or 1 - at_most(high - 2, n, q) > miss - 1e-12


@pytest.mark.parametrize("p", [0.05, 0.3, 0.5, 0.7, 0.95])
@pytest.mark.parametrize("q", [0.3, 0.5, 0.9])
def test_limits_hold_for_values_that_repeat(p: float, q: float) -> None:
    """All samples of 0 and 1 counted out, where ties are everywhere."""
    n, level = 12, 0.9
    truth = 0.0 if 1 - p >= q else 1.0
    covered = 0.0
    for ones in range(n + 1):
        interval = quantile_interval(np.repeat([0.0, 1.0], [n - ones, ones]), q, level)
        covered += comb(n, ones) * p**ones * (1 - p) ** (n - ones) * (interval.low <= truth <= interval.high)
    assert covered >= level


def test_a_tail_that_the_seeds_cannot_show_has_no_limit() -> None:
    few, enough = with_regret(np.arange(100.0)), with_regret(np.arange(4000.0))
    assert few.quantile(0.999, confidence=0.95) == (pytest.approx(98.901), 98.0, np.inf)
    assert enough.quantile(0.999, confidence=0.95).high < np.inf
    assert few.quantile(0.001, confidence=0.95).low == -np.inf
    assert few.quantile(1.0, confidence=0.95) == (99.0, 99.0, np.inf)
    assert few.quantile(0.0, confidence=0.95) == (0.0, -np.inf, 0.0)


def test_the_median_of_a_hundred_seeds_lies_between_the_40th_and_the_61st() -> None:
    assert with_regret(np.arange(1.0, 101.0)).quantile(0.5, confidence=0.95) == (50.5, 40.0, 61.0)


def test_limits_do_not_change_from_one_call_to_the_next() -> None:
    values = np.random.default_rng(3).exponential(size=200)
    assert mean_interval(values, 0.95) == mean_interval(values, 0.95)
    assert with_regret(values).mean(confidence=0.95) == mean_interval(values, 0.95)


def test_limits_move_with_their_values() -> None:
    values = np.random.default_rng(4).exponential(size=50)
    plain, moved = mean_interval(values, 0.95), mean_interval(1000 - 8 * values, 0.95)
    assert moved.low == pytest.approx(1000 - 8 * plain.high)
    assert moved.high == pytest.approx(1000 - 8 * plain.low)
    spread = sd_interval(1000 - 8 * values, 0.95)
    assert spread == pytest.approx(tuple(8 * side for side in sd_interval(values, 0.95)))


def test_skewed_values_have_a_longer_upper_side() -> None:
    value, low, high = mean_interval(np.random.default_rng(5).exponential(size=30), 0.95)
    assert high - value > 1.2 * (value - low)
    value, low, high = sd_interval(np.random.default_rng(1).exponential(size=30), 0.95)
    assert high / value > 2 * (value / low)


@pytest.mark.parametrize("constant", [0.0, 0.1, -1e9 / 7])
def test_equal_values_have_no_spread(constant: float) -> None:
    values = np.full(77, constant)
    assert sd_interval(values, 0.95) == (0, 0, 0)
    assert mean_interval(values, 0.95) == pytest.approx((constant,) * 3)


def test_a_lone_exception_leaves_the_mean_open_above() -> None:
    """More than 1 in 40 resamples of these are all alike: how far the exception reaches cannot be known."""
    interval = mean_interval(np.array([0.1] * 9 + [5.0]), 0.95)
    assert interval.high == np.inf
    assert interval.low < interval.value == pytest.approx(0.59)


def test_two_values_equally_often_say_nothing_of_how_sure_their_spread_is() -> None:
    assert sd_interval(np.array([0.0, 0.0, 1.0, 1.0]), 0.95) == (pytest.approx(0.57735), 0, np.inf)

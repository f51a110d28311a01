"""Losses have the law they say: exactly where it can be enumerated, then by sampling.

Every sampled check has a false-alarm rate of 1e-6 or less with the fixed seeds below.
"""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from sidelight import graphs, worlds
from sidelight.kernels import noise
from sidelight.kernels.randomness import address, first_numbers, uniform
from sidelight.worlds import World
from sidelight.worlds.roles import Role

FALSE_ALARM = 1e-6
Floats = NDArray[np.float64]


def draws(mean: float, concentration: float, count: int, k: int = 0) -> Floats:
    return np.array([noise.beta(mean, concentration, address(k, Role.LOSS, t), t % 5) for t in range(count)])


def room_of(variance: float, count: int) -> float:
    """How far the average of numbers in [0, 1] may be off (Bernstein's inequality)."""
    log = np.log(2 / FALSE_ALARM)
    return float(np.sqrt(2 * variance * log / count) + 2 * log / (3 * count))


@pytest.mark.parametrize("concentration", [0.05, 0.5, 1.0, 2.0, 3.7, 40.0, 1e4])
@pytest.mark.parametrize("mean", [0.03, 0.3, 0.5, 0.9])
def test_beta_losses_have_the_beta_law(mean: float, concentration: float) -> None:
    """Kolmogorov's distance, mean and variance. The first allows for a place being rounded to the end 0 or 1."""
    count = 20_000
    sample = draws(mean, concentration, count, k=3)
    law = stats.beta(mean * concentration, (1 - mean) * concentration)
    inner = np.linspace(0.001, 0.999, 999)
    distance = np.abs(np.searchsorted(np.sort(sample), inner, "right") / count - law.cdf(inner)).max()
    assert stats.kstwo.sf(distance, count) > FALSE_ALARM
    variance = mean * (1 - mean) / (1 + concentration)
    assert law.var() == pytest.approx(variance)
    assert abs(sample.mean() - mean) < room_of(variance, count)
    squares = (sample - mean) ** 2
    assert abs(squares.mean() - variance) < room_of((law.stats("k") + 2) * variance**2, count)


def test_extreme_beta_losses_are_losses() -> None:
    """Tiny means, tiny and huge concentrations: never NaN, never outside, and still the right mean."""
    count = 2000
    for mean in (5e-324, 1e-310, 1e-100, 1e-9, 0.5, 1 - 1e-9, np.nextafter(1.0, 0.0)):
        for concentration in (1e-6, 1e-3, 1.0, 1e9, 1e15):
            sample = draws(float(mean), concentration, count, k=9)
            assert np.isfinite(sample).all()
            assert sample.min() >= 0.0
            assert sample.max() <= 1.0
            assert abs(sample.mean() - mean) <= room_of(mean * (1 - mean) / (1 + concentration), count)
    nearly_coins = draws(0.3, 1e-6, count, k=2)
    heads = int((nearly_coins > 0.5).sum())
    assert ((nearly_coins < 1e-9) | (nearly_coins > 1 - 1e-9)).mean() > 0.999
    assert stats.binomtest(heads, count, 0.3).pvalue > FALSE_ALARM
    nearly_exact = draws(0.3, 1e15, 100)
    assert np.abs(nearly_exact - 0.3).max() < 1e-6
    assert np.unique(nearly_exact).size == 100


def test_means_of_0_and_1_have_no_noise() -> None:
    assert {noise.beta(0.0, 1.0, address(0, Role.LOSS, t), 0) for t in range(100)} == {0.0}
    assert {noise.beta(1.0, 1.0, address(0, Role.LOSS, t), 0) for t in range(100)} == {1.0}
    ends = worlds.bernoulli([0.0, 1.0], graphs.bandit(2))
    assert {tuple(ends.losses(t)) for t in range(200)} == {(0.0, 1.0)}


def test_gamma_draws_have_the_gamma_law() -> None:
    """The logarithm's law, which beta needs; shapes on both sides of one."""
    for shape in (0.02, 0.7, 1.0, 1.5, 30.0):
        logs = np.array([noise.log_gamma_draw(shape, address(1, Role.LOSS, t), 0)[0] for t in range(20_000)])
        assert stats.kstest(logs, stats.loggamma(shape).cdf).pvalue > FALSE_ALARM


def test_a_coin_is_the_first_number_of_its_action_below_the_mean() -> None:
    """Exactly, so that its chance is the mean to 2^-53."""
    means = [0.1, 0.35, 0.5, 0.999]
    world = worlds.bernoulli(means, graphs.bandit(4))
    for seed in (0, 5, 2**63 - 1):
        for t in (0, 1, 77, 10**12):
            expected = [float(uniform(address(seed, Role.LOSS, t), j) < mean) for j, mean in enumerate(means)]
            assert world.losses(t, seed).tolist() == expected


def sample(world: World, seeds: int, rounds: int) -> Floats:
    """Losses, seeds x rounds x actions."""
    return np.array([[world.losses(t, seed) for t in range(rounds)] for seed in range(seeds)])


@pytest.mark.parametrize("kind", ["bernoulli", "beta"])
def test_losses_of_different_seeds_rounds_and_actions_are_unrelated(kind: str) -> None:
    """Above or below the median: pairs of neighbours, along each of the three, are all four as often as coins say."""
    means = np.full(12, 0.5)
    world = worlds.build(kind, means=means, graph=graphs.bandit(12))
    high = sample(world, 60, 60) > 0.5
    n = high.size
    assert stats.binomtest(int(high.sum()), n, 0.5).pvalue > FALSE_ALARM
    pairs = [
        *((high[s:], high[:-s]) for s in (1, 2, 7)),
        *((high[:, s:], high[:, :-s]) for s in (1, 2, 7)),
        *((high[:, :, s:], high[:, :, :-s]) for s in (1, 2, 7)),
        (high[1:, :-1], high[:-1, 1:]),  # seed + 1 is not round + 1
        (high[:, 1:, :-1], high[:, :-1, 1:]),
    ]
    for left, right in pairs:
        agree = int((left == right).sum())
        assert stats.binomtest(agree, left.size, 0.5).pvalue > FALSE_ALARM


def test_losses_are_unrelated_to_the_graphs_and_draws_of_the_round() -> None:
    """Whatever else is drawn in a round has a role of its own."""
    from sidelight.graphs.roles import Role as GraphRole
    from sidelight.learners.roles import Role as LearnerRole

    losses = first_numbers(0, Role.LOSS, 0, 20_000)
    for role in (*GraphRole, *LearnerRole, Role.SECRET):
        others = first_numbers(0, role, 0, 20_000)
        assert abs(np.corrcoef(losses, others)[0, 1]) < stats.norm.isf(FALSE_ALARM / 2) / np.sqrt(20_000)
    assert len({int(role) for role in (*GraphRole, *LearnerRole, *Role)}) == len([*GraphRole, *LearnerRole, *Role])

"""What theory says of whole games: tails, the bias that cuts them, exponents, and that learning beats not learning.

Seeds are fixed. Where a share of seeds is counted, the limit is the binomial one at a false-alarm rate of 1e-6 for
the chance named in the test.
"""

import numpy as np
import pytest
from benchmarks import claims
from scipy.stats import binom

import sidelight as sl

FALSE_ALARM = 1e-6


def at_least(chance: float, seeds: int) -> int:
    """How many of the seeds must show what has at least this chance."""
    return int(binom.ppf(FALSE_ALARM, seeds, chance))


def at_most(chance: float, seeds: int) -> int:
    """How many of the seeds may show what has at most this chance."""
    return int(binom.isf(FALSE_ALARM, seeds, chance))


def test_the_trap_catches_exp3_in_a_few_runs_of_a_hundred_and_exp3_ix_in_none() -> None:
    rounds, seeds = 10_000, 2000
    world = sl.worlds.exp3_trap(rounds)
    gamma = float(np.sqrt(np.log(2) / (4 * rounds)))
    exp3 = claims.final_regret(sl.Exp3(2, eta=float(np.sqrt(np.log(2) / rounds))), world, rounds, seeds)
    ix = claims.final_regret(sl.Exp3IX(2, eta=2 * gamma, gamma=gamma), world, rounds, seeds)
    assert (exp3 >= rounds / 4).sum() >= at_least(0.02, seeds) > 0
    assert (ix >= rounds / 4).sum() <= at_most(1e-4, seeds)
    assert ix.max() < 0 < np.quantile(exp3, 0.99)


def test_the_giant_needs_the_pessimistic_bias() -> None:
    """Without it regret passes T^(3/4) with a chance of 5 % or more at every horizon; with it, it never comes near."""
    seeds = 400
    for rounds in (10_000, 40_000):
        without = claims.giant_regret(rounds, seeds, bias=False)
        biased = claims.giant_regret(rounds, seeds, bias=True)
        assert (without > rounds**0.75).sum() >= at_least(0.05, seeds) > 0
        assert (biased > -0.2 * rounds).sum() <= at_most(1e-4, seeds)
        assert without.std() > 5 * biased.std()


@pytest.mark.parametrize(
    ("setting", "expected"), [(claims.weak, 2 / 3), (claims.strong, 1 / 2)], ids=["weak", "strong"]
)
def test_exponents_of_the_lower_bounds(setting: object, expected: float) -> None:
    row = claims.slope("", setting, (8_000, 32_000, 128_000), 12)  # type: ignore[arg-type]
    assert row.ours == pytest.approx(expected, abs=0.05)


def test_every_learner_beats_playing_blindly_where_its_theory_says_so() -> None:
    for row in claims.better_than_uniform(rounds=10_000, seeds=20):
        assert row.ours < 0.5, row

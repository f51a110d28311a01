"""The bounds of Hedge, Exp3 and Exp3-SET on schedules, against rates and losses by plain loops."""

import math

import numpy as np
import pytest

import sidelight as sl
from sidelight import graphs, worlds
from sidelight.theory import (
    exp3_adaptive_bound,
    exp3_adaptive_closed,
    exp3_epochs_bound,
    hedge_adaptive_bound,
    hedge_adaptive_closed,
    hedge_epochs_bound,
)

LAZY = 1.1


def rates(constant: float, first: float, measures: list[float]) -> list[float]:
    """``sqrt(C / V)``, taken anew when V has grown by more than a tenth."""
    v = renewed = first
    found = []
    for measure in measures:
        if v > LAZY * renewed:
            renewed = v
        found.append(math.sqrt(constant / renewed))
        v += measure
    return found


def test_worked_examples() -> None:
    ln = math.log(2)
    assert hedge_adaptive_bound(2, 100, 0.5, 40.0).value == pytest.approx(2 * ln + 5)
    assert hedge_adaptive_bound(2, 100, 0.5, 40.0, 0.1)["draws"] == pytest.approx(math.sqrt(50 * math.log(10)))
    assert exp3_adaptive_bound(2, 0.25, 30.0).value == pytest.approx(4 * ln + 15)
    assert exp3_epochs_bound(2, 1)["epoch 1"] == pytest.approx(2**1.5 * ln + 2**-1.5 * (16 * ln + 2) / 2)
    assert hedge_epochs_bound(2, 6)["epoch 1"] == pytest.approx(2**0.5 * ln + 2**-0.5 * (16 * ln + 1) / 8)
    assert len(exp3_epochs_bound(2, 3).terms) == 4
    assert hedge_adaptive_bound(1, 10, 1.0, 3.0).value == exp3_epochs_bound(1, 2).value == 0.0


@pytest.mark.parametrize("n", [2, 10, 1000])
def test_hedge_s_closed_form_is_above_what_its_rates_come_to(n: int) -> None:
    constant, most = 4 * math.log(n), 1500
    etas = rates(constant, constant, [1.0] * most)
    for t in [*range(1, 40), 400, most]:
        exact, closed = hedge_adaptive_bound(n, t, etas[t - 1], math.fsum(etas[:t])), hedge_adaptive_closed(n, t)
        assert exact["losses"] <= closed["losses"]
        assert exact.value <= closed.value <= 1.2 * exact.value
    assert hedge_adaptive_closed(n, 10**6).value < 1.04 * math.sqrt(10**6 * math.log(n))


@pytest.mark.parametrize("n", [2, 10, 1000])
@pytest.mark.parametrize("order", ["largest first", "largest last", "even", "random"])
def test_exp3_s_closed_form_is_above_what_any_measures_come_to(n: int, order: str) -> None:
    rng = np.random.default_rng(1)
    given = {
        "largest first": [float(n)] * 30 + [1.0] * 300,
        "largest last": [1.0] * 300 + [float(n)] * 30,
        "even": [float(n)] * 300,
        "random": (rng.random(300) ** 4 * n).tolist(),
    }[order]
    etas = rates(math.log(n), 4 * math.log(n), given)
    for t in [1, 2, 5, 30, 100, 300]:
        paid, used = math.fsum(np.multiply(etas[:t], given[:t])), math.fsum(given[:t])
        assert exp3_adaptive_bound(n, etas[t - 1], paid).value <= exp3_adaptive_closed(n, used).value


def test_hedge_s_inequality_on_every_sequence() -> None:
    """Against random losses, losses that follow the leader, and losses of one action in turn; own losses by the law."""
    rng = np.random.default_rng(2)
    for n in (2, 3, 8):
        etas = rates(4 * math.log(n), 4 * math.log(n), [1.0] * 500)
        for kind in range(4):
            totals, lost = np.zeros(n), 0.0
            for t, eta in enumerate(etas):
                p = np.exp(-eta * (totals - totals.min()))
                p /= p.sum()
                losses = [
                    rng.integers(2, size=n).astype(float),
                    (np.arange(n) == np.argmin(totals)).astype(float),
                    (np.arange(n) == t % n).astype(float),
                    (p >= np.median(p)).astype(float),
                ][kind]
                lost += p @ losses
                totals += losses
                bound = hedge_adaptive_bound(n, t + 1, eta, math.fsum(etas[: t + 1])).value
                assert lost - totals.min() <= bound


@pytest.mark.parametrize("schedule", ["adaptive", "doubling"])
def test_mean_regret_of_exp3_is_below_and_that_of_the_opposite_above(schedule: str) -> None:
    """The mean of 400 seeds stays below by 15 times its standard error: a false alarm is out of reach."""
    graph, rounds = graphs.bandit(5), 4000
    learner = sl.Exp3(5, schedule=schedule)
    games = sl.play(learner, worlds.bernoulli([0.4, 0.5, 0.5, 0.5, 0.5], graph), rounds, 400, record="bounds")
    bound, regret = games.bounds().best[:, -1], games.final("pseudo_regret")
    assert regret.mean() + 15 * regret.std() / 20 < bound.mean()
    told = worlds.deterministic([1.0, 0.0, 0.0, 0.0, 0.0], graph)
    opposite = sl.play(learner, told, rounds, 5, record="bounds")
    assert (rounds - opposite.own_losses[:, -1] > opposite.bounds().best[:, -1]).all()

"""Each step behind the bounds for adaptive rates, by exact enumeration of the draw on thousands of random rounds.

A round has a rate x; what is shown are the factors whose product over rounds is a supermartingale at a scale c <= x
that was fixed beforehand. Where an inequality is claimed, a little more is refuted, so that the check can fail.
"""

import math
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.enumerated_rounds import Round, rounds_of

from sidelight.theory import excess, phi
from sidelight.theory.bounds_adaptive import SHIFTED, scale_below

Floats = NDArray[np.float64]
ROUNDING = 1e-11


def with_scales(seed: int, count: int, kind: str) -> Iterator[tuple[Round, float]]:
    """Rounds and a scale that is at most their gamma: the largest power of a half, or a smaller one."""
    rng = np.random.default_rng(seed + 1000)
    for r in rounds_of(seed, count, kind):
        yield r, scale_below(r.gamma, 0.0).value * 2.0 ** -int(rng.choice([0, 0, 1, 5]))


def of_algorithm_1(seed: int, count: int) -> Iterator[tuple[Round, float]]:
    """The rate is the mass of exploration, gamma and the weight of the bias in one."""
    for r, scale in with_scales(seed, count, "strong"):
        x = r.gamma
        yield replace(r, mixed=x, chances=(1 - x) * r.weights + x / r.n), scale


def q_of(r: Round) -> float:
    return float((r.weights / (r.chances_seen + r.gamma))[r.loops].sum())


def heavy_of(r: Round) -> int:
    """The loopless action with a chance above one half, or -1."""
    found = np.flatnonzero(~r.loops & (r.chances > 0.5))
    return int(found[0]) if found.size else -1


def log_mean(r: Round, exponents: Floats) -> float:
    """ln E exp(...), accurate near 0."""
    top = max(float(exponents.max()), 0.0)
    return top + math.log(r.mean(np.exp(exponents - top)))


def test_the_scale_is_the_largest_power_of_a_half_below_the_rate() -> None:
    rng = np.random.default_rng(1)
    for rate in [0.5, 0.25, 0.1, 2.0**-30, *(0.5 * 10 ** -(9 * rng.random(200)))]:
        place, value, log_confidence = scale_below(float(rate), 1.5)
        assert value == 0.5**place <= rate < 2 * value
        assert log_confidence == pytest.approx(1.5 + math.log(place * (place + 1)))
    assert sum(1 / (k * (k + 1)) for k in range(1, 10**5)) == pytest.approx(1, abs=2e-5)


@pytest.mark.parametrize(("factor", "holds"), [(1.0, True), (1.4, False)])
def test_comparator_at_a_fixed_scale(factor: float, holds: bool) -> None:
    """E exp(2 c (l^_j - l_j)) <= 1."""
    worst = -math.inf
    for r, c in with_scales(1, 3000, "self-aware"):
        beyond = 2 * c * factor * (r.estimates() - r.losses)
        worst = max(worst, *(log_mean(r, beyond[:, j]) for j in range(r.n)))
    assert (worst <= ROUNDING) is holds


@pytest.mark.parametrize(("factor", "holds"), [(1.0, True), (40.0, False)])
def test_second_moments_at_a_fixed_scale(factor: float, holds: bool) -> None:
    """E exp(2 c gamma sum c_i (l^_i - l_i)) <= 1 with c_i = p_i / (W_i + gamma), for gamma Q <= 1.

    With six actions gamma Q is well below 1 where losses are rarely seen: it takes a large factor to break.
    """
    worst = -math.inf
    for kind in ("self-aware", "strong"):
        for r, c in with_scales(2, 3000, kind):
            shares = r.loops * r.weights / (r.chances_seen + r.gamma * r.loops)
            assert r.gamma * shares.sum() <= 1 + ROUNDING
            worst = max(worst, log_mean(r, 2 * c * factor * r.gamma * ((r.estimates() - r.losses) @ shares)))
            # what it is for: eta / 2 = gamma times the second moments
            estimates = r.estimates() * r.loops
            assert (estimates**2 @ r.weights <= estimates @ shares + ROUNDING).all()
    assert (worst <= ROUNDING) is holds


def test_observations_at_a_fixed_scale() -> None:
    """ln E exp(c (E Y - Y)) <= c (gamma / 2) Q: Y is at most 1 here, so a fifth of (c/2) Q is the most."""
    closest = 0.0
    for r, c in with_scales(3, 4000, "self-aware"):
        y = r.estimates() @ r.weights
        value = log_mean(r, c * (r.mean(y) - y))
        assert value <= c * r.gamma / 2 * q_of(r) + ROUNDING
        closest = max(closest, value / (c * c / 2 * q_of(r)))
        bias = float((r.weights * r.losses * r.gamma / (r.chances_seen + r.gamma)).sum())
        assert bias <= r.gamma * q_of(r) + ROUNDING
    assert closest > 0.2


@pytest.mark.parametrize("pessimism", [1.0, 0.0])
def test_deviation_of_loopless_estimates_less_what_the_bias_gives(pessimism: float) -> None:
    """ln E exp(s (E V - V - <p - e_j, b>)) <= s x (2 [loopless] + [j is heavy]), s = c / (2 phi(4 c / 3)).

    Without the bias it fails.
    """
    worst = -math.inf
    for r, c in of_algorithm_1(4, 5000):
        if r.loops.all():
            continue
        scale, x, heavy = c / (2 * phi(4 * c / 3)), r.gamma, heavy_of(r)
        assert phi(4 * scale / 3) * scale <= c / 2 <= x / 2
        bias = np.zeros(r.n)
        if heavy >= 0:
            bias[heavy] = pessimism * x / r.chances_seen[heavy]
        estimates = r.estimates() * ~r.loops
        for j in range(r.n):
            against = r.weights - np.eye(r.n)[j]
            v = estimates @ against
            value = log_mean(r, scale * (r.mean(v) - v)) - scale * float(against @ bias)
            worst = max(worst, value - scale * x * (2 + (j == heavy)))
    assert (worst <= ROUNDING) is (pessimism == 1.0)


def test_rounds_in_which_another_than_the_heavy_action_is_played() -> None:
    """X = x [i != j_t] / W is at most K / (K - 1) with mean x: ln E exp(X (K - 1) / K) <= (e - 1) x (K - 1) / K."""
    met = 0
    for r, _ in of_algorithm_1(5, 4000):
        heavy = heavy_of(r)
        if heavy < 0:
            continue
        met += 1
        share = (r.n - 1) / r.n
        step = r.gamma * (np.arange(r.n) != heavy) / r.chances_seen[heavy]
        assert r.mean(step) == pytest.approx(r.gamma)
        assert step.max() * share <= 1 + ROUNDING
        assert log_mean(r, step * share) <= (math.e - 1) * r.gamma * share + ROUNDING
    assert met > 300


def test_shifted_steps_of_algorithm_1() -> None:
    """(1/x) sum p f(x (g - z)), whatever is played, term by term of the proof; SHIFTED has the largest weight."""
    closest = 0.0
    for r, _ in of_algorithm_1(6, 4000):
        x, heavy, any_loopless = r.gamma, heavy_of(r), not r.loops.all()
        shares = r.loops * r.weights / (r.chances_seen + x * r.loops)
        around = r.n / (r.n - 1)
        for i, estimates in enumerate(r.estimates()):
            g, z = estimates.copy(), 0.0
            if heavy >= 0:
                g[heavy] += x / r.chances_seen[heavy]
                z = g[heavy]
                assert x * z <= (1 + x) * around * (1 + ROUNDING)
            lost = float(r.weights @ [excess(v) for v in x * (g - z)]) / x
            allowed = x / 2 * float(shares @ estimates) + 2 * x * any_loopless
            if heavy >= 0:
                other = float(i != heavy) / r.chances_seen[heavy]
                allowed += x * phi((1 + x) * around) * ((1 + 2 * x) * other + x * x / r.chances_seen[heavy])
                closest = max(closest, lost / allowed)
            assert lost <= allowed + ROUNDING
    assert closest > 0.5
    # the constants 9 and 7.15 that are made of it, at the largest rate and the fewest actions
    assert phi(3) * 2 * (math.e - 1) + phi(3) + 1 <= 9
    assert phi(3) * 2 * 2 * (1 - ROUNDING) <= SHIFTED <= 7.15


def test_exponential_weights_with_rates_that_never_grow() -> None:
    """Against any action: ln K / eta_T + sum (1 / eta_t) sum p f(eta_t (g - z)); with growing rates it fails."""
    rng = np.random.default_rng(7)
    failed, closest = 0, 0.0
    for k in range(400):
        growing = k % 2 == 1
        n, rounds = int(rng.integers(2, 6)), 30
        etas = np.sort(10 ** rng.uniform(-2, 0.5) * rng.uniform(0.3, 1, rounds))[:: 1 if growing else -1]
        vectors = rng.normal(size=(rounds, n)) * rng.choice([0.01, 0.1, 1.0]) + rng.normal(size=n) * rng.choice(
            [0.0, 0.2]
        )
        shifts = rng.normal(size=rounds) * rng.choice([0.0, 0.1])
        total, lost, allowed = np.zeros(n), np.zeros(n), math.log(n) / etas[-1]
        for g, z, eta in zip(vectors, shifts, etas, strict=True):
            p = np.exp(-eta * (total - total.min()))
            p /= p.sum()
            lost += p @ g - g
            allowed += float(p @ [excess(v) for v in eta * (g - z)]) / eta
            total += g
        if growing:
            failed += lost.max() > allowed
            continue
        assert lost.max() <= allowed + 1e-9
        closest = max(closest, lost.max() / allowed)
    assert closest > 0.6
    assert failed >= 10


# Algorithm 2: eps, gamma and eta of each round's own.


def test_loopless_comparator_of_algorithm_2_at_any_scale() -> None:
    """ln E exp(s (l^_j - l_j)) <= s^2 phi(s / eps) / W_j for W_j >= eps."""
    rng = np.random.default_rng(8)
    closest = 0.0
    for r in rounds_of(8, 4000, "observable"):
        seen = r.chances_seen
        for j in np.flatnonzero(~r.loops):
            eps = seen[j] * (1.0 if rng.random() < 0.5 else rng.random())
            s = eps * 10 ** -(2 * rng.random())
            value = log_mean(r, s * (r.estimates()[:, j] - r.losses[j]))
            allowed = s * s * phi(s / eps) / seen[j]
            assert value <= allowed * (1 + ROUNDING) + 1e-14
            closest = max(closest, value / allowed)
    assert closest > 0.95


def test_second_moments_of_loopless_actions_of_algorithm_2_at_any_scale() -> None:
    """ln E exp(s X) <= g(s m) s E X for X = eta H <= m = eta / eps^2, E H <= R, g(x) = (e^x - 1) / x."""
    rng = np.random.default_rng(9)
    closest = 0.0
    for r in rounds_of(9, 4000, "observable"):
        if r.loops.all():
            continue
        seen = r.chances_seen
        eps, eta = float(seen[~r.loops].min()), float(rng.uniform(0.01, 0.5))
        over = np.where(r.loops, 0.0, r.weights / np.maximum(seen, 1e-300))
        x = eta * (r.estimates() @ over)
        most = eta / eps**2
        assert x.max() <= most * (1 + ROUNDING)
        s = float(rng.uniform(0.01, 1)) / most
        allowed = math.expm1(s * most) / (s * most) * s * eta * float(over.sum())
        value = log_mean(r, s * x)
        assert value <= allowed * (1 + ROUNDING) + 1e-14
        closest = max(closest, value / allowed)
        assert ((r.estimates() * ~r.loops) ** 2 @ r.weights <= (r.estimates() @ over) * (1 + ROUNDING) + ROUNDING).all()
    assert closest > 0.9


def test_second_moments_of_self_loops_where_eta_is_below_gamma() -> None:
    """E exp(2 c eta sum c_i (l^_i - l_i)) <= 1 for eta <= gamma."""
    rng = np.random.default_rng(10)
    for r, c in with_scales(10, 2000, "observable"):
        shares = np.where(r.loops, r.weights / (r.chances_seen + r.gamma), 0.0)
        eta = r.gamma * float(rng.choice([1.0, rng.random()]))
        assert log_mean(r, 2 * c * eta * ((r.estimates() - r.losses * r.loops) * r.loops @ shares)) <= ROUNDING

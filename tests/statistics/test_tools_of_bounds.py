"""The five tools of all bounds, by exact enumeration of the draw on thousands of random rounds.

Where an inequality is claimed it is also shown to be near the edge: a little more is refuted, so the check can fail.
"""

import math

import numpy as np
import pytest
from tests.enumerated_rounds import Round, acyclic, independence, law, rounds_of

from sidelight.theory import excess, log_form, most_q, phi

EXACT = 1 + 1e-12


def test_phi_and_the_excess_agree_with_their_series() -> None:
    for c in (-2.0, -0.3, 0.0, 1e-9, 9.99e-4, 1.001e-3, 0.5, 1.0, 3.0):
        series = sum(c**k / math.factorial(k + 2) for k in range(40))
        assert phi(c) == pytest.approx(series, rel=1e-10)
        assert excess(c) == pytest.approx(math.exp(-c) - 1 + c, rel=1e-10, abs=1e-15)
    assert phi(1.0) == pytest.approx(math.e - 2)


def test_azuma_the_draw_of_a_loss_in_a_range_of_one() -> None:
    worst = 0.0
    for r, s in zip(rounds_of(1, 3000, "self-aware"), np.random.default_rng(2).uniform(0, 8, 3000), strict=True):
        deviation = r.losses - r.mean(r.losses)
        log_mean = math.log(r.mean(np.exp(s * deviation)))
        worst = max(worst, log_mean / (s * s / 8))
    assert 0.9 < worst <= EXACT


def test_lower_tail_of_a_nonnegative_variable_without_any_range() -> None:
    worst = 0.0
    for r, u in zip(rounds_of(3, 3000, "observable"), np.random.default_rng(4).random(3000), strict=True):
        y = r.estimates() @ r.weights
        second = r.mean(y**2)
        if second == 0.0:
            continue
        s = 10.0 ** (4 * u - 3) / math.sqrt(second)
        worst = max(worst, math.log(r.mean(np.exp(-s * (y - r.mean(y))))) / (s * s * second / 2))
    assert 0.9 < worst <= EXACT


@pytest.mark.parametrize(("factor", "holds"), [(1.0, True), (1.3, False)])
def test_implicit_estimates_under_any_weights_of_twice_gamma(factor: float, holds: bool) -> None:
    """E exp(sum a_i (l^_i - l_i)) <= 1 whenever sum a <= 2 gamma; a third more is too much."""
    rng = np.random.default_rng(5)
    worst = -math.inf
    for r in rounds_of(6, 4000, "self-aware"):
        total = 2 * r.gamma * factor * (1.0 if rng.random() < 0.5 else rng.random())
        a = total * law(rng, r.n)
        worst = max(worst, math.log(r.mean(np.exp((r.estimates() - r.losses) @ a))))
    assert (worst <= 1e-12) is holds


def test_implicit_estimates_in_the_two_ways_they_are_used() -> None:
    for r in rounds_of(7, 2000, "self-aware"):
        beyond = r.estimates() - r.losses
        assert (r.chances @ np.exp(2 * r.gamma * beyond) <= EXACT).all()
        shares = r.weights / (r.chances_seen + r.gamma)
        most = min(r.n, 1 / r.gamma)
        assert r.mean(np.exp(2 * r.gamma / most * (beyond @ shares))) <= EXACT


def test_what_exponential_weights_lose() -> None:
    """Against any action, on any vectors, with any shift: ln K / eta + (1/eta) sum p f(eta (g - z))."""
    rng = np.random.default_rng(8)
    closest = 0.0
    for _ in range(400):
        n, eta = int(rng.integers(2, 7)), float(10 ** rng.uniform(-2, 0.5))
        vectors = rng.normal(size=(25, n)) * rng.choice([0.1, 1.0, 5.0])
        shifts = rng.normal(size=25) * rng.choice([0.0, 1.0])
        log_weights, lost, allowed = np.zeros(n), np.zeros(n), math.log(n) / eta
        for g, z in zip(vectors, shifts, strict=True):
            p = np.exp(log_weights - log_weights.max())
            p /= p.sum()
            lost += p @ g - g
            allowed += float(p @ [excess(x) for x in eta * (g - z)]) / eta
            log_weights -= eta * g
        assert lost.max() <= allowed + 1e-9
        closest = max(closest, lost.max() / allowed)
    assert closest > 0.75


def test_bounds_on_the_excess() -> None:
    rng = np.random.default_rng(9)
    for x, most, a, z in np.abs(rng.normal(size=(2000, 4))) * 3:
        assert excess(x) <= x * x / 2 + 1e-12
        y = rng.uniform(-most, 5)
        assert excess(y) <= phi(most) * y * y + 1e-12
        assert excess(a - z) <= excess(a) + excess(-z) + 1e-12


def q_of(r: Round) -> float:
    return float((r.weights / (r.chances_seen + r.gamma))[r.loops].sum())


@pytest.mark.parametrize("symmetric", [False, True])
def test_q_is_at_most_each_of_its_forms(symmetric: bool) -> None:
    closest = 0.0
    for r in rounds_of(10, 1500, "observable", mixing=True):
        if symmetric:
            r.edges |= r.edges.T
        alpha, m = independence(r.edges, r.loops), acyclic(r.edges, r.loops)
        known = [
            most_q(r.n, r.gamma, mixed=r.mixed, acyclic=m, loops=int(r.loops.sum())),
            most_q(r.n, r.gamma, mixed=r.mixed, loop_alpha=alpha, symmetric=symmetric),
        ]
        q = q_of(r)
        for most in known:
            assert q <= most.value * EXACT
            closest = max(closest, q / most.value if q else 0.0)
        assert q <= log_form(r.n, r.gamma, alpha) / (1 - r.mixed) * EXACT
        assert q <= min(1 / r.gamma, r.loops.sum() / (1 - r.mixed)) * EXACT
        assert (alpha == 0) is (known[1].form == "no self-loops")
    assert closest > 0.97


def test_the_average_round_stands_for_all() -> None:
    """Every form is concave: graphs that change do no better for Q than their average number."""
    rng = np.random.default_rng(11)
    for _ in range(300):
        numbers = rng.integers(0, 9, size=12)
        gamma = float(rng.uniform(1e-3, 0.5))
        each = sum(most_q(8, gamma, loop_alpha=float(a)).value for a in numbers)
        assert each <= 12 * most_q(8, gamma, loop_alpha=float(numbers.mean())).value * EXACT


# Facts about the two algorithms' rounds.


def test_variance_of_loopless_estimates_of_algorithm_1() -> None:
    """V = <p - e_j, l^> on loopless actions: -V <= 1/(1 - eta/K), E V^2 <= 4 + [heavy, j another] / W."""
    heavies = 0
    for r in rounds_of(12, 4000, "strong", mixing=True):
        loopless, seen = ~r.loops, r.chances_seen
        if not loopless.any():
            continue
        assert np.allclose(seen[loopless], 1 - r.chances[loopless], atol=1e-14)
        assert (seen[loopless] >= r.mixed * (r.n - 1) / r.n - 1e-14).all()
        heavy = np.flatnonzero(loopless & (r.chances > 0.5))
        assert heavy.size <= 1
        assert (r.weights[heavy] > 0.5).all()
        assert (1 - r.weights[heavy] <= seen[heavy] + 1e-15).all()
        heavies += heavy.size
        estimates = r.estimates() * loopless
        for j in range(r.n):
            v = estimates @ (r.weights - np.eye(r.n)[j])
            assert -v.min() <= 1 / (1 - r.mixed / r.n) * (1 + 1e-9)
            allowed = 4.0 + sum(1 / seen[k] for k in heavy if k != j)
            assert r.mean(v**2) <= allowed * (1 + 1e-9)
    assert heavies > 300


def test_the_pessimistic_bias_pays_for_that_variance() -> None:
    """-<p - e_j, b> <= -beta / (2 W) if another action is the heavy one, and <= beta if j is."""
    for r in rounds_of(13, 4000, "strong", mixing=True):
        heavy = np.flatnonzero(~r.loops & (r.chances > 0.5))
        for k in heavy:
            inverse = 1 / r.chances_seen[k]
            assert -r.weights[k] * inverse <= -inverse / 2
            assert (1 - r.weights[k]) * inverse <= 1 + 1e-12
            z = np.where(np.arange(r.n) == k, 0.0, r.losses[k] * inverse)
            for beta in (0.1, 0.5):
                moved = (1 - r.weights[k]) * (z + beta * inverse) ** 2
                allowed = (beta**2 + (1 + 2 * beta) * (np.arange(r.n) != k)) * inverse
                assert (moved <= allowed * EXACT).all()


def test_second_moments_of_weighted_estimates() -> None:
    """E Y^2 <= Q over self-loops and <= P R over loopless actions; the first is met."""
    closest = 0.0
    for r in rounds_of(14, 3000, "observable"):
        estimates, seen = r.estimates(), r.chances_seen
        of_loops = (estimates * r.loops) @ r.weights
        assert r.mean(of_loops**2) <= q_of(r) * EXACT
        of_loopless = (estimates * ~r.loops) @ r.weights
        share, inverse = r.weights[~r.loops].sum(), (r.weights / seen)[~r.loops].sum()
        second = r.mean(of_loopless**2)
        assert second <= share * inverse * (1 + 1e-9)
        closest = max(closest, second / (share * inverse) if share else 0.0)
    assert closest > 0.9


def test_chernoff_for_a_sum_that_is_bounded_and_nonnegative() -> None:
    """E e^(X / R) <= e^((e - 1) E X / R): used for 1{another is played} / W of the heavy action, and for H."""
    for r in rounds_of(15, 3000, "observable"):
        seen = r.chances_seen
        h = (r.estimates() * ~r.loops) @ (r.weights / np.where(seen > 0, seen, 1.0))
        top = h.max()
        if top > 0:
            assert math.log1p(r.mean(np.expm1(h / top))) <= (math.e - 1) * r.mean(h) / top * (1 + 1e-12)
            assert r.mean(h) <= (r.weights / seen)[~r.loops].sum() * (1 + 1e-9)
            assert top <= 1 / seen[~r.loops].min() ** 2 * EXACT

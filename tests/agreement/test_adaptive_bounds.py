"""The bounds for adaptive rates against a second transcription; their closed forms against the worst runs."""

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from sidelight import InvalidParameter
from sidelight.theory import (
    Guesses,
    WeakAdaptiveSums,
    WeakEpoch,
    draws_deviation,
    implicit_adaptive,
    implicit_adaptive_bound,
    implicit_adaptive_closed,
    implicit_deviation,
    lower_tail,
    phase_confidence,
    strong_adaptive,
    strong_adaptive_bound,
    strong_adaptive_closed,
    weak_adaptive_bound,
    weak_epochs_bound,
    weak_phase,
)

ln, sqrt, E = math.log, math.sqrt, math.e
rng = np.random.default_rng(30)


def phi(c: float) -> float:
    return sum(c**k / math.factorial(k + 2) for k in range(60))


def scale_of(rate: float) -> tuple[float, float]:
    """The first power of a half at or below the rate, and its share of delta."""
    k = 1
    while 2.0**-k > rate:
        k += 1
    return 2.0**-k, 1 / (k * (k + 1))


def some() -> tuple[int, int, float, float, float]:
    rate = float(10 ** rng.uniform(-4, -0.31))
    return int(rng.integers(2, 60)), int(rng.integers(1, 10**6)), float(rng.random()), rate, float(rng.random() * 900)


def test_exp3_ix_step_by_step() -> None:
    for _ in range(300):
        n, t, delta, gamma, paid = some()
        c, share = scale_of(gamma)
        event = delta / 4
        steps = [
            draws_deviation(t, event),
            ln(n) / (2 * gamma),
            implicit_deviation(c, event * share) + paid,  # second moments: gamma sum c_i l^_i
            implicit_deviation(c, event * share / n),
            lower_tail(0.0, c, event * share) + paid / 2,
            paid,
        ]
        assert implicit_adaptive_bound(n, t, delta, gamma, paid).value == pytest.approx(sum(steps), rel=1e-11)


def test_algorithm_1_step_by_step() -> None:
    for _ in range(300):
        n, t, delta, x, _ = some()
        mixing, loopless, heavy, q = (rng.random(4) * t * x).tolist()  # each times the rate, summed
        c, share = scale_of(x)
        event = delta / 6
        lam = c / (2 * phi(4 * c / 3))
        top = phi(3.0)
        steps = [
            draws_deviation(t, event),
            mixing,
            2 * loopless + heavy + ln(n / (event * share)) / lam,
            lower_tail(0.0, c, event * share) + 1.5 * q + implicit_deviation(c, event * share / n),
            ln(n) / x,
            0.5 * implicit_deviation(c, event * share) + 0.5 * q + 2 * loopless,
            top * 2 * ((E - 1) * heavy + 2 * ln(1 / event)) + top * heavy,
        ]
        paid = mixing + 4 * loopless + 9 * heavy + 2 * q
        value = strong_adaptive_bound(n, t, delta, x, paid).value
        loose = (9 - 1 - top * (2 * E - 1)) * heavy  # what rounding up to 9 gives away
        assert value - loose == pytest.approx(sum(steps), rel=1e-9)
        told = sqrt(t * ln(1 / event) / 2) + 7.15 * ln(1 / event) + paid
        assert value <= told + (2.765 * ln(n) + 3.015 * ln(1 / (event * share))) / c


def weak_sums(n: int, t: int) -> WeakAdaptiveSums:
    explored, loops, shares, products, inverse = (rng.random(5) * [t, t, t, 5 * t, 9 * t]).tolist()
    gamma, eta, eps = sorted((10 ** rng.uniform(-3, -0.31, 3)).tolist())[::-1]
    step = float(10 ** rng.uniform(-1, 4))
    return WeakAdaptiveSums(n, t, explored, 3.0, loops, shares, products, inverse, gamma, eta, eps, step)


def test_algorithm_2_step_by_step() -> None:
    for _ in range(200):
        n, t, delta, _, _ = some()
        s = weak_sums(n, t)
        event = delta / 7
        c, share = scale_of(s.last_gamma)
        places = [(2.0**-k, event / (k * (k + 1))) for k in range(1, 80)]
        steps = [
            draws_deviation(t, event),
            s.explored + s.skipped,
            1.5 * s.paid_loops + lower_tail(0.0, c, event * share) + implicit_deviation(c, event * share / n),
            0.5 * s.paid_loops + 0.5 * implicit_deviation(c, event * share),
            ln(n) / s.last_eta,
            min(lower_tail(s.products, scale, e) for scale, e in places),
            min(v * phi(v / s.least_eps) * s.inverse_seen + ln(n / e) / v for v, e in places if v <= s.least_eps),
            min(
                ((math.exp(v * s.largest_step) - 1) / (v * s.largest_step) * s.paid_shares + ln(1 / e) / v) / 2
                for v, e in places
                if v * s.largest_step <= 1
            ),
        ]
        assert weak_adaptive_bound(s, delta).value == pytest.approx(sum(steps), rel=1e-9)


def test_what_cannot_happen_costs_nothing() -> None:
    s = weak_sums(5, 900)
    without = weak_adaptive_bound(replace(s, loops=False), 0.1)
    assert without["self-loops"] == 0.0
    assert without.value == weak_adaptive_bound(replace(s, loops=False, paid_loops=7.0), 0.1).value
    looped = weak_adaptive_bound(replace(s, loopless=False), 0.1)
    assert looped.value == weak_adaptive_bound(replace(s, loopless=False, least_eps=1.0, products=9.0), 0.1).value
    assert weak_adaptive_bound(replace(s, n_actions=1), 0.1).value == 0.0
    whole = strong_adaptive_bound(5, 900, 0.1, 0.1, 70.0)
    without = strong_adaptive_bound(5, 900, 0.1, 0.1, 70.0, loops=False)
    assert whole.value - without.value == pytest.approx(whole["self-loops"])
    without = strong_adaptive_bound(5, 900, 0.1, 0.1, 70.0, loopless=False)
    gone = whole["loopless actions"] + whole["heavy loopless actions"]
    assert whole.value - without.value == pytest.approx(gone)
    assert implicit_adaptive_bound(1, 100, 0.1, 0.5, 3.0).value == 0.0
    assert strong_adaptive_bound(1, 100, 0.1, 0.5, 3.0).value == 0.0


def test_bounds_grow_with_all_that_is_paid_and_as_the_last_rate_falls() -> None:
    for bound in (implicit_adaptive_bound, strong_adaptive_bound):
        rates = np.geomspace(0.5, 1e-5, 60).tolist()
        values = [bound(6, 1000, 0.1, rate, 50.0).value for rate in rates]
        assert values == sorted(values)
        assert bound(6, 1000, 0.1, 0.1, 51.0).value > bound(6, 1000, 0.1, 0.1, 50.0).value
        assert bound(6, 1000, 0.01, 0.1, 50.0).value > bound(6, 1000, 0.1, 0.1, 50.0).value
        assert bound(6, 1001, 0.1, 0.1, 50.0).value > bound(6, 1000, 0.1, 0.1, 50.0).value
    s = weak_sums(5, 900)
    for name in ("explored", "skipped", "paid_loops", "paid_shares", "products", "inverse_seen", "largest_step"):
        more = replace(s, **{name: 1.5 * getattr(s, name)})
        assert weak_adaptive_bound(more, 0.1).value > weak_adaptive_bound(s, 0.1).value


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: implicit_adaptive_bound(5, 100, 0.1, 0.6, 1.0), "last_gamma=0.6"),
        (lambda: strong_adaptive_bound(5, 100, 0.1, 0.0, 1.0), "last_rate=0.0"),
        (lambda: strong_adaptive_bound(5, 100, 0.1, 0.1, -1.0), "paid=-1.0"),
        (lambda: strong_adaptive_bound(5, 100, 1.0, 0.1, 1.0), "delta=1.0"),
        (lambda: implicit_adaptive_bound(5, 0, 0.1, 0.1, 1.0), "horizon=0"),
        (lambda: strong_adaptive_closed(5, 100, 0.1, -5.0), "measured=-5.0"),
        (lambda: implicit_adaptive_closed(5, 100, 0.1, 5.0, "paper"), "tuning='paper'"),
        (lambda: weak_adaptive_bound(replace(weak_sums(5, 9), last_gamma=0.1, last_eta=0.2), 0.1), "last_eta=0.2"),
    ],
)
def test_what_is_not_possible_is_refused(call: Any, words: str) -> None:
    with pytest.raises(InvalidParameter, match=words):
        call()


@pytest.mark.parametrize("rule", ["light", "cautious"])
@pytest.mark.parametrize("kind", ["least", "most", "mixed", "late"])
def test_closed_forms_are_above_any_run(rule: str, kind: str) -> None:
    """Rates renewed when the sum has grown by a tenth, upper values of Q that are a tenth too large."""
    for n, rounds in ((2, 1), (2, 3), (2, 300), (2, 30_000), (50, 3000)):
        for learner in ("Exp3IX", "StrongIX"):
            strong, used, renewed, paid = learner == "StrongIX", 0.0, -1.0, 0.0
            adaptive: Any = strong_adaptive if strong else implicit_adaptive
            rate = adaptive(n, 0.0, 0.1, rule).gamma
            first = adaptive(n, 0.0, 0.1, rule)
            budget = _first_budget(n, rule, strong)
            assert first.gamma == 0.5
            for t in range(rounds):
                if budget + used > 1.1 * (budget + max(renewed, 0.0)):
                    renewed = used
                    rate = adaptive(n, used, 0.1, rule).gamma
                large = {"least": False, "most": True, "mixed": rng.random() < 0.1, "late": t > rounds / 2}[kind]
                q = 1.1 / rate if large else 1.0 * (not strong)
                v = (14.0 if large else 1.0) + 2 * q if strong else q
                paid, used = paid + rate * v, used + v
            closed: Any = strong_adaptive_closed if strong else implicit_adaptive_closed
            bound: Any = strong_adaptive_bound if strong else implicit_adaptive_bound
            made, told = bound(n, rounds, 0.1, rate, paid), closed(n, rounds, 0.1, used, rule)
            assert made["paid"] <= told["paid"]
            assert made.value <= told.value
            if kind != "most":
                assert told["paid"] <= 1.2 * made["paid"] + 30


def _first_budget(n: int, rule: str, strong: bool) -> float:
    conf = 0.0 if rule == "light" else ln((5 if strong else 3) / 0.1)
    return 4 * (2.765 * ln(n) + 3.015 * conf) if strong else 4 * (ln(n) + 2 * conf) / 2.5


# Doubling for Algorithm 2.


def test_epochs_of_algorithm_2_step_by_step() -> None:
    for _ in range(100):
        n, t, delta = int(rng.integers(2, 40)), int(rng.integers(1, 10**6)), float(rng.random())
        guesses = Guesses(*(8.0 * 2.0 ** rng.integers(0, 12, 3)).tolist())
        number, last = int(rng.integers(0, 9)), int(rng.integers(0, 4))
        share = delta / (2 * (number + 1) * (number + 2))
        phases = [
            weak_phase(n, delta, number, k, guesses._replace(q_sum=guesses.q_sum * 2**k)) for k in range(last + 1)
        ]
        eps, eta = phases[0].tuning.eps, phases[0].tuning.eta
        assert {phase.tuning.eps for phase in phases} == {eps}
        etas = [phase.tuning.eta for phase in phases]
        assert etas == sorted(etas, reverse=True)
        event, most = share / 2 / 6, guesses.loopless / eps
        one, two = sqrt(2 * ln(1 / event) / most), min(eps, sqrt(ln(n / event) / ((E - 2) * most)))
        steps = [
            2 * eps * guesses.domination,
            lower_tail(most, one, event),
            (E - 2) * two * most + ln(n / event) / two,
            ln(n) / etas[-1],
            eta / 2 * ((E - 1) * most + ln(1 / event) / eps**2),
        ]
        for k, phase in enumerate(phases):
            gamma, used = phase.tuning.gamma, guesses.q_sum * 2**k + 1 / phase.tuning.gamma
            event = share / ((k + 1) * (k + 2)) / 6
            steps += [
                lower_tail(used, gamma, event) + gamma * used + implicit_deviation(gamma, event / n),
                phase.tuning.eta / 2 * (used + implicit_deviation(gamma, event, 1 / gamma)),
            ]
        bound = weak_epochs_bound(n, t, delta, [WeakEpoch(number, guesses, last)])
        assert bound[f"epoch {number}"] == pytest.approx(sum(steps), rel=1e-9)
        assert bound["draws"] == pytest.approx(draws_deviation(t, delta / 2))


def test_epochs_of_algorithm_2_add_up_and_are_refused_out_of_order() -> None:
    first, second = WeakEpoch(0, Guesses()), WeakEpoch(3, Guesses(32.0, 16.0), 2)
    both = weak_epochs_bound(5, 100, 0.1, [first, second])
    alone = [weak_epochs_bound(5, 100, 0.1, [one]) for one in (first, second)]
    assert both.value + both["draws"] == pytest.approx(alone[0].value + alone[1].value)
    assert weak_epochs_bound(1, 100, 0.1, [first]).value == 0.0
    for wrong in ([], [second, first], [first, first]):
        with pytest.raises(InvalidParameter, match="increasing"):
            weak_epochs_bound(5, 100, 0.1, wrong)


def test_the_shares_of_delta_of_all_phases_of_all_epochs_are_half_of_it() -> None:
    shares = [phase_confidence(0.1, e, k) for e in range(300) for k in range(300)]
    assert 0.0495 < sum(shares) <= 0.05

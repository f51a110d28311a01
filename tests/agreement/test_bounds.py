"""The explicit bounds against a second transcription, step by step as proved; limits, growth, special cases."""

import math
from dataclasses import fields, replace
from typing import Any

import numpy as np
import pytest

from sidelight import InvalidParameter, graphs
from sidelight.theory import (
    Bound,
    ImplicitSums,
    Most,
    StrongSums,
    Sums,
    Tuning,
    WeakSums,
    anytime_draws_deviation,
    draws_deviation,
    elp_p_shape,
    exp3_bound,
    exp3_ix,
    exp3_p_bound,
    exp3_set_bound,
    hedge,
    hedge_anytime_bound,
    hedge_bound,
    implicit_bound,
    implicit_bound_at_best,
    implicit_bound_one_rate,
    implicit_deviation,
    implicit_epoch,
    implicit_epochs_bound,
    implicit_epochs_closed,
    log_form,
    lower_tail,
    most_epochs,
    most_q,
    neu_bound,
    neu_shape,
    strong_bound,
    strong_bound_one_rate,
    strong_epoch,
    strong_epochs_bound,
    strong_epochs_closed,
    strong_ix,
    strong_lower_shape,
    strong_shape,
    weak_bound,
    weak_bound_leading,
    weak_epochs_leading,
    weak_expected_shape,
    weak_ix,
    weak_lower_shape,
    weak_most_restarts,
    weak_shape,
)

RULES: list[tuple[Any, Any, Any]] = [
    (exp3_ix, implicit_bound, ImplicitSums),
    (strong_ix, strong_bound, StrongSums),
    (weak_ix, weak_bound, WeakSums),
]
about: Any = pytest.approx
ln, sqrt, E = math.log, math.sqrt, math.e
rng = np.random.default_rng(20)


def phi(c: float) -> float:
    return sum(c**k / math.factorial(k + 2) for k in range(60))


def implicit_tuning() -> Tuning:
    return Tuning("Exp3IX", eta=float(10 ** rng.uniform(-4, 1)), gamma=float(10 ** rng.uniform(-4, -0.31)))


def strong_tuning() -> Tuning:
    eta, gamma, beta = (10 ** rng.uniform(-4, -0.31, 3)).tolist()
    return Tuning("StrongIX", eta, gamma, beta)


def weak_tuning() -> Tuning:
    eta, gamma = (10 ** rng.uniform(-4, -0.31, 2)).tolist()
    return Tuning("WeakIX", eta, gamma, eps=float(rng.uniform(1e-3, 1)))


def strong_sums(n: int, t: int) -> StrongSums:
    loopless = int(rng.integers(1, t + 1))
    heavy = int(rng.integers(1, loopless + 1))
    heaviest = int(rng.integers(1, heavy + 1))
    return StrongSums(n, t, float(rng.random() * n * t), loopless, heavy, heaviest, float(heavy * rng.uniform(2, 50)))


def weak_sums(n: int, t: int) -> WeakSums:
    q, size, shares, products, inverse = (rng.random(5) * [n * t, n * t, 5 * t, 3 * t, 9 * t]).tolist()
    loopless, planned = (int(v) for v in rng.integers(1, t + 1, 2))
    return WeakSums(n, t, q, size, int(rng.integers(0, t)), loopless, shares, products, inverse, planned)


def test_b_ix_step_by_step() -> None:
    for _ in range(300):
        n, t, delta, tuning = int(rng.integers(2, 60)), int(rng.integers(1, 10**6)), rng.random(), implicit_tuning()
        q = float(rng.random() * n * t)
        conf = ln(4 / delta)
        most = min(n, 1 / tuning.gamma)
        steps = [
            ln(n) / tuning.eta + tuning.eta / 2 * (q + implicit_deviation(tuning.gamma, delta / 4, most)),
            draws_deviation(t, delta / 4),
            implicit_deviation(tuning.gamma, delta / 4 / n),
            lower_tail(q, tuning.gamma, delta / 4),
            tuning.gamma * q,
        ]
        bound = implicit_bound(ImplicitSums(n, t, q), tuning, delta)
        assert bound.value == pytest.approx(sum(steps), rel=1e-11)
        boxed = ln(n) / tuning.eta + tuning.eta / 2 * (q + most * conf / (2 * tuning.gamma))
        boxed += (conf + ln(n)) / (2 * tuning.gamma) + conf / tuning.gamma + 1.5 * tuning.gamma * q + sqrt(t * conf / 2)
        assert bound.value == pytest.approx(boxed, rel=1e-11)


def test_b_1_step_by_step() -> None:
    for _ in range(300):
        n, t, delta, x = int(rng.integers(2, 60)), int(rng.integers(1, 10**6)), rng.random(), strong_tuning()
        s = strong_sums(n, t)
        event = delta / 6
        lam = x.beta / (2 * phi(4 * x.beta / 3))
        top = (1 + x.beta) * n / (n - 1)
        most = min(n / (1 - x.eta), 1 / x.gamma)
        others_played = (E - 1) * s.heavy + n / (n - 1) * ln(1 / event) / x.eta
        steps = [
            draws_deviation(t, event),
            x.eta * (1 - 1 / n) * t,
            # variance and deviation of loopless estimates, less what the bias gives, plus what it costs
            x.beta / 2 * 4 * s.loopless + ln(n / event) / lam + x.beta * s.heaviest,
            lower_tail(s.q, x.gamma, event) + x.gamma * s.q + implicit_deviation(x.gamma, event / n),
            ln(n) / x.eta,
            x.eta / 2 * (s.q + implicit_deviation(x.gamma, event, most)) + x.eta / 2 * 4 * s.loopless,
            x.eta * phi(top) * ((1 + 2 * x.beta) * others_played + x.beta**2 * s.inverse_seen),
        ]
        assert strong_bound(s, x, delta).value == pytest.approx(sum(steps), rel=1e-11)


def test_b_2_step_by_step() -> None:
    for _ in range(300):
        n, t, delta, x = int(rng.integers(2, 60)), int(rng.integers(1, 10**6)), rng.random(), weak_tuning()
        s = weak_sums(n, t)
        event = delta / 7
        conf, union = ln(1 / event), ln(n / event)
        l1 = sqrt(2 * conf * x.eps / s.planned)
        l2 = min(x.eps, sqrt(x.eps * union / ((E - 2) * s.planned)))
        steps = [
            draws_deviation(t, event),
            x.eps * s.domination + s.skipped,
            lower_tail(s.q, x.gamma, event) + x.gamma * s.q,
            lower_tail(s.products, l1, event),
            implicit_deviation(x.gamma, event / n) + (E - 2) * l2 * s.inverse_seen + union / l2,
            ln(n) / x.eta
            + x.eta / 2 * (s.q + implicit_deviation(x.gamma, event, min(2 * n, 1 / x.gamma)))
            + x.eta / 2 * ((E - 1) * s.shares + conf / x.eps**2),
        ]
        assert weak_bound(s, x, delta).value == pytest.approx(sum(steps), rel=1e-11)


def test_with_the_plan_met_the_scales_of_b_2_give_square_roots() -> None:
    x, n, t, delta = Tuning("WeakIX", 0.01, 0.1, eps=0.1), 6, 40_000, 0.05
    sums = WeakSums(n, t, 0.0, 0.0, 0, t, t / 0.1, t / 0.1, t / 0.1, t)
    conf = ln(7 / delta)
    bound = weak_bound(sums, x, delta)
    assert bound["weights of loopless actions"] == pytest.approx(sqrt(2 * t * conf / 0.1))
    union = conf + ln(n)
    assert bound["loopless comparator"] <= 2 * sqrt((E - 2) * t * union / 0.1) + union / 0.1


# Special cases: what cannot happen costs nothing.


def test_without_self_loops_every_term_with_gamma_vanishes() -> None:
    made: list[tuple[Any, Any, Any]] = [
        (strong_bound, replace(strong_sums(5, 900), q=0.0, loops=False), strong_tuning()),
        (weak_bound, replace(weak_sums(5, 900), q=0.0, loops=False), weak_tuning()),
    ]
    for bound, sums, tuning in made:
        values = {bound(sums, replace(tuning, gamma=g), 0.1).value for g in (1e-6, 0.1, 0.5)}
        assert len(values) == 1
        assert bound(sums, tuning, 0.1)["self-loops"] == 0.0


def test_without_loopless_actions_every_term_with_beta_or_eps_vanishes() -> None:
    aware = StrongSums(5, 900, 1800.0, 0, 0, 0, 0.0)
    x = strong_tuning()
    assert len({strong_bound(aware, replace(x, beta=b), 0.1).value for b in (0.0, 1e-6, 0.5)}) == 1
    looped = WeakSums(5, 900, 1800.0, 0.0, 0, 0, 0.0, 0.0, 0.0, 0)
    assert (
        len({weak_bound(looped, replace(weak_tuning(), eta=0.1, gamma=0.1, eps=e), 0.1).value for e in (1e-9, 0.5)})
        == 1
    )


def test_what_vanishes_is_exactly_zero() -> None:
    x, sums = weak_tuning(), replace(weak_sums(5, 900), loopless=0, shares=0.0, products=0.0, inverse_seen=0.0)
    bound = weak_bound(sums, x, 0.1)
    assert (bound["weights of loopless actions"], bound["loopless comparator"]) == (0.0, 0.0)
    most = min(10, 1 / x.gamma) * ln(70) / (2 * x.gamma)
    assert bound["second moments"] == pytest.approx(x.eta / 2 * (sums.q + most), rel=1e-12)
    blind = weak_bound(replace(sums, loops=False, q=0.0), x, 0.1)
    assert (blind["self-loops"], blind["second moments"]) == (0.0, 0.0)
    strong = StrongSums(5, 900, 0.0, 0, 0, 0, 0.0, loops=False)
    terms = strong_bound(strong, strong_tuning(), 0.1)
    zero = ("loopless actions", "self-loops", "second moments", "heavy loopless actions")
    assert [terms[name] for name in zero] == [0.0] * 4


def test_no_heavy_action_no_shifted_steps() -> None:
    sums = replace(strong_sums(5, 900), heavy=0, heaviest=0, inverse_seen=0.0)
    assert strong_bound(sums, strong_tuning(), 0.1)["heavy loopless actions"] == 0.0


def test_without_the_bias_loopless_actions_leave_no_bound() -> None:
    assert strong_bound(strong_sums(5, 900), replace(strong_tuning(), beta=0.0), 0.1).value == math.inf


def test_a_single_action_has_no_regret() -> None:
    sums = Sums.worst(1, 100)
    for rule, bound, kind in RULES:
        tuning = rule(sums, 0.1)
        assert bound(kind.before(sums, tuning), tuning, 0.1).value == 0.0


def test_bounds_grow_with_every_sum_and_with_confidence() -> None:
    made: list[tuple[Any, Any, Any]] = [
        (implicit_bound, ImplicitSums(5, 900, 2000.0), implicit_tuning()),
        (strong_bound, strong_sums(5, 900), strong_tuning()),
        (weak_bound, weak_sums(5, 900), weak_tuning()),
    ]
    for bound, sums, tuning in made:
        value = bound(sums, tuning, 0.1).value
        for field in fields(sums):
            if field.name in ("n_actions", "loops", "planned"):
                continue
            more = replace(sums, **{field.name: getattr(sums, field.name) + 7})
            grown = bound(more, tuning, 0.1).value
            # of the rounds themselves B_2 only needs whether there were any
            assert grown > value or (field.name == "loopless" and grown == value), field.name
        assert bound(sums, tuning, 0.01).value > value


def test_a_tuning_of_another_learner_or_outside_its_domain_is_refused() -> None:
    with pytest.raises(InvalidParameter, match="must be one of StrongIX"):
        strong_bound(strong_sums(4, 50), implicit_tuning(), 0.1)
    outside: list[tuple[str, Any]] = [("eta", 0.6), ("gamma", 0.6), ("beta", 0.6), ("eta", 0.0)]
    for name, value in outside:
        with pytest.raises(
            InvalidParameter, match=f"^{name}={value} must be above 0|^{name}={value} must be at least 0"
        ):
            strong_bound(strong_sums(4, 50), replace(strong_tuning(), **{name: value}), 0.1)


# One parameter.


def test_one_rate_of_exp3_ix_and_its_best_value() -> None:
    for _ in range(100):
        n, t, delta, q = int(rng.integers(2, 60)), int(rng.integers(1, 10**6)), rng.random(), rng.random() * 1e6 + 500
        gamma = float(10 ** rng.uniform(-4, -0.31))
        full = implicit_bound(ImplicitSums(n, t, q), Tuning("Exp3IX", 2 * gamma, gamma), delta).value
        one = implicit_bound_one_rate(q, n, t, gamma, delta)
        assert full <= one * (1 + 1e-12)
        if n >= 1 / gamma:
            assert full == pytest.approx(one, rel=1e-12)
        best = implicit_bound_at_best(q, n, t, delta)
        assert best <= one * (1 + 1e-12)
        at_best = sqrt((ln(n) + 2 * ln(4 / delta)) / (2.5 * q))
        assert implicit_bound_one_rate(q, n, t, at_best, delta) == pytest.approx(best, rel=1e-12)
        assert best == pytest.approx(sqrt(10 * (ln(n) + 2 * ln(4 / delta)) * q) + sqrt(t * ln(4 / delta) / 2))


def test_one_rate_of_algorithm_1_is_above_b_1() -> None:
    closest = 0.0
    for _ in range(2000):
        n, t, delta = int(rng.choice([2, 3, 40])), int(rng.integers(1, 10**5)), rng.random()
        x = float(rng.choice([0.5, 10 ** rng.uniform(-3, -0.31)]))
        sums = strong_sums(n, t)
        sums = replace(sums, q=float(rng.random() * n * t * rng.integers(0, 2)), heaviest=sums.heavy)
        sums = replace(sums, inverse_seen=sums.heavy * n / ((n - 1) * x))
        full = strong_bound(sums, Tuning("StrongIX", x, x, x), delta).value
        one = strong_bound_one_rate(sums, x, delta)
        assert full <= one * (1 + 1e-12)
        closest = max(closest, full / one)
    assert closest > 0.98


# Before the run.


def test_the_most_that_sums_can_be() -> None:
    sums = Sums.of(graphs.ring(6), 1000)
    assert ImplicitSums.before(sums, Tuning("Exp3IX", 0.2, 0.1)) == ImplicitSums(6, 1000, 3000.0)
    tuning = Tuning("StrongIX", 0.1, 0.05, 0.1)
    before = StrongSums.before(sums, tuning)
    assert before == StrongSums(6, 1000, about(3000 / 0.9), 0, 0, 0, 0.0)
    loopless = StrongSums.before(Sums.of(graphs.loopless_clique(6), 1000), tuning)
    assert loopless == StrongSums(6, 1000, 0.0, 1000, 1000, 1000, about(12_000), loops=False)

    weak = Tuning("WeakIX", 0.1, 0.05, eps=0.02)
    cycle = WeakSums.before(Sums.of(graphs.directed_cycle(6), 1000), weak)
    assert (cycle.domination, cycle.skipped, cycle.q, cycle.shares) == (6000, 0, 0, about(50_000))
    changing = WeakSums.before(Sums.worst(6, 1000).given(domination=6000.0), weak)
    assert changing.skipped == pytest.approx(120)
    assert changing.q == pytest.approx(6 * 1000 / 0.5)
    revealing = WeakSums.before(Sums.of(graphs.revealing_action(6), 1000), weak)
    assert revealing.q == pytest.approx(1000 / 0.98)
    aware = WeakSums.before(sums, weak)
    assert (aware.shares, aware.products, aware.inverse_seen, aware.skipped) == (0.0, 0.0, 0.0, 0.0)
    assert log_form(8, 0.03, 2.5) == pytest.approx(5 * ln(1 + (math.ceil(64 / 0.03) + 8) / 2.5) + 2, rel=1e-12)
    assert most_q(8, 0.25) == Most(4.0, "1/gamma")
    assert weak_bound(changing, weak, 0.1)["exploration"] == pytest.approx(120)


def changed(tuning: Tuning, factor: float) -> list[Tuning]:
    """Each parameter changed, as far as its cap lets it; Exp3-IX has one only, for eta is twice gamma."""
    if tuning.learner == "Exp3IX":
        return [replace(tuning, eta=factor * tuning.eta, gamma=factor * tuning.gamma)]
    free = [name for name in tuning.parameters if factor < 1 or name not in tuning.capped]
    return [replace(tuning, **{name: getattr(tuning, name) * factor}) for name in free]


FIXED = [
    graphs.bandit,
    graphs.ring,
    graphs.loopless_clique,
    graphs.revealing_action,
    graphs.star,
    graphs.directed_cycle,
]


@pytest.mark.parametrize("family", FIXED, ids=lambda family: family.__name__)
@pytest.mark.parametrize("horizon", [2_000, 200_000])
def test_the_default_tuning_is_near_the_least_a_priori_bound(family: Any, horizon: int) -> None:
    """Changing a parameter by 20 % lowers the bound by at most 0.7 % (0.69 % seen; 0.57 % in long games)."""
    graph = family(8)
    sums = Sums.of(graph, horizon)
    served = {"self-aware": RULES, "strong": RULES[1:], "weak": RULES[2:]}[str(graph.kind)]
    for rule, bound, kind in served:
        tuning = rule(sums, 0.05)
        best = bound(kind.before(sums, tuning), tuning, 0.05).value
        for other in changed(tuning, 0.8) + changed(tuning, 1.2):
            assert bound(kind.before(sums, other), other, 0.05).value >= 0.993 * best


def test_exp3_ix_gives_up_four_percent_by_tying_eta_to_gamma() -> None:
    sums = Sums.of(graphs.ring(8), 2_000)
    tied = exp3_ix(sums, 0.05)
    free = replace(tied, eta=0.8 * tied.eta)
    values = [implicit_bound(ImplicitSums.before(sums, x), x, 0.05).value for x in (free, tied)]
    assert 0.96 < values[0] / values[1] < 0.97


def test_leading_term_of_algorithm_2() -> None:
    n, t = 10, 10**12
    sums = Sums.of(graphs.revealing_action(n), t).given(loop_alpha=t)
    tuning = weak_ix(sums, 0.05)
    value = weak_bound(WeakSums.before(sums, tuning), tuning, 0.05).value
    assert weak_bound_leading(n, t, t, 0.05) == pytest.approx(value, rel=0.01)
    skipping = weak_bound_leading(n, t, t, 0.05, skips=True)
    assert skipping == pytest.approx(4 / 3 * weak_bound_leading(n, t, t, 0.05))


# Doubling.


def test_bounds_for_doubling_add_up_the_epochs() -> None:
    n, t, delta = 9, 30_000, 0.1
    draws = sqrt(t * ln(2 / delta) / 2)
    total, strong = draws, draws
    for e in range(4):
        share = delta / (2 * (e + 1) * (e + 2))
        gamma, budget = implicit_epoch(n, delta, e).tuning.gamma, implicit_epoch(n, delta, e).budget
        total += (ln(n) + 2 * ln(3 / share)) / gamma + 2.5 * gamma * budget + 2.5
        x, budget = strong_epoch(n, delta, e).tuning.eta, strong_epoch(n, delta, e).budget
        strong += 7.15 * ln(5 / share) + (2.765 * ln(n) + 3.015 * ln(5 / share)) / x + x * budget + 9
    assert implicit_epochs_bound(n, t, delta, 3).value == pytest.approx(total)
    assert strong_epochs_bound(n, t, delta, 3).value == pytest.approx(strong)


@pytest.mark.parametrize("used", [0.0, 50.0, 1e3, 1e5, 1e8])
def test_closed_forms_for_doubling_are_above_and_close(used: float) -> None:
    n, t, delta = 9, 30_000, 0.1
    first = implicit_epoch(n, delta, 0).budget
    last = most_epochs(used, first)
    assert last <= 1 + math.log2(max(1.0, used / first))
    exact, closed = implicit_epochs_bound(n, t, delta, last).value, implicit_epochs_closed(n, t, delta, used)
    assert exact <= closed
    root = 4.83 * sqrt(10 * (ln(n) + 2 * implicit_epoch(n, delta, last).log_confidence) * max(used, first / 2))
    assert closed == pytest.approx(sqrt(t * ln(2 / delta) / 2) + root + 2.5 * (last + 1), rel=1e-12)
    for factor, front in [(2.0, 9.66), (4.0, 8.0)]:
        first = strong_epoch(n, delta, 0, factor).budget
        last = most_epochs(used, first, factor)
        exact, closed = (
            strong_epochs_bound(n, t, delta, last, factor).value,
            strong_epochs_closed(n, t, delta, used, factor),
        )
        assert exact <= closed
        conf = strong_epoch(n, delta, last, factor).log_confidence
        c = 2.765 * ln(n) + 3.015 * conf
        root = front * sqrt(c * max(used, first / factor))
        rest = sqrt(t * ln(2 / delta) / 2) + (7.15 * conf + 9) * (last + 1)
        assert closed == pytest.approx(root + rest, rel=1e-3)


def test_an_epoch_ends_only_when_its_budget_is_exceeded() -> None:
    assert [most_epochs(v, 8.0) for v in (8.0, 8.01, 24.0, 24.01)] == [0, 1, 1, 2]
    assert [most_epochs(v, 8.0, 4.0) for v in (8.0, 40.0, 40.01)] == [0, 1, 2]


def test_leading_form_of_doubling_for_algorithm_2() -> None:
    n, delta = 9, 0.1
    conf = ln(6 / (delta / 8))
    c = sqrt(2 * conf) + 2 * sqrt((E - 2) * (conf + ln(n))) + sqrt(2 * (E - 1) * ln(n))
    c1 = 4 * 2 ** (-2 / 3) * c ** (2 / 3)
    assert weak_epochs_leading(n, 1000, 3, delta) == pytest.approx(4.85 * c1 * (2000 * 8) ** (1 / 3))
    assert weak_most_restarts(1024, 3) == pytest.approx(2 + 7)


# Those who came before, and shapes.


def test_classical_bounds() -> None:
    n, t, delta = 10, 20_000, 0.05
    assert hedge_bound(n, t).value == pytest.approx(sqrt(t * ln(n) / 2))
    assert hedge_bound(n, t, hedge(n, t).eta, delta).value == pytest.approx(
        sqrt(t * ln(n) / 2) + sqrt(t * ln(1 / delta) / 2)
    )
    assert hedge_bound(n, t, 0.5).value == pytest.approx(2 * ln(n) + t / 16)
    assert hedge_anytime_bound(n, t).value == pytest.approx(sqrt(t * ln(n)))
    assert exp3_bound(n, t).value == pytest.approx(sqrt(2 * n * t * ln(n)))
    assert exp3_bound(n, t, 0.01).value == pytest.approx(100 * ln(n) + 0.005 * n * t)
    assert exp3_set_bound(n, 3 * t).value == pytest.approx(sqrt(2 * ln(n) * 3 * t))
    assert exp3_p_bound(n, t, delta).value == pytest.approx(5.15 * sqrt(t * n * ln(n / delta)))
    fixed = 2 * sqrt(2 * n * t * ln(n)) + (sqrt(2 * n * t / ln(n)) + 1) * ln(2 / delta)
    assert neu_bound(n, t, delta).value == pytest.approx(fixed)
    anytime = 4 * sqrt(n * t * ln(n)) + (2 * sqrt(n * t / ln(n)) + 1) * ln(2 / delta)
    assert neu_bound(n, t, delta, anytime=True).value == pytest.approx(anytime)


def test_shapes_are_those_of_the_statements() -> None:
    t = np.array([10.0, 1000.0])
    log = ln(20)
    assert np.allclose(strong_shape(3 * t, 4, 0.05), np.sqrt(3 * t * log) + 4 * log)
    explored = (2 * t * t * log) ** (1 / 3) + 2 * log
    assert np.allclose(weak_shape(t, 2 * t, t, 1, 0.05), explored + np.sqrt(t * log) + log)
    assert np.allclose(weak_expected_shape(7, t, 2), 2 ** (1 / 3) * t ** (2 / 3) + np.sqrt(7 * t))
    assert np.allclose(neu_shape(7, t, 3), np.sqrt(3 * t) + 7)
    assert np.allclose(elp_p_shape(t, 3), np.sqrt(3 * t) + 9 * t**0.25)
    assert np.allclose(strong_lower_shape(t, 3), np.sqrt(3 * t))
    assert np.allclose(weak_lower_shape(t, 8), 2 * t ** (2 / 3))


def test_deviations() -> None:
    assert draws_deviation(200, math.exp(-1)) == pytest.approx(10)
    assert anytime_draws_deviation(80, 0.5, math.exp(-1)) == pytest.approx(7)
    best = min(anytime_draws_deviation(200, s, 0.1) for s in np.linspace(0.01, 1, 1000))
    assert best == pytest.approx(draws_deviation(200, 0.1), rel=1e-4)


def test_a_bound_can_be_read() -> None:
    bound: Bound = hedge_bound(10, 20_000)
    assert float(bound) == bound.value
    assert bound.explain().splitlines()[1].split() == ["rate", "75.9", "50", "%", "ln", "K", "/", "eta"]
    assert "in expectation" in bound.explain()
    with pytest.raises(KeyError):
        bound["drawn"]

"""Tunings: the formulas once more in plain words, caps, assumptions, refusals."""

import math
import re

import numpy as np
import pytest

import sidelight as sl
from sidelight import InvalidParameter, WrongGraph, graphs
from sidelight.theory import (
    TUNINGS,
    Guesses,
    Sums,
    Tuning,
    elp_p,
    epoch_confidence,
    exp3,
    exp3_g_strong,
    exp3_g_weak,
    exp3_ix,
    exp3_p,
    exp3_set,
    hedge,
    implicit_adaptive,
    implicit_epoch,
    phase_confidence,
    strong_adaptive,
    strong_epoch,
    strong_ix,
    strong_measure,
    tuned,
    weak_adaptive,
    weak_ix,
    weak_phase,
)

ln = math.log
K, T, DELTA = 7, 5000, 0.1
SUMS = Sums(K, T, alpha=3.0 * T, loop_alpha=2.0 * T, acyclic=4.0 * T, domination=2500.0, loopless=2000.0)


def near(tuning: Tuning, **expected: float) -> None:
    assert tuning.parameters == pytest.approx(expected, rel=1e-12)


def test_the_default_tunings_of_the_three_algorithms() -> None:
    conf = ln(4 / DELTA)
    gamma = math.sqrt((ln(K) + 2 * conf) / (2.5 * 3 * T))
    near(exp3_ix(SUMS, DELTA), eta=2 * gamma, gamma=gamma)

    conf = ln(6 / DELTA)
    both = conf + ln(K)
    near(
        strong_ix(SUMS, DELTA),
        gamma=math.sqrt((conf + both / 2) / (1.5 * 3 * T + 1)),
        beta=math.sqrt(0.4 * both / 2000),
        eta=math.sqrt(ln(K) / (T + 4.5 * 2000 + 3 * T / 2)),
    )

    conf = ln(7 / DELTA)
    both = conf + ln(K)
    c = math.sqrt(2 * conf) + 2 * math.sqrt((math.e - 2) * both) + math.sqrt(2 * (math.e - 1) * ln(K))
    eps = min(0.5, 2000 / (4 * 2500), (c / 2) ** (2 / 3) * 2000 ** (1 / 3) * 2500 ** (-2 / 3))
    gamma = math.sqrt((conf + both / 2) / (1.5 * 2 * T + 1))
    eta = min(gamma, math.sqrt(2 * ln(K) / ((math.e - 1) * 2000 / eps + 2 * T)))
    near(weak_ix(SUMS, DELTA), eps=eps, gamma=gamma, eta=eta)


def test_the_light_tuning_leaves_the_confidence_out() -> None:
    near(exp3_ix(SUMS, DELTA, "light"), eta=2 * math.sqrt(ln(K) / (7.5 * T)), gamma=math.sqrt(ln(K) / (7.5 * T)))
    assert strong_ix(SUMS, 0.9, "light").parameters == strong_ix(SUMS, 1e-9, "light").parameters
    assert weak_ix(SUMS, 0.9, "light").parameters == weak_ix(SUMS, 1e-9, "light").parameters
    assert strong_ix(SUMS, DELTA, "light").beta < strong_ix(SUMS, DELTA).beta


def test_the_paper_s_tunings_as_repaired() -> None:
    rate = math.sqrt(ln(1 / DELTA) / (3 * T))
    near(exp3_ix(SUMS, DELTA, "paper"), eta=rate, gamma=rate)
    near(strong_ix(SUMS, DELTA, "paper"), eta=rate, gamma=rate, beta=rate)
    gamma = math.sqrt(ln(1 / DELTA) / (2 * T))
    near(
        weak_ix(SUMS, DELTA, "paper"),
        eps=min(2000 ** (1 / 3) * 2500 ** (-2 / 3) * ln(1 / DELTA) ** (1 / 3), 2000 / 10_000),
        gamma=gamma,
        eta=min(2000 ** (-1 / 3) * 2500 ** (-1 / 3) * ln(1 / DELTA) ** (-1 / 3), gamma),
    )


def test_the_published_tunings_of_the_others() -> None:
    near(hedge(K, T), eta=math.sqrt(8 * ln(K) / T))
    near(exp3(K, T), eta=math.sqrt(2 * ln(K) / (K * T)))
    near(exp3_set(SUMS), eta=math.sqrt(2 * ln(K) / (4 * T)))
    near(
        exp3_p(K, T, DELTA),
        eta=0.95 * math.sqrt(ln(K) / (K * T)),
        gamma=1.05 * math.sqrt(K * ln(K) / T),
        beta=math.sqrt(ln(K / DELTA) / (K * T)),
    )
    eta = math.sqrt(ln(K) / (12 * T))
    near(elp_p(SUMS, DELTA), eta=eta, beta=math.sqrt(ln(5 * K / DELTA) / ln(K)) * eta)
    near(exp3_g_strong(SUMS), gamma=1 / math.sqrt(3 * T), eta=2 / math.sqrt(3 * T))
    weak = SUMS.given(domination=2.0 * T, loopless=T)
    gamma = (2 * ln(K) / T) ** (1 / 3)
    near(exp3_g_weak(weak), gamma=gamma, eta=gamma**2 / 2)
    neu = exp3_ix(Sums.worst(K, T), DELTA, "published")
    near(neu, eta=math.sqrt(2 * ln(K) / (K * T)), gamma=math.sqrt(2 * ln(K) / (K * T)) / 2)


@pytest.mark.parametrize("name", sorted(TUNINGS))
@pytest.mark.parametrize("n_actions", [1, 2, 50])
@pytest.mark.parametrize("horizon", [1, 3, 100_000])
def test_every_tuning_is_legal_for_its_learner(name: str, n_actions: int, horizon: int) -> None:
    for rule in TUNINGS[name].rules:
        for delta in (1e-300, 0.05, 0.999999):
            tuning = tuned(name, n_actions, horizon, delta, rule=rule)
            learner = sl.learners.LEARNERS[tuning.learner]
            assert learner(n_actions, **tuning.parameters).parameters == tuning.parameters
            assert set(tuning.capped) <= set(tuning.parameters)


def test_caps_bind_where_the_horizon_is_short_and_say_so() -> None:
    short = Sums.worst(K, 1)
    assert strong_ix(short, DELTA).capped == ("gamma", "beta")
    assert strong_ix(short, DELTA, "paper").capped == ("eta", "gamma", "beta")
    assert "gamma=0.5 (capped)" in repr(exp3_ix(short, DELTA))
    assert exp3_ix(SUMS, DELTA).capped == ()
    assert weak_ix(SUMS, DELTA).capped == ()
    larger = weak_ix(SUMS.given(domination=4000, loopless=2000), DELTA)
    assert (larger.eps, larger.capped) == (2000 / 16_000, ("eps",))


def test_caps_of_the_published_tunings() -> None:
    short = Sums.worst(K, 1)
    for tuning, at in [
        (exp3_p(K, 1, DELTA), {"gamma": 0.5}),
        (exp3_g_weak(short), {"gamma": 0.5}),
        (exp3_g_strong(short.given(alpha=1.0)), {"gamma": 0.5}),
        (elp_p(short, DELTA), {"beta": 0.25}),
        (exp3_ix(short.given(alpha=1.0), DELTA, "published"), {"gamma": 0.5}),
        (weak_phase(K, DELTA, 0, 0, Guesses()).tuning, {"gamma": 0.5, "eps": 0.25}),
    ]:
        assert tuning.capped == tuple(at)
        assert {name: tuning.parameters[name] for name in at} == at
    assert weak_adaptive(K, 1, 2, 0.0, 0.0).capped == ("eta", "eps")
    assert weak_adaptive(K, 1, 2, 0.0, 0.0).eps == 1 / 8
    assert weak_adaptive(K, 0, 0, 0.0, 900.0).capped == ()
    assert strong_adaptive(K, 0.0).capped == ("eta", "gamma", "beta")
    assert strong_adaptive(K, 9.0).capped == ()


def test_without_the_quarter_a_cycle_without_loops_would_be_skipped_in_every_round() -> None:
    sums = Sums.of(graphs.directed_cycle(10), 1000)
    for rule in ("default", "light", "paper"):
        assert weak_ix(sums, 0.05, rule).eps * 10 <= 0.25 + 1e-12


def test_rounds_without_loopless_actions_need_no_eps_and_rounds_without_loops_no_gamma() -> None:
    aware = Sums.of(graphs.bandit(5), 1000)
    assert (weak_ix(aware, DELTA).eps, weak_ix(aware, DELTA, "paper").eps) == (0.25, 0.25)
    assert weak_ix(aware, DELTA, "paper").eta == weak_ix(aware, DELTA, "paper").gamma
    blind = Sums.of(graphs.directed_cycle(5), 1000)
    assert weak_ix(blind, DELTA, "paper").gamma == 0.5


def test_sums_from_a_graph_say_where_they_come_from() -> None:
    sums = Sums.of(graphs.revealing_action(6), 100)
    assert (sums.alpha, sums.loop_alpha, sums.acyclic, sums.domination, sums.loopless) == (500, 100, 600, 100, 100)
    assert sums.origin["alpha"] == "exact: 5 a round"
    assert sums.steady
    clique = Sums.of(graphs.loopless_clique(5), 100, needs=["domination"])
    assert clique.domination == pytest.approx(125)
    assert clique.alpha == 500
    assert clique.origin["alpha"] == "worst case: 5 a round"
    assert Sums.of(graphs.loopless_clique(5), 100, explore="exact").domination == 200
    assert Sums.of(graphs.loopless_clique(5), 100, explore="greedy").domination == 200
    assert Sums.of(graphs.ring(6), 10).symmetric
    assert Sums.of(graphs.cliques([2, 3]), 10).symmetric
    assert not Sums.of(graphs.prefix(4), 10).symmetric


def test_an_open_bracket_gives_its_upper_side(monkeypatch: pytest.MonkeyPatch) -> None:
    bracket = sl.Bracket(2, 5, np.arange(2))
    monkeypatch.setattr(sl.FeedbackGraph, "independence_number", lambda self, limit: bracket)
    sums = Sums.of(graphs.ring(9), 10, needs=["alpha"])
    assert (sums.alpha, sums.origin["alpha"]) == (50, "upper side of 2 to 5: 5 a round")


def test_a_tuning_says_what_it_assumes() -> None:
    assert tuned("StrongIX", 9, 100).assumes == {
        "alpha": "worst case: 9 a round",
        "loopless": "worst case: every round",
    }
    known = tuned("StrongIX", 9, 100, alpha_sum=250, graph=graphs.ring(9))
    assert known.assumes == {"alpha": "given: 2.5 a round", "loopless": "exact: no round"}
    assert tuned("Exp3G", 6, 100, graph=graphs.star(6)).gamma == exp3_g_weak(Sums.of(graphs.star(6), 100)).gamma
    assert tuned("Exp3G", 6, 100, graph=graphs.ring(6)).gamma == exp3_g_strong(Sums.of(graphs.ring(6), 100)).gamma
    few = tuned("WeakIX", 9, 100, domination_sum=40)
    assert few == tuned("WeakIX", 9, 100, domination_sum=40, loopless_rounds=40)
    assert few.assumes["loopless"] == "at most the sum of |D|"
    assert tuned("WeakIX", 9, 100, domination_sum=400).assumes["loopless"] == "worst case: every round"


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: tuned("StrongIX", 9, 1000, 0.0), "delta=0.0 must be above 0 and below 1"),
        (lambda: tuned("StrongIX", 9, 1000, True), "delta=True must be a finite number"),
        (lambda: tuned("StrongIX", 9, 0), "horizon=0 must be"),
        (lambda: tuned("StrongIX", 9, 1.5), "horizon=1.5 must be a whole number"),  # type: ignore[arg-type]
        (lambda: tuned("StrongIX", 0, 10), "n_actions=0 must be"),
        (lambda: tuned("StrongIX", 9, 1000, alpha_sum=3), "alpha_sum=3 must be from 1000 to 9000; it is a sum over"),
        (lambda: tuned("WeakIX", 9, 1000, domination_sum=9001), "domination_sum=9001 must be from 0 to 9000"),
        (lambda: tuned("WeakIX", 9, 1000, loopless_rounds=1001), "loopless_rounds=1001 must be from 0 to 1000"),
        (lambda: tuned("WeakIX", 9, 1000, loop_alpha_sum=float("nan")), "loop_alpha_sum=nan must be a finite number"),
        (lambda: tuned("StrongIX", 9, 1000, rule="best"), "tuning='best' must be one of 'default', 'light', 'paper'"),
        (lambda: tuned("Hedge", 9, 1000, rule="paper"), "tuning='paper' must be one of 'published'"),
        (lambda: tuned("Exp4", 9, 1000), "learner='Exp4' must be one of"),
        (lambda: Sums.of(graphs.ring(5), 10, explore="all"), "explore='all' must be one of"),
        (lambda: strong_epoch(5, 0.1, 2, factor=1.0), "factor=1.0 must be"),
        (lambda: strong_adaptive(5, -1.0), "measured=-1.0 must be at least 0"),
        (lambda: implicit_adaptive(5, 1.0, 0.1, "default"), "tuning='default' must be one of 'light', 'cautious'"),
        (lambda: epoch_confidence(0.1, -1), "epoch=-1 must be"),
    ],
)
def test_what_is_refused_names_the_argument_and_what_is_allowed(call, says: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(InvalidParameter, match="^" + re.escape(says)):
        call()


def test_a_graph_of_another_size_is_refused() -> None:
    with pytest.raises(WrongGraph, match="5 actions"):
        tuned("StrongIX", 6, 10, graph=graphs.ring(5))


# Schedules.


def test_epochs_share_half_of_delta() -> None:
    shares = [epoch_confidence(DELTA, e) for e in range(4000)]
    assert sum(shares) == pytest.approx(DELTA / 2, rel=1e-3)
    assert sum(shares) < DELTA / 2
    assert sum(phase_confidence(DELTA, 2, k) for k in range(4000)) == pytest.approx(shares[2], rel=1e-3)


def test_the_measure_of_algorithm_1() -> None:
    assert [strong_measure(*flags, 1.5) for flags in [(False, False), (True, False), (True, True)]] == [4.0, 8.0, 17.0]


@pytest.mark.parametrize("e", [0, 1, 5])
def test_parameters_of_an_epoch(e: int) -> None:
    share = DELTA / (2 * (e + 1) * (e + 2))
    made = implicit_epoch(K, DELTA, e)
    budget = 2**e * 4 * (ln(K) + 2 * ln(3 / (DELTA / 4))) / 2.5
    assert (made.number, made.confidence) == (e, share)
    assert made.budget == pytest.approx(budget)
    gamma = min(0.5, math.sqrt((ln(K) + 2 * ln(3 / share)) / (2.5 * budget)))
    near(made.tuning, eta=2 * gamma, gamma=gamma)

    for factor in (2, 4):
        strong = strong_epoch(K, DELTA, e, factor)
        first, c = (2.765 * ln(K) + 3.015 * ln(5 / s) for s in (DELTA / 4, share))
        assert strong.budget == pytest.approx(4 * first * factor**e)
        rate = min(0.5, math.sqrt(c / (4 * first * factor**e)))
        near(strong.tuning, eta=rate, gamma=rate, beta=rate)


def test_a_phase_of_algorithm_2_is_the_default_with_guesses_for_sums() -> None:
    guesses = Guesses(64.0, 128.0, 32.0)
    made = weak_phase(K, DELTA, 2, 1, guesses)
    share = DELTA / (2 * 3 * 4 * 2 * 3)
    assert made.confidence == pytest.approx(share)
    both = [ln(6 / share), ln(6 / (DELTA / (2 * 3 * 4 * 2)))]
    c = math.sqrt(2 * both[1]) + 2 * math.sqrt((math.e - 2) * (both[1] + ln(K))) + math.sqrt(2 * (math.e - 1) * ln(K))
    eps = min(0.5, 64 / 512, (c / 2) ** (2 / 3) * 64 ** (1 / 3) * 128 ** (-2 / 3))
    gamma = min(0.5, math.sqrt((1.5 * both[0] + ln(K) / 2) / (1.5 * 32 + 1)))
    near(made.tuning, eps=eps, gamma=gamma, eta=min(gamma, math.sqrt(2 * ln(K) / ((math.e - 1) * 64 / eps + 32))))
    assert made.budget == 32.0
    assert weak_phase(K, DELTA, 2, 5, guesses.with_q_doubled()).tuning.eps == made.tuning.eps


def test_broken_guesses_are_doubled_until_they_hold() -> None:
    assert Guesses().doubled_for(8, 8) == Guesses()
    assert Guesses().doubled_for(1, 9) == Guesses(8.0, 16.0, 8.0)
    assert Guesses().doubled_for(33, 500) == Guesses(64.0, 512.0, 8.0)


@pytest.mark.parametrize(("rule", "factor"), [("light", 0.0), ("cautious", 1.0)])
def test_adaptive_rates_follow_what_was_measured(rule: str, factor: float) -> None:
    conf = factor * ln(3 / DELTA)
    gamma = math.sqrt((ln(K) + 2 * conf) / (2.5 * (4 * (ln(K) + 2 * conf) / 2.5 + 900)))
    near(implicit_adaptive(K, 900.0, DELTA, rule), eta=2 * gamma, gamma=gamma)

    c = 2.765 * ln(K) + 3.015 * factor * ln(5 / DELTA)
    rate = math.sqrt(c / (4 * c + 700))
    near(strong_adaptive(K, 700.0, DELTA, rule), eta=rate, gamma=rate, beta=rate)

    conf = factor * ln(6 / DELTA)
    both = conf + ln(K)
    c = math.sqrt(2 * conf) + 2 * math.sqrt((math.e - 2) * both) + math.sqrt(2 * (math.e - 1) * ln(K))
    eps = min(0.5, 300 / (4 * 400), (c / 2) ** (2 / 3) * 300 ** (1 / 3) * 400 ** (-2 / 3))
    gamma = min(0.5, math.sqrt((conf + both / 2) / (1.5 * (4 * (conf + both / 2) + 50) + 1)))
    eta = min(gamma, math.sqrt(2 * ln(K) / (8 + (math.e - 1) * (2000 + 1 / eps) + 50)))
    near(weak_adaptive(K, 300, 400, 50.0, 2000.0, DELTA, rule), eps=eps, gamma=gamma, eta=eta)


def test_adaptive_rates_start_at_their_caps_and_fall() -> None:
    for measured in (implicit_adaptive, strong_adaptive):
        rates = [measured(K, v, DELTA).gamma for v in (0.0, 10.0, 1e3, 1e9)]
        assert rates[0] == 0.5
        assert rates == sorted(rates, reverse=True)
    assert weak_adaptive(K, 0, 0, 0.0, 0.0).eps == 0.25

"""The edge cases, decided once: a test a row."""

import math
import warnings
from typing import Any

import numpy as np
import pytest
from tests.learners_at_hand import ALL, chances_on, decided, graphs_for, made, revealed, usual_graph

import sidelight as sl
from sidelight import FeedbackGraph, Learner, graphs
from sidelight.kernels import weights as kernel

LEARNERS = ALL
LOOPLESS_PAIR = graphs.loopless_clique(2)


def strong(n: int, **options: Any) -> sl.StrongIX:
    return sl.StrongIX(n, **{"eta": 0.2, "gamma": 0.1, "beta": 0.25, "seed": 1, **options})


def with_totals(learner: Learner, totals: list[float]) -> None:
    """Put a learner where it would be after its estimates had added up to these."""
    learner._state[kernel.HEADER : kernel.HEADER + learner.n_actions] = totals
    learner._state[kernel.REFERENCE] = -learner._state[kernel.ETA] * min(totals)
    kernel.refresh(learner._state)


@pytest.mark.parametrize("name", LEARNERS)
@pytest.mark.parametrize("graph", [graphs.bandit(1), FeedbackGraph.from_edges(1, [])], ids=["loop", "no loop"])
def test_a_single_action_is_always_played_and_nothing_is_learned_on_any_graph(name: str, graph: FeedbackGraph) -> None:
    learner = made(name, 1)
    before = learner._state.copy()
    for round_ in range(20):
        decision = decided(learner, graph)
        assert (decision.action, decision.chance) == (0, 1.0)
        assert chances_on(learner, graph).tolist() == [1.0]
        learned = learner.learn(decision, {0: 1.0} if graph.n_edges else {}, **usual_graph(learner, graph))
        assert learned.own_loss == (1.0 if graph.n_edges else None)
        assert set(learned.estimates.values()) <= {0.0}
        assert learned.bias == {}
        assert not learned.skipped
        assert learner.round == round_ + 1
    assert np.array_equal(learner._state, before)
    assert learner.weights.tolist() == [1.0]
    made(name, 1, graph=graph)


def test_two_loopless_actions_are_legal_and_the_first_round_has_no_bias() -> None:
    learner = strong(2, graph=LOOPLESS_PAIR)
    assert learner.chances().tolist() == [0.5, 0.5]
    learned = learner.learn(learner.decide(action=0), {1: 0.6})
    assert learned.bias == {}
    assert learned.estimates == {1: 0.6 / 0.5}
    assert not learned.own_loss_seen


def test_a_chance_of_exactly_one_half_is_not_biased_and_both_are_seen_with_one_half() -> None:
    learner = strong(3, graph=graphs.loopless_clique(3), eta=0.25)
    with_totals(learner, [0.0, 0.0, 1e6])
    chances = learner.chances()
    assert chances.tolist() == pytest.approx([0.75 * 0.5 + 0.25 / 3] * 2 + [0.25 / 3], rel=1e-15)
    pair = strong(2, graph=LOOPLESS_PAIR)
    for total in (0.0, 3.0, 1e6):  # equal totals, whatever they are
        with_totals(pair, [total, total])
        for action in (0, 1):
            learned = pair.learn(pair.decide(action=action), {1 - action: 1.0})
            assert learned.bias == {}
            assert learned.estimates == {1 - action: 2.0}
            with_totals(pair, [total, total])


@pytest.mark.parametrize("ulps", range(-8, 9))
def test_near_one_half_the_float_decides_and_either_way_is_harmless(ulps: int) -> None:
    """Strictly above 0.5 in floats is biased; an estimate is at most 2 but for rounding, whichever side it fell on."""
    learner = strong(2, graph=LOOPLESS_PAIR)
    gap = ulps * 2.0**-51
    with_totals(learner, [0.0, gap / learner.parameters["eta"]])
    decision = learner.decide(action=1)
    heavy = learner.chances()[0]
    learned = learner.learn(decision, {0: 1.0})
    assert 0 in learned.bias or learned.estimates[0] <= 2.0 * (1 + 1e-15)
    if abs(heavy - 0.5) > 2.0**-53:
        assert bool(learned.bias) == (heavy != 0.5)
        assert list(learned.bias) == ([0] if heavy > 0.5 else [1])
    for bias in learned.bias.values():
        assert bias == pytest.approx(2 * learner.parameters["beta"], rel=1e-14)


BLIND = FeedbackGraph.from_edges(3, [(0, 0), (0, 1), (1, 1), (1, 0), (2, 0)])  # nobody reveals action 2


@pytest.mark.parametrize("name", [name for name in LEARNERS if name != "Uniform"])
def test_an_unobservable_action_is_refused_in_strict_mode(name: str) -> None:
    with pytest.raises(sl.UnobservableGraph):
        made(name, 3, graph=BLIND)
    learner = made(name, 3)
    with pytest.raises(sl.UnobservableGraph):
        learner.learn(decided(learner, BLIND), {0: 0.5}, **usual_graph(learner, BLIND))


@pytest.mark.parametrize("name", LEARNERS)
def test_an_unobservable_action_is_warned_of_in_lenient_mode_and_never_estimated(name: str) -> None:
    if name == "Uniform":
        learner = made(name, 3, graph=BLIND)
    else:
        with pytest.warns(sl.NoGuaranteeWarning, match="no guarantee"):
            learner = made(name, 3, graph=BLIND, strict=False)
    for round_ in range(60):
        decision = decided(learner, BLIND, action=round_ % 3)
        learned = learner.learn(decision, revealed(BLIND, decision, np.array([0.2, 0.9, 0.5])))
        assert 2 not in learned.estimates
        assert learned.bias.get(2, 0.0) == 0.0
        if learner.algorithm.explores.name != "LEAST_SEEN":
            assert np.isfinite(learner.log_weights).all()
    assert learner.log_weights[2] == 0.0
    assert chances_on(learner, BLIND).sum() == pytest.approx(1.0)


def test_algorithm_1_on_a_weakly_observable_action_warns_and_its_bias_is_by_the_true_chance_seen() -> None:
    weak = graphs.revealing_action(4)  # action 0 reveals all; the others nothing
    with pytest.raises(sl.NoGuarantee):
        strong(4, graph=weak)
    with pytest.warns(sl.NoGuaranteeWarning):
        learner = strong(4, graph=weak, strict=False)
    with_totals(learner, [30.0, 0.0, 30.0, 30.0])
    chances = learner.chances()
    assert chances[1] > 0.5
    assert learner.learn(learner.decide(action=2), {}).bias == {1: pytest.approx(0.25 / chances[0], rel=1e-12)}
    assert 0.25 / chances[0] > 1.5 * 0.25 / (1.0 - chances[1])


@pytest.mark.parametrize("name", ["Exp3IX", "Exp3Set", "Exp3", "Exp3P", "Hedge", "ELPP"])
def test_learners_of_self_aware_graphs_refuse_a_loopless_action(name: str) -> None:
    graph = graphs.loopless_clique(4)
    with pytest.raises(sl.NoGuarantee, match="strict=False"):
        made(name, 4, graph=graph)
    with pytest.warns(sl.NoGuaranteeWarning):
        made(name, 4, graph=graph, strict=False)


def test_exp3ix_on_a_loopless_action_that_is_almost_never_seen_stays_finite_in_lenient_mode() -> None:
    with pytest.warns(sl.NoGuaranteeWarning):
        learner = sl.Exp3IX(2, eta=0.5, gamma=0.1, graph=LOOPLESS_PAIR, strict=False, seed=1)
    for _ in range(200):
        learner.learn(learner.decide(action=1), {0: 1.0})
        learner.learn(learner.decide(action=0), {1: 1.0})
    assert np.isfinite(learner.log_weights).all()
    assert learner.weights.sum() == pytest.approx(1.0)


@pytest.mark.parametrize("explore", ["auto", "fractional", "greedy", "exact"])
def test_a_self_aware_round_has_nothing_to_explore(explore: str) -> None:
    learner = sl.WeakIX(5, eta=0.1, gamma=0.1, eps=1.0, explore=explore, seed=1)
    with_totals(learner, [0.0, 1.0, 2.0, 3.0, 4.0])
    for graph in (graphs.ring(5), graphs.bandit(5), graphs.full_information(5)):
        assert np.array_equal(learner.chances(graph), learner.weights)
        assert learner.decide(graph, action=3).chance == pytest.approx(learner.weights[3], rel=1e-14)
        assert np.array_equal(learner.chances(graph, explore=[]), learner.weights)
    assert learner.skipped == 0


def test_too_much_to_explore_is_skipped_counted_and_not_learned_from() -> None:
    cycle = graphs.directed_cycle(5)  # every action is needed: d = 5
    learner = sl.WeakIX(5, eta=0.5, gamma=0.1, eps=0.11, seed=1)
    star = graphs.revealing_action(5)
    learner.learn(learner.decide(star, action=0), [1.0, 0.5, 0.2, 0.1, 0.0])
    before = learner.log_weights
    assert np.array_equal(learner.chances(cycle), learner.weights)
    decision = learner.decide(cycle, action=2)
    assert learner.skipped == 1
    learned = learner.learn(decision, {3: 1.0})
    assert learned.skipped
    assert learned.estimates == {3: 0.0}
    assert "skipped" in repr(learned)
    assert np.array_equal(learner.log_weights, before)
    assert not learner.learn(learner.decide(star, action=1), {}).skipped
    with pytest.raises(sl.LossMissing):  # a skipped round is looked at all the same
        learner.learn(learner.decide(cycle, action=2), {})


@pytest.mark.parametrize(
    ("eps", "skips"), [(0.1, False), (0.1 * (1 + 1e-9), False), (0.1 * (1 + 1e-8), True), (0.2, True)]
)
def test_exactly_one_half_is_not_too_much(eps: float, skips: int) -> None:
    """With room for rounding: fractional weights are sums of what a solver found."""
    learner = sl.WeakIX(5, eta=0.5, gamma=0.1, eps=eps, graph=graphs.directed_cycle(5), seed=1)
    learner.decide()
    assert learner.skipped == skips


def test_fractional_exploration_skips_less_than_sets_do() -> None:
    parts = graphs.cliques([4, 4], loops=False)  # d = 4, delta* = 8 / 3
    skipped = {}
    for explore in ("fractional", "greedy", "exact"):
        learner = sl.WeakIX(8, eta=0.1, gamma=0.1, eps=0.15, explore=explore, graph=parts, seed=1)
        learner.decide()
        skipped[explore] = learner.skipped
    assert skipped == {"fractional": 0, "greedy": 1, "exact": 1}


def test_more_than_a_tenth_skipped_is_warned_of_and_no_less() -> None:
    cycle, aware = graphs.directed_cycle(6), graphs.ring(6)
    seldom = sl.WeakIX(6, eta=0.1, gamma=0.1, eps=0.3, seed=1)
    for round_ in range(2000):
        seldom.decide(cycle if round_ % 11 == 10 else aware)
    assert seldom.skipped == 181
    often = sl.WeakIX(6, eta=0.1, gamma=0.1, eps=0.3, seed=1)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for round_ in range(2000):
            often.decide(cycle if round_ % 8 == 7 else aware)
    assert all("eps= is too large" in str(warning.message) for warning in caught)
    assert {warning.category for warning in caught} == {sl.NoGuaranteeWarning}
    assert often.skipped == 250
    assert 1 <= len(caught) <= 8
    assert caught[0].filename == __file__


def test_a_set_that_does_not_dominate_is_refused() -> None:
    graph = FeedbackGraph.from_edges(4, [(0, 0), (0, 1), (2, 2), (2, 3), (1, 0)])
    learner = sl.WeakIX(4, eta=0.1, gamma=0.1, eps=0.1, seed=1)
    for wrong in ([], [0], [2], [1, 3], [0, 1, 3]):
        with pytest.raises(sl.InvalidParameter, match="never"):
            learner.decide(graph, explore=wrong)
    chances = learner.chances(graph, explore=[0, 2])
    assert chances == pytest.approx(0.8 * 0.25 + 0.1 * np.array([1, 0, 1, 0]), rel=1e-15)
    assert learner.chances(graph, explore=[0, 1, 2]).sum() == pytest.approx(1.0)
    assert learner.round == 0


def test_without_self_loops_gamma_is_irrelevant() -> None:
    ends = []
    for gamma in (1e-6, 0.01, 0.5):
        learner = strong(4, gamma=gamma, graph=graphs.loopless_clique(4))
        weak = sl.WeakIX(5, eta=0.1, gamma=gamma, eps=0.05, graph=graphs.directed_cycle(5), seed=1)
        for _ in range(50):
            learner.learn(learner.decide(), [0.5, 0.2, 0.9])
            weak.learn(weak.decide(), [0.7])
        ends.append((learner.log_weights.tolist(), weak.log_weights.tolist()))
    assert ends[0] == ends[1] == ends[2]


@pytest.mark.parametrize("loss", [-1e-12, 1 + 1e-12, -1, 2, math.inf, -math.inf, math.nan])
@pytest.mark.parametrize("name", LEARNERS)
def test_a_loss_outside_its_range_or_not_a_number_is_refused(name: str, loss: float) -> None:
    graph = graphs_for(name)[0]
    learner = made(name)
    decision = decided(learner, graph)
    before = learner._state.copy()
    losses = dict.fromkeys(graph.reveals(decision.action).tolist(), 0.5)
    for given in ({**losses, next(iter(losses)): loss}, [*list(losses.values())[1:], loss]):
        with pytest.raises(sl.LossOutOfRange, match="losses_from_rewards"):
            learner.learn(decision, given, **usual_graph(learner, graph))
    assert np.array_equal(learner._state, before)
    assert learner.learn(decision, losses, **usual_graph(learner, graph)).decision == decision


def test_other_ranges_are_converted_at_the_border() -> None:
    assert sl.losses_from_costs(7.0, low=5, high=9) == 0.5
    assert sl.losses_from_rewards(8.0, low=5, high=9) == 0.25
    assert sl.losses_from_rewards({"a": 1.0, "b": 0.0}) == {"a": 0.0, "b": 1.0}
    assert sl.losses_from_costs(np.array([-1.0, 0.0, 1.0]), low=-1).tolist() == [0.0, 0.5, 1.0]
    assert type(sl.losses_from_costs(1)) is float
    for wrong in (math.nan, math.inf, -0.1, 1.1, [0.5, math.nan], {"a": 2}):
        with pytest.raises(sl.LossOutOfRange):
            sl.losses_from_costs(wrong)
    for text in ("x", None, ["x"], 10**400):
        with pytest.raises(sl.InvalidLosses):
            sl.losses_from_rewards(text)  # type: ignore[arg-type]
    ranges: list[Any] = [
        (1, 1),
        (2, 1),
        (math.nan, 1),
        (0, math.inf),
        (-1e308, 1e308),
        ("a", 1),
        (None, 1),
        (0, 10**400),
    ]
    for low, high in ranges:
        with pytest.raises(sl.InvalidParameter):
            sl.losses_from_costs(0.5, low, high)


def test_regret_in_other_units_scales_back() -> None:
    """Costs from 5 to 9 and the losses they become lead to the same weights."""
    learner, other = (sl.Exp3IX(4, eta=0.2, gamma=0.1, graph=graphs.ring(4), seed=1) for _ in range(2))
    rng = np.random.default_rng(0)
    for _ in range(50):
        losses = rng.integers(0, 5, 3) / 4
        learner.learn(learner.decide(), losses)
        other.learn(other.decide(), sl.losses_from_costs(5 + 4 * losses, low=5, high=9))
    assert np.array_equal(learner._state, other._state)


def test_what_is_unseen_is_told_by_the_graph_and_not_by_nan() -> None:
    learner = sl.Exp3IX(4, eta=0.2, gamma=0.1, graph=graphs.ring(4), seed=1)
    learner.decide(action=0)
    with pytest.raises(sl.LossOutOfRange):
        learner.learn(0, {0: 0.5, 1: math.nan, 3: 0.5})
    with pytest.raises(sl.LossMissing, match="the graph that says so"):
        learner.learn(0, {0: 0.5, 3: 0.5})


@pytest.mark.parametrize("name", ["StrongIX", "Exp3G", "WeakIX", "Uniform"])
def test_the_own_loss_is_seen_only_with_a_self_loop_and_is_not_used_otherwise(name: str) -> None:
    graph = FeedbackGraph.from_edges(3, [(0, 0), (0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)])
    learner = made(name, 3)
    seen = learner.learn(decided(learner, graph, action=0), [0.1, 0.2, 0.3], **usual_graph(learner, graph))
    assert (seen.own_loss, seen.own_loss_seen) == (0.1, True)
    unseen = learner.learn(decided(learner, graph, action=1), [0.4, 0.6], **usual_graph(learner, graph))
    assert (unseen.own_loss, unseen.own_loss_seen) == (None, False)
    assert unseen.revealed.tolist() == [0, 2]
    assert 1 not in unseen.estimates
    with pytest.raises(sl.LossNotRevealed, match="action 1 was not revealed"):
        learner.learn(decided(learner, graph, action=1), {0: 0.1, 1: 0.5, 2: 0.3}, **usual_graph(learner, graph))


def test_nothing_revealed_is_legal_and_the_bias_still_applies() -> None:
    graph = FeedbackGraph.from_edges(2, [(1, 0), (1, 1)])  # 0 reveals nothing and is revealed by the other
    learner = strong(2, graph=graph)
    with_totals(learner, [0.0, 20.0])
    chances = learner.chances()
    before = learner.log_weights
    empty: list[Any] = [{}, [], (), np.array([])]
    for nothing in empty:
        with_totals(learner, [0.0, 20.0])
        learned = learner.learn(learner.decide(action=0), nothing)
        assert learned.estimates == {}
        assert learned.bias == {0: pytest.approx(0.25 / chances[1], rel=1e-12)}
        assert learner.log_weights == pytest.approx(before - 0.2 * np.array([0.25 / chances[1], 0.0]), rel=1e-12)


@pytest.mark.parametrize("name", ["Exp3Set", "Exp3IX", "StrongIX", "Exp3G", "WeakIX", "Hedge"])
def test_weights_that_fell_far_below_all_floats_come_back(name: str) -> None:
    learner = made(name, 2, graph=graphs.full_information(2))
    decide: Any = learner.decide  # type: ignore[attr-defined]
    for _ in range(6000):
        learner.learn(decide(), [0.0, 1.0])
    low = learner.log_weights
    assert low[1] - low[0] < -1400
    assert learner.weights.tolist() == [1.0, 0.0]
    for _ in range(6000):
        learner.learn(decide(), [1.0, 0.0])
    assert learner.weights == pytest.approx([0.5, 0.5], abs=1e-9)
    learner.learn(decide(), [1.0, 0.0])
    assert learner.weights[1] > 0.55


def test_one_step_lowers_a_log_weight_by_a_bounded_amount() -> None:
    """At most eta / gamma with a self-loop, and 3 on a loopless action: its chance seen is at least eta (K - 1) / K."""
    learner = strong(3, eta=0.01, gamma=0.02, beta=0.5)
    clique = graphs.loopless_clique(3)
    with_totals(learner, [0.0, 1e9, 1e9])
    before = learner.log_weights
    learner.learn(learner.decide(action=1), {0: 1.0, 2: 1.0}, graph=clique)
    assert 2.0 < (before - learner.log_weights)[0] <= 0.01 * 1.5 * 3 / (2 * 0.01) * (1 + 1e-12)
    looped = sl.Exp3IX(3, eta=0.01, gamma=0.02, graph=graphs.bandit(3), seed=1)
    with_totals(looped, [0.0, 1e9, 1e9])
    before = looped.log_weights
    looped.learn(looped.decide(action=1), {1: 1.0})
    assert (before - looped.log_weights)[1] == pytest.approx(0.01 / 0.02, rel=1e-6)


@pytest.mark.parametrize("name", ["Exp3", "Exp3Set", "Exp3G", "Exp3P", "StrongIX", "WeakIX"])
def test_an_action_forced_although_its_chance_is_zero_leaves_numbers(name: str) -> None:
    graph = graphs.bandit(3)
    learner = made(name, 3)
    if "gamma" in learner.parameters and name == "Exp3G":
        learner = sl.Exp3G(3, eta=0.3, gamma=0.0, seed=1)
    with_totals(learner, [0.0, 1e5, 0.0])
    decision = decided(learner, graph, action=1)
    learner.learn(decision, {1: 1.0}, **usual_graph(learner, graph))
    assert not np.isnan(learner.log_weights).any()
    assert not np.isnan(chances_on(learner, graph)).any()
    assert chances_on(learner, graph).sum() == pytest.approx(1.0)
    for _ in range(20):
        decision = decided(learner, graph)
        learner.learn(decision, {decision.action: 0.5}, **usual_graph(learner, graph))
    assert not np.isnan(learner.log_weights).any()


@pytest.mark.parametrize("total", [1e3, 1e8, 1e15, 1e300])
def test_the_weights_never_all_vanish(total: float) -> None:
    learner = sl.Exp3Set(4, eta=1.0, graph=graphs.full_information(4), seed=1)
    with_totals(learner, [total] * 4)
    learner.learn(learner.decide(action=0), [1.0, 0.0, 0.5, 0.5])  # measures its weights anew
    assert np.isfinite(learner.weights).all()
    assert learner.weights.sum() == pytest.approx(1.0)
    assert 0 <= learner.decide().action < 4


def test_uniform_exploration_works_with_very_many_actions() -> None:
    n = 1_000_000
    learner = strong(n, eta=0.5, graph=graphs.bandit(n))
    decisions = learner.decide(n=200)
    assert len({decision.action for decision in decisions}) > 150
    assert decisions[0].chance == pytest.approx(1 / n, rel=1e-9)
    learner.learn(decisions[0], [1.0])
    assert learner.chances()[decisions[0].action] < 1 / n
    assert learner.chances().min() >= 0.5 / n


@pytest.mark.parametrize("name", LEARNERS)
def test_no_warning_and_no_error_in_ordinary_play(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        learner = made(name)
        for round_ in range(200):
            graph = graphs_for(name)[round_ % len(graphs_for(name))]
            decision = decided(learner, graph)
            losses = np.random.default_rng(round_).random(6)
            learner.learn(decision, revealed(graph, decision, losses), **usual_graph(learner, graph))
            assert chances_on(learner, graph).sum() == pytest.approx(1.0, abs=1e-12)
            assert chances_on(learner, graph).min() >= 0.0


def test_labels_that_are_indices_of_other_actions_are_refused_for_nobody_could_tell_whose_a_loss_is() -> None:
    for labels in ([2, 1, 0], [1, 2, 3], [0, 2, 7]):
        graph = sl.FeedbackGraph.from_matrix(np.ones((3, 3), bool), labels=labels)
        with pytest.raises(sl.InvalidLabels, match="with_labels"):
            sl.Exp3IX(3, 0.1, 0.05, graph=graph)
        with pytest.raises(sl.InvalidLabels):
            sl.WeakIX(3, 0.1, 0.05, 0.1).decide(graph)
    for labels in ([0, 1, 2], [10, 20, 30]):
        graph = sl.FeedbackGraph.from_matrix(np.ones((3, 3), bool), labels=labels)
        learner = sl.Exp3IX(3, 0.1, 0.05, graph=graph, seed=1)
        by_label = learner.learn(learner.decide(action=labels[2]), {labels[j]: 0.1 * j for j in range(3)})
        by_index = learner.learn(learner.decide(action=2), {j: 0.1 * j for j in range(3)})
        assert by_label.decision.action == by_index.decision.action == 2
        assert list(by_label.estimates) == list(by_index.estimates) == [0, 1, 2]


def test_the_paper_s_own_rounds_without_a_skip_can_be_played() -> None:
    """Between one half and one the literal form has chances enough; beyond there are none left to give."""
    graph = graphs.directed_cycle(6)
    literal = sl.WeakIX(6, eta=0.1, gamma=0.1, eps=0.15, most_exploration=1.0, graph=graph, seed=1)
    learned = literal.learn(literal.decide(action=2), {3: 0.8})
    assert not learned.skipped
    np.testing.assert_allclose(learned.estimates[3], 0.8 / (0.1 * 1 / 6 + 0.9 / 6))
    np.testing.assert_allclose(literal.chances(), 0.1 * literal.weights + 0.15)
    assert sl.restore(literal.snapshot()).snapshot() == literal.snapshot()
    assert "most_exploration=1.0" in repr(literal)
    beyond = sl.WeakIX(6, eta=0.1, gamma=0.1, eps=0.2, most_exploration=1.0, graph=graph, seed=1)
    assert beyond.learn(beyond.decide(action=2), {3: 0.8}).skipped
    with pytest.raises(sl.InvalidParameter, match="most_exploration"):
        sl.WeakIX(6, eta=0.1, gamma=0.1, eps=0.15, most_exploration=1.5)


def test_a_lenient_learner_warns_of_each_kind_of_graph_once_and_points_at_its_user() -> None:
    learner = sl.StrongIX(4, 0.1, 0.1, 0.1, strict=False, seed=1)
    weak, blind = graphs.revealing_action(4), sl.FeedbackGraph.from_edges(4, [(0, 0)])
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for graph in (weak, blind, weak, blind):
            learner.learn(learner.decide(action=1), {}, graph=graph)
    assert len(caught) == 2
    assert {warning.filename for warning in caught} == {__file__}

"""Parameters, graphs and roundings at the edge of what learners accept."""

from typing import Any

import numpy as np
import pytest

import sidelight as sl
from sidelight import FeedbackGraph, graphs
from sidelight.kernels.memory import Places
from sidelight.learners import LEARNERS
from sidelight.learners.snapshot import _checksum

CYCLE = FeedbackGraph.from_edges(5, [(i, (i + 1) % 5) for i in range(5)])


def test_exploration_of_exactly_one_half_is_not_skipped() -> None:
    """Five times 0.1 is one half, and rounding must not decide; a little more is skipped."""
    half = sl.WeakIX(5, eta=0.1, gamma=0.1, eps=0.1, graph=CYCLE, explore="greedy", seed=1)
    assert not half.learn(half.decide(action=0), {1: 0.5}).skipped
    assert half.skipped == 0
    more = sl.WeakIX(5, eta=0.1, gamma=0.1, eps=0.1 + 1e-8, graph=CYCLE, explore="greedy", seed=1)
    assert more.learn(more.decide(action=0), {1: 0.5}).skipped
    assert more.skipped == 1
    assert sl.restore(more.snapshot()).skipped == 1


def test_a_skipped_round_is_played_by_the_weights_and_teaches_nothing() -> None:
    learner = sl.WeakIX(5, eta=0.5, gamma=0.1, eps=0.2, seed=1)
    for _ in range(5):
        learner.learn(learner.decide(graphs.full_information(5), action=0), [0.0, 1.0, 1.0, 0.5, 0.5])
    weights = learner.weights
    assert learner.chances(CYCLE).tolist() == weights.tolist()
    learned = learner.learn(learner.decide(CYCLE, action=0), {1: 1.0})
    assert learned.skipped
    assert learned.estimates == {1: 0.0}
    assert learner.weights.tolist() == weights.tolist()


@pytest.mark.parametrize("explore", ["exact", "greedy", "fractional"])
def test_each_of_the_dominating_set_is_played_with_eps(explore: str) -> None:
    learner = sl.WeakIX(4, eta=0.1, gamma=0.1, eps=0.3, graph=graphs.revealing_action(4), explore=explore, seed=1)
    assert learner.chances() == pytest.approx([0.3 + 0.7 / 4, 0.7 / 4, 0.7 / 4, 0.7 / 4])
    given = sl.WeakIX(4, eta=0.1, gamma=0.1, eps=0.2, seed=1)
    assert given.chances(graphs.loopless_clique(4), explore=[1, 3]) == pytest.approx([0.15, 0.35, 0.15, 0.35])


def test_where_all_reveal_themselves_nothing_is_explored_for() -> None:
    learner = sl.WeakIX(3, eta=0.1, gamma=0.1, eps=0.4, graph=graphs.bandit(3), seed=1)
    assert learner.chances() == pytest.approx([1 / 3] * 3)
    plan = learner._plans[graphs.bandit(3).digest, graphs.bandit(3).storage]
    assert plan.mass == 0.0


def test_a_set_that_does_not_dominate_is_refused() -> None:
    learner = sl.WeakIX(4, eta=0.1, gamma=0.1, eps=0.1, seed=1)
    with pytest.raises(sl.InvalidParameter, match="never"):
        learner.decide(graphs.revealing_action(4), explore=[1])
    with pytest.raises(sl.InvalidParameter, match=r"explore=\[1\] reveals"):
        learner.decide(graphs.revealing_action(4), explore=iter([1]))
    with pytest.raises(sl.NoGuarantee, match="never reveals"):
        sl.Exp3G(4, eta=0.1, gamma=0.1, explore=[1], graph=graphs.revealing_action(4), seed=1)
    looped = FeedbackGraph.from_edges(3, [(0, 0), (1, 1), (2, 2), (2, 0)])
    assert sl.Exp3G(3, eta=0.1, gamma=0.1, explore=[1], graph=looped, seed=1).graph is looped


@pytest.mark.parametrize("v", [1.0, 0.25])
def test_elpp_explores_so_that_estimates_stay_bounded_but_never_above_one_half(v: float) -> None:
    """(1 + beta) eta / v, v the chance with which the least seen action is seen: 1 / K for bandits."""
    graph = graphs.full_information(4) if v == 1.0 else graphs.bandit(4)
    for eta in (0.05, 0.3):
        learner = sl.ELPP(4, eta=eta, beta=0.2, graph=graph, seed=1)
        learner.learn(learner.decide(action=0), {j: 0.25 * j for j in graph.reveals(0)})
        mass = min(0.5, 1.2 * eta / v)
        assert np.ptp(learner.weights) > 0.001
        assert learner.chances() == pytest.approx((1 - mass) * learner.weights + mass / 4)


@pytest.mark.filterwarnings("ignore::sidelight.NoGuaranteeWarning")
def test_an_unrevealed_heavy_action_has_no_bias_and_gains_nothing() -> None:
    blind = FeedbackGraph.from_edges(3, [(0, 0), (1, 1)])
    learners = (
        sl.StrongIX(3, eta=0.4, gamma=0.1, beta=0.5, strict=False, seed=1),
        sl.Exp3P(3, eta=0.4, gamma=0.2, beta=0.5, strict=False, seed=1),
    )
    for learner in learners:
        for _ in range(30):
            for action in range(3):
                losses = {action: 1.0} if action < 2 else {}
                learned = learner.learn(learner.decide(action=action), losses, graph=blind)
                assert learned.bias.get(2, 0.0) == 0.0
        assert np.isfinite(learner.log_weights).all()
        assert learner.log_weights[2] == 0.0


def test_labels_are_those_of_the_graph_given_not_of_an_equal_one_before() -> None:
    learner = sl.WeakIX(3, eta=0.1, gamma=0.1, eps=0.1, seed=1)
    learner.chances(graphs.loopless_clique(3))
    named = graphs.loopless_clique(3).with_labels(["a", "b", "c"])
    assert learner.learn(learner.decide(named, action="b"), {"a": 0.5, "c": 0.25}).estimates.keys() == {0, 2}


@pytest.mark.parametrize("name", LEARNERS)
def test_parameters_at_the_ends_of_their_domains(name: str) -> None:
    """Masses and biases may be 0, rates and gammas may not; the upper ends belong to the domains."""
    make: Any = LEARNERS[name]
    domains = make.algorithm.parameters
    middle = {key: min(0.25, domain.at_most) for key, domain in domains.items()}
    for key, domain in domains.items():
        lowest = {**middle, key: 0.0}
        if domain.closed:
            assert make(3, **lowest).parameters[key] == 0.0
        else:
            with pytest.raises(sl.InvalidParameter, match=key):
                make(3, **lowest)
        if np.isfinite(domain.at_most):
            assert make(3, **{**middle, key: domain.at_most}).parameters[key] == domain.at_most
            with pytest.raises(sl.InvalidParameter, match=key):
                make(3, **{**middle, key: domain.at_most * 1.0001})


def test_a_snapshot_changed_by_anybody_is_refused() -> None:
    learner = sl.Exp3(3, eta=0.1, seed=1)
    with pytest.raises(sl.InvalidSnapshot, match="checksum"):
        sl.restore({**learner.snapshot(), "round": 7})


@pytest.mark.parametrize("n", [2, 4])
def test_a_graph_of_another_size_is_called_that(n: int) -> None:
    learner = sl.Exp3IX(3, eta=0.1, gamma=0.1, seed=1)
    decision = learner.decide(action=0)
    with pytest.raises(sl.WrongGraph, match=f"{n} actions, and this learner 3"):
        learner.learn(decision, {0: 0.5}, graph=graphs.bandit(n))
    with pytest.raises(sl.WrongGraph, match=f"{n} actions, and this learner 3"):
        sl.WeakIX(3, eta=0.1, gamma=0.1, eps=0.1, seed=1).decide(graphs.bandit(n))


def test_rounds_that_are_closed_or_never_were_are_called_that() -> None:
    learner = sl.Exp3(3, eta=0.1, seed=1)
    learner.learn(learner.decide(action=0), {0: 0.5})
    with pytest.raises(sl.AlreadyLearned, match="round 0"):
        learner.learn(0, {0: 0.5})
    with pytest.raises(sl.ForeignTicket, match="round 1"):
        learner.learn(1, {0: 0.5})


def test_an_interruption_between_two_graphs_leaves_no_old_one_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(self: Places, k: int, array: object) -> None:
        raise KeyboardInterrupt

    first, second = graphs.full_information(4), graphs.bandit(4)
    stopped, undisturbed = (sl.Exp3Set(4, eta=0.1, seed=1) for _ in range(2))
    for learner in (stopped, undisturbed):
        learner.learn(learner.decide(action=0), [0.5] * 4, graph=first)
    with monkeypatch.context() as patched:
        patched.setattr(Places, "put", interrupted)
        with pytest.raises(KeyboardInterrupt):
            stopped.learn(stopped.decide(action=0), [0.5], graph=second)
    stopped.learn(1, [0.5], graph=second)
    undisturbed.learn(undisturbed.decide(action=0), [0.5], graph=second)
    assert stopped.log_weights.tolist() == undisturbed.log_weights.tolist()


def test_a_state_of_another_schedule_is_no_state_of_this_one() -> None:
    """Its checksum may be right: the numbers would mean something else."""
    content = {**sl.Exp3(3, eta=0.1, seed=1).snapshot(), "arguments": {}}
    del content["checksum"]
    with pytest.raises(sl.InvalidSnapshot, match="schedule"):
        sl.restore({**content, "checksum": _checksum(content)})

"""Rebasing, journals and late tickets: what a learner knew at an earlier time comes back exactly."""

import math
from typing import Any

import numpy as np
import pytest
from tests.learners_to_try import decided, graphs_for, random_learner, revealed_losses

import sidelight as sl
from sidelight import FeedbackGraph, Learner, graphs
from sidelight.kernels import weights
from sidelight.kernels.sum_tree import n_leaves


def tree_agrees_with_totals(learner: Learner) -> None:
    """The sum-tree is the one that the totals give, bit for bit, and its leaves sum to its root."""
    n = learner.n_actions
    leaves = learner._state[-n_leaves(n) :][:n]
    header, totals = learner._state, learner._state[weights.HEADER : weights.HEADER + n]
    expected = np.exp(-header[weights.ETA] * totals - header[weights.REFERENCE])
    np.testing.assert_allclose(leaves, expected, rtol=1e-12)
    root = learner._state[weights.HEADER + n + 1]
    assert root == pytest.approx(math.fsum(leaves), rel=1e-13)
    assert weights.LOWEST <= root <= weights.HIGHEST


@pytest.mark.parametrize("rounds", [1, 29, 300])
@pytest.mark.parametrize("n", [2, 5, 33])
def test_the_tree_follows_through_losses_that_would_underflow_many_times(n: int, rounds: int) -> None:
    learner = sl.Hedge(n, eta=5.0, seed=1)
    rng = np.random.default_rng(n)
    for _ in range(rounds):
        learner.learn(learner.decide(), rng.choice([0.9, 1.0], n))
        tree_agrees_with_totals(learner)


@pytest.mark.parametrize("n", [2, 6])
def test_the_tree_follows_through_gains_that_would_overflow_many_times(n: int) -> None:
    learner = sl.Exp3P(n, eta=1.0, gamma=0.5, beta=1.0, seed=1)
    for _ in range(400):
        learner.learn(learner.decide(), [0.0])
        tree_agrees_with_totals(learner)


def test_weights_below_the_smallest_number_come_back_when_losses_turn() -> None:
    learner = sl.Hedge(3, eta=1.0, seed=1)
    for _ in range(1500):
        learner.learn(learner.decide(), [0.0, 1.0, 1.0])
    assert learner.weights.tolist() == [1.0, 0.0, 0.0]
    assert learner.log_weights.tolist() == [0.0, -1500.0, -1500.0]
    for _ in range(1499):
        learner.learn(learner.decide(), [1.0, 0.0, 1.0])
    expected = np.exp([1.0, 0.0, -1499.0])
    np.testing.assert_allclose(learner.weights, expected / expected.sum(), rtol=1e-12, atol=0.0)
    decision = learner.decide(action=1)
    assert decision.chance == pytest.approx(1 / (1 + math.e))


@pytest.mark.parametrize("n", [2, 3, 9])
def test_a_ticket_learned_after_many_rebases_is_learned_with_its_own_chances(n: int) -> None:
    """Between decision and losses all weights fall by e^-1500, and with them the reference they are measured from."""
    rng = np.random.default_rng(n)
    graph, full = graphs.bandit(n), graphs.full_information(n)
    learner = sl.Exp3IX(n, eta=5.0, gamma=0.1, seed=1)
    for _ in range(5):
        learner.learn(learner.decide(), revealed_losses(full, 0, 0.1 * rng.random(n)), graph=full)
    waiting = [learner.decide(action=i) for i in range(n)]
    before = learner.chances()
    assert [decision.chance for decision in waiting] == pytest.approx(before.tolist(), rel=1e-12)
    for k in range(300):
        losses = np.full(n, 0.9 + 0.1 * (k % 2))
        learner.learn(learner.decide(), revealed_losses(full, 0, losses), graph=full)
    now = learner.chances()
    for decision in waiting:
        i = decision.action
        learned = learner.learn(decision, {i: 1.0}, graph=graph)
        assert learned.estimates[i] == pytest.approx(1.0 / (before[i] + 0.1), rel=1e-12)
        tree_agrees_with_totals(learner)
    expected = now * np.exp(-5.0 / (before + 0.1))
    np.testing.assert_allclose(learner.weights, expected / expected.sum(), rtol=1e-9)
    assert learner._tickets.journal.size == 0, "nothing is kept for nobody"


@pytest.mark.filterwarnings("ignore:WeakIX skipped:sidelight.NoGuaranteeWarning")
@pytest.mark.parametrize("seed", range(12))
def test_tickets_in_any_interleaving_are_learned_with_the_chances_of_their_decisions(seed: int) -> None:
    """Estimates are checked against chances noted down when the decision was made; the journal is compacted often."""
    rng = np.random.default_rng(seed)
    name = str(rng.choice(["Exp3IX", "StrongIX", "WeakIX", "Exp3Set", "Exp3G"]))
    learner = random_learner(name, int(rng.integers(2, 9)), rng)
    n = learner.n_actions
    waiting: list[tuple[sl.Decision, FeedbackGraph, Any]] = []
    implicit = learner.parameters["gamma"] if learner.algorithm.implicit else 0.0
    for _ in range(300):
        if rng.random() < 0.55 or not waiting:
            graph = graphs_for(learner, rng)
            given = (graph,) if learner.algorithm.informed else ()
            chances = learner.chances(*given)  # type: ignore[attr-defined]
            waiting.append((decided(learner, graph, action=int(rng.integers(n))), graph, chances))
            continue
        decision, graph, chances = waiting.pop(int(rng.integers(len(waiting))))
        learned = learner.learn(decision, revealed_losses(graph, decision.action, np.ones(n)), graph=graph)
        if learned.skipped:
            continue
        matrix = graph.to_matrix()
        for j, estimate in learned.estimates.items():
            seen = math.fsum(chances[matrix[:, j]]) + implicit * graph.loops[j]
            assert estimate == pytest.approx(1.0 / max(seen, 1e-290), rel=1e-9)
        tree_agrees_with_totals(learner)


def test_the_journal_holds_no_more_than_open_tickets_need() -> None:
    learner = sl.Exp3IX(5, eta=0.1, gamma=0.1, graph=graphs.full_information(5), seed=1)
    oldest = learner.decide()
    for _ in range(2000):
        learner.learn(learner.decide(), [0.5] * 5)
    assert learner._tickets.journal.size <= 64
    learner.snapshot()
    assert learner._tickets.journal.size == 5
    learner.learn(oldest, [0.5] * 5)
    assert learner._tickets.journal.size == 0


def test_a_rebase_is_undone_for_actions_that_were_not_touched_since() -> None:
    """One of 200 actions holds all weight, loses it in one step, and everything is measured anew; a ticket is older."""
    n = 200
    learner = sl.Exp3IX(n, eta=200.0, gamma=0.1, seed=1)
    losses = np.ones(n)
    losses[0] = 0.0
    learner.learn(learner.decide(), losses, graph=graphs.full_information(n))
    waiting = [learner.decide(action=5), learner.decide(action=0), learner.decide(action=7)]
    assert waiting[0].chance < 1e-70
    before = learner._state[weights.REFERENCE]
    learner.learn(learner.decide(action=0), {0: 1.0}, graph=graphs.bandit(n))
    assert learner._state[weights.REFERENCE] != before, "the test must make it rebase"
    assert learner.chances()[5] > 1e-3
    for decision, estimate in zip(waiting, (1.0 / 0.1, 1.0 / 1.1, 1.0 / 0.1), strict=True):
        learned = learner.learn(decision, {decision.action: 1.0}, graph=graphs.bandit(n))
        assert learned.estimates[decision.action] == pytest.approx(estimate, rel=1e-12)
        tree_agrees_with_totals(learner)

"""Learners on a schedule do what the formulas say: in time, late, out of order, across the end of an epoch."""

from typing import Any

import numpy as np
import pytest
from tests.learners_at_hand import INFORMED, SCHEDULED, decided, graphs_for, losses_of, made, usual_graph
from tests.reference_schedules import Drawn, OnSchedule

from sidelight import FeedbackGraph, Learner, graphs
from sidelight.kernels.schedule import REMEMBERED
from sidelight.learners.plans import dominating_vector

ROUNDS = 400
pytestmark = pytest.mark.filterwarnings("ignore:WeakIX skipped")


def pool_for(name: str, n: int) -> list[FeedbackGraph]:
    """Graphs to go round in."""
    learner = name.split()[0]
    if learner == "Hedge":
        return [graphs.full_information(n), graphs.full_information(n).stored_as("csr")]
    if learner == "Exp3":
        return [graphs.bandit(n), graphs.bandit(n).stored_as("csr")]
    pool = graphs_for(learner, n)
    return [*pool, graphs.directed_cycle(n)] if learner == "WeakIX" else pool  # in which a round may be skipped


def exploration(name: str, graph: FeedbackGraph) -> Any:
    return dominating_vector(graph, "fractional") if name.split()[0] in INFORMED else None


def by_law(drawn: Drawn, rng: np.random.Generator) -> int:
    return int(rng.choice(drawn.law.chances.size, p=drawn.law.chances))


def assert_alike(learner: Learner, reference: OnSchedule, round_: int) -> None:
    for parameter, value in learner.parameters.items():
        assert value == pytest.approx(reference.dense.params[parameter], rel=1e-9), (round_, parameter)
    logs = -reference.dense.params["eta"] * reference.totals
    np.testing.assert_allclose(
        learner.log_weights - learner.log_weights.max(), logs - logs.max(), rtol=1e-8, atol=1e-8, err_msg=str(round_)
    )


@pytest.mark.parametrize("name", SCHEDULED)
@pytest.mark.parametrize("n", [2, 6, 17])
def test_rounds_in_time(name: str, n: int) -> None:
    learner, reference, rng = made(name, n), OnSchedule(name, n), np.random.default_rng(n)
    pool, events = pool_for(name, n), 0
    for round_ in range(ROUNDS):
        graph = pool[round_ % len(pool)]
        losses = losses_of(3, round_, n) ** 2
        drawn = reference.decide(exploration(name, graph))
        action = by_law(drawn, rng)
        decision = decided(learner, graph, action=action)
        assert decision.chance == pytest.approx(drawn.law.chances[action], rel=1e-8)
        before = learner.parameters
        learned = learner.learn(decision, losses[graph.reveals(action)], **usual_graph(learner, graph))
        assert learned.skipped == drawn.law.skipped
        set_exactly(learner)
        reference.learn(drawn, action, losses, graph.to_matrix())
        assert_alike(learner, reference, round_)
        events += learner.parameters != before
    assert name.startswith("WeakIX") or events > 3, "rates must have changed"


@pytest.mark.parametrize("name", SCHEDULED)
@pytest.mark.parametrize("seed", range(4))
def test_late_and_out_of_order(name: str, seed: int) -> None:
    """Chances, gamma and beta are the ticket's, eta is the present one; of ended epochs nothing is learned."""
    n, rng = 5, np.random.default_rng(seed)
    learner, reference = made(name, n), OnSchedule(name, n)
    pool, waiting, ended = pool_for(name, n), list[Any](), 0
    for round_ in range(ROUNDS):
        graph = pool[rng.integers(len(pool))]
        drawn = reference.decide(exploration(name, graph))
        action = by_law(drawn, rng)
        decision = decided(learner, graph, action=action)
        assert decision.chance == pytest.approx(drawn.law.chances[action], rel=1e-8)
        waiting.append((decision, drawn, graph))
        while len(waiting) > rng.integers(12):
            ticket, law, on = waiting.pop(rng.integers(len(waiting)))
            losses = losses_of(seed, ticket.round, n) ** 2
            learned = learner.learn(ticket, losses[on.reveals(ticket.action)], **usual_graph(learner, on))
            over = law.epoch != reference.epoch
            assert learned.skipped == (law.law.skipped or over)
            ended += over
            set_exactly(learner)
            reference.learn(law, ticket.action, losses, on.to_matrix())
            assert_alike(learner, reference, round_)
    assert "adaptive" in name or ended > 0, "some ticket must have outlived its epoch"


def set_exactly(learner: Learner) -> None:
    """Q is not to be followed from round to round, where it may be a tenth too large."""
    learner._state[REMEMBERED] = 0.0


@pytest.mark.parametrize("rule", ["light", "cautious"])
@pytest.mark.parametrize("name", ["Exp3IX adaptive", "StrongIX adaptive", "WeakIX adaptive"])
def test_both_tunings(name: str, rule: str) -> None:
    n, rng = 6, np.random.default_rng(1)
    learner, reference, pool = made(name, n, tuning=rule), OnSchedule(name, n, rule), pool_for(name, n)
    for round_ in range(100):
        graph = pool[round_ % len(pool)]
        drawn = reference.decide(exploration(name, graph))
        action = by_law(drawn, rng)
        decision = decided(learner, graph, action=action)
        losses = losses_of(4, round_, n)
        learner.learn(decision, losses[graph.reveals(action)], **usual_graph(learner, graph))
        set_exactly(learner)
        reference.learn(drawn, action, losses, graph.to_matrix())
        assert_alike(learner, reference, round_)

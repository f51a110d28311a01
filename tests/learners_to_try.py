"""Every registered learner with random parameters, on random graphs that it is made for, in random states."""

from typing import Any

import numpy as np

from sidelight import FeedbackGraph, InvalidGraph, Learner, graphs
from sidelight.learners import LEARNERS
from sidelight.learners.table import Domain, Serves
from tests.named_graphs import closed, random_digraph

NAMES = list(LEARNERS)
STORAGES = ("csr", "cliques", "intervals", "complement")


def random_parameters(name: str, rng: np.random.Generator) -> dict[str, float]:
    """Anywhere in their domains."""
    return {key: _inside(domain, rng) for key, domain in LEARNERS[name].algorithm.parameters.items()}


def _inside(domain: Domain, rng: np.random.Generator) -> float:
    if domain.closed and rng.random() < 0.15:
        return domain.above
    return float(domain.above + rng.uniform(0.01, 1.0) * (min(domain.at_most, 1.0) - domain.above))


def random_learner(name: str, n: int, rng: np.random.Generator, **options: Any) -> Learner:
    """With ``n`` actions; options as ``graph`` are handed on."""
    given: dict[str, Any] = {**random_parameters(name, rng), **options}
    if name == "Exp3G" and rng.random() < 0.5 and "explore" not in given:
        given["explore"] = rng.permutation(n)[: rng.integers(1, n + 1)]
    return LEARNERS[name](n, seed=int(rng.integers(2**60)), **given)


def graphs_for(learner: Learner, rng: np.random.Generator) -> FeedbackGraph:
    """A graph that the theory of this learner covers, in any of the storages that can hold it."""
    n, serves = learner.n_actions, learner.algorithm.serves
    explored = getattr(learner, "explore", None)
    while True:
        graph = _random_graph(serves, n, rng)
        if not isinstance(explored, np.ndarray) or (graph.loops | graph.to_matrix()[explored].any(axis=0)).all():
            return stored_anyhow(graph, rng)


def stored_anyhow(graph: FeedbackGraph, rng: np.random.Generator) -> FeedbackGraph:
    """The same graph in a storage drawn from those that can hold it."""
    for storage in rng.permutation(STORAGES):
        try:
            return graph.stored_as(str(storage))
        except InvalidGraph:
            continue
    return graph


def _random_graph(serves: Serves, n: int, rng: np.random.Generator) -> FeedbackGraph:
    if serves is Serves.FULL:
        return graphs.full_information(n)
    if serves is Serves.BANDIT:
        return graphs.bandit(n)
    matrix = random_digraph(rng, n, rng.random())
    if serves is Serves.ANY:
        return FeedbackGraph.from_matrix(matrix)
    if serves is Serves.SELF_AWARE or n == 1:
        return _shaped(n, rng) if rng.random() < 0.4 else FeedbackGraph.from_matrix(closed(matrix))
    if serves is Serves.STRONG:
        return _strong(matrix, rng)
    for j in np.flatnonzero(~matrix.any(axis=0)):
        matrix[rng.integers(n), j] = True
    return _strong(matrix, rng) if rng.random() < 0.3 else FeedbackGraph.from_matrix(matrix)


def _strong(matrix: Any, rng: np.random.Generator) -> FeedbackGraph:
    n = len(matrix)
    matrix = closed(matrix)
    for j in np.flatnonzero(rng.random(n) < rng.choice([0.3, 0.7, 1.0])):
        matrix[:, j] = True
        matrix[j, j] = False
    return FeedbackGraph.from_matrix(matrix)


def _shaped(n: int, rng: np.random.Generator) -> FeedbackGraph:
    if rng.random() < 0.5:
        return FeedbackGraph.from_cliques(rng.integers(0, 1 + n // 2, n))
    first, stop = np.sort(rng.integers(0, n + 1, (2, n)), axis=0)
    own = np.arange(n)
    return FeedbackGraph.from_intervals(np.minimum(first, own), np.maximum(stop, own + 1))


def decided(learner: Learner, graph: FeedbackGraph, **how: Any) -> Any:
    """A decision, the graph shown before it if the learner asks for that."""
    return learner.decide(graph, **how) if learner.algorithm.informed else learner.decide(**how)  # type: ignore[attr-defined]


def chances_on(learner: Learner, graph: FeedbackGraph) -> Any:
    """p~ on this graph."""
    return learner.chances(graph) if learner.algorithm.informed else learner.chances()  # type: ignore[attr-defined]


def revealed_losses(graph: FeedbackGraph, action: int, losses: Any) -> dict[int, float]:
    """What playing ``action`` shows."""
    return {int(j): float(losses[j]) for j in graph.reveals(action)}


def play_at_random(learner: Learner, rounds: int, rng: np.random.Generator) -> None:
    """Forced actions on random graphs; one action tends to lose less, so that weights become uneven."""
    n = learner.n_actions
    good = int(rng.integers(n))
    for _ in range(rounds):
        graph = graphs_for(learner, rng)
        decision = decided(learner, graph, action=int(rng.integers(n)))
        losses = rng.choice([0.0, 1.0, rng.random()], n)
        losses[good] *= 0.1
        learner.learn(decision, revealed_losses(graph, decision.action, losses), graph=graph)

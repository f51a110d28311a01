"""Random sequences of decisions, each made by a learner and by the dense reference, compared at every step.

A sequence is a function of its seed: graphs of all classes in all storages, changing over time; tickets learned late,
out of order or never; actions forced; losses by index, by label or in order; a snapshot in between.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

import sidelight
from sidelight import Decision, FeedbackGraph, InvalidGraph, Learned
from sidelight.graphs.storage import STORAGES
from sidelight.learners import LEARNERS
from tests.reference import GAINS, INFORMED, Dense, DenseTicket, Estimated, Vector

Matrix = NDArray[np.bool_]
BEYOND = 30.0  # a step of more than so many nats is not learned: it would make rounding errors large
SMALLEST = 1e-290


@dataclass(frozen=True)
class Pooled:
    """One graph: as a matrix, and in each storage that can hold it."""

    matrix: Matrix
    held: list[FeedbackGraph]


def matrices(rng: np.random.Generator, K: int) -> list[Matrix]:
    """Of each class and each shape."""
    eye, ones = np.eye(K, dtype=np.bool_), np.ones((K, K), np.bool_)
    sparse = rng.random((K, K)) < rng.uniform(0.05, 0.9)
    loopless = rng.random(K) < 0.5
    strong = sparse | eye | loopless[None, :]
    strong[loopless, loopless] = False
    part = rng.integers(0, max(1, K // 2), K)
    cliques = part[:, None] == part
    place, first = np.arange(K), rng.integers(0, K, K)
    stop = np.array([rng.integers(low, K + 1) for low in first])
    ranges = (first[:, None] <= place) & (place < stop[:, None])
    hidden = ones.copy()
    hidden[rng.integers(0, K, K), rng.integers(0, K, K)] = False
    return [
        eye, ones, ones & ~eye, sparse, sparse | eye, sparse & ~eye, strong, cliques, cliques & ~eye,
        ranges, ranges | eye, place <= place[:, None], place >= place[:, None], place < place[:, None],
        hidden, hidden | eye, np.outer(rng.random(K) < 0.4, np.ones(K, np.bool_)),
    ]  # fmt: skip


@cache
def pool(K: int) -> list[Pooled]:
    """Graphs on K actions."""
    rng = np.random.default_rng(K)
    unique = {m.tobytes(): m for _ in range(4 if K < 10 else 1) for m in matrices(rng, K)}
    return [Pooled(m, everywhere(FeedbackGraph.from_matrix(m))) for m in unique.values()]


def everywhere(graph: FeedbackGraph) -> list[FeedbackGraph]:
    """The graph in each storage that can hold it."""
    held = []
    for storage in STORAGES:
        try:
            held.append(graph.stored_as(storage))
        except InvalidGraph:
            assert storage not in ("csr", "complement")
    return held


def served(name: str, m: Matrix) -> bool:
    """Whether the theory of a learner covers a graph."""
    K = len(m)
    loops, in_degrees = m.diagonal(), m.sum(axis=0)
    strong = loops | ((in_degrees == K - 1) & (in_degrees > 0))
    return K == 1 or {
        "Hedge": m.all(),
        "Exp3P": np.array_equal(m, np.eye(K)),
        "StrongIX": strong.all(),
        "Exp3G": in_degrees.all(),
        "WeakIX": in_degrees.all(),
        "Uniform": True,
    }.get(name, loops.all())


def parameters(rng: np.random.Generator, name: str) -> dict[str, float]:
    """Legal ones, the ends of their ranges among them."""
    eta, half = float(rng.choice([0.01, 0.1, 0.5, rng.uniform(0, 0.5)])), float(rng.choice([0.05, 0.5, rng.uniform()]))
    small = float(rng.choice([1e-6, 0.01, 0.5, rng.uniform(0.001, 0.5)]))
    return {
        "Exp3IX": {"eta": 4 * eta, "gamma": small},
        "Exp3P": {"eta": eta, "gamma": half, "beta": small},
        "Exp3G": {"eta": eta, "gamma": half},
        "ELPP": {"eta": 0.2 * eta, "beta": small},
        "StrongIX": {"eta": eta, "gamma": small, "beta": float(rng.choice([0.0, 0.5, small]))},
        "WeakIX": {"eta": eta, "gamma": small, "eps": float(rng.choice([0.02, 0.1, 0.25, 0.6]))},
        "Uniform": {},
    }.get(name, {"eta": eta})


def losses_of(rng: np.random.Generator, K: int) -> Vector:
    """In [0, 1], often at its ends."""
    kind = rng.integers(5)
    if kind == 0:
        return (rng.random(K) < 0.5).astype(np.float64)
    return np.full(K, float(rng.integers(2))) if kind == 1 else rng.random(K)


class Sequence:
    """A learner and its reference, side by side."""

    def __init__(self, name: str, seed: int, K: int) -> None:
        self.rng = rng = np.random.default_rng([seed, K])
        self.name, self.K = name, K
        params: Any = parameters(rng, name)
        lenient = bool(rng.random() < 0.3)
        self.graphs = [g for g in pool(K) if lenient or served(name, g.matrix)]
        settings: dict[str, Any] = {}
        if name == "Exp3G" and rng.random() < 0.5:
            settings["explore"] = sorted(rng.choice(K, int(rng.integers(1, K + 1)), replace=False).tolist())
            lenient = True
        self.method = str(rng.choice(["auto", "exact", "greedy", "fractional"]))
        if name == "WeakIX":
            settings["explore"] = self.method
        self.learner: Any = LEARNERS[name](K, **params, **settings, seed=seed, strict=not lenient)
        self.dense = Dense(name, K, params, settings.get("explore") if name == "Exp3G" else None)
        self.open: list[tuple[Decision, DenseTicket, Pooled, FeedbackGraph | None]] = []
        self.explored: dict[tuple[bytes, str], Vector] = {}
        self.numbers: list[float] = []  # all that the learner said, for comparison with another run
        self.learned = 0

    def play(self, length: int) -> None:
        """So many steps, each a decision or something learned."""
        for _ in range(length):
            if self.open and (len(self.open) > 4 or self.rng.random() < 0.55):
                self.learn(self.open.pop(int(self.rng.integers(len(self.open)))))
            else:
                self.decide()
            if self.rng.random() < 0.03:
                self.learner = sidelight.restore(json.dumps(self.learner.snapshot()))
        for ticket in self.open:
            self.learn(ticket)

    def decide(self) -> None:
        rng = self.rng
        pooled = self.graphs[int(rng.integers(len(self.graphs)))]
        action = int(rng.integers(self.K)) if rng.random() < 0.7 else None
        graph, given = None, {}
        if self.name in INFORMED:
            graph = pooled.held[int(rng.integers(len(pooled.held)))]
            if self.name == "WeakIX" and rng.random() < 0.3:
                given = {"explore": dominating_set(rng, pooled.matrix)}
            ticket = self.dense.decide(self.exploration(pooled, graph, given))
        else:
            ticket = self.dense.decide()
        chances = self.learner.chances(*([] if graph is None else [graph]), **given)
        close(chances, ticket.chances, 1e-12)
        decision = self.learner.decide(*([] if graph is None else [graph]), action=action, **given)
        assert action is None or decision.action == action
        close(decision.chance, ticket.chances[decision.action], 1e-12)
        self.open.append((decision, ticket, pooled, graph))
        self.numbers += [decision.action, decision.chance, *chances.tolist()]

    def exploration(self, pooled: Pooled, graph: FeedbackGraph, given: dict[str, list[int]]) -> Vector:
        """The vector explored by, from the graph's own numbers; storages may differ where several are cheapest."""
        if given:
            return indicator(given["explore"], self.K)
        key = pooled.matrix.tobytes(), graph.storage
        if key not in self.explored:
            blind = np.flatnonzero(~pooled.matrix.any(axis=0))
            if blind.size:  # nobody reveals them: they need not be explored for
                graph = graph | FeedbackGraph.from_edges(self.K, np.column_stack((blind, blind)))
            self.explored[key] = explored_by(graph, self.name, self.method)
            revealed = pooled.matrix.T.astype(np.float64) @ self.explored[key]
            wanted = pooled.matrix.any(axis=0) & ((self.name == "ELPP") | ~pooled.matrix.diagonal())
            assert (revealed[wanted] >= 1 - 1e-9).all()
        return self.explored[key]

    def learn(self, opened: tuple[Decision, DenseTicket, Pooled, FeedbackGraph | None]) -> None:
        decision, ticket, pooled, graph = opened
        rng = self.rng
        losses = losses_of(rng, self.K)
        made = self.dense.estimate(ticket, decision.action, losses, pooled.matrix)
        if np.abs(made.lhat + made.b).max() * self.dense.params.get("eta", 0.0) > BEYOND:
            self.learner.forget(decision)
            return
        seen = pooled.held[int(rng.integers(len(pooled.held)))]
        labelled = graph is None and rng.random() < 0.2
        if labelled:
            seen = seen.with_labels([f"action {i}" for i in range(self.K)])
        known = graph is not None and rng.random() < 0.5
        learned = self.learner.learn(
            decision if rng.random() < 0.8 else decision.round,
            told(rng, losses, np.flatnonzero(pooled.matrix[decision.action]), labelled),
            graph=None if known else seen,
        )
        self.dense.learn(made)
        self.compare(learned, made, ticket, pooled, decision.action)
        self.learned += 1

    def compare(self, learned: Learned, made: Estimated, ticket: DenseTicket, pooled: Pooled, action: int) -> None:
        rows = np.flatnonzero(pooled.matrix[action])
        assert learned.own_loss == made.own
        assert learned.own_loss_seen == pooled.matrix[action, action]
        assert learned.skipped == (ticket.skipped and self.K > 1)
        assert learned.revealed.tolist() == rows.tolist() == list(learned.estimates)
        estimates = np.array(list(learned.estimates.values()))
        close(estimates, made.lhat[rows], 1e-11, atol=1e-11 if self.name in GAINS else 0.0)
        close([learned.bias.get(j, 0.0) for j in range(self.K)], made.b, 1e-11)
        weights, p = self.learner.weights, self.dense.p
        close(weights[p > SMALLEST], p[p > SMALLEST], 1e-12)
        said, lw = self.learner.log_weights, self.dense.log_weights
        close(said - said[int(lw.argmax())], lw - lw.max(), 1e-12, atol=1e-12)
        self.numbers += [*estimates.tolist(), *learned.bias.values(), *weights.tolist(), *said.tolist()]


def told(rng: np.random.Generator, losses: Vector, rows: NDArray[np.int64], labelled: bool) -> Any:
    """The losses of ``rows``, by label, by index in any order, or in their own order; all others are poison."""
    order = rng.permutation(rows)
    if labelled:
        return {f"action {i}": float(losses[i]) for i in order}
    form = rng.integers(3)
    if form == 0:
        return {int(i): float(losses[i]) for i in order}
    return losses[rows] if form == 1 else losses[rows].tolist()


def indicator(actions: list[int], K: int) -> Vector:
    return np.array([float(i in actions) for i in range(K)])


def dominating_set(rng: np.random.Generator, m: Matrix) -> list[int]:
    """Some set that reveals all loopless actions that can be revealed."""
    wanted = ~m.diagonal() & m.any(axis=0)
    chosen: list[int] = []
    for i in rng.permutation(len(m)).tolist():
        if (m[i] & wanted & ~m[chosen].any(axis=0)).any():
            chosen.append(i)
    return chosen


def explored_by(graph: FeedbackGraph, name: str, method: str) -> Vector:
    """What the graph says is best to explore by."""
    if name == "ELPP":
        return graph.fractional_revealing().vector
    if method in ("auto", "fractional"):
        return graph.fractional_domination().vector
    chosen = graph.weak_domination_number().witness if method == "exact" else graph.dominating_set()
    return indicator(np.asarray(chosen).tolist(), graph.n_actions)


def close(said: Any, expected: Any, rtol: float, atol: float = 0.0) -> None:
    np.testing.assert_allclose(said, expected, rtol=rtol, atol=atol)


def sampled(name: str, seeds: range, length: int = 16) -> tuple[int, list[float]]:
    """Run sequences of a learner; returns how many tickets were learned, and all numbers said."""
    learned, numbers = 0, []
    for seed in seeds:
        sequence = Sequence(name, seed, 1 + seed % 9 if seed % 50 else 37 + seed % 7)
        sequence.play(length)
        learned += sequence.learned
        numbers += sequence.numbers
    return learned, numbers

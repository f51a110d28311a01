"""One decision at a time, from Python."""

from __future__ import annotations

import statistics
from collections.abc import Iterator

import numpy as np

import sidelight as sl
from benchmarks.hand_written import numpy_bandit
from benchmarks.rows import Row, fresh_process, processor_seconds, side_by_side

ETA, GAMMA = 0.01, 0.005
FIRST_CALL = """
import sidelight as sl
learner = sl.StrongIX(10, eta=.1, gamma=.1, beta=.1, graph=sl.graphs.bandit(10), seed=1)
decision = learner.decide()
learner.learn(decision, {decision.action: .5})
"""


def rows() -> Iterator[Row]:
    """Beside the numpy loop, at a million actions, and from a cold start."""
    for n, target in ((10, 5.0), (1000, 8.0)):
        rounds = 20_000
        means = np.full(n, 0.5)
        means[0] = 0.4
        ours, theirs = side_by_side(
            lambda n=n, rounds=rounds, means=means: decide_and_learn(n, rounds, means),  # type: ignore[misc]
            lambda n=n, rounds=rounds, means=means: numpy_bandit(n, rounds, ETA, GAMMA, means, 1),  # type: ignore[misc]
            pairs=7,
        )
        work = f"decide + learn, bandit, K = {n}"
        yield Row(work, ours / rounds * 1e6, "us", "numpy", theirs / rounds * 1e6, at_least=target)
    yield Row("decide + learn, ring of 10, K = 10^6", on_a_ring(10**6, 20_000), "us")
    yield Row("decide + learn, ring of 10, K = 10^3", on_a_ring(10**3, 20_000), "us")
    yield Row("first call in a fresh process, caches warm, all in all", first_call(), "s", at_most=0.6)


def decide_and_learn(n: int, rounds: int, means: np.ndarray) -> None:
    """The loop that a user writes."""
    learner = sl.Exp3IX(n, eta=ETA, gamma=GAMMA, graph=sl.graphs.bandit(n), seed=1)
    draws = np.random.default_rng(0).random(rounds).tolist()
    likely = means.tolist()
    for draw in draws:
        decision = learner.decide()
        learner.learn(decision, {decision.action: 1.0 if draw < likely[decision.action] else 0.0})


def wide_ring(n: int) -> sl.FeedbackGraph:
    """Each action reveals itself and the next nine, edge by edge."""
    actions = np.arange(n)
    edges = np.column_stack((np.repeat(actions, 10), (actions[:, None] + np.arange(10)).ravel() % n))
    return sl.FeedbackGraph.from_edges(n, edges)


def on_a_ring(n: int, rounds: int) -> float:
    """Microseconds a round."""
    learner = sl.Exp3IX(n, eta=ETA, gamma=GAMMA, graph=wide_ring(n), seed=1)
    losses = np.random.default_rng(0).random((rounds, 10))

    def play() -> None:
        for row in losses:
            learner.learn(learner.decide(), row)

    play()
    return statistics.median(processor_seconds(play) for _ in range(5)) / rounds * 1e6


def first_call() -> float:
    """Processor seconds of a process that imports, decides and learns once, with machine code in its cache."""
    probe = f"import time\n{FIRST_CALL}\nprint(time.process_time())"
    runs = [fresh_process(probe) for _ in range(6)]
    return statistics.median(float(printed) for printed in runs[1:])

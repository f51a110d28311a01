"""One decision at a time, from Python."""

from __future__ import annotations

import statistics
import timeit
from collections.abc import Callable, Iterator
from typing import Any

import numba
import numpy as np

import sidelight as sl
from benchmarks.hand_written import Floats, numpy_bandit
from benchmarks.rows import Row, fresh_process, processor_seconds, side_by_side
from sidelight.kernels import weights
from sidelight.kernels.compiled import direct
from sidelight.kernels.memory import Places
from sidelight.learners.plans import EVENLY

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
    for n in (10, 1000):
        ours, fixed = side_by_side(
            lambda n=n: decide_and_learn(n, 20_000, np.full(n, 0.5), adaptive=True),  # type: ignore[misc]
            lambda n=n: decide_and_learn(n, 20_000, np.full(n, 0.5)),  # type: ignore[misc]
            pairs=7,
        )
        yield Row(f"decide + learn, bandit, K = {n}, adaptive", ours / 0.02, "us", "fixed", fixed / 0.02)
    yield Row("decide + learn, ring of 10, K = 10^6", on_a_ring(10**6, 20_000), "us")
    yield Row("decide + learn, ring of 10, K = 10^3", on_a_ring(10**3, 20_000), "us")
    yield from what_a_call_costs()
    yield Row("first call in a fresh process, caches warm, all in all", first_call(), "s", at_most=0.6)


def decide_and_learn(n: int, rounds: int, means: np.ndarray, *, adaptive: bool = False) -> None:
    """The loop that a user writes."""
    fixed = {} if adaptive else {"eta": ETA, "gamma": GAMMA}
    learner = sl.Exp3IX(n, **fixed, graph=sl.graphs.bandit(n), seed=1)  # type: ignore[arg-type]
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


def five_arrays(a: Floats, b: Floats, c: Floats, d: Floats, e: Floats) -> float:
    """Nothing, of five arrays."""
    return 0.0


def one_table(table: Any) -> float:
    """Nothing, of a table of addresses."""
    return 0.0


def what_a_call_costs() -> Iterator[Row]:
    """Why the two doors of a round are called as they are: nanoseconds a call."""
    arrays = [np.zeros(4) for _ in range(5)]
    places = Places(*arrays)
    drawn_at = Places(weights.fresh(10, 0.1, 0.1, 0.1), EVENLY).table
    five, one = direct(numba.njit(five_arrays), *arrays), direct(numba.njit(one_table), places.table)
    door = direct(weights.decided, drawn_at, 0.0, 1, 101, 5)

    def nanoseconds(call: Callable[[], object]) -> float:
        return min(timeit.repeat(call, number=100_000, repeat=5)) * 1e4

    by_door = nanoseconds(lambda: door(drawn_at, 0.0, 1, 101, 5))
    looked_at = nanoseconds(lambda: weights.decided(drawn_at, 0.0, 1, 101, 5))
    yield Row("  a draw past numba's look at types", by_door, "ns", "with it", looked_at)
    by_table = nanoseconds(lambda: one(places.table))
    handed_over = nanoseconds(lambda: five(*arrays))
    yield Row("  handing over a table of addresses", by_table, "ns", "five arrays", handed_over)


def first_call() -> float:
    """Processor seconds of a process that imports, decides and learns once, with machine code in its cache."""
    probe = f"import time\n{FIRST_CALL}\nprint(time.process_time())"
    runs = [fresh_process(probe) for _ in range(6)]
    return statistics.median(float(printed) for printed in runs[1:])

"""The compiled game beside the numpy loop, and beside the same by hand in C."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from functools import partial

import numpy as np

import sidelight as sl
from benchmarks.hand_written import Floats, c_game, numpy_bandit
from benchmarks.interactive import wide_ring
from benchmarks.rows import Row, side_by_side

PAIRS = 7


def rows() -> Iterator[Row]:
    """Bandit, cliques, rings, threads."""
    for n, faster, limit in ((10, 200.0, 3.0), (100, 350.0, 2.0), (1000, 120.0, 1.5)):
        yield beside_numpy(n, faster)
        yield beside_c(f"bandit, K = {n}", sl.graphs.bandit(n), ("bandit", n), 1_000_000, limit)
    yield beside_c("10 cliques of 100", sl.graphs.cliques([100] * 10), ("cliques", 1000, 100), 200_000, 1.5)
    costs = []
    for power, limit in ((3, 1.5), (4, 1.5), (5, 1.5), (6, 2.0)):
        rounds = 200_000
        row = beside_c(
            f"ring, each reveals 10, K = 10^{power}", wide_ring(10**power), ("ring", 10**power), rounds, limit
        )
        costs.append(row.ours)
        yield row
    yield Row("  10^6 actions beside 10^3", costs[-1], "ns", "itself", costs[0], at_most=6.0)
    yield from adaptive_beside_fixed()
    yield from certified_beside_not()
    yield two_workers()


def adaptive_beside_fixed() -> Iterator[Row]:
    """What it costs to follow Q and take rates anew; the same graphs, the same rounds."""
    cases = [(f"bandit, K = {n}", sl.graphs.bandit(n), 500_000) for n in (10, 100, 1000)]
    cases += [("10 cliques of 100", sl.graphs.cliques([100] * 10), 100_000)]
    cases += [(f"ring, each reveals 10, K = 10^{power}", wide_ring(10**power), 100_000) for power in (3, 4, 5, 6)]
    for work, graph, rounds in cases:
        n = graph.n_actions
        eta, gamma, means = setting(n, rounds)
        world = sl.worlds.bernoulli(means, graph)
        adaptive, fixed = sl.Exp3IX(n), sl.Exp3IX(n, eta=eta, gamma=gamma)
        for learner in (adaptive, fixed):
            sl.play(learner, world, 10, workers=1)
        ours, theirs = side_by_side(
            partial(play_once, adaptive, world, rounds), partial(play_once, fixed, world, rounds), PAIRS
        )
        yield Row(f"game, {work}, adaptive", ours / rounds * 1e9, "ns", "fixed", theirs / rounds * 1e9)


def certified_beside_not() -> Iterator[Row]:
    """What it costs to know at each round how large regret is at most; the same draws, the same rounds."""
    cases = [("bandit, K = 10", sl.graphs.bandit(10), 500_000), ("bandit, K = 1000", sl.graphs.bandit(1000), 300_000)]
    cases += [(f"ring, each reveals 10, K = 10^{power}", wide_ring(10**power), 200_000) for power in (3, 4, 5)]
    for work, graph, rounds in cases:
        n = graph.n_actions
        eta, gamma, means = setting(n, rounds)
        world = sl.worlds.bernoulli(means, graph)
        certified, plain = (sl.Exp3IX(n, eta=eta, gamma=gamma, certify=certify) for certify in (True, False))
        for learner in (certified, plain):
            sl.play(learner, world, 10, workers=1)
        ours, theirs = side_by_side(
            partial(play_once, certified, world, rounds), partial(play_once, plain, world, rounds), PAIRS
        )
        limit = 2.0 if n == 10 else None
        yield Row(f"game, {work}, certified", ours / rounds * 1e9, "ns", "not", theirs / rounds * 1e9, at_most=limit)


def play_once(learner: sl.Learner, world: sl.worlds.World, rounds: int) -> object:
    """One game, one checkpoint."""
    return sl.play(learner, world, rounds, workers=1, checkpoints=1)


def setting(n: int, rounds: int) -> tuple[float, float, Floats]:
    """Rates for the horizon, and one action better than the others."""
    gamma = float(np.sqrt(np.log(n) / (2 * min(n, 1000) * rounds)))
    means = np.full(n, 0.5)
    means[0] = 0.4
    return 2 * gamma, gamma, means


def beside_numpy(n: int, faster: float) -> Row:
    """Rounds of each as many as it can in a fair time; nanoseconds a round."""
    many, few = 1_000_000, 10_000
    eta, gamma, means = setting(n, many)
    world, learner = sl.worlds.bernoulli(means, sl.graphs.bandit(n)), sl.Exp3IX(n, eta=eta, gamma=gamma)
    sl.play(learner, world, 10, workers=1)
    ours, theirs = side_by_side(
        lambda: sl.play(learner, world, many, workers=1, checkpoints=1),
        lambda: numpy_bandit(n, few, eta, gamma, means, 0),
        PAIRS,
    )
    work = f"game, bandit, K = {n}"
    return Row(work, ours / many * 1e9, "ns", "numpy", theirs / few * 1e9, at_least=faster)


def beside_c(
    work: str, graph: sl.FeedbackGraph, function: tuple[str, *tuple[int, ...]], rounds: int, limit: float
) -> Row:
    """The same game with the same rates; nanoseconds a round."""
    n = graph.n_actions
    eta, gamma, means = setting(n, rounds)
    world, learner = sl.worlds.bernoulli(means, graph), sl.Exp3IX(n, eta=eta, gamma=gamma)
    sl.play(learner, world, 10, workers=1)
    game = c_game(*function)
    if game is None:
        return Row(f"game, {work}", 0.0, "ns", note="no gcc here to compare with")
    ours, theirs = side_by_side(
        lambda: sl.play(learner, world, rounds, workers=1, checkpoints=1),
        lambda: game(rounds, eta, gamma, means, 1),
        PAIRS,
    )
    return Row(f"game, {work}", ours / rounds * 1e9, "ns", "C", theirs / rounds * 1e9, at_most=limit)


def two_workers() -> Row:
    """Elapsed time, for that is what a second worker is for."""
    world = sl.worlds.bernoulli([0.4] + [0.5] * 9, sl.graphs.bandit(10))
    learner = sl.Exp3IX(10, eta=0.01, gamma=0.005)

    def elapsed(workers: int) -> float:
        before = time.perf_counter()
        sl.play(learner, world, 200_000, seeds=40, workers=workers, checkpoints=1)
        return time.perf_counter() - before

    pairs = [(elapsed(1), elapsed(2)) for _ in range(PAIRS)]
    one, two = (statistics.median(times) for times in zip(*pairs, strict=True))
    return Row("8 million rounds by two workers", two, "s elapsed", "one worker", one, at_least=1.8)

"""Measured regret stays below the explicit bounds in all but a share delta of runs, against worlds that fight back.

The three algorithms are played here by a plain loop over all runs at once, written from the paper and not from this
library, so that a shared mistake would show. A share above delta would have to be so by chance 1e-6 of the time.
"""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from sidelight import FeedbackGraph, graphs
from sidelight.theory import (
    ImplicitSums,
    Run,
    StrongSums,
    Sums,
    WeakSums,
    exp3_ix,
    implicit_bound,
    strong_bound,
    strong_ix,
    weak_bound,
    weak_ix,
)

Floats = NDArray[np.float64]
RUNS, ROUNDS, DELTA, FALSE_ALARM = 120, 400, 0.3, 1e-6
World = Callable[[int, NDArray[np.int64], np.random.Generator], Floats]


def gap(t: int, last: NDArray[np.int64], rng: np.random.Generator) -> Floats:
    return (rng.random((RUNS, 6)) < np.where(np.arange(6) == 2, 0.3, 0.5)).astype(float)


def switch(t: int, last: NDArray[np.int64], rng: np.random.Generator) -> Floats:
    good = 0 if t < ROUNDS / 3 else 3
    return np.tile((np.arange(6) != good).astype(float), (RUNS, 1))


def punish(t: int, last: NDArray[np.int64], rng: np.random.Generator) -> Floats:
    """The action just played costs 1."""
    return np.where(np.arange(6) == last[:, None], 1.0, 0.0)


def games(matrices: Floats, x: Any, vector: Floats | None, world: World, seed: int) -> list[Run]:
    """All runs of Exp3-IX, Algorithm 1, or 2 (with a vector to explore), on graphs that repeat in a cycle."""
    rng = np.random.default_rng(seed)
    n = matrices.shape[1]
    totals, last = np.zeros((RUNS, n)), np.zeros(RUNS, np.int64)
    kept: list[list[Floats]] = [[], [], [], []]
    for t in range(ROUNDS):
        edges, loops = matrices[t % len(matrices)], np.diagonal(matrices[t % len(matrices)])
        p = np.exp(-x.eta * (totals - totals.min(axis=1, keepdims=True)))
        p /= p.sum(axis=1, keepdims=True)
        mass, even = (x.eta, np.full(n, 1.0 / n)) if x.learner == "StrongIX" else (0.0, np.zeros(n))
        if vector is not None and not loops.all():
            mass, even = x.eps * vector.sum(), vector / vector.sum()
        mixed = (1 - mass) * p + mass * even
        losses = world(t, last, rng)
        last = (rng.random((RUNS, 1)) > np.cumsum(mixed, axis=1)).sum(axis=1).clip(max=n - 1)
        seen = mixed @ edges
        totals += losses * edges[last] / (seen + x.gamma * loops)
        if x.learner == "StrongIX":
            totals += x.beta / np.where(seen > 0, seen, 1.0) * ((mixed > 0.5) & (loops == 0))
        for rows, row in zip(kept, (p, mixed, losses, last), strict=True):
            rows.append(row)
    cycle = [FeedbackGraph.from_matrix(matrix) for matrix in matrices]
    each = [cycle[t % len(cycle)] for t in range(ROUNDS)]
    by_run = [np.swapaxes(np.array(rows), 0, 1) for rows in kept]
    made = [[array[k] for array in by_run] for k in range(RUNS)]
    return [Run.of(p, mixed, losses, played, each, gamma=x.gamma) for p, mixed, losses, played in made]


def most_violations() -> int:
    """More than these of RUNS happen with chance below FALSE_ALARM, if each does with chance DELTA."""
    chances = [math.comb(RUNS, k) * DELTA**k * (1 - DELTA) ** (RUNS - k) for k in range(RUNS + 1)]
    return next(k for k in range(RUNS + 1) if math.fsum(chances[k + 1 :]) < FALSE_ALARM)


def matrices_of(*given: FeedbackGraph) -> Floats:
    return np.array([graph.to_matrix() for graph in given], np.float64)


SELF_AWARE = [graphs.ring(6), graphs.prefix(6)]
STRONG = [graphs.loopless_clique(6), graphs.ring(6)]
WEAK = [graphs.revealing_action(6), graphs.full_information(6)]


@pytest.mark.parametrize("world", [gap, switch, punish], ids=lambda world: world.__name__)
@pytest.mark.parametrize("rule", ["default", "light", "paper"])
def test_shares_of_violation(world: World, rule: str) -> None:
    allowed = most_violations()
    self_aware = Sums.worst(6, ROUNDS).given(alpha=2.0 * ROUNDS)
    x = exp3_ix(self_aware, DELTA, rule)
    before = implicit_bound(ImplicitSums.before(self_aware, x), x, DELTA).value
    runs = games(matrices_of(*SELF_AWARE), x, None, world, 1)
    measured = [implicit_bound(run.implicit_sums(), x, DELTA).value for run in runs]
    assert sum(run.regret() > bound for run, bound in zip(runs, measured, strict=True)) <= allowed
    assert max(measured) <= before

    strong = Sums.worst(6, ROUNDS).given(alpha=2.0 * ROUNDS, loopless=ROUNDS / 2, loop_alpha=1.5 * ROUNDS)
    x = strong_ix(strong, DELTA, rule)
    before = strong_bound(StrongSums.before(strong, x), x, DELTA).value
    runs = games(matrices_of(*STRONG), x, None, world, 2)
    measured = [strong_bound(run.strong_sums(), x, DELTA).value for run in runs]
    assert sum(run.regret() > bound for run, bound in zip(runs, measured, strict=True)) <= allowed
    assert max(measured) <= before

    half = ROUNDS / 2
    weak = Sums.worst(6, ROUNDS).given(domination=half, loopless=half, loop_alpha=ROUNDS)
    x = weak_ix(weak, DELTA, rule)
    before = weak_bound(WeakSums.before(weak, x), x, DELTA).value
    runs = games(matrices_of(*WEAK), x, np.eye(6)[0], world, 3)
    measured = [weak_bound(run.weak_sums(half, planned=half), x, DELTA).value for run in runs]
    assert sum(run.regret() > bound for run, bound in zip(runs, measured, strict=True)) <= allowed
    assert max(measured) <= before

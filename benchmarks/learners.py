"""Ten actions for a hundred million rounds: no NaN, no overflow, no drift."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

import sidelight as sl
from benchmarks.rows import Row, processor_seconds
from sidelight.kernels import round as kernel
from sidelight.kernels.memory import pointer
from sidelight.kernels.packed_graph import graph_in, revealed
from sidelight.kernels.randomness import address, uniform
from sidelight.kernels.sum_tree import n_leaves
from sidelight.kernels.weights import HEADER, drawn_action, exploration_in, weights_in
from sidelight.learners import Learner

Floats = NDArray[np.float64]
ROUNDS, K = 10**8, 10
BLOCK = 1000  # rounds; then another action is the good one, so that weights fall far and come back
# Adding T numbers one by one errs by about sqrt(T) / 2 units in the last place, 1e-12 of the sum at T = 10^8.
MOST_DRIFT = 1e-10


def _play(
    state: Floats,
    shares: Floats,
    mass: float,
    packed: NDArray[np.int32],
    bias_rule: int,
    start: int,
    stop: int,
    rows: NDArray[np.int64],
    work: Floats,
    sums: Floats,
    errors: Floats,
) -> None:
    """Rounds ``start .. stop - 1``; what is added to the totals is added up here too, rounding errors apart."""
    w, exploration, graph = weights_in(pointer(state)), exploration_in(pointer(shares), mass), graph_in(pointer(packed))
    s = kernel.scratch_in(w.n, pointer(rows), pointer(work))
    for t in range(start, stop):
        place = address(1, 101, t)
        count = revealed(graph, drawn_action(w, exploration, uniform(place, 0)), s.rows)
        good = (t // BLOCK * 7) % w.n
        for k in range(count):
            likely = 0.1 if s.rows[k] == good else 0.9
            s.losses[k] = 1.0 if uniform(place, 1 + s.rows[k]) < likely else 0.0
        count, biased, bias = kernel.estimate(w, exploration, graph, bias_rule, count, s)
        for k in range(count + 1):
            if k == count and biased < 0:
                break
            i, value = (s.rows[k], s.estimates[k]) if k < count else (biased, bias)
            total = sums[i] + value  # Neumaier's summation
            errors[i] += (sums[i] - total) + value if abs(sums[i]) >= abs(value) else (value - total) + sums[i]
            sums[i] = total
        kernel.apply(w, count, biased, bias, s)


play = numba.njit(nogil=True)(_play)


class Drift(NamedTuple):
    """How far a learner is from what exact sums would have made of it; relative, but for the logarithms."""

    totals: float
    log_weights: float
    root: float
    weights: float
    finite: bool


def played(learner: Any, graph: sl.FeedbackGraph, rounds: int, pieces: int = 100) -> Drift:
    """Play so many rounds; the worst drift seen at the end of any of the pieces."""
    n = learner.n_actions
    plan, state = learner._plan, learner._state
    rows, work = np.zeros(kernel.INTEGERS * n, np.int64), np.full(kernel.FLOATS * n, -1.0)
    sums, errors = np.zeros(n), np.zeros(n)
    borders = np.linspace(0, rounds, pieces + 1).astype(np.int64)
    worst = Drift(0.0, 0.0, 0.0, 0.0, True)
    for start, stop in zip(borders[:-1].tolist(), borders[1:].tolist(), strict=True):
        play(state, plan.shares, plan.mass, graph.packed, learner._bias, start, stop, rows, work, sums, errors)
        worst = _worse(worst, drift_of(learner, sums + errors))
    return worst


def drift_of(learner: Learner, exact: Floats) -> Drift:
    """Totals beside their exact sums, the root of the tree beside that of its leaves, and the sum of all weights."""
    n, state = learner.n_actions, learner._state
    totals, leaves = state[HEADER : HEADER + n], state[-n_leaves(n) :]
    gap = np.abs(totals - exact)
    chances = learner.weights
    return Drift(
        float((gap / np.maximum(np.abs(exact), 1.0)).max()),
        float(gap.max() * learner.parameters["eta"]),
        abs(float(state[HEADER + n + 1]) / math.fsum(leaves) - 1.0),
        abs(math.fsum(chances) - 1.0),
        bool(np.isfinite(state).all() and np.isfinite(chances).all()),
    )


def _worse(first: Drift, second: Drift) -> Drift:
    return Drift(
        max(first.totals, second.totals),
        max(first.log_weights, second.log_weights),
        max(first.root, second.root),
        max(first.weights, second.weights),
        first.finite and second.finite,
    )


def longest_runs() -> dict[str, tuple[Any, sl.FeedbackGraph]]:
    """Losses seen now and then, a bias most of the time, and gains, which let weights grow instead of fall."""
    return {
        "Exp3IX, bandit": (sl.Exp3IX(K, eta=0.02, gamma=0.01, seed=1), sl.graphs.bandit(K)),
        "StrongIX, loopless": (
            sl.StrongIX(K, eta=0.05, gamma=0.05, beta=0.05, seed=1),
            sl.graphs.loopless_clique(K),
        ),
        "Exp3P, bandit": (sl.Exp3P(K, eta=0.01, gamma=0.1, beta=0.01, seed=1), sl.graphs.bandit(K)),
    }


def rows() -> Iterator[Row]:
    """One long run a kind of learner."""
    for name, (learner, graph) in longest_runs().items():
        played(learner, graph, 0)  # compile
        found: list[Drift] = []
        seconds = processor_seconds(lambda a=learner, g=graph, found=found: found.append(played(a, g, ROUNDS)))  # type: ignore[misc]
        drift = found[0]
        yield Row(
            f"10^8 rounds, K = 10, drift of totals: {name}",
            drift.totals if drift.finite else math.inf,
            "",
            at_most=MOST_DRIFT,
            note=f"  log-weights {drift.log_weights:.1g}, root {drift.root:.1g}, sum of weights {drift.weights:.1g}, "
            f"{1e9 * seconds / ROUNDS:.0f} ns a round",
        )

"""The sums over rounds of graph numbers that a-priori bounds are made of, for each seed and checkpoint."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from sidelight.graphs import FeedbackGraph
from sidelight.graphs.processes.base import GraphProcess
from sidelight.theory import Sums

MOST_GRAPHS = 64  # different ones whose numbers are computed
MOST_COUNTED = 10**7  # rounds in which it is looked which graph comes
Table = list[list[Sums]]  # seeds x checkpoints


def sums_of_rounds(
    process: GraphProcess | None,
    n_actions: int,
    seeds: NDArray[np.int64],
    checkpoints: NDArray[np.int64],
    needs: Sequence[str],
    explore: str,
    time_limit: float,
) -> Table:
    """From the graphs, if there are few different ones; the worst case where they are not known, or too many."""
    if process is None or not needs:
        return _same([Sums.worst(n_actions, int(t)) for t in checkpoints], seeds)
    first = process.choices(0, 1, int(seeds[0])).graphs if process.varies_little else ()
    if len(first) == 1:
        one = _one_round(first[0], needs, explore, time_limit)
        return _same([one.times(int(t)) for t in checkpoints], seeds)
    if not 0 < len(first) <= MOST_GRAPHS or checkpoints[-1] > MOST_COUNTED:
        return _same([Sums.worst(n_actions, int(t)) for t in checkpoints], seeds)
    each = [_one_round(graph, needs, explore, time_limit) for graph in first]
    counted = [_counts(process, int(seed), checkpoints, len(first)) for seed in seeds]
    return [[Sums.together(each, row) for row in rows.tolist()] for rows in counted]


def _same(row: list[Sums], seeds: Iterable[int]) -> Table:
    return [row for _ in seeds]


def _one_round(graph: FeedbackGraph, needs: Sequence[str], explore: str, time_limit: float) -> Sums:
    """Where whoever reveals is revealed, acyclic sets are independent ones, which are easier to find."""
    symmetric = Sums.of(graph, 1, needs=()).symmetric and bool(graph.loops.all())
    wanted = [need for need in needs if not (symmetric and need == "acyclic")]
    sums = Sums.of(graph, 1, needs=wanted, explore=explore, time_limit=time_limit)
    if symmetric and "acyclic" in needs:
        independent = Sums.of(graph, 1, needs=["alpha"], time_limit=time_limit)
        origin = sums.origin | {"acyclic": independent.origin["alpha"]}
        sums = replace(sums, acyclic=independent.alpha, origin=origin)
    return sums


def _counts(process: GraphProcess, seed: int, checkpoints: NDArray[np.int64], n_graphs: int) -> NDArray[np.int64]:
    """How often each graph came up to each checkpoint."""
    which = process.choices(0, int(checkpoints[-1]), seed).which
    starts = np.concatenate(([0], checkpoints[:-1]))
    pieces = [np.bincount(which[a:b], minlength=n_graphs) for a, b in zip(starts, checkpoints, strict=True)]
    counts: NDArray[np.int64] = np.cumsum(pieces, axis=0)
    return counts

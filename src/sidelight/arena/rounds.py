"""The graphs of some rounds in a row as arrays, each different graph once, with the learner's exploration on it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from sidelight.graphs import FeedbackGraph, Kind
from sidelight.graphs.processes.base import GraphProcess
from sidelight.kernels.game import Batch
from sidelight.learners import Informed, Uninformed
from sidelight.learners.plans import Plan, number_of

MOST_GRAPHS = 512  # held at once, where each round has a graph of its own
MOST_NUMBERS = 2**24  # that these take together, packed; one graph at least
Floats = NDArray[np.float64]


def batches(
    learner: Informed | Uninformed,
    process: GraphProcess,
    seed: int,
    first: int,
    stop: int,
    longest: int,
    *,
    numbered: bool = True,
) -> Iterator[Batch]:
    """Cut rounds into batches; a graph that never changes is made ready once and any number of rounds is one batch.

    Graphs are ``numbered`` where Q is followed, which takes a look at every edge.
    """
    size = longest
    if not process.varies_little:
        fitting = MOST_NUMBERS // process.at(first, seed).packed.size  # as if all were like the first
        size = max(1, min(longest, MOST_GRAPHS, fitting))
    ready: tuple[tuple[int, ...], list[FeedbackGraph], Batch] | None = None
    for start in range(first, stop, size):
        end = min(start + size, stop)
        graphs, which = process.choices(start, end - start, seed)
        same = ready is not None and ready[0] == tuple(map(id, graphs))
        if ready is None or not same:
            ready = tuple(map(id, graphs)), list(graphs), made_ready(learner, list(graphs), numbered=numbered)
        yield ready[2]._replace(first=start, stop=end, which=which)


def made_ready(learner: Informed | Uninformed, graphs: list[FeedbackGraph], *, numbered: bool) -> Batch:
    """All graphs behind each other in one array, and all explorations in another."""
    plans = [learner.plan_for(graph) for graph in graphs]
    places = np.zeros((len(graphs), 2), np.int64)
    places[:, 0] = _starts([graph.packed.size for graph in graphs])
    shares, places[:, 1] = _behind_each_other(plans)
    sizes = np.array([plan.size for plan in plans])
    numbers = np.zeros(len(graphs))
    if numbered:
        numbers[:] = [number_of(graph, plan.shares) for graph, plan in zip(graphs, plans, strict=True)]
    strong = np.array([graph.kind in (Kind.SELF_AWARE, Kind.STRONG) for graph in graphs])
    packed = graphs[0].packed if len(graphs) == 1 else np.concatenate([graph.packed for graph in graphs])
    packed.setflags(write=False)
    return Batch(0, 0, packed, places, np.zeros(0, np.int32), shares, sizes, numbers, strong)


def _behind_each_other(plans: list[Plan]) -> tuple[Floats, NDArray[np.int64]]:
    """The shares of all plans, those of equal ones once."""
    different = {id(plan.shares): plan.shares for plan in plans}
    starts = dict(zip(different, _starts([shares.size for shares in different.values()]), strict=True))
    return np.concatenate(list(different.values())), np.array([starts[id(plan.shares)] for plan in plans])


def _starts(sizes: list[int]) -> NDArray[np.int64]:
    return np.concatenate(([0], np.cumsum(sizes[:-1], dtype=np.int64)))

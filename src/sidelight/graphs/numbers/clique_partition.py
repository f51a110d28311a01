"""The clique partition number: the fewest groups within which all actions reveal each other.

The graph is that of mutual edges, symmetric and without loops. A node that knows all that a neighbour knows
joins that neighbour's group whichever it is; what is left is solved one connected part at a time.
"""

import numpy as np
from numpy.typing import NDArray

from sidelight.graphs.bracket import Bracket
from sidelight.graphs.numbers.clique_partition_parts import fewest_in_part
from sidelight.graphs.numbers.domination_incidence import Block, Incidence, alone_together, blocks
from sidelight.kernels import clock
from sidelight.kernels import colouring as kernels
from sidelight.kernels.reductions import OPEN

WIDEST = 1_000  # neighbours; who has more is not tried as the one to be joined: the look costs their square
SLICE = 5_000_000  # steps of joining between two looks at the clock
SHARE = 0.3  # of the time, at most, for joining


def clique_partition(indptr: NDArray[np.int64], indices: NDArray[np.int32], time_limit: float) -> Bracket:
    """Find the fewest cliques that together hold each node once; the witness labels nodes by clique.

    >>> path = np.array([0, 1, 3, 4]), np.array([1, 0, 2, 1], np.int32)   # 0 - 1 - 2
    >>> clique_partition(*path, time_limit=1.0)
    Bracket(2, witness of 3)
    """
    now = clock.now()
    graph = Incidence(indptr, indices, len(indptr) - 1)
    label = np.zeros(graph.n_rows, np.int64)
    lower = upper = 0
    for part in connected_parts(graph):
        found = _complete(part.inside) or _in_component(part.inside, now, now + time_limit)
        label[part.rows] = found.witness + upper
        lower += found.lower
        upper += found.upper
    return Bracket(lower, upper, label)


def connected_parts(graph: Incidence) -> list[Block]:
    """Cut into connected parts, small ones first; the nodes without neighbours count as one part."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    ones = np.ones(len(graph.indices), np.int8)
    matrix = csr_array((ones, graph.indices, graph.indptr.astype(np.int32)), (graph.n_rows, graph.n_rows))
    label, count = alone_together(connected_components(matrix, directed=False)[1])
    return sorted(blocks(graph, label, label, count), key=lambda part: part.inside.n_rows)


def _complete(graph: Incidence) -> Bracket | None:
    """Answer for a clique and for nodes without edges; None for anything else."""
    n = graph.n_rows
    if len(graph.indices) == 0:
        return Bracket(n, n, np.arange(n))
    if len(graph.indices) == n * (n - 1):
        return Bracket(1, 1, np.zeros(n, np.int64))
    return None


def _in_component(graph: Incidence, started: float, deadline: float) -> Bracket:
    """Join who can be joined without loss, then take the parts that are left."""
    fate, host, order = _joined(graph, started + SHARE * (deadline - started))
    left = fate == OPEN
    names = np.flatnonzero(left)
    label = np.zeros(graph.n_rows, np.int64)
    lower = upper = 0
    for part in connected_parts(graph.keep(left, left)):
        found = _complete(part.inside) or fewest_in_part(part.inside, deadline)
        label[names[part.rows]] = found.witness + upper
        lower += found.lower
        upper += found.upper
    for u in order[::-1]:  # a host may itself have been joined, but only later
        label[u] = label[host[u]]
    return Bracket(lower, upper, label)


def _joined(graph: Incidence, deadline: float) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Who is still open, who joined whom, and in which order."""
    n = graph.n_rows
    fate, host, order = np.full(n, OPEN), np.full(n, -1), np.empty(n, np.int64)
    queue = np.concatenate((np.argsort(graph.sizes, kind="stable"), np.ones(n, np.int64)))
    progress = np.array([0, n, 0])
    while progress[0] < progress[1] and clock.now() < deadline:
        kernels.absorb(graph.indptr, graph.indices, fate, host, order, queue, progress, WIDEST, SLICE)
    return fate, host, order[: progress[2]]

"""The easy part of an independence number: what can be settled without search."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidelight.graphs.numbers.independence_clock import Clock
from sidelight.kernels import reductions
from sidelight.kernels.reductions import OPEN, OUT, TAKEN

Integers = NDArray[np.int64]

WIDEST = 48
"""Vertices of more neighbours are not tested for being dominating: the test grows with their square."""
SLICE = 2_000_000
"""Elementary steps between two looks at the clock: some hundredths of a second."""


class Graph(NamedTuple):
    """Sorted neighbour lists of an undirected graph without loops."""

    indptr: Integers
    indices: NDArray[np.int32]

    @property
    def n(self) -> int:
        """How many vertices."""
        return len(self.indptr) - 1

    @property
    def arcs(self) -> int:
        """Twice the number of edges."""
        return int(self.indptr[-1])

    def induced(self, kept: Integers) -> "Graph":
        """The graph among the vertices ``kept`` (ascending), renamed ``0, 1, ...``."""
        renamed = np.full(self.n, -1, np.int64)
        renamed[kept] = np.arange(len(kept))
        indptr = np.empty(len(kept) + 1, np.int64)
        indices = np.empty(int((self.indptr[kept + 1] - self.indptr[kept]).sum()), np.int32)
        arcs = reductions.induce(self.indptr, self.indices, kept, renamed, indptr, indices)
        return Graph(indptr, indices[:arcs].copy())


def settle_dominated(graph: Graph, clock: Clock) -> Integers:
    """The fate of each vertex (open, out, taken) after as many reductions as the clock allows."""
    n = graph.n
    fate = np.zeros(n, np.int64)
    queue = np.concatenate([np.arange(n), np.ones(n, np.int64)])
    progress = np.array([0, n], np.int64)
    degree = np.diff(graph.indptr)
    while progress[0] < progress[1]:
        reductions.reduce(graph.indptr, graph.indices, fate, degree, queue, progress, WIDEST, SLICE)
        if not clock.left:
            break
    return fate


def settle_fractional(graph: Graph) -> Integers:
    """The fate of each vertex after Nemhauser and Trotter: where the edge relaxation is whole, it is right."""
    seen_left, seen_right = _alternating(graph, graph.n)
    fate = np.full(graph.n, OPEN, np.int64)
    fate[(seen_left == 1) & (seen_right == 0)] = TAKEN
    fate[(seen_left == 0) & (seen_right == 1)] = OUT
    return fate


def fractional_bound(graph: Graph) -> int:
    """What the edge relaxation allows at most: half of what a matching of the doubled graph leaves, rounded down."""
    matched = int((_partners(graph, graph.n) >= 0).sum())
    return graph.n - (matched + 1) // 2


def two_sides(graph: Graph) -> tuple[Integers, Integers, NDArray[np.bool_]]:
    """Number of each vertex's connected part, its side in a two-colouring, and which parts have none."""
    side, part, odd = (np.zeros(graph.n, np.int64) for _ in range(3))
    parts = reductions.two_colour(graph.indptr, graph.indices, side, part, odd)
    return part, side, odd[:parts] == 1


def largest_in_bipartite(graph: Graph, side: Integers) -> Integers:
    """A largest independent set of a two-coloured graph (König: all but a smallest vertex cover)."""
    left = np.flatnonzero(side == 0)
    lengths = np.diff(graph.indptr)[left]
    indptr = np.concatenate([[0], np.cumsum(lengths)])
    starts = np.repeat(graph.indptr[left] - indptr[:-1], lengths)
    indices = graph.indices[starts + np.arange(indptr[-1])]
    seen_left, seen_right = _alternating(Graph(indptr.astype(np.int64), indices), graph.n)
    return np.sort(np.concatenate([left[seen_left == 1], np.flatnonzero((side == 1) & (seen_right == 0))]))


def _partners(rows: Graph, n_right: int) -> Integers:
    """For each row its column in a largest matching, -1 if none."""
    from scipy.sparse import csr_array  # slow to import, as is matching, and many graphs never need either
    from scipy.sparse.csgraph import maximum_bipartite_matching

    matrix = csr_array((np.ones(rows.arcs, np.int8), rows.indices, rows.indptr), shape=(rows.n, n_right))
    return np.asarray(maximum_bipartite_matching(matrix, perm_type="column"), np.int64)


def _alternating(rows: Graph, n_right: int) -> tuple[Integers, Integers]:
    """Which rows and which columns alternating paths reach from unmatched rows."""
    partner = _partners(rows, n_right)
    back = np.full(n_right, -1, np.int64)
    matched = np.flatnonzero(partner >= 0)
    back[partner[matched]] = matched
    seen_left, seen_right = np.zeros(rows.n, np.int64), np.zeros(n_right, np.int64)
    reductions.alternate(rows.indptr, rows.indices, partner, back, seen_left, seen_right)
    return seen_left, seen_right

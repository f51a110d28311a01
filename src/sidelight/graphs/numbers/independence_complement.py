"""The largest clique of a sparse graph, that is, an independent set of its complement."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sidelight.graphs.bracket import Bracket
from sidelight.graphs.numbers.independence_clock import Clock
from sidelight.graphs.numbers.independence_parts import Graph
from sidelight.graphs.numbers.independence_search import Desk
from sidelight.kernels import greedy_sets, sparse_clique
from sidelight.kernels.bitsets import words_for

Integers = NDArray[np.int64]


def complement(graph: Graph) -> Graph:
    """Everybody knows whom they did not. Dense: for small graphs."""
    n = graph.n
    apart = np.ones((n, n), np.bool_)
    apart[np.repeat(np.arange(n), np.diff(graph.indptr)), graph.indices] = False
    np.fill_diagonal(apart, False)
    indptr = np.concatenate([[0], np.cumsum(apart.sum(axis=1))]).astype(np.int64)
    return Graph(indptr, np.nonzero(apart)[1].astype(np.int32))


def largest_clique(graph: Graph, clock: Clock) -> Bracket:
    """Bracket the largest clique, one later neighbourhood of a peeling order after another."""
    n = graph.n
    if n == 0:
        return Bracket(0, 0, np.empty(0, np.int64))
    sequence = np.empty(n, np.int64)
    degeneracy = greedy_sets.peel(graph.indptr, graph.indices, sequence, False, np.zeros(n, np.int64))
    indptr, later = np.empty(n + 1, np.int64), np.empty(graph.arcs // 2, np.int32)
    sparse_clique.orient(graph.indptr, graph.indices, sequence, indptr, later)
    overall = np.array([n - 1, 0], np.int64)
    witness = np.empty(degeneracy + 2, np.int64)
    memory = _memory(n, degeneracy)
    while overall[sparse_clique.NEXT] >= 0:
        sparse_clique.search_neighbourhoods(indptr, later, overall, witness, 256, *memory)
        if not clock.left:
            break
    unseen = np.diff(indptr)[: overall[sparse_clique.NEXT] + 1]
    lower = int(overall[sparse_clique.LARGEST])
    return Bracket(lower, max(lower, int(unseen.max(initial=0)) + 1), np.sort(sequence[witness[:lower]]))


def greedy_clique(graph: Graph) -> Bracket:
    """A clique around a vertex of largest degree, and no more than degrees allow: k members know k - 1 others."""
    degree = np.diff(graph.indptr)
    common = np.arange(graph.n)
    members: list[int] = []
    while len(common):
        members.append(int(common[np.argmax(degree[common])]))
        v = members[-1]
        common = np.intersect1d(common, graph.indices[graph.indptr[v] : graph.indptr[v + 1]], assume_unique=True)
    falling = np.sort(degree)[::-1]
    upper = int(np.count_nonzero(falling >= np.arange(graph.n)))
    return Bracket(len(members), max(upper, len(members)), np.sort(np.array(members, np.int64)))


def _memory(n: int, degeneracy: int) -> tuple[Any, ...]:
    words = words_for(degeneracy)
    rows = [np.zeros((degeneracy + 2, words), np.uint64) for _ in range(4)]
    clique, best = np.zeros((2, degeneracy + 2), np.int64)
    return (
        np.full(n, -1, np.int64), np.zeros(words, np.uint64), *rows, clique, best,
        np.array([-1, 0, 0], np.int64), *Desk.of(degeneracy),
    )  # fmt: skip

"""Without triangles parts are pairs and single nodes, so the most pairs make the fewest parts."""

import numpy as np
from numpy.typing import NDArray

from sidelight.graphs.bracket import Bracket
from sidelight.graphs.numbers.domination_incidence import Incidence


def has_triangle(graph: Incidence) -> bool:
    """Whether three nodes all know each other."""
    from scipy.sparse import csr_array

    n = graph.n_rows
    matrix = csr_array((np.ones(len(graph.indices)), graph.indices, graph.indptr.astype(np.int32)), (n, n))
    return bool((matrix @ matrix).multiply(matrix).nnz)


def fewest_pairs(graph: Incidence) -> Bracket:
    """Pairs from a largest matching of rows to columns: exact without odd cycles, else a bracket.

    Such a matching sends nodes round cycles and along paths, and has at least twice as many edges as any
    set of disjoint pairs. Every other edge of a cycle or path is a pair; only odd cycles lose half a one.
    """
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import maximum_bipartite_matching

    n = graph.n_rows
    matrix = csr_array((np.ones(len(graph.indices)), graph.indices, graph.indptr.astype(np.int32)), (n, n))
    follower = maximum_bipartite_matching(matrix, perm_type="column").astype(np.int64)
    label, count = _paired(follower)
    return Bracket(n - int(np.count_nonzero(follower >= 0)) // 2, count, label)


def _paired(follower: NDArray[np.int64]) -> tuple[NDArray[np.int64], int]:
    """Label every other edge along each path and round each cycle as a pair; and count the labels."""
    n = len(follower)
    followed = np.zeros(n, np.bool_)
    followed[follower[follower >= 0]] = True
    label = np.full(n, -1, np.int64)
    count = 0
    starts_of_paths = np.flatnonzero(~followed)
    for start in np.concatenate((starts_of_paths, np.arange(n))).tolist():
        v = start
        while v >= 0 and label[v] < 0:
            w = int(follower[v])
            label[v] = count
            if w >= 0 and label[w] < 0:
                label[w] = count
                w = int(follower[w])
            count += 1
            v = w
    return label, count

"""The largest set of actions without a cycle among them: what a learner that is not told the graph pays for.

Self-loops are no cycles here; two actions that reveal each other are one. Cycles stay inside strongly
connected parts, so each part is solved alone: symmetric ones as independence, small ones by branch and
bound, and what is left as the fewest nodes that meet all cycles, cycles being added as they are needed.
"""

import numpy as np
from numpy.typing import NDArray

from sidelight.graphs.bracket import Bracket
from sidelight.graphs.numbers.acyclic_parts import largest_in_part
from sidelight.graphs.numbers.domination_incidence import Block, Incidence, alone_together, blocks, starts
from sidelight.kernels import clock


def largest_acyclic(out_indptr: NDArray[np.int64], out_indices: NDArray[np.int32], time_limit: float) -> Bracket:
    """Find the most nodes that induce no directed cycle; the witness is such a set, of size ``lower``.

    >>> ring = np.array([0, 1, 2, 3]), np.array([1, 2, 0], np.int32)   # 0 -> 1 -> 2 -> 0
    >>> largest_acyclic(*ring, time_limit=1.0)
    Bracket(2, witness of 2)
    """
    deadline = clock.now() + time_limit
    graph = without_loops(Incidence(out_indptr, out_indices, len(out_indptr) - 1))
    witness = []
    upper = 0
    for part in strong_parts(graph):
        found = largest_in_part(part.inside, deadline)
        witness.append(part.rows[found.witness])
        upper += found.upper
    nodes = np.sort(np.concatenate(witness)) if witness else np.zeros(0, np.int64)
    return Bracket(len(nodes), upper, nodes)


def without_loops(graph: Incidence) -> Incidence:
    """Drop the edges from a node to itself."""
    row_of = graph.row_of_entry()
    between = row_of != graph.indices
    sizes = np.bincount(row_of[between], minlength=graph.n_rows)
    return Incidence(starts(sizes), graph.indices[between], graph.n_columns)


def strong_parts(graph: Incidence) -> list[Block]:
    """Strongly connected parts, small ones first; all nodes that are alone come together as the first."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    n = graph.n_rows
    ones = np.ones(len(graph.indices), np.int8)
    matrix = csr_array((ones, graph.indices, graph.indptr.astype(np.int32)), (n, n))
    label, count = alone_together(connected_components(matrix, directed=True, connection="strong")[1])
    parts = blocks(graph, label, label, count)
    return sorted(parts, key=lambda part: part.inside.n_rows)

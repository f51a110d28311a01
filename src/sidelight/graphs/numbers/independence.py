"""The independence number alpha: the largest set of actions of which none knows another.

What can be settled is settled first (dominated vertices, the edge relaxation, bipartite parts); each
connected part that remains is searched on its own. See ``independence_part`` for the search.
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sidelight.graphs.bracket import Bracket
from sidelight.graphs.numbers.independence_clock import Clock
from sidelight.graphs.numbers.independence_complement import complement, greedy_clique, largest_clique
from sidelight.graphs.numbers.independence_part import (
    BITSET_VERTICES,
    THIN,
    Known,
    in_a_hurry,
    quick_bounds,
    search_part,
)
from sidelight.graphs.numbers.independence_parts import (
    Graph,
    largest_in_bipartite,
    settle_dominated,
    settle_fractional,
    two_sides,
)
from sidelight.kernels.reductions import OPEN, TAKEN

Integers = NDArray[np.int64]

FRACTIONAL_ARCS = 2_000_000
"""Beyond, matching takes too long for what the edge relaxation settles."""
SMALL = 300
DENSE = 0.2
"""Cliques of graphs that are small, or dense and not large, are independent sets of the complement."""


def independence(indptr: ArrayLike, indices: ArrayLike, time_limit: float = 5.0) -> Bracket:
    """Bracket the largest independent set of an undirected graph; exact if the time suffices.

    The graph comes as sorted neighbour lists, both ways, without loops.

    >>> import numpy as np
    >>> independence(np.array([0, 2, 4, 6, 8, 10]), np.array([1, 4, 0, 2, 1, 3, 2, 4, 0, 3]))
    Bracket(2, witness of 2)
    """
    clock = Clock(time_limit)
    graph = _writable(indptr, indices)
    if in_a_hurry(graph, clock):
        known = search_part(graph, clock)
        return Bracket(len(known.witness), known.upper, known.witness)
    taken, kept = _settle(graph, clock)
    kernel = graph if len(kept) == graph.n else graph.induced(kept)
    pieces, upper = [taken], len(taken)
    for members, known in _solved_parts(kernel, clock):
        pieces.append(kept[members[known.witness]])
        upper += known.upper
    witness = np.sort(np.concatenate(pieces))
    return Bracket(len(witness), upper, witness)


def clique_number(indptr: ArrayLike, indices: ArrayLike, time_limit: float = 5.0) -> Bracket:
    """Bracket the largest clique of a graph given in the same form.

    >>> import numpy as np
    >>> clique_number(np.array([0, 2, 4, 7, 8]), np.array([1, 2, 0, 2, 0, 1, 3, 2]))
    Bracket(3, witness of 3)
    """
    clock = Clock(time_limit)
    graph = _writable(indptr, indices)
    if graph.n <= SMALL or (graph.n <= BITSET_VERTICES and graph.arcs > DENSE * graph.n**2):
        return independence(*complement(graph), clock.left)
    return greedy_clique(graph) if in_a_hurry(graph, clock) else largest_clique(graph, clock)


def _writable(indptr: ArrayLike, indices: ArrayLike) -> Graph:
    """Read-only arrays are another type to a compiler: copied, or all kernels would be compiled twice."""
    return Graph(np.require(indptr, np.int64, ["C", "W"]), np.require(indices, np.int32, ["C", "W"]))


def _settle(graph: Graph, clock: Clock) -> tuple[Integers, Integers]:
    """Vertices certainly taken, and those still open (their neighbours among the taken are gone)."""
    fate = settle_dominated(graph, clock.share(0.2))
    kept = np.flatnonzero(fate == OPEN)
    if len(kept) and graph.arcs <= FRACTIONAL_ARCS and clock.left:
        kernel = graph.induced(kept)
        if kernel.arcs <= THIN * kernel.n:
            inner = settle_fractional(kernel)
            fate[kept] = inner
            if inner.any():
                again = np.flatnonzero(inner == OPEN)
                fate[kept[again]] = settle_dominated(kernel.induced(again), clock.share(0.2))
    return np.flatnonzero(fate == TAKEN), np.flatnonzero(fate == OPEN)


def _solved_parts(kernel: Graph, clock: Clock) -> list[tuple[Integers, Known]]:
    """Members of disjoint parts without edges between them, and what is known of each."""
    if kernel.n == 0:
        return []
    part, side, odd = two_sides(kernel)
    even = np.flatnonzero(~odd[part])
    solved = []
    if len(even):
        witness = largest_in_bipartite(kernel.induced(even), side[even])
        solved.append((even, Known(witness, len(witness))))
    sizes = np.bincount(part)
    members = np.split(np.argsort(part, kind="stable"), np.cumsum(sizes)[:-1])
    waiting = int(sizes[odd].sum())
    for number in np.flatnonzero(odd)[np.argsort(sizes[odd], kind="stable")]:
        if not clock.left:
            late = np.flatnonzero(odd[part] & (sizes[part] >= sizes[number]) & ~_among(solved, kernel.n))
            solved.append((late, quick_bounds(kernel.induced(late), clock)))
            break
        inner = kernel if sizes[number] == kernel.n else kernel.induced(members[number])
        solved.append((members[number], search_part(inner, clock.share(sizes[number] / waiting))))
        waiting -= int(sizes[number])
    return solved


def _among(solved: list[tuple[Integers, Known]], n: int) -> NDArray[np.bool_]:
    done = np.zeros(n, np.bool_)
    for members, _ in solved:
        done[members] = True
    return done

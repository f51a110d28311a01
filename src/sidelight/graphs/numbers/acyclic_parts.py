"""The largest induced acyclic subgraph of one strongly connected part (or of nodes without cycles)."""

import numpy as np
from numpy.typing import NDArray

from sidelight.graphs.bracket import Bracket
from sidelight.graphs.numbers.domination_bits import bits_of, dense, masks_of
from sidelight.graphs.numbers.domination_cover import solve_cover
from sidelight.graphs.numbers.domination_incidence import Incidence, incidence
from sidelight.kernels import acyclic as kernels
from sidelight.kernels import acyclic_search, clock

Mask = NDArray[np.bool_]

SEARCHED = 400  # nodes; in larger parts the search would only lose time
PROGRAMMED = 5_000  # nodes; beyond, collecting cycles one node at a time outruns any time limit
SLICE = 2_000  # nodes of the search between two looks at the clock
SHARE = 0.4  # of the time left, for making a set maximal, and for the search before the program is tried


def largest_in_part(graph: Incidence, deadline: float) -> Bracket:
    """Tell what is known at ``deadline``; the witness is an acyclic set of size ``lower``."""
    if len(graph.indices) == 0:
        return _bracket(np.ones(graph.n_rows, np.bool_), graph.n_rows)
    into = graph.transposed()
    if np.array_equal(graph.indptr, into.indptr) and np.array_equal(graph.indices, into.indices):
        return _independence(graph, deadline)
    kept = _greedily(graph, into, np.ones(graph.n_rows, np.bool_))
    if kept.all():
        return _bracket(kept, graph.n_rows)
    now = clock.now()
    kept = _extended(graph, into, kept, now + SHARE * (deadline - now))
    upper = graph.n_rows - 1
    if graph.n_rows <= SEARCHED:
        now = clock.now()
        kept, finished = _search(graph, into, kept, now + SHARE * (deadline - now))
        upper = int(kept.sum()) if finished else upper
    if kept.sum() < upper and clock.now() < deadline:
        if graph.n_rows <= PROGRAMMED:
            return _program(graph, into, kept, deadline)
        upper = min(upper, _independence(_mutual(graph, into), deadline).upper)
    return _bracket(kept, upper)


def _bracket(kept: Mask, upper: int) -> Bracket:
    return Bracket(int(kept.sum()), upper, np.flatnonzero(kept))


def _independence(graph: Incidence, deadline: float) -> Bracket:
    from sidelight.graphs.numbers.independence import independence

    return independence(graph.indptr, graph.indices, max(0.0, deadline - clock.now()))


def _mutual(graph: Incidence, into: Incidence) -> Incidence:
    """Edges that go both ways; an acyclic set is independent there."""
    n = graph.n_rows
    forth = graph.row_of_entry() * n + graph.indices
    back = into.row_of_entry() * n + into.indices
    both = np.intersect1d(forth, back, assume_unique=True)
    return Incidence(np.searchsorted(both, np.arange(n + 1) * n), (both % n).astype(np.int32), n)


def _greedily(graph: Incidence, into: Incidence, allowed: Mask) -> Mask:
    """Nodes of ``allowed`` left when the busiest are deleted until there is no cycle."""
    order = np.argsort(-(graph.sizes * into.sizes), kind="stable")
    deleted = kernels.delete_until_acyclic(
        graph.indptr, graph.indices, into.indptr, into.indices, order, allowed.copy()
    )
    return allowed & ~deleted


def _extended(graph: Incidence, into: Incidence, kept: Mask, deadline: float) -> Mask:
    """Add, the least busy first, what closes no cycle: deleting in a fixed order deletes far too much."""
    kept = kept.copy()
    parent, queue = np.full(graph.n_rows, -1), np.empty(graph.n_rows, np.int64)
    order = np.argsort(graph.sizes * into.sizes, kind="stable")
    for v in order[~kept[order]].tolist():
        if clock.now() >= deadline:
            break
        kept[v] = kernels.shortest_cycle(graph.indptr, graph.indices, kept, v, parent, queue) == 0
    return kept


def _search(graph: Incidence, into: Incidence, kept: Mask, deadline: float) -> tuple[Mask, bool]:
    """Return the best set found, and whether the search ended by itself."""
    n, outs, ins, best = graph.n_rows, bits_of(dense(graph)), bits_of(dense(into)), bits_of(kept)
    words = len(best)
    stacks = np.zeros((2, n + 2, words), np.uint64)
    stacks[1, 0] = bits_of(np.ones(n, np.bool_))
    progress = np.array([0, kept.sum(), 0], np.int64)
    parent, work = np.zeros(2 * n + 1, np.int64), np.zeros((5, words), np.uint64)
    while progress[acyclic_search.DEPTH] >= 0 and clock.now() < deadline:
        acyclic_search.search(outs, ins, stacks[0], stacks[1], best, progress, SLICE, parent, work)
    return masks_of(best, n), bool(progress[acyclic_search.DEPTH] < 0)


def _program(graph: Incidence, into: Incidence, kept: Mask, deadline: float) -> Bracket:
    """Find the fewest nodes that meet all cycles: those known so far, then those that the answer missed."""
    n = graph.n_rows
    upper = n - 1
    cycles = _two_cycles(graph, into) | _short_cycles(graph, np.ones(n, np.bool_))
    while kept.sum() < upper and clock.now() < deadline:
        answer = solve_cover(incidence([list(cycle) for cycle in sorted(cycles)], n), deadline)
        upper = min(upper, n - answer.lower)
        rest = np.ones(n, np.bool_)
        rest[answer.columns] = False
        found = _extended(graph, into, _greedily(graph, into, rest), deadline)
        kept = max(kept, found, key=np.sum)
        missed = _short_cycles(graph, rest)
        if not missed:
            break
        cycles |= missed
    return _bracket(kept, upper)


def _two_cycles(graph: Incidence, into: Incidence) -> set[tuple[int, ...]]:
    mutual = _mutual(graph, into)
    pairs = zip(mutual.row_of_entry().tolist(), mutual.indices.tolist(), strict=True)
    return {(u, v) for u, v in pairs if u < v}


def _short_cycles(graph: Incidence, alive: Mask) -> set[tuple[int, ...]]:
    """Find a shortest cycle through each node that has one, as sorted nodes."""
    parent, queue = np.full(graph.n_rows, -1), np.empty(graph.n_rows, np.int64)
    cycles = set()
    for v in np.flatnonzero(alive).tolist():
        length = kernels.shortest_cycle(graph.indptr, graph.indices, alive, v, parent, queue)
        if length:
            cycles.add(tuple(np.sort(queue[:length]).tolist()))
    return cycles

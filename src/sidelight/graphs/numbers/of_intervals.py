"""The numbers of a graph on an order: covers are exact by one sweep, independence by a longest chain.

What a sweep does not settle goes edge by edge while the edges are few, and is bracketed beyond.
"""

import numpy as np
from numpy.typing import NDArray

from sidelight.graphs.bracket import Bracket
from sidelight.graphs.numbers import by_storage
from sidelight.graphs.storage import Csr, Intervals
from sidelight.kernels import intervals

Actions = NDArray[np.int64]
FEW_EDGES = 4_000_000


@by_storage.independence_number.register
def _(storage: Intervals, time_limit: float) -> Bracket:
    loops = storage.loops()
    chain = _longest_chain(storage, loops)
    if loops.all():
        return Bracket(chain.size, chain.size, chain)
    if storage.n_edges <= FEW_EDGES:
        return by_storage.independence_number.dispatch(Csr)(storage, time_limit)
    upper = min(chain.size + int((~loops).sum()), _runs(storage, mutual=False)[-1] + 1)
    return Bracket(max(1, chain.size), upper, chain if chain.size else np.zeros(1, np.int64))


def _longest_chain(storage: Intervals, loops: NDArray[np.bool_]) -> Actions:
    """A largest independent set among the actions with a self-loop."""
    actions = np.flatnonzero(loops).astype(np.int32)
    previous, best = np.full(actions.size, -1, np.int32), np.zeros(storage.n + 1, np.int32)
    at = intervals.longest_chain(actions, storage.first, storage.stop, previous, best, storage.n)
    chain = []
    while at >= 0:
        chain.append(int(actions[at]))
        at = int(previous[at])
    return np.array(chain[::-1], np.int64)


@by_storage.largest_acyclic.register
def _(storage: Intervals, time_limit: float) -> Bracket:
    """Among actions with self-loops a circle holds a pair that reveal each other.

    Take its leftmost action a and the one before, b: b's range holds all from a to b, and on the way from a
    back to b some range reaches from inside over b.
    """
    if storage.n_edges <= FEW_EDGES:
        return by_storage.largest_acyclic.dispatch(Csr)(storage, time_limit)
    pairs = _mutual_pairs(storage)
    actions = np.arange(storage.n)
    if pairs == 0 and storage.loops().all():
        return Bracket(storage.n, storage.n, actions)
    to_the_left = np.flatnonzero(storage.stop <= actions + 1)
    to_the_right = np.flatnonzero(storage.first >= actions)
    independent = by_storage.independence_number(storage, time_limit).witness
    witness = max((to_the_left, to_the_right, independent), key=lambda found: found.size)
    n_cliques = _runs(storage, mutual=True)[-1] + 1  # of each, an acyclic set has one at most
    return Bracket(witness.size, min(storage.n - pairs, n_cliques), witness)


def _mutual_pairs(storage: Intervals) -> int:
    """Disjoint pairs that reveal each other, among actions with self-loops; zero only if there are none."""
    looped = np.flatnonzero(storage.loops())
    among = storage if looped.size == storage.n else storage.induced(looped) if looped.size else None
    return intervals.mutual_pairs(among.n, among.first, among.stop) if isinstance(among, Intervals) else 0


@by_storage.clique_partition_number.register
def _(storage: Intervals, time_limit: float) -> Bracket:
    if storage.n_edges <= FEW_EDGES:
        return by_storage.clique_partition_number.dispatch(Csr)(storage, time_limit)
    if storage.loops().all() and _mutual_pairs(storage) == 0:
        return Bracket(storage.n, storage.n, np.arange(storage.n))
    part = _runs(storage, mutual=True)
    lower = by_storage.largest_acyclic(storage, time_limit).lower
    return Bracket(lower, part[-1] + 1, part)


def _runs(storage: Intervals, *, mutual: bool) -> Actions:
    """Runs of neighbours in which all pairs reveal each other (or, unless ``mutual``, at least one way)."""
    part: Actions = intervals.runs_of_neighbours(storage.n, storage.first, storage.stop, mutual)
    return part


@by_storage.smallest_cover.register
def _(storage: Intervals, targets: NDArray[np.bool_], time_limit: float) -> Bracket:
    cover = by_storage.greedy_cover(storage, targets)
    return Bracket(cover.size, cover.size, cover)


@by_storage.greedy_cover.register
def _(storage: Intervals, targets: NDArray[np.bool_]) -> Actions:
    return np.sort(_swept_cover(storage, targets)[0])


@by_storage.fractional_cover.register
def _(
    storage: Intervals, targets: NDArray[np.bool_], time_limit: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Whole numbers are best: no range holds two of the targets at which the sweep opened a range."""
    cover, packing = np.zeros(storage.n), np.zeros(storage.n)
    chosen, opened_at = _swept_cover(storage, targets)
    cover[chosen] = 1.0
    packing[opened_at] = 1.0
    return cover, packing


def _swept_cover(storage: Intervals, targets: NDArray[np.bool_]) -> tuple[Actions, Actions]:
    wanted = np.flatnonzero(targets).astype(np.int32)
    chosen, opened_at = intervals.covering_ranges(wanted, storage.first, storage.stop)
    return chosen.astype(np.int64), opened_at.astype(np.int64)

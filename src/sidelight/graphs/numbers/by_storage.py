"""The questions, and their answers for a graph held edge by edge.

Each is a generic function: a storage with a shape of its own registers a better answer. Time limits are
seconds; the sides of a bracket are true however early a search is stopped.
"""

from functools import singledispatch
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sidelight.graphs.bracket import Bracket
from sidelight.graphs.numbers import (
    acyclic,
    clique_partition,
    domination,
    domination_fractional,
    independence,
)
from sidelight.graphs.numbers.fractional import Fractional, summed_up
from sidelight.graphs.storage import Csr, Storage
from sidelight.kernels.adjacency import merged_rows

Actions = NDArray[np.int64]
NOBODY: Actions = np.zeros(0, np.int64)


@singledispatch
def independence_number(storage: Storage, time_limit: float) -> Bracket:
    """alpha: no edge in either direction between two of the witness; self-loops do not count."""
    csr = storage.to_csr()
    return independence.independence(*joined(csr, mutual=False), time_limit)


def loop_independence_number(storage: Storage, time_limit: float) -> Bracket:
    """alpha~: the independence number of the subgraph on the actions with a self-loop."""
    looped = np.flatnonzero(storage.loops())
    if looped.size == 0:
        return Bracket(0, 0, NOBODY)
    if looped.size == storage.n:
        return independence_number(storage, time_limit)
    among = independence_number(storage.induced(looped), time_limit)
    return Bracket(among.lower, among.upper, looped[among.witness])


@singledispatch
def largest_acyclic(storage: Storage, time_limit: float) -> Bracket:
    """m: largest set with no directed circle inside; self-loops do not count."""
    csr = storage.to_csr()
    return acyclic.largest_acyclic(csr.out_indptr.astype(np.int64), csr.out_indices, time_limit)


@singledispatch
def clique_partition_number(storage: Storage, time_limit: float) -> Bracket:
    """kappa: fewest parts within which all reveal all others; the witness numbers each action's part."""
    return clique_partition.clique_partition(*joined(storage.to_csr(), mutual=True), time_limit)


def weak_domination_number(storage: Storage, time_limit: float) -> Bracket:
    """d: fewest actions such that each loopless action is revealed by one of them (never by itself)."""
    targets = ~storage.loops()
    if not targets.any():
        return Bracket(0, 0, NOBODY)
    domination.refuse_unrevealed(in_pointers(storage), targets)
    return smallest_cover(storage, targets, time_limit)


def dominating_set(storage: Storage) -> Actions:
    """A set that the weak domination number counts, found greedily."""
    targets = ~storage.loops()
    if not targets.any():
        return NOBODY
    domination.refuse_unrevealed(in_pointers(storage), targets)
    return greedy_cover(storage, targets)


def fractional_domination(storage: Storage, time_limit: float) -> tuple[Fractional, Fractional]:
    """delta*: a cheapest fractional cover of the loopless actions, and the packing that proves it cheapest."""
    targets = ~storage.loops()
    if not targets.any():
        nothing = summed_up(np.zeros(storage.n))
        return nothing, nothing
    domination.refuse_unrevealed(in_pointers(storage), targets)
    cover, packing = fractional_cover(storage, targets, time_limit)
    return summed_up(cover), summed_up(packing)


def fractional_revealing(storage: Storage, time_limit: float) -> tuple[Fractional, Fractional]:
    """A cheapest fractional cover of all actions, and the packing that proves it cheapest."""
    cover, packing = fractional_cover(storage, np.ones(storage.n, np.bool_), time_limit)
    return summed_up(cover), summed_up(packing)


@singledispatch
def smallest_cover(storage: Storage, targets: NDArray[np.bool_], time_limit: float) -> Bracket:
    """Fewest actions that reveal all ``targets``, each of which somebody reveals."""
    return domination.smallest_cover(*both_ways(storage.to_csr()), targets, time_limit)


@singledispatch
def greedy_cover(storage: Storage, targets: NDArray[np.bool_]) -> Actions:
    """Sorted actions that reveal all ``targets``, each of which somebody reveals."""
    return domination.greedy_cover(*both_ways(storage.to_csr()), targets)


@singledispatch
def fractional_cover(
    storage: Storage, targets: NDArray[np.bool_], time_limit: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Weights on actions that reveal each target with weight 1, and weights on targets that prove them least."""
    pair = domination_fractional.fractional_cover(*both_ways(storage.to_csr()), targets, time_limit)
    return pair.cover, pair.packing


def joined(csr: Csr, *, mutual: bool) -> tuple[Actions, NDArray[np.int32]]:
    """The undirected graph of pairs with an edge in either direction (in both, if ``mutual``), without loops."""
    rows: tuple[Actions, NDArray[np.int32]] = merged_rows(
        csr.n, csr.out_indptr, csr.out_indices, csr.in_indptr, csr.in_indices, mutual
    )
    return rows


def in_pointers(storage: Storage) -> Actions:
    """Where the revealers of each action would begin in a list of all."""
    return np.concatenate((np.zeros(1, np.int64), np.cumsum(storage.in_degrees(), dtype=np.int64)))


def both_ways(csr: Csr) -> tuple[Any, Any, Any, Any]:
    """Out-rows, then in-rows, with wide pointers."""
    return csr.out_indptr.astype(np.int64), csr.out_indices, csr.in_indptr.astype(np.int64), csr.in_indices

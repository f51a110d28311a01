"""Largest clique of a sparse graph: the first vertex of a clique in a peeling order has it among its later neighbours.

The later neighbours are few (at most the degeneracy), so each neighbourhood is searched with rows of bits.
"""

import numpy as np
from numpy.typing import NDArray

from sidelight.kernels.bitsets import NONE, ONE, Words
from sidelight.kernels.clique_bound import branching_set
from sidelight.kernels.compiled import compiled
from sidelight.kernels.max_clique import BEST, DEPTH, search

Integers = NDArray[np.int64]
Neighbours = NDArray[np.int32]

NEXT, LARGEST = 0, 1  # places in ``overall``: the place whose neighbourhood comes next, the best so far


@compiled
def orient(
    indptr: Integers, indices: Neighbours, sequence: Integers, later_indptr: Integers, later: Neighbours
) -> None:
    """Vertices renamed by their place in ``sequence``; of each, the neighbours of a later place."""
    n = sequence.shape[0]
    place = np.empty(n, np.int64)
    for i in range(n):
        place[sequence[i]] = i
    arcs = 0
    for i in range(n):
        later_indptr[i] = arcs
        v = sequence[i]
        for k in range(indptr[v], indptr[v + 1]):
            if place[indices[k]] > i:
                later[arcs] = place[indices[k]]
                arcs += 1
    later_indptr[n] = arcs


@compiled
def lay_out(
    indptr: Integers,
    later: Neighbours,
    first: int,
    name: Integers,
    compatible: Words,
    conflicts: Words,
    everyone: Words,
) -> int:
    """Rows among the later neighbours of ``first``, named from the end of its list; returns how many they are."""
    begin = indptr[first]
    count = indptr[first + 1] - begin
    for w in range(everyone.shape[0]):
        everyone[w] = NONE
        for i in range(count):
            compatible[i, w] = NONE
    for i in range(count):
        name[later[begin + i]] = i
        everyone[i >> 6] |= ONE << np.uint64(i & 63)
    for i in range(count):
        u = later[begin + i]
        for k in range(indptr[u], indptr[u + 1]):
            j = name[later[k]]
            if j >= 0:
                compatible[i, j >> 6] |= ONE << np.uint64(j & 63)
                compatible[j, i >> 6] |= ONE << np.uint64(i & 63)
    for i in range(count):
        name[later[begin + i]] = -1
        for w in range(everyone.shape[0]):
            conflicts[i, w] = everyone[w] & ~compatible[i, w]
        conflicts[i, i >> 6] &= ~(ONE << np.uint64(i & 63))
    return int(count)


@compiled
def search_neighbourhoods(
    indptr: Integers,
    later: Neighbours,
    overall: Integers,
    witness: Integers,
    budget: int,
    name: Integers,
    everyone: Words,
    compatible: Words,
    conflicts: Words,
    candidates: Words,
    branches: Words,
    clique: Integers,
    best: Integers,
    progress: Integers,
    classes: Words,
    book: Integers,
    notes: Integers,
    work: Words,
) -> None:
    """Go on, last neighbourhood first, for about ``budget`` neighbourhoods or slices of one."""
    for _ in range(budget):
        if overall[NEXT] < 0:
            return
        first = overall[NEXT]
        if progress[DEPTH] < 0:
            count = indptr[first + 1] - indptr[first]
            if count < overall[LARGEST]:
                overall[NEXT] -= 1
                continue
            if overall[LARGEST] == 0:
                overall[LARGEST] = 1
                witness[0] = first
            lay_out(indptr, later, first, name, compatible, conflicts, everyone)
            room = overall[LARGEST] - 1
            branching_set(everyone, room, compatible, conflicts, classes, book, notes, work, branches[0])
            for w in range(everyone.shape[0]):
                candidates[0, w] = everyone[w] & ~branches[0, w]
            progress[DEPTH] = 0
            progress[BEST] = room
        search(
            compatible,
            conflicts,
            candidates,
            branches,
            clique,
            best,
            progress,
            1000,
            classes,
            book,
            notes,
            work,
        )
        if progress[BEST] + 1 > overall[LARGEST]:
            overall[LARGEST] = progress[BEST] + 1
            witness[0] = first
            for i in range(progress[BEST]):
                witness[i + 1] = later[indptr[first] + best[i]]
        if progress[DEPTH] < 0:
            overall[NEXT] -= 1

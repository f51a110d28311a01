"""Linear-time first answers: a greedy independent set, a greedy partition into cliques."""

import numpy as np
from numpy.typing import NDArray

from sidelight.kernels.compiled import compiled

Integers = NDArray[np.int64]
Neighbours = NDArray[np.int32]


@compiled
def unlink(v: int, d: int, first: Integers, after: Integers, before: Integers) -> None:
    """Take ``v`` out of the list of vertices of degree ``d``."""
    if before[v] >= 0:
        after[before[v]] = after[v]
    else:
        first[d] = after[v]
    if after[v] >= 0:
        before[after[v]] = before[v]


@compiled
def link(v: int, d: int, first: Integers, after: Integers, before: Integers) -> None:
    """Put ``v`` in front of the list of vertices of degree ``d``."""
    before[v] = -1
    after[v] = first[d]
    if first[d] >= 0:
        before[first[d]] = v
    first[d] = v


@compiled
def peel(indptr: Integers, indices: Neighbours, sequence: Integers, take: bool, chosen: Integers) -> int:
    """Remove a vertex of least degree again and again; returns the largest degree met (the degeneracy).

    With ``take`` its neighbours go with it, so that the removed vertices, flagged in ``chosen``, are independent.
    """
    n = sequence.shape[0]
    degree = np.empty(n, np.int64)
    first = np.full(n + 1, -1, np.int64)
    after = np.empty(n, np.int64)
    before = np.empty(n, np.int64)
    for i in range(n):
        v = n - 1 - i
        degree[v] = indptr[v + 1] - indptr[v]
        link(v, degree[v], first, after, before)
    low = 0
    widest = 0
    count = 0
    while count < n:
        while first[low] < 0:
            low += 1
        widest = max(widest, low)
        v = first[low]
        unlink(v, low, first, after, before)
        degree[v] = -1
        sequence[count] = v
        count += 1
        chosen[v] = 1
        for k in range(indptr[v], indptr[v + 1]):
            u = indices[k]
            if degree[u] < 0:
                continue
            unlink(u, degree[u], first, after, before)
            if not take:
                degree[u] -= 1
                low = min(low, degree[u])
                link(u, degree[u], first, after, before)
                continue
            degree[u] = -1
            sequence[count] = u
            count += 1
            for j in range(indptr[u], indptr[u + 1]):
                w = indices[j]
                if degree[w] > 0:
                    unlink(w, degree[w], first, after, before)
                    degree[w] -= 1
                    low = min(low, degree[w])
                    link(w, degree[w], first, after, before)
    return widest


@compiled
def clique_cover(indptr: Integers, indices: Neighbours, order: Integers, clique_of: Integers) -> int:
    """Each vertex in ``order`` joins the largest clique whose members it all knows; returns how many cliques.

    ``clique_of`` comes filled with -1.
    """
    n = order.shape[0]
    size = np.zeros(n, np.int64)
    known = np.zeros(n, np.int64)
    cliques = 0
    for i in range(n):
        v = order[i]
        for k in range(indptr[v], indptr[v + 1]):
            c = clique_of[indices[k]]
            if c >= 0:
                known[c] += 1
        choice = -1
        for k in range(indptr[v], indptr[v + 1]):
            c = clique_of[indices[k]]
            if c >= 0:
                if known[c] == size[c] and (choice < 0 or size[c] > size[choice]):
                    choice = c
                known[c] = 0
        if choice < 0:
            choice = cliques
            cliques += 1
        clique_of[v] = choice
        size[choice] += 1
    return cliques


@compiled
def thickest_first(indptr: Integers, indices: Neighbours, sequence: Integers) -> None:
    """Remove a vertex of largest degree again and again; ``sequence`` is the reverse of that. Quadratic in n."""
    n = sequence.shape[0]
    degree = np.empty(n, np.int64)
    for v in range(n):
        degree[v] = indptr[v + 1] - indptr[v]
    for i in range(n):
        choice = 0
        for v in range(1, n):
            if degree[v] > degree[choice]:
                choice = v
        degree[choice] = -n
        sequence[n - 1 - i] = choice
        for k in range(indptr[choice], indptr[choice + 1]):
            degree[indices[k]] -= 1


@compiled
def take_in_order(indptr: Integers, indices: Neighbours, order: Integers, chosen: Integers) -> None:
    """Each vertex in ``order`` is chosen unless a neighbour has been; ``chosen`` comes filled with 0."""
    for i in range(order.shape[0]):
        v = order[i]
        choice = 1
        for k in range(indptr[v], indptr[v + 1]):
            if chosen[indices[k]] != 0:
                choice = 0
                break
        chosen[v] = choice

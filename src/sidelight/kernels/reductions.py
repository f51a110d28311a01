"""Vertices that need no search: what a largest independent set may leave out, what it may take.

If every closed neighbour of ``v`` is a closed neighbour of ``u`` then some largest independent set leaves ``u``
out. This one rule, repeated, settles isolated and hanging vertices, twins, and vertices whose neighbours
are a clique; forests, interval and chordal graphs vanish entirely.
"""

import numpy as np
from numpy.typing import NDArray

from sidelight.kernels.compiled import compiled

Integers = NDArray[np.int64]
Neighbours = NDArray[np.int32]

OPEN, OUT, TAKEN = 0, 1, 2


@compiled
def adjacent(indptr: Integers, indices: Neighbours, u: int, v: int) -> bool:
    """Whether ``v`` stands in the sorted neighbour list of ``u``."""
    low = indptr[u]
    high = indptr[u + 1]
    while low < high:
        middle = (low + high) // 2
        if indices[middle] < v:
            low = middle + 1
        else:
            high = middle
    return bool(low < indptr[u + 1] and indices[low] == v)


@compiled
def dominates(indptr: Integers, indices: Neighbours, fate: Integers, u: int, v: int) -> bool:
    """Whether every open neighbour of ``v`` is ``u`` or a neighbour of ``u``."""
    for k in range(indptr[v], indptr[v + 1]):
        w = indices[k]
        if w != u and fate[w] == OPEN and not adjacent(indptr, indices, u, w):
            return False
    return True


@compiled
def leave_out(
    indptr: Integers,
    indices: Neighbours,
    fate: Integers,
    degree: Integers,
    queue: Integers,
    tail: int,
    u: int,
) -> int:
    """Drop ``u``; its neighbours are looked at again. Returns the new tail of the (circular) queue."""
    fate[u] = OUT
    n = fate.shape[0]
    for k in range(indptr[u], indptr[u + 1]):
        w = indices[k]
        degree[w] -= 1
        if fate[w] == OPEN and queue[n + w] == 0:
            queue[n + w] = 1
            queue[tail % n] = w
            tail += 1
    return tail


@compiled
def reduce(
    indptr: Integers,
    indices: Neighbours,
    fate: Integers,
    degree: Integers,
    queue: Integers,
    progress: Integers,
    widest: int,
    budget: int,
) -> None:
    """Settle dominated vertices for about ``budget`` steps; ``progress`` is head and tail of the queue.

    ``queue`` has 2n places: the circular queue, then flags of who stands in it. Vertices of more than
    ``widest`` open neighbours are not tried as ``v``.
    """
    n = fate.shape[0]
    head = progress[0]
    tail = progress[1]
    steps = 0
    while head < tail and steps < budget:
        v = queue[head % n]
        head += 1
        queue[n + v] = 0
        steps += 1
        if fate[v] != OPEN or degree[v] > widest:
            continue
        for k in range(indptr[v], indptr[v + 1]):
            u = indices[k]
            if fate[u] != OPEN or degree[u] < degree[v]:
                continue
            steps += degree[v]
            if dominates(indptr, indices, fate, u, v):
                steps += indptr[u + 1] - indptr[u]
                tail = leave_out(indptr, indices, fate, degree, queue, tail, u)
        if degree[v] == 0:
            fate[v] = TAKEN
    progress[0] = head
    progress[1] = tail


@compiled
def two_colour(indptr: Integers, indices: Neighbours, side: Integers, part: Integers, odd: Integers) -> int:
    """Connected parts, numbered; ``side`` two-colours each and ``odd`` flags those where that fails."""
    n = side.shape[0]
    queue = np.empty(n, np.int64)
    for v in range(n):
        part[v] = -1
    parts = 0
    for root in range(n):
        if part[root] >= 0:
            continue
        part[root] = parts
        side[root] = 0
        odd[parts] = 0
        queue[0] = root
        head = 0
        tail = 1
        while head < tail:
            v = queue[head]
            head += 1
            for k in range(indptr[v], indptr[v + 1]):
                u = indices[k]
                if part[u] < 0:
                    part[u] = parts
                    side[u] = 1 - side[v]
                    queue[tail] = u
                    tail += 1
                elif side[u] == side[v]:
                    odd[parts] = 1
        parts += 1
    return parts


@compiled
def alternate(
    indptr: Integers,
    indices: Neighbours,
    partner: Integers,
    partner_of_right: Integers,
    seen_left: Integers,
    seen_right: Integers,
) -> None:
    """Flag what alternating paths reach from unmatched left vertices (seen left and unseen right are independent)."""
    n = partner.shape[0]
    queue = np.empty(n, np.int64)
    tail = 0
    for v in range(n):
        if partner[v] < 0:
            seen_left[v] = 1
            queue[tail] = v
            tail += 1
    head = 0
    while head < tail:
        v = queue[head]
        head += 1
        for k in range(indptr[v], indptr[v + 1]):
            u = indices[k]
            if seen_right[u] == 0:
                seen_right[u] = 1
                back = partner_of_right[u]
                if back >= 0 and seen_left[back] == 0:
                    seen_left[back] = 1
                    queue[tail] = back
                    tail += 1


@compiled
def induce(
    indptr: Integers,
    indices: Neighbours,
    kept: Integers,
    renamed: Integers,
    new_indptr: Integers,
    new_indices: Neighbours,
) -> int:
    """Neighbour lists among the vertices ``kept`` (ascending); ``renamed`` is -1 for all others. Returns the arcs."""
    arcs = 0
    for i in range(kept.shape[0]):
        v = kept[i]
        new_indptr[i] = arcs
        for k in range(indptr[v], indptr[v + 1]):
            u = renamed[indices[k]]
            if u >= 0:
                new_indices[arcs] = u
                arcs += 1
    new_indptr[kept.shape[0]] = arcs
    return arcs

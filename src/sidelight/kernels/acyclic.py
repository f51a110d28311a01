"""Cycles of a directed graph in CSR form: deleting nodes until none is left, and short ones."""

import numpy as np
from numpy.typing import NDArray

from sidelight.kernels.compiled import compiled

Integers = NDArray[np.int64]
Neighbours = NDArray[np.int32]
Mask = NDArray[np.bool_]


@compiled
def _remove(
    indptr: Integers, indices: Neighbours, degree: Integers, alive: Mask, queue: Integers, tail: int, v: int
) -> int:
    """Tell the neighbours that ``v`` is gone; those that have none left of this kind go too. The new tail."""
    for k in range(indptr[v], indptr[v + 1]):
        u = indices[k]
        degree[u] -= 1
        if degree[u] == 0 and alive[u]:
            alive[u] = False
            queue[tail] = u
            tail += 1
    return tail


@compiled
def delete_until_acyclic(
    out_indptr: Integers,
    out_indices: Neighbours,
    in_indptr: Integers,
    in_indices: Neighbours,
    order: Integers,
    alive: Mask,
) -> Mask:
    """Delete nodes in ``order`` while cycles are left among ``alive``; which ones. Linear in the edges.

    A node without in-edges or without out-edges is on no cycle: it is set aside, never deleted.
    On return nothing is ``alive``.
    """
    n = alive.size
    n_in = np.zeros(n, np.int64)
    n_out = np.zeros(n, np.int64)
    for v in range(n):
        if alive[v]:
            for k in range(out_indptr[v], out_indptr[v + 1]):
                if alive[out_indices[k]]:
                    n_out[v] += 1
                    n_in[out_indices[k]] += 1
    deleted = np.zeros(n, np.bool_)
    queue = np.empty(n, np.int64)
    head = 0
    tail = 0
    for v in range(n):
        if alive[v] and (n_in[v] == 0 or n_out[v] == 0):
            alive[v] = False
            queue[tail] = v
            tail += 1
    for t in range(order.size + 1):
        while head < tail:
            v = queue[head]
            head += 1
            tail = _remove(out_indptr, out_indices, n_in, alive, queue, tail, v)
            tail = _remove(in_indptr, in_indices, n_out, alive, queue, tail, v)
        if t < order.size and alive[order[t]]:
            alive[order[t]] = False
            deleted[order[t]] = True
            queue[tail] = order[t]
            tail += 1
    return deleted


@compiled
def shortest_cycle(
    indptr: Integers, indices: Neighbours, alive: Mask, start: int, parent: Integers, queue: Integers
) -> int:
    """Length of a shortest cycle through ``start`` among ``alive``, its nodes first in ``queue``; 0: none.

    ``parent`` is full of -1 before and after.
    """
    queue[0] = start
    parent[start] = start
    head = 0
    tail = 1
    last = -1
    while head < tail and last < 0:
        v = queue[head]
        head += 1
        for k in range(indptr[v], indptr[v + 1]):
            u = indices[k]
            if u == start:
                last = v
                break
            if alive[u] and parent[u] < 0:
                parent[u] = v
                queue[tail] = u
                tail += 1
    length = 0
    cycle = np.empty(tail, np.int64)
    while last >= 0:
        cycle[length] = last
        length += 1
        last = parent[last] if last != start else -1
    for t in range(tail):
        parent[queue[t]] = -1
    for t in range(length):
        queue[t] = cycle[t]
    return length

"""Fewest cliques that hold all nodes: the colouring of the complement, told in the graph's own edges."""

import numpy as np
from numpy.typing import NDArray

from sidelight.kernels.compiled import compiled
from sidelight.kernels.reductions import OPEN, OUT, dominates

Integers = NDArray[np.int64]
Neighbours = NDArray[np.int32]
Mask = NDArray[np.bool_]

DEPTH, BEST, NODES = 0, 1, 2  # places in ``progress``; depth -1: finished
NODE, PART, USED, SATURATION = 0, 1, 2, 3  # rows of ``book``: by depth, by depth, by depth, by node


@compiled
def absorb(
    indptr: Integers,
    indices: Neighbours,
    fate: Integers,
    host: Integers,
    order: Integers,
    queue: Integers,
    progress: Integers,
    widest: int,
    budget: int,
) -> None:
    """Drop ``u`` when it knows ``v`` and all that ``v`` knows: it joins whatever clique ``v`` is in.

    ``order`` lists who was dropped; ``queue`` has 2n places: a circular queue, then flags of who stands in
    it; ``progress``: its head, its tail, how many were dropped. Nodes with more than ``widest`` neighbours
    are not tried as ``v``.
    """
    n = fate.size
    head, tail, dropped = progress[0], progress[1], progress[2]
    steps = 0
    while head < tail and steps < budget:
        v = queue[head % n]
        head += 1
        queue[n + v] = 0
        steps += 1
        if fate[v] != OPEN or indptr[v + 1] - indptr[v] > widest:
            continue
        for k in range(indptr[v], indptr[v + 1]):
            u = indices[k]
            steps += indptr[v + 1] - indptr[v]
            if fate[u] != OPEN or not dominates(indptr, indices, fate, u, v):
                continue
            fate[u] = OUT
            host[u] = v
            order[dropped] = u
            dropped += 1
            for e in range(indptr[u], indptr[u + 1]):
                w = indices[e]
                if fate[w] == OPEN and queue[n + w] == 0:
                    queue[n + w] = 1
                    queue[tail % n] = w
                    tail += 1
    progress[0], progress[1], progress[2] = head, tail, dropped


@compiled
def fit_greedily(indptr: Integers, indices: Neighbours, order: Integers, label: Integers) -> int:
    """Each node in ``order`` joins the largest part all of whose members it knows; how many parts result."""
    n = order.size
    size = np.zeros(n, np.int64)
    known = np.zeros(n, np.int64)
    n_parts = 0
    for v in range(n):
        label[v] = -1
    for t in range(n):
        v = order[t]
        best = -1
        for k in range(indptr[v], indptr[v + 1]):
            part = label[indices[k]]
            if part >= 0:
                known[part] += 1
                if known[part] == size[part] and (best < 0 or size[part] > size[best]):
                    best = part
        for k in range(indptr[v], indptr[v + 1]):
            if label[indices[k]] >= 0:
                known[label[indices[k]]] = 0
        if best < 0:
            best = n_parts
            n_parts += 1
        label[v] = best
        size[best] += 1
    return n_parts


@compiled
def place(apart: Mask, clashes: Integers, book: Integers, v: int, part: int, change: int) -> None:
    """Node ``v`` enters ``part`` (change 1) or leaves it (-1): those apart from it clash with the part."""
    for w in range(apart.shape[0]):
        if apart[v, w]:
            before = clashes[w, part]
            clashes[w, part] = before + change
            if before == 0 or before + change == 0:
                book[SATURATION, w] += change


@compiled
def most_constrained(apart_counts: Integers, book: Integers, label: Integers) -> int:
    """Find the node without a part that clashes with most parts; of those, one apart from most nodes."""
    best = -1
    for v in range(label.size):
        if label[v] < 0 and (
            best < 0
            or book[SATURATION, v] > book[SATURATION, best]
            or (book[SATURATION, v] == book[SATURATION, best] and apart_counts[v] > apart_counts[best])
        ):
            best = v
    return best


@compiled
def search(
    apart: Mask,
    apart_counts: Integers,
    first: Integers,
    clashes: Integers,
    book: Integers,
    label: Integers,
    best_label: Integers,
    progress: Integers,
    lower: int,
    budget: int,
) -> None:
    """Branch and bound (DSATUR) for ``budget`` steps from where the stacks stand.

    The nodes in ``first``, pairwise apart, are given parts of their own before any choice is made.
    ``book[PART, depth]`` is the part tried last at that depth (-1: none yet), ``book[USED, depth]`` how
    many parts there were before.
    """
    n = label.size
    depth = progress[DEPTH]
    steps = 0
    while depth >= 0 and steps < budget:
        steps += 1
        if depth == n:
            progress[BEST] = book[USED, depth]
            for v in range(n):
                best_label[v] = label[v]
            depth = depth - 1 if progress[BEST] > lower else -1
            continue
        used = book[USED, depth]
        part = book[PART, depth]
        if part < 0:
            v = first[depth] if depth < first.size else most_constrained(apart_counts, book, label)
            book[NODE, depth] = v
        else:
            v = book[NODE, depth]
            place(apart, clashes, book, v, part, -1)
            label[v] = -1
        part += 1
        while part < used and clashes[v, part] > 0:
            part += 1
        if part > used or max(used, part + 1) >= progress[BEST]:
            book[PART, depth] = -1
            depth -= 1
            continue
        book[PART, depth] = part
        place(apart, clashes, book, v, part, 1)
        label[v] = part
        depth += 1
        book[USED, depth] = max(used, part + 1)
        book[PART, depth] = -1
    progress[DEPTH] = depth
    progress[NODES] += steps

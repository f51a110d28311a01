"""Largest clique by branch and bound on bitsets, in slices that remember where they stopped."""

import numpy as np
from numpy.typing import NDArray

from sidelight.kernels.bitsets import NONE, ONE, Words, lowest_bit
from sidelight.kernels.clique_bound import branching_set
from sidelight.kernels.compiled import compiled

Integers = NDArray[np.int64]

DEPTH, BEST, NODES = 0, 1, 2  # places in ``progress``; depth -1: finished


@compiled
def search(
    compatible: Words,
    conflicts: Words,
    candidates: Words,
    branches: Words,
    clique: Integers,
    best: Integers,
    progress: Integers,
    budget: int,
    classes: Words,
    book: Integers,
    notes: Integers,
    work: Words,
) -> None:
    """Go on for ``budget`` nodes from where the stacks stand.

    At depth d the clique has d vertices; ``candidates[d]`` may join it, ``branches[d]`` still have to be
    tried as its next vertex, each together with the candidates and the branches tried before it.
    """
    n_words = candidates.shape[1]
    depth = progress[DEPTH]
    size = progress[BEST]
    nodes = 0
    while depth >= 0 and nodes < budget:
        v = -1
        for w in range(n_words):
            word = branches[depth, w]
            if word != NONE:
                v = (w << 6) + lowest_bit(word)
                break
        if v < 0:
            depth -= 1
            continue
        nodes += 1
        bit = ONE << np.uint64(v & 63)
        branches[depth, v >> 6] &= ~bit
        clique[depth] = v
        some = NONE
        for w in range(n_words):
            candidates[depth + 1, w] = candidates[depth, w] & compatible[v, w]
            some |= candidates[depth + 1, w]
        candidates[depth, v >> 6] |= bit
        if depth + 1 > size:
            size = depth + 1
            for d in range(size):
                best[d] = clique[d]
        if some == NONE:
            continue
        rest = branches[depth + 1]
        if branching_set(
            candidates[depth + 1], size - depth - 1, compatible, conflicts, classes, book, notes, work, rest
        ):
            depth += 1
            for w in range(n_words):
                candidates[depth, w] &= ~rest[w]
    progress[DEPTH] = depth
    progress[BEST] = size
    progress[NODES] += nodes

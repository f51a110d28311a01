"""All maximal cliques of a graph, while they are few (Bron and Kerbosch, with Tomita's pivot)."""

import numpy as np
from numpy.typing import NDArray

from sidelight.kernels.acyclic_search import first_member
from sidelight.kernels.bitsets import NONE, Words, lowest_bit, member_bit, popcount
from sidelight.kernels.compiled import compiled

Integers = NDArray[np.int64]

DEPTH, FOUND = 0, 1  # places in ``progress``; depth -1: finished


@compiled
def branches_after_pivot(rows: Words, open_: Words, done: Words, branches: Words) -> None:
    """Fill ``branches`` with the open nodes not next to the pivot, who knows most of the open ones.

    A maximal clique without any of them could be extended by the pivot.
    """
    pivot = -1
    most = -1
    for w in range(open_.shape[0]):
        word = open_[w] | done[w]
        while word != NONE:
            v = (w << 6) + lowest_bit(word)
            word &= ~member_bit(v)
            count = 0
            for x in range(open_.shape[0]):
                count += popcount(rows[v, x] & open_[x])
            if count > most:
                most = count
                pivot = v
    for w in range(open_.shape[0]):
        branches[w] = open_[w] & ~rows[pivot, w] if pivot >= 0 else NONE


@compiled
def list_cliques(rows: Words, stacks: Words, clique: Words, found: Words, progress: Integers, budget: int) -> None:
    """Go on for ``budget`` steps; each clique found is a row of ``found``. Stops when that is full.

    ``stacks``: by depth the nodes that may join, those already tried, and the branches still to try.
    """
    open_, done, branches = stacks[0], stacks[1], stacks[2]
    chosen = progress[2:]
    n_words = rows.shape[1]
    depth = progress[DEPTH]
    steps = 0
    while depth >= 0 and steps < budget and progress[FOUND] < found.shape[0]:
        steps += 1
        v = first_member(branches[depth])
        if v < 0:
            depth -= 1
            if depth >= 0:
                clique[chosen[depth] >> 6] &= ~member_bit(chosen[depth])
            continue
        branches[depth, v >> 6] &= ~member_bit(v)
        some = NONE
        for w in range(n_words):
            open_[depth + 1, w] = open_[depth, w] & rows[v, w]
            done[depth + 1, w] = done[depth, w] & rows[v, w]
            some |= open_[depth + 1, w] | done[depth + 1, w]
        open_[depth, v >> 6] &= ~member_bit(v)
        done[depth, v >> 6] |= member_bit(v)
        if some == NONE:
            for w in range(n_words):
                found[progress[FOUND], w] = clique[w]
            found[progress[FOUND], v >> 6] |= member_bit(v)
            progress[FOUND] += 1
            continue
        clique[v >> 6] |= member_bit(v)
        chosen[depth] = v
        depth += 1
        branches_after_pivot(rows, open_[depth], done[depth], branches[depth])
    progress[DEPTH] = depth

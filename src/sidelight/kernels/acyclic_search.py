"""Largest induced acyclic subgraph by branch and bound on bitsets, in slices that go on from each other.

At each depth some nodes are ``kept`` (they have no cycle) and some ``open`` (each alone closes no cycle
with the kept). A node is tried as kept first, then as left out.
"""

import numpy as np
from numpy.typing import NDArray

from sidelight.kernels.bitsets import NONE, Words, count_members, lowest_bit, member_bit
from sidelight.kernels.compiled import compiled

Integers = NDArray[np.int64]

DEPTH, BEST, NODES = 0, 1, 2  # places in ``progress``; depth -1: finished
CORE, LEFT, REACHED, ORIGINS, FRONTIER = 0, 1, 2, 3, 4  # rows of ``work``


@compiled
def meet(a: Words, b: Words) -> bool:
    """Whether two rows share a member."""
    for w in range(a.shape[0]):  # noqa: SIM110  (kernels have no generators)
        if a[w] & b[w] != NONE:
            return True
    return False


@compiled
def first_member(row: Words) -> int:
    """Return the smallest member, or -1."""
    for w in range(row.shape[0]):
        if row[w] != NONE:
            return (w << 6) + lowest_bit(row[w])
    return -1


@compiled
def peel(outs: Words, ins: Words, core: Words) -> None:
    """Take from ``core`` what is on no cycle for want of a way in or out."""
    changed = True
    while changed:
        changed = False
        for w in range(core.shape[0]):
            word = core[w]
            while word != NONE:
                v = (w << 6) + lowest_bit(word)
                word &= ~member_bit(v)
                if not meet(outs[v], core) or not meet(ins[v], core):
                    core[w] &= ~member_bit(v)
                    changed = True


@compiled
def reach(rows: Words, v: int, through: Words, reached: Words, frontier: Words) -> None:
    """Fill ``reached`` with where one gets from ``v`` when all stops on the way are in ``through``."""
    for w in range(reached.shape[0]):
        reached[w] = rows[v, w]
        frontier[w] = rows[v, w] & through[w]
    u = first_member(frontier)
    while u >= 0:
        frontier[u >> 6] &= ~member_bit(u)
        for w in range(reached.shape[0]):
            new = rows[u, w] & ~reached[w]
            reached[w] |= new
            frontier[w] |= new & through[w]
        u = first_member(frontier)


@compiled
def cut_mutual_clique(outs: Words, ins: Words, opened: Words, left: Words, v: int, mutual: Words) -> int:
    """Take a mutual clique around ``v`` out of ``left``; all but one of its nodes must go: how many."""
    for w in range(left.shape[0]):
        mutual[w] = outs[v, w] & ins[v, w] & left[w] & opened[w]
    u = first_member(mutual)
    cost = 0
    while u >= 0:
        cost += 1
        left[u >> 6] &= ~member_bit(u)
        for w in range(left.shape[0]):
            mutual[w] &= outs[u, w] & ins[u, w]
        u = first_member(mutual)
    if cost > 0:
        left[v >> 6] &= ~member_bit(v)
    return cost


@compiled
def cut_cycle(outs: Words, opened: Words, left: Words, v: int, parent: Integers, work: Words) -> int:
    """Take the open nodes of a shortest cycle through ``v`` out of ``left``, or ``v`` if there is none."""
    reached = work[REACHED]
    n_words = left.shape[0]
    for w in range(n_words):
        reached[w] = NONE
    queue = parent[outs.shape[0] :]
    queue[0] = v
    head = 0
    tail = 1
    while head < tail and reached[v >> 6] & member_bit(v) == NONE:
        at = queue[head]
        head += 1
        for w in range(n_words):
            new = outs[at, w] & left[w] & ~reached[w]
            reached[w] |= new
            while new != NONE:
                u = (w << 6) + lowest_bit(new)
                new &= new - member_bit(0)
                parent[u] = at
                queue[tail] = u
                tail += 1
    if reached[v >> 6] & member_bit(v) == NONE:
        left[v >> 6] &= ~member_bit(v)
        return 0
    at = parent[v]
    left[v >> 6] &= ~member_bit(v)
    while at != v:
        left[at >> 6] &= ~(member_bit(at) & opened[at >> 6])
        at = parent[at]
    return 1


@compiled
def must_go(outs: Words, ins: Words, opened: Words, core: Words, enough: int, parent: Integers, work: Words) -> int:
    """At least so many open nodes must be left out: disjoint cliques of mutual edges, then disjoint cycles.

    Stops counting at ``enough``. Cycles may share kept nodes, which cannot be left out.
    """
    left = work[LEFT]
    for w in range(core.shape[0]):
        left[w] = core[w]
    count = 0
    for v in range(outs.shape[0]):
        if count < enough and left[v >> 6] & opened[v >> 6] & member_bit(v) != NONE:
            count += cut_mutual_clique(outs, ins, opened, left, v, work[FRONTIER])
    for v in range(outs.shape[0]):
        if count < enough and left[v >> 6] & opened[v >> 6] & member_bit(v) != NONE:
            count += cut_cycle(outs, opened, left, v, parent, work)
    return count


@compiled
def busiest(outs: Words, ins: Words, opened: Words, core: Words, work: Words) -> int:
    """Find the open node of the core with most ways in times ways out, or -1."""
    best = -1
    most = -1
    for v in range(outs.shape[0]):
        if core[v >> 6] & opened[v >> 6] & member_bit(v) != NONE:
            for w in range(core.shape[0]):
                work[REACHED, w] = outs[v, w] & core[w]
                work[ORIGINS, w] = ins[v, w] & core[w]
            ways = count_members(work[REACHED]) * count_members(work[ORIGINS])
            if ways > most:
                most = ways
                best = v
    return best


@compiled
def keep(outs: Words, ins: Words, kept: Words, opened: Words, depth: int, v: int, work: Words) -> None:
    """Fill depth + 1 from depth, ``v`` kept and what would close a cycle left out."""
    reach(outs, v, kept[depth], work[REACHED], work[FRONTIER])
    reach(ins, v, kept[depth], work[ORIGINS], work[FRONTIER])
    for w in range(kept.shape[1]):
        kept[depth + 1, w] = kept[depth, w]
        opened[depth + 1, w] = opened[depth, w] & ~(work[REACHED, w] & work[ORIGINS, w])
    kept[depth + 1, v >> 6] |= member_bit(v)
    opened[depth + 1, v >> 6] &= ~member_bit(v)


@compiled
def search(
    outs: Words,
    ins: Words,
    kept: Words,
    opened: Words,
    best: Words,
    progress: Integers,
    budget: int,
    parent: Integers,
    work: Words,
) -> None:
    """Go on for ``budget`` nodes from where the stacks stand; ``best`` is the best set found."""
    core = work[CORE]
    depth = progress[DEPTH]
    nodes = 0
    while depth >= 0 and nodes < budget:
        nodes += 1
        for w in range(core.shape[0]):
            core[w] = kept[depth, w] | opened[depth, w]
        size = count_members(core)
        if size <= progress[BEST]:
            depth -= 1
            continue
        peel(outs, ins, core)
        v = busiest(outs, ins, opened[depth], core, work)
        if v < 0:
            for w in range(core.shape[0]):
                best[w] = kept[depth, w] | opened[depth, w]
            progress[BEST] = size
            depth -= 1
            continue
        enough = size - progress[BEST]
        if must_go(outs, ins, opened[depth], core, enough, parent, work) >= enough:
            depth -= 1
            continue
        keep(outs, ins, kept, opened, depth, v, work)
        opened[depth, v >> 6] &= ~member_bit(v)  # what this depth goes on with, once the next is done
        depth += 1
    progress[DEPTH] = depth
    progress[NODES] += nodes

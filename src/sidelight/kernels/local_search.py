"""A good independent set by swaps: one vertex out, two in, and a kick when nothing improves.

After Andrade, Resende and Werneck, "Fast local search for the maximum independent set problem" (2012).
``order`` lists the solution first, then the free vertices (no neighbour in the solution), then all others;
``place`` is its inverse. ``tight`` counts a vertex's neighbours in the solution, ``owners`` sums their
numbers: where the count is one, the sum is the neighbour.
"""

import numpy as np
from numpy.typing import NDArray

from sidelight.kernels.bitsets import Words
from sidelight.kernels.compiled import compiled

Integers = NDArray[np.int64]
Neighbours = NDArray[np.int32]

ORDER, PLACE, TIGHT, OWNERS, LEFT_AT, STAMP, BEST, LOG, WAITING = (
    0,
    1,
    2,
    3,
    4,
    5,
    6,
    7,
    8,
)  # rows of ``state``
SOLUTION, FREE, CLOCK, WORK, BEST_SIZE, LOGGED, IDLE = 0, 1, 2, 3, 4, 5, 6  # places in ``progress``
ROWS, PLACES = 9, 7
SHIFT_A, SHIFT_B, SHIFT_C = np.uint64(13), np.uint64(7), np.uint64(17)


@compiled
def below(n: int, random: Words) -> int:
    """Next number of a xorshift stream, in ``0..n-1``."""
    x = random[0]
    x ^= x << SHIFT_A
    x ^= x >> SHIFT_B
    x ^= x << SHIFT_C
    random[0] = x
    return int((x >> np.uint64(33)) % np.uint64(n))


@compiled
def exchange(state: Integers, v: int, position: int) -> None:
    """Vertex ``v`` and whoever stands at ``position`` change places."""
    other = state[ORDER, position]
    here = state[PLACE, v]
    state[ORDER, position] = v
    state[PLACE, v] = position
    state[ORDER, here] = other
    state[PLACE, other] = here


@compiled
def add(indptr: Integers, indices: Neighbours, state: Integers, progress: Integers, v: int) -> None:
    """A free vertex joins the solution."""
    exchange(state, v, progress[SOLUTION])
    progress[SOLUTION] += 1
    progress[FREE] -= 1
    progress[WORK] += indptr[v + 1] - indptr[v]
    for k in range(indptr[v], indptr[v + 1]):
        u = indices[k]
        if state[TIGHT, u] == 0:
            progress[FREE] -= 1
            exchange(state, u, progress[SOLUTION] + progress[FREE])
        state[TIGHT, u] += 1
        state[OWNERS, u] += v


@compiled
def drop(indptr: Integers, indices: Neighbours, state: Integers, progress: Integers, v: int) -> None:
    """A vertex leaves the solution (and is free)."""
    progress[SOLUTION] -= 1
    exchange(state, v, progress[SOLUTION])
    progress[FREE] += 1
    progress[WORK] += indptr[v + 1] - indptr[v]
    state[LEFT_AT, v] = progress[CLOCK]
    for k in range(indptr[v], indptr[v + 1]):
        u = indices[k]
        state[TIGHT, u] -= 1
        state[OWNERS, u] -= v
        if state[TIGHT, u] == 0:
            exchange(state, u, progress[SOLUTION] + progress[FREE])
            progress[FREE] += 1


@compiled
def note(state: Integers, progress: Integers, entry: int) -> None:
    """Remember a step (v + 1 for in, -v - 1 for out) so that it can be taken back."""
    if progress[LOGGED] < state.shape[1]:
        state[LOG, progress[LOGGED]] = entry
    progress[LOGGED] += 1


@compiled
def force(indptr: Integers, indices: Neighbours, state: Integers, progress: Integers, v: int) -> None:
    """Vertex ``v`` joins; its neighbours leave."""
    if state[TIGHT, v] > 0:
        for k in range(indptr[v], indptr[v + 1]):
            u = indices[k]
            if state[PLACE, u] < progress[SOLUTION]:
                drop(indptr, indices, state, progress, u)
                note(state, progress, -u - 1)
                if state[TIGHT, v] == 0:
                    break
    add(indptr, indices, state, progress, v)
    note(state, progress, v + 1)


@compiled
def swap(indptr: Integers, indices: Neighbours, state: Integers, progress: Integers, x: int, found: Integers) -> bool:
    """Replace ``x`` by two of its neighbours, if two that only ``x`` keeps out do not know each other."""
    count = 0
    for k in range(indptr[x], indptr[x + 1]):
        u = indices[k]
        if state[TIGHT, u] == 1:
            found[count] = u
            count += 1
    progress[WORK] += indptr[x + 1] - indptr[x]
    for i in range(count - 1):
        u = found[i]
        for k in range(indptr[u], indptr[u + 1]):
            state[STAMP, indices[k]] = u + 1
        progress[WORK] += indptr[u + 1] - indptr[u]
        for j in range(i + 1, count):
            w = found[j]
            if state[STAMP, w] != u + 1:
                force(indptr, indices, state, progress, u)
                add(indptr, indices, state, progress, w)
                note(state, progress, w + 1)
                return True
    return False


@compiled
def climb(
    indptr: Integers,
    indices: Neighbours,
    state: Integers,
    progress: Integers,
    start: int,
    found: Integers,
    random: Words,
) -> None:
    """Free vertices in, then swaps around the steps logged since ``start``, until neither is possible."""
    look = start
    while True:
        while progress[FREE] > 0:
            v = state[ORDER, progress[SOLUTION] + below(progress[FREE], random)]
            add(indptr, indices, state, progress, v)
            note(state, progress, v + 1)
        if look >= progress[LOGGED] or progress[LOGGED] >= state.shape[1]:
            return
        entry = state[LOG, look]
        look += 1
        if entry > 0:
            if state[PLACE, entry - 1] < progress[SOLUTION]:
                swap(indptr, indices, state, progress, entry - 1, found)
            continue
        v = -entry - 1
        for k in range(indptr[v], indptr[v + 1]):
            u = indices[k]
            if state[TIGHT, u] == 1:
                x = state[OWNERS, u]
                if state[WAITING, x] != progress[CLOCK]:
                    state[WAITING, x] = progress[CLOCK]
                    if swap(indptr, indices, state, progress, x, found):
                        break
        progress[WORK] += indptr[v + 1] - indptr[v]


@compiled
def undo(indptr: Integers, indices: Neighbours, state: Integers, progress: Integers) -> None:
    """Take back every logged step."""
    while progress[LOGGED] > 0:
        progress[LOGGED] -= 1
        entry = state[LOG, progress[LOGGED]]
        if entry > 0:
            drop(indptr, indices, state, progress, entry - 1)
        else:
            add(indptr, indices, state, progress, -entry - 1)


@compiled
def keep_best(state: Integers, progress: Integers) -> None:
    """Remember the solution if none was larger."""
    if progress[SOLUTION] > progress[BEST_SIZE]:
        progress[BEST_SIZE] = progress[SOLUTION]
        progress[IDLE] = 0
        for i in range(progress[SOLUTION]):
            state[BEST, i] = state[ORDER, i]


@compiled
def start(indptr: Integers, indices: Neighbours, chosen: Integers, state: Integers, progress: Integers) -> None:
    """Set the state to the independent set flagged in ``chosen``, filled up in order."""
    n = chosen.shape[0]
    for v in range(n):
        state[ORDER, v] = v
        state[PLACE, v] = v
        state[WAITING, v] = -1
    progress[FREE] = n
    for v in range(n):
        if chosen[v] != 0:
            add(indptr, indices, state, progress, v)
    for v in range(n):
        if state[PLACE, v] >= progress[SOLUTION] and state[TIGHT, v] == 0:
            add(indptr, indices, state, progress, v)
    keep_best(state, progress)


@compiled
def polish(
    indptr: Integers,
    indices: Neighbours,
    state: Integers,
    progress: Integers,
    found: Integers,
    vertices: Integers,
    begin: int,
    budget: int,
) -> int:
    """Try a swap around each of ``vertices`` from place ``begin`` on; returns where the budget ended."""
    limit = progress[WORK] + budget
    i = begin
    while i < vertices.shape[0] and progress[WORK] < limit:
        v = vertices[i]
        i += 1
        progress[LOGGED] = 0
        if state[PLACE, v] < progress[SOLUTION]:
            swap(indptr, indices, state, progress, v, found)
        while progress[FREE] > 0:
            add(indptr, indices, state, progress, state[ORDER, progress[SOLUTION]])
    progress[LOGGED] = 0
    keep_best(state, progress)
    return i


@compiled
def oldest_outsider(state: Integers, progress: Integers, random: Words) -> int:
    """Of four random vertices outside the solution, the one that has been outside longest."""
    n = state.shape[1]
    size = progress[SOLUTION]
    choice = state[ORDER, size + below(n - size, random)]
    for _ in range(3):
        v = state[ORDER, size + below(n - size, random)]
        if state[LEFT_AT, v] < state[LEFT_AT, choice]:
            choice = v
    return int(choice)


@compiled
def improve(
    indptr: Integers,
    indices: Neighbours,
    state: Integers,
    progress: Integers,
    found: Integers,
    random: Words,
    budget: int,
    goal: int,
) -> None:
    """Kick, climb, keep or take back, for about ``budget`` visits of edges or until ``goal`` is reached."""
    n = state.shape[1]
    limit = progress[WORK] + budget
    while progress[WORK] < limit and progress[BEST_SIZE] < goal and progress[SOLUTION] < n:
        progress[CLOCK] += 1
        progress[IDLE] += 1
        progress[WORK] += 4
        before = progress[SOLUTION]
        progress[LOGGED] = 0
        kicks = 1
        if below(2 * before, random) == 0:
            kicks = 2
            while below(2, random) == 0 and kicks < 8:
                kicks += 1
        for _ in range(kicks):
            if progress[SOLUTION] < n:
                force(indptr, indices, state, progress, oldest_outsider(state, progress, random))
        climb(indptr, indices, state, progress, 0, found, random)
        lost = before - progress[SOLUTION]
        if lost > 0 and progress[LOGGED] <= n:
            behind = progress[BEST_SIZE] - progress[SOLUTION]
            if below(1 + lost * behind, random) != 0:
                undo(indptr, indices, state, progress)
        keep_best(state, progress)

"""Covering targets by sets: greedy covers, packings that bound them from below, and nested rows.

A cover problem comes as two sorted CSR arrays: ``out`` lists the targets of each set, ``in`` the sets of
each target. In a feedback graph both are the actions: ``i`` covers ``j`` when playing ``i`` reveals ``j``.
"""

import numpy as np
from numpy.typing import NDArray

from sidelight.kernels.compiled import compiled

Integers = NDArray[np.int64] | NDArray[np.int32]


@compiled
def target_counts(out_indptr: Integers, out_indices: Integers, targets: NDArray[np.bool_]) -> NDArray[np.int64]:
    """How many targets each set holds."""
    n_sets = out_indptr.size - 1
    counts = np.zeros(n_sets, np.int64)
    for i in range(n_sets):
        for k in range(out_indptr[i], out_indptr[i + 1]):
            if targets[out_indices[k]]:
                counts[i] += 1
    return counts


@compiled
def cover_greedily(
    out_indptr: Integers,
    out_indices: Integers,
    in_indptr: Integers,
    in_indices: Integers,
    targets: NDArray[np.bool_],
) -> NDArray[np.int64]:
    """Take the set with most uncovered targets until none is left; in the order taken.

    Sets wait in buckets by what they would gain. A gain only falls, so a set found in too high a bucket is
    moved down when met: each move is paid for by a fallen gain, and the whole is linear in the edges.
    """
    gains = target_counts(out_indptr, out_indices, targets)
    n_sets = gains.size
    best = 0
    for i in range(n_sets):
        best = max(best, gains[i])
    first = np.full(best + 1, -1, np.int64)
    behind = np.empty(n_sets, np.int64)
    for i in range(n_sets - 1, -1, -1):  # backwards, so that the smallest number stands first
        behind[i] = first[gains[i]]
        first[gains[i]] = i
    open_targets = targets.copy()
    taken = np.empty(n_sets, np.int64)
    n_taken = 0
    while best > 0:
        i = first[best]
        if i < 0:
            best -= 1
            continue
        first[best] = behind[i]
        if gains[i] < best:
            behind[i] = first[gains[i]]
            first[gains[i]] = i
            continue
        taken[n_taken] = i
        n_taken += 1
        for k in range(out_indptr[i], out_indptr[i + 1]):
            j = out_indices[k]
            if open_targets[j]:
                open_targets[j] = False
                for e in range(in_indptr[j], in_indptr[j + 1]):
                    gains[in_indices[e]] -= 1
    return taken[:n_taken].copy()


@compiled
def without_redundant(
    out_indptr: Integers, out_indices: Integers, targets: NDArray[np.bool_], taken: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Drop, last taken first, each set whose targets are all covered by others that stay."""
    times = np.zeros(targets.size, np.int64)
    for t in range(taken.size):
        for k in range(out_indptr[taken[t]], out_indptr[taken[t] + 1]):
            times[out_indices[k]] += 1
    kept = np.empty(taken.size, np.int64)
    n_kept = 0
    for t in range(taken.size - 1, -1, -1):
        i = taken[t]
        needed = False
        for k in range(out_indptr[i], out_indptr[i + 1]):
            j = out_indices[k]
            if targets[j] and times[j] == 1:
                needed = True
                break
        if needed:
            kept[n_kept] = i
            n_kept += 1
        else:
            for k in range(out_indptr[i], out_indptr[i + 1]):
                times[out_indices[k]] -= 1
    return kept[:n_kept].copy()


@compiled
def even_packing(
    out_counts: NDArray[np.int64], in_indptr: Integers, in_indices: Integers, targets: NDArray[np.bool_]
) -> NDArray[np.float64]:
    """Each target gets 1 over the size of the largest set that holds it: no set then holds more than 1."""
    packing = np.zeros(targets.size)
    for j in range(targets.size):
        if targets[j]:
            largest = 1
            for e in range(in_indptr[j], in_indptr[j + 1]):
                largest = max(largest, out_counts[in_indices[e]])
            packing[j] = 1.0 / largest
    return packing


@compiled
def raise_packing(
    out_indptr: Integers,
    out_indices: Integers,
    in_indptr: Integers,
    in_indices: Integers,
    order: NDArray[np.int64],
    packing: NDArray[np.float64],
) -> None:
    """Give each target in ``order`` all that its sets have left; ``packing`` is raised in place."""
    room = np.ones(out_indptr.size - 1)
    for i in range(room.size):
        for k in range(out_indptr[i], out_indptr[i + 1]):
            room[i] -= packing[out_indices[k]]
    for t in range(order.size):
        j = order[t]
        least = 1.0
        for e in range(in_indptr[j], in_indptr[j + 1]):
            least = min(least, room[in_indices[e]])
        if least > 1e-12:  # below, only rounding is left
            packing[j] += least
            for e in range(in_indptr[j], in_indptr[j + 1]):
                room[in_indices[e]] -= least


@compiled
def _is_within(small: Integers, large: Integers) -> bool:
    """Whether sorted ``large`` holds all of sorted ``small``."""
    k = 0
    for s in range(small.size):
        while k < large.size and large[k] < small[s]:
            k += 1
        if k == large.size or large[k] != small[s]:
            return False
    return True


@compiled
def nested_rows(
    indptr: Integers, indices: Integers, by_column: Integers, rows_of: Integers, budget: int
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which rows lie within another row, and which hold another row; of equal rows the first is neither.

    Only rows that share the rarest column of a row can hold it. After ``budget`` comparisons the
    search ends: what was found is true, and no more is claimed.
    """
    n_rows = indptr.size - 1
    within = np.zeros(n_rows, np.bool_)
    holding = np.zeros(n_rows, np.bool_)
    for a in range(n_rows):
        if indptr[a] == indptr[a + 1]:
            within[a] = True
            continue
        rarest = indices[indptr[a]]
        for k in range(indptr[a], indptr[a + 1]):
            c = indices[k]
            if by_column[c + 1] - by_column[c] < by_column[rarest + 1] - by_column[rarest]:
                rarest = c
        size = indptr[a + 1] - indptr[a]
        for e in range(by_column[rarest], by_column[rarest + 1]):
            b = rows_of[e]
            size_b = indptr[b + 1] - indptr[b]
            budget -= 1
            if b == a or size_b < size:
                continue
            if _is_within(indices[indptr[a] : indptr[a + 1]], indices[indptr[b] : indptr[b + 1]]):
                if size_b > size or b > a:
                    holding[b] = True
                if size_b > size or b < a:
                    within[a] = True
        if budget < 0:
            break
    return within, holding

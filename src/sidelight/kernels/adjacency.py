"""Building and reading compressed rows: ``indptr`` and ``indices``, both int32, rows sorted, no repeats."""

import numpy as np
from numpy.typing import NDArray

from sidelight.kernels.compiled import compiled

Index = NDArray[np.int32]

FINGERPRINT_PRIME = 2**31 - 1  # products of two residues fit in an int64


@compiled
def first_bad_edge(n: int, rows: NDArray[np.int64], cols: NDArray[np.int64]) -> int:
    """Position of the first edge that leaves ``0..n-1``, or -1."""
    for e in range(rows.size):
        if rows[e] < 0 or rows[e] >= n or cols[e] < 0 or cols[e] >= n:
            return e
    return -1


@compiled
def bucket(n: int, keys: NDArray[np.int64], values: NDArray[np.int64]) -> tuple[Index, Index]:
    """``values`` grouped by key, in the order given within a group."""
    indptr = np.zeros(n + 1, np.int32)
    for key in keys:
        indptr[key + 1] += 1
    for i in range(n):
        indptr[i + 1] += indptr[i]
    indices = np.empty(keys.size, np.int32)
    fill = indptr[:n].copy()
    for e in range(keys.size):
        key = keys[e]
        indices[fill[key]] = values[e]
        fill[key] += 1
    return indptr, indices


@compiled
def transposed(n: int, indptr: Index, indices: Index) -> tuple[Index, Index]:
    """The same pairs by column; its rows come out sorted, repeats next to each other."""
    out_indptr = np.zeros(n + 1, np.int32)
    for j in indices:
        out_indptr[j + 1] += 1
    for j in range(n):
        out_indptr[j + 1] += out_indptr[j]
    out_indices = np.empty(indices.size, np.int32)
    fill = out_indptr[:n].copy()
    for i in range(n):
        for e in range(indptr[i], indptr[i + 1]):
            j = indices[e]
            out_indices[fill[j]] = i
            fill[j] += 1
    return out_indptr, out_indices


@compiled
def without_repeats(n: int, indptr: Index, indices: Index) -> tuple[Index, Index]:
    """Sorted rows with each entry once; written over ``indices``, whose used part is returned."""
    out_indptr = np.zeros(n + 1, np.int32)
    kept = 0
    for i in range(n):
        previous = -1
        for e in range(indptr[i], indptr[i + 1]):
            if indices[e] != previous:
                previous = indices[e]
                indices[kept] = previous
                kept += 1
        out_indptr[i + 1] = kept
    return out_indptr, indices[:kept]


@compiled
def diagonal(n: int, indptr: Index, indices: Index) -> NDArray[np.bool_]:
    """Which rows contain their own number."""
    mask = np.zeros(n, np.bool_)
    for i in range(n):
        for e in range(indptr[i], indptr[i + 1]):
            if indices[e] >= i:
                mask[i] = indices[e] == i
                break
    return mask


@compiled
def merged_rows(
    n: int, a_indptr: Index, a_indices: Index, b_indptr: Index, b_indices: Index, both: bool
) -> tuple[NDArray[np.int64], Index]:
    """Row by row the union of two graphs (their intersection if ``both``), loops left out."""
    indptr = np.zeros(n + 1, np.int64)
    indices = np.empty(a_indices.size if both else a_indices.size + b_indices.size, np.int32)
    kept = 0
    for i in range(n):
        a, b = a_indptr[i], b_indptr[i]
        a_end, b_end = a_indptr[i + 1], b_indptr[i + 1]
        while a < a_end or b < b_end:
            left = a_indices[a] if a < a_end else n
            right = b_indices[b] if b < b_end else n
            smallest = min(left, right)
            if left == smallest:
                a += 1
            if right == smallest:
                b += 1
            if smallest != i and (left == right or not both):
                indices[kept] = smallest
                kept += 1
        indptr[i + 1] = kept
    return indptr, indices[:kept]


@compiled
def induced_rows(indptr: Index, indices: Index, actions: Index, new_index: Index) -> tuple[Index, Index]:
    """Rows of the subgraph on ``actions``; ``new_index`` is -1 outside. Rows may come out unsorted."""
    size = actions.size
    out_indptr = np.zeros(size + 1, np.int32)
    for k in range(size):
        kept = 0
        for e in range(indptr[actions[k]], indptr[actions[k] + 1]):
            kept += new_index[indices[e]] >= 0
        out_indptr[k + 1] = out_indptr[k] + kept
    out_indices = np.empty(out_indptr[size], np.int32)
    kept = 0
    for k in range(size):
        for e in range(indptr[actions[k]], indptr[actions[k] + 1]):
            if new_index[indices[e]] >= 0:
                out_indices[kept] = new_index[indices[e]]
                kept += 1
    return out_indptr, out_indices


@compiled
def bilinear_sum(indptr: Index, indices: Index, left: NDArray[np.int64], right: NDArray[np.int64], prime: int) -> int:
    """Sum of ``left[i] * right[j]`` over all entries (i, j), modulo ``prime``."""
    total = 0
    for i in range(indptr.size - 1):
        row = 0
        for e in range(indptr[i], indptr[i + 1]):
            row += right[indices[e]]
        total = (total + left[i] * (row % prime)) % prime
    return total

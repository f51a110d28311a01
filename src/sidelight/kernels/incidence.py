"""Matrices of zeros and ones, row by row the sorted columns of the ones: turned, and cut down. Linear in the ones."""

import numpy as np
from numpy.typing import NDArray

from sidelight.kernels.compiled import compiled

Integers = NDArray[np.int64]
Neighbours = NDArray[np.int32]
Mask = NDArray[np.bool_]


@compiled
def turned(indptr: Integers, indices: Neighbours, n_columns: int) -> tuple[Integers, Neighbours]:
    """Columns as rows."""
    starts = np.zeros(n_columns + 1, np.int64)
    for k in range(indices.size):
        starts[indices[k] + 1] += 1
    for c in range(n_columns):
        starts[c + 1] += starts[c]
    place = starts[:-1].copy()
    rows = np.empty(indices.size, np.int32)
    for r in range(indptr.size - 1):
        for k in range(indptr[r], indptr[r + 1]):
            c = indices[k]
            rows[place[c]] = r
            place[c] += 1
    return starts, rows


@compiled
def kept(indptr: Integers, indices: Neighbours, rows: Mask, columns: Mask) -> tuple[Integers, Neighbours]:
    """Only the rows and columns marked, numbered anew."""
    name = np.empty(columns.size, np.int32)
    n_columns = 0
    for c in range(columns.size):
        name[c] = n_columns
        n_columns += columns[c]
    n_rows = 0
    most = 0
    for r in range(rows.size):
        if rows[r]:
            n_rows += 1
            most += indptr[r + 1] - indptr[r]
    starts = np.zeros(n_rows + 1, np.int64)
    names = np.empty(most, np.int32)
    at = 0
    n_rows = 0
    for r in range(rows.size):
        if rows[r]:
            for k in range(indptr[r], indptr[r + 1]):
                if columns[indices[k]]:
                    names[at] = name[indices[k]]
                    at += 1
            n_rows += 1
            starts[n_rows] = at
    return starts, names[:at].copy()

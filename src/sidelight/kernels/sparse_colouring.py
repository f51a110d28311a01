"""Colours for a sparse undirected graph, greedily."""

import numpy as np
from numpy.typing import NDArray

from sidelight.kernels.compiled import compiled


@compiled
def colour_greedily(indptr: NDArray[np.int64], indices: NDArray[np.int32]) -> NDArray[np.int64]:
    """The lowest colour that no neighbour has, in the order of the actions: at most largest degree + 1."""
    n = indptr.size - 1
    colour = np.full(n, -1, np.int64)
    taken_by = np.full(n + 1, -1, np.int64)
    for i in range(n):
        for e in range(indptr[i], indptr[i + 1]):
            if colour[indices[e]] >= 0:
                taken_by[colour[indices[e]]] = i
        lowest = 0
        while taken_by[lowest] == i:
            lowest += 1
        colour[i] = lowest
    return colour

"""Good edge weights for theta when edges are few: vectors of low rank instead of a matrix.

Theta is the largest ``|sum of v_i|^2`` over vectors, one a vertex, with ``sum of |v_i|^2 = 1`` and adjacent ones
orthogonal (Burer and Monteiro 2003: with more than the square root of twice the edges as dimension, local
optima are global). Orthogonality is priced by an augmented Lagrangian, and the prices are the weights.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from sidelight.graphs.numbers.independence_parts import Graph

Vectors = NDArray[np.float64]

GROWTH = 1.2
DESCENTS = 30
STEPS = 60
STEPS_PER_LOOK = 10
"""Steps of descent, between which the caller may look at the clock; restarting costs the memory of curvature."""


def sparse_weights(graph: Graph) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64], Vectors | None]]:
    """Ends of the edges and ever better weights for them; None for weights in between."""
    from scipy.optimize import minimize  # slow to import, and most graphs never need it
    from scipy.sparse import csr_array

    n = graph.n
    rows = np.repeat(np.arange(n), np.diff(graph.indptr))
    upper = rows < graph.indices
    rows, columns = rows[upper], graph.indices[upper].astype(np.int64)
    indptr = np.concatenate([[0], np.cumsum(np.bincount(rows, minlength=n))])
    rank = min(n, int(np.sqrt(2 * len(rows))) + 1)
    vectors = np.random.default_rng(0).normal(size=(n, rank)) + 0.5
    prices, penalty = np.full(len(rows), 0.3), 1.0

    def lagrangian(flat: Vectors) -> tuple[float, Vectors]:
        scale = np.sqrt(n) / np.linalg.norm(flat)
        scaled = flat.reshape(n, rank) * scale
        total = scaled.sum(axis=0)
        overlap = np.einsum("er,er->e", scaled[rows], scaled[columns])
        value = -(total @ total) / n + prices @ overlap + penalty / 2.0 * (overlap @ overlap)
        price = csr_array((prices + penalty * overlap, columns, indptr), shape=(n, n))
        slope = price @ scaled + price.T @ scaled - 2.0 / n * total
        slope -= scaled * ((slope * scaled).sum() / n)
        return float(value), (slope * scale).ravel()

    for _ in range(DESCENTS):
        for _ in range(STEPS // STEPS_PER_LOOK):
            found = minimize(
                lagrangian, vectors.ravel(), jac=True, method="L-BFGS-B",
                options={"maxiter": STEPS_PER_LOOK, "gtol": 1e-4},
            )  # fmt: skip
            vectors = found.x.reshape(n, rank)
            yield rows, columns, None
            if found.success:
                break
        vectors *= np.sqrt(n) / np.linalg.norm(vectors)
        prices += penalty * np.einsum("er,er->e", vectors[rows], vectors[columns])
        penalty *= GROWTH
        yield rows, columns, n / 2.0 * prices

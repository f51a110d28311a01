"""Lovász's theta, an upper bound on the independence number that sees a graph as a whole.

For any weights y on the edges, the largest eigenvalue of ``J - sum of y_e E_e`` (J all ones, E_e one in the two
places of edge e) is at least the independence number: whatever the weights, they vanish on an independent
set, where J alone gives its size. So a rough search for good weights loses tightness, never truth. Very sparse
graphs have a search of their own (``independence_theta_sparse``); for others it is the boundary point
method (Povh, Rendl, Wiegele 2006): one eigendecomposition a round.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from sidelight.graphs.numbers.independence_parts import Graph
from sidelight.graphs.numbers.independence_theta_sparse import sparse_weights

Matrix = NDArray[np.float64]

STEP = 1.6
"""Of the multiplier; up to 1.618 is safe and saves a third of the rounds."""
PENALTY = 0.1
ROUNDS_PER_BOUND = 10
SPARSE_ARCS = 16
"""Neighbours a vertex up to which the boundary point method is slower than the sparse search."""
SPARSE_VERTICES = 300
STALE = 0.02
PATIENCE = 4
"""So many bounds in a row that gain less than that are enough."""


def theta_bounds(graph: Graph) -> Iterator[float]:
    """Upper bounds on the independence number, each the best so far; infinity while there is none yet."""
    sparse = graph.n >= SPARSE_VERTICES and graph.arcs <= SPARSE_ARCS * graph.n
    duals = sparse_duals(graph) if sparse else boundary_duals(graph)
    best, in_vain = np.inf, 0
    for matrix in duals:
        if matrix is not None:
            bound = largest_eigenvalue(matrix)
            in_vain = in_vain + 1 if bound > best - STALE else 0
            best = min(best, bound)
        yield best
        if in_vain >= PATIENCE:
            return


def sparse_duals(graph: Graph) -> Iterator[Matrix | None]:
    """Matrices as above from the sparse search."""
    for rows, columns, weights in sparse_weights(graph):
        if weights is None:
            yield None
            continue
        matrix = np.ones((graph.n, graph.n))
        matrix[rows, columns] -= weights
        matrix[columns, rows] -= weights
        yield matrix


def boundary_duals(graph: Graph, rounds: int = 2000) -> Iterator[Matrix | None]:
    """Matrices as above from the boundary point method, now and then; None after the other rounds."""
    n = graph.n
    edges = (np.repeat(np.arange(n), np.diff(graph.indptr)), graph.indices)
    diagonal = np.diag_indices(n)
    penalty = PENALTY / n
    primal, slack = np.eye(n) / n, np.zeros((n, n))
    for k in range(1, rounds + 1):
        # trace and edges are orthogonal constraints, so their multipliers have a closed form
        dual = np.full((n, n), -1.0)
        dual[edges] += slack[edges] + 1.0 + primal[edges] / penalty
        yield -dual if k % ROUNDS_PER_BOUND == 0 else None
        dual[diagonal] += (np.trace(slack) + n + (np.trace(primal) - 1.0) / penalty) / n
        target = dual - primal / penalty
        negative = _negative_part(target)
        slack = target + negative
        primal = (1.0 - STEP) * primal + STEP * penalty * negative


def largest_eigenvalue(matrix: Matrix) -> float:
    """Of a symmetric matrix (its lower triangle), plus more than what rounding may have hidden."""
    from scipy.linalg import eigh  # slow to import, and most graphs never need it

    n = len(matrix)
    value = eigh(matrix, eigvals_only=True, check_finite=False, driver="evr", subset_by_index=(n - 1, n - 1))[0]
    return float(value + 1e-14 * n * np.abs(matrix).sum(axis=1).max())


def _negative_part(matrix: Matrix) -> Matrix:
    """The positive semidefinite N with ``matrix + N`` positive semidefinite and orthogonal to N."""
    from scipy.linalg import eigh

    values, vectors = eigh(matrix, check_finite=False, driver="evd")
    sign = int(np.searchsorted(values, 0.0))
    if 2 * sign <= len(values):
        return np.asarray((vectors[:, :sign] * -values[:sign]) @ vectors[:, :sign].T)
    return np.asarray((vectors[:, sign:] * values[sign:]) @ vectors[:, sign:].T - matrix)

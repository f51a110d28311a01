"""Lovász's theta, an upper bound on the independence number that sees a graph as a whole.

For any weights y on the edges, the largest eigenvalue of ``J - sum of y_e E_e`` (J all ones, E_e one in the two
places of edge e) is at least the independence number: whatever the weights, they vanish on an independent
set, where J alone gives its size. So a rough search for good weights loses tightness, never truth. The
search is the boundary point method (Povh, Rendl, Wiegele 2006): one eigendecomposition a round.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import eigh

from sidelight.graphs.numbers.independence_parts import Graph

Matrix = NDArray[np.float64]

STEP = 1.6
"""Of the multiplier; up to 1.618 is safe and saves a third of the rounds."""
PENALTY = 0.1
ROUNDS_PER_BOUND = 10


def theta_bounds(graph: Graph, rounds: int = 1000) -> Iterator[float]:
    """Upper bounds on the independence number, each the best so far, as tight as one cares to wait for."""
    n = graph.n
    edges = (np.repeat(np.arange(n), np.diff(graph.indptr)), graph.indices)
    diagonal = np.diag_indices(n)
    penalty = PENALTY / n
    primal, slack = np.eye(n) / n, np.zeros((n, n))
    best = float(n)
    for k in range(1, rounds + 1):
        # trace and edges are orthogonal constraints, so their multipliers have a closed form
        dual = np.full((n, n), -1.0)
        dual[edges] += slack[edges] + 1.0 + primal[edges] / penalty
        trace = float(np.trace(slack) + n + (np.trace(primal) - 1.0) / penalty) / n
        dual[diagonal] += trace
        if k % ROUNDS_PER_BOUND == 0:
            best = min(best, trace - _smallest(dual))
        yield best
        target = dual - primal / penalty
        negative = _negative_part(target)
        slack = target + negative
        primal = (1.0 - STEP) * primal + STEP * penalty * negative


def _negative_part(matrix: Matrix) -> Matrix:
    """The positive semidefinite N with ``matrix + N`` positive semidefinite and orthogonal to N."""
    values, vectors = eigh(matrix, check_finite=False, driver="evd")
    sign = int(np.searchsorted(values, 0.0))
    if 2 * sign <= len(values):
        return np.asarray((vectors[:, :sign] * -values[:sign]) @ vectors[:, :sign].T)
    return np.asarray((vectors[:, sign:] * values[sign:]) @ vectors[:, sign:].T - matrix)


def _smallest(matrix: Matrix) -> float:
    """The smallest eigenvalue, minus more than what rounding may have hidden."""
    value = eigh(matrix, eigvals_only=True, check_finite=False, driver="evr", subset_by_index=(0, 0))[0]
    return float(value - 1e-14 * len(matrix) * np.abs(matrix).sum(axis=1).max())

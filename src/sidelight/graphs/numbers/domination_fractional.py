"""Fractional domination: weights on actions that reveal each target at least once in sum, and a proof.

The proof is the dual: weights on targets of which no action reveals more than 1 in sum.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidelight.errors import NotExact
from sidelight.graphs.numbers.domination import Neighbours, Pointers, refuse_unrevealed
from sidelight.graphs.numbers.domination_incidence import Incidence
from sidelight.graphs.numbers.domination_weights import GAP, Weights, best_weights
from sidelight.kernels import clock
from sidelight.kernels import domination as kernels


class FractionalPair(NamedTuple):
    """The cheapest fractional cover, the packing that proves it cheapest, and its cost."""

    cover: NDArray[np.float64]
    packing: NDArray[np.float64]
    value: float


def fractional_cover(
    out_indptr: Pointers,
    out_indices: Neighbours,
    in_indptr: Pointers,
    in_indices: Neighbours,
    targets: NDArray[np.bool_],
    time_limit: float = math.inf,
) -> FractionalPair:
    """Find the least total weight on actions by which each target is revealed with weight at least 1.

    The totals of ``cover`` and ``packing`` agree to 1e-9. Symmetry is found before any
    program is solved: a vertex-transitive graph of any size needs none. ``NotExact`` is raised when
    ``time_limit`` seconds did not suffice.

    >>> ring = np.array([0, 1, 2, 3]), np.array([1, 2, 0], np.int32)   # 0 -> 1 -> 2 -> 0
    >>> back = np.array([0, 1, 2, 3]), np.array([2, 0, 1], np.int32)
    >>> fractional_cover(*ring, *back, np.ones(3, bool)).value
    3.0
    """
    deadline = clock.now() + time_limit
    refuse_unrevealed(in_indptr, targets)
    n = len(targets)
    if not targets.any():
        return FractionalPair(np.zeros(n), np.zeros(n), 0.0)
    rows = Incidence(in_indptr, in_indices, n).keep(targets, np.ones(n, np.bool_))
    columns = rows.transposed()
    weights = best_weights(rows, columns, deadline)
    if weights.gap > GAP and clock.now() >= deadline:
        weights = best_weights(rows, columns, deadline, (_greedy_weights(rows, columns), weights))
        refuse_open(float(weights.rows.sum()), float(weights.columns.sum()), time_limit)
    spread = np.zeros(n)
    spread[targets] = weights.rows
    return FractionalPair(weights.columns, spread, float(weights.columns.sum()))


def _greedy_weights(rows: Incidence, columns: Incidence) -> Weights:
    """A whole cover and an even packing, in linear time."""
    every = np.ones(rows.n_rows, np.bool_)
    taken = kernels.cover_greedily(columns.indptr, columns.indices, rows.indptr, rows.indices, every)
    cover = np.zeros(rows.n_columns)
    cover[taken] = 1.0
    return Weights(cover, kernels.even_packing(columns.sizes, rows.indptr, rows.indices, every))


def refuse_open(packed: float, covered: float, time_limit: float) -> None:
    """Raise when time was over before the two totals met."""
    if covered - packed > GAP * max(1.0, covered):
        raise NotExact(
            f"only {packed:.10g} <= fractional domination number <= {covered:.10g} was proved in {time_limit:g} s "
            "(by a packing and a cover); a larger time_limit= may close it, or use the bracket of the weak "
            "domination number, a whole number not below it"
        )

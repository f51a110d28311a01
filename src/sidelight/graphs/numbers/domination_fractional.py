"""Fractional domination: weights on actions that reveal each target at least once in sum, and a proof.

The proof is the dual: weights on targets of which no action reveals more than 1 in sum. Both are made
feasible exactly, so their two totals hold the number between them whoever found them.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidelight.graphs.numbers.domination import Neighbours, Pointers, refuse_unrevealed
from sidelight.graphs.numbers.domination_bits import dense
from sidelight.graphs.numbers.domination_incidence import Incidence
from sidelight.graphs.numbers.domination_symmetry import (
    Classes,
    classes_of_twins,
    classes_that_look_alike,
)

GAP = 1e-9
ZERO = 1e-7  # weights below are rounding errors of the program
LARGEST_SYSTEM = 2_000


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
) -> FractionalPair:
    """Find the least total weight on actions by which each target is revealed with weight at least 1.

    The totals of ``cover`` and ``packing`` agree to 1e-9. Symmetry is found before any
    program is solved: a vertex-transitive graph of any size needs none.

    >>> ring = np.array([0, 1, 2, 3]), np.array([1, 2, 0], np.int32)   # 0 -> 1 -> 2 -> 0
    >>> back = np.array([0, 1, 2, 3]), np.array([2, 0, 1], np.int32)
    >>> fractional_cover(*ring, *back, np.ones(3, bool)).value
    3.0
    """
    refuse_unrevealed(in_indptr, targets)
    n = len(targets)
    if not targets.any():
        return FractionalPair(np.zeros(n), np.zeros(n), 0.0)
    rows = Incidence(in_indptr, in_indices, n).keep(targets, np.ones(n, np.bool_))
    columns = rows.transposed()
    cover, packing = _best_pair(rows, columns)
    spread = np.zeros(n)
    spread[targets] = packing
    return FractionalPair(cover, spread, float(cover.sum()))


class _Weights(NamedTuple):
    columns: NDArray[np.float64]
    rows: NDArray[np.float64]

    @property
    def gap(self) -> float:
        """By how much the two totals differ, once both are feasible."""
        return float(self.columns.sum() - self.rows.sum())


def _best_pair(rows: Incidence, columns: Incidence) -> _Weights:
    """Stop at the first candidate whose totals agree; else keep the one whose totals differ least."""
    best = None
    for weights in _candidates(rows, columns):
        pair = _made_feasible(rows, weights)
        best = pair if best is None or pair.gap < best.gap else best
        if best.gap <= GAP:
            break
    assert best is not None
    return best


def _candidates(rows: Incidence, columns: Incidence) -> Iterator[_Weights]:
    """Offer the cheap guesses first."""
    yield _Weights((columns.sizes > 0).astype(np.float64), np.ones(rows.n_rows))
    for classes in (classes_that_look_alike(rows, columns), classes_of_twins(rows, columns)):
        if classes is not None:
            solved = _solve_by_classes(rows, *classes)
            yield solved
            yield _polished(rows, solved)


def _made_feasible(rows: Incidence, weights: _Weights) -> _Weights:
    """Scale both: each row has 1 at least, each column 1 at most, and no scale was better."""
    cover, packing = np.maximum(weights.columns, 0.0), np.maximum(weights.rows, 0.0)
    held = np.bincount(rows.row_of_entry(), cover[rows.indices], rows.n_rows)
    loads = np.bincount(rows.indices, np.repeat(packing, rows.sizes), rows.n_columns)
    return _Weights(cover / max(held.min(), 1e-300), packing / max(loads.max(), 1e-300))


def _polished(rows: Incidence, pair: _Weights) -> _Weights:
    """Solve anew, to machine precision, for the weights that are not zero: their rows and columns are tight."""
    used, tight = pair.columns > ZERO, pair.rows > ZERO
    if used.sum() != tight.sum() or used.sum() > LARGEST_SYSTEM:
        return pair
    system = dense(rows.keep(tight, used)).astype(np.float64)
    ones = np.ones(len(system))
    cover, packing = np.zeros_like(pair.columns), np.zeros_like(pair.rows)
    try:
        cover[used], packing[tight] = np.linalg.solve(system, ones), np.linalg.solve(system.T, ones)
    except np.linalg.LinAlgError:
        return pair
    return _Weights(cover, packing)


def _solve_by_classes(rows: Incidence, row_classes: Classes, column_classes: Classes) -> _Weights:
    """HiGHS on one row and one column of each class; a best solution may be even within classes."""
    from scipy.optimize import linprog
    from scipy.sparse import coo_array

    of_class = np.full(rows.n_rows, -1)
    of_class[row_classes.first] = np.arange(len(row_classes.first))
    row_class = np.repeat(of_class, rows.sizes)
    entries = row_class >= 0
    ends = (row_class[entries], column_classes.label[rows.indices[entries]])
    shape = (len(row_classes.first), len(column_classes.first))
    matrix: Any = coo_array((-np.ones(int(entries.sum())), ends), shape).tocsr()  # sums repeated entries
    answer = linprog(
        np.bincount(column_classes.label).astype(np.float64),
        A_ub=matrix,
        b_ub=-np.ones(shape[0]),
        method="highs",
        options={"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10},
    )
    if answer.x is None or answer.ineqlin.marginals is None:
        return _Weights(np.ones(rows.n_columns), np.ones(rows.n_rows))
    packing = -answer.ineqlin.marginals / np.bincount(row_classes.label)
    return _Weights(answer.x[column_classes.label], packing[row_classes.label])

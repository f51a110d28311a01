"""The linear program of a cover problem: weights on sets, and weights on targets that prove them cheapest.

Both are made feasible exactly, so their two totals hold the least total between them whoever found them.
"""

import math
from collections.abc import Iterator
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidelight.graphs.numbers import highs
from sidelight.graphs.numbers.domination_bits import dense
from sidelight.graphs.numbers.domination_incidence import Incidence
from sidelight.graphs.numbers.domination_symmetry import (
    Classes,
    classes_of_twins,
    classes_that_look_alike,
)
from sidelight.kernels import clock

GAP = 1e-9
ZERO = 1e-7  # weights below are rounding errors of the program
LARGEST_SYSTEM = 2_000
SIMPLEX = 500  # rows; beyond, an interior point method is five to eight times as fast


class Weights(NamedTuple):
    """One weight for each column and one for each row."""

    columns: NDArray[np.float64]
    rows: NDArray[np.float64]

    @property
    def gap(self) -> float:
        """By how much the two totals differ, once both are feasible."""
        return float(self.columns.sum() - self.rows.sum())


def best_weights(
    rows: Incidence, columns: Incidence, deadline: float = math.inf, guesses: tuple[Weights, ...] = ()
) -> Weights:
    """Stop when the totals agree; else keep the best of each side that is known at ``deadline``.

    >>> triangle = Incidence(np.array([0, 2, 4, 6]), np.array([0, 1, 1, 2, 0, 2], np.int32), n_columns=3)
    >>> best_weights(triangle, triangle.transposed()).columns
    array([0.5, 0.5, 0.5])
    """
    best: Weights | None = None
    for weights in chain(guesses, _candidates(rows, columns, deadline)):
        pair = _made_feasible(rows, weights)
        if best is not None:
            pair = Weights(min(pair.columns, best.columns, key=np.sum), max(pair.rows, best.rows, key=np.sum))
        best = pair
        if best.gap <= GAP:
            break
    assert best is not None
    return best


def _candidates(rows: Incidence, columns: Incidence, deadline: float) -> Iterator[Weights]:
    """Offer the cheap guesses first."""
    yield Weights((columns.sizes > 0).astype(np.float64), np.ones(rows.n_rows))
    tried = (0, 0)
    for find_classes in (classes_that_look_alike, classes_of_twins):
        classes = find_classes(rows, columns, deadline)
        if classes is None or tried == (sizes := (len(classes[0].first), len(classes[1].first))):
            continue  # twins look alike, so equally many classes are the same classes
        tried = sizes
        solved = _solve_by_classes(rows, *classes, deadline - clock.now())
        if solved is not None:
            yield solved
            yield _polished(rows, solved)


def _made_feasible(rows: Incidence, weights: Weights) -> Weights:
    """Scale both: each row has 1 at least, each column 1 at most, and no scale was better."""
    cover, packing = np.maximum(weights.columns, 0.0), np.maximum(weights.rows, 0.0)
    held = np.bincount(rows.row_of_entry(), cover[rows.indices], rows.n_rows)
    loads = np.bincount(rows.indices, np.repeat(packing, rows.sizes), rows.n_columns)
    return Weights(cover / max(held.min(), 1e-300), packing / max(loads.max(), 1e-300))


def _polished(rows: Incidence, pair: Weights) -> Weights:
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
    return Weights(cover, packing)


def _solve_by_classes(rows: Incidence, row_classes: Classes, column_classes: Classes, seconds: float) -> Weights | None:
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
    answer = highs.ask(
        linprog,
        np.bincount(column_classes.label).astype(np.float64),
        A_ub=matrix,
        b_ub=-np.ones(shape[0]),
        method="highs" if shape[0] <= SIMPLEX else "highs-ipm",
        seconds=seconds,
        options={"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10},
    )
    if answer is None or answer.x is None or answer.ineqlin.marginals is None:
        return None
    packing = -answer.ineqlin.marginals / np.bincount(row_classes.label)
    return Weights(answer.x[column_classes.label], packing[row_classes.label])

"""Rows and columns of a cover problem that may share one weight, so that one of each class suffices.

Colour refinement: rows are told apart by how many columns of each class they have, columns by rows, until
nothing new is told. Averaging a fractional solution over such classes keeps it feasible at the same cost.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidelight.graphs.numbers.domination_incidence import Incidence
from sidelight.kernels import clock

MOST_ROUNDS = 64  # a long path is told apart from its ends inwards: it would take half its length


class Classes(NamedTuple):
    """The class of each element, and the first element of each class."""

    label: NDArray[np.int64]
    first: NDArray[np.int64]


def classes_that_look_alike(
    rows: Incidence, columns: Incidence, deadline: float = math.inf
) -> tuple[Classes, Classes] | None:
    """Classes of rows and of columns by colour refinement; None when it does not settle soon."""
    of_rows, of_columns = one_class(rows.n_rows), one_class(rows.n_columns)
    for _ in range(MOST_ROUNDS):
        before = (len(of_rows.first), len(of_columns.first))
        of_rows = _split(of_rows, rows, of_columns)
        of_columns = _split(of_columns, columns, of_rows)
        if before == (len(of_rows.first), len(of_columns.first)):
            return of_rows, of_columns
        if clock.now() >= deadline:
            break
    return None


def classes_of_twins(rows: Incidence, columns: Incidence, deadline: float = math.inf) -> tuple[Classes, Classes] | None:
    """Classes of equal rows and of equal columns; None when there is no time."""
    if clock.now() >= deadline:
        return None
    of_rows, of_columns = one_class(rows.n_rows), one_class(rows.n_columns)
    return _split(of_rows, rows, own_classes(rows.n_columns)), _split(of_columns, columns, own_classes(rows.n_rows))


def own_classes(count: int) -> Classes:
    """Each in its own class."""
    return Classes(np.arange(count), np.arange(count))


def one_class(count: int) -> Classes:
    """All in one class."""
    return Classes(np.zeros(count, np.int64), np.zeros(min(count, 1), np.int64))


def _split(classes: Classes, members: Incidence, others: Classes) -> Classes:
    """Tell elements apart by the classes of their members.

    By a sum of 64-bit hashes: a collision would merge what differs, and the caller's proof by duality
    would then fail, not lie.
    """
    totals = np.concatenate((np.zeros(1, np.uint64), np.cumsum(_mixed(others.label)[members.indices])))
    sums = totals[members.indptr[1:]] - totals[members.indptr[:-1]]
    keys = _mixed(classes.label) * np.uint64(3) + sums
    _, first, label = np.unique(keys, return_index=True, return_inverse=True)
    return Classes(label, first)


def _mixed(label: NDArray[np.int64]) -> NDArray[np.uint64]:
    """Numbers scattered over 64 bits (the finaliser of splitmix64)."""
    bits = (label.astype(np.uint64) + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
    bits = (bits ^ (bits >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return bits ^ (bits >> np.uint64(31))

"""Which sets hold which targets: the matrix of a cover problem, as plain arrays."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidelight.kernels import incidence as kernels

Labels = NDArray[np.int32] | NDArray[np.int64]


class Incidence(NamedTuple):
    """Row by row the sorted columns that hold a one.

    >>> holders = Incidence(np.array([0, 2, 3]), np.array([0, 1, 1], np.int32), n_columns=2)
    >>> holders.transposed().indices
    array([0, 0, 1], dtype=int32)
    """

    indptr: NDArray[np.int64]
    indices: NDArray[np.int32]
    n_columns: int

    @property
    def n_rows(self) -> int:
        """How many rows there are, empty ones included."""
        return len(self.indptr) - 1

    @property
    def sizes(self) -> NDArray[np.int64]:
        """How many ones stand in each row."""
        return np.diff(self.indptr)

    def row(self, number: int) -> NDArray[np.int32]:
        """List the columns of one row."""
        return self.indices[self.indptr[number] : self.indptr[number + 1]]

    def row_of_entry(self) -> NDArray[np.int64]:
        """Tell the row in which each entry of ``indices`` stands."""
        return np.repeat(np.arange(self.n_rows), self.sizes)

    def transposed(self) -> "Incidence":
        """Columns as rows."""
        return Incidence(*kernels.turned(self.indptr, self.indices, self.n_columns), self.n_rows)

    def keep(self, rows: NDArray[np.bool_], columns: NDArray[np.bool_]) -> "Incidence":
        """Only the rows and columns marked, numbered anew."""
        return Incidence(*kernels.kept(self.indptr, self.indices, rows, columns), int(columns.sum()))


def starts(sizes: NDArray[np.int64]) -> NDArray[np.int64]:
    """Where each row begins, when rows of these sizes stand one after the other; and the end."""
    return np.concatenate((np.zeros(1, np.int64), np.cumsum(sizes, dtype=np.int64)))


def incidence(rows: list[NDArray[np.int64]] | list[list[int]], n_columns: int) -> Incidence:
    """Build an incidence from the columns of each row, in any order."""
    indices = np.concatenate([np.sort(np.asarray(row, np.int32)) for row in rows] or [np.zeros(0, np.int32)])
    return Incidence(starts(np.array([len(row) for row in rows], np.int64)), indices, n_columns)


class Block(NamedTuple):
    """A part of an incidence, and which rows and columns of the whole it has."""

    inside: Incidence
    rows: NDArray[np.int64]
    columns: NDArray[np.int64]


def blocks(whole: Incidence, row_label: Labels, column_label: Labels, count: int) -> Iterator[Block]:
    """Cut into parts by label: entries whose row and column differ in label are dropped. One sort for all."""
    if count == 1:
        yield Block(whole, np.arange(whole.n_rows), np.arange(whole.n_columns))
        return
    row_order, row_rank = _by_label(row_label)
    column_order, column_rank = _by_label(column_label)
    row_of = whole.row_of_entry()
    inside = row_label[row_of] == column_label[whole.indices]
    new_rows, new_columns = row_rank[row_of[inside]], column_rank[whole.indices[inside]]
    new_columns = new_columns[np.argsort(new_rows, kind="stable")]  # of one label, ranks rise as numbers do
    indptr = starts(np.bincount(new_rows, minlength=whole.n_rows))
    row_ends = starts(np.bincount(row_label, minlength=count))
    column_ends = starts(np.bincount(column_label, minlength=count))
    for k in range(count):
        r0, r1, c0, c1 = row_ends[k], row_ends[k + 1], column_ends[k], column_ends[k + 1]
        pointers = indptr[r0 : r1 + 1]
        indices = (new_columns[pointers[0] : pointers[-1]] - c0).astype(np.int32)
        part = Incidence(pointers - pointers[0], indices, int(c1 - c0))
        yield Block(part, row_order[r0:r1], column_order[c0:c1])


def _by_label(label: Labels) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    order = np.argsort(label, kind="stable")
    rank = np.empty_like(order)
    rank[order] = np.arange(len(order))
    return order, rank


def alone_together(label: Labels) -> tuple[NDArray[np.int64], int]:
    """Renumber parts, all those of one element as a single part; and how many parts there are."""
    alone = np.bincount(label)[label] == 1
    merged = np.where(alone, -1, label)
    names, renumbered = np.unique(merged, return_inverse=True)
    return renumbered, len(names)

"""Compressed rows both ways: any graph, 8 bytes an edge."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np

from sidelight.errors import TooLarge
from sidelight.graphs.storage.base import Actions, Mask, Storage
from sidelight.kernels import adjacency
from sidelight.kernels.adjacency import Index

MOST_EDGES = 2**31 - 1  # positions are int32


@dataclass(frozen=True, eq=False)
class Csr(Storage):
    """Row i of ``out`` lists what i reveals; row j of ``in`` lists who reveals j. Both sorted."""

    name = "csr"
    out_indptr: Index
    out_indices: Index
    in_indptr: Index
    in_indices: Index

    @classmethod
    def from_pairs(cls, n: int, rows: Actions, cols: Actions) -> Self:
        """From checked pairs in any order; repeats merge."""
        refuse_too_many(rows.size)
        by_col = adjacency.bucket(n, cols, rows)
        rows_sorted = adjacency.transposed(n, *by_col)
        return cls.from_rows(n, *adjacency.without_repeats(n, *rows_sorted))

    @classmethod
    def from_rows(cls, n: int, indptr: Index, indices: Index) -> Self:
        """From sorted rows without repeats."""
        return cls(n, indptr, indices, *adjacency.transposed(n, indptr, indices))

    @property
    def n_edges(self) -> int:
        return int(self.out_indices.size)

    def reveals(self, i: int) -> Actions:
        return self.out_indices[self.out_indptr[i] : self.out_indptr[i + 1]].astype(np.int64)

    def revealed_by(self, j: int) -> Actions:
        return self.in_indices[self.in_indptr[j] : self.in_indptr[j + 1]].astype(np.int64)

    def has_edge(self, i: int, j: int) -> bool:
        row = self.out_indices[self.out_indptr[i] : self.out_indptr[i + 1]]
        at = int(np.searchsorted(row, j))
        return at < row.size and int(row[at]) == j

    def loops(self) -> Mask:
        return adjacency.diagonal(self.n, self.out_indptr, self.out_indices)

    def out_degrees(self) -> Index:
        return np.diff(self.out_indptr)

    def in_degrees(self) -> Index:
        return np.diff(self.in_indptr)

    def fingerprint(self, left: Actions, right: Actions) -> int:
        prime = adjacency.FINGERPRINT_PRIME
        return int(adjacency.bilinear_sum(self.out_indptr, self.out_indices, left, right, prime))

    def induced(self, actions: Actions) -> Csr:
        new_index = np.full(self.n, -1, np.int32)
        new_index[actions] = np.arange(actions.size, dtype=np.int32)
        chosen = actions.astype(np.int32)
        rows = adjacency.induced_rows(self.out_indptr, self.out_indices, chosen, new_index)
        cols_sorted = adjacency.transposed(actions.size, *rows)
        return Csr.from_rows(actions.size, *adjacency.transposed(actions.size, *cols_sorted))

    def to_csr(self) -> Csr:
        return self

    @classmethod
    def of_csr(cls, csr: Csr) -> Csr:
        return csr


def refuse_too_many(n_edges: int) -> None:
    """Refuse what compressed rows cannot hold, before memory is asked for."""
    if n_edges > MOST_EDGES:
        raise TooLarge(
            f"{n_edges} edges do not fit edge by edge (at most {MOST_EDGES}); "
            "use a family or from_cliques, from_intervals, from_hidden, which store their shape"
        )

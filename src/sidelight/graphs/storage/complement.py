"""Everything but a few edges: stored are the pairs that are *hidden*. A loopless clique hides K of K^2."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sidelight.graphs.storage.base import Actions, Mask, Storage
from sidelight.graphs.storage.csr import Csr, refuse_too_many
from sidelight.kernels import adjacency
from sidelight.kernels.adjacency import Index


@dataclass(frozen=True, eq=False)
class Complement(Storage):
    """Row i of ``out`` lists what i does *not* reveal; row j of ``in`` who does not reveal j."""

    name = "complement"
    out_indptr: Index
    out_indices: Index
    in_indptr: Index
    in_indices: Index

    @classmethod
    def from_hidden(cls, hidden: Csr) -> Complement:
        """From the graph of hidden pairs; one pair of arrays serves both ways where it is symmetric."""
        out, into = (hidden.out_indptr, hidden.out_indices), (hidden.in_indptr, hidden.in_indices)
        symmetric = np.array_equal(out[0], into[0]) and np.array_equal(out[1], into[1])
        return cls(hidden.n, *out, *(out if symmetric else into))

    @property
    def hidden(self) -> Csr:
        """The graph of hidden pairs."""
        return Csr(self.n, self.out_indptr, self.out_indices, self.in_indptr, self.in_indices)

    @property
    def n_edges(self) -> int:
        return self.n * self.n - int(self.out_indices.size)

    def reveals(self, i: int) -> Actions:
        return _all_but(self.n, self.out_indices[self.out_indptr[i] : self.out_indptr[i + 1]])

    def revealed_by(self, j: int) -> Actions:
        return _all_but(self.n, self.in_indices[self.in_indptr[j] : self.in_indptr[j + 1]])

    def has_edge(self, i: int, j: int) -> bool:
        return not self.hidden.has_edge(i, j)

    def loops(self) -> Mask:
        return ~self.hidden.loops()

    def out_degrees(self) -> Index:
        degrees: Index = np.int32(self.n) - np.diff(self.out_indptr)
        return degrees

    def in_degrees(self) -> Index:
        degrees: Index = np.int32(self.n) - np.diff(self.in_indptr)
        return degrees

    def fingerprint(self, left: Actions, right: Actions) -> int:
        prime = adjacency.FINGERPRINT_PRIME
        everything = (int(left.sum()) % prime) * (int(right.sum()) % prime)
        return (everything - self.hidden.fingerprint(left, right)) % prime

    def induced(self, actions: Actions) -> Complement:
        return Complement.from_hidden(self.hidden.induced(actions))

    def to_csr(self) -> Csr:
        return _complement(self.hidden)

    @classmethod
    def of_csr(cls, csr: Csr) -> Complement:
        return cls.from_hidden(_complement(csr))


def _all_but(n: int, hidden: Index) -> Actions:
    mask = np.ones(n, np.bool_)
    mask[hidden] = False
    return np.flatnonzero(mask)


def _complement(csr: Csr) -> Csr:
    refuse_too_many(csr.n * csr.n - csr.n_edges)
    rows = [_all_but(csr.n, csr.out_indices[csr.out_indptr[i] : csr.out_indptr[i + 1]]) for i in range(csr.n)]
    indptr = np.concatenate(([0], np.cumsum([row.size for row in rows])))
    return Csr.from_rows(csr.n, indptr.astype(np.int32), np.concatenate(rows).astype(np.int32))

"""A partition into cliques: actions in the same part reveal each other. 8 bytes an action."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np

from sidelight.graphs.storage.base import Actions, Mask, Storage
from sidelight.graphs.storage.csr import Csr, refuse_too_many
from sidelight.kernels import adjacency
from sidelight.kernels.adjacency import Index


@dataclass(frozen=True, eq=False)
class Cliques(Storage):
    """``part[i]`` is action i's clique; ``members[indptr[c]:indptr[c+1]]`` are the actions of clique c."""

    name = "cliques"
    part: Index
    indptr: Index
    members: Index
    looped: bool

    @classmethod
    def from_parts(cls, part: Actions, looped: bool) -> Self:
        """From any integers that are equal exactly within a clique."""
        _, numbered = np.unique(part, return_inverse=True)
        n = numbered.size
        indptr, members = adjacency.bucket(n, numbered, np.arange(n))
        n_parts = int(numbered.max()) + 1
        return cls(n, numbered.astype(np.int32), indptr[: n_parts + 1].copy(), members, looped)

    @property
    def sizes(self) -> Index:
        """Actions in each clique."""
        return np.diff(self.indptr)

    @property
    def n_edges(self) -> int:
        sizes = self.sizes.astype(np.int64)
        return int((sizes * sizes).sum()) - (0 if self.looped else self.n)

    def reveals(self, i: int) -> Actions:
        part = int(self.part[i])
        members = self.members[self.indptr[part] : self.indptr[part + 1]]
        return (members if self.looped else members[members != i]).astype(np.int64)

    def revealed_by(self, j: int) -> Actions:
        return self.reveals(j)

    def has_edge(self, i: int, j: int) -> bool:
        return bool(self.part[i] == self.part[j]) and (i != j or self.looped)

    def loops(self) -> Mask:
        return np.full(self.n, self.looped)

    def out_degrees(self) -> Index:
        degrees: Index = self.sizes[self.part] - np.int32(not self.looped)
        return degrees

    def in_degrees(self) -> Index:
        return self.out_degrees()

    def fingerprint(self, left: Actions, right: Actions) -> int:
        # A residue below 2^31 in each of at most 2^31 members keeps the sums of parts inside int64.
        prime = adjacency.FINGERPRINT_PRIME
        lefts = np.add.reduceat(left[self.members], self.indptr[:-1]) % prime
        rights = np.add.reduceat(right[self.members], self.indptr[:-1]) % prime
        total = int((lefts * rights % prime).sum())
        if not self.looped:
            total -= int((left * right % prime).sum())
        return total % prime

    def induced(self, actions: Actions) -> Cliques:
        return Cliques.from_parts(self.part[actions].astype(np.int64), self.looped)

    def to_csr(self) -> Csr:
        refuse_too_many(self.n_edges)
        rows = [self.reveals(i) for i in range(self.n)]
        cols = np.concatenate(rows)
        return Csr.from_pairs(self.n, np.repeat(np.arange(self.n), [row.size for row in rows]), cols)

    @classmethod
    def of_csr(cls, csr: Csr) -> Cliques | None:
        loops = csr.loops()
        if loops.any() and not loops.all():
            return None
        # The lowest member names a part: the first entry of a row, or the action itself where lower.
        actions = np.arange(csr.n)
        starts = csr.out_indptr[:-1]
        first = np.append(csr.out_indices, 0)[starts].astype(np.int64)
        part = np.where(csr.out_degrees() > 0, np.minimum(actions, first), actions)
        candidate = cls.from_parts(part, bool(loops.all()))
        if candidate.n_edges != csr.n_edges:
            return None
        return candidate if _inside_parts(candidate, csr) else None


def _inside_parts(cliques: Cliques, csr: Csr) -> bool:
    rows = np.repeat(np.arange(csr.n), csr.out_degrees())
    return bool((cliques.part[rows] == cliques.part[csr.out_indices]).all())

"""Ranges on an order: action i reveals ``first[i] .. stop[i] - 1``. Bids, prices, stock levels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np

from sidelight.graphs.storage.base import Actions, Mask, Storage
from sidelight.graphs.storage.csr import Csr, refuse_too_many
from sidelight.kernels import adjacency, intervals
from sidelight.kernels.adjacency import Index


@dataclass(frozen=True, eq=False)
class Intervals(Storage):
    """``in_first .. in_stop - 1`` is the smallest range that holds everybody who reveals j.

    For prices and bids it holds nobody else (``tight``), and a chance seen is one range sum.
    """

    name = "intervals"
    first: Index
    stop: Index
    in_first: Index
    in_stop: Index
    tight: bool

    @classmethod
    def from_ranges(cls, first: Actions, stop: Actions) -> Self:
        """From checked ranges; an empty one (stop <= first) reveals nothing."""
        n = first.size
        empty = stop <= first
        lo = np.where(empty, 0, first).astype(np.int32)
        hi = np.where(empty, 0, stop).astype(np.int32)
        in_first = intervals.lowest_owner(n, lo, hi, False)
        in_stop = intervals.lowest_owner(n, lo, hi, True) + np.int32(1)
        in_first[in_first < 0] = 0
        tight = bool((in_stop - in_first == intervals.in_degrees(n, lo, hi)).all())
        return cls(n, lo, hi, in_first, in_stop, tight)

    @property
    def n_edges(self) -> int:
        return int(self.out_degrees().sum(dtype=np.int64))

    def reveals(self, i: int) -> Actions:
        return np.arange(self.first[i], self.stop[i], dtype=np.int64)

    def revealed_by(self, j: int) -> Actions:
        span = slice(int(self.in_first[j]), int(self.in_stop[j]))
        inside = (self.first[span] <= j) & (j < self.stop[span])
        return np.flatnonzero(inside).astype(np.int64) + span.start

    def has_edge(self, i: int, j: int) -> bool:
        return bool(self.first[i] <= j < self.stop[i])

    def loops(self) -> Mask:
        actions = np.arange(self.n)
        return (self.first <= actions) & (actions < self.stop)

    def out_degrees(self) -> Index:
        degrees: Index = self.stop - self.first
        return degrees

    def in_degrees(self) -> Index:
        return intervals.in_degrees(self.n, self.first, self.stop)

    def fingerprint(self, left: Actions, right: Actions) -> int:
        prime = adjacency.FINGERPRINT_PRIME
        prefix = np.concatenate(([0], np.cumsum(right)))
        rows = (prefix[self.stop] - prefix[self.first]) % prime
        return int((left * rows % prime).sum()) % prime

    def induced(self, actions: Actions) -> Storage:
        if (np.diff(actions) < 0).any():
            return self.to_csr().induced(actions)
        first = np.searchsorted(actions, self.first[actions])
        stop = np.searchsorted(actions, self.stop[actions])
        return Intervals.from_ranges(first, stop)

    def to_csr(self) -> Csr:
        refuse_too_many(self.n_edges)
        degrees = self.out_degrees().astype(np.int64)
        indptr = np.concatenate(([0], np.cumsum(degrees)))
        indices = np.arange(indptr[-1]) + np.repeat(self.first - indptr[:-1], degrees)
        return Csr.from_rows(self.n, indptr.astype(np.int32), indices.astype(np.int32))

    @classmethod
    def of_csr(cls, csr: Csr) -> Intervals | None:
        degrees = csr.out_degrees()
        padded = np.append(csr.out_indices, 0).astype(np.int64)
        first = padded[csr.out_indptr[:-1]]
        last = padded[np.maximum(csr.out_indptr[1:] - 1, 0)]
        if ((degrees > 0) & (last - first + 1 != degrees)).any():
            return None
        return cls.from_ranges(first, first + degrees)

"""A graph as the one array of integers that compiled loops read; see ``kernels/packed_graph.py``."""

from __future__ import annotations

from functools import singledispatch

import numpy as np
from numpy.typing import NDArray

from sidelight.graphs.roles import Role
from sidelight.graphs.storage import Cliques, Complement, Csr, Intervals, Storage
from sidelight.kernels import packed_graph as layout
from sidelight.kernels.randomness import address, residues

Index = NDArray[np.int32]


def packed(storage: Storage) -> Index:
    """Header, two numbers an action, classes where they save work, and the arrays of the storage."""
    loops, in_degrees = storage.loops(), storage.in_degrees().astype(np.int32)
    traits = layout.traits_of(loops, in_degrees)
    classes = _classes(storage, traits)
    head = np.zeros(layout.HEADER, np.int32)
    code, looped, tight, arrays = _body(storage)
    head[layout.STORAGE], head[layout.N_ACTIONS] = code, storage.n
    head[layout.HAS_LOOPLESS], head[layout.HAS_CLASSES] = not loops.all(), classes.size > 0
    head[layout.LOOPED], head[layout.TIGHT], head[layout.HAS_LOOPS] = looped, tight, loops.any()
    whole = np.concatenate((head, traits, in_degrees, classes, *arrays)).astype(np.int32, copy=False)
    whole.setflags(write=False)
    return whole


@singledispatch
def _body(storage: Storage) -> tuple[int, bool, bool, tuple[Index, ...]]:
    """Code, whether cliques have loops, whether ranges are tight, and the arrays."""
    raise TypeError(f"no packed form of {type(storage).__name__}")


@_body.register
def _(storage: Csr) -> tuple[int, bool, bool, tuple[Index, ...]]:
    arrays = (storage.out_indptr, storage.out_indices, storage.in_indptr, storage.in_indices)
    return layout.CSR, False, False, arrays


@_body.register
def _(storage: Cliques) -> tuple[int, bool, bool, tuple[Index, ...]]:
    indptr = np.zeros(storage.n + 1, np.int32)
    indptr[: storage.indptr.size] = storage.indptr
    return layout.CLIQUES, storage.looped, False, (storage.part, indptr, storage.members)


@_body.register
def _(storage: Intervals) -> tuple[int, bool, bool, tuple[Index, ...]]:
    arrays = (storage.first, storage.stop, storage.in_first, storage.in_stop)
    return layout.INTERVALS, False, storage.tight, arrays


@_body.register
def _(storage: Complement) -> tuple[int, bool, bool, tuple[Index, ...]]:
    arrays = (storage.out_indptr, storage.out_indices, storage.in_indptr, storage.in_indices)
    return layout.COMPLEMENT, False, False, arrays


def _classes(storage: Storage, traits: Index) -> Index:
    """A class an action if some share one, else nothing. Cliques are classes as they stand."""
    if isinstance(storage, Csr):
        words = residues(address(0, Role.COLUMN_CLASSES, 0), storage.n, 2**61 - 1)
        classes: Index = layout.column_classes(storage.in_indptr, storage.in_indices, words, traits)
        if (classes != np.arange(storage.n)).any():
            return classes
    return np.zeros(0, np.int32)

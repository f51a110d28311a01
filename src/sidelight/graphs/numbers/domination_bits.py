"""Masks as rows of 64-bit words, and back: what the searches on small parts work on."""

import numpy as np
from numpy.typing import NDArray

from sidelight.graphs.numbers.domination_incidence import Incidence
from sidelight.kernels.bitsets import WORD_BITS, Words


def bits_of(masks: NDArray[np.bool_]) -> Words:
    """One row of words for each mask (the last axis).

    >>> bits_of(np.array([True, False, True]))
    array([5], dtype=uint64)
    """
    n = masks.shape[-1]
    words = max(1, -(-n // WORD_BITS))
    padded = np.zeros((*masks.shape[:-1], words * WORD_BITS), np.bool_)
    padded[..., :n] = masks
    return np.packbits(padded, axis=-1, bitorder="little").view("<u8").astype(np.uint64)


def masks_of(bits: Words, n: int) -> NDArray[np.bool_]:
    """Recover the masks that ``bits_of`` made these rows from.

    >>> masks_of(np.array([5], np.uint64), 3)
    array([ True, False,  True])
    """
    flat = np.unpackbits(bits.astype("<u8").view(np.uint8), axis=-1, bitorder="little")
    return flat[..., :n].astype(np.bool_)


def dense(graph: Incidence) -> NDArray[np.bool_]:
    """Write the matrix out."""
    matrix = np.zeros((graph.n_rows, graph.n_columns), np.bool_)
    matrix[graph.row_of_entry(), graph.indices] = True
    return matrix

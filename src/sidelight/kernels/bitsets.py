"""Sets of small integers as rows of 64-bit words: member ``v`` is bit ``v % 64`` of word ``v // 64``.

The one-word questions are plain Python for whoever calls them from Python, and one machine instruction
for a compiled caller: numba is told so here, and callers notice no difference.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload
from numpy.typing import NDArray

from sidelight.kernels.compiled import compiled, compiled_inline

Words = NDArray[np.uint64]

NONE = np.uint64(0)
ONE = np.uint64(1)
WORD_BITS = 64


def popcount(word: np.uint64) -> int:
    """How many members one word holds.

    >>> popcount(np.uint64(0b1011))
    3
    """
    return int(word).bit_count()


def lowest_bit(word: np.uint64) -> int:
    """Place of the smallest member of a word that is not empty.

    >>> lowest_bit(np.uint64(0b1000))
    3
    """
    return (int(word) & -int(word)).bit_length() - 1


@intrinsic  # type: ignore[untyped-decorator]
def _count_ones(_typing: Any, word: Any) -> Any:
    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), code


@intrinsic  # type: ignore[untyped-decorator]
def _count_trailing_zeros(_typing: Any, word: Any) -> Any:
    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], cgutils.true_bit)

    return types.int64(types.uint64), code


@overload(popcount, inline="always")  # type: ignore[untyped-decorator]
def _compiled_popcount(word: Any) -> Callable[..., Any]:
    def count(word: Any) -> Any:
        return _count_ones(word)

    return count


@overload(lowest_bit, inline="always")  # type: ignore[untyped-decorator]
def _compiled_lowest_bit(word: Any) -> Callable[..., Any]:
    def place(word: Any) -> Any:
        return _count_trailing_zeros(word)

    return place


@compiled_inline
def member_bit(member: int) -> Any:
    """The word in which only ``member`` is set (in its own word of a row)."""
    return ONE << np.uint64(member & 63)


@compiled
def count_members(row: Words) -> int:
    """How many members a row holds."""
    total = 0
    for w in range(row.shape[0]):
        total += popcount(row[w])
    return total


@compiled
def fill_renamed_rows(
    indptr: NDArray[np.int64], indices: NDArray[np.int32], name: NDArray[np.int64], rows: Words
) -> None:
    """The same when vertex ``v`` is to be called ``name[v]``."""
    for v in range(indptr.shape[0] - 1):
        row = name[v]
        for k in range(indptr[v], indptr[v + 1]):
            u = name[indices[k]]
            rows[row, u >> 6] |= ONE << np.uint64(u & 63)


def words_for(n: int) -> int:
    """Words in a row that can hold members ``0..n-1``."""
    return max(1, -(-n // WORD_BITS))


def full_row(n: int) -> Words:
    """The row that holds exactly ``0..n-1``.

    >>> full_row(3)
    array([7], dtype=uint64)
    """
    bits = np.zeros(words_for(n) * WORD_BITS, np.uint8)
    bits[:n] = 1
    return np.packbits(bits, bitorder="little").view("<u8").astype(np.uint64)

"""Symmetric graphs with names: boards, grids, codes, and others whose numbers are in tables."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from sidelight.errors import InvalidParameter
from sidelight.graphs.families.checks import whole
from sidelight.graphs.families.registry import family
from sidelight.graphs.feedback_graph import FeedbackGraph

Numbers = NDArray[np.int64]


def _where(adjacent: NDArray[np.bool_], loops: bool) -> FeedbackGraph:
    """From a symmetric matrix; the diagonal is ``loops``."""
    np.fill_diagonal(adjacent, loops)
    return FeedbackGraph.from_matrix(adjacent)


def _board(
    rows: int, columns: int, attacks: Callable[[Numbers, Numbers], Numbers], loops: bool
) -> FeedbackGraph:
    """Squares row by row; one reveals those it attacks, by the distances down and across."""
    down, across = np.divmod(np.arange(rows * columns), columns)
    distance = (np.abs(down[:, None] - down), np.abs(across[:, None] - across))
    return _where(attacks(*distance).astype(np.bool_), loops)


@family({"side": 3}, {"side": 4, "loops": True})
def queens(side: int, *, loops: bool = False) -> FeedbackGraph:
    """Squares of a chess board that a queen's move joins."""
    n = whole("side", side, 1)
    return _board(n, n, lambda down, across: (down == 0) | (across == 0) | (down == across), loops)


@family({"side": 3}, {"side": 4, "loops": True})
def kings(side: int, *, loops: bool = False) -> FeedbackGraph:
    """Squares of a chess board that a king's move joins."""
    n = whole("side", side, 1)
    return _board(n, n, lambda down, across: np.maximum(down, across) == 1, loops)


@family({"side": 4})
def knights(side: int, *, loops: bool = False) -> FeedbackGraph:
    """Squares of a chess board that a knight's move joins."""
    n = whole("side", side, 1)
    return _board(n, n, lambda down, across: down * across == 2, loops)


@family({"rows": 3, "columns": 4})
def grid(rows: int, columns: int, *, loops: bool = False) -> FeedbackGraph:
    """Cells of a grid that share a side."""
    shape = whole("rows", rows, 1), whole("columns", columns, 1)
    return _board(*shape, lambda down, across: down + across == 1, loops)


@family({"length": 2, "alphabet": 3}, {"length": 3, "alphabet": 2, "loops": True})
def hamming(length: int, alphabet: int, *, loops: bool = False) -> FeedbackGraph:
    """Words of ``length`` letters that differ in one place."""
    size, letters = whole("length", length, 1), whole("alphabet", alphabet, 1)
    words = np.stack(np.unravel_index(np.arange(letters**size), (letters,) * size), axis=1)
    differences = sum((column[:, None] != column).astype(np.int64) for column in words.T)
    return _where(np.asarray(differences) == 1, loops)


@family({"dimension": 3})
def hypercube(dimension: int, *, loops: bool = False) -> FeedbackGraph:
    """Bit strings that differ in one bit."""
    return hamming(dimension, 2, loops=loops)


def _subsets(n: int, k: int) -> Numbers:
    """Subsets of k out of n as rows of zeros and ones."""
    size = whole("k", k, 1, whole("n", n, 1))
    members = np.array(list(combinations(range(n), size)), np.int64)
    rows = np.zeros((len(members), n), np.int64)
    rows[np.arange(len(members))[:, None], members] = 1
    return rows


@family({"n": 4, "k": 2})
def johnson(n: int, k: int, *, loops: bool = False) -> FeedbackGraph:
    """Subsets of k out of n that have all but one element in common."""
    subsets = _subsets(n, k)
    return _where(subsets @ subsets.T == k - 1, loops)


@family({"n": 5, "k": 2}, {"n": 6, "k": 2, "loops": True})
def kneser(n: int, k: int, *, loops: bool = False) -> FeedbackGraph:
    """Subsets of k out of n that have nothing in common; ``kneser(5, 2)`` is the Petersen graph."""
    subsets = _subsets(n, k)
    return _where(subsets @ subsets.T == 0, loops)


@family({"q": 13})
def paley(q: int, *, loops: bool = False) -> FeedbackGraph:
    """Numbers modulo a prime q = 1 (mod 4) whose difference is a square."""
    prime = whole("q", q, 5)
    if prime % 4 != 1 or any(prime % divisor == 0 for divisor in range(2, int(prime**0.5) + 1)):
        raise InvalidParameter(
            f"q={q} must be a prime that leaves 1 when divided by 4, such as 5, 13, 17 or 29"
        )
    is_square = np.zeros(prime, np.bool_)
    is_square[np.arange(1, prime) ** 2 % prime] = True
    return _where(is_square[(np.arange(prime)[:, None] - np.arange(prime)) % prime], loops)

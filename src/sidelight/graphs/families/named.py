"""Symmetric graphs with names: boards, grids, codes, and others whose numbers are in tables."""

from __future__ import annotations

from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from sidelight.errors import InvalidParameter, TooLarge
from sidelight.graphs.converters import flag
from sidelight.graphs.families.checks import LARGEST, whole
from sidelight.graphs.families.registry import family
from sidelight.graphs.feedback_graph import FeedbackGraph

Numbers = NDArray[np.int64]
MOST_IN_A_MATRIX = 16_384  # families without a sparse rule compare all pairs: 16,384 squared is a quarter of a gigabyte


def _where(adjacent: NDArray[np.bool_], loops: bool) -> FeedbackGraph:
    """From a symmetric matrix; the diagonal is ``loops``."""
    np.fill_diagonal(adjacent, flag("loops", loops))
    return FeedbackGraph.from_matrix(adjacent)


def _for_a_matrix(size: int) -> int:
    """A number of actions of which all pairs can be compared."""
    if size > MOST_IN_A_MATRIX:
        raise TooLarge(f"{size} actions are more than the {MOST_IN_A_MATRIX} of which all pairs can be compared")
    return size


def _leaper(rows: int, columns: int, moves: list[tuple[int, int]], loops: bool) -> FeedbackGraph:
    """Squares row by row; each reveals those a move (down, across) away, if they are on the board."""
    size = whole("rows times columns", rows * columns, 1)
    squares = np.arange(size)
    down, across = np.divmod(squares, columns)
    looped = squares[: size if flag("loops", loops) else 0]
    starts, ends = [looped], [looped]
    for step_down, step_across in moves:
        to_down, to_across = down + step_down, across + step_across
        inside = (to_down >= 0) & (to_down < rows) & (to_across >= 0) & (to_across < columns)
        starts.append(squares[inside])
        ends.append((to_down * columns + to_across)[inside])
    return FeedbackGraph.from_triplets(size, np.concatenate(starts), np.concatenate(ends))


def _all_ways(down: int, across: int) -> list[tuple[int, int]]:
    """The move in every direction."""
    return [(a * x, b * y) for a in (1, -1) for b in (1, -1) for x, y in ((down, across), (across, down))]


@family({"side": 3}, {"side": 4, "loops": True})
def queens(side: int, *, loops: bool = False) -> FeedbackGraph:
    """Squares of a chess board that a queen's move joins."""
    n = whole("side", side, 1)
    down, across = np.divmod(np.arange(_for_a_matrix(n * n)), n)
    far_down, far_across = np.abs(down[:, None] - down), np.abs(across[:, None] - across)
    return _where((far_down == 0) | (far_across == 0) | (far_down == far_across), loops)


@family({"side": 3}, {"side": 4, "loops": True})
def kings(side: int, *, loops: bool = False) -> FeedbackGraph:
    """Squares of a chess board that a king's move joins."""
    n = whole("side", side, 1)
    return _leaper(n, n, _all_ways(1, 0) + _all_ways(1, 1), loops)


@family({"side": 4})
def knights(side: int, *, loops: bool = False) -> FeedbackGraph:
    """Squares of a chess board that a knight's move joins."""
    n = whole("side", side, 1)
    return _leaper(n, n, _all_ways(2, 1), loops)


@family({"rows": 3, "columns": 4})
def grid(rows: int, columns: int, *, loops: bool = False) -> FeedbackGraph:
    """Cells of a grid that share a side."""
    return _leaper(whole("rows", rows, 1), whole("columns", columns, 1), _all_ways(1, 0), loops)


@family({"length": 2, "alphabet": 3}, {"length": 3, "alphabet": 2, "loops": True})
def hamming(length: int, alphabet: int, *, loops: bool = False) -> FeedbackGraph:
    """Words of ``length`` letters that differ in one place."""
    places, letters = whole("length", length, 1), whole("alphabet", alphabet, 1)
    if places * np.log2(letters) > np.log2(LARGEST):
        raise TooLarge(f"{letters}^{places} words are more actions than a graph can have")
    words = np.arange(letters**places)
    looped = words[: words.size if flag("loops", loops) else 0]
    starts, ends = [looped], [looped]
    for stride in (letters**place for place in range(places)):
        letter = words // stride % letters
        for shift in range(1, letters):
            starts.append(words)
            ends.append(words + ((letter + shift) % letters - letter) * stride)
    return FeedbackGraph.from_triplets(words.size, np.concatenate(starts), np.concatenate(ends))


@family({"dimension": 3})
def hypercube(dimension: int, *, loops: bool = False) -> FeedbackGraph:
    """Bit strings that differ in one bit."""
    return hamming(whole("dimension", dimension, 1), 2, loops=loops)


def _subsets(n: int, k: int) -> Numbers:
    """Subsets of k out of n as rows of zeros and ones."""
    size = whole("k", k, 1, whole("n", n, 1))
    _for_a_matrix(comb(n, size) if n <= MOST_IN_A_MATRIX else n)  # comb of a huge n would take for ever
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
    prime = _for_a_matrix(whole("q", q, 5))
    if prime % 4 != 1 or any(prime % divisor == 0 for divisor in range(2, int(prime**0.5) + 1)):
        raise InvalidParameter(f"q={q} must be a prime that leaves 1 when divided by 4, such as 5, 13, 17 or 29")
    is_square = np.zeros(prime, np.bool_)
    is_square[np.arange(1, prime) ** 2 % prime] = True
    return _where(is_square[(np.arange(prime)[:, None] - np.arange(prime)) % prime], loops)

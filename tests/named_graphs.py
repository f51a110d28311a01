"""Graphs with a name, as boolean matrices: row i, column j says that playing i reveals j."""

from collections.abc import Callable
from itertools import combinations, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.bool_]
Rows = tuple[NDArray[np.int64], NDArray[np.int32]]


def related(nodes: list[Any], edge: Callable[[Any, Any], bool]) -> Matrix:
    """Nodes joined when ``edge`` says so; never to themselves."""
    return np.array([[u != v and edge(u, v) for v in nodes] for u in nodes], np.bool_).reshape(len(nodes), len(nodes))


def rows_of(matrix: Matrix) -> Rows:
    """The matrix as sorted neighbour lists."""
    indptr = np.concatenate((np.zeros(1, np.int64), np.cumsum(matrix.sum(axis=1), dtype=np.int64)))
    return indptr, np.nonzero(matrix)[1].astype(np.int32)


def both_ways(matrix: Matrix) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int64], NDArray[np.int32]]:
    """Who is revealed by each, then who reveals each."""
    return *rows_of(matrix), *rows_of(matrix.T)


def revealed(matrix: Matrix, chosen: NDArray[np.int64] | list[int]) -> Matrix:
    """Which actions some chosen one reveals."""
    return np.logical_or.reduce(matrix[np.asarray(chosen, np.int64)], axis=0, out=np.zeros(len(matrix), np.bool_))


def random_digraph(rng: np.random.Generator, n: int, p: float) -> Matrix:
    """Each edge, loops too, with probability ``p``."""
    return rng.random((n, n)) < p


def random_graph(rng: np.random.Generator, n: int, p: float) -> Matrix:
    """Each pair with probability ``p``."""
    upper = np.triu(rng.random((n, n)) < p, 1)
    return upper | upper.T


def closed(matrix: Matrix) -> Matrix:
    """The same with every self-loop."""
    return matrix | np.eye(len(matrix), dtype=np.bool_)


def complete(n: int) -> Matrix:
    return ~np.eye(n, dtype=np.bool_)


def directed_cycle(n: int) -> Matrix:
    return related(list(range(n)), lambda u, v: v == (u + 1) % n)


def cycle(n: int) -> Matrix:
    return directed_cycle(n) | directed_cycle(n).T


def path(n: int) -> Matrix:
    return related(list(range(n)), lambda u, v: abs(u - v) == 1)


def star(leaves: int) -> Matrix:
    return related(list(range(leaves + 1)), lambda u, v: 0 in (u, v))


def grid(rows: int, columns: int) -> Matrix:
    return related(squares(rows, columns), lambda u, v: abs(u[0] - v[0]) + abs(u[1] - v[1]) == 1)


def squares(rows: int, columns: int) -> list[Any]:
    return list(product(range(rows), range(columns)))


def queens(n: int) -> Matrix:
    return related(squares(n, n), lambda u, v: u[0] == v[0] or u[1] == v[1] or abs(u[0] - v[0]) == abs(u[1] - v[1]))


def kings(n: int) -> Matrix:
    return related(squares(n, n), lambda u, v: max(abs(u[0] - v[0]), abs(u[1] - v[1])) == 1)


def knights(n: int) -> Matrix:
    return related(squares(n, n), lambda u, v: {abs(u[0] - v[0]), abs(u[1] - v[1])} == {1, 2})


def paley(q: int) -> Matrix:
    squares_mod_q = {x * x % q for x in range(1, q)}
    return related(list(range(q)), lambda u, v: (u - v) % q in squares_mod_q)


def kneser(n: int, k: int) -> Matrix:
    return related(list(combinations(range(n), k)), lambda u, v: not set(u) & set(v))


def petersen() -> Matrix:
    return kneser(5, 2)


def johnson(n: int, k: int) -> Matrix:
    return related(list(combinations(range(n), k)), lambda u, v: len(set(u) & set(v)) == k - 1)


def hamming(d: int, q: int) -> Matrix:
    words = list(product(range(q), repeat=d))
    return related(words, lambda u, v: sum(a != b for a, b in zip(u, v, strict=True)) == 1)


def disjoint_cliques(sizes: list[int]) -> Matrix:
    label = np.repeat(np.arange(len(sizes)), sizes)
    return np.equal.outer(label, label) & ~np.eye(len(label), dtype=np.bool_)


def interval(n: int) -> Matrix:
    """Playing i reveals all j < i."""
    return np.tri(n, k=-1, dtype=np.bool_)


def bipartite(a: int, b: int) -> Matrix:
    return related(list(range(a + b)), lambda u, v: (u < a) != (v < a))

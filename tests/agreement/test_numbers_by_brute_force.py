"""All six numbers, through the public face and in every storage, against their definitions tried one by one.

Every digraph on up to three actions, self-loops included, and thousands of random ones on up to seven.
"""

from collections.abc import Iterator
from itertools import combinations, product

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.optimize import linprog

from sidelight import FeedbackGraph, InvalidGraph, UnobservableGraph

Matrix = NDArray[np.bool_]


def subsets(n: int) -> Iterator[list[int]]:
    for size in range(n + 1):
        yield from map(list, combinations(range(n), size))


def independent(matrix: Matrix, chosen: list[int]) -> bool:
    return not any(matrix[i, j] or matrix[j, i] for i, j in combinations(chosen, 2))


def acyclic(matrix: Matrix, chosen: list[int]) -> bool:
    """Take away actions that reveal none of the rest, until nothing is left or nothing can be taken."""
    left = set(chosen)
    while True:
        ends = {i for i in left if not any(matrix[i, j] for j in left - {i})}
        if not ends:
            return not left
        left -= ends


def covers(matrix: Matrix, chosen: list[int]) -> bool:
    return all(matrix[chosen, j].any() for j in range(len(matrix)) if not matrix[j, j])


def fewest_cliques(matrix: Matrix) -> int:
    """Put actions one after the other into a part that fits, or a new one: all ways."""
    mutual = matrix & matrix.T

    def fewest(i: int, parts: tuple[tuple[int, ...], ...]) -> int:
        if i == len(matrix):
            return len(parts)
        ways = [fewest(i + 1, (*parts, (i,)))]
        for k, part in enumerate(parts):
            if all(mutual[i, j] for j in part):
                ways.append(fewest(i + 1, (*parts[:k], (*part, i), *parts[k + 1 :])))
        return min(ways)

    return fewest(0, ())


def least_cover(matrix: Matrix) -> float:
    wanted = np.flatnonzero(~np.diagonal(matrix))
    if wanted.size == 0:
        return 0.0
    answer = linprog(np.ones(len(matrix)), A_ub=-matrix.T[wanted].astype(float), b_ub=-np.ones(wanted.size))
    return float(answer.fun)


def in_every_storage(matrix: Matrix) -> Iterator[FeedbackGraph]:
    graph = FeedbackGraph.from_matrix(matrix)
    for storage in ("csr", "complement", "cliques", "intervals"):
        try:
            yield graph.stored_as(storage)
        except InvalidGraph:
            assert storage in ("cliques", "intervals")


def check(matrix: Matrix) -> None:
    n = len(matrix)
    every = list(subsets(n))
    looped = np.flatnonzero(np.diagonal(matrix))
    expected = {
        "independence_number": max(len(c) for c in every if independent(matrix, c)),
        "loop_independence_number": max(
            len(c) for c in every if independent(matrix, c) and set(c) <= set(looped.tolist())
        ),
        "largest_acyclic": max(len(c) for c in every if acyclic(matrix, c)),
        "clique_partition_number": fewest_cliques(matrix),
    }
    for graph in in_every_storage(matrix):
        for name, number in expected.items():
            assert getattr(graph, name)().value == number, (name, graph.storage, matrix.astype(int).tolist())
        if not covers(matrix, list(range(n))):
            with pytest.raises(UnobservableGraph):
                graph.weak_domination_number()
            with pytest.raises(UnobservableGraph):
                graph.fractional_domination()
            continue
        found = graph.weak_domination_number()
        assert found.value == min(len(c) for c in every if covers(matrix, c))
        assert covers(matrix, found.witness.tolist())
        assert covers(matrix, graph.dominating_set().tolist())
        assert graph.fractional_domination().value == pytest.approx(least_cover(matrix), abs=1e-9)
        assert graph.fractional_packing().value == pytest.approx(least_cover(matrix), abs=1e-9)


@pytest.mark.parametrize("n", [1, 2, 3])
def test_every_digraph(n: int) -> None:
    for cells in product((False, True), repeat=n * n):
        check(np.array(cells).reshape(n, n))


@pytest.mark.parametrize("n", [4, 5, 6, 7])
@pytest.mark.parametrize("loops", [0.0, 0.5, 1.0])
def test_random_digraphs(n: int, loops: float) -> None:
    rng = np.random.default_rng([n, int(10 * loops)])
    for _ in range({4: 250, 5: 200, 6: 150, 7: 100}[n]):
        matrix = rng.random((n, n)) < rng.random()
        if rng.random() < 0.3:
            matrix |= matrix.T
        np.fill_diagonal(matrix, rng.random(n) < loops)
        check(matrix)


def test_random_cliques_and_ranges() -> None:
    """Shapes that random cells seldom have."""
    rng = np.random.default_rng(3)
    for _ in range(150):
        n = int(rng.integers(2, 8))
        part = rng.integers(0, 3, n)
        check((part[:, None] == part) & (rng.random() < 0.5 or ~np.eye(n, dtype=np.bool_)))
        first = rng.integers(0, n + 1, n)
        stop = np.minimum(n, first + rng.integers(0, n + 1, n))
        check((first[:, None] <= np.arange(n)) & (np.arange(n) < stop[:, None]))

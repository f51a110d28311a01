"""Clique partitions of the families whose number is known, and of graphs too large to solve."""

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.conftest import TickingClock
from tests.named_graphs import (
    Matrix,
    bipartite,
    complete,
    cycle,
    disjoint_cliques,
    grid,
    hamming,
    paley,
    path,
    petersen,
    random_graph,
    rows_of,
    star,
)

from sidelight.graphs.numbers import clique_partition_parts
from sidelight.graphs.numbers.clique_partition import clique_partition


def number(matrix: Matrix) -> int:
    found = clique_partition(*rows_of(matrix), time_limit=20.0)
    assert_cliques(matrix, found.witness, found.upper)
    return found.value


def assert_cliques(matrix: Matrix, label: NDArray[np.int64], count: int) -> None:
    assert np.array_equal(np.unique(label), np.arange(count))
    together = label[:, None] == label
    assert np.all(matrix | np.eye(len(matrix), dtype=np.bool_) | ~together)


@pytest.mark.parametrize("n", [4, 5, 9, 16, 39, 40])
def test_families(n: int) -> None:
    assert number(complete(n)) == 1
    assert number(np.zeros((n, n), np.bool_)) == n
    assert number(cycle(n)) == -(-n // 2)
    assert number(path(n)) == -(-n // 2)
    assert number(star(n - 1)) == n - 1
    assert number(bipartite(n, 3)) == n


def test_cliques() -> None:
    assert number(disjoint_cliques([2, 3, 4, 10, 1])) == 5


def test_named() -> None:
    assert number(petersen()) == 5
    assert number(grid(6, 7)) == 21
    assert number(grid(5, 5)) == 13
    assert number(hamming(2, 4)) == 4  # rows of the board
    assert number(hamming(3, 3)) == 9
    assert number(paley(13)) == 5  # self-complementary, and its chromatic number is 5
    assert number(paley(17)) == 6


def test_threshold_graph() -> None:
    """Intervals on a line: as many parts as disjoint intervals."""
    position = np.sort(np.random.default_rng(0).random(40))
    matrix = (np.abs(position[:, None] - position) < 0.1) & ~np.eye(40, dtype=np.bool_)
    apart, last = 0, -1.0
    for place in position:
        if place >= last + 0.1:
            apart, last = apart + 1, place
    assert number(matrix) == apart


@pytest.mark.parametrize("p", [0.05, 0.2, 0.4, 0.6, 0.8, 0.95])
def test_search_and_cliques_agree_on_forty_nodes(p: float, monkeypatch: pytest.MonkeyPatch) -> None:
    matrix = random_graph(np.random.default_rng(int(100 * p)), 40, p)
    searched = number(matrix)
    monkeypatch.setattr(clique_partition_parts, "SEARCHED", 0)
    covered = clique_partition(*rows_of(matrix), time_limit=5.0)
    assert covered.lower <= searched <= covered.upper
    assert_cliques(matrix, covered.witness, covered.upper)


@pytest.mark.parametrize("p", [0.1, 0.5, 0.9])
def test_random_graphs_of_fifty_nodes(p: float) -> None:
    number(random_graph(np.random.default_rng(7), 50, p))


def test_time_limit_is_kept_and_the_bracket_true(ticking: TickingClock) -> None:
    matrix = random_graph(np.random.default_rng(1), 200, 0.5)
    found = clique_partition(*rows_of(matrix), time_limit=1.0)
    assert ticking.readings < 120, "it looked at the clock long after the time was over"
    assert 5 <= found.lower <= found.upper < 50
    assert_cliques(matrix, found.witness, found.upper)


def test_long_odd_ring() -> None:
    n = 100_001
    nodes = np.arange(n)
    neighbours = np.sort(np.stack(((nodes + 1) % n, (nodes - 1) % n), axis=1), axis=1).ravel().astype(np.int32)
    found = clique_partition(np.arange(0, 2 * n + 1, 2), neighbours, time_limit=10.0)
    assert found.value == 50_001


def test_no_nodes() -> None:
    assert clique_partition(np.zeros(1, np.int64), np.zeros(0, np.int32), 1.0).value == 0

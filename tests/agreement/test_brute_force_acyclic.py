"""Largest acyclic sets against all subsets, for every digraph on three nodes and many larger ones."""

from itertools import combinations, product

import numpy as np
import pytest
from tests.named_graphs import Matrix, random_digraph, random_graph, rows_of

from sidelight.graphs.numbers import acyclic_parts
from sidelight.graphs.numbers.acyclic import largest_acyclic

SMALL = [np.array(bits, np.bool_).reshape(3, 3) for bits in product((False, True), repeat=9)]


def has_no_cycle(matrix: Matrix) -> bool:
    """No walk as long as there are nodes, loops apart."""
    walks = np.asarray(matrix & ~np.eye(len(matrix), dtype=np.bool_), np.int64)
    power = np.eye(len(matrix), dtype=np.int64)
    for _ in range(len(matrix)):
        power = np.minimum(power @ walks, 1)
    return not power.any()


def most_without_cycle(matrix: Matrix) -> int:
    n = len(matrix)
    for size in range(n, 0, -1):
        for nodes in combinations(range(n), size):
            if has_no_cycle(matrix[np.ix_(nodes, nodes)]):
                return size
    return 0


def check(matrix: Matrix) -> None:
    truth = most_without_cycle(matrix)
    for seconds in (10.0, 0.0):
        found = largest_acyclic(*rows_of(matrix), seconds)
        assert found.lower <= truth <= found.upper
        assert len(set(found.witness.tolist())) == found.lower
        assert has_no_cycle(matrix[np.ix_(found.witness, found.witness)])
        assert found.exact or seconds == 0.0


def test_every_digraph_on_three_nodes() -> None:
    for matrix in SMALL:
        check(matrix)


@pytest.mark.parametrize("seed", range(150))
def test_random_digraphs(seed: int) -> None:
    rng = np.random.default_rng(seed)
    check(random_digraph(rng, int(rng.integers(1, 8)), rng.random()))


@pytest.mark.parametrize("seed", range(30))
def test_random_symmetric_graphs(seed: int) -> None:
    rng = np.random.default_rng(seed)
    check(random_graph(rng, int(rng.integers(1, 8)), rng.random()))


@pytest.mark.parametrize("seed", range(60))
def test_program_alone(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(acyclic_parts, "SEARCHED", 0)
    rng = np.random.default_rng(seed)
    check(random_digraph(rng, int(rng.integers(3, 8)), rng.random()))

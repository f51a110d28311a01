"""Clique partitions against all partitions, for every graph on four nodes and many larger ones."""

from itertools import product

import numpy as np
import pytest
from tests.named_graphs import Matrix, random_digraph, random_graph, rows_of

from sidelight.graphs.numbers import clique_partition_parts
from sidelight.graphs.numbers.clique_partition import clique_partition


def fewest_cliques(matrix: Matrix) -> int:
    """The least number of parts over all partitions, one node placed after the other."""

    def fewest(v: int, parts: tuple[tuple[int, ...], ...]) -> int:
        if v == len(matrix):
            return len(parts)
        counts = [fewest(v + 1, (*parts, (v,)))]
        for k, part in enumerate(parts):
            if matrix[v, list(part)].all():
                counts.append(fewest(v + 1, (*parts[:k], (*part, v), *parts[k + 1 :])))
        return min(counts)

    return fewest(0, ())


def check(matrix: Matrix) -> None:
    truth = fewest_cliques(matrix)
    for seconds in (10.0, 0.0):
        found = clique_partition(*rows_of(matrix), seconds)
        assert found.lower <= truth <= found.upper
        assert found.exact or seconds == 0.0
        assert sorted(set(found.witness.tolist())) == list(range(found.upper))
        together = found.witness[:, None] == found.witness
        assert np.all(matrix | np.eye(len(matrix), dtype=np.bool_) | ~together)


def test_every_graph_on_four_nodes() -> None:
    for bits in product((False, True), repeat=6):
        matrix = np.zeros((4, 4), np.bool_)
        matrix[np.triu_indices(4, 1)] = bits
        check(matrix | matrix.T)


def test_mutual_edges_of_every_digraph_on_three_nodes() -> None:
    for bits in product((False, True), repeat=9):
        matrix = np.array(bits, np.bool_).reshape(3, 3)
        check(matrix & matrix.T & ~np.eye(3, dtype=np.bool_))


@pytest.mark.parametrize("seed", range(150))
def test_random_graphs(seed: int) -> None:
    rng = np.random.default_rng(seed)
    check(random_graph(rng, int(rng.integers(1, 8)), rng.random()))


@pytest.mark.parametrize("seed", range(60))
def test_mutual_edges_of_random_digraphs(seed: int) -> None:
    rng = np.random.default_rng(seed)
    matrix = random_digraph(rng, int(rng.integers(1, 8)), rng.random())
    check(matrix & matrix.T & ~np.eye(len(matrix), dtype=np.bool_))


@pytest.mark.parametrize("seed", range(60))
def test_maximal_cliques_alone(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clique_partition_parts, "SEARCHED", 0)
    rng = np.random.default_rng(seed)
    check(random_graph(rng, int(rng.integers(4, 9)), 0.6))

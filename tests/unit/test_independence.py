"""Graphs whose independence number is known, and the time limit."""

from itertools import combinations, product

import networkx as nx
import numpy as np
import pytest
from numpy.typing import NDArray
from tests.conftest import TickingClock

from sidelight.graphs.numbers.independence import clique_number, independence

Lists = tuple[NDArray[np.int64], NDArray[np.int32]]


def lists(graph: nx.Graph) -> Lists:
    if len(graph) == 0:
        return np.zeros(1, np.int64), np.zeros(0, np.int32)
    matrix = nx.to_scipy_sparse_array(nx.convert_node_labels_to_integers(graph), dtype=np.int8).tocsr()
    matrix.sort_indices()
    return matrix.indptr.astype(np.int64), matrix.indices.astype(np.int32)


def board(n: int, step: str) -> nx.Graph:
    graph = nx.Graph()
    graph.add_nodes_from(product(range(n), repeat=2))
    for a, b in combinations(list(graph), 2):
        down, right = abs(a[0] - b[0]), abs(a[1] - b[1])
        straight = down == 0 or right == 0 or down == right
        if {"queen": straight, "king": max(down, right) == 1, "knight": {down, right} == {1, 2}}[step]:
            graph.add_edge(a, b)
    return graph


def paley(q: int) -> nx.Graph:
    squares = {x * x % q for x in range(1, q)}
    return nx.Graph((i, j) for i, j in combinations(range(q), 2) if (j - i) % q in squares)


def hamming(d: int, q: int) -> nx.Graph:
    words = list(product(range(q), repeat=d))
    return nx.Graph((a, b) for a, b in combinations(words, 2) if sum(x != y for x, y in zip(a, b, strict=True)) == 1)


KNOWN = {
    "nothing": (nx.empty_graph(0), 0),
    "one": (nx.empty_graph(1), 1),
    "no edges": (nx.empty_graph(70), 70),
    "complete": (nx.complete_graph(70), 1),
    "star": (nx.star_graph(99), 99),
    "path": (nx.path_graph(101), 51),
    "odd cycle": (nx.cycle_graph(1001), 500),
    "five-cycles": (nx.disjoint_union_all([nx.cycle_graph(5)] * 20), 40),
    "complete bipartite": (nx.complete_bipartite_graph(30, 41), 41),
    "tree": (nx.balanced_tree(2, 5), 42),
    "grid": (nx.grid_2d_graph(7, 9), 32),
    "8-cube": (nx.hypercube_graph(8), 128),
    "Petersen": (nx.petersen_graph(), 4),
    "Kneser(7, 2)": (nx.kneser_graph(7, 2), 6),
    "Kneser(7, 3)": (nx.kneser_graph(7, 3), 15),
    "Hamming(3, 4)": (hamming(3, 4), 16),
    "queens 8": (board(8, "queen"), 8),
    "queens 10": (board(10, "queen"), 10),
    "kings 7": (board(7, "king"), 16),
    "knights 6": (board(6, "knight"), 18),
    "Paley 29": (paley(29), 4),
    "Paley 41": (paley(41), 5),
    "Paley 101": (paley(101), 5),
}


@pytest.mark.parametrize("name", KNOWN)
def test_known(name: str) -> None:
    graph, alpha = KNOWN[name]
    indptr, indices = lists(graph)
    answer = independence(indptr, indices)
    assert (answer.lower, answer.upper, len(answer.witness)) == (alpha, alpha, alpha)
    chosen = np.zeros(len(indptr), np.bool_)
    chosen[answer.witness] = True
    assert not chosen[indices[np.repeat(chosen[:-1], np.diff(indptr))]].any()
    if 0 < len(graph) <= 101:
        assert clique_number(*lists(nx.complement(graph))).value == alpha


@pytest.mark.parametrize(("n", "p", "alpha"), [(100, 0.5, 9), (200, 0.5, 11), (120, 0.1, 32)])
def test_random(n: int, p: float, alpha: int) -> None:
    graph = nx.gnp_random_graph(n, p, seed=1)
    assert independence(*lists(graph)).value == alpha
    assert clique_number(*lists(nx.complement(graph))).value == alpha


def test_planted_clique_in_a_sparse_graph() -> None:
    graph = nx.gnp_random_graph(2000, 0.005, seed=3)
    members = list(range(7, 2000, 181))
    graph.add_edges_from(combinations(members, 2))
    answer = clique_number(*lists(graph))
    assert answer.exact
    assert answer.witness.tolist() == members


@pytest.mark.parametrize("seconds", [0.0, 0.3])
@pytest.mark.parametrize(("n", "p"), [(400, 0.05), (800, 0.01), (20_000, 0.0006)])
def test_time_limit(n: int, p: float, seconds: float, ticking: TickingClock) -> None:
    graph = nx.fast_gnp_random_graph(n, p, seed=5)
    indptr, indices = lists(graph)
    answer = independence(indptr, indices, time_limit=seconds)
    assert ticking.readings < 60, "it looked at the clock long after the time was over"
    assert len(answer.witness) == answer.lower <= answer.upper
    chosen = np.zeros(n, np.bool_)
    chosen[answer.witness] = True
    assert not chosen[indices[np.repeat(chosen, np.diff(indptr))]].any()


def test_the_same_again() -> None:
    given = lists(nx.gnp_random_graph(90, 0.12, seed=2))
    first, second = independence(*given), independence(*given)
    assert first == second
    assert first.witness.tolist() == second.witness.tolist()


def test_frozen_arrays_will_do() -> None:
    indptr, indices = lists(nx.gnp_random_graph(40, 0.2, seed=2))
    expected = independence(indptr, indices)
    indptr.flags.writeable = indices.flags.writeable = False
    assert independence(indptr, indices) == expected

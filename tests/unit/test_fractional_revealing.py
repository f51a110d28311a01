"""Revealing every action, self-loop or not, with the least mass: every storage against the plain programme."""

import numpy as np
import pytest
from tests.learners_to_try import STORAGES

from sidelight import FeedbackGraph, graphs
from sidelight.graphs import numbers

GRAPHS = {
    "uneven cliques": graphs.cliques([3, 1, 2, 4]),
    "bandit": graphs.bandit(4),
    "full information": graphs.full_information(5),
    "loopless cliques": graphs.cliques([3, 2, 4], loops=False),
    "ranges": FeedbackGraph.from_intervals([0, 0, 1, 3], [2, 3, 4, 4]),
    "ring": graphs.ring(7),
    "almost all": FeedbackGraph.from_hidden(5, [(0, 1), (2, 2), (3, 0), (4, 4)]),
}


@pytest.mark.parametrize("name", GRAPHS)
def test_all_storages_find_the_least_mass(name: str) -> None:
    graph = GRAPHS[name]
    least = numbers.fractional_revealing(graph.stored_as("csr")._storage, 60.0)[0].value
    tried = 0
    for storage in STORAGES:
        try:
            held = graph.stored_as(storage)
        except ValueError:
            continue
        tried += 1
        vector, value = held.fractional_revealing()
        assert value == pytest.approx(least, rel=1e-9)
        assert value == pytest.approx(vector.sum(), rel=1e-12)
        assert (vector @ graph.to_matrix()).min() >= 1.0 - 1e-9
        assert (vector >= 0.0).all()
    assert tried >= 2


def test_looped_cliques_need_one_each_spread_evenly() -> None:
    vector, value = graphs.cliques([3, 1, 2]).fractional_revealing()
    assert value == pytest.approx(3.0)
    np.testing.assert_allclose(vector, [1 / 3, 1 / 3, 1 / 3, 1, 1 / 2, 1 / 2])

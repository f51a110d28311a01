"""Revealing every action, self-loop or not, with the least mass: every storage against the plain programme."""

import numpy as np
import pytest
from tests.learners_to_try import STORAGES

import sidelight as sl
from sidelight import FeedbackGraph, graphs
from sidelight.graphs import numbers
from sidelight.kernels.weights import HEADER

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


@pytest.mark.parametrize(
    ("graph", "value"),
    [
        (graphs.bandit(1), 1.0),
        (graphs.bandit(5), 5.0),
        (graphs.full_information(4), 1.0),
        (graphs.cliques([3, 2, 1]), 3.0),
        (graphs.loopless_clique(5), 5 / 4),
        (graphs.cliques([3, 2], loops=False), 3 / 2 + 2),
        (graphs.ring(6), 2.0),
        (graphs.prefix(5), 1.0),
        (graphs.revealing_action(4), 1.0),
        (graphs.directed_cycle(5), 5.0),
    ],
    ids=repr,
)
def test_every_storage_reveals_all_actions_with_the_least_mass(graph: FeedbackGraph, value: float) -> None:
    for storage in ("csr", "complement", graph.storage):
        vector, total = graph.stored_as(storage).fractional_revealing()
        assert total == pytest.approx(value, rel=1e-6)
        assert vector.sum() == pytest.approx(value, rel=1e-6)
        assert (graph.to_matrix().T @ vector >= 1 - 1e-9).all()


def test_elpp_explores_cliques_evenly() -> None:
    learner = sl.ELPP(6, eta=0.05, beta=0.0, graph=graphs.cliques([4, 2]), seed=1)
    learner._state[HEADER] = 1e6  # action 0 is played by exploration alone
    mass = 0.05 * 2
    assert learner.chances()[0] == pytest.approx(mass / 8)
    assert learner.chances()[4] == pytest.approx((1 - mass) / 5 + mass / 4)
    assert np.sum(learner.chances()) == pytest.approx(1.0)

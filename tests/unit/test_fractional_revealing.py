"""The cheapest fractional cover of all actions, self-loops included: what ELP.P explores by."""

import numpy as np
import pytest

import sidelight as sl
from sidelight import FeedbackGraph, graphs


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
    learner._state[8] = 1e6  # action 0 is played by exploration alone
    mass = 0.05 * 2
    assert learner.chances()[0] == pytest.approx(mass / 8)
    assert learner.chances()[4] == pytest.approx((1 - mass) / 5 + mass / 4)
    assert np.sum(learner.chances()) == pytest.approx(1.0)

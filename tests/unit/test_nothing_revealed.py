"""An action that reveals nothing, in every storage: nothing is looked up, and nothing is learned but the bias."""

import numpy as np
import pytest

import sidelight as sl
from sidelight import FeedbackGraph
from sidelight.kernels.chance_seen import revealing_masses
from sidelight.kernels.sum_tree import shares_of

# Action 2 reveals nothing. Ranges that nobody else's stand among, all sets of revealers distinct.
RANGES = FeedbackGraph.from_intervals([0, 1, 1], [3, 2, 1])


@pytest.mark.parametrize("storage", ["csr", "intervals", "complement"])
def test_learning_from_nothing_changes_nothing(storage: str) -> None:
    learner = sl.Exp3G(3, eta=0.1, gamma=0.2, graph=RANGES.stored_as(storage), seed=1)
    for _ in range(50):
        learned = learner.learn(learner.decide(action=2), {})
        assert learned.estimates == {}
        assert learned.own_loss is None
    assert (learner.weights == 1 / 3).all()


@pytest.mark.parametrize("storage", ["csr", "cliques", "intervals", "complement"])
@pytest.mark.parametrize("n", [1, 2, 5, 100])
def test_sums_for_no_action_at_all_are_none(storage: str, n: int) -> None:
    graph = sl.graphs.full_information(n).stored_as(storage)
    ladder = FeedbackGraph.from_intervals(range(n), [n] * n)
    for each in (graph, ladder):
        masses, memo = np.zeros(0), np.full(n, -1.0)
        for _ in range(100):
            revealing_masses(shares_of(np.ones(n)), each.packed, np.zeros(0, np.int64), masses, memo)
        assert (memo == -1.0).all()


def test_a_set_to_explore_is_accepted_on_ranges_where_all_reveal_themselves() -> None:
    ladder = FeedbackGraph.from_intervals(range(40), [40] * 40)
    for _ in range(50):
        sl.Exp3G(40, eta=0.1, gamma=0.2, explore=[0], graph=ladder, seed=1)

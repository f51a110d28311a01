"""How a round explores depends on its graph, and not on which graphs came before it."""

import numpy as np
import pytest
from tests.learners_to_try import STORAGES

import sidelight as sl
from sidelight import FeedbackGraph, graphs

# Programmes with many solutions: which of them is found may depend on how the graph is held.
LADDER = FeedbackGraph.from_matrix(np.array([[1, 1, 0, 0], [1, 1, 1, 0], [0, 1, 1, 1], [0, 0, 1, 1]], bool))
PAIRS = graphs.full_information(4)


@pytest.mark.parametrize("graph", [LADDER, PAIRS], ids=["ladder", "pairs"])
@pytest.mark.parametrize("first", STORAGES)
@pytest.mark.parametrize("second", STORAGES)
def test_chances_do_not_depend_on_an_equal_graph_seen_before(graph: FeedbackGraph, first: str, second: str) -> None:
    try:
        earlier, later = graph.stored_as(first), graph.stored_as(second)
    except sl.InvalidGraph:
        return
    seasoned, fresh = (sl.ELPP(4, eta=0.2, beta=0.1, seed=1) for _ in range(2))
    seasoned.chances(earlier)
    assert seasoned.chances(later).tolist() == fresh.chances(later).tolist()

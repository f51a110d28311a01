"""What is kept between rounds never changes what is played."""

import gc
import json
import weakref
from dataclasses import replace

import numpy as np
import pytest
from tests.learners_to_try import STORAGES

from sidelight import ELPP, FeedbackGraph, InvalidGraph, NotExact, WeakIX, graphs, restore


@pytest.mark.parametrize("kind", ["ELPP", "WeakIX"])
def test_exploration_does_not_depend_on_the_storages_seen_before(kind: str) -> None:
    """Else a restored learner, which has seen none, would play otherwise than the one that went on."""
    looped = graphs.cliques([2, 2])
    graph = looped if kind == "ELPP" else graphs.cliques([3, 3], loops=False)
    learner = ELPP(4, eta=0.1, beta=0.1) if kind == "ELPP" else WeakIX(6, eta=0.1, gamma=0.1, eps=0.1)
    learner.chances(graph.stored_as("csr"))
    revived = restore(json.dumps(learner.snapshot()))
    assert isinstance(revived, type(learner))
    np.testing.assert_array_equal(learner.chances(graph), revived.chances(graph))


def test_learning_from_an_empty_range_beside_tight_ones() -> None:
    """A round that reveals nothing has nothing to sum up, however the sums are made."""
    graph = graphs.FeedbackGraph.from_intervals([0, 0, 0], [0, 3, 3])
    learner = WeakIX(3, eta=0.1, gamma=0.1, eps=0.1, graph=graph)
    for _ in range(50):
        assert learner.learn(learner.decide(action=0), {}).estimates == {}
    np.testing.assert_allclose(learner.weights, 1 / 3)


def test_a_given_set_where_every_action_reveals_itself() -> None:
    graph = graphs.FeedbackGraph.from_intervals([0, 0, 0], [1, 2, 3])
    for _ in range(50):
        assert WeakIX(3, eta=0.1, gamma=0.1, eps=0.1).chances(graph, explore=[]).tolist() == [1 / 3] * 3


# Programmes with many solutions: which of them is found may depend on how the graph is held.
LADDER = FeedbackGraph.from_matrix(np.array([[1, 1, 0, 0], [1, 1, 1, 0], [0, 1, 1, 1], [0, 0, 1, 1]], bool))
PAIRS = graphs.full_information(4)


@pytest.mark.parametrize("graph", [LADDER, PAIRS], ids=["ladder", "pairs"])
@pytest.mark.parametrize("first", STORAGES)
@pytest.mark.parametrize("second", STORAGES)
def test_chances_do_not_depend_on_an_equal_graph_seen_before(graph: FeedbackGraph, first: str, second: str) -> None:
    try:
        earlier, later = graph.stored_as(first), graph.stored_as(second)
    except InvalidGraph:
        return
    seasoned, fresh = (ELPP(4, eta=0.2, beta=0.1, seed=1) for _ in range(2))
    seasoned.chances(earlier)
    assert seasoned.chances(later).tolist() == fresh.chances(later).tolist()


def test_graphs_that_are_past_are_not_held() -> None:
    learner = WeakIX(6, eta=0.1, gamma=0.1, eps=0.1, seed=1)
    met = []
    for k in range(5):
        graph = graphs.erdos_renyi(6, 0.5, seed=k)
        learner.forget(learner.decide(graph))
        met.append(weakref.ref(graph))
    del graph
    gc.collect()
    assert sum(seen() is not None for seen in met) <= 1


def test_a_smallest_set_that_was_not_found_in_time_is_not_played_by(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was found by then depends on the machine, and a restored learner would explore otherwise."""
    graph = graphs.directed_cycle(6)
    unfinished = replace(graph.weak_domination_number(), lower=1)
    monkeypatch.setattr(FeedbackGraph, "weak_domination_number", lambda self: unfinished)
    with pytest.raises(NotExact, match="fractional"):
        WeakIX(6, eta=0.1, gamma=0.1, eps=0.05, explore="exact").chances(graph)

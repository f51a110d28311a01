"""What a round explores, and what is kept between rounds."""

import numpy as np

from sidelight import WeakIX, graphs


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

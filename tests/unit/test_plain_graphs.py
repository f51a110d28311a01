"""Graphs as JSON holds them: equal on the way back, and refused where kernels would read beyond them."""

import json
from typing import Any

import numpy as np
import pytest

from sidelight import FeedbackGraph, graphs
from sidelight.graphs.plain import array_from_plain, array_to_plain, graph_from_plain, graph_to_plain

GRAPHS = [
    graphs.erdos_renyi(7, 0.4, symmetric=False, seed=2),
    graphs.cliques([3, 2]),
    graphs.cliques([3, 2], loops=False),
    graphs.posted_price(6, 2),
    graphs.loopless_clique(5),
    FeedbackGraph.from_edges(1, [(0, 0)]),
    FeedbackGraph.from_edges(3, np.zeros((0, 2), np.int64)),
    graphs.ring(4).with_labels(["a", 1.5, None, ("b", 2)]),
]


@pytest.mark.parametrize("graph", GRAPHS, ids=repr)
def test_there_and_back(graph: FeedbackGraph) -> None:
    again = graph_from_plain(json.loads(json.dumps(graph_to_plain(graph))))
    assert again == graph
    assert again.storage == graph.storage


@pytest.mark.parametrize("graph", GRAPHS[:6], ids=repr)
def test_arrays_that_do_not_fit_together_are_refused(graph: FeedbackGraph) -> None:
    plain: dict[str, Any] = graph_to_plain(graph)
    for name, value in plain.items():
        if not isinstance(value, dict):
            continue
        array = array_from_plain(value)
        beyond, below = array.copy(), array.copy()
        if array.size:
            beyond[-1] = 1000
            below[0] = -5
        for bad in (beyond, below, array[:-1], array.astype(np.float64), np.append(array, array)):
            if bad.dtype == array.dtype and np.array_equal(bad, array):
                continue
            with pytest.raises((ValueError, TypeError)):
                graph_from_plain({**plain, name: array_to_plain(bad)})

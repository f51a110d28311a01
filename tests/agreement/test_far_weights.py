"""Weights far below what a float can hold are kept, and come back when the losses turn."""

from typing import Any

import numpy as np
import pytest
from tests.reference import INFORMED, Dense
from tests.sequences import everywhere, explored_by

from sidelight import FeedbackGraph
from sidelight.learners import LEARNERS

EPS = np.finfo(np.float64).eps
PARAMETERS: dict[str, dict[str, float]] = {
    "Hedge": {"eta": 3.0},
    "Exp3": {"eta": 3.0},
    "Exp3Set": {"eta": 3.0},
    "Exp3IX": {"eta": 3.0, "gamma": 0.3},
    "Exp3P": {"eta": 1.0, "gamma": 0.4, "beta": 0.1},
    "Exp3G": {"eta": 3.0, "gamma": 0.3},
    "ELPP": {"eta": 1.0, "beta": 0.5},
    "StrongIX": {"eta": 0.5, "gamma": 0.3, "beta": 0.2},
    "WeakIX": {"eta": 3.0, "gamma": 0.3, "eps": 0.1},
}
LOOPS, FIRST = np.eye(3, dtype=np.bool_), np.array([[True, False, False]] * 3)
FULL = LOOPS | True
PAIR = FULL & ~FIRST & ~FIRST.T | LOOPS  # 1 and 2 reveal each other, 0 itself
FAR = -450 * np.log(10)


class Pair:
    """A learner and its reference, over the same forced actions."""

    def __init__(self, name: str) -> None:
        self.name, self.rounds, self.farthest = name, 0, 0.0
        parameters: Any = PARAMETERS[name]
        self.learner: Any = LEARNERS[name](3, **parameters, strict=False)
        self.dense = Dense(name, 3, parameters)

    def play(self, graph: FeedbackGraph, action: int, losses: list[float]) -> None:
        known = [graph] if self.name in INFORMED else []
        decision = self.learner.decide(*known, action=action)
        m = graph.to_matrix().astype(np.bool_)
        ticket = self.dense.decide(explored_by(graph, self.name, "auto") if known else None)
        self.dense.learn(self.dense.estimate(ticket, action, np.array(losses), m))
        self.learner.learn(decision, {int(j): losses[j] for j in graph.reveals(action)}, graph=graph)
        self.rounds += 1
        self.farthest = max(self.farthest, float(np.abs(self.dense.log_weights).max()))
        if self.rounds % 25 == 0:
            self.compare()

    def compare(self) -> None:
        """Up to the rounding of so many additions to numbers of this size, which is all that may differ."""
        rounding = 1e-12 + 2 * EPS * self.rounds * self.farthest
        said, lw, p = self.learner.log_weights, self.dense.log_weights, self.dense.p
        np.testing.assert_allclose(said - said.max(), lw - lw.max(), rtol=0, atol=rounding)
        np.testing.assert_allclose(self.learner.weights[p > 1e-240], p[p > 1e-240], rtol=rounding)
        np.testing.assert_allclose(self.learner.weights, p, rtol=1e-6, atol=1e-240)

    @property
    def log_p0(self) -> float:
        lw: Any = self.learner.log_weights
        return float(lw[0] - np.logaddexp.reduce(lw))


@pytest.mark.filterwarnings("ignore::sidelight.NoGuaranteeWarning")
@pytest.mark.parametrize("name", PARAMETERS)
@pytest.mark.parametrize("seen_meanwhile", [True, False])
def test_a_weight_falls_below_1e_400_and_comes_back(name: str, seen_meanwhile: bool) -> None:
    """``seen_meanwhile``: its losses are seen on the way back; else the others fall, and it is never touched."""
    pair = Pair(name)
    down = FeedbackGraph.from_matrix(LOOPS | FIRST)
    back = FeedbackGraph.from_matrix(PAIR | FIRST if seen_meanwhile else PAIR)
    while pair.log_p0 > FAR:
        pair.play(down, 1 + pair.rounds % 2, [1.0, 0.0, 0.0])
    assert pair.learner.weights[0] == 0.0
    while pair.log_p0 < np.log(0.2):
        pair.play(back, 1 + pair.rounds % 2, [0.0, 1.0, 0.9])
        assert pair.rounds < 8000
    pair.compare()
    assert pair.learner.weights[0] > 0.2


@pytest.mark.filterwarnings("ignore::sidelight.NoGuaranteeWarning")
@pytest.mark.parametrize("graph", everywhere(FeedbackGraph.from_matrix(FULL)), ids=lambda graph: graph.storage)
def test_in_every_storage(graph: FeedbackGraph) -> None:
    pair = Pair("Exp3IX")
    while pair.log_p0 > FAR:
        pair.play(graph, pair.rounds % 3, [1.0, 0.0, 0.0])
    while pair.log_p0 < np.log(0.9):
        pair.play(graph, pair.rounds % 3, [0.0, 1.0, 1.0])
    pair.compare()

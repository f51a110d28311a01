"""A million rounds leave totals, tree and weights where exact sums would have left them; ten to the eighth in bench."""

import numpy as np
import pytest
from benchmarks.learners import Drift, drift_of, longest_runs, played
from numba import config

from sidelight.kernels.weights import HEADER

ROUNDS = 1000 if config.DISABLE_JIT else 10**6


@pytest.mark.parametrize("name", longest_runs())
def test_totals_and_weights_do_not_drift(name: str) -> None:
    """Tolerances are for sqrt(T) roundings of 1.1e-16 each, and a few more."""
    learner, graph = longest_runs()[name]
    drift = played(learner, graph, ROUNDS)
    assert drift.finite
    assert drift.totals < 1e-12
    assert drift.log_weights < 1e-8
    assert drift.root < 1e-14
    assert drift.weights < 1e-14
    totals = learner._state[HEADER : HEADER + learner.n_actions]
    assert abs(totals).min() > 0.01 * ROUNDS, "every action must have been learned about"
    assert drift_of(learner, totals * (1 + 1e-11)) > Drift(1e-12, 0.0, 0.0, 0.0, True), "the test must be able to fail"
    assert np.abs(learner.log_weights).max() > 1.0

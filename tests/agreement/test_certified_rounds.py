"""A round that a learner has just drawn enters its certificate as it would from a log with all chances."""

import numpy as np
import pytest
from tests.enumerated_rounds import edges_of

from sidelight import FeedbackGraph, Kind
from sidelight.certificates.auditor import scales_of
from sidelight.graphs.storage import STORAGES
from sidelight.kernels import certificate as layout
from sidelight.kernels import weights
from sidelight.kernels.certificate_drawn import FLOATS, entered, looked
from sidelight.kernels.certificate_log import enter_round
from sidelight.kernels.certificate_log import scratch as scratch_of_logs
from sidelight.kernels.memory import Places
from sidelight.kernels.round import scratch
from sidelight.kernels.sum_tree import shares_of
from sidelight.theory import phi

GRID = scales_of(5)
PRICES = np.array([phi(s) * s for s in GRID])


def graphs_of(rng: np.random.Generator, n: int) -> list[FeedbackGraph]:
    """Of all classes and storages."""
    part = rng.integers(0, 2, n)
    place, first = np.arange(n), rng.integers(0, n, n)
    ranges = (np.minimum(first, place)[:, None] <= place) & (place <= np.maximum(first, place)[:, None])
    hidden = np.ones((n, n), bool)
    hidden[rng.integers(n), rng.integers(n)] = False
    kinds = [edges_of(rng, n, kind) for kind in ("self-aware", "strong")]
    return [
        FeedbackGraph.from_matrix(m) for m in (*kinds, part[:, None] == part, ranges, hidden, ~np.eye(n, dtype=bool))
    ]


@pytest.mark.parametrize("explores", ["not", "evenly", "on a set"])
def test_a_drawn_round_enters_as_it_would_from_a_log(explores: str) -> None:
    rng = np.random.default_rng(len(explores))
    for _ in range(20):
        n = int(rng.integers(2, 8))
        mass = 0.0 if explores == "not" else float(rng.choice([1e-6, 0.2]))
        spread = np.full(n, 1 / n) if explores != "on a set" else rng.dirichlet(np.full(n, 0.3))
        shares = np.zeros(2) if explores != "on a set" else shares_of(spread)
        for graph in graphs_of(rng, n):
            for storage in STORAGES:
                try:
                    held = graph.stored_as(storage)
                except ValueError:
                    continue
                state = weights.fresh(n, 1.0, 0.1, 0.1)
                state[weights.HEADER : weights.HEADER + n] = rng.random(n) * rng.choice([1.0, 30.0])
                weights.refresh(state)
                bits = state.tobytes()
                chances = weights.all_chances(state, shares, mass)
                losses = rng.random(n)
                for action in range(n):
                    live = layout.fresh(n, GRID, PRICES, 1.0, 1.0, False, bool(rng.random() < 0.5))
                    read = live.copy()
                    revealed = held.reveals(action)
                    rows, work = scratch(n)
                    work[: revealed.size] = losses[revealed]
                    places = Places(state, shares, held.packed, rows, work)
                    look, numbers = np.zeros(n, np.int64), np.zeros(FLOATS * n)
                    given_to_learner = (revealed.size, False, -1, 0.0)
                    strong = held.kind in (Kind.SELF_AWARE, Kind.STRONG)
                    count, blind, variance = looked(
                        places.table, mass, action, *given_to_learner, strong, False, look, numbers
                    )
                    entered(live, held.packed, action, count, look, numbers, blind, variance)
                    given = revealed, losses[revealed], revealed.size
                    assert enter_round(read, held.packed, chances, action, *given, *scratch_of_logs(n))[0] >= 0
                    assert variance >= read[layout.VARIANCE] * (1 - 1e-12)
                    live[layout.VARIANCE] = read[layout.VARIANCE]
                    assert live == pytest.approx(read, rel=1e-9, abs=1e-12)
                assert state.tobytes() == bits

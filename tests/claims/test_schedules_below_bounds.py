"""Regret on every schedule stays below what ``games.bounds`` says, and learning the opposite does not.

The cells are those of ``benchmarks.bounds_hold``, which plays many more runs of each. Bounds may fail in a share DELTA
of runs; with fixed seeds none does here. Each is below the number of rounds, so that it could.
"""

import numpy as np
import pytest
from benchmarks.bounds_hold import CELLS, DELTA, KINDS, Cell, Held, held, opposite

RUNS = 40


def made(cell: Cell) -> Held:
    return held(cell, runs=RUNS if cell.rounds < 100_000 else 8)


@pytest.mark.parametrize("cell", CELLS, ids=lambda cell: f"{cell.kind}, {cell.place}")
def test_no_run_is_above_its_bound(cell: Cell) -> None:
    done = made(cell)
    assert done.above == 0
    assert (done.bound < cell.rounds).all()
    assert np.ptp(done.regret) > 0, "the seeds must differ"


@pytest.mark.parametrize("kind", KINDS)
def test_all_that_learn_the_opposite_are(kind: str) -> None:
    done = opposite(KINDS[kind], runs=5)
    assert done.above == 5


def test_a_third_of_the_bound_would_not_do() -> None:
    """Hedge against luck alone, whose bound is the tightest: a third of it fails in more than a share DELTA."""
    done = made(KINDS["Hedge light"])
    assert (done.used > 1 / 3).mean() > 1.5 * DELTA
    assert done.used.max() < 1.0


def test_the_cells_are_what_they_are_said_to_be() -> None:
    wanted = {
        f"{name} {rule}" for name in ("Exp3IX", "StrongIX", "WeakIX") for rule in ("light", "cautious", "doubling")
    }
    assert wanted <= set(KINDS)
    assert len(CELLS) >= 10
    assert sum(cell.world(100).answers for cell in CELLS) >= 5
    assert sum(cell.world(100).graphs.varies_little and len(cell.world(100).graphs.graphs) > 1
               for cell in CELLS if hasattr(cell.world(100).graphs, "graphs")) >= 5  # fmt: skip

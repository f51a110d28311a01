"""What learners explore by is what a dense linear programme finds, in every storage."""

import numpy as np
import pytest
from scipy.optimize import linprog
from tests.sequences import Matrix, Pooled, pool


def least_mass(m: Matrix, targets: Matrix) -> float:
    """Least sum of x >= 0 that reveals each target with 1."""
    if not targets.any():
        return 0.0
    return float(linprog(np.ones(len(m)), A_ub=-m.T[targets].astype(float), b_ub=-np.ones(targets.sum())).fun)


def observable(K: int) -> list[Pooled]:
    return [pooled for pooled in pool(K) if pooled.matrix.any(axis=0).all()]


@pytest.mark.parametrize("K", [1, 2, 3, 5, 8])
def test_fractional_domination_and_revealing(K: int) -> None:
    for pooled in observable(K):
        m = pooled.matrix
        everybody = np.ones(K, np.bool_)
        least_of_all, least_of_loopless = least_mass(m, everybody), least_mass(m, ~m.diagonal())
        for graph in pooled.held:
            for found, targets, least in (
                (graph.fractional_revealing(), everybody, least_of_all),
                (graph.fractional_domination(), ~m.diagonal(), least_of_loopless),
            ):
                assert (found.vector >= 0).all(), graph
                assert (m.T.astype(float) @ found.vector >= targets - 1e-9).all(), graph
                assert found.value == pytest.approx(least, abs=1e-9), graph
                assert found.vector.sum() == pytest.approx(least, abs=1e-9), graph

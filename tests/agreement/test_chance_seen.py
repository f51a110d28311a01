"""Chances seen, summed the way each storage allows, are those of a walk down each column."""

import math
from collections.abc import Iterator

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.sequences import Matrix, everywhere, matrices

from sidelight import Exp3G, FeedbackGraph, graphs
from sidelight.kernels.chance_seen import revealing_masses
from sidelight.kernels.sum_tree import shares_of

Floats = NDArray[np.float64]


def by_columns(m: Matrix, chances: Floats) -> Floats:
    """Sum over the revealers of each action, rounded once."""
    return np.array([math.fsum(chances[m[:, j]]) for j in range(len(m))])


def by_kernel(graph: FeedbackGraph, chances: Floats, rows: NDArray[np.int64]) -> Floats:
    masses, memo = np.full(rows.size, np.nan), np.full(graph.n_actions, -1.0)
    revealing_masses(shares_of(chances), graph.packed, rows, masses, memo)
    assert (memo == -1.0).all()
    return masses


def laws(rng: np.random.Generator, K: int) -> Iterator[Floats]:
    """Even, wild over 300 orders of magnitude, and with nearly all mass on one action or on two."""
    yield np.full(K, 1 / K)
    yield rng.random(K)
    yield 10.0 ** rng.uniform(-300, 0, K)
    heavy = rng.uniform(0.5, 1.5, K) * 1e-14 / K
    heavy[rng.integers(K)] = 1.0 - 1e-14
    yield heavy
    two = rng.random(K) * 1e-17
    two[rng.integers(0, K, 2)] = 0.5
    yield two
    lonely = np.zeros(K)
    lonely[rng.integers(0, K, 2)] = 0.5, 1e-200
    yield lonely


def shaped(rng: np.random.Generator, K: int) -> Iterator[Matrix]:
    """Of all classes, and what each storage finds hard."""
    yield from matrices(rng, K)
    place = np.arange(K)
    for width in (0, 1, 40):  # windows that slide, and ranges that grow in small and in large steps
        yield np.abs(place[:, None] - place) <= width
        yield place[None, :] < place[:, None] * (width + 1)
        yield place[None, :] >= place[:, None] * (width + 1)
    parts = place % max(1, K // 20)
    yield (parts[:, None] == parts) & (place[:, None] != place)
    hidden = np.ones((K, K), np.bool_)
    hidden[rng.integers(0, K, 5 * K), rng.integers(0, K, 5 * K)] = False
    yield hidden
    yield hidden & ~np.eye(K, dtype=np.bool_)


@pytest.mark.parametrize("K", [1, 2, 3, 6, 17, 64, 301])
def test_sums_over_revealers(K: int) -> None:
    rng = np.random.default_rng(K)
    for m in shaped(rng, K):
        for graph in everywhere(FeedbackGraph.from_matrix(m)):
            for chances in laws(rng, K):
                expected = by_columns(m, chances)
                some = np.sort(rng.choice(K, int(rng.integers(1, K + 1)), replace=False))
                for rows in (np.arange(K), some, some[-1:], some[:0]):
                    np.testing.assert_allclose(by_kernel(graph, chances, rows), expected[rows], rtol=1e-12)


@pytest.mark.parametrize("n", [2, 3, 50, 300])
def test_a_loopless_action_that_holds_nearly_everything(n: int) -> None:
    """Its chance seen is a sum over the others: as 1 - p~ it would be off by more than one part in a hundred."""
    for graph in everywhere(graphs.loopless_clique(n)):
        learner = Exp3G(n, eta=1.0, gamma=1e-14, graph=graph)
        everybody = dict.fromkeys(range(1, n), 1.0)
        while learner.weights[0] < 1.0 - 1e-13:
            learner.learn(learner.decide(action=0), everybody)
        others = math.fsum(learner.chances()[1:])
        learned = learner.learn(learner.decide(action=1), {j: 0.5 for j in range(n) if j != 1})
        assert learned.estimates[0] == pytest.approx(0.5 / others, rel=1e-12)
        assert others < 1e-12

"""Independence and clique numbers against all subsets, each method alone and all together."""

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.sparse import csr_array

from sidelight.graphs.numbers.independence import clique_number, independence
from sidelight.graphs.numbers.independence_clock import Clock
from sidelight.graphs.numbers.independence_complement import greedy_clique, largest_clique
from sidelight.graphs.numbers.independence_part import quick_bounds
from sidelight.graphs.numbers.independence_parts import Graph, fractional_bound, settle_dominated, settle_fractional
from sidelight.graphs.numbers.independence_search import BranchAndBound, Swaps
from sidelight.graphs.numbers.independence_theta import boundary_duals, largest_eigenvalue, sparse_duals
from sidelight.kernels.reductions import OPEN, TAKEN

Matrix = NDArray[np.bool_]


def random_matrix(n: int, chance: float, rng: np.random.Generator) -> Matrix:
    upper = np.triu(rng.random((n, n)) < chance, 1)
    return np.asarray(upper | upper.T)


def lists(matrix: Matrix) -> Graph:
    rows = csr_array(matrix)
    rows.sort_indices()
    return Graph(rows.indptr.astype(np.int64), rows.indices.astype(np.int32))


def apart(matrix: Matrix) -> Matrix:
    return np.asarray(~matrix & ~np.eye(len(matrix), dtype=np.bool_))


def largest(matrix: Matrix) -> int:
    """The definition, by branching on one vertex after another."""
    rows = [sum(1 << int(j) for j in np.flatnonzero(row)) for row in matrix]

    def among(allowed: int) -> int:
        if not allowed:
            return 0
        v = (allowed & -allowed).bit_length() - 1
        without = allowed & ~(1 << v)
        if not without & rows[v]:
            return 1 + among(without)
        return max(among(without), 1 + among(without & ~rows[v]))

    return among((1 << len(matrix)) - 1)


def independent(matrix: Matrix, members: NDArray[np.int64]) -> bool:
    return len(set(members.tolist())) == len(members) and not matrix[np.ix_(members, members)].any()


def cases(seed: int, count: int = 100, most: int = 12) -> list[Matrix]:
    rng = np.random.default_rng(seed)
    return [random_matrix(int(rng.integers(0, most + 1)), rng.random(), rng) for _ in range(count)]


@pytest.mark.parametrize("seed", range(20))
def test_independence_is_the_definition(seed: int) -> None:
    for matrix in cases(seed):
        answer = independence(*lists(matrix))
        assert answer.exact
        assert answer.value == largest(matrix) == len(answer.witness)
        assert independent(matrix, answer.witness)


@pytest.mark.parametrize("seed", range(10))
def test_clique_number_is_the_definition(seed: int) -> None:
    for matrix in cases(100 + seed):
        truth = largest(apart(matrix))
        for answer in (clique_number(*lists(matrix)), largest_clique(lists(matrix), Clock(5.0))):
            assert answer.exact
            assert answer.value == truth == len(answer.witness)
            assert independent(apart(matrix), answer.witness)
        hasty = greedy_clique(lists(matrix))
        assert hasty.lower <= truth <= hasty.upper
        assert independent(apart(matrix), hasty.witness)


@pytest.mark.parametrize("seed", range(10))
def test_branch_and_bound_needs_no_reductions(seed: int) -> None:
    for matrix in cases(200 + seed, count=60, most=22):
        graph, truth = lists(matrix), largest(matrix)
        if graph.n == 0:
            continue
        for lower in (0, truth - 1, truth):
            search = BranchAndBound(graph, lower)
            assert not any(search.fits(room) for room in range(truth))
            assert search.fits(graph.n)
            while not search.finished:
                search.run(3)
            assert search.size == truth
            assert (search.witness is None) == (lower == truth)
            assert search.witness is None or independent(matrix, search.witness)


@pytest.mark.parametrize("seed", range(5))
def test_bounds_are_true(seed: int) -> None:
    for matrix in cases(300 + seed, count=30, most=16):
        graph, truth = lists(matrix), largest(matrix)
        if graph.n == 0:
            continue
        quick = quick_bounds(graph, Clock(1.0))
        assert len(quick.witness) <= truth <= min(quick.upper, fractional_bound(graph))
        assert independent(matrix, quick.witness)
        duals = [dual for dual in boundary_duals(graph, rounds=50) if dual is not None]
        if graph.arcs:
            duals += [dual for _, dual in zip(range(20), sparse_duals(graph), strict=False) if dual is not None]
        assert min(largest_eigenvalue(dual) for dual in duals) >= truth


@pytest.mark.parametrize("seed", range(10))
def test_what_is_settled_is_settled_rightly(seed: int) -> None:
    for matrix in cases(400 + seed):
        for fate in (settle_dominated(lists(matrix), Clock(5.0)), settle_fractional(lists(matrix))):
            taken, open_ = np.flatnonzero(fate == TAKEN), np.flatnonzero(fate == OPEN)
            assert independent(matrix, taken)
            assert not matrix[np.ix_(taken, open_)].any()
            assert len(taken) + largest(matrix[np.ix_(open_, open_)]) == largest(matrix)


@pytest.mark.parametrize("seed", range(5))
def test_swaps_stay_independent(seed: int) -> None:
    for matrix in cases(500 + seed, count=50, most=20):
        if len(matrix) == 0:
            continue
        swaps, truth = Swaps(lists(matrix), np.zeros(len(matrix), np.int64)), largest(matrix)
        for _ in range(20):
            swaps.run(500, truth)
            assert independent(matrix, swaps.witness)
        assert len(swaps.witness) == swaps.size == truth

"""Covers against all subsets, for every digraph on three nodes and many larger ones."""

from itertools import combinations, product

import numpy as np
import pytest
from tests.named_graphs import Matrix, both_ways, random_digraph, revealed

from sidelight.errors import UnobservableGraph
from sidelight.graphs.numbers.domination import greedy_cover, smallest_cover
from sidelight.graphs.numbers.domination_fractional import fractional_cover

SMALL = [np.array(bits, np.bool_).reshape(3, 3) for bits in product((False, True), repeat=9)]


def fewest_that_cover(matrix: Matrix, targets: Matrix) -> int | None:
    """By trying all sets, small ones first; None when even all together miss a target."""
    n = len(matrix)
    for size in range(n + 1):
        for chosen in combinations(range(n), size):
            if revealed(matrix, list(chosen))[targets].all():
                return size
    return None


def check(matrix: Matrix, targets: Matrix) -> None:
    truth = fewest_that_cover(matrix, targets)
    question = *both_ways(matrix), targets
    if truth is None:
        with pytest.raises(UnobservableGraph):
            smallest_cover(*question, time_limit=10.0)
        return
    found = smallest_cover(*question, time_limit=10.0)
    assert (found.lower, found.upper, len(found.witness)) == (truth, truth, truth)
    assert revealed(matrix, found.witness)[targets].all()
    hasty = smallest_cover(*question, time_limit=0.0)
    assert hasty.lower <= truth <= hasty.upper == len(hasty.witness)
    greedy = greedy_cover(*question)
    assert revealed(matrix, greedy)[targets].all()
    assert truth <= len(greedy) <= (1 + np.log(max(1, matrix[:, targets].sum(axis=1).max(initial=1)))) * truth
    pair = fractional_cover(*question)
    assert np.all(pair.cover @ matrix[:, targets] >= 1 - 1e-12)
    assert np.all(matrix @ pair.packing <= 1 + 1e-12)
    assert not pair.packing[~targets].any()
    assert abs(pair.cover.sum() - pair.packing.sum()) <= 1e-9
    assert len(greedy) / (1 + np.log(len(matrix))) - 1e-9 <= pair.value <= truth + 1e-9


def test_every_digraph_on_three_nodes_loopless_targets() -> None:
    for matrix in SMALL:
        check(matrix, ~np.diag(matrix))


@pytest.mark.parametrize("seed", range(200))
def test_random_digraphs(seed: int) -> None:
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 8))
    matrix = random_digraph(rng, n, rng.random())
    check(matrix, rng.random(n) < rng.random())
    check(matrix, ~np.diag(matrix))

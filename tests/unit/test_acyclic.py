"""Largest acyclic sets of the families whose number is known, and of graphs too large to solve."""

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.conftest import TickingClock
from tests.named_graphs import (
    Matrix,
    bipartite,
    complete,
    cycle,
    directed_cycle,
    disjoint_cliques,
    interval,
    paley,
    path,
    petersen,
    random_digraph,
    rows_of,
    star,
)

from sidelight.graphs.numbers import acyclic_parts
from sidelight.graphs.numbers.acyclic import largest_acyclic


def number(matrix: Matrix) -> int:
    found = largest_acyclic(*rows_of(matrix), time_limit=20.0)
    assert len(found.witness) == found.lower
    assert_acyclic(matrix, found.witness)
    return found.value


def assert_acyclic(matrix: Matrix, nodes: NDArray[np.int64]) -> None:
    """Nodes that no other reaches can be taken away until none is left."""
    inside = matrix[np.ix_(nodes, nodes)] & ~np.eye(len(nodes), dtype=np.bool_)
    while len(inside):
        reached = inside.any(axis=0)
        assert not reached.all()
        inside = inside[np.ix_(reached, reached)]


@pytest.mark.parametrize("n", [3, 4, 5, 10, 17, 40])
def test_families(n: int) -> None:
    assert number(complete(n)) == 1
    assert number(np.eye(n, dtype=np.bool_)) == n
    assert number(directed_cycle(n)) == n - 1
    assert number(cycle(n)) == n // 2
    assert number(path(n)) == -(-n // 2)
    assert number(star(n - 1)) == n - 1
    assert number(interval(n)) == n
    assert number(bipartite(n, 3)) == n
    revealing = np.zeros((n, n), np.bool_)
    revealing[0] = True
    assert number(revealing) == n


def test_cliques() -> None:
    assert number(disjoint_cliques([2, 3, 4, 10, 1])) == 5


def test_named() -> None:
    assert number(petersen()) == 4
    assert number(paley(13)) == 3
    # the quadratic residue tournament on 7 nodes has no transitive four
    residues = np.array([[(v - u) % 7 in (1, 2, 4) for v in range(7)] for u in range(7)])
    assert number(residues) == 3


@pytest.mark.parametrize("p", [0.05, 0.1, 0.2, 0.3, 0.5, 0.8])
def test_search_and_program_agree_on_forty_nodes(p: float, monkeypatch: pytest.MonkeyPatch) -> None:
    matrix = random_digraph(np.random.default_rng(int(100 * p)), 40, p)
    searched = number(matrix)
    monkeypatch.setattr(acyclic_parts, "SEARCHED", 0)
    programmed = largest_acyclic(*rows_of(matrix), time_limit=5.0)
    assert programmed.lower <= searched <= programmed.upper
    assert_acyclic(matrix, programmed.witness)


def test_random_tournament_on_forty_nodes() -> None:
    rng = np.random.default_rng(5)
    upper = np.triu(rng.random((40, 40)) < 0.5, 1)
    assert number(upper | np.tril(~upper.T, -1)) >= 6  # 1 + floor(log2(40)) always exist


def test_time_limit_is_kept_and_the_bracket_true(ticking: TickingClock) -> None:
    matrix = random_digraph(np.random.default_rng(1), 300, 0.03)
    found = largest_acyclic(*rows_of(matrix), time_limit=1.0)
    assert ticking.readings < 120, "it looked at the clock long after the time was over"
    assert 100 < found.lower <= found.upper < 300
    assert_acyclic(matrix, found.witness)


def test_nothing_can_join_the_set_found_in_a_part_too_large_to_search() -> None:
    matrix = random_digraph(np.random.default_rng(1), acyclic_parts.SEARCHED + 20, 0.3)
    found = largest_acyclic(*rows_of(matrix), time_limit=1.0)
    assert_acyclic(matrix, found.witness)
    for node in np.setdiff1d(np.arange(len(matrix)), found.witness):
        with pytest.raises(AssertionError):
            assert_acyclic(matrix, np.append(found.witness, node))


def test_many_small_parts_at_once() -> None:
    n = 30_000
    nodes = np.arange(n)
    triangles = nodes - nodes % 3 + (nodes + 1) % 3
    found = largest_acyclic(np.arange(n + 1), triangles.astype(np.int32), time_limit=20.0)
    assert found.value == 20_000


def test_no_nodes() -> None:
    assert largest_acyclic(np.zeros(1, np.int64), np.zeros(0, np.int32), 1.0).value == 0

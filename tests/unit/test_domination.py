"""Domination numbers with a name, and what is refused."""

import numpy as np
import pytest
from tests.conftest import TickingClock
from tests.named_graphs import (
    Matrix,
    both_ways,
    closed,
    complete,
    cycle,
    directed_cycle,
    disjoint_cliques,
    grid,
    hamming,
    johnson,
    kings,
    kneser,
    knights,
    paley,
    path,
    petersen,
    queens,
    revealed,
    star,
)

from sidelight.errors import UnobservableGraph
from sidelight.graphs.numbers.domination import greedy_cover, smallest_cover


def domination(matrix: Matrix) -> int:
    targets = np.ones(len(matrix), np.bool_)
    found = smallest_cover(*both_ways(matrix), targets, time_limit=60.0)
    assert len(found.witness) == found.upper
    assert revealed(matrix, found.witness).all()
    return found.value


def total_like_a_cycle(n: int) -> int:
    return n // 2 + -(-n // 4) - n // 4


@pytest.mark.parametrize(
    ("matrix", "closed_number", "total"),
    [
        (petersen(), 3, 4),
        (kneser(6, 2), 3, 3),
        (kneser(7, 2), 3, 3),
        (kneser(7, 3), 7, 12),
        (johnson(4, 2), 2, 2),
        (johnson(5, 2), 2, 3),
        (johnson(6, 2), 3, 4),
        (johnson(6, 3), 2, 4),
        (johnson(7, 3), 4, 5),
        (hamming(3, 2), 2, 4),
        (hamming(4, 2), 4, 4),
        (hamming(5, 2), 7, 8),
        (hamming(2, 3), 3, 3),
        (hamming(3, 3), 5, 6),
        (hamming(2, 4), 4, 4),
        *((paley(q), d, t) for q, d, t in [(5, 2, 3), (13, 3, 4), (17, 3, 4), (29, 4, 4), (37, 4, 4), (41, 4, 4)]),
        (grid(2, 2), 2, 2),
        (grid(2, 3), 2, 2),
        (grid(3, 3), 3, 3),
        (grid(3, 4), 4, 4),
        (grid(4, 4), 4, 6),
        (grid(5, 5), 7, 9),
        (grid(6, 6), 10, 12),
        (grid(7, 7), 12, 15),
        (grid(8, 8), 16, 20),
    ],
)
def test_named_graphs(matrix: Matrix, closed_number: int, total: int) -> None:
    assert domination(closed(matrix)) == closed_number
    assert domination(matrix) == total


def test_queens() -> None:
    assert [domination(closed(queens(n))) for n in range(1, 9)] == [1, 1, 1, 2, 3, 3, 4, 5]
    assert [domination(queens(n)) for n in range(2, 9)] == [2, 2, 2, 3, 4, 4, 5]


def test_kings() -> None:
    assert [domination(closed(kings(n))) for n in range(3, 8)] == [1, 4, 4, 4, 9]
    assert [domination(kings(n)) for n in range(3, 8)] == [2, 4, 5, 8, 9]


def test_knights() -> None:
    assert [domination(closed(knights(n))) for n in range(3, 7)] == [4, 4, 5, 8]
    assert [domination(knights(n)) for n in range(4, 7)] == [6, 7, 8]


def test_cycles_and_paths() -> None:
    assert [domination(cycle(n)) for n in range(3, 13)] == [2, 2, 3, 4, 4, 4, 5, 6, 6, 6]
    assert [domination(path(n)) for n in range(3, 13)] == [2, 2, 3, 4, 4, 4, 5, 6, 6, 6]
    for n in range(4, 41):
        assert domination(cycle(n)) == domination(path(n)) == total_like_a_cycle(n)
        assert domination(closed(cycle(n))) == domination(closed(path(n))) == -(-n // 3)
        assert domination(directed_cycle(n)) == n


def test_cliques_and_stars() -> None:
    for n in range(2, 41):
        assert domination(complete(n)) == 2
        assert domination(star(n)) == 2
    assert domination(disjoint_cliques([2, 3, 4, 10])) == 8


def test_no_targets_need_nobody() -> None:
    found = smallest_cover(*both_ways(complete(4)), np.zeros(4, np.bool_), time_limit=1.0)
    assert (found.value, len(found.witness)) == (0, 0)


def test_unrevealed_target_is_named() -> None:
    matrix = path(4)
    matrix[:, 2] = False
    cover = greedy_cover(*both_ways(matrix), np.array([True, True, False, True]))
    assert revealed(matrix, cover)[[0, 1, 3]].all()
    with pytest.raises(UnobservableGraph, match="action 2"):
        greedy_cover(*both_ways(matrix), np.ones(4, np.bool_))
    with pytest.raises(UnobservableGraph, match="action 2"):
        smallest_cover(*both_ways(matrix), np.ones(4, np.bool_), time_limit=1.0)


def test_time_limit_is_kept_and_the_bracket_true(ticking: TickingClock) -> None:
    matrix = queens(16)
    found = smallest_cover(*both_ways(closed(matrix)), np.ones(256, np.bool_), time_limit=1.0)
    assert ticking.readings < 120, "it looked at the clock long after the time was over"
    assert found.lower <= 9 <= found.upper == len(found.witness)  # A075458


def test_greedy_takes_the_largest_first_and_drops_what_it_does_not_need() -> None:
    # 0 reveals four; 1 and 2 reveal three each, and all six between them
    matrix = np.zeros((6, 6), np.bool_)
    matrix[0, 1:5] = True
    matrix[1, :3] = True
    matrix[2, 3:] = True
    assert greedy_cover(*both_ways(matrix), np.ones(6, np.bool_)).tolist() == [1, 2]

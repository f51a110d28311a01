"""Fractional domination: known values, and the proof that comes with each."""

from typing import Any

import numpy as np
import pytest
from tests.conftest import TickingClock
from tests.named_graphs import (
    Matrix,
    bipartite,
    both_ways,
    closed,
    complete,
    cycle,
    directed_cycle,
    disjoint_cliques,
    hamming,
    johnson,
    kneser,
    paley,
    path,
    petersen,
    random_digraph,
    star,
)

import sidelight as sl
from sidelight import graphs
from sidelight.errors import UnobservableGraph
from sidelight.graphs.numbers import domination_weights, highs
from sidelight.graphs.numbers.domination_fractional import fractional_cover


def value(matrix: Matrix, targets: Matrix | None = None) -> float:
    targets = np.ones(len(matrix), np.bool_) if targets is None else targets
    pair = fractional_cover(*both_ways(matrix), targets)
    assert np.all(pair.cover >= 0)
    assert np.all(pair.packing >= 0)
    assert np.all((pair.cover @ matrix)[targets] >= 1 - 1e-12)
    assert np.all(matrix[:, targets] @ pair.packing[targets] <= 1 + 1e-12)
    assert abs(pair.cover.sum() - pair.packing.sum()) <= 1e-9
    assert pair.value == pair.cover.sum()
    return pair.value


@pytest.mark.parametrize(
    ("matrix", "closed_value", "total"),
    [
        (petersen(), 2.5, 10 / 3),
        (kneser(6, 2), 15 / 7, 2.5),
        (kneser(7, 2), 21 / 11, 2.1),
        (kneser(7, 3), 7, 8.75),
        (johnson(4, 2), 1.2, 1.5),
        (johnson(5, 2), 10 / 7, 5 / 3),
        (johnson(6, 2), 5 / 3, 1.875),
        (johnson(6, 3), 2, 20 / 9),
        (johnson(7, 3), 35 / 13, 35 / 12),
        (hamming(3, 2), 2, 8 / 3),
        (hamming(4, 2), 3.2, 4),
        (hamming(5, 2), 16 / 3, 6.4),
        (hamming(2, 3), 1.8, 2.25),
        (hamming(3, 3), 27 / 7, 4.5),
        (hamming(2, 4), 16 / 7, 8 / 3),
        (paley(13), 13 / 7, 13 / 6),
    ],
)
def test_vertex_transitive(matrix: Matrix, closed_value: float, total: float) -> None:
    assert value(closed(matrix)) == pytest.approx(closed_value, abs=1e-9)
    assert value(matrix) == pytest.approx(total, abs=1e-9)


def test_families() -> None:
    for n in range(3, 41):
        assert value(complete(n)) == pytest.approx(n / (n - 1), abs=1e-9)
        assert value(directed_cycle(n)) == pytest.approx(n, abs=1e-9)
        assert value(cycle(n)) == pytest.approx(n / 2, abs=1e-9)
        assert value(path(n)) == pytest.approx(n // 2 + -(-n // 4) - n // 4, abs=1e-9)
        assert value(star(n)) == pytest.approx(2, abs=1e-9)
    assert value(bipartite(3, 5)) == pytest.approx(2, abs=1e-9)
    assert value(disjoint_cliques([2, 3, 4, 10])) == pytest.approx(2 + 3 / 2 + 4 / 3 + 10 / 9, abs=1e-9)


@pytest.mark.parametrize("seed", range(20))
def test_random_digraphs_are_proved(seed: int) -> None:
    rng = np.random.default_rng(seed)
    n = int(rng.integers(20, 200))
    matrix = random_digraph(rng, n, rng.uniform(0.02, 0.5))
    value(matrix, matrix.any(axis=0) & ~np.diag(matrix))


def test_long_path_that_refinement_gives_up_on() -> None:
    assert value(path(300)) == pytest.approx(150, abs=1e-9)


def test_large_programs_are_proved_too() -> None:
    value(random_digraph(np.random.default_rng(3), domination_weights.SIMPLEX + 50, 0.05))


def test_the_same_program_is_not_solved_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    solved = []

    def counted(*problem: Any, **more: Any) -> Any:
        solved.append(problem)
        return ask(*problem, **more)

    ask = highs.ask
    monkeypatch.setattr(highs, "ask", counted)
    monkeypatch.setattr(domination_weights, "GAP", -1.0)  # never close enough, so that every way is tried
    value(random_digraph(np.random.default_rng(4), 30, 0.3))
    assert len(solved) == 1


def test_ring_of_a_million_needs_no_program() -> None:
    n = 1_000_000
    nodes = np.arange(n)
    neighbours = np.sort(np.stack(((nodes + 1) % n, (nodes - 1) % n), axis=1), axis=1).ravel().astype(np.int32)
    ring = np.arange(0, 2 * n + 1, 2), neighbours
    assert fractional_cover(*ring, *ring, np.ones(n, np.bool_)).value == n / 2


def test_no_targets_cost_nothing() -> None:
    pair = fractional_cover(*both_ways(complete(3)), np.zeros(3, np.bool_))
    assert (pair.value, pair.cover.tolist(), pair.packing.tolist()) == (0.0, [0, 0, 0], [0, 0, 0])


def test_unrevealed_target_is_named() -> None:
    matrix = np.zeros((3, 3), np.bool_)
    with pytest.raises(UnobservableGraph, match="action 0"):
        fractional_cover(*both_ways(matrix), np.ones(3, np.bool_))


def test_a_graph_names_both_sides_when_time_is_up_and_finishes_when_asked_again(ticking: TickingClock) -> None:
    graph = graphs.erdos_renyi(60, 0.1, loops=False, seed=3)
    ticking.step = 10.0
    with pytest.raises(sl.NotExact, match="fractional domination number"):
        graph.fractional_domination(time_limit=1.0)
    ticking.step = 0.0
    cover, packing = graph.fractional_domination(time_limit=1.0), graph.fractional_packing()
    assert cover.value == pytest.approx(packing.value, rel=1e-9)
    with pytest.raises(sl.InvalidParameter, match="time_limit"):
        graph.fractional_domination(time_limit=0)

"""Families whose numbers are known in closed form, graphs that decisions make, and laws of random graphs.

Of a random graph a count is compared with its exact binomial law. The seeds are fixed; a correct generator
would have failed any one of these checks with chance at most 1e-6 when they were chosen.
"""

from collections.abc import Callable, Hashable, Iterable
from itertools import product
from math import pi
from typing import Any

import numpy as np
import pytest
from scipy.stats import binomtest

from sidelight import FeedbackGraph, Kind, graphs
from sidelight.graphs.roles import Role
from sidelight.kernels.randomness import address, uniforms

FALSE_ALARM = 1e-6
SIZES = range(1, 41)
# kind, alpha, alpha~, m, d, delta*, kappa
Numbers = tuple[Kind, int, int, int, int, float, int]
AWARE, STRONG, WEAK = Kind.SELF_AWARE, Kind.STRONG, Kind.WEAK


def up(k: int) -> int:
    return (k + 1) // 2


def total_domination(k: int) -> int:
    """Of an undirected cycle or path."""
    return k // 2 + -(-k // 4) - k // 4


Form = tuple[int, Callable[[int], FeedbackGraph], Callable[[int], Numbers]]


def bipartite(a: int) -> Form:
    def numbers(k: int) -> Numbers:
        return WEAK, max(a, k), 0, max(a, k), 2, 2, max(a, k)

    return 2, lambda k: graphs.complete_bipartite(a, k), numbers


# from which size on, the family, its numbers
CLOSED: dict[str, Form] = {
    "complete with loops": (1, graphs.full_information, lambda k: (AWARE, 1, 1, 1, 0, 0, 1)),
    "loops only": (1, graphs.bandit, lambda k: (AWARE, k, k, k, 0, 0, k)),
    "loopless clique": (2, graphs.loopless_clique, lambda k: (STRONG, 1, 0, 1, 2, k / (k - 1), 1)),
    "revealing action": (3, graphs.revealing_action, lambda k: (WEAK, k - 1, 1, k, 1, 1, k)),
    "revealing action, loops": (
        2,
        lambda k: graphs.revealing_action(k, loops=True),
        lambda k: (AWARE, k - 1, k - 1, k, 0, 0, k),
    ),
    "star both ways": (3, graphs.star, lambda k: (WEAK, k - 1, 0, k - 1, 2, 2, k - 1)),
    "star both ways, loops": (
        2,
        lambda k: graphs.star(k, loops=True),
        lambda k: (AWARE, k - 1, k - 1, k - 1, 0, 0, k - 1),
    ),
    "star out, loops": (
        2,
        lambda k: graphs.star(k, loops=True, direction="out"),
        lambda k: (AWARE, k - 1, k - 1, k, 0, 0, k),
    ),
    "star in, loops": (
        2,
        lambda k: graphs.star(k, loops=True, direction="in"),
        lambda k: (AWARE, k - 1, k - 1, k, 0, 0, k),
    ),
    "directed cycle": (3, graphs.directed_cycle, lambda k: (WEAK, k // 2, 0, k - 1, k, k, k)),
    "directed cycle, loops": (
        3,
        lambda k: graphs.directed_cycle(k, loops=True),
        lambda k: (AWARE, k // 2, k // 2, k - 1, 0, 0, k),
    ),
    "cycle": (
        4,
        lambda k: graphs.ring(k, loops=False),
        lambda k: (WEAK, k // 2, 0, k // 2, total_domination(k), k / 2, up(k)),
    ),
    "cycle, loops": (4, graphs.ring, lambda k: (AWARE, k // 2, k // 2, k // 2, 0, 0, up(k))),
    "path": (
        3,
        graphs.path,
        lambda k: (WEAK, up(k), 0, up(k), total_domination(k), total_domination(k), up(k)),
    ),
    "path, loops": (
        2,
        lambda k: graphs.path(k, loops=True),
        lambda k: (AWARE, up(k), up(k), up(k), 0, 0, up(k)),
    ),
    "prefix": (1, graphs.prefix, lambda k: (AWARE, 1, 1, k, 0, 0, k)),
    "prefix, only the top loop": (3, lambda k: graphs.prefix(k, loops=False), lambda k: (WEAK, 1, 1, k, 1, 1, k)),
    "suffix": (1, graphs.suffix, lambda k: (AWARE, 1, 1, k, 0, 0, k)),
    "gadgets": (1, graphs.gadgets, lambda k: (WEAK, 2 * k, k, 3 * k, k, k, 3 * k)),
    "scout": (
        2,
        lambda k: graphs.scout(2 * k, 2 * k - 1),
        lambda k: (WEAK, 2 * k - 1, k, 2 * k, 1, 1, 2 * k),
    ),
    "equal cliques": (1, lambda k: graphs.cliques([3] * k), lambda k: (AWARE, k, k, k, 0, 0, k)),
    "growing cliques, no loops": (
        2,
        lambda k: graphs.cliques(range(2, k + 2), loops=False),
        lambda k: (WEAK, k, 0, k, 2 * k, sum(s / (s - 1) for s in range(2, k + 2)), k),
    ),
    **{f"complete bipartite with {a}": bipartite(a) for a in (2, 3, 7)},
    "complete bipartite, loops": (
        1,
        lambda k: graphs.complete_bipartite(4, k, loops=True),
        lambda k: (AWARE, max(4, k), max(4, k), max(4, k), 0, 0, max(4, k)),
    ),
}


def numbers_of(g: FeedbackGraph) -> Numbers:
    return (
        g.kind,
        g.independence_number(120.0).value,
        g.loop_independence_number(120.0).value,
        g.largest_acyclic(120.0).value,
        g.weak_domination_number(120.0).value,
        g.fractional_domination().value,
        g.clique_partition_number(120.0).value,
    )


@pytest.mark.parametrize("name", CLOSED)
def test_closed_forms(name: str) -> None:
    smallest, make, expected = CLOSED[name]
    for k in SIZES:
        if k >= smallest:
            assert numbers_of(make(k)) == pytest.approx(expected(k), abs=1e-7), k


def test_apple_tasting_and_other_graphs_of_two() -> None:
    assert numbers_of(graphs.apple_tasting()) == (STRONG, 1, 1, 2, 1, 1.0, 2)
    assert graphs.revealing_action(2) == graphs.apple_tasting()
    assert numbers_of(graphs.directed_cycle(2)) == (STRONG, 1, 0, 1, 2, 2.0, 1)


@pytest.mark.parametrize(
    ("graph", "kind"),
    [
        (graphs.star(5, direction="out"), Kind.UNOBSERVABLE),
        (graphs.star(5, direction="in"), Kind.UNOBSERVABLE),
        (FeedbackGraph.from_intervals(np.zeros(5, int), np.arange(5)), Kind.UNOBSERVABLE),
        (graphs.cliques([3, 1], loops=False), Kind.UNOBSERVABLE),
    ],
)
def test_what_is_not_observable(graph: FeedbackGraph, kind: Kind) -> None:
    assert graph.kind is kind


# fmt: off
# alpha, and d and delta* of the loopless graph (its total domination), from the literature
NAMED: list[tuple[FeedbackGraph, int, int, float | None]] = [
    (graphs.kneser(5, 2), 4, 4, 10 / 3),
    (graphs.kneser(6, 2), 5, 3, 2.5),
    (graphs.kneser(7, 2), 6, 3, 2.1),
    (graphs.kneser(7, 3), 15, 12, 8.75),
    *((graphs.johnson(n, k), *values) for n, k, values in (
        (4, 2, (2, 2, 1.5)), (5, 2, (2, 3, 5 / 3)), (6, 2, (3, 4, 1.875)), (6, 3, (4, 4, 20 / 9)),
        (7, 3, (7, 5, 35 / 12)),
    )),
    *((graphs.hamming(d, q), *values) for d, q, values in (
        (3, 2, (4, 4, 8 / 3)), (4, 2, (8, 4, 4)), (5, 2, (16, 8, 6.4)), (2, 3, (3, 3, 2.25)), (3, 3, (9, 6, 4.5)),
        (2, 4, (4, 4, 8 / 3)),
    )),
    *((graphs.queens(n), alpha, d, None) for n, alpha, d in (
        (2, 1, 2), (3, 2, 2), (4, 4, 2), (5, 5, 3), (6, 6, 4), (7, 7, 4), (8, 8, 5),
    )),
    *((graphs.kings(n), alpha, d, None) for n, alpha, d in ((3, 4, 2), (4, 4, 4), (5, 9, 5), (6, 9, 8), (7, 16, 9))),
    *((graphs.knights(n), alpha, d, None) for n, alpha, d in ((4, 8, 6), (5, 13, 7), (6, 18, 8))),
    *((graphs.grid(m, n), -(-m * n // 2), d, None) for m, n, d in (
        (2, 2, 2), (2, 3, 2), (3, 3, 3), (3, 4, 4), (4, 4, 6), (5, 5, 9), (6, 6, 12),
    )),
    *((graphs.paley(q), alpha, d, 2 * q / (q - 1)) for q, alpha, d in (
        (5, 2, 3), (13, 3, 4), (17, 3, 4), (29, 4, 4), (37, 4, 4), (41, 5, 4),
    )),
    (graphs.hypercube(4), 8, 4, 4.0),
]
# fmt: on


@pytest.mark.parametrize(("graph", "alpha", "d", "fractional"), NAMED)
def test_named_graphs(graph: FeedbackGraph, alpha: int, d: int, fractional: float | None) -> None:
    assert (graph.to_matrix() == graph.to_matrix().T).all()
    assert not graph.loops.any()
    assert graph.independence_number(120.0).value == graph.largest_acyclic(120.0).value == alpha
    assert graph.weak_domination_number(120.0).value == d
    if fractional is not None:
        assert graph.fractional_domination().value == pytest.approx(fractional)


def test_knights_on_nine_squares_leave_the_centre_alone() -> None:
    assert graphs.knights(3).kind is Kind.UNOBSERVABLE
    assert graphs.knights(3).independence_number().value == 5
    assert np.flatnonzero(~graphs.knights(3).observable).tolist() == [4]


def learned(
    n: int, seen: Callable[[Any, int], Hashable], loss: Callable[[Any, int], float], world: Any, worlds: Iterable[Any]
) -> list[list[bool]]:
    """i reveals j when all worlds that look alike after playing i agree on the loss of j."""
    alike = [[other for other in worlds if seen(other, i) == seen(world, i)] for i in range(n)]
    return [[len({round(loss(w, j), 9) for w in alike[i]}) == 1 for j in range(n)] for i in range(n)]


@pytest.mark.parametrize("n", [1, 2, 3, 5, 7])
def test_first_price_is_what_winning_and_losing_show(n: int) -> None:
    """World: the lowest bid that wins. The value is known and above all bids."""
    bids = np.linspace(0.1, 0.7, n)
    worlds = range(n + 1)
    for winning_from in worlds:
        expected = learned(
            n, lambda w, i: i >= w, lambda w, j: (1 - (0.9 - bids[j]) * (j >= w)) / 2, winning_from, worlds
        )
        g = graphs.first_price(n, winning_from)
        assert g.to_matrix().tolist() == expected
        assert g.kind is AWARE
        assert g.independence_number().value == (1 if winning_from in (0, n) else 2)
        assert g.largest_acyclic().value == g.clique_partition_number().value == n


@pytest.mark.parametrize("n", [1, 2, 3, 5, 7])
def test_posted_price_is_what_a_sale_shows(n: int) -> None:
    """World: how many of the lowest prices sell."""
    prices = np.linspace(0.2, 0.9, n)
    worlds = range(n + 1)
    for n_selling in worlds:
        expected = learned(n, lambda w, i: i < w, lambda w, j: 1 - prices[j] * (j < w), n_selling, worlds)
        g = graphs.posted_price(n, n_selling)
        assert g.to_matrix().tolist() == expected
        assert g.kind is AWARE
        assert g.independence_number().value == (1 if n_selling in (0, n) else 2)
        assert g.largest_acyclic().value == g.clique_partition_number().value == n


@pytest.mark.parametrize("n", [1, 2, 3, 5, 7])
def test_inventory_is_what_sales_show(n: int) -> None:
    """World: the demand. Seen: what was sold, of a stock of 1, 2, ...; sold out means demand was at least that."""
    worlds = np.arange(0.5, n + 2, 0.5)
    for demand in worlds:
        expected = learned(
            n,
            lambda w, i: min(w, i + 1),
            lambda w, j: 0.3 * max(j + 1 - w, 0) - 0.7 * min(w, j + 1),
            demand,
            worlds,
        )
        sold_out = int((np.arange(1, n + 1) <= demand).sum())
        g = graphs.inventory(n, sold_out)
        assert g.to_matrix().tolist() == expected
        assert (g.kind, g.independence_number().value) == (AWARE, 1)
        assert g.largest_acyclic().value == g.clique_partition_number().value == sold_out + (sold_out < n)


@pytest.mark.parametrize("n", [2, 3, 4])
def test_a_reserve_price_shows_what_is_above_it(n: int) -> None:
    """World: two bids, each seen when it reaches the reserve. Revenue of a reserve: the second price, at least it."""
    worlds = list(product(range(-1, n), repeat=2))

    def revenue(bids: tuple[int, int], reserve: int) -> float:
        return max(min(bids), reserve) + 1 if max(bids) >= reserve else 0

    shown = np.array([learned(n, lambda w, i: tuple(b for b in w if b >= i), revenue, w, worlds) for w in worlds])
    np.testing.assert_array_equal(graphs.suffix(n).to_matrix(), shown.all(0))


def far_from(successes: int, trials: int, p: float) -> bool:
    return bool(binomtest(successes, trials, p).pvalue < FALSE_ALARM)


def test_the_check_itself_can_fail() -> None:
    assert far_from(5300, 10_000, 0.5)
    assert not far_from(5100, 10_000, 0.5)


@pytest.mark.parametrize("symmetric", [True, False])
@pytest.mark.parametrize("p", [0.0, 0.003, 0.3, 0.9, 1.0])
@pytest.mark.parametrize("q", [0.0, 0.25, True, False])
def test_erdos_renyi_counts(symmetric: bool, p: float, q: float) -> None:
    n, seeds = 40, 50
    drawn = [graphs.erdos_renyi(n, p, symmetric=symmetric, loops=q, seed=seed) for seed in range(seeds)]
    matrices = np.array([g.to_matrix() for g in drawn])
    n_loops = int(matrices.trace(axis1=1, axis2=2).sum())
    pairs = np.triu(matrices, 1) if symmetric else matrices & ~np.eye(n, dtype=bool)
    if symmetric:
        np.testing.assert_array_equal(matrices, matrices.transpose(0, 2, 1))
    trials = seeds * n * (n - 1) // (2 if symmetric else 1)
    assert not far_from(int(pairs.sum()), trials, p)
    assert not far_from(n_loops, seeds * n, float(q))
    if p == 0.3:  # where in the matrix an edge is does not matter
        places = pairs.sum(0)[np.triu_indices(n, 1)]
        for k in range(0, places.size, 30):
            assert not far_from(int(places[k : k + 30].sum()), seeds * places[k : k + 30].size, p)


def test_directed_erdos_renyi_joins_the_two_directions_independently() -> None:
    matrices = np.array([graphs.erdos_renyi(40, 0.5, symmetric=False, seed=s).to_matrix() for s in range(50)])
    agree = (matrices == matrices.transpose(0, 2, 1))[:, *np.triu_indices(40, 1)]
    assert not far_from(int(agree.sum()), agree.size, 0.5)


@pytest.mark.parametrize("symmetric", [True, False])
def test_stochastic_block_counts(symmetric: bool) -> None:
    sizes, seeds = [30, 10, 20], 60
    p = np.array([[0.9, 0.05, 0.2], [0.05, 0.5, 0.0], [0.2, 0.0, 1.0]])
    if not symmetric:
        p[0, 1], p[2, 1] = 0.7, 0.35
    block = np.repeat(np.arange(3), sizes)
    total = np.zeros((60, 60), np.int64)
    for seed in range(seeds):
        g = graphs.stochastic_block(sizes, p, symmetric=symmetric, loops=0.4, seed=seed)
        total += g.to_matrix()
        assert not symmetric or (g.to_matrix() == g.to_matrix().T).all()
    assert not far_from(int(total.trace()), seeds * 60, 0.4)
    among = np.triu(np.ones((60, 60), bool), 1) if symmetric else ~np.eye(60, dtype=bool)
    for a, b in np.ndindex(3, 3):
        cells = among & (block[:, None] == a) & (block == b)
        if cells.any():
            assert not far_from(int(total[cells].sum()), seeds * int(cells.sum()), float(p[a, b])), (a, b)


@pytest.mark.parametrize("dimension", [1, 2, 3])
@pytest.mark.parametrize("seed", [0, 5])
def test_geometric_radius_holds(dimension: int, seed: int) -> None:
    n = 60
    points = uniforms(address(seed, Role.POSITIONS, 0), 0, n * dimension).reshape(n, dimension)
    distance = np.sqrt(((points[:, None] - points) ** 2).sum(2))
    smaller = np.zeros((n, n), bool)
    for radius in (0.01, 0.1, 0.3, 0.7, 1.0, dimension**0.5):
        m = graphs.random_geometric(n, radius, dimension=dimension, seed=seed, loops=False).to_matrix()
        np.testing.assert_array_equal(m, (distance <= radius) & ~np.eye(n, dtype=bool))
        assert (m == m.T).all()
        assert (smaller <= m).all()
        smaller = m
    assert smaller.sum() == n * (n - 1)


@pytest.mark.parametrize("radius", [0.1, 0.5, 1.0])
def test_geometric_points_are_spread_evenly(radius: float) -> None:
    """Two random points of the unit square are within r <= 1 with chance pi r^2 - 8 r^3 / 3 + r^4 / 2."""
    close, pairs = 0, 0
    for seed in range(100):
        g = graphs.random_geometric(60, radius, seed=seed)
        close += sum(g.has_edge(i, i + 1) for i in range(0, 60, 2))
        pairs += 30
    assert not far_from(close, pairs, pi * radius**2 - 8 * radius**3 / 3 + radius**4 / 2)

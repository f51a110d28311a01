"""Drawing has the law it should, exactly: by walking through all places, or all random numbers, that there are."""

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numba
import numpy as np
import pytest
from numpy.typing import NDArray

from sidelight.kernels.memory import pointer
from sidelight.kernels.sum_tree import Tree, build, drawn, n_leaves, shares_of
from sidelight.kernels.weights import HEADER, drawn_action, exploration_in, fresh, weights_in
from sidelight.learners.plans import EVENLY

Floats = NDArray[np.float64]
Actions = NDArray[np.int64]


def tree_of(leaves: list[float]) -> Tree:
    tree = Tree(np.zeros(2 * n_leaves(len(leaves))), n_leaves(len(leaves)))
    tree.sums[tree.leaves : tree.leaves + len(leaves)] = leaves
    plain(build)(tree)
    return tree


def plain(kernel: Any) -> Any:
    """The Python that a kernel was compiled from."""
    return getattr(kernel, "py_func", kernel)


def places_around(leaves: list[float]) -> Iterator[float]:
    """Every boundary of a leaf, summed in two orders, and its neighbours among floating point numbers."""
    for k in range(len(leaves) + 1):
        for boundary in (sum(leaves[:k]), tree_of(leaves).sums[1] - sum(reversed(leaves[k:]))):
            yield from (np.nextafter(boundary, -1.0), boundary, np.nextafter(boundary, 9e99))


def test_no_place_draws_a_leaf_of_weight_zero() -> None:
    rng = np.random.default_rng(3)
    for _ in range(150):
        scale = rng.choice([1.0, 1e-300, 1e-30], int(rng.integers(1, 20)))
        leaves = rng.choice([0.0, rng.random(), 1.0, 1e-17], scale.size) * scale
        if not leaves.any():
            continue
        for place in places_around(leaves.tolist()):
            if place >= 0.0:
                assert leaves[plain(drawn)(tree_of(leaves.tolist()), place)] > 0.0, (leaves, place)


def test_each_leaf_is_drawn_at_exactly_its_own_places() -> None:
    """With weights that are multiples of 1/64 there is no rounding, so the line can be walked in steps of 1/128."""
    rng = np.random.default_rng(4)
    for _ in range(60):
        weights = rng.choice([0, 0, 1, 2, 5, 30], int(rng.integers(1, 18)))
        tree = tree_of((weights / 64).tolist())
        owners = np.repeat(np.arange(weights.size), weights * 2)
        assert [plain(drawn)(tree, k / 128) for k in range(owners.size)] == owners.tolist()


def _count_draws(state: Floats, shares: Floats, mass: float, grid: int, counts: Actions) -> None:
    """How often each action is drawn when the random number walks through the middles of ``grid`` equal steps."""
    weights, exploration = weights_in(pointer(state)), exploration_in(pointer(shares), mass)
    for k in range(grid):
        counts[drawn_action(weights, exploration, (k + 0.5) / grid)] += 1


count_draws = numba.njit(_count_draws)


def state_with(leaves: list[float]) -> Floats:
    """A learner's state that has these weights."""
    n = len(leaves)
    state = fresh(n, 1.0, 0.0, 0.0)
    state[HEADER + n :] = tree_of(leaves).sums
    return state


def spread_over(n: int, spread: str) -> list[Fraction]:
    return {
        "none": [Fraction(0)] * n,
        "even": [Fraction(1, n)] * n,
        "set": [Fraction(int(i % 2 == 0), len(range(0, n, 2))) for i in range(n)],
        "fractional": [Fraction(2 * i + 1, n * n) for i in range(n)],
    }[spread]


@pytest.mark.parametrize("spread", ["none", "even", "set", "fractional"])
@pytest.mark.parametrize("n", [1, 2, 3, 5, 8, 11])
def test_over_all_random_numbers_each_action_has_exactly_its_chance(n: int, spread: str) -> None:
    """Enumerates u on a grid on which all chances are whole numbers of steps: the counts are the chances."""
    rng = np.random.default_rng(n)
    for _ in range(3):
        leaves = [Fraction(1, 2 ** int(k)) for k in rng.integers(0, 3, n)]
        shares = spread_over(n, spread)
        mass = Fraction(0) if spread == "none" else Fraction(int(rng.integers(1, 4)), 4)
        by_weights = [(1 - mass) * w / sum(leaves) for w in leaves]
        exact = [w + mass * s for w, s in zip(by_weights, shares, strict=True)]
        grid = math.lcm(*(f.denominator for f in (*by_weights, *(mass * s for s in shares))))
        tree = EVENLY if spread in ("none", "even") else shares_of(np.array([float(s) for s in shares]))
        counts = np.zeros(n, np.int64)
        count_draws(state_with([float(w) for w in leaves]), tree, float(mass), grid, counts)
        assert counts.tolist() == [chance * grid for chance in exact]

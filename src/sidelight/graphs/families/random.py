"""Random graphs. The same seed gives the same graph in any process and in any order of calls."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sidelight.errors import InvalidParameter
from sidelight.graphs.converters import flag
from sidelight.graphs.families.checks import chance, positive, seed_of, whole
from sidelight.graphs.families.checks import sizes as checked_sizes
from sidelight.graphs.families.registry import family
from sidelight.graphs.feedback_graph import FeedbackGraph
from sidelight.graphs.roles import Role
from sidelight.kernels.randomness import address, uniforms
from sidelight.kernels.sampling import sampled_cells

Actions = NDArray[np.int64]
Pairs = tuple[Actions, Actions]


def random_loops(n: int, loops: bool | float, seed: int, round_: int) -> Pairs:
    """Self-loops always (True), never (False), or each with a chance."""
    looped = np.flatnonzero(uniforms(address(seed, Role.LOOPS, round_), 0, n) < chance("loops", loops))
    return looped, looped


def random_pairs(n: int, p: float, symmetric: bool, seed: int, round_: int) -> Pairs:
    """Each ordered pair of two actions with chance p; if ``symmetric`` each unordered pair, both ways."""
    rows, cols = np.divmod(sampled_cells(n * n, chance("p", p), address(seed, Role.EDGES, round_)), n)
    keep = rows < cols if flag("symmetric", symmetric) else rows != cols
    return both_ways((rows[keep], cols[keep])) if symmetric else (rows[keep], cols[keep])


def both_ways(pairs: Pairs) -> Pairs:
    """Each pair and its reverse."""
    return np.concatenate(pairs), np.concatenate(pairs[::-1])


def of_pairs(n: int, *pairs: Pairs) -> FeedbackGraph:
    """The graph that has all of these."""
    return FeedbackGraph.from_triplets(
        n, np.concatenate([rows for rows, _ in pairs]), np.concatenate([cols for _, cols in pairs])
    )


@family({"n_actions": 8, "p": 0.3}, {"n_actions": 8, "p": 0.3, "symmetric": False, "loops": 0.5, "seed": 1})
def erdos_renyi(
    n_actions: int, p: float, *, symmetric: bool = True, loops: bool | float = True, seed: int = 0
) -> FeedbackGraph:
    """Each pair of actions is joined with chance p; ``loops`` always, never, or each with a chance."""
    n, seed = whole("n_actions", n_actions, 1), seed_of(seed)
    return of_pairs(n, random_pairs(n, p, symmetric, seed, 0), random_loops(n, loops, seed, 0))


@family({"n_actions": 10, "radius": 0.4}, {"n_actions": 10, "radius": 0.4, "dimension": 3, "loops": False})
def random_geometric(
    n_actions: int, radius: float, *, dimension: int = 2, loops: bool | float = True, seed: int = 0
) -> FeedbackGraph:
    """Points drawn evenly from the unit cube that are within ``radius`` of each other: sensors, shops, users."""
    n, seed = whole("n_actions", n_actions, 1), seed_of(seed)
    points = uniforms(address(seed, Role.POSITIONS, 0), 0, n * whole("dimension", dimension, 1))
    return of_pairs(n, close_pairs(points.reshape(n, -1), radius), random_loops(n, loops, seed, 0))


def close_pairs(points: NDArray[np.float64], radius: float) -> Pairs:
    """Pairs of rows within ``radius``, both ways."""
    from scipy.spatial import cKDTree

    near: Any = cKDTree(points).query_pairs(positive("radius", radius), output_type="ndarray")
    return both_ways((near[:, 0].astype(np.int64), near[:, 1].astype(np.int64)))


@family({"sizes": [5, 5], "p": [[0.7, 0.2], [0.2, 0.7]]})
def stochastic_block(
    sizes: Iterable[int], p: ArrayLike, *, symmetric: bool = True, loops: bool | float = True, seed: int = 0
) -> FeedbackGraph:
    """Communities of these sizes; an action of block a reveals one of block b with chance ``p[a][b]``."""
    counts, seed = checked_sizes("sizes", sizes), seed_of(seed)
    chances = _block_chances(p, counts.size, flag("symmetric", symmetric))
    starts = np.concatenate(([0], np.cumsum(counts)))
    pairs = []
    for a, b in np.ndindex(chances.shape):
        if symmetric and a > b:
            continue
        place = address(seed, Role.BLOCKS, a * counts.size + b)
        rows, cols = np.divmod(sampled_cells(int(counts[a] * counts[b]), float(chances[a, b]), place), counts[b])
        rows, cols = rows + starts[a], cols + starts[b]
        keep = rows < cols if symmetric else rows != cols
        pairs.append(both_ways((rows[keep], cols[keep])) if symmetric else (rows[keep], cols[keep]))
    n = int(starts[-1])
    return of_pairs(n, *pairs, random_loops(n, loops, seed, 0))


def _block_chances(p: ArrayLike, n_blocks: int, symmetric: bool) -> NDArray[np.float64]:
    shape = f"p must be {n_blocks} x {n_blocks}, a chance for each pair of blocks"
    try:
        chances = np.asarray(p, np.float64)
    except (TypeError, ValueError) as error:
        raise InvalidParameter(f"{shape}: {error}") from error
    if chances.shape != (n_blocks, n_blocks):
        raise InvalidParameter(f"{shape}, not of shape {chances.shape}")
    for value in chances.flat:
        chance("each of p", value)
    if symmetric and not np.array_equal(chances, chances.T):
        raise InvalidParameter("p must equal its transpose; pass symmetric=False for chances that depend on direction")
    return chances

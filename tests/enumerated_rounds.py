"""Random rounds small enough that the draw can be enumerated: what each action played would have led to."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]


@dataclass
class Round:
    """Row i of ``seen`` says whose losses playing i reveals; ``gamma`` is added to the chance seen of self-loops."""

    weights: Floats
    chances: Floats
    losses: Floats
    edges: Mask
    gamma: float
    mixed: float

    @property
    def n(self) -> int:
        return len(self.weights)

    @property
    def loops(self) -> Mask:
        return np.diagonal(self.edges).copy()

    @property
    def chances_seen(self) -> Floats:
        return self.chances @ self.edges

    def estimates(self) -> Floats:
        """Row i: all estimates, if i was played."""
        below = self.chances_seen + self.gamma * self.loops
        return np.divide(
            self.losses * self.edges, below, out=np.zeros((self.n, self.n)), where=self.edges & (below > 0)
        )

    def mean(self, of_played: Floats) -> float:
        """Expectation over the draw."""
        return float(self.chances @ of_played)


def law(rng: np.random.Generator, n: int) -> Floats:
    """From nearly even to nearly all on one action."""
    raw: Floats = rng.dirichlet(np.full(n, float(rng.choice([0.05, 0.3, 1.0, 10.0])))) + 1e-12
    return raw / float(raw.sum())


def losses_of(rng: np.random.Generator, n: int) -> Floats:
    """Anywhere in [0, 1], or only at its ends."""
    return rng.random(n) if rng.random() < 0.5 else rng.integers(0, 2, n).astype(float)


def edges_of(rng: np.random.Generator, n: int, kind: str) -> Mask:
    """``self-aware``: all loops; ``strong``: a loop or revealed by all others; ``observable``: revealed by somebody."""
    edges: Mask = rng.random((n, n)) < rng.choice([0.1, 0.4, 0.8])
    if kind == "self-aware":
        np.fill_diagonal(edges, True)
        return edges
    for j in range(n):
        if kind == "strong" and not edges[j, j]:
            edges[:, j] = np.arange(n) != j
        elif not edges[:, j].any():
            edges[rng.integers(n), j] = True
    return edges


def rounds_of(seed: int, count: int, kind: str, *, mixing: bool = False, most: int = 6) -> Iterator[Round]:
    """Many rounds; with ``mixing``, uniform exploration of mass up to one half."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        n = int(rng.integers(2, most + 1))
        weights = law(rng, n)
        mixed = float(rng.choice([0.01, 0.1, 0.5])) * float(rng.random()) if mixing else 0.0
        chances = (1 - mixed) * weights + mixed / n
        gamma = 0.5 * float(10.0 ** -(3 * rng.random()))
        yield Round(weights, chances, losses_of(rng, n), edges_of(rng, n, kind), gamma, mixed)


def independence(edges: Mask, among: Mask) -> int:
    """Largest set of ``among`` without an edge between two of them: by trying all."""
    closed = edges | edges.T
    return largest(among, lambda chosen: not any(closed[i, j] for i, j in combinations(chosen, 2)))


def acyclic(edges: Mask, among: Mask) -> int:
    """Largest set of ``among`` without a directed circle, loops aside."""

    def without_circle(chosen: tuple[int, ...]) -> bool:
        left = set(chosen)
        while left:
            ends = [i for i in left if not any(edges[i, j] for j in left if j != i)]
            if not ends:
                return False
            left -= set(ends)
        return True

    return largest(among, without_circle)


def largest(among: Mask, holds) -> int:  # type: ignore[no-untyped-def]
    """Size of the largest subset with a property that subsets inherit."""
    nodes = np.flatnonzero(among).tolist()
    return next(size for size in range(len(nodes), -1, -1) if any(holds(c) for c in combinations(nodes, size)))

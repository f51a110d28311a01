"""Random logs: laws, graphs of all classes that change, losses, and what was revealed."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sidelight import FeedbackGraph
from tests.enumerated_rounds import edges_of, law, losses_of
from tests.reference_certificates import RoundOf

KINDS = ["self-aware", "strong", "observable", "any"]


def rounds_at_random(
    rng: np.random.Generator, K: int, T: int, kind: str, *, fixed: bool = False, lost: float = 0.0
) -> list[RoundOf]:
    """T rounds; the same graph in all, if ``fixed``."""
    rounds, edges = [], edges_at_random(rng, K, kind)
    for _ in range(T):
        chances = law(rng, K)
        edges = edges if fixed else edges_at_random(rng, K, kind)
        action = int(rng.choice(K, p=chances))
        rounds.append(RoundOf(action, chances, losses_of(rng, K), edges, bool(rng.random() < lost)))
    return rounds


def edges_at_random(rng: np.random.Generator, K: int, kind: str) -> NDArray[np.bool_]:
    """Of a class, or ``any``, with actions that nobody reveals."""
    if kind != "any":
        return edges_of(rng, K, kind)
    edges: NDArray[np.bool_] = rng.random((K, K)) < rng.choice([0.2, 0.6])
    edges[:, rng.integers(K)] = False
    return edges


def rows_of(rounds: list[RoundOf], *, graphs: bool = True) -> list[dict[str, Any]]:
    """As a log in memory."""
    rows = []
    for r in rounds:
        revealed = np.flatnonzero(r.edges[r.action]).tolist()
        row: dict[str, Any] = {"action": r.action, "chances": r.chances.copy()}
        row |= {"lost": True} if r.lost else {"losses": {j: float(r.losses[j]) for j in revealed}}
        if graphs:
            row["graph"] = FeedbackGraph.from_matrix(r.edges)
        rows.append(row)
    return rows


def regret(rounds: list[RoundOf]) -> NDArray[np.float64]:
    """Against each action, after each round."""
    own = np.cumsum([r.losses[r.action] for r in rounds])
    against: NDArray[np.float64] = own[:, None] - np.cumsum([r.losses for r in rounds], axis=0)
    return against

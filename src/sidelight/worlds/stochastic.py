"""Worlds whose means do not change."""

from __future__ import annotations

from numpy.typing import ArrayLike

from sidelight.graphs.families import bandit, ring
from sidelight.graphs.processes import LoopFlicker
from sidelight.worlds.checks import Graphs, constant
from sidelight.worlds.registry import world_kind
from sidelight.worlds.world import World


@world_kind(
    lambda: (
        {"means": [0.4, 0.5, 0.5], "graph": bandit(3)},
        {"means": [0.0, 1.0, 0.25, 0.75], "graph": LoopFlicker(ring(4), 0.3)},
    )
)
def bernoulli(means: ArrayLike, graph: Graphs) -> World:
    """Losses 0 or 1, independent, with these means: the plain stochastic bandit.

    >>> from sidelight import graphs
    >>> bernoulli([0.4, 0.5], graphs.bandit(2)).losses(0, seed=2)
    array([0., 0.])
    """
    return constant("bernoulli", graph, means)


@world_kind(
    lambda: (
        {"means": [0.4, 0.5, 0.6], "graph": bandit(3)},
        {"means": [0.0, 1.0, 0.02, 0.9], "graph": ring(4), "concentration": 0.5},
    )
)
def beta(means: ArrayLike, graph: Graphs, *, concentration: float = 10.0) -> World:
    """Beta losses, independent, with these means; the larger the concentration, the closer to them.

    The parameters are mean * concentration and (1 - mean) * concentration, so the variance is
    mean (1 - mean) / (1 + concentration). Means 0 and 1 have no noise.

    >>> from sidelight import graphs
    >>> beta([0.4, 1.0], graphs.bandit(2), concentration=50).losses(0).round(3)
    array([0.494, 1.   ])
    """
    return constant("beta", graph, means, "beta", concentration)


@world_kind(lambda: ({"means": [0.4, 0.5, 0.6], "graph": bandit(3)},))
def deterministic(means: ArrayLike, graph: Graphs) -> World:
    """The same losses in every round: all regret is the learner's own randomness.

    >>> from sidelight import graphs
    >>> deterministic([0.4, 0.5], graphs.bandit(2)).losses(1000)
    array([0.4, 0.5])
    """
    return constant("deterministic", graph, means, "exact")

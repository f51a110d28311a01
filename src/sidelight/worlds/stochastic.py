"""Worlds whose means do not change."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from sidelight.errors import InvalidParameter
from sidelight.graphs import FeedbackGraph, as_process
from sidelight.graphs.processes.base import GraphProcess
from sidelight.kernels import world as kernel
from sidelight.worlds.world import Floats, Stretches, World

Graphs = FeedbackGraph | GraphProcess


def bernoulli(means: ArrayLike, graph: Graphs) -> World:
    """Losses 0 or 1, independent, with these means.

    >>> from sidelight import graphs
    >>> bernoulli([0.4, 0.5], graphs.bandit(2))
    <bernoulli: 2 actions, bernoulli losses, Fixed(graph=FeedbackGraph(2 actions, 2 edges, self-aware: 2 self-loops))>
    """
    return constant("bernoulli", means, graph, "bernoulli")


def constant(name: str, means: ArrayLike, graph: Graphs, noise: str, **settings: float) -> World:
    """A world with one row of means."""
    graphs = as_process(graph)
    row = checked_means(means, graphs.n_actions)
    stretches = Stretches(np.zeros(1, np.int64), row.reshape(1, -1))
    codes = {getattr(kernel, key.upper()): value for key, value in settings.items()}
    return World(name, graphs, noise, stretches, settings=codes)


def checked_means(means: ArrayLike, n: int, name: str = "means") -> Floats:
    """One number in [0, 1] for each action."""
    try:
        row = np.array(means, np.float64)
    except (TypeError, ValueError) as error:
        raise InvalidParameter(f"{name} must be {n} numbers from 0 to 1: {error}") from None
    if row.shape != (n,):
        raise InvalidParameter(f"{name} has shape {row.shape}, and the graph {n} actions; give one mean for each")
    bad = row[~((row >= 0.0) & (row <= 1.0))]
    if bad.size:
        raise InvalidParameter(f"{name} holds {bad[0]!r}; every mean loss must be from 0 to 1")
    return row

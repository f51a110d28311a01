"""Checks that the worlds share, and the one-row world that most of them are."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sidelight.errors import InvalidParameter
from sidelight.graphs import FeedbackGraph, as_process
from sidelight.graphs.families.checks import whole
from sidelight.graphs.processes.base import GraphProcess
from sidelight.graphs.processes.given import Fixed
from sidelight.kernels import world as kernel
from sidelight.worlds.world import NOISES, Floats, Secret, Stretches, World

Graphs = FeedbackGraph | GraphProcess
MOST_ROUNDS = 10**12
LEAST_CONCENTRATION, MOST_CONCENTRATION = 1e-6, 1e15  # beyond these it is Bernoulli, or exact, to all who look


def constant(
    name: str,
    graph: Graphs,
    means: ArrayLike,
    noise: str = "bernoulli",
    concentration: float = 10.0,
    secret: Secret | None = None,
    horizon: int | None = None,
) -> World:
    """A world with one row of means for all rounds."""
    graphs = as_process(graph)
    row = checked_means(means, graphs.n_actions)
    stretches = Stretches(np.zeros(1, np.int64), row.reshape(1, -1))
    settings = checked_noise(noise, concentration)
    return World(name, graphs, noise, stretches, settings=settings, secret=secret, horizon=horizon)


def checked_means(means: ArrayLike, n: int, name: str = "means") -> Floats:
    """One number in [0, 1] for each action."""
    row = numbers(means, name)
    if row.shape != (n,):
        raise InvalidParameter(f"{name} has shape {row.shape}, and the graph {n} actions; give one number for each")
    bad = np.flatnonzero(~((row >= 0.0) & (row <= 1.0)))
    if bad.size:
        raise InvalidParameter(f"{name}[{bad[0]}]={float(row[bad[0]])!r} must be from 0 to 1, as all losses are")
    return row


def numbers(given: ArrayLike, name: str) -> Floats:
    """An array of its own, of numbers."""
    try:
        array = np.asarray(given)
        if array.dtype.kind not in "biuf":
            raise TypeError(f"{array.dtype} is no kind of number")
        return array.astype(np.float64)
    except (TypeError, ValueError) as error:
        raise InvalidParameter(f"{name}={given!r} must be numbers: {error}") from None


def fraction(name: str, value: Any, at_most: float, why: str) -> float:
    """A number above zero, up to a limit that has a reason."""
    number = float(value) if isinstance(value, (int, float, np.number)) and not isinstance(value, bool) else np.nan
    if not 0.0 < number <= at_most:
        raise InvalidParameter(f"{name}={value!r} must be a number above 0 and at most {at_most:g}: {why}")
    return number


def checked_noise(noise: str, concentration: Any = 10.0) -> dict[int, float]:
    """Settings for a known kind of noise."""
    if noise not in list(NOISES):
        raise InvalidParameter(f"noise={noise!r} must be one of {', '.join(map(repr, NOISES))}")
    if noise != "beta":
        return {}
    why = 'below 1e-6 say noise="bernoulli", beyond 1e15 noise="exact"'
    least = fraction("concentration", concentration, MOST_CONCENTRATION, why)
    if least < LEAST_CONCENTRATION:
        raise InvalidParameter(f"concentration={concentration!r} must be at least {LEAST_CONCENTRATION:g}: {why}")
    return {kernel.CONCENTRATION: least}


def horizon_of(horizon: Any, at_least: int = 1) -> int:
    """A number of rounds."""
    return whole("horizon", horizon, at_least, MOST_ROUNDS)


def graphs_of(graph: Graphs | None, usual: FeedbackGraph) -> GraphProcess:
    """The graphs given, which must have as many actions as the usual one, or that one."""
    graphs = as_process(usual if graph is None else graph)
    if graphs.n_actions != usual.n_actions:
        raise InvalidParameter(
            f"graph={graphs!r} must have {usual.n_actions} actions, as the losses of this world have"
        )
    return graphs


def one_graph(graph: Graphs, who: str) -> FeedbackGraph:
    """The graph, if there is one only."""
    graphs = as_process(graph)
    if not isinstance(graphs, Fixed):
        raise InvalidParameter(
            f"graph={graphs!r} changes, and {who} is made for one graph; "
            f"make it for one and show others with {who}(...).with_graphs(process)"
        )
    return graphs.graph


def fixed_rows(name: str, graphs: GraphProcess, starts: list[int], rows: list[list[float]], horizon: int) -> World:
    """Losses without noise that stay the same for a while."""
    stretches = Stretches(np.array(starts, np.int64), np.array(rows, np.float64))
    return World(name, graphs, "exact", stretches, horizon=horizon)


def checked_starts(starts: ArrayLike) -> NDArray[np.int64]:
    """Rounds in increasing order, the first being 0."""
    rounds = [whole(f"starts[{k}]", start, 0, MOST_ROUNDS) for k, start in enumerate(np.atleast_1d(np.asarray(starts)))]
    if not rounds or rounds[0] != 0:
        raise InvalidParameter(f"starts={rounds[:1]}... must begin with round 0, so that every round has its means")
    wrong = np.flatnonzero(np.diff(rounds) <= 0)
    if wrong.size:
        k = int(wrong[0])
        raise InvalidParameter(f"starts[{k + 1}]={rounds[k + 1]} must be after starts[{k}]={rounds[k]}")
    return np.array(rounds, np.int64)

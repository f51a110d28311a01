"""Worlds whose means change with the round, whatever is played."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from sidelight.errors import InvalidParameter
from sidelight.graphs import as_process
from sidelight.graphs.families import bandit, ring
from sidelight.graphs.families.checks import positive, whole
from sidelight.kernels import world as kernel
from sidelight.worlds.checks import (
    MOST_ROUNDS,
    Graphs,
    checked_means,
    checked_noise,
    checked_starts,
    fraction,
    numbers,
)
from sidelight.worlds.registry import world_kind
from sidelight.worlds.stochastic import bernoulli
from sidelight.worlds.world import Stretches, World

CALM, ROUGH = 0.1, 0.8  # what is added to all gaps in turn
GROWTH = 1.6  # of the blocks, so that no fixed window averages them away


@world_kind(
    lambda: (
        {"starts": [0, 3, 4], "means": [[0.2, 0.8, 0.5], [0.9, 0.1, 0.5], [0.5, 0.5, 0.0]], "graph": bandit(3)},
        {"starts": [0, 5], "means": [[0.2, 0.8], [0.8, 0.2]], "graph": bandit(2), "noise": "exact"},
    )
)
def switching(
    starts: ArrayLike, means: ArrayLike, graph: Graphs, *, noise: str = "bernoulli", concentration: float = 10.0
) -> World:
    """Means that hold for a segment of rounds and then jump: the best action changes, hindsight has one.

    ``means`` has a row for each segment, the k-th holding from round ``starts[k]`` on; ``starts[0]`` is 0.
    ``noise`` is "bernoulli", "beta" (with ``concentration``) or "exact".

    >>> from sidelight import graphs
    >>> world = switching([0, 100], [[0.2, 0.8], [0.8, 0.2]], graphs.bandit(2))
    >>> world.means(99), world.means(100)
    (array([0.2, 0.8]), array([0.8, 0.2]))
    """
    graphs, rounds, table = as_process(graph), checked_starts(starts), numbers(means, "means")
    if table.shape != (rounds.size, graphs.n_actions):
        raise InvalidParameter(
            f"means has shape {table.shape}, and there are {rounds.size} starts and {graphs.n_actions} actions; "
            "give a row for each start with a number for each action"
        )
    for k, row in enumerate(table):
        checked_means(row, graphs.n_actions, f"means[{k}]")
    return World("switching", graphs, noise, Stretches(rounds, table), settings=checked_noise(noise, concentration))


@world_kind(lambda: ({"gaps": [0.0, 0.1, 0.2], "graph": bandit(3)}, {"gaps": [0.1, 0.0], "graph": bandit(2)}))
def constrained(gaps: ArrayLike, graph: Graphs, *, noise: str = "bernoulli", concentration: float = 10.0) -> World:
    """Stochastically constrained: all means jump together between 0.1 and 0.8, and only the gaps stay.

    Blocks of ever more rounds (1.6 times as many each time) alternate; an action's mean is the level plus its gap, at
    most 0.2. The best action is always the same, but losses of different times cannot be compared: averages over the
    rounds in which an action was seen mislead, importance weights do not. From Zimmert and Seldin (2021).

    >>> from sidelight import graphs
    >>> world = constrained([0.0, 0.1], graphs.bandit(2))
    >>> world.means(0), world.means(1), world.best_action()
    (array([0.1, 0.2]), array([0.8, 0.9]), 0)
    """
    graphs = as_process(graph)
    row = numbers(gaps, "gaps")
    if row.shape != (graphs.n_actions,) or not ((row >= 0.0) & (row <= 1.0 - ROUGH + 1e-12)).all():
        raise InvalidParameter(
            f"gaps={gaps!r} must be {graphs.n_actions} numbers from 0 to {1 - ROUGH:.1f}, one for each action"
        )
    starts = _growing_starts()
    levels = np.where(np.arange(starts.size) % 2 == 0, CALM, ROUGH)
    means = np.minimum(levels[:, None] + row, 1.0)
    return World("constrained", graphs, noise, Stretches(starts, means), settings=checked_noise(noise, concentration))


def _growing_starts() -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    starts, length = [0], 1.0
    while starts[-1] < MOST_ROUNDS:
        starts.append(starts[-1] + int(length))
        length *= GROWTH
    return np.array(starts, np.int64)


@world_kind(
    lambda: (
        {"graph": ring(4), "amplitude": 0.4, "period": 10},
        {"graph": bandit(3), "amplitude": 0.5, "period": 2.5, "noise": "exact"},
    )
)
def sinusoidal(
    graph: Graphs,
    amplitude: float,
    period: float,
    *,
    noise: str = "bernoulli",
    concentration: float = 10.0,
) -> World:
    """Means that go round: action i of K has 1/2 + amplitude * sin(2 pi (round / period + i / K)).

    Over whole periods all actions are equally good, so there is nothing to learn for one who compares with a fixed
    action, and much for one who follows: dynamic regret shows it.

    >>> from sidelight import graphs
    >>> sinusoidal(graphs.bandit(2), 0.4, 100).means(25)
    array([0.9, 0.1])
    """
    graphs = as_process(graph)
    settings = checked_noise(noise, concentration)
    settings[kernel.AMPLITUDE] = fraction("amplitude", amplitude, 0.5, "losses lie around 1/2, from 0 to 1")
    settings[kernel.PERIOD] = positive("period", period)
    return World("sinusoidal", graphs, noise, shape=kernel.WAVES, settings=settings)


@world_kind(
    lambda: (
        {"world": bernoulli([0.2, 0.7, 0.9], bandit(3)), "rounds": 5},
        {"world": sinusoidal(ring(4), 0.4, 10, noise="beta"), "rounds": 3},
    )
)
def corrupted(world: World, rounds: int) -> World:
    """The same world with every loss turned round, one minus itself, in the first rounds.

    How long does a learner take to forget? Stochastic bandits with adversarial corruption, Lykouris, Mirrokni and
    Paes Leme (2018). Any world will do that does not answer to what is played.

    >>> from sidelight import graphs
    >>> world = corrupted(bernoulli([0.1, 0.5], graphs.bandit(2)), rounds=100)
    >>> world.means(99), world.means(100)
    (array([0.9, 0.5]), array([0.1, 0.5]))
    """
    given: object = world
    if not isinstance(given, World) or given.answers:
        raise InvalidParameter(
            f"world={world!r} must be a world of this library that does not answer to what is played"
        )
    if world.flipped_until:
        raise InvalidParameter(f"world={world!r} is corrupted already; corrupt the one it was made of")
    return replace(world, flipped_until=whole("rounds", rounds, 0, MOST_ROUNDS))

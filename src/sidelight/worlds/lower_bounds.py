"""Instances on which no learner can do better than the theorems say.

One action, drawn anew for each seed, is better than its equals by an advantage so small that finding it within the
horizon costs as much as not finding it.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import log
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sidelight.errors import InvalidParameter, NotExact
from sidelight.graphs import FeedbackGraph, Kind
from sidelight.graphs.families import cliques, gadgets, revealing_action, ring
from sidelight.graphs.families.checks import listed, whole
from sidelight.graphs.processes import GraphProcess, MovingScout
from sidelight.worlds.checks import Graphs, constant, fraction, horizon_of, one_graph
from sidelight.worlds.registry import world_kind
from sidelight.worlds.world import Secret, World

Actions = NDArray[np.int64]
MOST_ADVANTAGE = 0.25  # means stay between 1/4 and 1/2, where one observation tells at most so much
WHY_C = "the advantage is c times the rate, and a larger one is found too easily"


@world_kind(
    lambda: (
        {"graph": ring(7), "horizon": 1000},
        {"graph": cliques([2, 3, 1]), "horizon": 400, "c": 0.5, "independent": [1, 5]},
    )
)
def strong_lower_bound(
    graph: Graphs,
    horizon: int,
    *,
    c: float = 0.25,
    independent: Iterable[int] | None = None,
    time_limit: float = 5.0,
) -> World:
    """Regret of order sqrt(alpha T) cannot be avoided: one of alpha actions that say nothing of each other is better.

    Actions of a largest independent set lose 0 or 1 evenly, a secret one of them with chance 1/2 - advantage; all
    others lose 1. The advantage is c sqrt(alpha / horizon), at most 1/4. ``independent`` is the set, if you have one.
    From Mannor and Shamir (2011) and Alon et al. (2015).

    >>> from sidelight import graphs
    >>> world = strong_lower_bound(graphs.bandit(4), horizon=10_000)
    >>> world.means(0, seed=1), world.secret_action(seed=1)
    (array([0.5  , 0.5  , 0.495, 0.5  ]), 2)
    """
    single, rounds = one_graph(graph, "strong_lower_bound"), horizon_of(horizon)
    c = fraction("c", c, 1.0, WHY_C)
    members = _largest_independent(single, time_limit) if independent is None else _checked(single, independent)
    if members.size < 2:
        raise InvalidParameter(
            f"graph={single!r} has no two actions that do not reveal one another, so nothing is hard"
        )
    return _hidden("strong_lower_bound", single, members, c * (members.size / rounds) ** 0.5, rounds)


@world_kind(lambda: ({"graph": 2, "horizon": 1000}, {"graph": revealing_action(5), "horizon": 500}))
def weak_lower_bound(graph: Graphs | int, horizon: int, *, c: float = 0.5) -> World:
    """Regret of order d^(1/3) T^(2/3) cannot be avoided: to see good actions, much worse ones must be played.

    On d gadgets, given as the number d, a hub loses 1 and alone shows its two leaves, which lose 0 or 1 evenly, one
    secret leaf of all with chance 1/2 - advantage. On any weakly observable graph the leaves are loopless actions
    none of which reveals another, chosen such that no action reveals more than max(2, ln K) of them; with k of them,
    at most m seen at once, k / m stands for d. The advantage is c (d / horizon)^(1/3), at most 1/4. From Alon et al.
    (2015).

    >>> world = weak_lower_bound(2, horizon=16_000)
    >>> world.n_actions, world.secret_action(seed=0), world.means(0, seed=0)
    (6, 1, array([1.   , 0.475, 0.5  , 1.   , 0.5  , 0.5  ]))
    """
    given = graph if isinstance(graph, (FeedbackGraph, GraphProcess)) else gadgets(whole("graph", graph, 1))
    single, rounds = one_graph(given, "weak_lower_bound"), horizon_of(horizon)
    c = fraction("c", c, 1.0, WHY_C)
    if single.kind is not Kind.WEAK:
        raise InvalidParameter(f"graph={single!r} must be weakly observable; on others strong_lower_bound is as hard")
    blind, most = blind_actions(single)
    if blind.size < 2:
        raise InvalidParameter(
            f"graph={single!r} has no two loopless actions that do not reveal one another; graphs.gadgets(d) has"
        )
    return _hidden("weak_lower_bound", single, blind, c * (blind.size / most / rounds) ** (1 / 3), rounds)


@world_kind(lambda: ({"n_actions": 6, "horizon": 1000},))
def uninformed_lower_bound(n_actions: int, horizon: int, *, c: float = 0.5) -> World:
    """Regret of order K^(1/3) T^(2/3) cannot be avoided if the graph is seen too late, though d is 1 in every round.

    The first half of the actions is blind, loses 0 or 1 evenly and holds a secret one with chance 1/2 - advantage; the
    second half loses 1, and each round another of them reveals the first half (``MovingScout``). Who knows the graph
    beforehand plays that one; who does not plays all of them. The advantage is c (K / horizon)^(1/3), at most 1/4.
    From Alon et al. (2015).

    >>> world = uninformed_lower_bound(4, horizon=32_000)
    >>> world.means(0, seed=3), world.graph(0, seed=3).reveals(2), world.graph(0, seed=3).reveals(3)
    (array([0.5  , 0.475, 1.   , 1.   ]), array([0, 1, 2]), array([3]))
    """
    process, rounds = MovingScout(whole("n_actions", n_actions, 4)), horizon_of(horizon)
    c = fraction("c", c, 1.0, WHY_C)
    means = np.ones(n_actions)
    good = np.arange(n_actions // 2)
    means[good] = 0.5
    secret = Secret(good, min(MOST_ADVANTAGE, c * (n_actions / rounds) ** (1 / 3)))
    return constant("uninformed_lower_bound", process, means, secret=secret, horizon=rounds)


def _hidden(name: str, graph: FeedbackGraph, candidates: Actions, advantage: float, horizon: int) -> World:
    means = np.ones(graph.n_actions)
    means[candidates] = 0.5
    secret = Secret(candidates, min(MOST_ADVANTAGE, advantage))
    return constant(name, graph, means, secret=secret, horizon=horizon)


def _largest_independent(graph: FeedbackGraph, time_limit: float) -> Actions:
    bracket = graph.independence_number(time_limit)
    if not bracket.exact:
        raise NotExact(
            f"a largest independent set of {graph!r} was not found in {time_limit:g} s, so the world would depend on "
            "the clock; give more time_limit=, or independent= with a set of your own"
        )
    return np.sort(bracket.witness)


def _checked(graph: FeedbackGraph, independent: Iterable[Any]) -> Actions:
    """Different actions of the graph none of which reveals another."""
    members = sorted(
        whole("each of independent", i, 0, graph.n_actions - 1) for i in listed("independent", independent)
    )
    for i in members:
        seen = set(graph.reveals(i).tolist()) & set(members) - {i}
        if seen or members.count(i) > 1:
            raise InvalidParameter(f"independent={members} must be actions that do not reveal one another; see {i}")
    return np.array(members, np.int64)


def blind_actions(graph: FeedbackGraph) -> tuple[Actions, int]:
    """Weakly observable actions none of which reveals another, few of them revealed at once; and how few.

    Chosen one by one, those that fewest reveal first.
    """
    n, degrees = graph.n_actions, graph.in_degrees
    weak = np.flatnonzero(~graph.loops & (degrees > 0) & (degrees < n - 1))
    at_most = max(2, int(log(n)))
    seen, chosen = np.zeros(n, np.int64), np.zeros(n, np.bool_)
    for j in weak[np.argsort(degrees[weak], kind="stable")]:
        watchers = graph.revealed_by(int(j))
        if seen[watchers].max() < at_most and not chosen[watchers].any() and not chosen[graph.reveals(int(j))].any():
            chosen[j] = True
            seen[watchers] += 1
    return np.flatnonzero(chosen), int(seen.max())

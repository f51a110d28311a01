"""Short stories in which one kind of learner fails badly, with a chance that means do not show."""

from __future__ import annotations

from sidelight.graphs.families import bandit, loopless_clique
from sidelight.worlds.checks import Graphs, fixed_rows, fraction, graphs_of, horizon_of
from sidelight.worlds.registry import world_kind
from sidelight.worlds.world import World


@world_kind(lambda: ({"horizon": 10}, {"horizon": 7, "advantage": 0.3, "graph": loopless_clique(2)}))
def exp3_trap(horizon: int, *, advantage: float = 0.25, graph: Graphs | None = None) -> World:
    """Exp3's heavy tail: an action that is bad for half of the time, then perfect, and by then may be lost for good.

    In the first half of the horizon the losses are (1, 1 - advantage), then (0, 1); bandit feedback unless another
    graph of two actions is given. By half-time Exp3 hardly plays action 0; where it does, the estimate is so large that
    it never returns. Regret is linear in a few runs of a hundred, and negative on average. Lattimore and Szepesvari
    (2020), exercise 11.5.

    >>> world = exp3_trap(1000)
    >>> world.losses(499), world.losses(500)
    (array([1.  , 0.75]), array([0., 1.]))
    """
    rounds = horizon_of(horizon, 2)
    advantage = fraction("advantage", advantage, 1.0, "it is what action 1 loses less than 1 at first")
    graphs = graphs_of(graph, bandit(2))
    return fixed_rows("exp3_trap", graphs, [0, rounds // 2], [[1.0, 1.0 - advantage], [0.0, 1.0]], rounds)


@world_kind(lambda: ({"horizon": 10}, {"horizon": 7, "graph": bandit(2)}))
def sleeping_giant(horizon: int, *, graph: Graphs | None = None) -> World:
    """Why heavy loopless actions need a pessimistic bias: the favourite turns bad, and only the other action shows it.

    In the first third of the horizon the losses are (0, 1), then (1, 0), on the loopless clique of two unless another
    graph is given. The favourite's loss is seen only when the other is played, so its estimate has a variance of
    the order of T^(3/2) without the bias: the 99 % quantile of regret grows like T^(3/4). With the bias regret stays
    far below zero.

    >>> world = sleeping_giant(900)
    >>> world.losses(299), world.losses(300)
    (array([0., 1.]), array([1., 0.]))
    """
    rounds = horizon_of(horizon, 3)
    graphs = graphs_of(graph, loopless_clique(2))
    return fixed_rows("sleeping_giant", graphs, [0, rounds // 3], [[0.0, 1.0], [1.0, 0.0]], rounds)

"""Worlds that answer to what was played, never to what is about to be."""

from __future__ import annotations

from sidelight.graphs import as_process
from sidelight.graphs.families import bandit, ring
from sidelight.graphs.families.checks import whole
from sidelight.kernels import world as kernel
from sidelight.worlds.checks import MOST_ROUNDS, Graphs
from sidelight.worlds.registry import world_kind
from sidelight.worlds.world import World


@world_kind(lambda: ({"graph": bandit(3)}, {"graph": ring(5)}))
def punish_repetition(graph: Graphs) -> World:
    """The action just played loses 1 in the next round, all others 0.

    Every fixed action would have lost only where it was played, so the least played one is the best in hindsight: who
    settles for one action loses each round. Regret against a fixed action of the losses that came, not of those that
    would have come.

    >>> from sidelight import graphs
    >>> game = punish_repetition(graphs.bandit(3)).fresh(seed=0)
    >>> game.played(1)
    >>> game.losses(1, seed=0)
    array([0., 1., 0.])
    """
    return World("punish_repetition", as_process(graph), "exact", shape=kernel.REPEATED)


@world_kind(lambda: ({"graph": bandit(3), "block": 4}, {"graph": ring(5), "block": 1}))
def punish_favourite(graph: Graphs, block: int) -> World:
    """The action played most in the last block of rounds loses 1 throughout the next, all others 0 or 1 evenly.

    Blocks begin at rounds 0, ``block``, 2 ``block``, ...; of equally played actions the first is meant, and in the
    first block none.

    >>> from sidelight import graphs
    >>> game = punish_favourite(graphs.bandit(3), block=2).fresh(seed=0)
    >>> game.played(1), game.played(1), float(game.losses(2, seed=0)[1])
    (None, None, 1.0)
    """
    settings = {kernel.PERIOD: float(whole("block", block, 1, MOST_ROUNDS))}
    return World("punish_favourite", as_process(graph), shape=kernel.LEADER, settings=settings)

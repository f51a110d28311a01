"""A world that knows the learner, but not its luck. Plain Python: it plays in the interpreted loop."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from sidelight.errors import InvalidParameter
from sidelight.graphs import FeedbackGraph, as_process
from sidelight.graphs.families import bandit
from sidelight.graphs.families.registry import first_line
from sidelight.graphs.processes.base import GraphProcess
from sidelight.worlds.checks import Graphs
from sidelight.worlds.registry import world_kind
from sidelight.worlds.world import Floats

NEEDED = ("fresh", "decide", "learn", "chances")


class FixedChances:
    """A model to try a world with: it learns nothing, and chances are what it says they are.

    >>> FixedChances().chances()
    array([0.5, 0.3, 0.2])
    """

    def fresh(self, seed: int | None = None) -> FixedChances:
        """Another one."""
        return FixedChances()

    def chances(self) -> Floats:
        """Always the same."""
        return np.array([0.5, 0.3, 0.2])

    def decide(self, *, action: int) -> int:
        """As told."""
        return action

    def learn(self, decision: int, losses: Floats, *, graph: FeedbackGraph) -> None:
        """Nothing."""


@dataclass(frozen=True)
class Outguessing:
    """See ``punish_likeliest``."""

    model: Any
    graphs: GraphProcess

    @property
    def n_actions(self) -> int:
        """Number of actions."""
        return self.graphs.n_actions

    def graph(self, round_: int, seed: int = 0) -> FeedbackGraph:
        """Who reveals whom in a round."""
        return self.graphs.at(round_, seed)

    def losses(self, round_: int, seed: int = 0) -> Floats:
        """The losses of a round if nothing was played before."""
        return self.fresh(seed).losses(round_, seed)

    def fresh(self, seed: int) -> OutguessingInPlay:
        """One for a game, with a model of its own."""
        return OutguessingInPlay(self, seed)

    def explain(self) -> str:
        """What it is, in words."""
        return f"{self!r}: {first_line(punish_likeliest)}"

    def __repr__(self) -> str:
        """What it is and whom it knows."""
        return f"<punish_likeliest: {self.n_actions} actions, knows {self.model!r}, {self.graphs!r}>"


class OutguessingInPlay:
    """In a game: the model is told each action when it has been played, and learns what the learner learns."""

    def __init__(self, world: Outguessing, seed: int) -> None:
        self.n_actions = world.n_actions
        self._world, self._seed, self._round = world, seed, 0
        self._model = world.model.fresh(0)
        self._informed = bool(getattr(world.model, "informed", False))

    def graph(self, round_: int, seed: int) -> FeedbackGraph:
        """Who reveals whom in a round."""
        return self._world.graphs.at(round_, seed)

    def losses(self, round_: int, seed: int) -> Floats:
        """1 for the action that the model is most likely to play now, 0 for all others."""
        chances = self._model.chances(self.graph(round_, seed)) if self._informed else self._model.chances()
        losses = np.zeros(self.n_actions)
        losses[int(np.argmax(chances))] = 1.0
        return losses

    def played(self, action: int) -> None:
        """Let the model have played the same, and learn from it."""
        graph, losses = self.graph(self._round, self._seed), self.losses(self._round, self._seed)
        shown = (graph,) if self._informed else ()
        decision = self._model.decide(*shown, action=action)
        self._model.learn(decision, losses[graph.reveals(action)], graph=graph)
        self._round += 1


@world_kind(lambda: ({"model": FixedChances(), "graph": bandit(3)},))
def punish_likeliest(model: Any, graph: Graphs) -> Outguessing:
    """The action that a learner is most likely to play loses 1, all others 0: it knows the law, not the draw.

    ``model`` is a learner like the one it will meet. In each game a copy is told what was played and learns from
    the same losses, so its chances are those of the learner before its draw (of another learner they are a guess, and
    the game is as sound). Learners that settle lose each round: only chance protects. Plays in the interpreted loop.

    >>> from sidelight import graphs, learners
    >>> world = punish_likeliest(learners.Exp3IX(3, eta=0.1, gamma=0.05), graphs.bandit(3))
    >>> game = world.fresh(seed=0)
    >>> game.losses(0, seed=0), game.played(0), game.losses(1, seed=0)
    (array([1., 0., 0.]), None, array([0., 1., 0.]))
    """
    missing = [name for name in NEEDED if not hasattr(model, name)]
    if missing or isinstance(model, type):
        lacks = ", ".join(missing) or "an instance"
        raise InvalidParameter(f"model={model!r} must be a learner with {', '.join(NEEDED)}; it lacks {lacks}")
    graphs = as_process(graph)
    n = getattr(model, "n_actions", graphs.n_actions)
    if n != graphs.n_actions:
        raise InvalidParameter(f"model={model!r} has {n} actions, and the graph {graphs.n_actions}")
    return Outguessing(model, graphs)

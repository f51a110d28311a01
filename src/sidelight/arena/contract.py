"""What a user's own learner or world must have to play in the arena, beside those of this library."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sidelight.errors import InvalidGraph, InvalidLosses, InvalidParameter, UnknownAction
from sidelight.graphs import FeedbackGraph


class Player(Protocol):
    """A learner. ``informed`` is whether ``decide`` takes the graph of the round; if it has none it does not.

    ``fresh(seed)`` makes one that has not decided anything yet. ``decide`` returns an action, or anything with an
    ``action``; ``learn`` gets it back, with the losses of ``graph.reveals(action)`` in that order.
    """

    @property
    def fresh(self) -> Callable[[int], Any]:
        """``fresh(seed)``: a learner like this one at its beginning, drawing from this seed."""

    @property
    def decide(self) -> Callable[..., Any]:
        """``decide()``, or ``decide(graph)`` if informed: an action, or a decision with an ``action``."""

    @property
    def learn(self) -> Callable[..., Any]:
        """``learn(decision, losses, graph=graph)``: take in what the decision revealed."""


class Opponent(Protocol):
    """A world. It may also have ``means(round_, seed)``, ``played(action)`` if it answers, and ``fresh(seed)``."""

    n_actions: int

    def graph(self, round_: int, seed: int) -> FeedbackGraph:
        """Who reveals whom in this round."""

    def losses(self, round_: int, seed: int) -> ArrayLike:
        """The losses of all actions in this round, in [0, 1]."""


def checked_player(learner: Any) -> None:
    """Refuse what cannot play, saying what is missing."""
    _refuse_without(learner, ("fresh", "decide", "learn"), "learner")


def checked_opponent(world: Any) -> None:
    """Refuse what cannot be played against, saying what is missing."""
    _refuse_without(world, ("n_actions", "graph", "losses"), "world")


def _refuse_without(thing: Any, needed: tuple[str, ...], what: str) -> None:
    missing = [name for name in needed if not hasattr(thing, name)]
    if missing or isinstance(thing, type):
        hint = "; give an instance, not the class" if isinstance(thing, type) else ""
        raise InvalidParameter(
            f"{thing!r} cannot play as a {what}: it needs {', '.join(needed)}, "
            f"and lacks {', '.join(missing) or 'nothing'}{hint}"
        )


def shown_graph(world: Any, round_: int, seed: int) -> FeedbackGraph:
    """The graph of a round: one that cannot change any more, not something that behaves like one."""
    graph = world.graph(round_, seed)
    if type(graph) is not FeedbackGraph or graph.n_actions != world.n_actions:
        raise InvalidGraph(
            f"graph({round_}, seed={seed}) of {world!r} is {graph!r}, and must be a FeedbackGraph itself "
            f"of {world.n_actions} actions"
        )
    return graph


def fixed_losses(world: Any, round_: int, seed: int, of: str = "losses") -> NDArray[np.float64]:
    """The losses (or means) of a round, a copy that the world cannot reach: one from 0 to 1 for each action."""
    given = getattr(world, of)(round_, seed)
    try:
        losses = np.array(given, np.float64)
    except (TypeError, ValueError) as error:
        raise InvalidLosses(f"{of}({round_}, seed={seed}) of {world!r} are no numbers: {error}") from error
    if losses.shape != (world.n_actions,) or not (losses.min() >= 0.0 and losses.max() <= 1.0):
        raise InvalidLosses(
            f"{of}({round_}, seed={seed}) of {world!r} are {losses}, and must be {world.n_actions} numbers from 0 to 1"
        )
    return losses


def decided_action(decision: Any, n: int) -> int:
    """The action of a decision."""
    action = getattr(decision, "action", decision)
    try:
        index = operator.index(action)
    except TypeError:
        index = -1
    if isinstance(action, (bool, np.bool_)) or not 0 <= index < n:
        raise UnknownAction(f"a learner decided {decision!r}, which is no action from 0 to {n - 1}")
    return index

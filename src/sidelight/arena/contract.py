"""What a user's own learner or world must have to play in the arena, beside those of this library."""

from __future__ import annotations

import operator
from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike

from sidelight.errors import InvalidParameter, UnknownAction
from sidelight.graphs import FeedbackGraph


class Player(Protocol):
    """A learner. ``informed`` is whether ``decide`` takes the graph of the round; if it has none it does not.

    ``fresh(seed)`` makes one that has not decided anything yet. ``decide`` returns an action, or anything with an
    ``action``; ``learn`` gets it back, with the losses of ``graph.reveals(action)`` in that order.
    """

    def fresh(self, seed: int) -> Any:
        """A learner like this one at its beginning, drawing from this seed."""

    def decide(self, *graph: FeedbackGraph) -> Any:
        """An action, or a decision with an ``action``."""

    def learn(self, decision: Any, losses: Any, *, graph: FeedbackGraph) -> object:
        """Take in what the decision revealed."""


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

"""A world that answers, in one game: with a memory of its own, told round by round what was played."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sidelight.graphs import FeedbackGraph
from sidelight.kernels import world as kernel

if TYPE_CHECKING:
    from sidelight.worlds.world import World


class InPlay:
    """What ``World.fresh`` gives where losses depend on the past. No means: they would be of one game only."""

    def __init__(self, world: World, seed: int) -> None:
        self.n_actions = world.n_actions
        self._world, self._packed, self._round = world, world.packed(seed, 0, 0), 0

    def graph(self, round_: int, seed: int) -> FeedbackGraph:
        """Who reveals whom in a round."""
        return self._world.graph(round_, seed)

    def losses(self, round_: int, seed: int) -> NDArray[np.float64]:
        """The losses of all actions in the round that comes, after all that was played."""
        out = np.empty(self.n_actions)
        kernel.all_of_a_round(*self._packed, seed, round_, True, out)
        return out

    def played(self, action: int) -> None:
        """Take note of what was played in the round that now ends."""
        kernel.answered(*self._packed, self._round, action)
        self._round += 1

    def __repr__(self) -> str:
        """The world and how far the game is."""
        return f"<round {self._round} of a game of {self._world!r}>"

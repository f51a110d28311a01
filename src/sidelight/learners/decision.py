"""What passes between a learner and its user: a decision, and what was made of the losses it revealed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidelight.graphs import FeedbackGraph


class Decision(NamedTuple):
    """A ticket: what to do, how likely it was, and the round it must be handed back for. Immutable.

    Two decisions are equal when these three are; which learner made them is checked when they come back.
    """

    action: int
    chance: float
    round: int
    owner: int

    def __repr__(self) -> str:
        """Without the owner, which means nothing to people."""
        chance = f"{self.chance:.6g}" if type(self.chance) is float else repr(self.chance)
        return f"Decision(action={self.action}, chance={chance}, round={self.round})"

    def __eq__(self, other: object) -> bool:
        return self[:3] == other[:3] if isinstance(other, Decision) else NotImplemented

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self[:3])


class Learned(NamedTuple):
    """What a learner made of a round: whether it saw its own loss, the estimates, and the bias.

    ``estimates`` and ``bias`` are by action, and together what was added to the totals that weights are made
    from. Learners of gains have negative ones: a gain is a negative loss.
    """

    decision: Decision
    graph: FeedbackGraph
    own_loss: float | None
    values: Sequence[float] | NDArray[np.float64]  # estimates in the order of what was revealed
    biased: tuple[int, float] | None = None
    everyone: NDArray[np.float64] | None = None  # the bias of each action, where all have one
    skipped: bool = False

    @property
    def own_loss_seen(self) -> bool:
        """Whether the loss of the action played was among those revealed."""
        return self.own_loss is not None

    @property
    def revealed(self) -> NDArray[np.int64]:
        """The actions whose losses were revealed, sorted."""
        return self.graph.reveals(self.decision.action)

    @property
    def estimates(self) -> dict[int, float]:
        """The estimated loss of each revealed action; zero for all others."""
        return dict(zip(self.revealed.tolist(), map(float, self.values), strict=True))

    @property
    def bias(self) -> dict[int, float]:
        """What was added to an estimate on purpose; actions not named got nothing."""
        if self.everyone is not None:
            return dict(enumerate(self.everyone.tolist()))
        return {} if self.biased is None else {self.biased[0]: self.biased[1]}

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return object.__hash__(self)

    def __repr__(self) -> str:
        """How much was revealed, and the rest in numbers while it is short."""
        own = "not seen" if self.own_loss is None else f"{self.own_loss:g}"
        short = len(self.values) <= 8
        estimates = f"{_rounded(self.estimates)}" if short else f"of {len(self.values)} actions"
        bias = f", bias={_rounded(self.bias)}" if self.bias and len(self.bias) <= 8 else ""
        skipped = ", skipped" if self.skipped else ""
        return f"Learned(round={self.decision.round}, own loss {own}, estimates={estimates}{bias}{skipped})"


def _rounded(by_action: dict[int, float]) -> str:
    return "{" + ", ".join(f"{i}: {value:.4g}" for i, value in by_action.items()) + "}"

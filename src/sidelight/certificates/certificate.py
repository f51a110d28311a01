"""What an audit found: numbers, and what they mean in words."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Certificate:
    """An upper limit on regret, in the units of the log.

    ``values[t]`` holds after t + 1 rounds: with probability at least ``1 - delta`` all of them are true at once, so
    that one may look at any time, and stop when one likes. A smaller value further on does not improve an earlier one.
    """

    values: Floats
    by_action: Floats  # after the last round, the limit on regret against each action
    lower: Floats | None  # after each round, if asked for, a lower limit: true at all rounds with the same confidence
    delta: float
    method: str
    sharp: bool
    best: int = field(repr=False)
    best_below: int = field(repr=False)
    since: int | None  # rounds before it were not followed by this best action throughout; None: nobody looked
    first_round: int
    labels: tuple[Hashable, ...] | None = field(repr=False)
    own_losses_seen: float
    unseen_rounds: int
    unseen_part: float  # what unseen own losses add to the value
    unseen_estimated: bool  # whether by their joint estimate; else each counts as much as a loss can be
    unseen_stretch: tuple[int, int]  # a stretch of rounds that holds half of them
    open_rounds: int
    lost_rounds: int
    rewards: bool
    rounds: int  # how many it is about; a learner that plays has the value of the last one only

    @property
    def value(self) -> float:
        """The limit after the last round."""
        return float(self.values[-1])

    @property
    def best_action(self) -> Hashable:
        """The action that the value is for: regret against it may be largest."""
        return self.best if self.labels is None else self.labels[self.best]

    def __float__(self) -> float:
        """The value, where a number is wanted."""
        return self.value

    def __repr__(self) -> str:
        """Value, confidence, rounds, and the action it is for."""
        method = f"{self.method}, sharp" if self.sharp else self.method
        return (
            f"Certificate(regret <= {self.value:.1f} after {self.rounds:,} rounds with confidence "
            f"{100.0 * (1.0 - self.delta):g} %, for action {self.best_action!r}, {method})"
        )

    def explain(self) -> str:
        """What it says, in sentences."""
        from sidelight.certificates.words import told

        return told(self)

    def plot(self, ax: Axes | None = None, **options: Any) -> Axes:
        """Draw the values over rounds: ``sidelight.certificates.picture.draw``. Needs matplotlib (the extra "plot")."""
        from sidelight.certificates.picture import draw

        return draw(self, ax, **options)

"""Losses in [0, 1] inside; any range of losses, costs or rewards outside, and certificates in their units."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sidelight.errors import InvalidParameter, LossOutOfRange


@dataclass(frozen=True)
class Scale:
    """Losses from ``low`` to ``high``, or rewards."""

    low: float
    high: float
    rewards: bool

    @classmethod
    def of(cls, loss_range: Any, reward_range: Any) -> Scale:
        """Of what ``certify`` was given: either one or the other."""
        if loss_range is not None and reward_range is not None:
            raise InvalidParameter("give loss_range= or reward_range=, not both")
        name, given = ("reward_range", reward_range) if reward_range is not None else ("loss_range", loss_range)
        try:
            low, high = (0.0, 1.0) if given is None else map(float, given)
        except (TypeError, ValueError):
            low, high = np.nan, np.nan
        if not (low < high and np.isfinite([low, high, high - low]).all()):
            raise InvalidParameter(f"{name}={given!r} must be two finite numbers, the smaller first")
        return cls(low, high, reward_range is not None)

    @property
    def column(self) -> str:
        """What the column is called."""
        return "rewards" if self.rewards else "losses"

    @property
    def width(self) -> float:
        """What one unit inside is outside."""
        return self.high - self.low

    def losses(self, values: Sequence[Any], names: Sequence[Any]) -> NDArray[np.float64]:
        """As losses in [0, 1]; the first that is outside the range is refused by name."""
        try:
            given = np.array(values, np.float64)
        except (TypeError, ValueError):
            raise LossOutOfRange(f"{self.column} must be numbers, not {list(values)[:5]!r}") from None
        outside = np.flatnonzero(~((given >= self.low) & (given <= self.high)))
        if outside.size:
            k = int(outside[0])
            what = "reward" if self.rewards else "loss"
            raise LossOutOfRange(
                f"the {what} {float(given[k])!r} of action {names[k]!r} is outside [{self.low:g}, {self.high:g}]; "
                f"give {what}_range=(low, high)"
            )
        if self.low == 0.0 and self.high == 1.0 and not self.rewards:
            return given
        scaled = (self.high - given if self.rewards else given - self.low) / self.width
        return np.clip(scaled, 0.0, 1.0)

"""The best one could have done in hindsight: asked for late, computed once.

Summing the best fixed action can cost more than the game itself, so games hold somebody who can compute it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from sidelight.errors import InvalidParameter, NotRecorded, TooLarge

Sums = NDArray[np.float64]

NAMES = {
    "losses": "the losses of the best fixed action",
    "means": "the means of the best fixed action",
    "moving_means": "the smallest mean of each round",
}


class Best(Protocol):
    """Sums (seeds x checkpoints) of what the best would have paid; each may raise ``TooLarge``, and None is none."""

    def losses(self) -> Sums | None:
        """The least sum of realised losses that one fixed action has up to each checkpoint."""

    def means(self) -> Sums | None:
        """The least sum of means that one fixed action has; None where the world has no means."""

    def moving_means(self) -> Sums | None:
        """The sum of each round's least mean; None where the world has no means."""


class KnownBest:
    """Sums that are there already; ``too_large`` says of one that is not why it was never computed.

    >>> KnownBest(losses=np.array([[3.0, 5.0]])).losses()
    array([[3., 5.]])
    """

    def __init__(
        self,
        losses: Sums | None = None,
        means: Sums | None = None,
        moving_means: Sums | None = None,
        too_large: Mapping[str, str] | None = None,
    ) -> None:
        self._known = {"losses": losses, "means": means, "moving_means": moving_means}
        self._too_large = dict(too_large or {})

    def losses(self) -> Sums | None:
        """The least sum of realised losses that one fixed action has up to each checkpoint."""
        return self._sums("losses")

    def means(self) -> Sums | None:
        """The least sum of means that one fixed action has."""
        return self._sums("means")

    def moving_means(self) -> Sums | None:
        """The sum of each round's least mean."""
        return self._sums("moving_means")

    def _sums(self, name: str) -> Sums | None:
        if name in self._too_large:
            raise TooLarge(self._too_large[name])
        return self._known[name]


class Remembered:
    """Asks another ``Best`` when first read, and never again; a refusal is remembered too.

    Games of one call that share it compute their best once.
    """

    def __init__(self, asked: Best) -> None:
        self._asked = asked
        self._answers: dict[str, Any] = {}

    def losses(self) -> Sums | None:
        """The least sum of realised losses that one fixed action has up to each checkpoint."""
        return self._answer("losses")

    def means(self) -> Sums | None:
        """The least sum of means that one fixed action has; None where the world has no means."""
        return self._answer("means")

    def moving_means(self) -> Sums | None:
        """The sum of each round's least mean; None where the world has no means."""
        return self._answer("moving_means")

    def _answer(self, name: str) -> Sums | None:
        if name not in self._answers:
            try:
                self._answers[name] = _frozen(getattr(self._asked, name)())
            except TooLarge as refusal:
                self._answers[name] = refusal
        answer: Sums | TooLarge | None = self._answers[name]
        if isinstance(answer, TooLarge):
            raise TooLarge(str(answer))
        return answer


def remembered(best: Best) -> Remembered:
    """``best`` behind a memory, if it has none yet."""
    return best if isinstance(best, Remembered) else Remembered(best)


def best_sums(best: Best, name: str, shape: tuple[int, ...]) -> Sums:
    """What ``best`` answers to ``name``, of the shape it must have, or an error that says what is missing."""
    answer: Sums | None = getattr(best, name)()
    if answer is None:
        means = "; the world has no means: use regret" if name != "losses" else ""
        raise NotRecorded(f"{NAMES[name]} are not known to these games{means}")
    if answer.shape != shape:
        raise InvalidParameter(f"best.{name}() has shape {answer.shape}, but seeds x checkpoints is {shape}")
    return answer


def _frozen(sums: Any) -> Sums | None:
    if sums is None:
        return None
    copy = np.array(sums, np.float64)
    copy.setflags(write=False)
    return copy

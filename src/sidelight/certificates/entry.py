"""One decision of a log, read and checked as far as that needs no losses."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sidelight.graphs import FeedbackGraph

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


@dataclass
class Part:
    """Chances and chances seen of what was revealed, in that order, where not all chances are logged.

    ``blind``: the action played had no chance to be seen; ``variance``: of the estimate of unseen own losses, at most.
    """

    chances: Floats
    seen: Floats
    blind: bool
    variance: float


@dataclass
class Entry:
    """A decision; ``losses`` is None while they are awaited, ``lost`` where they never will come.

    Without ``graph`` (only where lost) nothing is known but that a round was played.
    """

    where: str
    action: int
    graph: FeedbackGraph | None
    law: Floats | Part | None
    losses: tuple[Integers, Floats] | None
    lost: bool = False

    @property
    def complete(self) -> bool:
        """Whether it can be entered."""
        return self.lost or self.losses is not None

"""The sums that regret bounds are made of, kept at each checkpoint under the names that ``theory`` gives them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sidelight.kernels import bound_sums as kernel
from sidelight.kernels.effective_actions import REMEMBERED, fresh_terms
from sidelight.learners import Informed, Uninformed
from sidelight.learners.schedules import measured

Floats = NDArray[np.float64]
CERTIFICATE = "certificate"  # name of the sum: the certificate after so many rounds
NO_FLOATS: Floats = np.zeros(kernel.SUMS + REMEMBERED)
NO_INTEGERS: NDArray[np.int64] = np.zeros(1, np.int64)


class Tallied:
    """Memory for one game, and what of it is kept."""

    def __init__(self, learner: Informed | Uninformed, wanted: bool) -> None:
        looks = isinstance(learner, Informed)
        self.mode = kernel.NOTHING if not wanted else kernel.LOOKED_AT if looks else kernel.FOLLOWED
        self._learner = learner
        self._kept: list[dict[str, float]] = []
        if wanted:
            floats, integers = fresh_terms(learner.n_actions)
            self.memory: Any = np.zeros(kernel.SUMS + REMEMBERED), np.zeros(learner.n_actions), floats, integers
        else:
            self.memory = NO_FLOATS, NO_FLOATS, NO_FLOATS, NO_INTEGERS

    def keep(self, rounds: int) -> None:
        """Remember the sums as they are now, after so many rounds."""
        told = self._sums() if self.mode != kernel.NOTHING else {}
        audit = self._learner._audit
        if audit is not None:
            audit.entered = rounds
            told[CERTIFICATE] = audit.value(rounds)
        self._kept.append({name: float(value) for name, value in told.items()})

    def _sums(self) -> dict[str, float]:
        """What bounds are made of."""
        sums, most = self.memory[0], float(self.memory[1].max())
        told = {"q": sums[kernel.Q], "loopless": sums[kernel.LOOPLESS], "explored": sums[kernel.EXPLORED]}
        if self.mode == kernel.FOLLOWED:
            told |= {"heavy": sums[kernel.HEAVY], "heaviest": most, "inverse_seen": sums[kernel.INVERSE_SEEN]}
        else:
            told |= {"shares": sums[kernel.SHARES], "products": sums[kernel.PRODUCTS], "inverse_seen": most}
            told |= {"skipped": self._learner.skipped}
            told |= {"domination": sums[kernel.DOMINATION]} if "eps" in self._learner.parameters else {}
        return told | measured(self._learner)

    def kept(self) -> dict[str, Floats]:
        """Each sum at all checkpoints."""
        return {name: np.array([told[name] for told in self._kept]) for name in (self._kept or [{}])[0]}

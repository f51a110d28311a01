"""The sums that regret bounds are made of, kept at each checkpoint under the names that ``theory`` gives them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sidelight.kernels import bound_sums as kernel
from sidelight.kernels.effective_actions import REMEMBERED, fresh_terms
from sidelight.learners import Informed, Uninformed
from sidelight.learners.schedules import DOUBLING, measured
from sidelight.theory import Guesses, WeakEpoch, weak_epochs_cost

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
            sums, epochs = np.zeros(kernel.SUMS + REMEMBERED), np.zeros((kernel.MOST_EPOCHS, kernel.OF_EPOCH))
            self.memory: Any = sums, np.zeros(learner.n_actions), floats, integers, epochs.ravel()
        else:
            self.memory = NO_FLOATS, NO_FLOATS, NO_FLOATS, NO_INTEGERS, NO_FLOATS

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
            told |= self._of_schedule(sums)
        return told | measured(self._learner)

    def _of_schedule(self, sums: Floats) -> dict[str, float]:
        """What the bounds of Algorithm 2 need more, where its rates change."""
        schedule, now = self._learner.schedule, self._learner.parameters
        if schedule is None:
            return {}
        if schedule.name == DOUBLING:
            assert schedule.delta is not None
            return {"epochs_cost": weak_epochs_cost(self._learner.n_actions, schedule.delta, self._epochs())}
        paid = {"paid_loops": sums[kernel.PAID_LOOPS], "paid_shares": sums[kernel.PAID_SHARES]}
        largest = {"inverse_eps": sums[kernel.INVERSE_EPS], "largest_step": sums[kernel.STEP]}
        return paid | largest | {"last_gamma": now["gamma"], "last_eta": now["eta"]}

    def _epochs(self) -> list[WeakEpoch]:
        """Those in which a round was played."""
        rows = self.memory[4].reshape(-1, kernel.OF_EPOCH).tolist()
        return [
            WeakEpoch(number, Guesses(loopless, explored, q_sum / 2.0**phase), int(phase))
            for number, (loopless, explored, q_sum, phase) in enumerate(rows)
            if loopless > 0.0
        ]

    def kept(self) -> dict[str, Floats]:
        """Each sum at all checkpoints."""
        return {name: np.array([told[name] for told in self._kept]) for name in (self._kept or [{}])[0]}

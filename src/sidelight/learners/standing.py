"""Where a learner stands: what can be asked of it at any time, and how it was constructed."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from sidelight.graphs import FeedbackGraph
from sidelight.kernels import weights
from sidelight.kernels.schedule import EPOCH
from sidelight.learners.certified import Audit
from sidelight.learners.decision import Decision
from sidelight.learners.plans import EVENLY
from sidelight.learners.schedules import Schedule
from sidelight.learners.table import Algorithm
from sidelight.learners.tickets import Tickets

Floats = NDArray[np.float64]
PLACES = weights.ETA, weights.GAMMA, weights.BETA, weights.MIX


class Standing:
    """The part of a learner that only looks."""

    algorithm: ClassVar[Algorithm]
    n_actions: int
    graph: FeedbackGraph | None
    strict: bool
    schedule: Schedule | None
    origin: str
    chosen: str
    _fixed: dict[str, float]
    _epoch: float
    _state: Floats
    _tickets: Tickets
    _audit: Audit | None

    def _in_kernel(self) -> tuple[str, str, str]:
        """The parameters that the kernel knows as eta, gamma and beta; some learners' gamma is a mass instead."""
        return "eta", "gamma" if self.algorithm.implicit else "", "beta"

    @property
    def informed(self) -> bool:
        """Whether it is shown the graph of a round before it decides."""
        return self.algorithm.informed

    @property
    def round(self) -> int:
        """Number of decisions made so far; the next one has this round number."""
        return self._tickets.round

    @property
    def parameters(self) -> dict[str, float]:
        """By name: as given or tuned, or as the schedule has them now."""
        if self.schedule is None:
            return dict(self._fixed)
        places = zip((*self._in_kernel(), "eps"), PLACES, strict=True)
        return {name: float(self._state[place]) for name, place in places if name in self.algorithm.parameters}

    @property
    def skipped(self) -> int:
        """How many rounds asked for more exploration than there is: played by the weights, and not learned from."""
        return int(self._state[weights.SKIPPED])

    @property
    def open(self) -> dict[int, Decision]:
        """The decisions not yet learned, by round."""
        return {round_: ticket[0] for round_, ticket in self._tickets.open.items()}

    @property
    def forgotten(self) -> int:
        """How many decisions were given up: by ``forget``, or to keep open ones within ``ticket_memory``."""
        return self._tickets.forgotten

    @property
    def ticket_memory(self) -> int:
        """Bytes that open decisions may take together."""
        return self._tickets.memory

    @property
    def weights(self) -> Floats:
        """The learner's own distribution p, before exploration is mixed in."""
        return weights.all_chances(self._state, EVENLY, 0.0)

    @property
    def log_weights(self) -> Floats:
        """Unnormalised logarithms of the weights, which survive where a weight itself is below 1e-308."""
        totals = self._state[weights.HEADER : weights.HEADER + self.n_actions]
        result: Floats = -self._state[weights.ETA] * totals
        return result

    def _arguments(self) -> dict[str, Any]:
        """Parameters, or the schedule that makes them, and what else it was constructed with."""
        certify = {} if self._audit is None else {"certify": True, "delta": self._audit.delta}
        return {**(self._fixed if self.schedule is None else self.schedule.asked), **self._settings(), **certify}

    def _resume(self, truth: Floats) -> None:
        """Go on from this header and these totals."""
        self._state[: truth.size] = truth
        weights.refresh(self._state)
        self._epoch = float(self._state[EPOCH])

    def _settings(self) -> dict[str, Any]:
        """What else than numbers this learner was constructed with, as JSON can hold it."""
        return {}

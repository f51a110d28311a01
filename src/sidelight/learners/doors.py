"""How a learner calls into machine code: two doors, and the places of what they read and write."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sidelight.graphs import FeedbackGraph
from sidelight.graphs.families import bandit
from sidelight.kernels import round as kernel
from sidelight.kernels import weights
from sidelight.kernels.compiled import direct
from sidelight.kernels.memory import Places
from sidelight.learners.audited import Audited
from sidelight.learners.plans import EVENLY
from sidelight.learners.roles import Role
from sidelight.learners.scheduled import Scheduled
from sidelight.learners.schedules import Schedule

Floats = NDArray[np.float64]
DRAW = int(Role.DRAW)
NO_GRAPH = np.zeros(1, np.int32)


@cache
def _doors() -> tuple[Callable[..., tuple[int, float]], Callable[..., tuple[int, int, float, float, float]]]:
    """The two kernels of every round, called without a look at the types of what they are given."""
    places = Places(weights.fresh(1, 0.1, 0.1, 0.1), EVENLY, bandit(1).packed, *kernel.scratch(1))
    draw = direct(weights.decided, places.table, 0.0, 0, DRAW, 0)
    return draw, direct(kernel.estimated, places.table, 0.0, 0, 0, 1, True, 0, 0.0, kernel.NEVER)


class Doors(Scheduled, Audited):
    """The part of a learner that holds its memory and the way into the kernels."""

    n_actions: int
    schedule: Schedule | None
    _state: Floats
    _terms: tuple[Floats, NDArray[np.int64]]
    _rows: NDArray[np.int64]
    _work: Floats

    def _open_doors(self) -> None:
        """What calls into machine code need: the doors, and where things stand in memory."""
        self._draw, self._estimate = _doors()
        self._keys = self._rows[2 * self.n_actions :]  # where the kernel looks for the actions of losses
        self._shares, self._packed = EVENLY, NO_GRAPH
        self._seen: FeedbackGraph | None = None
        self._places = Places(self._state, self._shares, self._packed, self._rows, self._work, *self._terms)
        if self.schedule is not None:
            self._open_scheduled_doors()
        if self._audit is not None:
            self._open_audited_door()

    def __getstate__(self) -> dict[str, Any]:
        """Everything but what is of this process: doors to machine code, and addresses."""
        own = (
            "_draw",
            "_estimate",
            "_estimate_and_measure",
            "_estimate_unaudited",
            "_keys",
            "_shares",
            "_packed",
            "_seen",
            "_numbered",
            "_places",
        )
        return {name: value for name, value in self.__dict__.items() if name not in own}

    def __setstate__(self, attributes: dict[str, Any]) -> None:
        """A copy, or what comes out of a pickle, has places of its own."""
        self.__dict__.update(attributes)
        self._open_doors()

    def _explore_by(self, shares: Floats) -> None:
        """Let the kernels read how exploration is spread from here."""
        self._shares = EVENLY[:0]  # neither these nor those, should Ctrl-C come between
        self._places.put(weights.SHARES, shares)
        self._shares = shares

    def _see_by(self, graph: FeedbackGraph) -> None:
        """Let the kernels read this graph."""
        self._packed = NO_GRAPH[:0]  # neither this nor that, should Ctrl-C come between
        self._places.put(weights.PACKED, graph.packed)
        self._seen, self._packed = graph, graph.packed

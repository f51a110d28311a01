"""What a learner on a schedule does more: it measures rounds, takes its rates anew, and may start a new epoch.

Where rates change while other tickets are open, the journal keeps what they were, for a late ticket is learned by the
law that it was drawn from.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from sidelight.graphs import FeedbackGraph
from sidelight.graphs.families import bandit
from sidelight.kernels import round as kernel
from sidelight.kernels import schedule, scheduled, weights
from sidelight.kernels.compiled import direct
from sidelight.kernels.effective_actions import fresh_terms
from sidelight.kernels.memory import Places
from sidelight.learners.decision import Decision
from sidelight.learners.plans import EVENLY, Plan, number_of
from sidelight.learners.table import Algorithm
from sidelight.learners.tickets import Tickets

if TYPE_CHECKING:
    from sidelight.learners.learner import Floats

Estimates = tuple[int, int, float, float, float]
HEADER_DRAWN_BY: NDArray[np.int64] = np.arange(weights.HEADER)[weights.DRAWN_BY]


@cache
def _door() -> Callable[..., Estimates]:
    """The kernel, called without a look at the types of what it is given."""
    state, graph = weights.fresh(1, 0.1, 0.1, 0.1), bandit(1)
    places = Places(state, EVENLY, graph.packed, *kernel.scratch(1), *fresh_terms(1))
    return direct(scheduled.estimated, places.table, 0.0, 0, 0, 1, True, 0, 0.0, kernel.NEVER, 0.0, 0)


class Scheduled:
    """The part of a learner that is asked for only where there is a schedule."""

    algorithm: ClassVar[Algorithm]
    n_actions: int
    _state: Floats
    _places: Places
    _shares: Floats
    _seen: FeedbackGraph | None
    _tickets: Tickets
    _plan: Plan
    _epoch: float
    _learns: bool
    _explored: Callable[[Plan], Plan]
    _decided: Callable[[Plan, Any], Decision]
    _numbered: tuple[object, object, float]
    _estimate_and_measure: Callable[..., Estimates]

    def _open_scheduled_doors(self) -> None:
        """Estimates are to be made by the kernel that also measures."""
        self._estimate_and_measure = _door()
        self._numbered = None, None, 0.0
        self._estimate = self._estimated_on_schedule

    def _number(self) -> float:
        """Of the graph and exploration at the places now."""
        graph, shares, number = self._numbered
        if graph is not self._seen or shares is not self._shares:
            assert self._seen is not None
            number = number_of(self._seen, self._shares)
            self._numbered = self._seen, self._shares, number
        return number

    def _estimated_on_schedule(self, *arguments: Any) -> Estimates:
        return self._estimate_and_measure(*arguments, self._number(), self._tickets.version)

    def _overwritten(self, due: int) -> NDArray[np.int64]:
        """Where a change of the rates writes what open tickets may still ask for."""
        if due == schedule.SAME:
            return HEADER_DRAWN_BY[:0]
        if due == schedule.RETUNED:
            return HEADER_DRAWN_BY
        return np.append(HEADER_DRAWN_BY, weights.HEADER + np.arange(self.n_actions))

    def _applied_on_schedule(self, made: tuple[int, int, float], mass: float, when: int) -> None:
        scheduled.applied(self._places.table, mass, *made, when, self._number(), self._tickets.version)

    def _end_round(self, overwritten: NDArray[np.int64]) -> None:
        """Count the round, whatever that makes of the rates."""
        before = self._state[overwritten]
        scheduled.ended(self._state)
        self._tickets.note(overwritten, before)

    def _settled(self) -> None:
        """After a round: explore by the present rate, and know since when the present epoch has been."""
        if self._state[schedule.EPOCH] != self._epoch:
            self._new_epoch()
        if not self.algorithm.informed and self._state[weights.MIX] != self._plan.mass:
            self._plan = self._explored(self._plan)

    def _new_epoch(self) -> None:
        self._epoch = self._state[schedule.EPOCH]
        self._state[schedule.STARTED] = self._tickets.version

    def _begin_round(self, size: float) -> None:
        """Before a decision on a graph that needs an exploration of this size."""
        overwritten = self._overwritten(scheduled.due_before(self._state, size))
        if overwritten.size:
            self._tickets.make_room_to_note(-1, overwritten.size)
        before = self._state[overwritten]
        if scheduled.counted(self._state, size) == schedule.SAME:
            return
        self._tickets.note(overwritten, before, besides=0)
        self._tickets.version += 1
        if self._state[schedule.EPOCH] != self._epoch:
            self._new_epoch()

    def _decided_on_schedule(self, plan: Plan, action: Any) -> Decision:
        """Count the round, then decide; where that fails (warnings may be errors) the round has not been."""
        if not self._learns:
            return self._decided(plan, action)
        due = scheduled.due_before(self._state, plan.size)
        kept = self._state[: weights.HEADER + (self.n_actions if due != schedule.SAME else 0)].copy()
        version = self._tickets.version
        self._begin_round(plan.size)
        try:
            return self._decided(self._explored(plan), action)
        except BaseException:
            self._state[: kept.size] = kept
            self._epoch, self._tickets.version = kept[schedule.EPOCH], version
            self._tickets.journal.drop_from(version)
            if due != schedule.SAME:
                weights.refresh(self._state)
            raise

    def _before_deciding(self, size: float) -> Floats:
        """The state in which a round that needs an exploration of this size would be decided."""
        state = self._state.copy()
        scheduled.counted(state, size)
        return state

"""What a learner with ``certify=True`` does more: it looks at each round by the law that it was drawn from."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from sidelight.certificates import Certificate
from sidelight.errors import NotRecorded
from sidelight.graphs import FeedbackGraph
from sidelight.kernels import round as kernel
from sidelight.kernels.memory import Places
from sidelight.learners.certified import Audit
from sidelight.learners.tickets import Tickets
from sidelight.learners.waiting import Looked

if TYPE_CHECKING:
    from sidelight.learners.learner import Floats

LOST = (-1, False, -1, 0.0)  # in place of losses


class Audited:
    """The part of a learner that is asked for only where it is to certify its regret."""

    graph: FeedbackGraph | None
    n_actions: int
    dominated = False  # whether all loopless actions are seen with the mass that each unit of exploration has
    _audit: Audit | None
    _state: Floats
    _terms: tuple[Floats, NDArray[np.int64]]
    _places: Places
    _seen: FeedbackGraph | None
    _tickets: Tickets
    _estimate: Callable[..., tuple[int, int, float, float, float]]
    _estimate_unaudited: Callable[..., tuple[int, int, float, float, float]]

    @property
    def certified(self) -> bool:
        """Whether it was constructed with ``certify=True``."""
        return self._audit is not None

    def certificate(self) -> Certificate:
        """An upper limit on its regret so far, true at all times at once with confidence ``1 - delta``.

        In losses between 0 and 1. Decisions whose losses have not come, and those after them, count 1 each.
        """
        if self._audit is None:
            raise NotRecorded(
                f"{type(self).__name__} was made without certify=True; make it with that, or certify its log"
            )
        return self._audit.certificate(self._tickets.round, self.graph)

    def _open_audited_door(self) -> None:
        """Look at each round before it is estimated from, or given up."""
        self._estimate_unaudited, self._estimate = self._estimate, self._estimate_audited
        self._tickets.on_give_up = self._given_up

    def _estimate_audited(
        self, table: Any, mass: float, bias: int, action: int, given: int, keyed: bool, key: int, loss: float, when: int
    ) -> tuple[int, int, float, float, float]:
        assert self._audit is not None
        assert self._seen is not None
        self._looked = self._audit.look(self._places, self._seen, mass, action, (given, keyed, key, loss))
        return self._estimate_unaudited(table, mass, bias, action, given, keyed, key, loss, when)

    def _make_room_to_wait(self, round_: int) -> None:
        """Before a round is learned that is not yet to be entered: where warnings are errors, it has not been."""
        assert self._audit is not None
        if round_ > self._audit.entered:
            self._tickets.make_room_to_hold(round_, self._audit.would_hold(self._looked))

    def _enter(self, round_: int) -> None:
        """A round has been learned."""
        assert self._audit is not None
        before = self._audit.held
        self._audit.take(round_, self._looked)
        self._tickets.hold(self._audit.held - before)

    def _given_up(self, round_: int) -> None:
        """A round is about to be given up: look at it while its law can still be had.

        In memory of its own, for a ticket may be given up to make room for what another one has just been estimated.
        """
        assert self._audit is not None
        made, version, plan = self._tickets.open[round_]
        graph = self.graph if plan.graph is None else plan.graph
        before = self._audit.held
        if graph is None:
            looked = Looked(None, made.action, np.zeros(0, np.int64), np.zeros(0), False, 0.0)
        else:
            places = Places(self._state, plan.shares, graph.packed, *kernel.scratch(self.n_actions), *self._terms)
            late = version != self._tickets.version
            if late:
                self._tickets.journal.travel(self._state, version, back=True)
            try:
                looked = self._audit.look(places, graph, plan.mass, made.action, LOST)
            finally:
                if late:
                    self._tickets.journal.travel(self._state, version, back=False)
        self._audit.give_up(round_, looked)
        self._tickets.hold(self._audit.held - before)

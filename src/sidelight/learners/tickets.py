"""Open decisions, and what is kept for them within a bound on memory.

A ticket stands for the chances at the time of its decision. While it is open and other tickets are learned, a journal
keeps what they overwrite, so that those chances can be brought back exactly; if none is open nothing is kept.

When open tickets would take more than their memory, the oldest are forgotten: as if their losses had never come.
"""

from __future__ import annotations

import operator
import os
import warnings
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from sidelight.errors import AlreadyLearned, ForeignTicket, Forgotten, ForgottenWarning, InvalidParameter, InvalidTicket
from sidelight.kernels.weights import HEADER
from sidelight.learners.decision import Decision
from sidelight.learners.journal import Journal
from sidelight.learners.plans import Plan

Floats = NDArray[np.float64]
Ticket = tuple[Decision, int, Plan]  # the version of the weights it was drawn from, and how it explored
TICKET_BYTES = 512  # of an open ticket, roughly
TICKET_MEMORY = 64 * 2**20
MOST_GIVEN_UP = 10_000  # rounds remembered as given up; older ones are only known to be closed
_new_decision = tuple.__new__


def fresh_seed() -> int:
    """63 bits that nobody can foresee."""
    return int.from_bytes(os.urandom(8), "little") >> 1


class Tickets:
    """The open decisions of one learner, by round."""

    def __init__(self, memory: Any) -> None:
        self.memory = _checked_memory(memory)
        self.owner = fresh_seed()
        self.open: dict[int, Ticket] = {}
        self.round = 0  # of the next decision
        self.version = 0  # of the weights: how many updates they have seen
        self.forgotten = 0
        self.given_up: dict[int, None] = {}
        self.journal = Journal()
        self._most_open = self.memory // TICKET_BYTES

    def issue(self, action: int, chance: float, plan: Plan) -> Decision:
        """A new ticket for this action."""
        round_ = self.round
        decision: Decision = _new_decision(Decision, (action, chance, round_, self.owner))
        self.open[round_] = (decision, self.version, plan)
        self.round = round_ + 1
        if len(self.open) > self._most_open:
            self._forget_oldest()
        return decision

    def find(self, decision: Any) -> Ticket:
        """The open ticket that is meant, or an error that says why there is none."""
        if type(decision) is Decision:
            ticket = self.open.get(decision[2])
            if ticket is not None and (ticket[0] is decision or tuple(ticket[0]) == tuple(decision)):
                return ticket
            if decision.owner != self.owner:
                raise ForeignTicket(f"{decision} was not made by this learner; hand it to the one that made it")
            self._refuse_closed(decision.round)
        try:
            round_ = -1 if isinstance(decision, (bool, np.bool_)) else operator.index(decision)
        except TypeError:
            raise InvalidTicket(f"{decision!r} is neither a Decision nor the number of a round") from None
        if round_ not in self.open:
            self._refuse_closed(round_)
        return self.open[round_]

    def _refuse_closed(self, round_: int) -> NoReturn:
        if not 0 <= round_ < self.round:
            raise ForeignTicket(f"round {round_} has not been decided by this learner, which is at round {self.round}")
        if round_ in self.given_up:
            raise Forgotten(f"round {round_} was given up; raise ticket_memory= to keep more decisions open")
        raise AlreadyLearned(f"round {round_} is closed: its losses were learned before; learn each decision once")

    def close(self, round_: int) -> None:
        """Nothing is kept for this ticket any more."""
        del self.open[round_]
        if not self.open and self.journal.size:
            self.journal.clear()

    def give_up(self, round_: int) -> None:
        """Close a ticket whose losses will never come."""
        self.close(round_)
        self.forgotten += 1
        self.given_up[round_] = None
        if len(self.given_up) > MOST_GIVEN_UP:
            del self.given_up[next(iter(self.given_up))]

    def _forget_oldest(self, but: int = -1) -> None:
        self.give_up(next(round_ for round_ in self.open if round_ != but))
        if self.forgotten & (self.forgotten - 1) == 0:
            warnings.warn(
                f"{self.forgotten} open decisions have been forgotten, the oldest first, to keep within "
                f"ticket_memory={self.memory} bytes; learn sooner, forget() what will never come, or raise it",
                ForgottenWarning,
                stacklevel=5,
            )

    def note(self, round_: int, positions: NDArray[np.int64], before: Floats) -> None:
        """Keep what learning ``round_`` has overwritten, for the other tickets that are open."""
        if len(self.open) == 1:
            return
        self._make_room(round_, positions.size)
        self.journal.record(self.version, positions, before)

    def _make_room(self, round_: int, entries: int) -> None:
        """Compact the journal when it is full; when that is not enough, forget the oldest tickets."""
        if self.journal.has_room(entries) and self._memory_used(entries) <= self.memory:
            return
        self.journal.compact(self._open_versions(round_))
        while self._memory_used(entries) > self.memory and len(self.open) > 1:
            self._forget_oldest(but=round_)
            self.journal.compact(self._open_versions(round_))

    def tidy(self) -> None:
        """Drop what no open ticket needs: what is left does not depend on when that was done before."""
        self.journal.compact(self._open_versions(but=-1))

    def _memory_used(self, entries: int) -> int:
        return self.journal.nbytes + 24 * entries + len(self.open) * TICKET_BYTES

    def _open_versions(self, but: int) -> NDArray[np.int64]:
        versions = {ticket[1] for round_, ticket in self.open.items() if round_ != but}
        return np.array(sorted(versions), np.int64)


def positions_of(actions: NDArray[np.int64], biased: int) -> NDArray[np.int64]:
    """Where the totals of these actions stand in a state."""
    return (actions if biased < 0 else np.append(actions, biased)) + HEADER


def _checked_memory(value: Any) -> int:
    try:
        return max(operator.index(value), TICKET_BYTES)
    except TypeError:
        raise InvalidParameter(f"ticket_memory={value!r} must be a whole number of bytes") from None

"""Open decisions, and what is kept for them within a bound on memory.

A ticket stands for the chances at the time of its decision. While it is open and other tickets are learned, a journal
keeps what they overwrite, so that those chances can be brought back exactly; if none is open nothing is kept.

When open tickets would take more than their memory, the oldest are forgotten: as if their losses had never come.
"""

from __future__ import annotations

import operator
import os
from collections.abc import Callable
from itertools import islice
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from sidelight.errors import AlreadyLearned, ForeignTicket, Forgotten, ForgottenWarning, InvalidTicket, warn
from sidelight.graphs.families.checks import whole
from sidelight.kernels.weights import HEADER
from sidelight.learners.decision import Decision
from sidelight.learners.journal import BYTES_AN_ENTRY, Journal
from sidelight.learners.plans import Plan

Floats = NDArray[np.float64]
Ticket = tuple[Decision, int, Plan]  # the version of the weights it was drawn from, and how it explored
TICKET_BYTES = 512  # of an open ticket, roughly
TICKET_MEMORY = 64 * 2**20
FEW, FEW_ARE_SMALL = 16, 2**20  # so many tickets are a small part of so much memory
MOST_GIVEN_UP = 10_000  # rounds are remembered as given up at least; older ones are only known to be closed
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
        self.on_give_up: Callable[[int], None] | None = None  # told before a ticket is closed whose losses never come
        self._plan_bytes = 0  # of the explorations that open tickets hold for themselves, and what else is held
        self._few = FEW if self.memory >= FEW_ARE_SMALL else 0  # open tickets need no look at what they take

    def issue(self, action: int, chance: float, plan: Plan) -> Decision:
        """A new ticket for this action."""
        round_, own_bytes = self.round, plan[4]
        if len(self.open) >= self._few or self._plan_bytes or own_bytes:
            self._keep_within_memory(TICKET_BYTES + own_bytes)
        decision: Decision = _new_decision(Decision, (action, chance, round_, self.owner))
        self.open[round_] = (decision, self.version, plan)
        self.round = round_ + 1
        self._plan_bytes += own_bytes
        return decision

    def _keep_within_memory(self, more: int) -> None:
        """Before the decision that takes so much more: where warnings are errors, it has not been."""
        if len(self.open) * TICKET_BYTES + self.journal.room * BYTES_AN_ENTRY + self._plan_bytes + more > self.memory:
            self._make_room(-1, 0, more)

    def find(self, decision: Any) -> Ticket:
        """The open ticket that is meant, or an error that says why there is none."""
        if type(decision) is Decision:
            ticket = self.open.get(decision[2]) if type(decision[2]) is int else None
            return ticket if ticket is not None and ticket[0] is decision else self._of(decision)
        try:
            if isinstance(decision, (bool, np.bool_)):
                raise TypeError
            round_ = operator.index(decision)
        except TypeError:
            raise InvalidTicket(f"{decision!r} is neither a Decision nor the number of a round") from None
        if round_ not in self.open:
            self._refuse_closed(round_)
        return self.open[round_]

    def _of(self, decision: Decision) -> Ticket:
        try:
            ticket = self.open.get(decision[2])
            if ticket is not None and (ticket[0] is decision or tuple(ticket[0]) == tuple(decision)):
                return ticket
        except (TypeError, ValueError):
            raise InvalidTicket(f"no learner made {decision}; hand back what decide() returned") from None
        if decision.owner != self.owner:
            raise ForeignTicket(f"{decision} was not made by this learner; hand it to the one that made it")
        if ticket is not None:
            raise ForeignTicket(f"{decision} was altered: round {decision.round} made {ticket[0]}; hand that back")
        return self._refuse_closed(decision.round)

    def _refuse_closed(self, round_: int) -> NoReturn:
        if not 0 <= round_ < self.round:
            raise ForeignTicket(f"round {round_} has not been decided by this learner, which is at round {self.round}")
        if round_ in self.given_up:
            raise Forgotten(f"round {round_} was given up; raise ticket_memory= to keep more decisions open")
        or_not = "" if self.forgotten == len(self.given_up) else ", or it was given up long ago"
        raise AlreadyLearned(
            f"round {round_} is closed: its losses were learned before{or_not}; learn each decision once"
        )

    def close(self, round_: int) -> None:
        """Nothing is kept for this ticket any more."""
        own_bytes = self.open.pop(round_)[2][4]
        if own_bytes:
            self._plan_bytes -= own_bytes
        if not self.open and self.journal.size:
            self.journal.clear()

    def hold(self, more: int) -> None:
        """So many bytes more are held because of open tickets, or less."""
        self._plan_bytes += more

    def __getstate__(self) -> dict[str, Any]:
        """Whom to tell is for whoever holds this to say again."""
        return {**self.__dict__, "on_give_up": None}

    def give_up(self, round_: int) -> None:
        """Close a ticket whose losses will never come."""
        if self.on_give_up is not None:
            self.on_give_up(round_)
        self.close(round_)
        self.forgotten += 1
        self.given_up[round_] = None
        if len(self.given_up) > 2 * MOST_GIVEN_UP:
            self.given_up = dict.fromkeys(list(self.given_up)[-MOST_GIVEN_UP:])

    def _forget_oldest(self, but: int) -> None:
        """Forget some at once: finding the oldest, and then what the journal need not hold any more, takes time."""
        known, share = self.forgotten, 16 if self.journal.size else 64
        others = (round_ for round_ in self.open if round_ != but)
        for round_ in list(islice(others, 1 + len(self.open) // share)):
            self.give_up(round_)
        if known.bit_length() < self.forgotten.bit_length():  # not at each of them: when their number has doubled
            warn(
                f"{self.forgotten} of {self.round} decisions have been given up, open ones the oldest first, to keep "
                f"within ticket_memory={self.memory} bytes; learn sooner, forget() what will never come, or raise it",
                ForgottenWarning,
            )

    def make_room_to_note(self, round_: int, entries: int) -> None:
        """Before ``round_`` is learned: where warnings are errors, it has not been."""
        if len(self.open) > (round_ in self.open):
            self._make_room(round_, entries, 0)

    def make_room_to_hold(self, round_: int, more: int) -> None:
        """Before ``round_`` is learned, if so many bytes more are to be held then."""
        if self._memory_used(0) + more > self.memory:
            self._make_room(round_, 0, more)

    def note(self, positions: NDArray[np.int64], before: Floats, besides: int = 1) -> None:
        """Keep what was overwritten, for open tickets ``besides`` the one being learned."""
        if len(self.open) > besides:
            self.journal.record(self.version, positions, before)

    def _make_room(self, round_: int, entries: int, more: int) -> None:
        """Compact the journal when it is full; when that is not enough, forget the oldest tickets but ``round_``."""
        allowed = self.memory - more
        if self.journal.size + entries <= self.journal.room and self._memory_used(entries) <= allowed:
            return
        if self.journal.size:
            self.journal.compact(self._open_versions())
        while self._memory_used(entries) > allowed and len(self.open) > (round_ in self.open):
            self._forget_oldest(but=round_)
            if self.journal.size:
                self.journal.compact(self._open_versions())

    def tidy(self) -> None:
        """Drop what no open ticket needs: what is left does not depend on when that was done before."""
        self.journal.compact(self._open_versions())

    def _memory_used(self, entries: int) -> int:
        journal = self.journal.room_with(entries) if self.journal.size + entries else 0
        return journal * BYTES_AN_ENTRY + len(self.open) * TICKET_BYTES + self._plan_bytes

    def reopen(self, decision: Decision, version: int, plan: Plan) -> None:
        """A ticket as it was when a snapshot was taken."""
        self.open[decision.round] = decision, version, plan
        self._plan_bytes += plan.own_bytes

    def _open_versions(self) -> NDArray[np.int64]:
        """That of a ticket being learned too: where warnings are errors, it may not be learned after all."""
        return np.array(sorted({ticket[1] for ticket in self.open.values()}), np.int64)


def positions_of(actions: NDArray[np.int64], biased: int) -> NDArray[np.int64]:
    """Where the totals of these actions stand in a state."""
    return (actions if biased < 0 else np.append(actions, biased)) + HEADER


def _checked_memory(value: Any) -> int:
    return max(whole("ticket_memory", value, 0, 2**63 - 1), TICKET_BYTES)

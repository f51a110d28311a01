"""The certificate of a learner that plays: an upper limit on its regret so far, true at all times at once.

Rounds are entered in the order of decisions, by the law that each was drawn from. A round whose losses are late holds
up those after it: they are looked at when they are learned, and wait. Until a round is entered it counts 1. A round
that is given up is entered as the worst that it can have been; where not even its graph is known nothing can be said
of unseen own losses from then on, but that each is at most 1.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from sidelight.certificates import Certificate
from sidelight.certificates.auditor import Auditor
from sidelight.certificates.blocks import Blocks
from sidelight.certificates.names import Names
from sidelight.graphs import FeedbackGraph, Kind
from sidelight.graphs.plain import array_from_plain, array_to_plain
from sidelight.kernels import certificate as layout
from sidelight.kernels import certificate_drawn as kernel
from sidelight.kernels.memory import Places
from sidelight.learners.table import Serves
from sidelight.learners.waiting import Looked, Waiting

if TYPE_CHECKING:
    from sidelight.learners.learner import Learner

Floats = NDArray[np.float64]
SCALES = 9
AWARE = (Serves.FULL, Serves.BANDIT, Serves.SELF_AWARE)


class Audit:
    """What a learner with ``certify=True`` keeps besides its weights."""

    def __init__(self, learner: Learner, delta: float) -> None:
        n, graph = learner.n_actions, learner.graph
        always = learner.strict and learner.algorithm.serves in AWARE
        self.delta, self._dominated = delta, learner.dominated
        self.self_aware = always or (graph is not None and graph.kind is Kind.SELF_AWARE)
        self._auditor = Auditor(Names(n, None), delta, SCALES, self_aware=self.self_aware, tight=False, sharp=False)
        self.entered = 0  # rounds
        self.lost = 0
        self.rows, self.numbers = np.zeros(n, np.int64), np.zeros(kernel.FLOATS * n)
        self._waiting = Waiting()
        self._unseen = Blocks()

    @property
    def held(self) -> int:
        """Bytes of what waits."""
        return self._waiting.held

    def would_hold(self, looked: Looked) -> int:
        """Bytes more, should this round wait too."""
        return self._waiting.held_with(looked) - self._waiting.held

    @property
    def state(self) -> Floats:
        """Of the kernel."""
        return self._auditor.state

    def look(
        self, places: Places, graph: FeedbackGraph, mass: float, action: int, losses: tuple[int, bool, int, float]
    ) -> Looked:
        """At a round on this graph, with the law at these places; losses as kernels are given them."""
        strong = graph.kind in (Kind.SELF_AWARE, Kind.STRONG)
        count, blind, variance = kernel.looked(
            places.table, mass, action, *losses, strong, self._dominated, self.rows, self.numbers
        )
        each = self.numbers.reshape(kernel.FLOATS, -1)[:, : max(count, 0)]
        return Looked(graph, action, self.rows[: max(count, 0)].copy(), each.flatten(), blind, variance)

    def take(self, round_: int, looked: Looked) -> None:
        """A round has been learned: enter it, or let it wait for those before it."""
        if round_ > self.entered:
            self._waiting.put(round_, looked)
            return
        self._enter(looked)
        while self.entered in self._waiting.rounds:
            self._enter(self._waiting.take(self.entered))

    def _enter(self, looked: Looked) -> None:
        graph = looked.graph
        if graph is None:
            self.state[layout.ROUNDS] += 1.0
            self.state[layout.OWN] += 1.0
            if not self.self_aware:
                self.state[layout.VARIANCE] = math.inf
        else:
            kernel.entered(
                self.state, graph.packed, looked.action, looked.rows.size, looked.rows, looked.numbers,
                looked.blind, looked.variance,
            )  # fmt: skip
            if not graph.loops[looked.action]:
                self._unseen.add(self.entered)
        self.entered += 1
        self.lost += looked.lost

    def give_up(self, round_: int, looked: Looked) -> None:
        """A round whose losses will never come."""
        self.take(round_, looked._replace(lost=True))

    def to_plain(self, number_of: Callable[[FeedbackGraph | None], int | None]) -> dict[str, Any]:
        """As JSON can hold it; graphs by number."""
        return {
            "state": array_to_plain(self.state),
            "entered": self.entered,
            "lost": self.lost,
            "waiting": [
                [round_, number_of(looked.graph), looked.action, array_to_plain(looked.rows),
                 array_to_plain(looked.numbers), array_to_plain(np.array([looked.variance, looked.blind, looked.lost]))]
                for round_, looked in self._waiting.rounds.items()
            ],
            "unseen": [self._unseen.width, self._unseen.counts.tolist()],
        }  # fmt: skip

    def resume(self, plain: Mapping[str, Any], graphs: Sequence[FeedbackGraph], rounds: int) -> None:
        """Go on from there, after so many decisions."""
        self.state[:] = self._checked_state(array_from_plain(plain["state"]))
        self.entered, self.lost = plain["entered"], plain["lost"]
        if not (_counts(self.entered, rounds) and _counts(self.lost, rounds)):
            raise ValueError("so many rounds cannot have been entered")
        for number, graph, action, rows, numbers, rest in plain["waiting"]:
            variance, blind, lost = array_from_plain(rest).tolist()
            on = None if graph is None else graphs[graph]
            numbered = _counts(number, rounds - 1) and number > self.entered and (on is None or graph >= 0)
            each = array_from_plain(rows), array_from_plain(numbers)
            looked = Looked(on, action, *each, bool(blind), variance, bool(lost))
            if not (numbered and self._is_possible(looked)):
                raise ValueError("a round that waits is not one of such a certificate")
            self._waiting.put(number, looked)
        self._unseen.resume(*plain["unseen"])

    def _checked_state(self, state: Floats) -> Floats:
        """A state for the same actions, scales and confidence; kernels would go beyond another."""
        sums = layout.ROUNDS, layout.OWN, layout.UNSEEN, layout.ESTIMATED, layout.VARIANCE
        fixed = np.delete(np.arange(layout.HEADER + 2 * SCALES), sums)
        same = state.shape == self.state.shape and np.allclose(state[fixed], self.state[fixed], rtol=1e-12, atol=0.0)
        if not same or np.isnan(state).any():
            raise ValueError("the state is not one of such a certificate")
        return state

    def _is_possible(self, looked: Looked) -> bool:
        n, rows = self.rows.size, looked.rows
        sound = rows.dtype == np.int64 and rows.ndim == 1 and looked.numbers.shape == (kernel.FLOATS * rows.size,)
        inside = _counts(looked.action, n - 1) and not np.any((rows < 0) | (rows >= n))
        alike = rows.size == 0 if looked.graph is None else looked.graph.n_actions == n
        return bool(sound and inside and alike and not np.isnan([*looked.numbers, looked.variance]).any())

    def certificate(self, rounds: int, graph: FeedbackGraph | None) -> Certificate:
        """After so many decisions."""
        by_action, open_ = self._auditor.by_action(), rounds - self.entered
        best = int(np.argmax(by_action))
        added, charged = self._auditor.unseen(best)
        for numbers in (values := np.array([self.value(rounds)]), by_action := by_action + open_):
            numbers.setflags(write=False)
        return Certificate(
            values=values,
            by_action=by_action,
            lower=None,
            best_below=0,
            delta=self.delta,
            method="fast",
            sharp=False,
            best=best,
            since=None,
            first_round=0,
            labels=None if graph is None else graph.labels,
            own_losses_seen=self._auditor.header(layout.OWN),
            unseen_rounds=int(self._auditor.header(layout.UNSEEN)),
            unseen_part=added,
            unseen_estimated=added < charged,
            unseen_stretch=self._unseen.shortest(0.5),
            open_rounds=open_,
            lost_rounds=self.lost,
            rewards=False,
            rounds=rounds,
        )

    def value(self, rounds: int) -> float:
        """The number alone."""
        return float(self._auditor.by_action().max()) + (rounds - self.entered)


def _counts(number: Any, most: int) -> bool:
    return type(number) is int and 0 <= number <= most

"""A certified learner at play, in whatever order its losses come, and what its log would say of it."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

import sidelight as sl
from sidelight import FeedbackGraph, Kind, Learner
from sidelight.certificates.auditor import Auditor
from sidelight.certificates.entry import Entry
from sidelight.certificates.names import Names
from sidelight.kernels import certificate as layout
from sidelight.kernels.weights import MIX
from sidelight.learners.certified import SCALES
from tests.learners_at_hand import chances_on, decided, losses_of, revealed, usual_graph


class Drawn(NamedTuple):
    """A decision as a log would have it."""

    action: int
    chances: NDArray[np.float64]
    graph: FeedbackGraph
    losses: NDArray[np.float64]
    known: bool  # whether the learner knows the graph before the losses come
    variance: float  # of the estimate of unseen own losses, as the learner bounds it


class Live:
    """Plays, remembers what it played, and asks the log."""

    def __init__(self, learner: Learner) -> None:
        self.learner = learner
        self.rounds: list[Drawn] = []
        self.learned: set[int] = set()

    def decide(self, graph: FeedbackGraph) -> int:
        """Draw, on this graph; returns the round."""
        learner, chances = self.learner, chances_on(self.learner, graph)
        decision = decided(learner, graph)
        known = learner.informed or learner.graph is not None
        plan = learner._tickets.open[decision.round][2]
        variance = _variance(learner, graph, chances, plan.mass, plan.shares.size > 1)
        losses = losses_of(3, decision.round, learner.n_actions)
        self.rounds.append(Drawn(decision.action, chances, graph, losses, known, variance))
        return decision.round

    def learn(self, round_: int) -> None:
        """From the losses of this round."""
        drawn, ticket = self.rounds[round_], self.learner.open[round_]
        self.learner.learn(
            ticket, revealed(drawn.graph, ticket, drawn.losses), **usual_graph(self.learner, drawn.graph)
        )
        self.learned.add(round_)

    def rows(self) -> list[dict[str, Any]]:
        """The log, with all chances; of lost rounds whose graph was not known only that they were."""
        rows: list[dict[str, Any]] = []
        for round_, drawn in enumerate(self.rounds):
            row: dict[str, Any] = {"action": drawn.action, "round": round_}
            lost = round_ not in self.learned and round_ not in self.learner.open
            if not lost or drawn.known:
                row |= {"chances": drawn.chances, "graph": drawn.graph.with_labels(None)}
            if round_ in self.learned:
                row["losses"] = {int(j): float(drawn.losses[j]) for j in drawn.graph.reveals(drawn.action)}
            rows.append(row | ({"lost": True} if lost else {}))
        return rows

    def certified(self) -> sl.Certificate:
        """What the log says through the public door."""
        assert self.learner._audit is not None
        options: Any = {"self_aware": self.learner._audit.self_aware, "labels": range(self.learner.n_actions)}
        return sl.certify(self.rows(), None, self.learner._audit.delta, **options)

    def expected(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The limit against each action that the log gives, with the variances that the learner is to use; its state.

        The state is that of the leading rounds whose losses are there; all others count 1 each.
        """
        audit, n = self.learner._audit, self.learner.n_actions
        assert audit is not None
        auditor = Auditor(Names(n, None), audit.delta, SCALES, self_aware=audit.self_aware, tight=False, sharp=False)
        entered = 0
        for round_, drawn in enumerate(self.rounds):
            if round_ in self.learner.open:
                break
            lost = round_ not in self.learned
            known = not lost or drawn.known
            shown = drawn.graph.reveals(drawn.action)
            losses = None if lost else (shown, drawn.losses[shown])
            before = auditor.state[layout.VARIANCE]
            auditor.enter(
                Entry("", drawn.action, drawn.graph if known else None, drawn.chances if known else None, losses, lost)
            )
            if known:
                auditor.state[layout.VARIANCE] = before + drawn.variance
            entered += 1
        return auditor.by_action() + (len(self.rounds) - entered), auditor.state


def _variance(
    learner: Learner, graph: FeedbackGraph, chances: NDArray[np.float64], mass: float, on_a_set: bool
) -> float:
    """As docs/theory/certificates.md has it."""
    loopless = np.flatnonzero(~graph.loops)
    if loopless.size == 0:
        return 0.0
    if type(learner) is sl.WeakIX and mass > 0.0:
        return 1.0 + 1.0 / float(learner._state[MIX])
    seen = np.array([chances[graph.revealed_by(int(j))].sum() for j in loopless])
    if graph.kind is Kind.STRONG and not on_a_set:
        heavy = chances[loopless] > 0.5
        return 3.0 + float((1.0 / seen[heavy]).sum())
    share, seen = chances[loopless][seen > 0.0], seen[seen > 0.0]
    return float(share.sum() * (1.0 + (share / seen).sum()))

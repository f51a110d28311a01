"""The two ways to decide: before the graph is known, and after."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any, overload

from sidelight.errors import GraphTooEarly, InvalidParameter, MissingGraph
from sidelight.graphs import FeedbackGraph
from sidelight.graphs.families.checks import whole
from sidelight.learners.decision import Decision
from sidelight.learners.doors import DRAW
from sidelight.learners.learner import Floats, Learner
from sidelight.learners.plans import NOT_AT_ALL, Plan

MOST_AT_ONCE = 10**7
PLAN_MEMORY = 64 * 2**20  # bytes of exploration kept, one plan at least
KEPT_PLANS = 256  # a programme solved once serves every equal graph


class Uninformed(Learner):
    """Decides without the graph, which it sees only with the losses (or has been told once, as ``graph=``)."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._plan = self._explored(NOT_AT_ALL._replace(size=1.0))

    def _resume(self, truth: Floats) -> None:
        super()._resume(truth)
        self._plan = self._explored(self._plan)

    @overload
    def decide(self, graph: None = None, *, action: Any = None) -> Decision: ...
    @overload
    def decide(self, graph: None = None, *, n: int, action: Any = None) -> list[Decision]: ...
    def decide(self, graph: None = None, *, action: Any = None, n: int | None = None) -> Decision | list[Decision]:
        """Draw an action by the chances, or take the given ``action``, a logged one replayed; ``n`` at once."""
        if graph is not None:
            raise GraphTooEarly(
                f"{type(self).__name__} decides before it sees the graph; give it to learn(..., graph=), "
                "or to the constructor if it never changes"
            )
        if action is None and n is None:  # in few words, for it is the step of everybody's loop
            tickets, (_, shares, mass, _, _, _) = self._tickets, self._plan
            if shares is not self._shares:
                self._explore_by(shares)
            drawn, chance = self._draw(self._places.table, mass, self.seed, DRAW, tickets.round)
            return tickets.issue(drawn, chance, self._plan)
        if n is None:
            return self._decided(self._plan, action)
        return [self._decided(self._plan, action) for _ in range(whole("n", n, 0, MOST_AT_ONCE))]

    def plan_for(self, graph: FeedbackGraph) -> Plan:
        """How a round on this graph is explored, which the learner must accept: here always in the same way."""
        if graph is not self._accepted:
            self._graph_of(self.graph, graph)
        return self._plan

    def chances(self, graph: None = None) -> Floats:
        """The distribution p~ that the next action is drawn from, exploration mixed in."""
        if graph is not None:
            raise GraphTooEarly(f"the chances of {type(self).__name__} do not depend on the graph; leave it out")
        return self._chances(self._plan)


class Informed(Learner, ABC):
    """Decides with the graph of the round before it (unless it was told once, as ``graph=``)."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._plans: dict[tuple[str, str], Plan] = {}  # without their graphs, which may be large
        self._latest = NOT_AT_ALL

    @overload
    def decide(
        self, graph: FeedbackGraph | None = None, *, action: Any = None, explore: Iterable[int] | None = None
    ) -> Decision: ...
    @overload
    def decide(
        self, graph: FeedbackGraph | None = None, *, n: int, action: Any = None, explore: Iterable[int] | None = None
    ) -> list[Decision]: ...
    def decide(
        self,
        graph: FeedbackGraph | None = None,
        *,
        action: Any = None,
        n: int | None = None,
        explore: Iterable[int] | None = None,
    ) -> Decision | list[Decision]:
        """Draw an action by the chances on this graph, or take the given ``action``; ``n`` at once.

        ``explore`` is this round's dominating set, where the caller knows a better one.
        """
        plan = self.plan_for(graph, explore)
        decided = self._decided if self.schedule is None else self._decided_on_schedule
        if n is None:
            return decided(plan, action)
        return [decided(plan, action) for _ in range(whole("n", n, 0, MOST_AT_ONCE))]

    def chances(self, graph: FeedbackGraph | None = None, *, explore: Iterable[int] | None = None) -> Floats:
        """The distribution p~ that the next action would be drawn from on this graph, exploration mixed in."""
        plan = self.plan_for(graph, explore)
        if self.schedule is None or not self._learns:
            return self._chances(plan)
        state = self._before_deciding(plan.size)
        return self._chances(self._explored(plan, state), state)

    def plan_for(self, given: FeedbackGraph | None, explore: Iterable[int] | None = None) -> Plan:
        """How a round on this graph, which the learner must accept, is explored."""
        graph = self._graph_now(given)
        if explore is not None:
            given_plan = self._explored(self._given_plan(graph, explore))
            return given_plan._replace(graph=graph, own_bytes=given_plan.shares.nbytes)
        if graph is not self._latest.graph:
            self._latest = self._explored(self._plan_of(graph)._replace(graph=graph))
        return self._latest

    def _plan_of(self, graph: FeedbackGraph) -> Plan:
        # By storage too: equal graphs held differently may find other sets, and a restored learner must find the same.
        key = graph.digest, graph.storage
        plan = self._plans.get(key)
        if plan is None:
            plan = self._plans[key] = self._new_plan(graph)
            most = max(1, min(KEPT_PLANS, PLAN_MEMORY // max(plan.shares.nbytes, 1)))
            while len(self._plans) > most:
                del self._plans[next(iter(self._plans))]
        return plan

    def _graph_now(self, given: FeedbackGraph | None) -> FeedbackGraph:
        if given is None or given is self.graph:
            if self.graph is None:
                raise MissingGraph(
                    f"{type(self).__name__} needs the graph before it decides: decide(graph), "
                    "or graph= in the constructor if it never changes"
                )
            return self.graph
        if self.graph is not None:
            return self._graph_of(self.graph, given)
        return given if given is self._accepted else self._accept(given)

    @abstractmethod
    def _new_plan(self, graph: FeedbackGraph) -> Plan:
        """How a round on a graph that was not met before is explored."""

    def _given_plan(self, graph: FeedbackGraph, explore: Iterable[int]) -> Plan:
        raise InvalidParameter(f"explore= is for learners with a dominating set, not {type(self).__name__}")

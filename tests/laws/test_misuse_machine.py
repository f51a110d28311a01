"""Valid use and every misuse, mixed at random: a named error each time, and the learner as it was.

A twin sees the valid use only; in the end, and all along, both must be the same bit for bit. From time to time the
learner goes through JSON and back.
"""

import json
import math
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from tests.learners_at_hand import ALL, N, chances_on, decided, graphs_for, made, revealed, usual_graph

import sidelight as sl
from sidelight import Decision, FeedbackGraph, graphs

BUILTIN = (ValueError, TypeError, LookupError)
WRONG_NUMBERS: list[Any] = [math.nan, math.inf, -math.inf, -0.1, 1.1, "x", None, 10**400, [0.5], 1j]
WRONG_KEYS: list[Any] = ["no such label", N, -1, True, 1.0, None, math.nan, (0,), 10**30]
WRONG_ARRAYS: list[Any] = [
    "x", None, 5j, [[0.5] * N], np.full((N, 1), 0.5), np.full(N + 1, 0.5), np.array(["a"] * N), np.array([None] * N),
    np.full(N, 1j), np.ma.array([0.5] * N, mask=[True] * N), {0.1, 0.2}, ...,
]  # fmt: skip
WRONG_TICKETS: list[Any] = [None, "0", 0.0, True, -1, 10**9, (0, 0.5, 0, 1), [], Decision(0, 0.5, 0, 1), math.nan]
WRONG_GRAPHS: list[Any] = [
    graphs.full_information(N - 1), graphs.full_information(N + 1), np.eye(N), "graph", 0, [], graphs,
    FeedbackGraph.from_edges(N, [(0, 0)]), graphs.revealing_action(N).induced(range(1, N)),
]  # fmt: skip
WRONG_ACTIONS: list[Any] = [N, -1, "z", 1.0, True, [0], np.array([0, 1]), 10**30, math.nan]
WRONG_SETS: list[Any] = [[N], [-1], [0, 0], "0", 5, [[0]], [0.5], ["a"], [None], ...]
seeds = st.integers(0, 10**6)


class Misuse(RuleBasedStateMachine):
    """One learner that suffers, and one that does not."""

    learner: sl.Learner
    twin: sl.Learner

    @initialize(
        name=st.sampled_from(ALL), labelled=st.booleans(), fixed=st.booleans(), certify=st.booleans(), which=seeds
    )
    def begin(self, name: str, labelled: bool, fixed: bool, certify: bool, which: int) -> None:
        pool = graphs_for(name)
        if labelled:
            pool = [graph.with_labels(list("abcdef")) for graph in pool]
        self.graph = pool[which % len(pool)] if fixed else None
        self.pool = [self.graph] if self.graph is not None else pool
        self.learner, self.twin = (made(name, graph=self.graph, certify=certify) for _ in range(2))
        self.waiting: dict[int, FeedbackGraph] = {}
        self.closed: list[Decision] = []

    # Valid use, of both.

    def both(self, call: Any) -> Any:
        one, other = call(self.learner), call(self.twin)
        assert repr(one) == repr(other)
        return one

    def shown(self, graph: FeedbackGraph) -> tuple[FeedbackGraph, ...]:
        return (graph,) if self.learner.algorithm.informed else ()

    @rule(seed=seeds, forced=st.booleans())
    def decide(self, seed: int, forced: bool) -> None:
        graph = self.pool[seed % len(self.pool)]
        action = seed % N if forced else None
        decision = self.both(lambda learner: decided(learner, graph, action=action))
        self.waiting[decision.round] = graph
        assert len(self.learner.open) == len(self.waiting)

    @precondition(lambda self: self.waiting)
    @rule(seed=seeds, by_round=st.booleans(), as_array=st.booleans())
    def learn(self, seed: int, by_round: bool, as_array: bool) -> None:
        round_, graph = list(self.waiting.items())[seed % len(self.waiting)]
        ticket = self.learner.open[round_]
        losses: Any = revealed(graph, ticket, np.random.default_rng(seed).random(N))
        if as_array:
            losses = list(losses.values())
        given = usual_graph(self.learner, graph) if self.graph is None else {}
        self.both(lambda learner: learner.learn(round_ if by_round else learner.open[round_], losses, **given))
        del self.waiting[round_]
        self.closed.append(ticket)

    @precondition(lambda self: self.waiting)
    @rule(seed=seeds)
    def forget(self, seed: int) -> None:
        round_ = list(self.waiting)[seed % len(self.waiting)]
        self.closed.append(self.learner.open[round_])
        self.both(lambda learner: learner.forget(round_))
        del self.waiting[round_]

    @rule()
    def restart(self) -> None:
        """Through JSON; tickets of the one before must serve the one after."""
        before = self.learner.open
        self.learner = sl.restore(json.loads(json.dumps(self.learner.snapshot())))
        assert [tuple(ticket) for ticket in self.learner.open.values()] == [tuple(ticket) for ticket in before.values()]

    # Misuse, of one.

    def refused(self, wrong: Any, *arguments: Any, **options: Any) -> None:
        before = self.learner.snapshot(), self.learner._state.tobytes()
        with pytest.raises(sl.SidelightError) as caught:
            wrong(*arguments, **options)
        assert isinstance(caught.value, BUILTIN)
        assert type(caught.value) is not sl.SidelightError
        assert len(str(caught.value)) > 20
        assert (self.learner.snapshot(), self.learner._state.tobytes()) == before

    @property
    def informed(self) -> bool:
        return self.learner.algorithm.informed

    def some_open(self, seed: int) -> tuple[Decision, FeedbackGraph, dict[Any, float], dict[str, Any]]:
        round_, graph = list(self.waiting.items())[seed % len(self.waiting)]
        ticket = self.learner.open[round_]
        losses = revealed(graph, ticket, np.random.default_rng(seed).random(N))
        return ticket, graph, losses, usual_graph(self.learner, graph)

    @precondition(lambda self: self.waiting)
    @rule(seed=seeds, number=st.sampled_from(WRONG_NUMBERS))
    def wrong_number(self, seed: int, number: Any) -> None:
        ticket, _, losses, given = self.some_open(seed)
        for key in list(losses)[:2]:
            self.refused(self.learner.learn, ticket, {**losses, key: number}, **given)
            aligned = [number if other == key else loss for other, loss in losses.items()]
            self.refused(self.learner.learn, ticket, aligned, **given)

    @precondition(lambda self: self.waiting)
    @rule(seed=seeds, key=st.sampled_from(WRONG_KEYS))
    def wrong_key(self, seed: int, key: Any) -> None:
        ticket, _, losses, given = self.some_open(seed)
        others = {action: loss for action, loss in losses.items() if action != key}  # for True is 1 as a key
        self.refused(self.learner.learn, ticket, {**others, key: 0.5}, **given)
        self.refused(self.learner.learn, ticket, {key: 0.5, **others}, **given)

    @precondition(lambda self: self.waiting)
    @rule(seed=seeds)
    def missing_or_not_revealed(self, seed: int) -> None:
        ticket, graph, losses, given = self.some_open(seed)
        if losses:
            left_out = list(losses)[seed % len(losses)]
            fewer = {key: loss for key, loss in losses.items() if key != left_out}
            self.refused(self.learner.learn, ticket, fewer, **given)
            self.refused(self.learner.learn, ticket, list(fewer.values()), **given)
            if graph.labels is not None:  # one action under two names
                self.refused(self.learner.learn, ticket, {**losses, graph.index(left_out): 0.5}, **given)
        hidden = set(range(N)) - set(graph.reveals(ticket.action).tolist())
        for j in list(hidden)[:2]:
            self.refused(self.learner.learn, ticket, {**losses, graph.label(j): 0.5}, **given)
            self.refused(self.learner.learn, ticket, {**dict(list(losses.items())[1:]), graph.label(j): 0.5}, **given)

    @precondition(lambda self: self.waiting)
    @rule(seed=seeds, array=st.sampled_from(WRONG_ARRAYS))
    def wrong_array(self, seed: int, array: Any) -> None:
        ticket, _, _, given = self.some_open(seed)
        self.refused(self.learner.learn, ticket, array, **given)

    @rule(ticket=st.sampled_from(WRONG_TICKETS))
    def wrong_ticket(self, ticket: Any) -> None:
        given = usual_graph(self.learner, self.pool[0])
        self.refused(self.learner.learn, ticket, {0: 0.5}, **given)
        self.refused(self.learner.forget, ticket)

    @precondition(lambda self: self.closed)
    @rule(seed=seeds)
    def closed_ticket(self, seed: int) -> None:
        ticket = self.closed[seed % len(self.closed)]
        for again in (ticket, ticket.round, ticket._replace()):
            self.refused(self.learner.learn, again, {ticket.action: 0.5}, **usual_graph(self.learner, self.pool[0]))
            self.refused(self.learner.forget, again)

    @precondition(lambda self: self.waiting)
    @rule(seed=seeds)
    def altered_or_foreign_ticket(self, seed: int) -> None:
        ticket, graph, losses, given = self.some_open(seed)
        other = made(type(self.learner).__name__, graph=self.graph)
        foreign = decided(other, graph, action=ticket.action)
        changes: Any = (
            {"action": (ticket.action + 1) % N},
            {"chance": 2.0},
            {"round": 10**9},
            {"owner": 5},
            {"round": []},
        )
        for wrong in (foreign, *(ticket._replace(**change) for change in changes)):
            self.refused(self.learner.learn, wrong, losses, **given)

    @precondition(lambda self: self.waiting and type(self.learner) is not sl.Uniform)
    @rule(seed=seeds, graph=st.sampled_from(WRONG_GRAPHS))
    def wrong_graph(self, seed: int, graph: Any) -> None:
        ticket, _, losses, _ = self.some_open(seed)
        self.refused(self.learner.learn, ticket, losses, graph=graph)
        self.refused(self.learner.decide, graph)  # type: ignore[attr-defined]
        self.refused(self.learner.chances, graph)  # type: ignore[attr-defined]

    @precondition(lambda self: self.waiting and (self.informed or self.graph is not None))
    @rule(seed=seeds)
    def another_graph_of_the_same_size(self, seed: int) -> None:
        ticket, known, losses, _ = self.some_open(seed)
        other = known | graphs.full_information(N) if known.n_edges < N * N else graphs.bandit(N)
        self.refused(self.learner.learn, ticket, losses, graph=other)
        self.refused(self.learner.learn, ticket, losses, graph=known.with_labels(range(10, 10 + N)))

    @rule(seed=seeds)
    def graph_too_early_or_missing(self, seed: int) -> None:
        graph = self.pool[seed % len(self.pool)]
        decide: Any = self.learner.decide  # type: ignore[attr-defined]
        if not self.informed:
            self.refused(decide, graph)
            self.refused(decide, graph, n=3)
        elif self.graph is None:
            self.refused(decide)
        if self.waiting and self.graph is None and not self.informed and self.learner.usual_graph is None:
            ticket, _, losses, _ = self.some_open(seed)
            self.refused(self.learner.learn, ticket, losses)

    @rule(seed=seeds, action=st.sampled_from(WRONG_ACTIONS), n=st.sampled_from([-1, 1.5, "2", True, 10**12]))
    def wrong_action_or_number(self, seed: int, action: Any, n: Any) -> None:
        shown = self.shown(self.pool[seed % len(self.pool)])
        self.refused(self.learner.decide, *shown, action=action)  # type: ignore[attr-defined]
        self.refused(self.learner.decide, *shown, action=action, n=2)  # type: ignore[attr-defined]
        self.refused(self.learner.decide, *shown, n=n)  # type: ignore[attr-defined]

    @precondition(lambda self: self.informed)
    @rule(seed=seeds, explore=st.sampled_from(WRONG_SETS))
    def wrong_set(self, seed: int, explore: Any) -> None:
        graph = self.pool[seed % len(self.pool)]
        self.refused(self.learner.decide, graph, explore=explore)  # type: ignore[attr-defined]
        if type(self.learner) is sl.WeakIX and not graph.loops.all():
            self.refused(self.learner.decide, graph, explore=[])

    # Always.

    @invariant()
    def as_the_twin(self) -> None:
        assert self.learner._state.tobytes() == self.twin._state.tobytes()
        assert self.learner.open == self.twin.open
        assert self.learner.round == self.twin.round
        if self.learner.certified:
            assert repr(self.learner.certificate()) == repr(self.twin.certificate())

    def teardown(self) -> None:
        """Learn all that is open, and see that the two are still the same."""
        if not hasattr(self, "learner"):
            return
        while self.waiting:
            self.learn(seed=len(self.waiting), by_round=False, as_array=True)
        for graph in self.pool:
            assert np.array_equal(chances_on(self.learner, graph), chances_on(self.twin, graph))
        mine, its = self.learner.snapshot(), self.twin.snapshot()
        for apart in ("owner", "checksum"):
            del mine[apart], its[apart]
        assert mine == its


TestMisuse = Misuse.TestCase
TestMisuse.settings = settings(
    derandomize=True, deadline=None, max_examples=100, stateful_step_count=40, suppress_health_check=list(HealthCheck)
)

"""Decisions are tickets: late, out of order, several open, or never; and what is kept for them stays small."""

import copy
import itertools
import json
import pickle
import tracemalloc
import warnings
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.learners_at_hand import ALL, chances_on, decided, graphs_for, losses_of, made, revealed, usual_graph

import sidelight as sl
from sidelight import Decision, FeedbackGraph, Learner, graphs
from sidelight.kernels.weights import REFERENCE
from sidelight.learners.journal import Journal

LEARNERS, FIXED = ALL, list(sl.LEARNERS)  # on a schedule, eta depends on what was learned before
Open = list[tuple[Decision, FeedbackGraph]]


def some_open(learner: Learner, name: str, n_open: int) -> Open:
    """Several decisions on several graphs, other learning having gone on between them."""
    pool = graphs_for(name)
    kept: Open = []
    for round_ in range(3 * n_open):
        graph = pool[round_ % len(pool)]
        decision = decided(learner, graph)
        if round_ % 3:
            learn(learner, decision, graph)
        else:
            kept.append((decision, graph))
    return kept


def learn(learner: Learner, decision: Decision, graph: FeedbackGraph) -> sl.Learned:
    losses = revealed(graph, decision, losses_of(3, decision.round, learner.n_actions))
    return learner.learn(decision, losses, **usual_graph(learner, graph))


def step_of(learned: sl.Learned) -> NDArray[np.float64]:
    """What was added to the totals."""
    step = np.zeros(learned.graph.n_actions)
    for added in (learned.estimates, learned.bias):
        step[list(added)] += list(added.values())
    return step


@pytest.mark.parametrize("name", FIXED)
def test_a_late_ticket_is_learned_as_it_would_have_been_at_once(name: str) -> None:
    """Bit for bit: estimates and bias are those of a copy that stood still since the decision."""
    learner = made(name)
    kept: list[tuple[Decision, FeedbackGraph, dict[str, Any]]] = []
    for round_ in range(60):
        graph = graphs_for(name)[round_ % len(graphs_for(name))]
        decision = decided(learner, graph)
        if round_ % 3:
            learn(learner, decision, graph)
        else:
            kept.append((decision, graph, learner.snapshot()))
    rng = np.random.default_rng(4)
    for k in rng.permutation(len(kept)):
        decision, graph, at_the_time = kept[k]
        at_once = learn(sl.restore(at_the_time), decision, graph)
        before = learner.log_weights
        late = learn(learner, decision, graph)
        assert late.estimates == at_once.estimates
        assert late.bias == at_once.bias
        after = before - learner.parameters.get("eta", 0.0) * step_of(late)
        assert learner.log_weights == pytest.approx(after, rel=1e-12, abs=1e-12)
    assert not learner.open


def test_a_late_ticket_is_exact_although_weights_were_measured_anew_meanwhile() -> None:
    """By then all old weights are 1e150 or more of what weights are measured by."""
    graph = graphs.ring(6)
    learner = sl.Exp3IX(6, eta=1.0, gamma=0.1, graph=graph, seed=1)
    for round_ in range(20):
        learner.learn(learner.decide(), losses_of(1, round_)[:3])
    late = [learner.decide(action=0), learner.decide(action=3)]
    then = learner.snapshot()
    reference = learner._state[REFERENCE]
    while learner.log_weights.max() > -1000.0:
        learner.learn(learner.decide(), [1.0, 1.0, 1.0])
    assert abs(learner._state[REFERENCE] - reference) > 300
    for ticket in late:
        losses = losses_of(2, ticket.round)[:3]
        assert learner.learn(ticket, losses).estimates == sl.restore(then).learn(ticket, losses).estimates
    assert np.isfinite(learner.log_weights).all()


@pytest.mark.parametrize("name", FIXED)
def test_any_order_of_learning_gives_the_same_weights(name: str) -> None:
    ends = []
    for order in itertools.islice(itertools.permutations(range(6)), 0, 720, 97):
        learner = made(name)
        kept = some_open(learner, name, 6)
        for k in order:
            learn(learner, *kept[k])
        ends.append(learner.log_weights)
    for end in ends:
        assert end == pytest.approx(ends[0], rel=1e-12, abs=1e-12)


@pytest.mark.parametrize("name", FIXED)
def test_learning_late_but_in_order_is_exactly_an_all_at_once_reference(name: str) -> None:
    """All decisions first, so all estimates are from the first chances: sums of what one untouched learner says."""
    learner, untouched = made(name), made(name).snapshot()
    graph = graphs_for(name)[-1]
    totals = np.zeros(learner.n_actions)
    for ticket in [decided(learner, graph) for _ in range(40)]:
        losses = revealed(graph, ticket, losses_of(3, ticket.round))
        late = learner.learn(ticket, losses, **usual_graph(learner, graph))
        reference = sl.restore(untouched)
        same = decided(reference, graph, action=ticket.action)
        first = reference.learn(same, losses, **usual_graph(learner, graph))
        assert same.chance == ticket.chance
        assert (late.estimates, late.bias) == (first.estimates, first.bias)
        totals += step_of(first)
    assert learner.log_weights == pytest.approx(-learner.parameters.get("eta", 0.0) * totals, rel=1e-12)


@pytest.mark.parametrize("name", LEARNERS)
def test_tickets_never_learned_change_nothing(name: str) -> None:
    learner, alone = made(name), made(name)
    for round_ in range(50):
        graph = graphs_for(name)[round_ % len(graphs_for(name))]
        decided(learner, graph)
        decided(alone, graph)
        decision, same = decided(learner, graph), decided(alone, graph)
        alone.forget(round_ * 2)
        assert decision == same
        learn(learner, decision, graph)
        learn(alone, same, graph)
    assert np.array_equal(learner._state, alone._state)
    assert len(learner.open) == 50
    assert (len(alone.open), alone.forgotten) == (0, 50)


@pytest.mark.parametrize("name", LEARNERS)
def test_a_replayed_action_leaves_the_state_a_drawn_one_would(name: str) -> None:
    learner, replay = made(name), made(name, seed=12345)
    for round_ in range(60):
        graph = graphs_for(name)[round_ % len(graphs_for(name))]
        decision = decided(learner, graph)
        forced = decided(replay, graph, action=decision.action)
        assert forced == decision
        learn(learner, decision, graph)
        learn(replay, forced, graph)
        assert np.array_equal(learner._state, replay._state)


@pytest.mark.parametrize("name", LEARNERS)
def test_the_chance_on_the_ticket_is_that_of_the_action(name: str) -> None:
    learner = made(name)
    for round_ in range(60):
        graph = graphs_for(name)[round_ % len(graphs_for(name))]
        chances = chances_on(learner, graph)
        assert chances.sum() == pytest.approx(1.0, rel=1e-14)
        decision = decided(learner, graph, action=round_ % learner.n_actions if round_ % 2 else None)
        assert decision.chance == pytest.approx(chances[decision.action], rel=1e-12)
        learn(learner, decision, graph)


@pytest.mark.parametrize("name", LEARNERS)
def test_a_batch_is_as_many_decisions_one_by_one(name: str) -> None:
    learner, single = made(name), made(name)
    graph = graphs_for(name)[0]
    shown: Any = (graph,) if learner.algorithm.informed else ()
    decide: Any = learner.decide  # type: ignore[attr-defined]
    batch = decide(*shown, n=20)
    assert batch == [decided(single, graph) for _ in range(20)]
    assert len({decision.action for decision in batch}) > 1
    assert decide(*shown, n=0) == []
    assert [d.round for d in decide(*shown, n=2, action=3)] == [20, 21]
    assert [d.action for d in list(learner.open.values())[-2:]] == [3, 3]
    for decision in batch[:10]:
        learn(learner, decision, graph)
        learn(single, single.open[decision.round], graph)
    assert np.array_equal(learner._state, single._state)


@pytest.mark.parametrize(
    "copied",
    [
        lambda ticket: ticket,
        copy.copy,
        copy.deepcopy,
        lambda ticket: pickle.loads(pickle.dumps(ticket)),
        lambda ticket: Decision(*json.loads(json.dumps(ticket))),
        lambda ticket: ticket.round,
        lambda ticket: np.int64(ticket.round),
    ],
    ids=["itself", "copy", "deepcopy", "pickle", "json", "round", "numpy round"],
)
def test_a_ticket_may_travel(copied: Any) -> None:
    learner = sl.Exp3(4, eta=0.1, seed=2)
    tickets = learner.decide(n=3)
    assert learner.open == {0: tickets[0], 1: tickets[1], 2: tickets[2]}
    assert learner.learn(copied(tickets[1]), [0.5]).decision == tickets[1]
    for again in (tickets[1], copied(tickets[1]), 1):
        with pytest.raises(sl.AlreadyLearned):
            learner.learn(again, [0.5])
    learner.forget(copied(tickets[0]))
    assert learner.forgotten == 1
    for again in (tickets[0], copied(tickets[0]), 0):
        with pytest.raises(sl.Forgotten):
            learner.learn(again, [0.5])
        with pytest.raises(sl.Forgotten):
            learner.forget(again)
    assert list(learner.open) == [2]


def test_tickets_are_equal_and_hashed_by_what_they_say() -> None:
    one, other = (sl.Exp3(4, eta=0.1, seed=2).decide() for _ in range(2))
    assert one == other
    assert hash(one) == hash(other)
    assert tuple(one) != tuple(other)
    assert one != one._replace(action=one.action + 1)
    assert one != (one.action, one.chance, one.round)
    with pytest.raises(AttributeError):
        one.action = 2  # type: ignore[misc]


def test_a_ticket_of_another_learner_with_the_same_seed_is_refused() -> None:
    learner, other = (sl.Exp3(4, eta=0.1, seed=2) for _ in range(2))
    learner.decide()
    foreign = other.decide()
    with pytest.raises(sl.ForeignTicket, match="not made by this learner"):
        learner.learn(foreign, [0.5])
    with pytest.raises(sl.ForeignTicket, match="at round 1"):
        learner.learn(1, [0.5])
    other.learn(foreign, [0.5])


@pytest.mark.parametrize("name", LEARNERS)
@pytest.mark.parametrize("copied", [copy.deepcopy, copy.copy, lambda learner: pickle.loads(pickle.dumps(learner))])
def test_a_copy_of_a_learner_goes_its_own_way(name: str, copied: Any) -> None:
    learner = made(name)
    kept = some_open(learner, name, 4)
    twin = copied(learner)
    expected = sl.restore(learner.snapshot())
    before = learner.snapshot()
    for ticket, graph in kept:
        assert learn(twin, ticket, graph).estimates == learn(expected, ticket, graph).estimates
    for k in range(30):
        graph = graphs_for(name)[k % len(graphs_for(name))]
        decision, same = decided(twin, graph), decided(expected, graph)
        assert decision == same
        learn(twin, decision, graph)
        learn(expected, same, graph)
    assert twin.snapshot() == expected.snapshot()
    assert learner.snapshot() == before


def test_a_graph_at_construction_is_a_graph_in_every_round() -> None:
    ring = graphs.ring(5)
    fixed = sl.Exp3IX(5, eta=0.1, gamma=0.1, graph=ring, seed=3)
    each = sl.Exp3IX(5, eta=0.1, gamma=0.1, seed=3)
    weak, weak_each = (sl.WeakIX(5, eta=0.1, gamma=0.1, eps=0.1, graph=graph, seed=3) for graph in (ring, None))
    for round_ in range(50):
        losses = losses_of(1, round_, 5)
        one, other = fixed.decide(), each.decide()
        again = ring if round_ % 2 else None  # may be said again
        fixed.learn(one, revealed(ring, one, losses), graph=again)
        each.learn(other, revealed(ring, other, losses), graph=graphs.ring(5))
        one, other = weak.decide(ring) if round_ % 2 else weak.decide(), weak_each.decide(graphs.ring(5))
        weak.learn(one, revealed(ring, one, losses))
        weak_each.learn(other, revealed(ring, other, losses), graph=ring)
    assert np.array_equal(fixed._state, each._state)
    assert np.array_equal(weak._state, weak_each._state)
    assert weak.graph is ring
    assert weak_each.graph is None


@pytest.mark.parametrize("name", ["Exp3", "Exp3P", "Hedge"])
def test_a_usual_graph_may_be_left_out_or_said(name: str) -> None:
    graph = graphs.full_information(4) if name == "Hedge" else graphs.bandit(4)
    silent, spoken = made(name, 4), made(name, 4)
    for round_ in range(20):
        losses = losses_of(2, round_, 4)
        for learner, given in ((silent, None), (spoken, graph)):
            decision = decided(learner, graph)
            learner.learn(decision, revealed(graph, decision, losses), graph=given)
    assert np.array_equal(silent._state, spoken._state)


def test_losses_as_mapping_array_or_series_are_the_same() -> None:
    graph = graphs.ring(6).with_labels(list("uvwxyz"))
    forms: list[Any] = [
        [0.1, 0.2, 0.3], (0.1, 0.2, 0.3), np.array([0.1, 0.2, 0.3]), {"w": 0.2, "v": 0.1, "x": 0.3},
        {2: 0.2, 1: 0.1, 3: 0.3}, {"v": 0.1, 2: 0.2, np.int32(3): np.float64(0.3)},
    ]  # fmt: skip
    ends = []
    for form in forms:
        learner = sl.StrongIX(6, eta=0.2, gamma=0.1, beta=0.1, seed=1)
        learned = learner.learn(learner.decide(action=2), form, graph=graph)
        assert learned.own_loss == 0.2
        ends.append(learner.log_weights.tolist())
    assert all(end == ends[0] for end in ends)


# What is kept, and its bound.


def test_nothing_is_kept_while_one_ticket_is_open_at_a_time() -> None:
    learner = sl.Exp3Set(50, eta=0.1, graph=graphs.full_information(50), seed=1)
    for _ in range(100):
        learner.learn(learner.decide(), [0.5] * 50)
        assert learner._tickets.journal.size == 0
    assert learner._tickets.open == {}


def test_tens_of_thousands_of_open_tickets_stay_within_their_memory() -> None:
    memory = 2**20
    learner = sl.Exp3Set(40, eta=0.01, graph=graphs.full_information(40), seed=1, ticket_memory=memory)
    rng = np.random.default_rng(5)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for round_ in range(30_000):
            decision = learner.decide()
            if rng.random() < 0.1:
                learner.learn(decision, losses_of(1, round_ % 7, 40))
            used = learner._tickets.journal.nbytes + 512 * len(learner.open) if round_ % 97 == 0 else 0
            assert used <= memory
    assert {warning.category for warning in caught} == {sl.ForgottenWarning}
    assert len(caught) < 20  # at each doubling
    assert learner.forgotten > 25_000
    assert learner.forgotten + len(learner.open) < 30_000
    assert len(learner.open) > 300
    with pytest.raises(sl.Forgotten, match="ticket_memory"):
        learner.learn(learner.round - 9_000, [0.5] * 40)
    newest = next(reversed(learner.open))
    assert learner.learn(newest, [0.5] * 40).own_loss == 0.5
    oldest = next(iter(learner.open))
    assert learner.learn(oldest, [0.5] * 40).own_loss == 0.5


def test_the_warning_says_how_many_and_the_way_out() -> None:
    learner = sl.Exp3(4, eta=0.1, seed=1, ticket_memory=1024)
    learner.decide(n=2)
    with pytest.warns(sl.ForgottenWarning, match=r"1 of 2 decisions.*ticket_memory=1024.*forget\(\)") as caught:
        learner.decide()
    assert caught[0].filename == __file__
    assert list(learner.open) == [1, 2]


def test_where_that_warning_is_an_error_the_decision_has_not_been_and_nothing_was_learned() -> None:
    learner = sl.Exp3IX(50, eta=0.1, gamma=0.05, graph=graphs.full_information(50), seed=1, ticket_memory=3000)
    last = learner.decide(n=5)[-1]
    with warnings.catch_warnings():
        warnings.simplefilter("error", sl.ForgottenWarning)
        with pytest.raises(sl.ForgottenWarning):
            learner.decide()
        assert (learner.round, list(learner.open), learner.forgotten) == (5, [1, 2, 3, 4], 1)
        with pytest.raises(sl.ForgottenWarning):
            learner.learn(last, [0.5] * 50)
        assert last.round in learner.open
        assert not learner.log_weights.any()
        warnings.simplefilter("ignore", sl.ForgottenWarning)
        assert learner.learn(last, [0.5] * 50).own_loss == 0.5
    once = sl.Exp3IX(50, eta=0.1, gamma=0.05, graph=graphs.full_information(50))
    once.learn(once.decide(action=last.action), [0.5] * 50)
    assert np.array_equal(learner.weights, once.weights)


def test_a_late_ticket_that_such_an_error_kept_open_is_learned_by_the_law_it_was_drawn_from() -> None:
    """Making room for what it overwrites must not drop what it needs itself."""
    matrix = np.eye(50, dtype=bool)
    matrix[:, :25] = True
    graph, refused = FeedbackGraph.from_matrix(matrix), 0
    for rounds, memory in itertools.product((3, 7, 12), range(4000, 28_000, 1500)):
        learner = sl.Exp3IX(50, eta=1.0, gamma=0.05, graph=graph, seed=1, ticket_memory=memory)
        rng = np.random.default_rng(0)
        late, losses = learner.decide(), rng.random(50)
        shown = losses[graph.reveals(late.action)]
        with warnings.catch_warnings():
            warnings.simplefilter("error", sl.ForgottenWarning)
            try:
                for round_ in range(rounds):
                    newest = learner.decide(n=2 if round_ else 1)[0]  # so that no other is of the first weights
                    learner.learn(newest, rng.random(50)[graph.reveals(newest.action)])
            except sl.ForgottenWarning:
                continue
            twin = sl.restore(learner.snapshot())
            try:
                learner.learn(late, shown)
            except sl.ForgottenWarning:
                refused += 1
                warnings.simplefilter("ignore", sl.ForgottenWarning)
                assert learner.learn(late, shown).estimates == twin.learn(late, shown).estimates
    assert refused > 2


def test_what_is_forgotten_leaves_the_rest_exact() -> None:
    """With little memory fewer tickets stay open; those that do are learned as with much memory."""
    learner = sl.Exp3Set(40, eta=0.05, graph=graphs.full_information(40), seed=1, ticket_memory=40_000)
    rng, kept = np.random.default_rng(6), {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", sl.ForgottenWarning)
        for _ in range(400):
            decision = learner.decide()
            kept[decision.round] = decision, sl.restore(learner.snapshot())
            if rng.random() < 0.4:
                learner.learn(decision, rng.random(40))
    assert learner.forgotten > 50
    assert len(learner.open) > 10
    for round_ in list(learner.open)[::-1]:
        decision, then = kept[round_]
        losses = rng.random(40)
        assert learner.learn(decision, losses).estimates == then.learn(decision, losses).estimates


def test_a_thousand_open_tickets_at_a_hundred_thousand_actions_keep_no_copy_of_the_weights() -> None:
    n = 100_000
    learner = sl.Exp3IX(n, eta=0.1, gamma=0.01, graph=graphs.ring(n), seed=1)
    learner.learn(learner.decide(), [0.5] * 3)
    tracemalloc.start()
    for _ in range(1000):
        learner.decide()
        learner.learn(learner.decide(), [0.5] * 3)
    held, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(learner.open) == 1000
    assert learner._tickets.journal.nbytes <= 4 * 1000 * 3 * 24
    assert held < 2 * 2**20
    assert peak < 4 * 2**20


def test_a_ticket_costs_at_most_one_entry_an_action_however_long_it_stays_open() -> None:
    learner = sl.Exp3(64, eta=0.01, seed=1)
    learner.decide(n=1)
    for _ in range(10_000):
        learner.learn(learner.decide(), [0.5])
    assert learner._tickets.journal.nbytes <= 24 * 4 * 64


def test_a_full_journal_is_not_tidied_at_every_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """At K a power of two the useful entries just filled the room, and each step sorted them all again."""
    learner = sl.Exp3(64, eta=0.01, seed=1)
    tidied: list[int] = []
    tidy = Journal.compact

    def counted(self: Journal, open_versions: NDArray[np.int64]) -> None:
        tidied.append(self.size)
        tidy(self, open_versions)

    monkeypatch.setattr(Journal, "compact", counted)
    for ticket in learner.decide(n=5000)[:4000]:
        learner.learn(ticket, [0.5])
    assert 0 < len(tidied) < 4000 / 32


def test_what_a_learner_is_given_is_not_changed_or_kept() -> None:
    learner = sl.StrongIX(3, eta=0.1, gamma=0.1, beta=0.1, seed=1, graph=graphs.full_information(3))
    losses = np.array([0.1, 0.2, 0.3])
    first = learner.learn(learner.decide(), losses)
    estimates = first.estimates
    losses[:] = 0.9
    learner.learn(learner.decide(), losses)
    assert losses.tolist() == [0.9] * 3
    assert first.estimates == estimates
    open_ = learner.open
    open_.clear()
    learner.weights[:] = 0.0
    learner.chances()[:] = 0.0
    learner.log_weights[:] = 0.0
    assert learner.weights.sum() == pytest.approx(1.0)


@pytest.mark.filterwarnings("ignore::sidelight.ForgottenWarning")
def test_explorations_given_with_a_decision_count_towards_the_memory_of_tickets() -> None:
    graph = graphs.revealing_action(1000)
    learner = sl.WeakIX(1000, eta=0.1, gamma=0.1, eps=0.1, ticket_memory=2**18, seed=1)
    for _ in range(100):
        learner.decide(graph, explore=[0])
    assert 2 <= len(learner.open) <= 2**18 // (16 * 1024)
    restored = sl.restore(json.dumps(learner.snapshot()))
    assert restored._tickets._memory_used(0) == learner._tickets._memory_used(0)
    for round_ in list(learner.open):
        learner.forget(round_)
    assert learner._tickets._memory_used(0) == 0


def test_explorations_kept_for_graphs_met_again_are_bounded() -> None:
    learner = sl.WeakIX(2**16, eta=0.1, gamma=0.1, eps=0.1)
    for last in range(70):
        learner.chances(sl.FeedbackGraph.from_hidden(2**16, [(i, i) for i in range(1, last + 2)]))
    held = {id(plan.shares): plan.shares.nbytes for plan in learner._plans.values()}
    assert sum(held.values()) <= 2**26
    assert len(learner._plans) > 10

"""A snapshot is JSON, small, and continues bit for bit, open tickets included; what is no snapshot is refused."""

import json
from typing import Any

import numpy as np
import pytest
from tests.learners_at_hand import ALL, chances_on, decided, graphs_for, losses_of, made, revealed, usual_graph

import sidelight as sl
from sidelight import FeedbackGraph, Learner, graphs
from sidelight.graphs.plain import array_from_plain, array_to_plain
from sidelight.kernels.weights import HEADER
from sidelight.learners.snapshot import _checksum

LEARNERS = ALL
Waiting = dict[int, FeedbackGraph]


def chosen(phase: int, open_rounds: list[int]) -> list[int]:
    """Which open tickets to learn, in which order: at first none, then now new and now old ones, at last all."""
    if phase < 12:
        return []
    if phase >= 150:
        return open_rounds
    return [open_rounds[place] for place in ([], [-1], [0], [-1, 0], [len(open_rounds) // 2, 0], [])[phase % 6]]


def step(learner: Learner, round_: int, pool: list[FeedbackGraph], waiting: Waiting) -> list[Any]:
    """Decide on one of the graphs, then learn from some of the open tickets. Returns all that is to be seen."""
    graph = pool[(round_ * 7 + round_ // 5) % len(pool)]
    seen: list[Any] = [chances_on(learner, graph).tolist() if round_ % 50 == 0 else None]
    decision = decided(learner, graph, action=round_ % learner.n_actions if round_ % 11 == 0 else None)
    waiting[decision.round] = graph
    seen.append(tuple(decision)[:3])
    for late in chosen(round_ % 200, list(waiting)):
        on = waiting.pop(late)
        ticket = learner.open[late]
        learned = learner.learn(
            ticket, revealed(on, ticket, losses_of(5, late, learner.n_actions)), **usual_graph(learner, on)
        )
        seen += [learned.estimates, learned.bias, learned.own_loss]
    return seen


@pytest.mark.parametrize("name", LEARNERS)
def test_a_restored_learner_continues_bit_for_bit_for_3000_rounds(name: str) -> None:
    pool = [*graphs_for(name), graphs_for(name)[0].with_labels(["a", 1, None, (2, ("b", 0.5)), 17, -1.5])]
    learner, waiting = made(name), dict[int, FeedbackGraph]()
    for round_ in range(97):
        step(learner, round_, pool, waiting)
    assert len(waiting) > 5
    assert learner._tickets.journal.size > 0 or name == "Uniform"
    twin, also_waiting = sl.restore(json.dumps(learner.snapshot())), dict(waiting)
    assert type(twin) is type(learner)
    assert twin.open == learner.open
    assert twin.snapshot() == learner.snapshot()
    for round_ in range(97, 3097):
        assert step(twin, round_, pool, also_waiting) == step(learner, round_, pool, waiting)
    assert np.array_equal(twin._state, learner._state)
    assert np.array_equal(twin.log_weights, learner.log_weights)
    assert np.array_equal(twin.weights, learner.weights)
    assert twin.snapshot() == learner.snapshot()
    assert (twin.round, twin.skipped, twin.forgotten) == (learner.round, learner.skipped, learner.forgotten)


@pytest.mark.parametrize("name", LEARNERS)
def test_what_a_snapshot_does_not_hold_is_made_again_exactly(name: str) -> None:
    pool = graphs_for(name)
    learner, waiting = made(name), dict[int, FeedbackGraph]()
    for round_ in range(300):
        step(learner, round_, pool, waiting)
        if round_ % 60 == 59:
            twin = sl.restore(learner.snapshot())
            assert np.array_equal(twin._state, learner._state)
            assert repr(twin) == repr(learner)
            assert twin.explain() == learner.explain()


def test_weights_that_left_the_range_of_floats_come_back_after_a_restart() -> None:
    learner = sl.Exp3Set(2, eta=0.5, graph=graphs.full_information(2), seed=1)
    for _ in range(5000):
        learner.learn(learner.decide(), [0.0, 1.0])
    assert learner.weights[1] == 0.0
    twin = sl.restore(json.dumps(learner.snapshot()))
    assert np.array_equal(twin._state, learner._state)
    for _ in range(5000):
        for one in (learner, twin):
            one.learn(one.decide(), [1.0, 0.0])
    assert np.array_equal(twin._state, learner._state)
    assert twin.weights[0] == pytest.approx(0.5)


def test_equal_graphs_in_several_storages_stay_apart() -> None:
    rng = np.random.default_rng(0)
    graph = FeedbackGraph.from_matrix((rng.random((12, 12)) < 0.6) | np.eye(12, dtype=bool))
    pair = graph.stored_as("csr"), graph.stored_as("complement")
    assert pair[0] == pair[1]
    for seed in range(20):
        learner = sl.ELPP(12, eta=0.05, beta=0.02, seed=seed)
        for round_ in range(20):
            decision = learner.decide(pair[0])
            learner.learn(decision, revealed(graph, decision, losses_of(seed, round_, 12)))
        tickets = [learner.decide(each, action=3) for each in pair]
        twin = sl.restore(learner.snapshot())
        for ticket in tickets:
            losses = revealed(graph, ticket, losses_of(seed, 99, 12))
            assert learner.learn(ticket, losses).estimates == twin.learn(ticket, losses).estimates


@pytest.mark.parametrize("explore", ["auto", "fractional", "greedy", "exact"])
def test_the_set_explored_does_not_depend_on_graphs_seen_before_the_snapshot(explore: str) -> None:
    for seed in range(20):
        rng = np.random.default_rng(seed)
        matrix = rng.random((12, 12)) < 0.7
        matrix[np.arange(12), (np.arange(12) + 1) % 12] = True
        one, other = (FeedbackGraph.from_matrix(matrix).stored_as(storage) for storage in ("csr", "complement"))
        learner = sl.WeakIX(12, eta=0.1, gamma=0.1, eps=0.05, explore=explore, seed=1)
        learner.decide(one)
        twin: Any = sl.restore(learner.snapshot())
        assert np.array_equal(twin.chances(other), learner.chances(other))


@pytest.mark.parametrize("n", [1000, 100_000])
def test_a_snapshot_takes_11_bytes_an_action(n: int) -> None:
    learner = sl.StrongIX(n, eta=0.1, gamma=0.1, beta=0.1, seed=1)
    for decision in learner.decide(n=20):
        learner.learn(decision, {decision.action: 0.5}, graph=graphs.bandit(n))
    assert len(json.dumps(learner.snapshot())) < 11 * n + 10_000


def test_a_snapshot_with_open_tickets_takes_their_changes_and_not_their_weights() -> None:
    n = 10_000
    learner = sl.Exp3(n, eta=0.1, seed=1)
    tickets = learner.decide(n=200)
    for ticket in tickets[::2]:
        learner.learn(ticket, [1.0])
        learner.decide()
    assert len(learner.open) == 200
    size = len(json.dumps(learner.snapshot()))
    assert size < 11 * n + 200 * 300 + 20_000


def test_tickets_that_explore_alike_write_it_once_and_share_it_again() -> None:
    n = 10_000
    learner = sl.Exp3G(n, eta=0.1, gamma=0.1, explore=[0, 1], graph=graphs.full_information(n), seed=1)
    learner.decide()
    one = len(json.dumps(learner.snapshot()))
    learner.decide(n=50)
    snapshot = learner.snapshot()
    assert len(json.dumps(snapshot)) < one + 50 * 300
    restored = sl.restore(snapshot)
    assert len({id(plan.shares) for _, _, plan in restored._tickets.open.values()}) == 1


GOOD = sl.Exp3(3, eta=0.1, graph=graphs.bandit(3), seed=5)
GOOD.decide(n=3)
GOOD.learn(1, [0.5])


def resealed(**changes: Any) -> dict[str, Any]:
    """A snapshot changed on purpose, its checksum made right again."""
    content = {**GOOD.snapshot(), **changes}
    del content["checksum"]
    content = {name: value for name, value in content.items() if value is not ...}
    return {**content, "checksum": _checksum(content)}


def state_with(n: float, length: int) -> dict[str, str]:
    """The state of a learner of three actions that says it has n, cut or made longer."""
    state = np.resize(array_from_plain(GOOD.snapshot()["state"]), length)
    state[0] = n
    return array_to_plain(state)


DAMAGED: list[Any] = [
    None, 5, [], {}, "", "null", "[]", "{}", "{", "not JSON", b"\xff\xfe", b"", 1.5, {"format": 1}, {"checksum": "x"},
    json.dumps(GOOD.snapshot())[:-1], json.dumps(GOOD.snapshot())[: len(json.dumps(GOOD.snapshot())) // 2],
    {**GOOD.snapshot(), "format": 3}, {**GOOD.snapshot(), "format": "1"}, {**GOOD.snapshot(), "format": None},
    {**GOOD.snapshot(), "round": 4}, {**GOOD.snapshot(), "more": 1}, {**GOOD.snapshot(), "seed": float("nan")},
    {**GOOD.snapshot(), "seed": object}, {**GOOD.snapshot(), "checksum": None},
    {name: value for name, value in GOOD.snapshot().items() if name != "journal"},
]  # fmt: skip


@pytest.mark.parametrize("snapshot", DAMAGED, ids=range(len(DAMAGED)))
def test_what_is_damaged_or_foreign_is_refused(snapshot: Any) -> None:
    with pytest.raises(sl.InvalidSnapshot):
        sl.restore(snapshot)


@pytest.mark.parametrize(
    "changes",
    [{"learner": "Exp4"}, {"learner": None}, {"learner": ["Exp3"]}, {"n_actions": 0}, {"arguments": {}}, {"graphs": []},
     {"arguments": {"eta": -1.0}}, {"seed": "x"}, {"open": None}, {"open": [{}]}, {"journal": ...}, {"state": ...},
     {"state": {"type": "float64", "base64": "?"}}, {"learner": ...}, {"n_actions": 2},
     {"state": state_with(4, HEADER + 3)}, {"state": state_with(3, HEADER + 2)}, {"state": state_with(3, HEADER + 4)}],
    ids=str,
)  # fmt: skip
def test_what_no_learner_wrote_is_refused_even_with_a_right_checksum(changes: dict[str, Any]) -> None:
    assert repr(sl.restore(resealed())) == repr(GOOD)
    with pytest.raises(sl.InvalidSnapshot):
        sl.restore(resealed(**changes))


def test_any_single_character_changed_is_noticed() -> None:
    text = json.dumps(GOOD.snapshot())
    for place in range(0, len(text), 3):
        changed = text[:place] + ("0" if text[place] != "0" else "1") + text[place + 1 :]
        with pytest.raises(sl.InvalidSnapshot):
            sl.restore(changed)


@pytest.mark.parametrize("label", [frozenset(), object, float("nan"), float("inf"), ("a", float("nan")), 1j, b"bytes"])
def test_labels_that_json_cannot_hold_are_named_with_a_way_out(label: Any) -> None:
    learner = sl.Exp3(2, eta=0.1, graph=graphs.bandit(2).with_labels([label, "other"]), seed=1)
    with pytest.raises(sl.InvalidSnapshot, match="with_labels"):
        learner.snapshot()


LABELS: list[Any] = [
    np.array(["a", "b"]), np.array([10, 20]), np.array([0.5, 1.5]), ["é", "☃"], [None, (1, None)], [7, "7"],
]  # fmt: skip


@pytest.mark.parametrize("labels", LABELS, ids=repr)
def test_labels_come_back_equal(labels: Any) -> None:
    learner = sl.Exp3(2, eta=0.1, graph=graphs.bandit(2).with_labels(labels), seed=1)
    twin = sl.restore(json.dumps(learner.snapshot()))
    assert twin.graph == learner.graph
    decision = twin.decide(action=labels[1])
    assert twin.learn(decision, {labels[1]: 0.25}).own_loss == 0.25


def test_a_restored_learner_takes_the_tickets_of_the_old_one_and_no_others() -> None:
    learner = sl.Exp3(3, eta=0.1, seed=1)
    kept, learned, given_up = learner.decide(n=3)
    learner.learn(learned, [0.5])
    learner.forget(given_up)
    twin = sl.restore(learner.snapshot())
    assert twin.learn(kept, [0.5]).own_loss == 0.5
    with pytest.raises(sl.AlreadyLearned):
        twin.learn(learned, [0.5])
    with pytest.raises(sl.Forgotten):
        twin.learn(given_up, [0.5])
    with pytest.raises(sl.ForeignTicket):
        twin.learn(sl.Exp3(3, eta=0.1, seed=1).decide(), [0.5])

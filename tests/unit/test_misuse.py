"""Whatever is handed in wrongly is refused by name, and the learner stays as it was."""

import math
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
import pytest
from tests.learners_at_hand import ALL, decided, graphs_for, losses_of, made, revealed, usual_graph

import sidelight as sl
from sidelight import Decision, FeedbackGraph, graphs

NAN, INF, HUGE = math.nan, math.inf, 10**400
RING = graphs.ring(5)
NAMED = RING.with_labels(list("abcde"))
NUMBERED = RING.with_labels([5, 6, 7, 8, 9])
OUTSIDE: list[Any] = [NAN, INF, -INF, -0.1, 1.1, -1e-300, 1 + 2**-52]
NO_NUMBERS: list[Any] = ["x", "0.5", None, 1j, HUGE, -HUGE, [0.5], {}, b"1"]
NO_ACTIONS: list[Any] = [5, -1, HUGE, 1.0, "1", None, True, NAN, (1,)]
NO_LOSSES: list[Any] = [None, "x", {0.1, 0.2, 0.3}, ..., [[0.1, 0.2, 0.3]], [[0.1], [0.2, 0.3]]]

WRONG_LOSSES: list[tuple[Any, type[sl.SidelightError]]] = [
    *(({4: 0.1, 0: bad, 1: 0.2}, sl.LossOutOfRange) for bad in [*OUTSIDE, *NO_NUMBERS]),
    *(([0.1, bad, 0.2], sl.LossOutOfRange) for bad in OUTSIDE),
    *(([0.1, bad, 0.2], sl.InvalidLosses) for bad in NO_NUMBERS),
    ({4: 0.1, 0: 0.2}, sl.LossMissing),
    ({}, sl.LossMissing),
    ([], sl.LossMissing),
    (0.5, sl.LossMissing),
    ({4: 0.1, 0: 0.2, 1: 0.3, 2: 0.4}, sl.LossNotRevealed),
    ({4: 0.1, 0: 0.2, 2: 0.3}, sl.LossNotRevealed),
    ([0.1] * 4, sl.LossNotRevealed),
    (dict.fromkeys(range(6), 0.1), sl.LossNotRevealed),
    (dict.fromkeys(range(5), 0.1), sl.LossNotRevealed),
    *(({4: 0.1, 0: 0.2, bad: 0.3}, sl.UnknownAction) for bad in NO_ACTIONS),
    *((bad, sl.InvalidLosses) for bad in NO_LOSSES),
    (np.array([0.1, 0.2, 0.3], complex), sl.InvalidLosses),
    (np.array(["2020", "2021", "2022"], "M8[Y]"), sl.InvalidLosses),
    (np.ma.array([0.1, 0.2, 0.3], mask=[False, True, False]), sl.InvalidLosses),
    (np.array([0.1, 0.2, 0.3], object), sl.InvalidLosses),
]


@pytest.fixture
def learner() -> sl.Exp3IX:
    """One that has learned a little, with a decision for action 0 open, which reveals 4, 0 and 1."""
    learner = sl.Exp3IX(5, eta=0.1, gamma=0.1, graph=RING, seed=1)
    learner.learn(learner.decide(), [0.3, 0.6, 0.9])
    learner.decide(action=0)
    return learner


def refused(learner: sl.Learner, wrong: Callable[[], object], error: type[sl.SidelightError]) -> None:
    """The call raises just this error, which is told in words, and leaves the learner as it was."""
    before = learner.snapshot()
    with pytest.raises(error) as caught:
        wrong()
    assert type(caught.value) is error
    assert len(str(caught.value)) > 20
    assert isinstance(caught.value, (ValueError, TypeError, LookupError))
    assert learner.snapshot() == before


@pytest.mark.parametrize(("losses", "error"), WRONG_LOSSES, ids=repr)
def test_wrong_losses(learner: sl.Exp3IX, losses: Any, error: type[sl.SidelightError]) -> None:
    refused(learner, lambda: learner.learn(1, losses), error)
    assert learner.learn(1, {4: 0.1, 0: 0.2, 1: 0.3}).own_loss == 0.2


def test_a_number_is_a_number_of_any_kind(learner: sl.Exp3IX) -> None:
    numbers: dict[Any, Any] = {4: Fraction(1, 2), 0: np.float32(0.25), np.int8(1): True}
    learned = learner.learn(1, numbers)
    assert learned.own_loss == 0.25
    assert learned.estimates[1] > 1.5 * learned.estimates[4]


@pytest.mark.parametrize(
    "losses", [{True: 0.1, "a": 0.2, "e": 0.3}, {"b": 0.1, "a": 0.2, "x": 0.3}, {"b": 0.1, "a": 0.2, 9: 0.3}]
)
def test_labels_that_do_not_exist(losses: Any) -> None:
    learner = sl.Exp3IX(5, eta=0.1, gamma=0.1, graph=NAMED, seed=1)
    learner.decide(action="a")
    refused(learner, lambda: learner.learn(0, losses), sl.UnknownAction)
    refused(learner, lambda: learner.learn(0, {"a": 0.1, 0: 0.1, "b": 0.2}), sl.InvalidLosses)
    assert learner.learn(0, {"a": 0.1, 1: 0.1, "e": 0.2}).own_loss == 0.1  # an index is never mistaken for these labels


@pytest.mark.parametrize("action", [5, -1, 1.0, "z", int, True, np.True_, NAN, HUGE, [0], np.array([1, 2]), (0,)])
@pytest.mark.parametrize("graph", [RING, NAMED, NUMBERED], ids=["plain", "named", "numbered"])
def test_actions_that_do_not_exist(action: Any, graph: FeedbackGraph) -> None:
    if graph is NUMBERED and type(action) is int and action == 5:
        action = 10
    learner = sl.Exp3IX(5, eta=0.1, gamma=0.1, graph=graph, seed=1)
    refused(learner, lambda: learner.decide(action=action), sl.UnknownAction)


def test_an_index_is_taken_where_no_label_is_one() -> None:
    """A decision's action is an index, and may be handed back as it is."""
    learner = sl.Exp3IX(5, eta=0.1, gamma=0.1, graph=NUMBERED, seed=1)
    assert learner.decide(action=5).action == learner.decide(action=0).action == 0
    assert learner.learn(0, {9: 0.1, 5: 0.2, 1: 0.3}).estimates == learner.learn(1, {4: 0.1, 0: 0.2, 6: 0.3}).estimates
    learner.decide(action=0)
    refused(learner, lambda: learner.learn(2, {9: 0.1, 4: 0.1, 0: 0.2}), sl.InvalidLosses)


NO_GRAPHS: list[Any] = [np.eye(5), "ring", 5, [], 0, {}, RING.to_edges(), FeedbackGraph]
WRONG_GRAPHS: list[tuple[Any, type[sl.SidelightError]]] = [
    (graphs.ring(4), sl.WrongGraph),
    (graphs.ring(6), sl.WrongGraph),
    (graphs.loopless_clique(5), sl.NoGuarantee),
    (FeedbackGraph.from_edges(5, [(0, 1)]), sl.UnobservableGraph),
    *((bad, sl.InvalidGraph) for bad in NO_GRAPHS),
]


@pytest.mark.parametrize(("graph", "error"), WRONG_GRAPHS, ids=repr)
def test_wrong_graphs(graph: Any, error: type[sl.SidelightError]) -> None:
    with pytest.raises(error):
        sl.Exp3IX(5, eta=0.1, gamma=0.1, graph=graph)
    open_graph = sl.Exp3IX(5, eta=0.1, gamma=0.1, seed=1)
    open_graph.decide(action=0)
    refused(open_graph, lambda: open_graph.learn(0, [0.1, 0.2, 0.3], graph=graph), error)
    refused(open_graph, lambda: open_graph.learn(0, [0.1, 0.2, 0.3]), sl.MissingGraph)
    fixed = sl.Exp3IX(5, eta=0.1, gamma=0.1, graph=RING, seed=1)
    fixed.decide(action=0)
    refused(fixed, lambda: fixed.learn(0, [0.1, 0.2, 0.3], graph=graph), sl.WrongGraph)
    refused(fixed, lambda: fixed.decide(graph), sl.GraphTooEarly)
    refused(fixed, lambda: fixed.chances(graph), sl.GraphTooEarly)
    informed = sl.ELPP(5, eta=0.1, beta=0.1, seed=1)
    refused(informed, lambda: informed.decide(graph), error)
    refused(informed, lambda: informed.chances(graph), error)
    told = sl.ELPP(5, eta=0.1, beta=0.1, graph=RING, seed=1)
    refused(told, lambda: told.decide(graph), sl.WrongGraph)


def test_another_graph_of_the_same_size_is_not_the_one_decided_on() -> None:
    learner = sl.WeakIX(5, eta=0.1, gamma=0.1, eps=0.1, seed=1)
    decision = learner.decide(RING, action=0)
    other = graphs.full_information(5)
    refused(learner, lambda: learner.learn(decision, [0.5] * 5, graph=other), sl.WrongGraph)
    refused(learner, lambda: learner.learn(decision, [0.5] * 3, graph=NAMED), sl.WrongGraph)  # labels count
    learner.learn(decision, [0.5] * 3, graph=graphs.ring(5).stored_as("csr"))


@pytest.mark.parametrize("graph", [RING, graphs.full_information(5), None])
def test_a_graph_too_early(graph: FeedbackGraph | None) -> None:
    learner: Any = sl.StrongIX(5, eta=0.1, gamma=0.1, beta=0.1, seed=1)
    if graph is None:
        learner.decide(None)
        return
    refused(learner, lambda: learner.decide(graph), sl.GraphTooEarly)


@pytest.mark.parametrize("name", ["ELPP", "WeakIX"])
def test_a_graph_missing(name: str) -> None:
    learner: Any = made(name)
    refused(learner, lambda: learner.decide(), sl.MissingGraph)
    refused(learner, lambda: learner.chances(), sl.MissingGraph)


STAR = graphs.revealing_action(5)


@pytest.mark.parametrize(
    "explore", [[1], [1, 2, 3, 4], [0, 0], [5], [-1], [0.0], ["a"], "0", 0, [[0]], [True], int, [HUGE], []]
)
def test_wrong_sets_to_explore(explore: Any) -> None:
    learner = sl.WeakIX(5, eta=0.1, gamma=0.1, eps=0.1, seed=1)
    refused(learner, lambda: learner.decide(STAR, explore=explore), sl.InvalidParameter)
    refused(learner, lambda: learner.chances(STAR, explore=explore), sl.InvalidParameter)
    with pytest.raises(sl.InvalidParameter):
        sl.WeakIX(5, eta=0.1, gamma=0.1, eps=0.1, explore=explore)
    assert learner.decide(STAR, explore=(i for i in [0, 3])).round == 0


def test_a_set_to_explore_is_for_learners_with_one() -> None:
    learner = sl.ELPP(5, eta=0.1, beta=0.1, seed=1)
    refused(learner, lambda: learner.decide(RING, explore=[0]), sl.InvalidParameter)


@pytest.mark.parametrize("explore", [[], [6], [-1], [0, 0], [0.5], "ab", 3, [[1]]])
def test_wrong_sets_of_exp3g(explore: Any) -> None:
    with pytest.raises(sl.InvalidParameter):
        sl.Exp3G(6, eta=0.1, gamma=0.1, explore=explore)


@pytest.mark.parametrize("n", [-1, 1.0, True, "3", 10**9, NAN, [2]])
def test_wrong_sizes_of_batches(learner: sl.Exp3IX, n: Any) -> None:
    refused(learner, lambda: learner.decide(n=n), sl.InvalidParameter)


@pytest.mark.parametrize("value", [0.0, -0.1, NAN, INF, "0.1", None, True, HUGE, 0.5001, [0.1], 1j])
def test_wrong_parameters(value: Any) -> None:
    with pytest.raises(sl.InvalidParameter, match="eta="):
        sl.StrongIX(5, eta=value, gamma=0.1, beta=0.1)
    with pytest.raises(sl.InvalidParameter, match="gamma="):
        sl.StrongIX(5, eta=0.1, gamma=value, beta=0.1)
    if value != 0.0:
        with pytest.raises(sl.InvalidParameter, match="beta="):
            sl.StrongIX(5, eta=0.1, gamma=0.1, beta=value)


@pytest.mark.parametrize(
    "options",
    [
        *({"seed": bad} for bad in (-1, 2**63, 1.0, "1", True)),
        *({"ticket_memory": bad} for bad in (-1, 1.5, "1", True, None)),
        *({"strict": bad} for bad in ("no", 2, None, 0.0)),
    ],
    ids=repr,
)
def test_wrong_options(options: Any) -> None:
    with pytest.raises(sl.InvalidParameter):
        sl.Exp3(5, eta=0.1, **options)


@pytest.mark.parametrize("n_actions", [0, -1, 1.5, "3", True, None, 10**12])
def test_wrong_numbers_of_actions(n_actions: Any) -> None:
    with pytest.raises(sl.InvalidParameter):
        sl.Exp3(n_actions, eta=0.1)


@pytest.mark.parametrize("ticket", [None, 1.0, "1", True, (0, 0.2, 1, 5), [1], NAN, ...])
def test_what_is_no_ticket(learner: sl.Exp3IX, ticket: Any) -> None:
    refused(learner, lambda: learner.learn(ticket, [0.1, 0.2, 0.3]), sl.InvalidTicket)
    refused(learner, lambda: learner.forget(ticket), sl.InvalidTicket)


def test_tickets_made_up_or_altered(learner: sl.Exp3IX) -> None:
    mine: Any = learner.open[1]
    ticket: Any = Decision
    impossible = [ticket(0, 0.2, [1], 3), ticket(0, 0.2, {}, mine.owner), mine._replace(action=np.array([0, 1]))]
    foreign = [mine._replace(**change) for change in ({"action": 1}, {"chance": 1.0}, {"chance": None})]
    foreign += [mine._replace(**change) for change in ({"owner": mine.owner + 1}, {"round": 2}, {"round": -1})]
    foreign.append(ticket(None, "x", 1, "y"))
    cases = [(each, sl.InvalidTicket) for each in impossible] + [(each, sl.ForeignTicket) for each in foreign]
    for decision, error in cases:
        refused(learner, partial(learner.learn, decision, [0.1, 0.2, 0.3]), error)
        refused(learner, partial(learner.forget, decision), error)
    learner.learn(mine, [0.1, 0.2, 0.3])


@pytest.mark.parametrize("name", ALL)
def test_after_misuse_a_learner_goes_on_as_if_nothing_had_been(name: str) -> None:
    learner, twin = made(name), made(name)
    for round_ in range(40):
        graph = graphs_for(name)[round_ % len(graphs_for(name))]
        decision, same = decided(learner, graph), decided(twin, graph)
        assert decision == same
        losses = revealed(graph, decision, losses_of(1, round_))
        for bad in OUTSIDE:
            for key in losses:
                with pytest.raises(sl.LossOutOfRange):
                    learner.learn(decision, {**losses, key: bad}, **usual_graph(learner, graph))
        learner.learn(decision, losses, **usual_graph(learner, graph))
        twin.learn(same, losses, **usual_graph(twin, graph))
    assert {**learner.snapshot(), "owner": 0, "checksum": 0} == {**twin.snapshot(), "owner": 0, "checksum": 0}
    if name != "Uniform":
        assert np.ptp(learner.log_weights) > 0.1 or name.endswith("doubling"), "it may just have started anew"

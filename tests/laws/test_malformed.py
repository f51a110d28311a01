"""Whatever is malformed is refused with a message that helps, and a graph once made never changes."""

import copy
import pickle
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import partial
from typing import Any

import igraph
import networkx
import numpy as np
import pytest
import scipy.sparse
from hypothesis import given, settings
from hypothesis import strategies as st

from sidelight import (
    FeedbackGraph,
    InvalidEdge,
    InvalidGraph,
    InvalidLabels,
    InvalidParameter,
    SidelightError,
    UnknownAction,
    graphs,
)

law = settings(derandomize=True, deadline=None, max_examples=150)
NAN, INF, HUGE = float("nan"), float("inf"), 10**30
EYE = scipy.sparse.eye_array(2)
PAIR = graphs.bandit(2)
NAMED = PAIR.with_labels(["left", "right"])

from_edges = FeedbackGraph.from_edges
from_matrix = FeedbackGraph.from_matrix
from_scipy = FeedbackGraph.from_scipy
from_neighbours = FeedbackGraph.from_neighbours
from_triplets = FeedbackGraph.from_triplets
from_cliques = FeedbackGraph.from_cliques
from_intervals = FeedbackGraph.from_intervals
from_networkx = FeedbackGraph.from_networkx
from_igraph = FeedbackGraph.from_igraph


def weighted_networkx(weight: Any) -> FeedbackGraph:
    graph = networkx.DiGraph()
    graph.add_edge(0, 1, weight=weight)
    return from_networkx(graph)


def weighted_igraph(weight: Any) -> FeedbackGraph:
    graph = igraph.Graph(n=2, edges=[(0, 1)], directed=True)
    graph.es["weight"] = [weight]
    return from_igraph(graph)


def shown(bad: Any) -> str:
    """The same in every process: no address, no order of a set."""
    return bad.__name__ if callable(bad) else "a set" if isinstance(bad, set) else repr(bad)[:50]


def refused(what: str, make: Callable[[Any], Any], error: type[SidelightError], says: str, *given: Any) -> list[Any]:
    """Each of ``given`` must be refused with ``error``; ``says`` stands for what is allowed, or the way out."""
    return [
        pytest.param(partial(make, bad), error, says, id=f"{what} {k}: {shown(bad)}") for k, bad in enumerate(given)
    ]


# fmt: off
REFUSED: list[Any] = [
    *refused(
        "n_actions", lambda n: from_edges(n, []), InvalidParameter, "n_actions=.* must be",
        0, -1, True, False, 1.5, 2.0, NAN, 2**40, HUGE, "3", None, [3], np.array([3]), np.float64(3),
    ),
    *refused(
        "edges", lambda bad: from_edges(2, bad), InvalidGraph, "whole numbers|pairs|list|0 to 1|no action index",
        [(0, 2)], [(2, 0)], [(0, -1)], [(-1, 0)], [(0.0, 1.0)], [(0, NAN)], [(0, HUGE)], [(0, 2**63)], [(0, 2**63 - 1)],
        [(0, -(2**63))], [(0, 2**32)], np.array([[0, 2**64 - 1]], np.uint64), np.array([[0, 2**32]]), [(0, 1, 1)],
        [0, 1], [[0], [0, 1]], [[[0, 1]]], [("0", "1")], ["01"], "01", b"01", [None], [(0, None)], None, 5, 3.5,
        np.array(5), np.array([[0.0, 1.0]]), np.array([[0, 1]], object), np.array([[0, 1]], "m8[s]"),
        np.array([["0", "1"]]), np.array([[0, 1j]]), np.array([[True, False]]), [(Fraction(1, 2), 1)], [{0, 1}],
        {0: 1}, EYE, PAIR, Ellipsis,
    ),
    *refused(
        "edges without entries", lambda bad: from_edges(2, bad), InvalidGraph, "pairs|list",
        "", b"", np.zeros((0, 3), int), np.zeros((4, 0), int), [[], []],
    ),
    *refused(
        "matrix", from_matrix, InvalidGraph, "square|0 or 1|0, 1|weights",
        [], [[]], [0, 1], 0, True, np.zeros((0, 0)), np.zeros((2, 3)), np.zeros((3, 2)), np.zeros((2, 2, 2)),
        [[0, 1], [1]], [[0, 2], [0, 0]], [[0, -1], [0, 0]], [[0, 0.5], [0, 0]], [[0, NAN], [0, 0]], [[0, INF], [0, 0]],
        [[0, 1 + 1e-12], [0, 0]], [[0, HUGE], [0, 0]], [[0, 2**64 - 1], [0, 0]], [["0", "1"], ["1", "0"]],
        [[0, None], [0, 0]], [[0, 1j], [0, 0]], "0110", None, EYE, Ellipsis, np.array([[0, 1], [1, 0]], object),
    ),
    *refused(
        "scipy", from_scipy, InvalidGraph, "square|scipy|weights|0, 1",
        None, [[0, 1], [1, 0]], np.eye(2), "text", PAIR, scipy.sparse.coo_array((2, 3)), scipy.sparse.coo_array((0, 0)),
        scipy.sparse.coo_array(np.array([0, 1])), 2 * EYE, NAN * EYE, 1j * EYE, 0.5 * EYE,
        scipy.sparse.coo_array(([1, 1], ([0, 0], [1, 1])), shape=(2, 2)),
    ),
    *refused(
        "neighbours", from_neighbours, SidelightError, "list|whole|0 to|n_actions|row",
        [], {}, None, 5, "ab", [None], [1], [[1]], [[-1]], [[0.0]], [[NAN]], [["a"]], ["a"], [[[0]]], [[0], [HUGE]],
        {"a": ["b"]}, {"a": "a"}, {"ab": b"ab"}, {"a": None}, {"a": 1}, {"a": [["a"]]}, {0: [1]},
    ),
    *refused(
        "triplets", lambda bad: from_triplets(2, *bad), InvalidGraph, "length|flat|0 to 1|0, 1|whole|weights",
        ([0], [1, 0]), ([0, 1], [1]), ([0], [2]), ([-1], [0]), ([0.0], [1]), ([[0]], [[1]]), (0, 1), (0, 1, 1),
        ([0], [1], [1, 1]), ([0], [1], 1), ([0], [1], [2]), ([0], [1], [0.5]), ([0], [1], [NAN]), ([0], [1], ["1"]),
        ([0], [1], [None]), ([0], [5], [0]), ([-3], [0], [0]), (None, None), ("0", "1"),
    ),
    *refused(
        "networkx weight", weighted_networkx, InvalidEdge, "edge weights", 2, -1, 0.5, NAN, "1", None, [1], HUGE
    ),
    *refused("igraph weight", weighted_igraph, InvalidEdge, "edge weights", 2, -1, 0.5, NAN, "1", None, [1], HUGE),
    *refused("networkx", from_networkx, InvalidGraph, "networkx graph is needed", None, [(0, 1)], igraph.Graph),
    *refused("igraph", from_igraph, InvalidGraph, "igraph graph is needed", None, [(0, 1)], networkx.Graph),
    *refused("no nodes", lambda make: make(), InvalidParameter, "n_actions=0", *(
        lambda: from_networkx(networkx.Graph()), lambda: from_igraph(igraph.Graph())
    )),
    *refused(
        "cliques", from_cliques, InvalidGraph, "flat list|whole numbers",
        [], [[0, 1]], 0, None, "ab", [0.0, 1.0], [NAN], [None], [0, HUGE], [[0], [1, 2]], ["a", "b"],
    ),
    *refused(
        "intervals", lambda bad: from_intervals(*bad), InvalidGraph, "flat|0 to|whole",
        ([], []), ([0], [0, 1]), ([0], [2]), ([-1], [0]), ([1], [0]), ([2], [2]), ([0.0], [1.0]), ([[0]], [[1]]),
        (0, 1), (None, None), ([0], [HUGE]), ([0], [2**32 + 1]), ([-(2**32)], [1]), ("0", "1"),
    ),
    *refused("hidden", lambda bad: FeedbackGraph.from_hidden(2, bad), InvalidEdge, "0 to 1", [(0, 2)], [(-1, 0)]),
    *refused(
        "labels", lambda bad: from_edges(2, [], labels=bad), InvalidLabels, "label",
        [], ["a"], ["a", "b", "c"], ["a", "a"], [1, True], [0, 0.0], [[], []], ["a", {}], "ab", b"ab", 5, {"a", "b"},
    ),
    *refused(
        "igraph names", lambda names: from_igraph(igraph.Graph(2, vertex_attrs={"name": names})), InvalidLabels, "both",
        ["a", "a"],
    ),
    *refused("node", lambda bad: PAIR.with_labels(["a", bad]).to_networkx(), SidelightError, "label", None),
    *refused(
        "action", PAIR.reveals, UnknownAction, "0 to 1",
        2, -1, True, 0.0, NAN, HUGE, "0", None, [0], (0,), np.bool_(True), np.array([0]), np.array([0, 1]), int,
    ),
    *refused("index of", NAMED.index, UnknownAction, "'left', 'right'", "up", 0, None, [], {}, NAN),
    *refused("label of", NAMED.label, UnknownAction, "0 to 1", -1, 2),
    *refused("label as action", NAMED.reveals, UnknownAction, r"g\.index\(label\)", "left"),
    *refused(
        "induced", PAIR.induced, SidelightError, "action",
        [], [2], [-1], [0, 0], [0.0], [NAN], [[0]], ["a"], None, 0, [True], [False, False], [HUGE], [[0], [0, 1]],
    ),
    *refused(
        "relabelled", PAIR.relabelled, SidelightError, "permutation",
        [], [0], [0, 0], [0, 2], [1, 2], [0.0, 1.0], [True, False], None, "ab", [[0, 1]], [0, 1, 2], [HUGE, 0], [[], 0],
    ),
    *refused("stored_as", PAIR.stored_as, InvalidParameter, "csr, cliques", "dense", "", None, 3, ["csr"]),
    *refused("union", PAIR.union, InvalidGraph, "union|FeedbackGraph", graphs.bandit(3), None, "g", np.eye(2)),
    *refused("time_limit", PAIR.independence_number, InvalidParameter, "time_limit=", 0, -1.0, NAN, "5", None, [1]),
    *refused("FeedbackGraph", FeedbackGraph, InvalidGraph, "from_edges", None, [[0, 1]], PAIR),
]
# fmt: on


@pytest.mark.parametrize(("make", "error", "says"), REFUSED)
def test_refused_with_a_message_that_helps(make: Callable[[], Any], error: type[SidelightError], says: str) -> None:
    with pytest.raises(error) as caught:
        make()
    assert re.search(says, str(caught.value)), str(caught.value)
    assert len(str(caught.value)) < 500


junk: st.SearchStrategy[Any] = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.integers(-2, 3),
        st.floats(),
        st.text(max_size=2),
        st.binary(max_size=2),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.tuples(inner, inner), st.dictionaries(st.integers(0, 2), inner, max_size=2)
    ),
    max_leaves=6,
)


def is_sound(g: FeedbackGraph) -> bool:
    """Rows and columns tell the same, inside the graph."""
    assert g.n_actions <= 10
    rows = {(i, int(j)) for i in range(g.n_actions) for j in g.reveals(i)}
    columns = {(int(i), j) for j in range(g.n_actions) for i in g.revealed_by(j)}
    return rows == columns == set(map(tuple, g.to_edges().tolist())) and len(rows) == g.n_edges


@pytest.mark.parametrize(
    "make",
    [
        lambda a, b: from_edges(3, a, labels=b),
        lambda a, b: from_edges(3, [a, b]),
        lambda a, b: from_edges(3, [(a, b), (0, 1)]),
        lambda a, b: from_matrix([a, b]),
        lambda a, b: from_matrix([[a, b], [0, 1]]),
        lambda a, b: from_scipy(a),
        lambda a, b: from_neighbours(a, labels=b),
        lambda a, b: from_neighbours([a, b]),
        lambda a, b: from_neighbours({"a": a, "b": b}),
        lambda a, b: from_triplets(3, a, b),
        lambda a, b: from_triplets(3, [0, a], [1, b], [1, 0]),
        lambda a, b: from_triplets(3, [0, 1], [a, 0], [b, 1]),
        lambda a, b: FeedbackGraph.from_hidden(3, a),
        lambda a, b: from_cliques(a, labels=b),
        lambda a, b: from_cliques([a, b]),
        lambda a, b: from_intervals(a, b),
        lambda a, b: from_intervals([a, 0], [b, 1]),
        lambda a, b: graphs.ring(4).induced([a, b]),
        lambda a, b: graphs.ring(2).relabelled([a, b]),
        lambda a, b: graphs.ring(2).with_labels([a, b]),
    ],
)
@given(a=junk, b=junk)
@law
def test_junk_is_refused_or_makes_a_sound_graph(make: Callable[[Any, Any], FeedbackGraph], a: Any, b: Any) -> None:
    try:
        graph = make(a, b)
    except SidelightError:
        return
    assert is_sound(graph)


SHAPED = {
    "csr": graphs.star(5),
    "cliques": graphs.cliques([2, 3], loops=False).with_labels(list("abcde")),
    "intervals": graphs.prefix(5, loops=False),
    "complement": graphs.loopless_clique(5),
}


@pytest.mark.parametrize("g", SHAPED.values(), ids=SHAPED)
def test_nothing_can_be_set(g: FeedbackGraph) -> None:
    for name in ("labels", "n_actions", "loops", "kind", "_storage", "new", "digest"):
        with pytest.raises(AttributeError):
            setattr(g, name, None)
        with pytest.raises(AttributeError):
            delattr(g, name)


def arrays_of(g: FeedbackGraph) -> list[Any]:
    brackets = [
        g.independence_number(),
        g.loop_independence_number(),
        g.largest_acyclic(),
        g.clique_partition_number(),
        g.weak_domination_number(),
    ]
    scipy_form = g.to_scipy()
    return [
        *(bracket.witness for bracket in brackets),
        g.dominating_set(),
        g.fractional_domination().vector,
        g.fractional_packing().vector,
        *(ask(i) for i in range(g.n_actions) for ask in (g.reveals, g.revealed_by)),
        *(g.loops, g.out_degrees, g.in_degrees, g.observable, g.strongly_observable),
        *(g.to_edges(), g.to_matrix(), *g.to_triplets(), *g.to_neighbours()),
        *(scipy_form.data, scipy_form.indices, scipy_form.indptr),
    ]


@pytest.mark.parametrize("g", SHAPED.values(), ids=SHAPED)
def test_writing_into_what_was_returned_changes_nothing(g: FeedbackGraph) -> None:
    fresh = pickle.loads(pickle.dumps(g))
    before = [np.array(array) for array in arrays_of(fresh)]
    for array in arrays_of(fresh):
        try:
            array[...] = 1 if array.dtype == np.bool_ else 77
        except ValueError as error:
            assert "read-only" in str(error)  # noqa: PT017
    after = arrays_of(fresh)
    changed = [k for k, (old, new) in enumerate(zip(before, after, strict=True)) if not np.array_equal(old, new)]
    assert not changed
    assert fresh == g


def test_writing_into_what_was_given_changes_nothing() -> None:
    edges, matrix = np.array([[0, 1], [1, 2]]), np.eye(3, dtype=bool)
    sparse, part = scipy.sparse.csr_array(np.eye(3)), np.array([0, 0, 1])
    first, stop, labels = np.array([0, 0, 2]), np.array([3, 2, 3]), ["a", "b", "c"]
    rows, cols, values = np.array([0, 1]), np.array([1, 2]), np.array([1, 1])
    neighbours = [np.array([1]), np.array([2]), np.array([0])]
    made = [
        from_edges(3, edges, labels=labels),
        from_matrix(matrix),
        from_scipy(sparse),
        from_cliques(part),
        from_intervals(first, stop),
        from_triplets(3, rows, cols, values),
        FeedbackGraph.from_hidden(3, edges),
        from_neighbours(neighbours),
    ]
    before = [(g.to_matrix(), g.labels) for g in made]
    for array in (edges, matrix, sparse.data, sparse.indices, part, first, stop, rows, cols, values, *neighbours):
        array[...] = 0
    labels[:] = ["x", "y", "z"]
    for g, (m, names) in zip(made, before, strict=True):
        np.testing.assert_array_equal(from_edges(3, g.to_edges()).to_matrix(), m)
        assert g.labels == names


@pytest.mark.parametrize("g", SHAPED.values(), ids=SHAPED)
@pytest.mark.parametrize("asked_before", [False, True])
@pytest.mark.parametrize("twin", [copy.copy, copy.deepcopy, lambda g: pickle.loads(pickle.dumps(g))])
def test_copies_are_equal_frozen_and_alike(twin: Callable[[Any], Any], asked_before: bool, g: FeedbackGraph) -> None:
    if asked_before:
        arrays_of(g)
    other = twin(g)
    assert other == g
    assert (hash(other), other.storage, other.labels, repr(other)) == (hash(g), g.storage, g.labels, repr(g))
    assert other.nbytes == g.nbytes
    for a, b in zip(arrays_of(other), arrays_of(g), strict=True):
        np.testing.assert_array_equal(a, b)
    with pytest.raises(AttributeError):
        other.labels = None
    with pytest.raises(ValueError, match="read-only"):
        next(value for value in vars(other._storage).values() if isinstance(value, np.ndarray))[0] = 3


def test_many_threads_may_ask_one_graph_at_once() -> None:
    alone = graphs.erdos_renyi(40, 0.2, loops=0.5, seed=3)
    shared = graphs.erdos_renyi(40, 0.2, loops=0.5, seed=3)
    expected = [np.array(array) for array in arrays_of(alone)]
    with ThreadPoolExecutor(8) as pool:
        for answers in pool.map(lambda _: arrays_of(shared), range(32)):
            for a, b in zip(answers, expected, strict=True):
                np.testing.assert_array_equal(a, b)
        assert set(pool.map(lambda _: (shared.digest, shared.kind, hash(shared)), range(32))) == {
            (alone.digest, alone.kind, hash(alone))
        }

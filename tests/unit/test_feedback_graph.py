"""The face of one graph: kinds, words, labels, errors, digests, and a million actions in ten megabytes."""

import sys
from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np
import pytest

from sidelight import (
    Bracket,
    FeedbackGraph,
    InvalidGraph,
    InvalidLabels,
    InvalidParameter,
    Kind,
    MissingDependency,
    NotExact,
    TooLarge,
    UnknownAction,
    UnobservableGraph,
    graphs,
)
from sidelight.graphs.description import long

of = FeedbackGraph.from_edges
MILLION = 1_000_000


@pytest.mark.parametrize(
    ("n", "edges", "kind"),
    [
        (1, [(0, 0)], Kind.SELF_AWARE),
        (1, [], Kind.UNOBSERVABLE),  # "all others" is nobody, but observability comes first
        (2, [], Kind.UNOBSERVABLE),
        (2, [(0, 0)], Kind.UNOBSERVABLE),
        (2, [(0, 1)], Kind.UNOBSERVABLE),
        (2, [(0, 0), (0, 1)], Kind.STRONG),  # apple tasting
        (2, [(1, 1), (0, 1)], Kind.UNOBSERVABLE),
        (2, [(0, 1), (1, 0)], Kind.STRONG),
        (2, [(0, 0), (1, 1)], Kind.SELF_AWARE),
        (2, [(0, 0), (1, 1), (0, 1)], Kind.SELF_AWARE),
        (3, [(0, 0), (0, 1), (0, 2)], Kind.WEAK),
        (3, [(0, 1), (0, 2)], Kind.UNOBSERVABLE),
        (3, [(0, 1), (1, 2), (2, 0)], Kind.WEAK),
        (3, [(0, 1), (1, 2), (2, 0), (1, 0), (2, 1), (0, 2)], Kind.STRONG),
        (3, [(0, 0), (1, 1), (0, 2), (1, 2)], Kind.STRONG),
        (3, [(0, 0), (1, 1), (0, 2)], Kind.WEAK),
        (3, [(0, 0), (1, 1)], Kind.UNOBSERVABLE),
        (3, [(0, 1), (0, 2), (1, 2), (2, 1)], Kind.UNOBSERVABLE),
    ],
)
def test_kinds_and_their_corner_cases(n: int, edges: list[tuple[int, int]], kind: Kind) -> None:
    assert of(n, edges).kind is kind
    assert f", {kind}: " in repr(of(n, edges))


def test_kinds_of_all_graphs_of_three_against_the_definition() -> None:
    for m in all_matrices(3):
        revealed_by = [set(np.flatnonzero(m[:, j])) for j in range(3)]
        loops = [j in revealed_by[j] for j in range(3)]
        strong = [loops[j] or revealed_by[j] == {0, 1, 2} - {j} for j in range(3)]
        if not all(revealed_by):
            expected = Kind.UNOBSERVABLE
        elif all(loops):
            expected = Kind.SELF_AWARE
        else:
            expected = Kind.STRONG if all(strong) else Kind.WEAK
        g = FeedbackGraph.from_matrix(m)
        assert g.kind is expected
        assert g.observable.tolist() == [bool(them) for them in revealed_by]
        assert g.strongly_observable.tolist() == strong


def all_matrices(n: int) -> list[Any]:
    return [np.array(cells).reshape(n, n) for cells in product([False, True], repeat=n * n)]


@pytest.mark.parametrize(
    ("graph", "text"),
    [
        (of(1, [(0, 0)]), "FeedbackGraph(1 action, 1 edge, self-aware: 1 self-loop)"),
        (of(1, []), "FeedbackGraph(1 action, 0 edges, unobservable: 1 never revealed)"),
        (
            of(4, [(0, 0), (0, 1), (1, 2), (0, 2), (3, 2)]),
            "FeedbackGraph(4 actions, 5 edges, unobservable: 1 self-loop, 1 seen by all others, "
            "1 weakly observable, 1 never revealed)",
        ),
        (graphs.ring(5), "FeedbackGraph(5 actions, 15 edges, self-aware: 5 self-loops)"),
        (
            graphs.cliques([2, 1]).with_labels(["a", "b", "c"]),
            "FeedbackGraph(3 actions, 5 edges, self-aware: 3 self-loops; cliques; labelled)",
        ),
        (
            graphs.loopless_clique(3),
            "FeedbackGraph(3 actions, 6 edges, strong: 3 seen by all others; complement)",
        ),
        (graphs.prefix(2), "FeedbackGraph(2 actions, 3 edges, self-aware: 2 self-loops; intervals)"),
    ],
)
def test_repr(graph: FeedbackGraph, text: str) -> None:
    assert repr(graph) == text


@pytest.mark.parametrize(
    ("graph", "numbers"),
    [
        (graphs.bandit(3), ["alpha        3"]),
        (graphs.loopless_clique(4), ["alpha        1", "alpha~       0", "d            2"]),
        (graphs.revealing_action(4), ["alpha        3", "alpha~       1", "d            1"]),
        (of(3, [(0, 1)]), ["alpha        2", "alpha~       0"]),
    ],
)
def test_describe_says_kind_numbers_and_storage(graph: FeedbackGraph, numbers: list[str]) -> None:
    text = graph.describe()
    assert text == long(graph)
    lines = [line.strip() for line in text.splitlines()]
    assert lines[0].startswith(f"Feedback graph with {graph.n_actions} actions and ")
    assert f"kind         {graph.kind}: {graph.kind.meaning}" in lines
    assert any(line.startswith(f"held as      {graph.storage}, {graph.nbytes} bytes") for line in lines)
    told = [line for line in lines if line.split()[0] in ("alpha", "alpha~", "d")]
    assert [line.split("  independence")[0].split("  among")[0].split("  weak")[0] for line in told] == numbers


def test_describe_of_one_action_and_of_labels() -> None:
    assert "Feedback graph with 1 action and 0 edges" in of(1, []).describe()
    named = graphs.bandit(9).with_labels([f"arm {k}" for k in range(9)])
    assert "'arm 0', 'arm 1', 'arm 2', 'arm 3', 'arm 4', 'arm 5' and 3 more" in named.describe()


def test_every_kind_has_a_meaning_and_compares_as_its_word() -> None:
    assert len({kind.meaning for kind in Kind}) == len(Kind)
    assert Kind("weak") is Kind.WEAK
    assert f"{Kind.SELF_AWARE}" == "self-aware"


def test_labels_and_indices() -> None:
    g = of(3, [(0, 1), (1, 2)], labels=["a", ("b", 1), None])
    assert [g.index("a"), g.index(("b", 1)), g.index(None)] == [0, 1, 2]
    assert [g.label(i) for i in range(3)] == ["a", ("b", 1), None]
    assert g.label(np.int32(1)) == ("b", 1)
    plain = g.with_labels(None)
    assert plain.labels is None
    assert plain != g
    assert plain.digest == g.digest
    assert [plain.index(1), plain.label(2)] == [1, 2]
    with pytest.raises(UnknownAction, match=r"no action is labelled 'z'; the labels begin 'a', \('b', 1\), None"):
        g.index("z")
    with pytest.raises(InvalidLabels, match="2 labels for 3 actions"):
        g.with_labels(["a", "b"])
    with pytest.raises(InvalidLabels, match=r"names both action 0 and action 2"):
        g.with_labels(["a", "b", "a"])


def test_equality_is_of_edges_size_and_labels() -> None:
    assert of(2, [(0, 1)]) == of(2, [(0, 1), (0, 1)])
    assert of(2, [(0, 1)]) != of(2, [(1, 0)])
    assert of(2, [(0, 1)]) != of(3, [(0, 1)])
    assert of(2, [(0, 1)]) != of(2, [(0, 1)], labels=[0, 1])
    assert of(2, []) != "graph"
    assert len({of(2, [(0, 1)]), of(2, [(0, 1)]), of(2, [(1, 0)])}) == 2


def test_relabelled_moves_an_action_with_its_label() -> None:
    g = of(3, [(0, 1), (1, 1)], labels=["a", "b", "c"]).relabelled([2, 0, 1])
    assert g.to_edges().tolist() == [[0, 0], [2, 0]]
    assert g.labels == ("b", "c", "a")
    assert g.has_edge(g.index("a"), g.index("b"))


def test_induced_keeps_the_order_asked_for() -> None:
    g = of(4, [(0, 1), (1, 3), (3, 3), (2, 0)], labels=list("abcd"))
    assert g.induced([3, 1]).to_edges().tolist() == [[0, 0], [1, 0]]
    assert g.induced([3, 1]).labels == ("d", "b")
    masked = g.induced(np.array([False, True, False, True]))
    assert masked.labels == ("b", "d")
    assert masked.to_edges().tolist() == [[0, 1], [1, 1]]
    with pytest.raises(InvalidParameter, match=r"a mask of actions needs 4 entries, not shape \(3,\)"):
        g.induced([True, False, True])


def test_union_needs_the_same_actions() -> None:
    a, b = of(2, [(0, 1)]), of(2, [(1, 0)], labels=["x", "y"])
    assert (a | b).to_edges().tolist() == [[0, 1], [1, 0]]
    assert (a | b).labels == (b | a).labels == ("x", "y")
    with pytest.raises(InvalidGraph, match="not 2 and 3"):
        a.union(of(3, []))
    with pytest.raises(InvalidLabels, match="with_labels"):
        b.union(a.with_labels(["y", "x"]))
    with pytest.raises(TypeError):
        a | "b"


def test_a_storage_is_refused_where_the_shape_is_not_there() -> None:
    with pytest.raises(InvalidParameter, match="csr, cliques, intervals, complement"):
        graphs.ring(5).stored_as("rows")
    for storage in ("cliques", "intervals"):
        with pytest.raises(InvalidGraph, match=f"shape of the storage '{storage}'; keep 'csr'"):
            graphs.ring(5).stored_as(storage)
    assert graphs.ring(3).stored_as("cliques").storage == "cliques"


@pytest.mark.parametrize(
    "graph", [graphs.full_information(MILLION), graphs.loopless_clique(MILLION), graphs.prefix(MILLION)]
)
def test_the_storage_it_has_already_costs_nothing(graph: FeedbackGraph) -> None:
    assert graph.stored_as(graph.storage) == graph
    with pytest.raises(TooLarge):
        graph.stored_as("csr")


def test_a_bracket_that_is_open_has_no_value() -> None:
    bracket = Bracket(2, 4, np.arange(2))
    assert not bracket.exact
    with pytest.raises(NotExact, match=r"2 <= number <= 4 .*time_limit="):
        _ = bracket.value
    closed = Bracket(3, 3, np.arange(3))
    assert (closed.exact, closed.value, repr(closed)) == (True, 3, "Bracket(3, witness of 3)")
    assert closed == Bracket(3, 3, np.arange(3) + 1)
    with pytest.raises(AttributeError):
        closed.lower = 1  # type: ignore[misc]


@pytest.mark.parametrize(
    "graph",
    [
        of(4, [(0, 0), (0, 1), (0, 3), (1, 0)]),
        FeedbackGraph.from_hidden(4, [(i, 2) for i in range(4)]),
        FeedbackGraph.from_intervals([0, 0, 0, 3], [2, 2, 2, 4]),
        FeedbackGraph.from_cliques([0, 0, 1, 0], loops=False),
    ],
    ids=lambda g: g.storage,
)
def test_domination_of_what_nobody_reveals_names_the_action(graph: FeedbackGraph) -> None:
    for ask in (
        graph.weak_domination_number,
        graph.dominating_set,
        graph.fractional_domination,
        graph.fractional_packing,
    ):
        with pytest.raises(UnobservableGraph, match=r"action 2\b"):
            ask()


def test_digests_of_all_small_graphs_differ() -> None:
    made = [FeedbackGraph.from_matrix(m) for n in (1, 2, 3) for m in all_matrices(n)]
    assert len({g.digest for g in made}) == len(made) == 2 + 16 + 512
    assert all(len(g.digest) == 32 for g in made)


def test_digests_of_random_graphs_differ_and_one_edge_matters() -> None:
    rng = np.random.default_rng(1)
    matrices = [rng.random((n, n)) < rng.random() for n in rng.integers(8, 30, 2000)]
    for m in matrices[:200]:
        i, j = rng.integers(0, len(m), 2)
        matrices.append(m ^ (np.indices(m.shape) == [[[i]], [[j]]]).all(0))
    contents = {(len(m), m.tobytes()) for m in matrices}
    assert len({FeedbackGraph.from_matrix(m).digest for m in matrices}) == len(contents) > 2100


def test_a_digest_is_the_same_tomorrow() -> None:
    """Results on disk are named by digests: changing them is a decision, not an accident."""
    assert of(3, [(0, 1), (2, 2)]).digest == "678ca164abc01e205a7ec3f9807e713d"
    assert graphs.loopless_clique(1000).digest == "eafa9acf1f924816a88c27a3847bbf77"


@pytest.mark.parametrize("library", ["networkx", "igraph"])
def test_a_missing_library_is_named_with_its_extra(library: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(MissingDependency, match=rf"{library} is not installed; pip install 'sidelight\[{library}\]'"):
        getattr(of(2, []), f"to_{library}")()


def test_a_loopless_clique_of_a_million() -> None:
    g = graphs.loopless_clique(MILLION)
    assert g.nbytes <= 10_000_000
    assert g.n_edges == MILLION * (MILLION - 1)
    assert g.kind is Kind.STRONG
    assert not g.loops.any()
    expected = np.delete(np.arange(MILLION), 7)
    np.testing.assert_array_equal(g.reveals(7), expected)
    np.testing.assert_array_equal(g.revealed_by(7), expected)
    assert g.has_edge(3, 4)
    assert not g.has_edge(4, 4)
    assert g.independence_number().value == 1
    assert g.loop_independence_number().value == 0
    assert g.largest_acyclic().value == 1
    assert g.clique_partition_number().value == 1
    assert g.weak_domination_number().value == 2
    assert g.fractional_domination().value == pytest.approx(MILLION / (MILLION - 1), rel=1e-12)
    assert g.digest == FeedbackGraph.from_cliques(np.zeros(MILLION, int), loops=False).digest


@pytest.mark.parametrize("loops", [True, False])
def test_a_thousand_cliques_of_a_thousand(loops: bool) -> None:
    g = graphs.cliques([1000] * 1000, loops=loops)
    assert g.nbytes <= 10_000_000
    assert g.n_edges == MILLION * (1000 if loops else 999)
    assert g.kind is (Kind.SELF_AWARE if loops else Kind.WEAK)
    assert g.reveals(1500).size == (1000 if loops else 999)
    assert (g.out_degrees == g.in_degrees).all()
    assert g.independence_number().value == g.largest_acyclic().value == 1000
    assert g.clique_partition_number().value == 1000
    assert g.loop_independence_number().value == (1000 if loops else 0)
    assert g.weak_domination_number().value == (0 if loops else 2000)
    assert g.fractional_domination().value == pytest.approx(0 if loops else 1000 * 1000 / 999)
    assert g.induced(np.arange(0, MILLION, 500)).n_edges == 2000 * (2 if loops else 1)


@pytest.mark.parametrize("make", [graphs.prefix, graphs.suffix, graphs.full_information, graphs.bandit])
def test_other_graphs_of_a_million_are_small_and_answer(make: Callable[[int], FeedbackGraph]) -> None:
    g = make(MILLION)
    assert g.nbytes <= 20_000_000
    assert g.kind is Kind.SELF_AWARE
    assert g.independence_number().value == (MILLION if make is graphs.bandit else 1)
    assert g.weak_domination_number().value == 0
    assert g.revealed_by(5).size == g.in_degrees[5]


@pytest.mark.parametrize("make", [graphs.loopless_clique, graphs.prefix, graphs.full_information])
def test_one_row_of_a_million_is_had_without_the_others(make: Callable[[int], FeedbackGraph]) -> None:
    g = make(MILLION)
    assert g.reveals(5).size == g.out_degrees[5]
    assert g.revealed_by(5).size == g.in_degrees[5]
    assert g.has_edge(6, 5)


@pytest.mark.parametrize("make", [graphs.loopless_clique, graphs.prefix])
def test_what_would_not_fit_is_refused_before_memory_is_asked_for(make: Callable[[int], FeedbackGraph]) -> None:
    g = make(MILLION)
    for ask in (g.to_edges, g.to_matrix, g.to_scipy, g.to_neighbours):
        with pytest.raises(TooLarge):
            ask()

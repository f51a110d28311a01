"""What goes in by ``from_*`` comes out by ``to_*``, entry by entry and label by label."""

from collections.abc import Callable, Hashable
from typing import Any

import igraph
import networkx
import numpy as np
import pytest
import scipy.sparse
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from sidelight import FeedbackGraph

Matrix = NDArray[np.bool_]
law = settings(derandomize=True, deadline=None, max_examples=40)


@st.composite
def matrices(draw: st.DrawFn, largest: int = 6) -> Matrix:
    n = draw(st.integers(1, largest))
    cells = draw(st.lists(st.booleans(), min_size=n * n, max_size=n * n))
    return np.array(cells, np.bool_).reshape(n, n)


simple: st.SearchStrategy[Hashable] = st.one_of(
    st.integers(-3, 9), st.text(max_size=2), st.booleans(), st.floats(0, 1), st.binary(max_size=2)
)
odd: st.SearchStrategy[Hashable] = st.one_of(
    simple, st.tuples(simple, simple), st.tuples(), st.frozensets(simple, max_size=2)
)


def labels_for(n: int, of: st.SearchStrategy[Hashable]) -> st.SearchStrategy[list[Hashable]]:
    return st.lists(of, min_size=n, max_size=n, unique=True)


def edges_of(m: Matrix) -> list[tuple[int, int]]:
    return [(i, j) for i in range(len(m)) for j in range(len(m)) if m[i, j]]


def cells_of(m: Matrix) -> tuple[list[int], list[int], list[int]]:
    n = len(m)
    return [c // n for c in range(n * n)], [c % n for c in range(n * n)], [int(x) for x in m.flat]


def of_networkx(m: Matrix, graph: Any) -> FeedbackGraph:
    graph.add_nodes_from(reversed(range(len(m))))
    graph.add_edges_from(edges_of(m))
    return FeedbackGraph.from_networkx(graph)


def of_igraph(m: Matrix, directed: bool = True) -> FeedbackGraph:
    return FeedbackGraph.from_igraph(igraph.Graph(n=len(m), edges=edges_of(m), directed=directed))


Reader = Callable[[Matrix], FeedbackGraph]


def of_scipy(flavour: str) -> Reader:
    return lambda m: FeedbackGraph.from_scipy(getattr(scipy.sparse, flavour)(m.astype(float)))


READERS: dict[str, Reader] = {
    "edge list": lambda m: FeedbackGraph.from_edges(len(m), edges_of(m)),
    "edge set": lambda m: FeedbackGraph.from_edges(len(m), set(edges_of(m))),
    "edge generator": lambda m: FeedbackGraph.from_edges(len(m), (pair for pair in edges_of(m))),
    "repeated edges": lambda m: FeedbackGraph.from_edges(len(m), (edges_of(m) * 3)[::-1]),
    "edge array": lambda m: FeedbackGraph.from_edges(len(m), np.argwhere(m)),
    "int32 edges": lambda m: FeedbackGraph.from_edges(len(m), np.argwhere(m).astype(np.int32)),
    "uint64 edges": lambda m: FeedbackGraph.from_edges(len(m), np.argwhere(m).astype(np.uint64)),
    "Fortran edges": lambda m: FeedbackGraph.from_edges(len(m), np.asfortranarray(np.argwhere(m))),
    "bool matrix": lambda m: FeedbackGraph.from_matrix(m),
    "int matrix": lambda m: FeedbackGraph.from_matrix(m.astype(int)),
    "uint8 matrix": lambda m: FeedbackGraph.from_matrix(m.astype(np.uint8)),
    "float matrix": lambda m: FeedbackGraph.from_matrix(m.astype(float)),
    "nested lists": lambda m: FeedbackGraph.from_matrix(m.astype(int).tolist()),
    "nested bools": lambda m: FeedbackGraph.from_matrix(m.tolist()),
    "Fortran matrix": lambda m: FeedbackGraph.from_matrix(np.asfortranarray(m)),
    "strided matrix": lambda m: FeedbackGraph.from_matrix(np.repeat(np.repeat(m, 2, 0), 3, 1)[::2, ::3]),
    "neighbour lists": lambda m: FeedbackGraph.from_neighbours([np.flatnonzero(row).tolist() for row in m]),
    "neighbour arrays": lambda m: FeedbackGraph.from_neighbours([np.flatnonzero(row)[::-1] for row in m]),
    "neighbour sets": lambda m: FeedbackGraph.from_neighbours(tuple(set(np.flatnonzero(row).tolist()) for row in m)),
    "triplets": lambda m: FeedbackGraph.from_triplets(len(m), np.nonzero(m)[0], np.nonzero(m)[1]),
    "triplets with zeros": lambda m: FeedbackGraph.from_triplets(len(m), *cells_of(m)),
    "triplets with bools": lambda m: FeedbackGraph.from_triplets(
        len(m), np.indices(m.shape)[0].ravel(), np.indices(m.shape)[1].ravel(), m.ravel()
    ),
    "hidden": lambda m: FeedbackGraph.from_hidden(len(m), edges_of(~m)),
    "DiGraph": lambda m: of_networkx(m, networkx.DiGraph()),
    "MultiDiGraph": lambda m: of_networkx(m, networkx.MultiDiGraph(edges_of(m))),
    "igraph": of_igraph,
    **{
        f"scipy {kind}_{flavour}": of_scipy(f"{kind}_{flavour}")
        for kind in ("coo", "csr", "csc", "lil", "dok", "bsr", "dia")
        for flavour in ("array", "matrix")
    },
}
SYMMETRIC_READERS: dict[str, Reader] = {
    "Graph": lambda m: of_networkx(np.triu(m), networkx.Graph()),
    "MultiGraph": lambda m: of_networkx(np.tril(m), networkx.MultiGraph(edges_of(m))),
    "undirected igraph": lambda m: of_igraph(np.triu(m), directed=False),
}


def matrix_of_pairs(n: int, pairs: Any) -> Matrix:
    m = np.zeros((n, n), np.bool_)
    for i, j in pairs:
        assert not m[i, j], "an edge given twice"
        m[i, j] = True
    return m


WRITERS: dict[str, Callable[[FeedbackGraph], Any]] = {
    "to_edges": lambda g: matrix_of_pairs(g.n_actions, g.to_edges()),
    "to_triplets": lambda g: matrix_of_pairs(g.n_actions, [(i, j) for i, j, v in zip(*g.to_triplets()) if v]),  # noqa: B905
    "to_matrix": lambda g: g.to_matrix(),
    "to_scipy": lambda g: g.to_scipy().toarray() == 1,
    "to_neighbours": lambda g: matrix_of_pairs(
        g.n_actions, [(i, j) for i, row in enumerate(g.to_neighbours()) for j in row]
    ),
    "to_networkx": lambda g: networkx.to_numpy_array(g.to_networkx(), nodelist=range(g.n_actions)) == 1,
    "to_igraph": lambda g: np.array(list(g.to_igraph().get_adjacency()), int).reshape(2 * (g.n_actions,)) == 1,
    "reveals": lambda g: matrix_of_pairs(g.n_actions, [(i, j) for i in range(g.n_actions) for j in g.reveals(i)]),
    "revealed_by": lambda g: matrix_of_pairs(
        g.n_actions, [(i, j) for j in range(g.n_actions) for i in g.revealed_by(j)]
    ),
    "has_edge": lambda g: np.array([[g.has_edge(i, j) for j in range(g.n_actions)] for i in range(g.n_actions)]),
}

ZERO_REVEALS_ONE = np.array([[False, True], [False, False]])


@pytest.mark.parametrize("name", READERS)
@given(m=matrices())
@law
def test_every_reader_reads_the_same_graph(name: str, m: Matrix) -> None:
    graph = READERS[name](m)
    np.testing.assert_array_equal(graph.to_matrix(), m)
    assert graph == FeedbackGraph.from_matrix(m)
    assert graph.labels is None


@pytest.mark.parametrize("name", SYMMETRIC_READERS)
@given(m=matrices())
@law
def test_an_undirected_edge_reveals_both_ways(name: str, m: Matrix) -> None:
    np.testing.assert_array_equal(SYMMETRIC_READERS[name](m | m.T).to_matrix(), m | m.T)


@pytest.mark.parametrize("name", WRITERS)
@given(m=matrices())
@law
def test_every_writer_writes_the_same_graph(name: str, m: Matrix) -> None:
    np.testing.assert_array_equal(WRITERS[name](FeedbackGraph.from_matrix(m)), m)


@pytest.mark.parametrize("name", READERS)
def test_zero_reveals_one_and_not_the_reverse_reading(name: str) -> None:
    graph = READERS[name](ZERO_REVEALS_ONE)
    assert graph.reveals(0).tolist() == [1]
    assert graph.reveals(1).tolist() == []
    assert graph.revealed_by(1).tolist() == [0]
    assert graph.revealed_by(0).tolist() == []
    assert graph.has_edge(0, 1)
    assert not graph.has_edge(1, 0)


@pytest.mark.parametrize("name", WRITERS)
def test_zero_reveals_one_and_not_the_reverse_writing(name: str) -> None:
    written = WRITERS[name](FeedbackGraph.from_edges(2, [(0, 1)]))
    assert written.tolist() == ZERO_REVEALS_ONE.tolist()


def test_the_forms_themselves_are_row_reveals_column() -> None:
    graph = FeedbackGraph.from_edges(2, [(0, 1)])
    assert graph.to_edges().tolist() == [[0, 1]]
    assert [part.tolist() for part in graph.to_triplets()] == [[0], [1], [1]]
    assert graph.to_scipy()[0, 1] == 1
    assert [row.tolist() for row in graph.to_neighbours()] == [[1], []]
    assert list(graph.to_networkx().edges) == [(0, 1)]
    assert graph.to_igraph().get_edgelist() == [(0, 1)]
    assert graph.to_igraph().is_directed()


@given(m=matrices())
@law
def test_to_then_from_is_the_identity(m: Matrix) -> None:
    g = FeedbackGraph.from_matrix(m)
    assert FeedbackGraph.from_edges(g.n_actions, g.to_edges()) == g
    assert FeedbackGraph.from_triplets(g.n_actions, *g.to_triplets()) == g
    assert FeedbackGraph.from_matrix(g.to_matrix()) == g
    assert FeedbackGraph.from_scipy(g.to_scipy()) == g
    assert FeedbackGraph.from_neighbours(g.to_neighbours()) == g
    assert FeedbackGraph.from_networkx(g.to_networkx()) == g
    assert FeedbackGraph.from_igraph(g.to_igraph()) == g


@given(st.data())
@law
def test_labels_stay_with_their_actions(data: st.DataObject) -> None:
    m = data.draw(matrices())
    labels = data.draw(labels_for(len(m), st.one_of(st.none(), odd)))
    g = FeedbackGraph.from_matrix(m, labels=labels)
    n = g.n_actions
    assert g.labels == tuple(labels)
    assert [g.label(g.index(label)) for label in labels] == labels
    assert FeedbackGraph.from_edges(n, g.to_edges(), labels=g.labels) == g
    assert FeedbackGraph.from_triplets(n, *g.to_triplets(), labels=iter(labels)) == g
    assert FeedbackGraph.from_scipy(g.to_scipy(), labels=labels) == g
    assert FeedbackGraph.from_neighbours(g.to_neighbours(), labels=labels) == g
    assert FeedbackGraph.from_igraph(g.to_igraph()) == g
    mapping = {labels[i]: [labels[j] for j in g.reveals(i)] for i in range(n)}
    assert FeedbackGraph.from_neighbours(mapping) == g
    if labels != list(range(n)):
        assert g != FeedbackGraph.from_matrix(m)


@given(st.data())
@law
def test_networkx_nodes_are_the_labels(data: st.DataObject) -> None:
    """Whatever they are they come back; in others' graphs integers 0..n-1 are the actions, whatever their order."""
    m = data.draw(matrices())
    labels = data.draw(st.one_of(labels_for(len(m), odd), st.permutations(range(len(m)))))
    g = FeedbackGraph.from_matrix(m, labels=labels)
    there = g.to_networkx()
    assert list(there.nodes) == labels
    back = FeedbackGraph.from_networkx(there)
    named = {(labels[i], labels[j]) for i, j in g.to_edges()}
    assert {(back.label(i), back.label(j)) for i, j in back.to_edges()} == named
    assert back == g
    there.graph.clear()
    if {label for label in labels if type(label) is int} == set(range(len(m))):
        again = FeedbackGraph.from_networkx(there)
        assert again.labels is None
        assert {(int(i), int(j)) for i, j in again.to_edges()} == named


@given(m=matrices(), weight=st.sampled_from([0, 1, True, False, 0.0, 1.0]))
@law
def test_a_weight_of_zero_is_no_edge(m: Matrix, weight: float) -> None:
    expected = FeedbackGraph.from_matrix(m & bool(weight))
    graph = networkx.DiGraph()
    graph.add_nodes_from(range(len(m)))
    graph.add_edges_from(edges_of(m), weight=weight)
    assert FeedbackGraph.from_networkx(graph) == expected
    other = igraph.Graph(n=len(m), edges=edges_of(m), directed=True)
    other.es["weight"] = [weight] * other.ecount()
    assert FeedbackGraph.from_igraph(other) == expected
    stored = scipy.sparse.coo_array(([weight] * int(m.sum()), np.nonzero(m)), shape=m.shape)
    assert FeedbackGraph.from_scipy(stored) == expected


def test_scipy_rows_that_are_not_in_canonical_form() -> None:
    messy = scipy.sparse.csr_array(([1.0, 0.0, 0.5, 0.5], [1, 0, 0, 0], [0, 2, 4]), shape=(2, 2))
    assert FeedbackGraph.from_scipy(messy).to_edges().tolist() == [[0, 1], [1, 0]]
    assert messy.data.tolist() == [1.0, 0.0, 0.5, 0.5]
    assert messy.indices.tolist() == [1, 0, 0, 0]

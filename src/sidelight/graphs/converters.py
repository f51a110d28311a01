"""From and to what others use. The one place where outside data is checked; row reveals column.

The example to hold every converter against: ``0 reveals 1`` and not the other way round. As an edge
``(0, 1)``; as a matrix a one in row 0, column 1; as neighbour lists ``[[1], []]``; in networkx and igraph
an arc from 0 to 1.
"""

from __future__ import annotations

import importlib
import operator
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sidelight.errors import (
    InvalidEdge,
    InvalidGraph,
    InvalidLabels,
    InvalidParameter,
    MissingDependency,
    SidelightError,
)
from sidelight.graphs.labels import Labels, checked_labels, index_of
from sidelight.graphs.storage import Csr
from sidelight.graphs.storage.base import MOST_ACTIONS
from sidelight.kernels import adjacency

Actions = NDArray[np.int64]
LABELLED = "sidelight_labels"  # set on networkx graphs whose nodes are labels even where they look like indices


def checked_size(n_actions: Any) -> int:
    """A number of actions: a whole number of at least one."""
    try:
        n = operator.index(n_actions)
    except TypeError as error:
        raise InvalidParameter(f"n_actions={n_actions!r} must be a whole number") from error
    if isinstance(n_actions, (bool, np.bool_)) or not 1 <= n <= MOST_ACTIONS:
        raise InvalidParameter(f"n_actions={n_actions!r} must be between 1 and {MOST_ACTIONS}")
    return n


def flag(name: str, value: Any) -> bool:
    """True or False, also given as 1 or 0; "no" and 0.5 are not taken for True."""
    if isinstance(value, (bool, np.bool_, int, np.integer)) and value in (0, 1):
        return bool(value)
    raise InvalidParameter(f"{name}={value!r} must be True or False")


def whole_numbers(values: Any, what: str, error: type[SidelightError] = InvalidEdge) -> NDArray[np.int64]:
    """An int64 array, refusing anything that is not whole numbers already."""
    if isinstance(values, np.ma.MaskedArray):
        raise error(f"{what} have a mask, which would be lost; use .compressed() or .filled() first")
    try:
        array = np.asarray(values)
    except (ValueError, TypeError, OverflowError) as reason:
        raise error(f"{what} must be whole numbers, in rows of equal length: {reason}") from reason
    if array.size == 0 and array.dtype.kind in "iuf":
        return np.zeros(array.shape, np.int64)
    if array.dtype.kind not in "iu":
        raise error(f"{what} must be whole numbers, not {array.dtype}{_way_out(array)}")
    if array.dtype == np.uint64 and int(array.max()) > np.iinfo(np.int64).max:
        raise error(f"{what} must be whole numbers below 2^63, not {int(array.max())}")
    return array.astype(np.int64, copy=False)


def _way_out(array: NDArray[Any]) -> str:
    if array.dtype.kind in "US":
        return "; FeedbackGraph.from_labelled_edges takes labels, g.index(label) gives the number of one"
    if array.dtype.kind in "fO":
        return "; use .astype(int) if they are action indices (edges have no weights: i reveals j or not)"
    return ""


def from_labelled_edges(
    edges: Iterable[tuple[Hashable, Hashable]], labels: Iterable[Hashable] | None
) -> tuple[Csr, Labels]:
    """A graph from pairs of labels; the actions are those of ``labels``, or all in the order they come."""
    pairs = [tuple(_listed(pair, "an edge")) for pair in _listed(edges, "edges")]
    for pair in pairs:
        if len(pair) != 2:
            raise InvalidEdge(f"an edge must be a pair of labels (i, j), not {pair!r}")
    try:
        named = list(dict.fromkeys(label for pair in pairs for label in pair)) if labels is None else labels
    except TypeError as error:
        raise InvalidLabels(f"a label cannot be hashed; use strings or tuples: {error}") from error
    given = checked_labels(named, checked_size(len(_listed(named, "labels")))) or ()
    index = index_of(given)
    for pair in pairs:
        for label in pair:
            if not _known(label, index):
                raise InvalidEdge(f"edge {pair!r} names {label!r}, which is not among the labels; add it to labels=")
    ends = np.array([[index[i], index[j]] for i, j in pairs], np.int64).reshape(-1, 2)
    return from_pairs(len(given), ends[:, 0], ends[:, 1]), given


def from_pairs(n: int, rows: ArrayLike, cols: ArrayLike) -> Csr:
    """A graph from the two ends of each edge."""
    row, col = whole_numbers(rows, "rows"), whole_numbers(cols, "columns")
    if row.ndim != 1 or row.shape != col.shape:
        raise InvalidEdge(f"rows and columns must be flat and of equal length, not {row.shape} and {col.shape}")
    row, col = np.ascontiguousarray(row), np.ascontiguousarray(col)
    bad = adjacency.first_bad_edge(n, row, col)
    if bad >= 0:
        raise InvalidEdge(
            f"edge {bad} is ({row[bad]}, {col[bad]}), but actions are numbered 0 to {n - 1}; "
            "correct it or give a larger n_actions"
        )
    return Csr.from_pairs(n, row, col)


def from_edges(n: int, edges: ArrayLike | Iterable[tuple[int, int]]) -> Csr:
    """A graph from pairs (i, j): i reveals j."""
    listed = edges if hasattr(edges, "__array__") else _listed(edges, "edges")
    pairs = whole_numbers(listed, "edges")
    if pairs.shape == (0,):
        pairs = pairs.reshape(0, 2)
    if pairs.ndim != 2 or pairs.shape[1] != 2:
        raise InvalidEdge(f"edges must be pairs (i, j), that is an (E, 2) array, not shape {pairs.shape}")
    return from_pairs(n, pairs[:, 0], pairs[:, 1])


def from_triplets(n: int, rows: ArrayLike, cols: ArrayLike, values: ArrayLike | None) -> Csr:
    """A graph from parallel arrays; ``values`` of 0 are no edges."""
    if values is None:
        return from_pairs(n, rows, cols)
    row, col = whole_numbers(rows, "rows"), whole_numbers(cols, "columns")
    present = zero_or_one(values, "values")
    if not row.shape == col.shape == present.shape:
        raise InvalidEdge(
            f"rows, columns and values must be of equal length, not {row.shape}, {col.shape}, {present.shape}"
        )
    from_pairs(n, row, col)  # an absent edge must still lie inside the graph
    return from_pairs(n, row[present], col[present])


def zero_or_one(values: ArrayLike, what: str) -> NDArray[np.bool_]:
    """Booleans from numbers that must be 0 or 1: a feedback graph has no weights."""
    if isinstance(values, np.ma.MaskedArray):
        raise InvalidEdge(f"{what} with a mask would lose it; use .filled(0) first")
    try:
        array = np.asarray(values)
    except (ValueError, TypeError) as error:
        raise InvalidEdge(f"{what} must be 0 or 1, in rows of equal length: {error}") from error
    if array.dtype == np.bool_ or array.size == 0:
        return array.astype(np.bool_)
    if array.dtype.kind not in "iuf":
        raise InvalidEdge(
            f"{what} must be 0, 1 or booleans, not {array.dtype}; make numbers of it first, as by .astype(float)."
        )
    ones: NDArray[np.bool_] = array == 1
    wrong = ~ones & (array != 0)
    if wrong.any():
        at = tuple(int(k) for k in np.argwhere(wrong)[0])
        place = f" at {at if len(at) > 1 else at[0]}" if at else ""
        raise InvalidEdge(
            f"{what} has {array[at]}{place}; an edge is there (1) or not (0), "
            "weights have no meaning here: pass (values != 0) if any non-zero means an edge."
        )
    return ones


def from_matrix(matrix: ArrayLike) -> Csr:
    """A graph from a square 0/1 matrix, row i column j: i reveals j."""
    if hasattr(matrix, "tocoo"):
        raise InvalidGraph(
            f"matrix must be an array of 0 or 1, not a sparse {type(matrix).__name__}; use FeedbackGraph.from_scipy"
        )
    present = zero_or_one(matrix, "matrix")
    if present.ndim != 2 or present.shape[0] != present.shape[1] or present.shape[0] == 0:
        raise InvalidGraph(f"matrix must be square with a row for each action, not shape {present.shape}")
    rows, cols = np.nonzero(present)
    return from_pairs(present.shape[0], rows, cols)


def from_scipy(matrix: Any) -> Csr:
    """A graph from any scipy sparse matrix or array; repeated entries add up, as everywhere in scipy."""
    if not (hasattr(matrix, "tocoo") and hasattr(matrix, "shape")):
        raise InvalidGraph(f"a scipy sparse matrix is needed, not {type(matrix).__name__}; see from_matrix")
    if len(matrix.shape) != 2 or matrix.shape[0] != matrix.shape[1] or matrix.shape[0] == 0:
        raise InvalidGraph(f"matrix must be square with a row for each action, not shape {matrix.shape}")
    try:
        entries = matrix.tocoo(copy=True)
        if entries.data.dtype.kind in "iu":
            entries.data = entries.data.astype(np.int64)  # small integers would wrap round when added up
        entries.sum_duplicates()
    except (ValueError, IndexError, TypeError) as error:
        raise InvalidGraph(f"the sparse matrix is not sound: {error}") from error
    return from_triplets(entries.shape[0], entries.row, entries.col, entries.data)


def from_neighbours(
    neighbours: Mapping[Hashable, Iterable[Hashable]] | Sequence[Iterable[int]],
) -> tuple[Csr, Labels | None]:
    """A graph from lists (entry i: what i reveals) or a mapping from labels to labels."""
    if isinstance(neighbours, Mapping):
        labels = checked_labels(tuple(neighbours), len(neighbours))
        rows: list[Iterable[int]] = _by_index(neighbours, index_of(labels or ()))
    else:
        labels = None
        rows = [_listed(row, "a row of neighbours") for row in _listed(neighbours, "neighbours")]
    n = checked_size(len(rows))
    columns = [whole_numbers(list(row), f"neighbours of action {i}") for i, row in enumerate(rows)]
    if any(column.ndim != 1 for column in columns):
        raise InvalidEdge("each row of neighbours must be a flat list of action indices")
    sizes = [column.size for column in columns]
    return from_pairs(n, np.repeat(np.arange(n), sizes), np.concatenate(columns)), labels


def _by_index(neighbours: Mapping[Any, Iterable[Any]], index: dict[Hashable, int]) -> list[Iterable[int]]:
    rows: list[Iterable[int]] = []
    for label, revealed in neighbours.items():
        revealed = _listed(revealed, f"what {label!r} reveals")
        unknown = [other for other in revealed if not _known(other, index)]
        if unknown:
            raise InvalidEdge(f"{label!r} reveals {unknown[0]!r}, which is not an action; give it a row (may be empty)")
        rows.append([index[other] for other in revealed])
    return rows


def _known(label: Any, index: dict[Hashable, int]) -> bool:
    try:
        return label in index
    except TypeError:
        return False


def _listed(values: Any, what: str) -> list[Any]:
    if isinstance(values, (str, bytes, Mapping)):
        raise InvalidEdge(f"{what} must be a list, not {values!r}: text and mappings (to weights?) have no place here")
    try:
        return list(values)
    except TypeError as error:
        raise InvalidGraph(f"{what} must be a list, not {type(values).__name__}") from error


def from_networkx(graph: Any, weight: str | None) -> tuple[Csr, Labels | None]:
    """From a networkx graph of any class; an undirected edge reveals both ways, nodes become labels."""
    if not (hasattr(graph, "nodes") and hasattr(graph, "is_directed")):
        raise InvalidGraph(f"a networkx graph is needed, not {type(graph).__name__}")
    nodes = list(graph.nodes)
    n = checked_size(len(nodes))
    named = graph.graph.get(LABELLED, False)
    plain = not named and {node for node in nodes if type(node) is int} == set(range(n))
    labels = None if plain else checked_labels(nodes, n)
    index: dict[Any, int] = {node: node for node in nodes} if plain else {node: i for i, node in enumerate(nodes)}
    ends = [(index[u], index[v], 1 if weight is None else data.get(weight, 1)) for u, v, data in graph.edges(data=True)]
    return _from_arcs(n, ends, bool(graph.is_directed())), labels


def from_igraph(graph: Any, weight: str | None) -> tuple[Csr, Labels | None]:
    """From an igraph graph; an undirected edge reveals both ways, the vertex attribute "name" gives labels."""
    if not (hasattr(graph, "get_edgelist") and hasattr(graph, "vs")):
        raise InvalidGraph(f"an igraph graph is needed, not {type(graph).__name__}")
    n = checked_size(graph.vcount())
    labels = checked_labels(graph.vs["name"], n) if "name" in graph.vs.attributes() else None
    weights = graph.es[weight] if weight in graph.es.attributes() else [1] * graph.ecount()
    ends = [(u, v, weight) for (u, v), weight in zip(graph.get_edgelist(), weights, strict=True)]
    return _from_arcs(n, ends, bool(graph.is_directed())), labels


def _from_arcs(n: int, ends: list[tuple[int, int, Any]], directed: bool) -> Csr:
    rows = np.array([u for u, _, _ in ends], np.int64)
    cols = np.array([v for _, v, _ in ends], np.int64)
    try:
        present = zero_or_one([weight for _, _, weight in ends], "edge weights")
    except InvalidEdge as error:
        raise InvalidEdge(f"{error} With weight=None weights are not looked at and every edge counts") from error
    if present.ndim != 1:
        raise InvalidEdge("edge weights must each be a single 0 or 1, not lists; leave weights out for plain edges")
    rows, cols = rows[present], cols[present]
    if not directed:
        rows, cols = np.concatenate((rows, cols)), np.concatenate((cols, rows))
    return from_pairs(n, rows, cols)


def optional_library(name: str) -> Any:
    """Import ``name``, or say which extra brings it."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise MissingDependency(f"{name} is not installed; pip install 'sidelight[{name}]'") from error

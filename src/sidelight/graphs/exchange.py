"""The doors of a feedback graph: from and to edges, matrices, lists, networkx, igraph."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import ArrayLike

from sidelight.errors import InvalidEdge, InvalidGraph, InvalidLabels, TooLarge
from sidelight.graphs import converters
from sidelight.graphs.core import Actions, GraphCore, Mask
from sidelight.graphs.storage import Cliques, Complement, Intervals

if TYPE_CHECKING:
    from scipy.sparse import csr_array

MOST_CELLS = 2**28  # of a dense matrix: a quarter of a gigabyte


class Exchange(GraphCore):
    """In by ``from_*``, out by ``to_*``. Row i, column j: i reveals j."""

    @classmethod
    def from_edges(
        cls,
        n_actions: int,
        edges: ArrayLike | Iterable[tuple[int, int]],
        *,
        labels: Iterable[Hashable] | None = None,
    ) -> Self:
        """From pairs (i, j), i reveals j, or an (E, 2) array of them; repeated pairs merge.

        >>> from sidelight import FeedbackGraph
        >>> FeedbackGraph.from_edges(2, [(0, 1)], labels=["left", "right"]).to_matrix().astype(int)
        array([[0, 1],
               [0, 0]])
        """
        return cls(converters.from_edges(converters.checked_size(n_actions), edges), labels)

    @classmethod
    def from_labelled_edges(
        cls, edges: Iterable[tuple[Hashable, Hashable]], *, labels: Iterable[Hashable] | None = None
    ) -> Self:
        """From pairs of labels (i, j), i reveals j. Actions come in the order of ``labels``, or as they first appear.

        >>> from sidelight import FeedbackGraph
        >>> trips = FeedbackGraph.from_labelled_edges([("paris", "lyon"), ("lyon", "lyon")])
        >>> trips.labels, trips.has_edge(0, 1), trips.has_edge(1, 0)
        (('paris', 'lyon'), True, False)
        """
        return cls(*converters.from_labelled_edges(edges, labels))

    @classmethod
    def from_matrix(cls, matrix: ArrayLike, *, labels: Iterable[Hashable] | None = None) -> Self:
        """From a square 0/1 or boolean matrix: a one in row i, column j means i reveals j."""
        return cls(converters.from_matrix(matrix), labels)

    @classmethod
    def from_scipy(cls, matrix: Any, *, labels: Iterable[Hashable] | None = None) -> Self:
        """From a scipy sparse matrix or array with entries 0 and 1, row reveals column."""
        return cls(converters.from_scipy(matrix), labels)

    @classmethod
    def from_neighbours(
        cls,
        neighbours: Mapping[Hashable, Iterable[Hashable]] | Sequence[Iterable[int]],
        *,
        labels: Iterable[Hashable] | None = None,
    ) -> Self:
        """From what each action reveals: lists by index, or a mapping from label to labels.

        >>> from sidelight import FeedbackGraph
        >>> FeedbackGraph.from_neighbours({"ask": ["ask", "yes", "no"], "yes": [], "no": []}).labels
        ('ask', 'yes', 'no')
        """
        storage, own_labels = converters.from_neighbours(neighbours)
        return cls(storage, own_labels if labels is None else labels)

    @classmethod
    def from_triplets(
        cls,
        n_actions: int,
        rows: ArrayLike,
        cols: ArrayLike,
        values: ArrayLike | None = None,
        *,
        labels: Iterable[Hashable] | None = None,
    ) -> Self:
        """From parallel arrays: ``rows[e]`` reveals ``cols[e]`` where ``values[e]`` is 1 (all, if left out)."""
        return cls(converters.from_triplets(converters.checked_size(n_actions), rows, cols, values), labels)

    @classmethod
    def from_networkx(
        cls, graph: Any, *, weight: str | None = "weight", labels: Iterable[Hashable] | None = None
    ) -> Self:
        """From a networkx graph. Nodes 0..n-1 are action indices, any others become labels in their order.

        An edge attribute ``weight`` must be 0 (no edge) or 1; with ``weight=None`` every edge counts.
        """
        storage, own_labels = converters.from_networkx(graph, weight)
        return cls(storage, own_labels if labels is None else labels)

    @classmethod
    def from_igraph(
        cls, graph: Any, *, weight: str | None = "weight", labels: Iterable[Hashable] | None = None
    ) -> Self:
        """From an igraph graph; its vertex attribute "name" gives the labels.

        An edge attribute ``weight`` must be 0 (no edge) or 1; with ``weight=None`` every edge counts.
        """
        storage, own_labels = converters.from_igraph(graph, weight)
        return cls(storage, own_labels if labels is None else labels)

    @classmethod
    def from_cliques(cls, part: ArrayLike, *, loops: bool = True, labels: Iterable[Hashable] | None = None) -> Self:
        """Actions with an equal number in ``part`` reveal each other (and themselves, unless ``loops=False``).

        >>> from sidelight import FeedbackGraph
        >>> FeedbackGraph.from_cliques([0, 1, 0]).reveals(0)
        array([0, 2])
        """
        parts = converters.whole_numbers(part, "part")
        if parts.ndim != 1 or parts.size == 0:
            raise InvalidGraph(f"part must be a flat list with a number for each action, not shape {parts.shape}")
        return cls(Cliques.from_parts(parts, converters.flag("loops", loops)), labels)

    @classmethod
    def from_intervals(cls, first: ArrayLike, stop: ArrayLike, *, labels: Iterable[Hashable] | None = None) -> Self:
        """Action i reveals ``first[i], ..., stop[i] - 1``, a range on the order of the actions.

        >>> from sidelight import FeedbackGraph
        >>> FeedbackGraph.from_intervals([0, 0, 2], [1, 2, 3]).reveals(1)
        array([0, 1])
        """
        lo, hi = converters.whole_numbers(first, "first"), converters.whole_numbers(stop, "stop")
        if lo.ndim != 1 or lo.shape != hi.shape or lo.size == 0:
            raise InvalidGraph(f"first and stop must be flat and of equal length, not {lo.shape} and {hi.shape}")
        outside = np.flatnonzero((lo < 0) | (hi > lo.size) | (hi < lo))
        if outside.size:
            i = int(outside[0])
            raise InvalidEdge(
                f"action {i} has the range {lo[i]} to {hi[i]} (exclusive), which must lie in 0 to {lo.size}; "
                "give first == stop for an action that reveals nothing"
            )
        return cls(Intervals.from_ranges(lo, hi), labels)

    @classmethod
    def from_hidden(
        cls,
        n_actions: int,
        hidden: ArrayLike | Iterable[tuple[int, int]],
        *,
        labels: Iterable[Hashable] | None = None,
    ) -> Self:
        """Everything is revealed but the pairs (i, j) in ``hidden``: a million actions need no 10^12 edges.

        >>> from sidelight import FeedbackGraph
        >>> FeedbackGraph.from_hidden(3, [(0, 0), (1, 1), (2, 2)])
        FeedbackGraph(3 actions, 6 edges, strong: 3 seen by all others; complement)
        """
        stored = converters.from_edges(converters.checked_size(n_actions), hidden)
        return cls(Complement.from_hidden(stored), labels)

    def to_edges(self) -> Actions:
        """All pairs (i, j), i reveals j, as an (E, 2) array sorted by i, then j."""
        return np.column_stack(self.to_triplets()[:2])

    def to_labelled_edges(self) -> list[tuple[Hashable, Hashable]]:
        """All pairs (label of i, label of j), i reveals j, in the order of ``to_edges``; indices without labels."""
        names: Sequence[Hashable] = self.labels or range(self.n_actions)
        return [(names[i], names[j]) for i, j in self.to_edges().tolist()]

    def to_triplets(self) -> tuple[Actions, Actions, Actions]:
        """Rows, columns and ones."""
        csr = self._storage.to_csr()
        rows = np.repeat(np.arange(csr.n), csr.out_degrees())
        return rows, csr.out_indices.astype(np.int64), np.ones(rows.size, np.int64)

    def to_matrix(self) -> Mask:
        """Boolean matrix, row i column j: i reveals j."""
        if self.n_actions**2 > MOST_CELLS:
            raise TooLarge(f"a matrix of {self.n_actions} x {self.n_actions} is too large; use to_scipy() or induced()")
        matrix = np.zeros((self.n_actions, self.n_actions), np.bool_)
        rows, cols, _ = self.to_triplets()
        matrix[rows, cols] = True
        return matrix

    def to_scipy(self) -> csr_array:
        """Sparse array of ones, row i column j: i reveals j."""
        from scipy.sparse import csr_array

        csr = self._storage.to_csr()
        ones = np.ones(csr.n_edges, np.int8)
        return csr_array((ones, csr.out_indices.copy(), csr.out_indptr.copy()), shape=(csr.n, csr.n))

    def to_neighbours(self) -> list[Actions]:
        """What each action reveals, as a list of sorted arrays."""
        csr = self._storage.to_csr()
        return [csr.reveals(i) for i in range(csr.n)]

    def to_networkx(self) -> Any:
        """A ``networkx.DiGraph`` whose nodes are the labels (indices where there are none)."""
        networkx = converters.optional_library("networkx")
        names = self.labels or range(self.n_actions)
        if None in names:
            raise InvalidLabels("networkx has no node None; use with_labels() to rename that action first")
        graph = networkx.DiGraph()
        if self.labels is not None:
            graph.graph[converters.LABELLED] = True
        graph.add_nodes_from(names)
        graph.add_edges_from(self.to_labelled_edges())
        return graph

    def to_igraph(self) -> Any:
        """A directed ``igraph.Graph``; labels are the vertex attribute "name"."""
        igraph = converters.optional_library("igraph")
        graph = igraph.Graph(n=self.n_actions, edges=self.to_edges().tolist(), directed=True)
        if self.labels is not None:
            graph.vs["name"] = list(self.labels)
        return graph

"""The feedback graph: playing i shows the losses of every action that ``i reveals``.

Row i, column j, never the other way round. In the mathematics this is the edge i -> j, ``reveals(i)`` is the
out-neighbourhood of i and ``revealed_by(j)`` the in-neighbourhood of j.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sidelight.errors import InvalidGraph, InvalidLabels, InvalidParameter, UnknownAction
from sidelight.graphs import converters
from sidelight.graphs.bracket import read_only
from sidelight.graphs.core import Actions, Mask
from sidelight.graphs.exchange import Exchange
from sidelight.graphs.fingerprint import digest_of
from sidelight.graphs.kind import Kind, action_kinds, kind_of
from sidelight.graphs.measured import Measured
from sidelight.graphs.packed import packed
from sidelight.graphs.storage import STORAGES

if TYPE_CHECKING:
    from matplotlib.axes import Axes


class FeedbackGraph(Exchange, Measured):
    """Who reveals whom: immutable, checked once, equal and hashed by content.

    Make one with ``from_edges``, ``from_matrix``, ``from_scipy``, ``from_neighbours``, ``from_triplets``,
    ``from_networkx``, ``from_igraph``, by shape with ``from_cliques``, ``from_intervals``, ``from_hidden``, or
    from the families in ``sidelight.graphs``.

    >>> g = FeedbackGraph.from_edges(3, [(0, 0), (0, 1), (0, 2), (1, 0)])
    >>> g.reveals(0), g.revealed_by(0), g.loops
    (array([0, 1, 2]), array([0, 1]), array([ True, False, False]))
    >>> g
    FeedbackGraph(3 actions, 4 edges, weak: 1 self-loop, 2 weakly observable)
    """

    @cached_property
    def n_edges(self) -> int:
        """Number of pairs (i, j) with i reveals j, self-loops included."""
        return self._storage.n_edges

    @property
    def storage(self) -> str:
        """How it is held: "csr", "cliques", "intervals" or "complement".

        Answers are the same; of very large graphs, open brackets may be tighter in one than in another.
        """
        return self._storage.name

    @property
    def nbytes(self) -> int:
        """Bytes of the arrays that hold the graph."""
        return self._storage.nbytes

    def reveals(self, i: SupportsIndex) -> Actions:
        """Sorted actions whose losses are shown when i is played (the row of i)."""
        return self._storage.reveals(self._checked_action(i))

    def revealed_by(self, j: SupportsIndex) -> Actions:
        """Sorted actions whose play shows the loss of j (the column of j)."""
        return self._storage.revealed_by(self._checked_action(j))

    def has_edge(self, i: SupportsIndex, j: SupportsIndex) -> bool:
        """Whether i reveals j."""
        return self._storage.has_edge(self._checked_action(i), self._checked_action(j))

    @cached_property
    def loops(self) -> Mask:
        """Mask of the actions that reveal themselves."""
        return read_only(self._storage.loops())

    @cached_property
    def out_degrees(self) -> Actions:
        """How many actions each reveals."""
        return read_only(self._storage.out_degrees().astype(np.int64))

    @cached_property
    def in_degrees(self) -> Actions:
        """How many actions reveal each."""
        return read_only(self._storage.in_degrees().astype(np.int64))

    @cached_property
    def kind(self) -> Kind:
        """Self-aware, strong, weak or unobservable: what regret can be hoped for."""
        return kind_of(self._storage)

    @cached_property
    def observable(self) -> Mask:
        """Mask of the actions that somebody reveals."""
        return read_only(action_kinds(self._storage)[0])

    @cached_property
    def strongly_observable(self) -> Mask:
        """Mask of the actions that reveal themselves or are revealed by all others."""
        return read_only(action_kinds(self._storage)[1])

    @cached_property
    def digest(self) -> str:
        """Name of the content: equal for equal edges on equally many actions, whatever the storage or labels."""
        return digest_of(self._storage)

    @cached_property
    def packed(self) -> NDArray[np.int32]:
        """The graph as one array for compiled loops (``kernels/packed_graph.py``), made when first asked for."""
        return packed(self._storage)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, FeedbackGraph):
            return NotImplemented
        same_size = self.n_actions == other.n_actions and self.labels == other.labels
        return self is other or (same_size and self.digest == other.digest)

    def __hash__(self) -> int:
        return hash((self.digest, self.labels))

    def __repr__(self) -> str:
        from sidelight.graphs.description import short

        return short(self)

    def describe(self) -> str:
        """A paragraph: size, kind, degrees, and the graph numbers as far as they are quickly known."""
        from sidelight.graphs.description import long

        return long(self)

    def index(self, label: Hashable) -> int:
        """The action that has this label (the index itself where there are no labels)."""
        if self._index is None:
            return self._checked_action(label)
        try:
            return self._index[label]
        except (KeyError, TypeError):
            known = ", ".join(repr(known) for known in (self.labels or ())[:8])
            raise UnknownAction(f"no action is labelled {label!r}; the labels begin {known}") from None

    def label(self, i: SupportsIndex) -> Hashable:
        """The label of action i (the index itself where there are no labels)."""
        action = self._checked_action(i)
        return action if self.labels is None else self.labels[action]

    def with_labels(self, labels: Iterable[Hashable] | None) -> FeedbackGraph:
        """The same graph under other labels (none, if None)."""
        return FeedbackGraph(self._storage, labels)

    def induced(self, actions: ArrayLike) -> FeedbackGraph:
        """The subgraph on ``actions`` (distinct indices or a mask): the k-th of them becomes action k."""
        chosen = self._checked_actions(actions)
        labels = None if self.labels is None else [self.labels[i] for i in chosen]
        return FeedbackGraph(self._storage.induced(chosen), labels)

    def relabelled(self, permutation: ArrayLike) -> FeedbackGraph:
        """Action i becomes action ``permutation[i]``, taking its label along.

        >>> FeedbackGraph.from_edges(3, [(0, 1)]).relabelled([2, 0, 1]).to_edges()
        array([[2, 0]])
        """
        given = converters.whole_numbers(permutation, "permutation", InvalidParameter)
        if given.shape != (self.n_actions,) or not np.array_equal(np.sort(given), np.arange(self.n_actions)):
            raise InvalidParameter(f"permutation must hold each of 0 to {self.n_actions - 1} once")
        return self.induced(np.argsort(given))

    def union(self, other: FeedbackGraph) -> FeedbackGraph:
        """An edge wherever either graph has one; both are on the same actions. Also ``g | h``."""
        if not isinstance(other, FeedbackGraph):
            raise InvalidGraph(f"union needs another FeedbackGraph, not {type(other).__name__}")
        if self.n_actions != other.n_actions:
            raise InvalidGraph(f"union needs equally many actions, not {self.n_actions} and {other.n_actions}")
        if self.labels is not None and other.labels is not None and self.labels != other.labels:
            raise InvalidLabels("union needs equal labels; use with_labels() on one of the graphs")
        edges = np.concatenate((self.to_edges(), other.to_edges()))
        return FeedbackGraph.from_edges(self.n_actions, edges, labels=self.labels or other.labels)

    def __or__(self, other: object) -> FeedbackGraph:
        return self.union(other) if isinstance(other, FeedbackGraph) else NotImplemented

    def stored_as(self, storage: str) -> FeedbackGraph:
        """The same graph in another storage: "csr", "complement", or "cliques", "intervals" where it has the shape."""
        if storage not in list(STORAGES):  # a list compares, where a table would have to hash whatever was given
            raise InvalidParameter(f"storage={storage!r} must be one of {', '.join(STORAGES)}")
        if storage == self.storage:
            return self
        converted = STORAGES[storage].of_csr(self._storage.to_csr())
        if converted is None:
            raise InvalidGraph(f"this graph does not have the shape of the storage {storage!r}; keep {self.storage!r}")
        return FeedbackGraph(converted, self.labels)

    def plot(self, ax: Axes | None = None, **options: Any) -> Axes:
        """Draw it: see ``sidelight.graphs.picture.draw``. Needs matplotlib (the extra "plot")."""
        from sidelight.graphs.picture import draw

        return draw(self, ax, **options)

    def _repr_svg_(self) -> str | None:
        """The picture that notebooks show; None, and so the plain repr, without matplotlib."""
        from sidelight.graphs.picture import svg

        return svg(self)

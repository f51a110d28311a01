"""The compiled searches as Python objects that can be asked for a little more at a time."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidelight.graphs.numbers.independence_parts import Graph
from sidelight.kernels import clique_bound, greedy_sets, local_search, max_clique
from sidelight.kernels.bitsets import Words, fill_renamed_rows, full_row, words_for
from sidelight.kernels.clique_bound import branching_set

Integers = NDArray[np.int64]

SEED = 0x2545F4914F6CDD1D


class Swaps:
    """Local search for an independent set, from a greedy one."""

    def __init__(self, graph: Graph, chosen: Integers) -> None:
        """Start from the independent set flagged in ``chosen``."""
        self._graph = graph
        self._state = np.zeros((local_search.ROWS, graph.n), np.int64)
        self._progress = np.zeros(local_search.PLACES, np.int64)
        self._found = np.zeros(graph.n + 1, np.int64)
        self._random = np.array([SEED], np.uint64)
        self._first = np.flatnonzero(chosen)
        self._polished = 0
        local_search.start(graph.indptr, graph.indices, chosen, self._state, self._progress)

    @property
    def size(self) -> int:
        """Of the largest independent set met."""
        return int(self._progress[local_search.BEST_SIZE])

    @property
    def idle(self) -> int:
        """Kicks since the last improvement."""
        return int(self._progress[local_search.IDLE])

    @property
    def witness(self) -> Integers:
        """The largest independent set met, sorted."""
        return np.sort(self._state[local_search.BEST, : self.size])

    def run(self, budget: int, goal: int) -> None:
        """Go on for about ``budget`` visits of edges: first one swap around each vertex, then kicks."""
        arguments = self._graph.indptr, self._graph.indices, self._state, self._progress, self._found
        if self._polished < len(self._first):
            self._polished = local_search.polish(*arguments, self._first, self._polished, budget)
        else:
            local_search.improve(*arguments, self._random, budget, goal)


class Desk(NamedTuple):
    """Working memory of the clique bound."""

    classes: Words
    book: Integers
    notes: Integers
    work: Words

    @classmethod
    def of(cls, n: int) -> "Desk":
        """For ``n`` vertices."""
        words = words_for(n)
        return cls(
            np.zeros((n + 2, words), np.uint64),
            np.zeros((clique_bound.ROWS_OF_BOOK, n + 2), np.int64),
            np.zeros((clique_bound.ROWS_OF_NOTES, 64 * words), np.int64),
            np.zeros((2, words), np.uint64),
        )


class BranchAndBound:
    """Exact search for an independent set larger than ``lower``: a clique of the complement."""

    def __init__(self, graph: Graph, lower: int) -> None:
        """Lay out the root of the search tree."""
        n = graph.n
        words = words_for(n)
        self._order = np.empty(n, np.int64)
        greedy_sets.thickest_first(graph.indptr, graph.indices, self._order)
        place = np.empty(n, np.int64)
        place[self._order] = np.arange(n)
        self._conflicts = np.zeros((n, words), np.uint64)
        fill_renamed_rows(graph.indptr, graph.indices, place, self._conflicts)
        self._everyone = full_row(n)
        self._compatible = ~self._conflicts & self._everyone
        self._compatible[np.arange(n), np.arange(n) >> 6] &= ~(np.uint64(1) << (np.arange(n) & 63).astype(np.uint64))
        self._desk = Desk.of(n)
        self._candidates = np.zeros((n + 2, words), np.uint64)
        self._branches = np.zeros((n + 2, words), np.uint64)
        self._clique = np.zeros(n + 2, np.int64)
        self._best = np.zeros(n + 2, np.int64)
        self._progress = np.array([0, lower, 0], np.int64)
        self._start = lower
        self._candidates[0] = self._everyone
        self._branching_set(lower, self._branches[0])
        self._candidates[0] &= ~self._branches[0]

    def _branching_set(self, room: int, rest: Words) -> bool:
        return branching_set(self._everyone, room, self._compatible, self._conflicts, *self._desk, rest)

    def fits(self, room: int) -> bool:
        """Whether the bound alone shows that no independent set is larger than ``room``."""
        return not self._branching_set(room, np.zeros_like(self._everyone))

    @property
    def finished(self) -> bool:
        """Whether no larger set than ``size`` exists."""
        return bool(self._progress[max_clique.DEPTH] < 0)

    @property
    def size(self) -> int:
        """Of the largest set known."""
        return int(self._progress[max_clique.BEST])

    def expect(self, lower: int) -> None:
        """A set of this size is known from elsewhere: only larger ones matter from here on."""
        if lower > self.size:
            self._start = lower
            self._progress[max_clique.BEST] = lower

    @property
    def nodes(self) -> int:
        """Of the search tree, visited."""
        return int(self._progress[max_clique.NODES])

    @property
    def witness(self) -> Integers | None:
        """A set of ``size``, if this search found it."""
        return np.sort(self._order[self._best[: self.size]]) if self.size > self._start else None

    def run(self, budget: int) -> None:
        """Go on for about ``budget`` nodes."""
        max_clique.search(
            self._compatible, self._conflicts, self._candidates, self._branches,
            self._clique, self._best, self._progress, budget, *self._desk,
        )  # fmt: skip

"""Processes that choose among graphs given at the start."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from sidelight.errors import InvalidGraph, InvalidParameter
from sidelight.graphs.families import bandit, cliques, gadgets, ring
from sidelight.graphs.families.checks import chance, listed, round_of, whole
from sidelight.graphs.feedback_graph import FeedbackGraph
from sidelight.graphs.processes.base import Choices, GraphProcess, process, require_graph
from sidelight.graphs.roles import Role
from sidelight.kernels.randomness import first_numbers


def as_process(graph: FeedbackGraph | GraphProcess) -> GraphProcess:
    """A graph is a process that never changes."""
    if isinstance(graph, GraphProcess):
        return graph
    return Fixed(graph)


def _same_actions(graphs: Iterable[FeedbackGraph]) -> tuple[FeedbackGraph, ...]:
    given = tuple(listed("graphs", graphs))
    for graph in given:
        require_graph(graph)
    if len({(graph.n_actions, graph.labels) for graph in given}) != 1:
        raise InvalidGraph("the graphs of a process need at least one graph, and equally many actions and equal labels")
    return given


@process("fixed", lambda: ({"graph": ring(5)},))
@dataclass(frozen=True)
class Fixed(GraphProcess):
    """The same graph in every round."""

    graph: FeedbackGraph

    def __post_init__(self) -> None:
        _same_actions([self.graph])

    @property
    def n_actions(self) -> int:
        return self.graph.n_actions

    def choices(self, first: int, stop: int, seed: int = 0) -> Choices:
        return Choices([self.graph], np.zeros(stop - first, np.int32))

    def _graph(self, round_: int, seed: int) -> FeedbackGraph:
        return self.graph


@process(
    "alternating",
    lambda: ({"graphs": [ring(6), bandit(6)]}, {"graphs": [ring(6), cliques([3, 3])], "every": 3}),
)
@dataclass(frozen=True)
class Alternating(GraphProcess):
    """The graphs in turn, each for ``every`` rounds.

    >>> [g.n_edges for g in Alternating([ring(6), bandit(6)]).replay(3)]
    [18, 6, 18]
    """

    graphs: Sequence[FeedbackGraph]
    every: int = 1

    def __post_init__(self) -> None:
        object.__setattr__(self, "graphs", _same_actions(self.graphs))
        whole("every", self.every, 1, 2**63 - 1)

    @property
    def n_actions(self) -> int:
        return self.graphs[0].n_actions

    def choices(self, first: int, stop: int, seed: int = 0) -> Choices:
        turns = np.arange(first, stop) // self.every % len(self.graphs)
        return Choices(self.graphs, turns.astype(np.int32))

    def _graph(self, round_: int, seed: int) -> FeedbackGraph:
        return self.graphs[round_ // self.every % len(self.graphs)]


@process(
    "from_pool",
    lambda: ({"graphs": [ring(6), bandit(6)]}, {"graphs": [ring(6), bandit(6)], "chances": [0.9, 0.1]}),
)
@dataclass(frozen=True)
class FromPool(GraphProcess):
    """Each round one of the graphs, independently, with the given chances (equal ones if left out)."""

    graphs: Sequence[FeedbackGraph]
    chances: Sequence[float] | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "graphs", _same_actions(self.graphs))
        if self.chances is not None:
            object.__setattr__(
                self, "chances", tuple(chance("each of chances", p) for p in listed("chances", self.chances))
            )
        if len(self._upper_ends) != len(self.graphs) or abs(self._upper_ends[-1] - 1.0) > 1e-9:
            raise InvalidParameter(f"chances={self.chances} must be {len(self.graphs)} numbers that sum to 1")

    @property
    def n_actions(self) -> int:
        return self.graphs[0].n_actions

    @cached_property
    def _upper_ends(self) -> NDArray[np.float64]:
        even = [1.0 / len(self.graphs)] * len(self.graphs)
        return np.cumsum(even if self.chances is None else self.chances)

    def choices(self, first: int, stop: int, seed: int = 0) -> Choices:
        drawn = first_numbers(seed, Role.POOL, first, stop)
        # The last end may fall short of 1 by rounding; what is drawn beyond it belongs to the last graph.
        which = np.minimum(np.searchsorted(self._upper_ends, drawn, "right"), len(self.graphs) - 1)
        return Choices(self.graphs, which.astype(np.int32))

    def _graph(self, round_: int, seed: int) -> FeedbackGraph:
        graph: FeedbackGraph = self.graphs[self.choices(round_, round_ + 1, seed).which[0]]
        return graph


@process("one_dense", lambda: ({"dense": ring(6, loops=False), "sparse": gadgets(2), "dense_round": 2},))
@dataclass(frozen=True)
class OneDense(GraphProcess):
    """``sparse`` in all rounds but one: what is paid for the sum over rounds, and what for the largest."""

    dense: FeedbackGraph
    sparse: FeedbackGraph
    dense_round: int

    def __post_init__(self) -> None:
        _same_actions([self.dense, self.sparse])
        round_of(self.dense_round, "dense_round")

    @property
    def n_actions(self) -> int:
        return self.sparse.n_actions

    def choices(self, first: int, stop: int, seed: int = 0) -> Choices:
        return Choices([self.sparse, self.dense], (np.arange(first, stop) == self.dense_round).astype(np.int32))

    def _graph(self, round_: int, seed: int) -> FeedbackGraph:
        return self.dense if round_ == self.dense_round else self.sparse

"""Which graphs a learner takes: those of its size that its theory covers, or, if told not to be strict, others too."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import ClassVar

from sidelight.errors import (
    InvalidGraph,
    MissingGraph,
    NoGuarantee,
    NoGuaranteeWarning,
    UnobservableGraph,
    WrongGraph,
    warn,
)
from sidelight.graphs import FeedbackGraph, Kind
from sidelight.learners.actions import refuse_ambiguous
from sidelight.learners.table import Algorithm, Serves


class Guarded:
    """The part of a learner that looks at graphs before they are let in."""

    algorithm: ClassVar[Algorithm]
    usual_graph: ClassVar[Callable[..., FeedbackGraph] | None] = None  # meant where no graph is ever given
    n_actions: int
    strict: bool
    _accepted: FeedbackGraph | None  # the last one
    _warned_of: set[str]

    def _graph_of(self, known: FeedbackGraph | None, given: FeedbackGraph | None) -> FeedbackGraph:
        """The graph of the round: the one decided with, or the one that comes with the losses."""
        if known is None:
            given = self._usual if given is None else given
            if given is None:
                raise MissingGraph("graph= is needed to learn: it says whose losses the action revealed")
            return given if given is self._accepted else self._accept(given)
        if given is not None and given is not known and not _same(given, known):
            raise WrongGraph(f"graph={given!r} is not the one that this is about, {known!r}; leave it out")
        return known

    @cached_property
    def _usual(self) -> FeedbackGraph | None:
        usual = type(self).usual_graph
        return None if usual is None else usual(self.n_actions)

    def _accept(self, graph: FeedbackGraph) -> FeedbackGraph:
        """Refuse a graph of another size; where there is no guarantee refuse it too, or warn if not strict."""
        self._refuse_other(graph)
        objection = self._objection(graph)
        if objection is not None and self.strict:
            unseen = graph.kind is Kind.UNOBSERVABLE and self.algorithm.serves is not Serves.ANY
            raise (UnobservableGraph if unseen else NoGuarantee)(f"{objection}; strict=False plays without guarantee")
        if objection is not None:
            if objection not in self._warned_of:  # of each kind of graph once, not whenever graphs take turns
                warn(f"{objection}; no guarantee holds", NoGuaranteeWarning)
            self._warned_of.add(objection)
        self._accepted = graph
        return graph

    def _refuse_other(self, graph: FeedbackGraph) -> None:
        """Refuse what is no graph, and a graph of another size."""
        if not isinstance(graph, FeedbackGraph):
            raise InvalidGraph(
                f"graph must be a FeedbackGraph, not {type(graph).__name__}; see FeedbackGraph.from_edges"
            )
        if graph.n_actions != self.n_actions:
            raise WrongGraph(f"the graph has {graph.n_actions} actions, and this learner {self.n_actions}")
        refuse_ambiguous(graph)

    def _objection(self, graph: FeedbackGraph) -> str | None:
        """Why the theory of this learner does not cover a graph, or None."""
        if self.algorithm.serves.covers(graph):
            return None
        return f"{type(self).__name__} needs graphs in which {self.algorithm.serves.value}, and this is {graph!r}"


def _same(given: object, known: FeedbackGraph) -> bool:
    """Whether whatever was given is a graph, and that one."""
    return isinstance(given, FeedbackGraph) and given == known

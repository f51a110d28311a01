"""``learner_for``: the learner that a graph asks for, by its kind."""

from __future__ import annotations

from typing import Any

import numpy as np

from sidelight.errors import UnobservableGraph
from sidelight.graphs import FeedbackGraph, Kind
from sidelight.graphs.processes.base import require_graph
from sidelight.learners.algorithms import Exp3IX, StrongIX, WeakIX
from sidelight.learners.deciding import Informed, Uninformed


def learner_for(graph: FeedbackGraph, **options: Any) -> Informed | Uninformed:
    """The learner with a guarantee on this graph, which is its graph in every round; its repr says why it is this one.

    Options are those of learners: ``horizon``, ``schedule``, ``delta``, ``seed`` and so on; without horizon it adapts.

    >>> from sidelight import graphs
    >>> learner_for(graphs.revealing_action(4), seed=1)
    WeakIX(4, schedule='adaptive', explore='auto', graph=FeedbackGraph(4 actions, 4 edges, weak: 1 self-loop, 3 weakly \
observable), seed=1; chosen because action 1 is revealed neither by itself nor by all others)
    """
    require_graph(graph)
    kind = graph.kind
    if kind is Kind.UNOBSERVABLE:
        unseen = ", ".join(map(repr, (graph.label(int(j)) for j in np.flatnonzero(~graph.observable)[:5])))
        raise UnobservableGraph(
            f"no learner can do well on this graph, for no action reveals {unseen}; add edges to it, or leave it out"
        )
    learner = _CHOICE[kind](graph.n_actions, graph=graph, **options)
    learner.chosen = _why(graph)
    return learner


_CHOICE: dict[Kind, type[Informed | Uninformed]] = {
    Kind.SELF_AWARE: Exp3IX,
    Kind.STRONG: StrongIX,
    Kind.WEAK: WeakIX,
}


def _why(graph: FeedbackGraph) -> str:
    """The reason, by the first action that is to blame."""
    if graph.kind is Kind.SELF_AWARE:
        return "chosen because every action reveals itself"
    strong = graph.kind is Kind.STRONG
    first = int(np.flatnonzero(~graph.loops if strong else ~graph.strongly_observable)[0])
    revealed = (
        "is revealed by all others, but not by itself" if strong else "is revealed neither by itself nor by all others"
    )
    return f"chosen because action {graph.label(first)!r} {revealed}"

"""``learner_for`` takes the learner with a guarantee on a graph, and says why."""

import json
from typing import Any

import numpy as np
import pytest

import sidelight as sl
from sidelight import FeedbackGraph, graphs, worlds

CHOICES: list[tuple[FeedbackGraph, type[sl.Learner], str]] = [
    (graphs.bandit(4), sl.Exp3IX, "every action reveals itself"),
    (graphs.full_information(4), sl.Exp3IX, "every action reveals itself"),
    (graphs.bandit(1), sl.Exp3IX, "every action reveals itself"),
    (graphs.loopless_clique(4), sl.StrongIX, "action 0 is revealed by all others, but not by itself"),
    (FeedbackGraph.from_hidden(4, [(2, 2)]), sl.StrongIX, "action 2 is revealed by all others, but not by itself"),
    (graphs.revealing_action(4), sl.WeakIX, "action 1 is revealed neither by itself nor by all others"),
    (graphs.revealing_action(3).with_labels(["ask", "yes", "no"]), sl.WeakIX, "action 'yes' is revealed neither"),
]


@pytest.mark.parametrize(("graph", "kind", "why"), CHOICES)
def test_the_kind_of_graph_decides(graph: FeedbackGraph, kind: type[sl.Learner], why: str) -> None:
    learner = sl.learner_for(graph, seed=3)
    assert type(learner) is kind
    assert learner.graph is graph
    assert learner.schedule is not None
    assert why in repr(learner)
    assert why in learner.explain()
    again = [learner.fresh(3), sl.restore(json.dumps(learner.snapshot()))]
    assert [repr(one) for one in again] == [repr(learner)] * 2


def test_options_are_those_of_learners() -> None:
    graph = graphs.loopless_clique(4)
    tuned = sl.learner_for(graph, horizon=1000, delta=0.1, seed=3)
    assert tuned.parameters == sl.StrongIX(4, graph=graph, horizon=1000, delta=0.1).parameters
    assert "1,000 rounds" in repr(tuned)
    assert "chosen because" in repr(tuned)
    assert sl.learner_for(graph, schedule="doubling").schedule == sl.StrongIX(4, schedule="doubling").schedule
    with pytest.raises(TypeError, match="epsilon"):
        sl.learner_for(graph, epsilon=0.1)


@pytest.mark.parametrize("wrong", [None, np.eye(3), graphs.LoopFlicker(graphs.ring(4), 0.1), "graph"])
def test_only_a_graph_will_do(wrong: Any) -> None:
    with pytest.raises(sl.InvalidGraph):
        sl.learner_for(wrong)


def test_where_nobody_could_learn_it_says_what_is_missing() -> None:
    blind = FeedbackGraph.from_edges(3, [(0, 0), (1, 0)]).with_labels(["a", "b", "c"])
    with pytest.raises(sl.UnobservableGraph, match=r"reveals 'b', 'c'; add edges"):
        sl.learner_for(blind)


@pytest.mark.parametrize(("graph", "kind", "why"), CHOICES)
def test_what_is_chosen_learns(graph: FeedbackGraph, kind: type[sl.Learner], why: str) -> None:
    """The regret after 4,000 rounds is at most a third of what uniform play would have."""
    n = graph.n_actions
    world = worlds.bernoulli(np.where(np.arange(n) == n - 1, 0.1, 0.9), graph)
    games = sl.play(sl.learner_for(graph), world, 4000, seeds=4)
    assert n == 1 or games.regret[:, -1].mean() < 4000 * 0.8 * (n - 1) / n / 3

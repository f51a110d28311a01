"""Parameters by the theorem: what theory says for a known number of rounds, and where from is told."""

import json
from typing import Any

import pytest

import sidelight as sl
from sidelight import graphs, worlds
from sidelight.learners import LEARNERS
from sidelight.theory import tuned

TUNED = [name for name, kind in LEARNERS.items() if kind.algorithm.parameters]
GRAPH = {
    "Hedge": graphs.full_information(6),
    "Exp3": graphs.bandit(6),
    "Exp3P": graphs.bandit(6),
    "StrongIX": graphs.loopless_clique(6),
    "WeakIX": graphs.revealing_action(6),
    "Exp3G": graphs.revealing_action(6),
}


@pytest.mark.parametrize("name", TUNED)
@pytest.mark.parametrize("known", [True, False])
def test_parameters_are_those_of_theory(name: str, known: bool) -> None:
    graph = GRAPH.get(name, graphs.ring(6)) if known else None
    learner = LEARNERS[name](6, horizon=5000, delta=0.1, graph=graph)
    tuning = tuned(name, 6, 5000, 0.1, graph=graph)
    assert learner.parameters == tuning.parameters
    assert "5,000 rounds, delta=0.1" in learner.origin
    for origin in tuning.assumes.values():
        assert origin in repr(learner)
    assert learner.origin in learner.explain()
    if name not in ("Hedge", "Exp3", "Exp3P"):
        assert ("worst case" in repr(learner)) == (not known)


def test_the_paper_s_own_tuning_and_sums_that_somebody_knows() -> None:
    assert sl.StrongIX(6, horizon=900, tuning="paper").parameters == tuned("StrongIX", 6, 900, rule="paper").parameters
    known = sl.Exp3IX(6, horizon=900, alpha_sum=1800.0)
    assert known.parameters == tuned("Exp3IX", 6, 900, alpha_sum=1800.0).parameters
    assert "alpha: given" in repr(known)


def test_a_learner_keeps_to_the_words_where_its_parameters_come_from() -> None:
    learner = sl.StrongIX(6, horizon=900, seed=3)
    assert learner.fresh(3).origin == learner.origin
    assert repr(sl.restore(json.dumps(learner.snapshot()))) == repr(learner)
    parameters: dict[str, Any] = dict(learner.parameters)
    assert sl.StrongIX(6, **parameters).origin == "as given"
    assert "by the theorem" not in repr(sl.StrongIX(6, **parameters))


def test_exp3g_on_a_weakly_observable_graph_explores_its_dominating_set() -> None:
    assert sl.Exp3G(6, horizon=900, graph=graphs.revealing_action(6)).explore == [0]
    assert sl.Exp3G(6, horizon=900, graph=graphs.loopless_clique(6)).explore is None
    assert sl.Exp3G(6, 0.1, 0.1, graph=graphs.revealing_action(6)).explore is None


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"eta": 0.1}, "gamma= is missing"),
        ({"eta": 0.1, "horizon": 9}, "gamma= is missing"),
        ({"eta": 0.1, "gamma": 0.1, "beta": 0.1, "horizon": 9}, "leave out horizon="),
        ({"alpha_sum": 9.0}, "alpha_sum= tunes the theorem"),
        ({"schedule": "theorem"}, "needs horizon="),
        ({"schedule": "adaptive", "horizon": 9}, "horizon=9 is for schedule='theorem'"),
        ({"schedule": "often"}, "schedule='often'"),
        ({"schedule": 3}, "schedule=3"),
        ({"schedule": "doubling", "tuning": "light"}, "tuning='light' is not for schedule='doubling'"),
        ({"schedule": "adaptive", "tuning": "paper"}, "tuning='paper'"),
        ({"schedule": "adaptive", "delta": 2.0}, "delta=2.0"),
        ({"eta": 0.1, "gamma": 0.1, "beta": 0.1, "schedule": "adaptive"}, "leave out schedule="),
        ({"horizon": 0}, "horizon=0"),
        ({"horizon": 2.5}, "horizon=2.5"),
        ({"horizon": 9, "delta": 0.0}, "delta=0.0"),
        ({"horizon": 9, "tuning": "best"}, "tuning='best'"),
        ({"horizon": 9, "alpha_sum": -1.0}, "alpha"),
    ],
)
def test_some_of_each_is_refused(arguments: dict[str, Any], says: str) -> None:
    with pytest.raises(sl.InvalidParameter, match=says):
        sl.StrongIX(5, **arguments)


def test_a_graph_that_is_none_or_of_another_size_is_refused_before_anything_is_tuned() -> None:
    with pytest.raises(sl.WrongGraph, match="4 actions"):
        sl.StrongIX(5, horizon=100, graph=graphs.bandit(4))
    with pytest.raises(sl.InvalidGraph, match="FeedbackGraph"):
        sl.StrongIX(5, horizon=100, graph="ring")  # type: ignore[arg-type]


def test_tuned_learners_play() -> None:
    world = worlds.bernoulli([0.2, 0.5, 0.5, 0.5, 0.5, 0.5], graphs.ring(6))
    games = sl.play(
        {"light": sl.Exp3IX(6, horizon=2000, tuning="light"), "blind": sl.Uniform(6)}, world, 2000, seeds=20
    )
    assert games["light"].final().mean() < 0.5 * games["blind"].final().mean()
    assert "by the theorem for 2,000 rounds" in games["light"].learner


@pytest.mark.parametrize("name", ["Exp3G", "Exp3P", "ELPP"])
def test_those_without_a_schedule_say_who_has_one(name: str) -> None:
    with pytest.raises(sl.InvalidParameter, match="or horizon="):
        LEARNERS[name](5)
    with pytest.raises(sl.InvalidParameter, match="StrongIX"):
        LEARNERS[name](5, schedule="adaptive")

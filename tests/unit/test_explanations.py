"""What a learner says of itself: parameters and that they were given, what it needs, what is guaranteed; always."""

import warnings

import pytest
from tests.learners_at_hand import ALL, decided, graphs_for, losses_of, made, parameters_of, revealed, usual_graph

import sidelight as sl
from sidelight import FeedbackGraph, graphs

LEARNERS = ALL
HEADINGS = ["plays", "explores", "estimates", "bias", "needs", "graph", "guarantee", "so far", "source"]


def sections(learner: sl.Learner) -> dict[str, str]:
    """The explanation by heading; the title under "title"."""
    title, *lines = learner.explain().split("\n")
    width = max(len(line[2:].split("  ")[0]) for line in lines)
    return {"title": title, **{line[2 : 2 + width].strip(): line[2 + width :].strip() for line in lines}}


@pytest.mark.parametrize("name", LEARNERS)
def test_an_explanation_says_all_that_matters(name: str) -> None:
    told = sections(made(name))
    assert set(HEADINGS) <= set(told)
    assert all(told.values())
    learner, _, schedule = name.partition(" ")
    assert told["title"].startswith(f"{learner} on 6 actions: ")
    for parameter, value in made(name).parameters.items():
        assert told[parameter].startswith(f"{value:g}: the ")
        assert schedule or told["parameters"] == "as given"
    if schedule:
        assert told["schedule"].startswith(f"{schedule}: ")
        assert {"follows", "stands at"} <= set(told)
    assert ("before the decision" in told["needs"]) == (learner in ("ELPP", "WeakIX"))
    assert len(told["guarantee"]) > 30
    assert told["so far"] == "0 decisions"


@pytest.mark.parametrize("name", LEARNERS)
def test_a_repr_says_parameters_graph_seed_and_where_it_stands(name: str) -> None:
    graph = graphs_for(name)[0]
    learner = made(name, graph=graph)
    for parameter, value in parameters_of(name).items():
        assert f"{parameter}={value!r}" in repr(learner)
    assert repr(learner).startswith(f"{name.split()[0]}(6, ")
    assert f"graph={graph!r}, seed=7)" in repr(learner)
    assert repr(learner).endswith(")")
    first, _ = (decided(learner, graph) for _ in range(2))
    assert repr(learner).endswith(") at round 2, 2 open")
    learner.learn(first, revealed(graph, first, losses_of(1, 0)))
    assert repr(learner).endswith(") at round 2, 1 open")
    assert sections(learner)["so far"] == "2 decisions, 1 open"
    assert sections(learner)["graph"] == f"{graph!r}, in every round"


@pytest.mark.parametrize("name", LEARNERS)
@pytest.mark.parametrize("n", [1, 2, 7, 100_000])
def test_no_state_is_too_odd_to_be_told(name: str, n: int) -> None:
    graph = graphs.full_information(n) if name.startswith("Hedge") else graphs.bandit(n)
    blind = FeedbackGraph.from_edges(n, [(0, 0)])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", sl.NoGuaranteeWarning)
        learners = [made(name, n), made(name, n, graph=graph), made(name, n, graph=blind, strict=False)]
    for learner in learners:
        on = learner.graph or graph
        for step in range(4):
            assert learner.explain().count("\n") >= 9
            assert max(map(len, learner.explain().split("\n"))) < 240
            assert "\n" not in repr(learner)
            ticket = decided(learner, on)
            if step == 1:
                learner.forget(ticket)
            if step == 2:
                losses = dict.fromkeys(on.reveals(ticket.action).tolist(), 0.5)
                learner.learn(ticket, losses, **usual_graph(learner, on))
        assert "1 given up" in sections(learner)["so far"]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", sl.NoGuaranteeWarning)
            assert sections(sl.restore(learner.snapshot())) == sections(learner)


@pytest.mark.parametrize("name", [name for name in LEARNERS if name != "Uniform"])
def test_where_there_is_no_guarantee_none_is_claimed(name: str) -> None:
    blind = FeedbackGraph.from_edges(3, [(0, 0)])
    with pytest.warns(sl.NoGuaranteeWarning):
        learner = made(name, 3, graph=blind, strict=False)
    assert sections(learner)["guarantee"].startswith("none on this graph")
    assert "strict=False" in repr(learner)
    assert not sections(made(name, 3))["guarantee"].startswith("none")


def test_what_is_explored_is_told() -> None:
    assert sections(made("Exp3G"))["explores"] == "all actions evenly, with total mass gamma"
    told = sections(made("Exp3G", explore=[0, 2]))["explores"]
    assert told == "2 actions evenly, with total mass gamma: 0, 2"
    assert sections(made("Exp3G", 20, explore=range(12)))["explores"].endswith("6, 7, ...")
    assert sections(made("WeakIX", explore="exact"))["explores"].endswith("; this learner's is exact")
    assert sections(made("WeakIX"))["explores"].endswith("; this learner's is fractional")
    assert sections(made("WeakIX", 2001))["explores"].endswith("; this learner's is greedy")
    assert "explore='exact'" in repr(made("WeakIX", explore="exact"))


def test_skipped_rounds_are_told() -> None:
    learner = sl.WeakIX(5, eta=0.1, gamma=0.1, eps=0.4, graph=graphs.directed_cycle(5), seed=1)
    learner.decide(n=3)
    assert sections(learner)["so far"] == "3 decisions, 3 open, 3 skipped"


def test_the_repr_of_a_usual_learner_makes_it_again() -> None:
    for name in LEARNERS:
        learner = made(name)
        again = eval(repr(learner), dict(sl.LEARNERS))
        assert repr(again) == repr(learner)
        assert again.parameters == learner.parameters

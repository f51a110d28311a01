"""Who may be shown a graph, for a type checker and at run time.

mypy reads this file: a call marked as an error that is none for it, or one not marked that is, fails ``make check``.
"""

from typing import assert_type

import pytest

import sidelight as sl
from sidelight import Decision, graphs

RING = graphs.ring(5)


def test_uninformed_learners_take_no_graph_before_the_decision() -> None:
    strong = sl.StrongIX(5, eta=0.1, gamma=0.1, beta=0.1)
    with pytest.raises(sl.GraphTooEarly):
        strong.decide(RING)  # type: ignore[call-overload]
    with pytest.raises(sl.GraphTooEarly):
        strong.chances(RING)  # type: ignore[arg-type]
    with pytest.raises(sl.GraphTooEarly):
        sl.Exp3IX(5, eta=0.1, gamma=0.1).decide(RING, n=2)  # type: ignore[call-overload]
    with pytest.raises(TypeError):
        strong.decide(explore=[0])  # type: ignore[call-overload]


def test_informed_learners_take_it_or_were_told_once() -> None:
    weak = sl.WeakIX(5, eta=0.1, gamma=0.1, eps=0.1, graph=RING)
    assert_type(weak.decide(RING), Decision)
    assert_type(weak.decide(), Decision)
    assert_type(weak.decide(RING, n=2), list[Decision])
    assert_type(weak.decide(explore=[0]), Decision)


def test_one_decision_or_many_by_type() -> None:
    strong = sl.StrongIX(5, eta=0.1, gamma=0.1, beta=0.1)
    assert_type(strong.decide(), Decision)
    assert_type(strong.decide(action=3), Decision)
    assert_type(strong.decide(n=3), list[Decision])
    strong.learn(strong.decide(action=0), {0: 0.5, 1: 0.5, 4: 0.5}, graph=RING)
    strong.learn(strong.decide(action=0), [0.5, 0.5, 0.5], graph=RING)


def test_a_function_may_ask_for_either_kind() -> None:
    def before(learner: sl.Informed) -> Decision:
        return learner.decide(RING)

    def after(learner: sl.Uninformed) -> Decision:
        return learner.decide()

    assert before(sl.ELPP(5, eta=0.1, beta=0.1)).round == 0
    assert after(sl.Exp3(5, eta=0.1)).round == 0
    with pytest.raises(sl.GraphTooEarly):
        before(sl.Exp3(5, eta=0.1))  # type: ignore[arg-type]
    with pytest.raises(sl.MissingGraph):
        after(sl.ELPP(5, eta=0.1, beta=0.1))  # type: ignore[arg-type]


def test_a_learner_made_from_another_can_do_what_that_one_can() -> None:
    assert_type(sl.Exp3(5, eta=0.1).fresh(1), sl.Exp3)
    assert_type(sl.ELPP(5, eta=0.1, beta=0.1).fresh(1).decide(RING), Decision)
    restored = sl.restore(sl.Exp3(5, eta=0.1).snapshot())
    assert_type(restored.decide(), Decision)
    assert restored.chances().size == 5


def test_parameters_are_asked_for_by_type() -> None:
    with pytest.raises(sl.InvalidParameter, match="beta="):
        sl.StrongIX(5, eta=0.1, gamma=0.1)
    with pytest.raises(TypeError, match="gamma"):
        sl.Exp3(5, eta=0.1, gamma=0.1)  # type: ignore[call-arg]

"""Regret with adaptive rates stays below its explicit bound in every run, and learning the opposite does not.

A plain loop plays, written from the formulas (``adaptive_games``), against worlds that fight back, on graphs that
change. The bounds may fail in a share DELTA of runs; with fixed seeds none does here.
"""

import math
from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.adaptive_games import Floats, Played, Rules, World, implicit, strong, weak

from sidelight import FeedbackGraph, graphs
from sidelight.theory import (
    WeakAdaptiveSums,
    implicit_adaptive_bound,
    implicit_adaptive_closed,
    strong_adaptive_bound,
    strong_adaptive_closed,
    weak_adaptive_bound,
)

RUNS, ROUNDS, DELTA = 200, 2000, 0.2
LONG = 8000  # enough for the opposite of learning to be seen above the bound
RATES = {"light": 0.0, "cautious": math.log(5 / DELTA)}


def gap(n: int) -> World:
    means = np.where(np.arange(n) == 1, 0.3, 0.5)
    return lambda t, last, rng: (rng.random((len(last), n)) < means).astype(float)


def punish(n: int) -> World:
    """The action just played costs 1: an adaptive adversary."""
    return lambda t, last, rng: (np.arange(n) == last[:, None]).astype(float)


def turn(n: int) -> World:
    """The last action is the good one for a third of the game, then the first."""
    return lambda t, last, rng: np.tile(
        (np.arange(n) != (n - 1 if t < ROUNDS / 3 else 0)).astype(float), (len(last), 1)
    )


def always(n: int) -> World:
    return lambda t, last, rng: np.tile((np.arange(n) != 0).astype(float), (len(last), 1))


def matrices_of(given: list[FeedbackGraph]) -> Floats:
    return np.array([graph.to_matrix() for graph in given], np.float64)


WORLDS = [gap, punish, turn]
SELF_AWARE = [[graphs.bandit(4)], [graphs.ring(4), graphs.prefix(4)]]
STRONG = [[graphs.loopless_clique(2)], [graphs.loopless_clique(4), graphs.ring(4), graphs.bandit(4)]]
WEAK = [[graphs.revealing_action(4)], [graphs.directed_cycle(4, loops=False), graphs.bandit(4)]]


def of_implicit(n: int, played: Played, rounds: int) -> list[float]:
    runs = zip(played.last.tolist(), played.paid.tolist(), strict=True)
    return [implicit_adaptive_bound(n, rounds, DELTA, last, paid).value for last, paid in runs]


def of_strong(n: int, played: Played, rounds: int, loops: bool = True) -> list[float]:
    runs = zip(played.last.tolist(), played.paid.tolist(), strict=True)
    return [strong_adaptive_bound(n, rounds, DELTA, last, paid, loops=loops).value for last, paid in runs]


def of_weak(n: int, played: Played, rounds: int, loops: bool = True) -> list[float]:
    names = list(played.sums)
    rows = zip(*(played.sums[name].tolist() for name in names), strict=True)
    made = [WeakAdaptiveSums(n, rounds, loops=loops, **dict(zip(names, row, strict=True))) for row in rows]
    return [weak_adaptive_bound(sums, DELTA).value for sums in made]


@pytest.mark.parametrize("rule", RATES)
@pytest.mark.parametrize("world", WORLDS, ids=lambda world: world.__name__)
@pytest.mark.parametrize("given", SELF_AWARE, ids=["bandit", "changing"])
def test_exp3_ix(given: list[FeedbackGraph], world: Callable[[int], World], rule: str) -> None:
    n = given[0].n_actions
    played = implicit(matrices_of(given), world(n), RUNS, ROUNDS, Rules(RATES[rule]))
    assert (played.regret < of_implicit(n, played, ROUNDS)).all()


@pytest.mark.parametrize("rule", RATES)
@pytest.mark.parametrize("world", WORLDS, ids=lambda world: world.__name__)
@pytest.mark.parametrize("given", STRONG, ids=["loopless", "changing"])
def test_algorithm_1(given: list[FeedbackGraph], world: Callable[[int], World], rule: str) -> None:
    n = given[0].n_actions
    played = strong(matrices_of(given), world(n), RUNS, ROUNDS, Rules(RATES[rule]))
    assert (played.regret < of_strong(n, played, ROUNDS, loops=len(given) > 1)).all()


@pytest.mark.parametrize("rule", RATES)
@pytest.mark.parametrize("world", WORLDS, ids=lambda world: world.__name__)
@pytest.mark.parametrize("given", WEAK, ids=["revealing", "changing"])
def test_algorithm_2(given: list[FeedbackGraph], world: Callable[[int], World], rule: str) -> None:
    n = given[0].n_actions
    played = weak(matrices_of(given), vectors_of(given), world(n), RUNS, ROUNDS, Rules(RATES[rule]))
    assert (played.regret < of_weak(n, played, ROUNDS)).all()


def vectors_of(given: list[FeedbackGraph]) -> Floats:
    return np.array([graph.fractional_domination()[0] for graph in given], np.float64)


def test_the_opposite_of_learning_exceeds_the_bound() -> None:
    """With estimates' signs turned every run is above it; as it should be, every run is below."""
    one = matrices_of([graphs.loopless_clique(2)])
    full = matrices_of([graphs.full_information(2)])
    exceeding: list[tuple[NDArray[np.bool_], NDArray[np.bool_]]] = []
    for sign in (1.0, -1.0):
        x = Rules(RATES["cautious"], sign)
        first, second = strong(one, always(2), 20, LONG, x), implicit(full, always(2), 20, LONG, x)
        third = weak(one, vectors_of([graphs.loopless_clique(2)]), always(2), 20, LONG, x)
        exceeding.append((
            np.concatenate([first.regret > of_strong(2, first, LONG), second.regret > of_implicit(2, second, LONG)]),
            third.regret > of_weak(2, third, LONG, loops=False),
        ))  # fmt: skip
    assert not np.concatenate(exceeding[0]).any()
    assert np.concatenate(exceeding[1]).all()


@pytest.mark.parametrize("rule", RATES)
def test_closed_forms_are_above_and_close(rule: str) -> None:
    """From the sum of what was measured alone; rates renewed rarely. The scale may be half as large, but not less."""
    light = rule == "light"
    for given in SELF_AWARE:
        played = implicit(matrices_of(given), gap(4), 20, ROUNDS, Rules(0.0 if light else math.log(3 / DELTA)))
        for bound, q_sum in zip(of_implicit(4, played, ROUNDS), played.measured.tolist(), strict=True):
            assert 1.0 <= implicit_adaptive_closed(4, ROUNDS, DELTA, q_sum, rule).value / bound < 2.1
    played = strong(matrices_of(STRONG[1]), gap(4), 20, ROUNDS, Rules(0.0 if light else math.log(5 / DELTA)))
    for bound, measured in zip(of_strong(4, played, ROUNDS), played.measured.tolist(), strict=True):
        assert 1.0 <= strong_adaptive_closed(4, ROUNDS, DELTA, measured, rule).value / bound < 2.1

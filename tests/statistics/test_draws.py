"""What ``decide`` draws follows ``chances``, by sampling, and draws are independent of one another.

Every check has a false-alarm rate of 1e-6 or less over all its comparisons together: with the fixed seeds below, a
sound learner would have failed it with that chance when they were chosen.
"""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import binomtest, chi2
from tests.learners_to_try import NAMES, chances_on, decided, graphs_for, random_learner, revealed_losses

import sidelight as sl
from sidelight import FeedbackGraph, Learner, graphs
from sidelight.kernels.memory import Places
from sidelight.kernels.weights import decided as decided_by_kernel
from sidelight.learners.plans import EVENLY

FALSE_ALARM = 1e-6
Floats = NDArray[np.float64]
Actions = NDArray[np.int64]


def follows(actions: Actions, chances: Floats, tests: int = 1) -> bool:
    """Counts by a G-test over all actions that are common enough, and each action by its exact binomial law."""
    counts = np.bincount(actions, minlength=chances.size)
    rate = FALSE_ALARM / tests / 2
    expected = chances * actions.size
    common = expected >= 20
    grouped = np.append(counts[common], counts[~common].sum()), np.append(expected[common], expected[~common].sum())
    seen = grouped[0] > 0
    g = 2.0 * float(np.sum(grouped[0][seen] * np.log(grouped[0][seen] / grouped[1][seen])))
    enough = common.sum() < 2 or float(chi2.sf(g, int(common.sum()))) > rate
    smallest = min(binomtest(int(c), actions.size, min(p, 1.0)).pvalue for c, p in zip(counts, chances, strict=True))
    return enough and smallest > rate / chances.size


def uneven(learner: Learner, graph: FeedbackGraph, seed: int, rounds: int = 6) -> None:
    """Play a few rounds on one graph so that chances differ."""
    rng = np.random.default_rng(seed)
    for _ in range(rounds):
        action = int(rng.integers(learner.n_actions))
        losses = revealed_losses(graph, action, rng.random(learner.n_actions))
        learner.learn(decided(learner, graph, action=action), losses, graph)


DRAWERS: dict[str, tuple[Any, FeedbackGraph]] = {
    "no exploration": (lambda: sl.Hedge(7, eta=0.7, seed=1), graphs.full_information(7)),
    "uniform, K = 2": (lambda: sl.StrongIX(2, eta=0.3, gamma=0.1, beta=0.1, seed=2), graphs.loopless_clique(2)),
    "uniform, K = 50": (lambda: sl.StrongIX(50, eta=0.4, gamma=0.1, beta=0.1, seed=3), graphs.full_information(50)),
    "uniform, K = 1000": (lambda: sl.Exp3P(1000, eta=0.001, gamma=0.4, beta=0.1, seed=4), graphs.bandit(1000)),
    "on a set": (lambda: sl.Exp3G(9, eta=0.5, gamma=0.3, explore=[1, 4, 8], seed=5), graphs.full_information(9)),
    "on a dominating set": (
        lambda: sl.WeakIX(12, eta=0.2, gamma=0.1, eps=0.05, explore="greedy", seed=6),
        graphs.ring(12, loops=False),
    ),
    "fractional": (
        lambda: sl.WeakIX(5, eta=0.2, gamma=0.1, eps=0.3, explore="fractional", seed=7),
        graphs.loopless_clique(5),
    ),
    "by a linear programme": (lambda: sl.ELPP(6, eta=0.2, beta=0.2, seed=8), graphs.ring(6)),
    "nothing else": (lambda: sl.Uniform(300, seed=9), graphs.bandit(300)),
}


@pytest.mark.parametrize("kind", DRAWERS)
def test_draws_follow_the_chances(kind: str) -> None:
    make, graph = DRAWERS[kind]
    learner = make()
    uneven(learner, graph, 0)
    chances = chances_on(learner, graph)
    actions = np.array([decision.action for decision in decided(learner, graph, n=20_000)])
    assert follows(actions, chances, len(DRAWERS))
    tilted = chances * np.where(np.arange(chances.size) % 2, 0.8, 1.2)
    assert not follows(actions, tilted / tilted.sum(), len(DRAWERS)), "the test must be able to fail"


@pytest.mark.parametrize("rarest", [1e-3, 1e-5, 1e-30, 1e-400])
def test_small_chances_are_what_they_say(rarest: float) -> None:
    """Where almost all mass is elsewhere, the rest is drawn as often as its chance allows, and no more."""
    learner = sl.Hedge(3, eta=1.0, seed=11)
    steps = round(-np.log(rarest) * 10) if rarest > 0 else 9210
    for _ in range(steps // 10):
        learner.learn(learner.decide(), [0.0, 1.0, 1.0])
    chances = learner.chances()
    actions = np.array([decision.action for decision in learner.decide(n=20_000)])
    assert follows(actions, chances, 4)
    assert chances[1] == pytest.approx(np.exp(-(steps // 10)) / (1 + 2 * np.exp(-(steps // 10))))


def drawn_over(seeds: range, rounds: int, learner: Learner) -> Actions:
    """Rows of drawn actions, one a seed; nothing is learned, so that chances stay."""
    places = Places(learner._state, EVENLY)
    table = places.table
    return np.array([[decided_by_kernel(table, 0.0, s, 101, t)[0] for t in range(rounds)] for s in seeds])


def independent(first: Actions, second: Actions, chances: Floats, tests: int) -> bool:
    n = chances.size
    return follows(first.ravel() * n + second.ravel(), np.outer(chances, chances).ravel(), tests)


def test_draws_of_different_rounds_and_seeds_are_independent() -> None:
    learner = sl.Exp3IX(4, eta=0.3, gamma=0.1, graph=graphs.bandit(4), seed=12)
    uneven(learner, graphs.bandit(4), 5)
    chances, actions = learner.chances(), drawn_over(range(100), 200, learner)
    pairs = {
        "next round": (actions[:, :-1], actions[:, 1:]),
        "two rounds on": (actions[:, :-2], actions[:, 2:]),
        "next seed": (actions[:-1], actions[1:]),
        "next seed, next round": (actions[:-1, :-1], actions[1:, 1:]),
        "next seed, last round": (actions[:-1, 1:], actions[1:, :-1]),
        "halves": (actions[:, :100], actions[:, 100:]),
    }
    for what, (first, second) in pairs.items():
        assert independent(first, second, chances, len(pairs)), what
    assert not independent(actions, actions, chances, len(pairs)), "the test must be able to fail"


@pytest.mark.parametrize("name", NAMES)
def test_a_draw_depends_on_seed_and_round_and_the_chances_alone(name: str) -> None:
    """Not on how many tickets are open, what was drawn before, or whether actions were forced."""
    rng = np.random.default_rng(NAMES.index(name))
    learner = random_learner(name, 6, rng)
    graph = graphs_for(learner, rng)
    uneven(learner, graph, 1)
    saved = learner.snapshot()
    plainly = [decided(learner, graph) for _ in range(40)]
    twin = sl.restore(saved)
    for decision in plainly[:20]:
        decided(twin, graph, action=(decision.action + 1) % 6)
    assert [decided(twin, graph) for _ in range(20)] == plainly[20:]
    again = sl.restore(saved)
    assert decided(again, graph, n=40) == plainly
    assert len({decision.action for decision in plainly}) > 1
    other = sl.restore(saved)
    other.seed += 1
    assert decided(other, graph, n=40) != plainly

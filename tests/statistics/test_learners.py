"""Estimates have the means and the bounds that the theory is about: exactly, each draw being forced on a copy."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.learners_to_try import (
    NAMES,
    chances_on,
    decided,
    graphs_for,
    play_at_random,
    random_learner,
    revealed_losses,
)

import sidelight as sl
from sidelight import FeedbackGraph, Learned, Learner
from sidelight.kernels.round import NO_BIAS, OPTIMISTIC, SMALLEST_CHANCE

Floats = NDArray[np.float64]
Actions = NDArray[np.int64]
CASES = 30
LARGEST = 1e6  # of log-weights: without exploration one estimate may be 1e290, and absorb all others


class Draw(NamedTuple):
    """What one of the possible actions would have led to, and how likely it was."""

    chance: float
    learned: Learned
    step: Floats  # what was added to the totals


class Round(NamedTuple):
    """A round with its draw enumerated."""

    learner: Learner
    graph: FeedbackGraph
    losses: Floats
    chances: Floats
    weights: Floats
    seen: Floats  # W, summed from the chances of those who reveal
    draws: list[Draw]

    @property
    def estimates(self) -> Floats:
        """A row for each draw."""
        rows = np.zeros((len(self.draws), self.graph.n_actions))
        for i, draw in enumerate(self.draws):
            for j, estimate in draw.learned.estimates.items():
                rows[i, j] = estimate
        return rows

    @property
    def bias(self) -> Floats:
        """A row for each draw."""
        rows = np.zeros((len(self.draws), self.graph.n_actions))
        for i, draw in enumerate(self.draws):
            for j, bias in draw.learned.bias.items():
                rows[i, j] = bias
        return rows


def enumerated(learner: Learner, graph: FeedbackGraph, losses: Floats) -> Round:
    """Every action played on a copy of the learner."""
    chances, before = chances_on(learner, graph), learner.log_weights
    saved, draws = learner.snapshot(), []
    for action in range(graph.n_actions):
        twin = sl.restore(saved)
        decision = decided(twin, graph, action=action)
        learned = twin.learn(decision, revealed_losses(graph, action, losses), graph=graph)
        eta = learner.parameters.get("eta", 1.0)
        draws.append(Draw(decision.chance, learned, (before - twin.log_weights) / eta))
    matrix = graph.to_matrix()
    seen = np.array([chances[matrix[:, j]].sum() for j in range(graph.n_actions)])
    return Round(learner, graph, losses, chances, learner.weights, seen, draws)


def rounds_of(name: str, cases: int = CASES) -> Iterator[Round]:
    """Random learners of this name in random states on random graphs, the draw enumerated."""
    rng = np.random.default_rng(NAMES.index(name))
    for _ in range(cases):
        learner = random_learner(name, int(rng.integers(1, 7)), rng)
        play_at_random(learner, int(rng.integers(0, 15)), rng)
        if abs(learner.log_weights).max() > LARGEST:
            continue
        losses = rng.choice([0.0, 1.0, rng.random(), rng.random()], learner.n_actions)
        yield enumerated(learner, graphs_for(learner, rng), losses)


def learns(round_: Round) -> bool:
    return round_.learner.algorithm.learns and round_.graph.n_actions > 1 and not round_.draws[0].learned.skipped


def expected_estimate(round_: Round) -> Floats:
    """E[l^]: l W / (W + gamma) on self-loops of learners that explore implicitly, else l; gains 1 - l likewise."""
    algorithm, ever_seen = round_.learner.algorithm, round_.graph.in_degrees > 0
    if algorithm.bias == OPTIMISTIC:
        return np.where(ever_seen, -(1.0 - round_.losses) * np.minimum(round_.seen / SMALLEST_CHANCE, 1.0), 0.0)
    gamma = round_.learner.parameters["gamma"] * round_.graph.loops if algorithm.implicit else 0.0
    expected: Floats = round_.losses * round_.seen / np.maximum(round_.seen + gamma, SMALLEST_CHANCE)
    return expected


def expected_bias(round_: Round) -> Floats:
    """b: beta / W where the learner's rule says so."""
    algorithm, graph = round_.learner.algorithm, round_.graph
    if algorithm.bias == NO_BIAS:
        return np.zeros(graph.n_actions)
    beta = round_.learner.parameters["beta"]
    seen = np.maximum(round_.seen, SMALLEST_CHANCE)  # where the chance itself has underflowed
    if algorithm.bias == OPTIMISTIC:
        return np.where(graph.in_degrees > 0, -beta / seen, 0.0)
    heavy = (round_.chances > 0.5) & ~graph.loops & (graph.in_degrees > 0)
    return np.where(heavy, beta / seen, 0.0)


@pytest.mark.parametrize("name", NAMES)
def test_the_mean_of_an_estimate_over_the_draw_is_the_closed_form(name: str) -> None:
    tried = 0
    for round_ in rounds_of(name):
        if not learns(round_):
            continue
        tried += 1
        np.testing.assert_allclose(round_.chances @ round_.estimates, expected_estimate(round_), rtol=1e-9, atol=1e-12)
        assert round_.chances.sum() == pytest.approx(1.0, rel=1e-12)
        np.testing.assert_allclose([draw.chance for draw in round_.draws], round_.chances, rtol=1e-11)
    assert tried >= CASES // 3 or name == "Uniform"


@pytest.mark.parametrize("name", NAMES)
def test_the_bias_does_not_depend_on_the_draw(name: str) -> None:
    heavy = 0
    for round_ in rounds_of(name, 2 * CASES if name == "StrongIX" else CASES):
        expected = expected_bias(round_) if learns(round_) else np.zeros(round_.graph.n_actions)
        for bias in round_.bias:
            np.testing.assert_allclose(bias, expected, rtol=1e-9)
        heavy += bool(expected.any())
    assert heavy >= 5 or LEARNS_WITHOUT_BIAS[name]


LEARNS_WITHOUT_BIAS = {name: sl.learners.LEARNERS[name].algorithm.bias == NO_BIAS for name in NAMES}


@pytest.mark.parametrize("name", NAMES)
def test_a_loss_is_seen_with_its_chance_seen_and_the_own_one_with_a_loop(name: str) -> None:
    for round_ in rounds_of(name, CASES // 3):
        seen = np.zeros(round_.graph.n_actions)
        for action, draw in enumerate(round_.draws):
            seen[draw.learned.revealed] += draw.chance
            own = round_.losses[action] if round_.graph.loops[action] else None
            assert draw.learned.own_loss == own
        np.testing.assert_allclose(seen, round_.seen, rtol=1e-11)


@pytest.mark.parametrize("name", NAMES)
def test_a_step_adds_the_estimates_and_the_bias_and_nothing_else(name: str) -> None:
    for round_ in rounds_of(name):
        expected = round_.estimates + round_.bias
        for draw, step in zip(round_.draws, expected, strict=True):
            np.testing.assert_allclose(draw.step, step, rtol=1e-9, atol=1e-9 * (1 + abs(step).max()))
        if not learns(round_):
            assert not expected.any()


@pytest.mark.parametrize("name", NAMES)
def test_exploration_is_mixed_in_with_its_mass(name: str) -> None:
    """p~ = (1 - rho) p + rho * shares: the last are never negative, and even over all or over the set."""
    for round_ in rounds_of(name, CASES // 3):
        rho, explore = explored_mass(round_), getattr(round_.learner, "explore", None)
        rest = round_.chances - (1.0 - rho) * round_.weights
        assert rest.min() >= -1e-12
        if explore is None and name != "ELPP":
            np.testing.assert_allclose(rest, rho / round_.graph.n_actions, atol=1e-12)
        elif isinstance(explore, np.ndarray):
            np.testing.assert_allclose(rest[explore], rho / explore.size, atol=1e-12)


def explored_mass(round_: Round) -> float:
    """By the paper: eta, gamma, eps |D| (0 in a skipped round), ..."""
    parameters, name, graph = round_.learner.parameters, type(round_.learner).__name__, round_.graph
    if name == "WeakIX":
        size = graph.fractional_domination().value if (~graph.loops).any() else 0.0
        mass = parameters["eps"] * size
        return 0.0 if mass > 0.5 + 1e-9 else mass
    if name == "ELPP":
        return min(0.5, (1.0 + parameters["beta"]) * parameters["eta"] * graph.fractional_revealing().value)
    return {"StrongIX": parameters.get("eta", 0.0), "Uniform": 1.0}.get(
        name, 0.0 if name == "Exp3IX" else parameters.get("gamma", 0.0)
    )


@pytest.mark.parametrize("name", ["Exp3IX", "StrongIX", "WeakIX"])
def test_the_lemmas_on_which_the_bounds_rest_hold_exactly(name: str) -> None:
    """On self-loops: the mean and the square of the weighted observations by Q, and E exp(2 gamma (l^ - l)) <= 1."""
    for round_ in rounds_of(name):
        if not learns(round_):
            continue
        gamma, on_loops = round_.learner.parameters["gamma"], round_.graph.loops
        shares = np.where(on_loops, round_.weights / (round_.seen + gamma), 0.0)
        q = shares.sum()
        assert q <= 1.0 / gamma
        observed = round_.graph.to_matrix() @ shares  # for each action, if it is played
        assert round_.chances @ observed == pytest.approx(round_.weights @ on_loops - gamma * q)
        assert round_.chances @ observed**2 <= q * (1 + 1e-12)
        for j in np.flatnonzero(on_loops):
            excess = 2.0 * gamma * (round_.estimates[:, j] - round_.losses[j])
            assert round_.chances @ np.exp(excess) <= 1.0 + 1e-12


@pytest.mark.parametrize("name", NAMES)
def test_weights_are_those_of_mirror_descent(name: str) -> None:
    """p_(t+1) ~ p_t exp(-eta g), which is the step of mirror descent with negative entropy."""
    rng = np.random.default_rng(100 + NAMES.index(name))
    for _ in range(CASES):
        learner = random_learner(name, int(rng.integers(2, 7)), rng)
        play_at_random(learner, int(rng.integers(0, 10)), rng)
        if abs(learner.log_weights).max() > LARGEST:
            continue
        before, graph = learner.weights, graphs_for(learner, rng)
        decision = decided(learner, graph, action=int(rng.integers(learner.n_actions)))
        learned = learner.learn(decision, revealed_losses(graph, decision.action, rng.random(learner.n_actions)), graph)
        if not learner.algorithm.learns:
            assert (learner.weights == before).all()
            continue
        g = np.zeros(learner.n_actions)
        for by_action in (learned.estimates, learned.bias):
            for j, value in by_action.items():
                g[j] += value
        exponents = np.log(np.maximum(before, 1e-300)) - learner.parameters["eta"] * g
        expected = np.exp(exponents - exponents.max())
        if before.min() > 1e-290:  # a weight that has underflowed may come back: its total knows, p does not
            np.testing.assert_allclose(learner.weights, expected / expected.sum(), rtol=1e-9, atol=1e-300)

"""Estimates and draws have the laws that the theory is about: exactly by enumeration, then by sampling.

Every sampled check has a false-alarm rate of 1e-6 or less over all its comparisons together: with the fixed seeds
below, a sound learner would have failed it with that chance when they were chosen.
"""

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

import numba
import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import binomtest, chi2
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
from sidelight import FeedbackGraph, Learned, Learner, graphs
from sidelight.kernels.memory import pointer
from sidelight.kernels.round import NO_BIAS, OPTIMISTIC, SMALLEST_CHANCE
from sidelight.kernels.sum_tree import Tree, build, drawn, n_leaves, shares_of
from sidelight.kernels.weights import HEADER, drawn_action, exploration_in, fresh, weights_in
from sidelight.kernels.weights import decided as decided_by_kernel
from sidelight.learners.plans import EVENLY

FALSE_ALARM = 1e-6
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
def test_the_weights_are_never_far_from_their_chances(name: str) -> None:
    """Where exploration has mass rho, p~ >= (1 - rho) p, and p~ - (1 - rho) p sums to rho."""
    for round_ in rounds_of(name, CASES // 3):
        rho = explored_mass(round_)
        rest = round_.chances - (1.0 - rho) * round_.weights
        assert rest.min() >= -1e-12
        assert rest.sum() == pytest.approx(rho, abs=1e-12)


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


# Drawing: exactly, over all places that one could draw at.


def tree_of(leaves: list[float]) -> Tree:
    tree = Tree(np.zeros(2 * n_leaves(len(leaves))), n_leaves(len(leaves)))
    tree.sums[tree.leaves : tree.leaves + len(leaves)] = leaves
    plain(build)(tree)
    return tree


def plain(kernel: Any) -> Any:
    """The Python that a kernel was compiled from."""
    return getattr(kernel, "py_func", kernel)


def places_around(leaves: list[float]) -> Iterator[float]:
    """Every boundary of a leaf, summed in two orders, and its neighbours among floating point numbers."""
    for k in range(len(leaves) + 1):
        for boundary in (sum(leaves[:k]), tree_of(leaves).sums[1] - sum(reversed(leaves[k:]))):
            yield from (np.nextafter(boundary, -1.0), boundary, np.nextafter(boundary, 9e99))


def test_no_place_draws_a_leaf_of_weight_zero() -> None:
    rng = np.random.default_rng(3)
    for _ in range(150):
        scale = rng.choice([1.0, 1e-300, 1e-30], int(rng.integers(1, 20)))
        leaves = rng.choice([0.0, rng.random(), 1.0, 1e-17], scale.size) * scale
        if not leaves.any():
            continue
        for place in places_around(leaves.tolist()):
            if place >= 0.0:
                assert leaves[plain(drawn)(tree_of(leaves.tolist()), place)] > 0.0, (leaves, place)


def test_each_leaf_is_drawn_at_exactly_its_own_places() -> None:
    """With weights that are multiples of 1/64 there is no rounding, so the line can be walked in steps of 1/128."""
    rng = np.random.default_rng(4)
    for _ in range(60):
        weights = rng.choice([0, 0, 1, 2, 5, 30], int(rng.integers(1, 18)))
        tree = tree_of((weights / 64).tolist())
        owners = np.repeat(np.arange(weights.size), weights * 2)
        assert [plain(drawn)(tree, k / 128) for k in range(owners.size)] == owners.tolist()


def _count_draws(state: Floats, shares: Floats, mass: float, grid: int, counts: Actions) -> None:
    """How often each action is drawn when the random number walks through the middles of ``grid`` equal steps."""
    weights, exploration = weights_in(pointer(state)), exploration_in(pointer(shares), mass)
    for k in range(grid):
        counts[drawn_action(weights, exploration, (k + 0.5) / grid)] += 1


count_draws = numba.njit(_count_draws)


def state_with(leaves: list[float]) -> Floats:
    """A learner's state that has these weights."""
    n = len(leaves)
    state = fresh(n, 1.0, 0.0, 0.0)
    state[HEADER + n :] = tree_of(leaves).sums
    return state


def spread_over(n: int, spread: str) -> list[Fraction]:
    return {
        "none": [Fraction(0)] * n,
        "even": [Fraction(1, n)] * n,
        "set": [Fraction(int(i % 2 == 0), len(range(0, n, 2))) for i in range(n)],
        "fractional": [Fraction(2 * i + 1, n * n) for i in range(n)],
    }[spread]


@pytest.mark.parametrize("spread", ["none", "even", "set", "fractional"])
@pytest.mark.parametrize("n", [1, 2, 3, 5, 8, 11])
def test_over_all_random_numbers_each_action_has_exactly_its_chance(n: int, spread: str) -> None:
    """Enumerates u on a grid on which all chances are whole numbers of steps: the counts are the chances."""
    rng = np.random.default_rng(n)
    for _ in range(3):
        leaves = [Fraction(1, 2 ** int(k)) for k in rng.integers(0, 3, n)]
        shares = spread_over(n, spread)
        mass = Fraction(0) if spread == "none" else Fraction(int(rng.integers(1, 4)), 4)
        by_weights = [(1 - mass) * w / sum(leaves) for w in leaves]
        exact = [w + mass * s for w, s in zip(by_weights, shares, strict=True)]
        grid = math.lcm(*(f.denominator for f in (*by_weights, *(mass * s for s in shares))))
        tree = EVENLY if spread in ("none", "even") else shares_of(np.array([float(s) for s in shares]))
        counts = np.zeros(n, np.int64)
        count_draws(state_with([float(w) for w in leaves]), tree, float(mass), grid, counts)
        assert counts.tolist() == [chance * grid for chance in exact]


# Drawing: by sampling.


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
    state = learner._state
    return np.array([[decided_by_kernel(state, EVENLY, 0.0, s, 101, t)[0] for t in range(rounds)] for s in seeds])


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

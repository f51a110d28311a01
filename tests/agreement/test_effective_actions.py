"""Q, followed without a look at all actions, is never below the exact sum and never more than a tenth above."""

from collections.abc import Callable

import numpy as np
import pytest

import sidelight as sl
from sidelight import graphs


def exact_sums(learner: sl.Uninformed, world: sl.worlds.World, rounds: int, seed: int) -> dict[str, float]:
    """Round by round from weights and chances."""
    fresh = learner.fresh(seed)
    gamma = fresh.parameters["gamma"] if fresh.algorithm.implicit else 0.0
    sums = {"q": 0.0, "heavy": 0.0, "inverse_seen": 0.0, "loopless": 0.0}
    heavy_of = np.zeros(world.n_actions)
    for round_ in range(rounds):
        graph = world.graph(round_, seed)
        decision = fresh.decide()
        loops, p, chances = graph.loops, fresh.weights, fresh.chances()
        seen = chances @ graph.to_matrix()
        sums["q"] += float((p[loops] / (seen[loops] + gamma)).sum())
        sums["loopless"] += bool((~loops).any())
        for j in np.flatnonzero((chances > 0.5) & ~loops & (seen > 0)):
            sums["heavy"] += 1
            sums["inverse_seen"] += 1 / seen[j]
            heavy_of[j] += 1
        losses = world.losses(round_, seed)
        fresh.learn(decision, losses[graph.reveals(decision.action)], graph=graph)
    return sums | {"heaviest": float(heavy_of.max())}


STEADY = {
    "bandit": graphs.bandit(12),
    "ring": graphs.ring(40),
    "wide ring": graphs.ring(300),
    "cliques": graphs.cliques([3, 4, 5, 1]),
    "prices": graphs.posted_price(12, 5),
    "narrow ranges": sl.FeedbackGraph.from_intervals(
        np.maximum(np.arange(60) - 1, 0), np.minimum(np.arange(60) + 2, 60)
    ),
    "random": graphs.erdos_renyi(60, 0.02, symmetric=False, seed=3),
    "dense random": graphs.erdos_renyi(20, 0.5, seed=3),
    "full information": graphs.full_information(6),
    "almost all": sl.FeedbackGraph.from_hidden(9, [(0, 0), (1, 2), (2, 1), (4, 4)]),
    "loopless clique": graphs.loopless_clique(5),
    "apple tasting": graphs.apple_tasting(),
    "one loopless": graphs.LoopFlicker(graphs.ring(12), 0.1).at(3, 1),
}
ROUNDS = 400


@pytest.mark.parametrize("graph", STEADY.values(), ids=STEADY)
@pytest.mark.parametrize("kind", ["Exp3IX", "StrongIX", "Exp3Set"])
def test_a_graph_that_never_changes(graph: sl.FeedbackGraph, kind: str) -> None:
    n = graph.n_actions
    if kind != "StrongIX" and not graph.loops.all():
        return
    made: dict[str, Callable[[], sl.Uninformed]] = {
        "Exp3IX": lambda: sl.Exp3IX(n, eta=0.3, gamma=0.1),
        "StrongIX": lambda: sl.StrongIX(n, eta=0.2, gamma=0.05, beta=0.1),
        "Exp3Set": lambda: sl.Exp3Set(n, eta=0.3),
    }
    learner = made[kind]()
    world = sl.worlds.switching([0, 150], np.random.default_rng(1).random((2, n)), graph)
    for seed in range(3):
        held(learner, world, seed)


def held(learner: sl.Uninformed, world: sl.worlds.World, seed: int) -> None:
    games = sl.play(learner, world, ROUNDS, seeds=[seed], checkpoints=[100, ROUNDS], record="bounds")
    exact = exact_sums(learner, world, ROUNDS, seed)
    assert exact["q"] * (1 - 1e-9) <= games.sums["q"][0, -1] <= exact["q"] * 1.1 * (1 + 1e-9)
    for name in ("heavy", "heaviest", "loopless"):
        assert games.sums[name][0, -1] == exact[name], name
    np.testing.assert_allclose(games.sums["inverse_seen"][0, -1], exact["inverse_seen"], rtol=1e-9)


@pytest.mark.parametrize("graph", [graphs.ring(40), graphs.cliques([3, 4, 5])], ids=repr)
def test_exploration_that_is_not_even_is_followed_too(graph: sl.FeedbackGraph) -> None:
    n = graph.n_actions
    learner = sl.Exp3G(n, eta=0.1, gamma=0.4, explore=[0])
    world = sl.worlds.bernoulli(np.linspace(0.1, 0.9, n), graph)
    games = sl.play(learner, world, 200, seeds=[4], checkpoints=1, record="bounds")
    q, exact = games.sums["q"][0, 0], exact_sums(learner, world, 200, 4)["q"]
    assert exact * (1 - 1e-9) <= q <= 1.1 * exact


@pytest.mark.parametrize(
    "process",
    [
        graphs.LoopFlicker(graphs.ring(8), 0.2),
        graphs.Alternating([graphs.ring(8), graphs.bandit(8), graphs.loopless_clique(8)]),
        graphs.FreshErdosRenyi(8, 0.4),
    ],
    ids=repr,
)
def test_a_graph_that_changes_is_summed_exactly(process: graphs.GraphProcess) -> None:
    learner = sl.StrongIX(8, eta=0.2, gamma=0.05, beta=0.1)
    world = sl.worlds.bernoulli(np.linspace(0.1, 0.9, 8), process)
    games = sl.play(learner, world, 200, seeds=[4], checkpoints=1, record="bounds")
    exact = exact_sums(learner, world, 200, 4)
    for name, value in exact.items():
        np.testing.assert_allclose(games.sums[name][0, 0], value, rtol=1e-9, err_msg=name)


@pytest.mark.filterwarnings("ignore::sidelight.NoGuaranteeWarning")
def test_sums_of_a_learner_with_a_dominating_set() -> None:
    """Skipped rounds are counted and left out of everything else."""
    process = graphs.Alternating([graphs.revealing_action(6), graphs.directed_cycle(6), graphs.ring(6)])
    learner = sl.WeakIX(6, eta=0.1, gamma=0.2, eps=0.15, explore="exact")
    world = sl.worlds.bernoulli(np.linspace(0.1, 0.9, 6), process)
    games = sl.play(learner, world, 120, seeds=[2], checkpoints=1, record="bounds")
    fresh, sums, per_action = learner.fresh(2), dict.fromkeys(games.sums, 0.0), np.zeros(6)
    for round_ in range(120):
        graph = world.graph(round_, 2)
        loopless = ~graph.loops
        p, chances = fresh.weights, fresh.chances(graph)
        decision = fresh.decide(graph)
        losses = world.losses(round_, 2)
        learned = fresh.learn(decision, losses[graph.reveals(decision.action)], graph=graph)
        if learned.skipped:
            sums["skipped"] += 1
            continue
        seen = chances @ graph.to_matrix()
        share = float((p[loopless] / seen[loopless]).sum())
        sums["q"] += float((p[graph.loops] / (seen[graph.loops] + 0.2)).sum())
        sums["shares"] += share
        sums["products"] += float(p[loopless].sum()) * share
        sums["loopless"] += bool(loopless.any())
        sums["domination"] += graph.weak_domination_number().value
        sums["explored"] += 0.15 * graph.weak_domination_number().value
        per_action[loopless] += 1 / seen[loopless]
    sums["inverse_seen"] = per_action.max()
    assert sums["skipped"] == 40
    for name, value in sums.items():
        np.testing.assert_allclose(games.sums[name][0, 0], value, rtol=1e-9, err_msg=name)


def test_a_game_that_skips_more_than_a_tenth_of_its_rounds_says_so() -> None:
    learner = sl.WeakIX(6, eta=0.1, gamma=0.2, eps=0.15)
    process = graphs.Alternating([graphs.ring(6)] * 4 + [graphs.directed_cycle(6)])
    world = sl.worlds.bernoulli([0.5] * 6, process)
    with pytest.warns(sl.NoGuaranteeWarning, match="WeakIX skipped 20 of 100 rounds"):
        sl.play(learner, world, 100)
    rarely = graphs.OneDense(graphs.directed_cycle(6), graphs.ring(6), 3)
    sl.play(learner, world.with_graphs(rarely), 100)

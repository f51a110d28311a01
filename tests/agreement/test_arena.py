"""The compiled game, the interpreted one, and decide and learn by hand are the same game, bit for bit."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.learners_at_hand import ALL, decided, made, parameters_of
from tests.reference import Dense

from sidelight import LEARNERS, FeedbackGraph, Games, Learner, SidelightError, Uniform, graphs, play, worlds
from sidelight.arena.one_game import played_compiled
from sidelight.arena.rounds import batches
from sidelight.graphs import PROCESSES, GraphProcess
from sidelight.kernels.schedule import STARTED
from sidelight.worlds import WORLDS, World

pytestmark = pytest.mark.filterwarnings("ignore::sidelight.NoGuaranteeWarning")
Floats = NDArray[np.float64]
ROUNDS = 60
POINTS = np.array([1, 2, 30, 59, 60])
PLACES = [
    pytest.param(registered.build(**example), id=f"{name} {k}")
    for name, registered in PROCESSES.items()
    for k, example in enumerate(registered.examples())
]
OURS = [
    pytest.param(world, id=f"{kind.name} {k}")
    for kind in WORLDS.values()
    for k, example in enumerate(kind.examples())
    if isinstance(world := kind.build(**example), World)
]


class ByHand(NamedTuple):
    """A game as the guide says to play it, and what is left of the learner."""

    own_losses: Floats
    plays: NDArray[np.int64]


def by_hand(learner: Learner, world: World, seed: int, rounds: int) -> ByHand:
    game, n = world.fresh(seed), world.n_actions
    own, plays = [], np.zeros(n, np.int64)
    for round_ in range(rounds):
        graph, losses = game.graph(round_, seed), game.losses(round_, seed)
        decision = decided(learner, graph)
        learner.learn(decision, losses[graph.reveals(decision.action)], graph=graph)
        own.append(losses[decision.action])
        plays[decision.action] += 1
        if not isinstance(game, World):
            game.played(decision.action)
    return ByHand(np.cumsum(own), plays)


def all_agree(name: str, world: World, seed: int) -> None:
    """By hand and compiled; where the learner cannot play these graphs at all, both refuse in the same words."""
    rounds = min(ROUNDS, world.most_rounds or ROUNDS)
    points = np.append(np.flatnonzero(np.isin(np.arange(rounds), POINTS)), rounds)
    hand, compiled = (made(name, world.n_actions, seed=seed, strict=False) for _ in range(2))
    try:
        expected = by_hand(hand, world, seed, rounds)
    except SidelightError as refusal:
        with pytest.raises(type(refusal), match=re.escape(str(refusal))):
            played_compiled(compiled, world, False, seed, points, lambda _: None)  # type: ignore[arg-type]
        return
    record = played_compiled(compiled, world, False, seed, points, lambda _: None)  # type: ignore[arg-type]
    np.testing.assert_array_equal(record.own_losses, expected.own_losses[points - 1])
    hand._state[STARTED] = compiled._state[STARTED]  # by which late tickets are told, and a game has none
    np.testing.assert_array_equal(compiled._state, hand._state)
    np.testing.assert_array_equal(record.plays, expected.plays)


@pytest.mark.parametrize("process", PLACES)
@pytest.mark.parametrize("name", ALL)
def test_compiled_is_by_hand_on_every_process(name: str, process: GraphProcess) -> None:
    means = np.linspace(0.2, 0.8, process.n_actions)
    all_agree(name, worlds.beta(means, process, concentration=2.0), seed=3)


@pytest.mark.parametrize("world", OURS)
@pytest.mark.parametrize("name", ALL)
def test_compiled_is_by_hand_in_every_world(name: str, world: World) -> None:
    all_agree(name, world, seed=5)


def explored_by(name: str, graph: FeedbackGraph) -> Floats | None:
    """What an informed learner explores by, as the reference wants it."""
    if name == "WeakIX":
        return graph.fractional_domination()[0]
    return graph.fractional_revealing()[0] if name == "ELPP" else None


@pytest.mark.parametrize("name", LEARNERS)
def test_the_dense_reference_plays_whole_games_along(name: str) -> None:
    """Matrices and formulas, given the actions that were drawn, end with the weights of the compiled game."""
    graph: Any = {"Hedge": graphs.full_information(6), "Exp3P": graphs.bandit(6)}.get(name, graphs.ring(6))
    world = worlds.beta(np.linspace(0.1, 0.9, 6), graph, concentration=1.0)
    learner, hand = (made(name, 6, seed=8) for _ in range(2))
    played_compiled(learner, world, False, 8, np.array([400]), lambda _: None)  # type: ignore[arg-type]
    dense, matrix, x = Dense(name, 6, parameters_of(name)), graph.to_matrix(), explored_by(name, graph)
    for round_ in range(400):
        losses, ticket, decision = world.losses(round_, 8), dense.decide(x), decided(hand, graph)
        assert decision.chance == pytest.approx(ticket.chances[decision.action], rel=1e-8)
        dense.learn(dense.estimate(ticket, decision.action, losses, matrix))
        hand.learn(decision, losses[graph.reveals(decision.action)], graph=graph)
    logs = learner.log_weights
    np.testing.assert_allclose(logs - logs.max(), dense.log_weights - dense.log_weights.max(), rtol=1e-9, atol=1e-9)
    assert name == "Uniform" or np.ptp(logs) > 1.0, "something was learned"


class Wrapped:
    """A learner of ours as somebody else's object, which plays in the interpreted loop."""

    def __init__(self, inner: Any) -> None:
        self.inner, self.informed = inner, inner.algorithm.informed

    def fresh(self, seed: int) -> Wrapped:
        return Wrapped(self.inner.fresh(seed))

    def decide(self, *graph: FeedbackGraph) -> Any:
        return self.inner.decide(*graph)

    def learn(self, decision: Any, losses: Floats, *, graph: FeedbackGraph) -> None:
        self.inner.learn(decision, losses, graph=graph)


class WrappedWorld:
    """A world of ours as somebody else's object; one that answers is made anew for each game."""

    def __init__(self, inner: Any) -> None:
        self.inner, self.n_actions = inner, inner.n_actions
        for name in ("graph", "losses", "means", "played"):
            if hasattr(inner, name):
                setattr(self, name, getattr(inner, name))

    def fresh(self, seed: int) -> Any:
        return WrappedWorld(self.inner.fresh(seed))


def assert_same(left: Games, right: Games) -> None:
    np.testing.assert_array_equal(left.own_losses, right.own_losses)
    np.testing.assert_array_equal(left.plays, right.plays)
    np.testing.assert_allclose(left.regret, right.regret, rtol=0, atol=1e-12)
    assert (left.own_means is None) == (right.own_means is None)
    if left.own_means is not None and right.own_means is not None:
        np.testing.assert_array_equal(left.own_means, right.own_means)


SOME = [
    worlds.bernoulli([0.3, 0.5, 0.5, 0.6, 0.7, 0.4], graphs.LoopFlicker(graphs.ring(6), 0.3)),
    worlds.switching([0, 20], [[0.2] * 6, [0.7, 0.1] * 3], graphs.MovingScout(6), noise="beta", concentration=3.0),
    worlds.corrupted(worlds.sinusoidal(graphs.MovingStar(6), 0.4, 13.0), 15),
    worlds.punish_favourite(graphs.FreshErdosRenyi(6, 0.4), block=7),
    worlds.punish_repetition(graphs.cliques([3, 3])),
]


@pytest.mark.parametrize("world", SOME, ids=lambda world: world.name)
@pytest.mark.parametrize("name", LEARNERS)
def test_the_interpreted_game_is_the_compiled_one(name: str, world: World) -> None:
    learner = made(name, world.n_actions, strict=False)
    compiled = play(learner, world, ROUNDS, seeds=2, checkpoints=POINTS)
    assert_same(play(Wrapped(learner), world, ROUNDS, seeds=2, checkpoints=POINTS), compiled)
    assert_same(play(learner, WrappedWorld(world), ROUNDS, seeds=2, checkpoints=POINTS), compiled)


@pytest.mark.parametrize("world", SOME, ids=lambda world: world.name)
@pytest.mark.parametrize("name", LEARNERS)
def test_workers_order_and_checkpoints_change_nothing(name: str, world: World) -> None:
    learner = made(name, world.n_actions, strict=False)
    seeds = [7, 0, 2**62, 3, 11]
    alone = play(learner, world, ROUNDS, seeds, checkpoints=POINTS, workers=1)
    for workers in (2, 3):
        assert_same(play(learner, world, ROUNDS, seeds, checkpoints=POINTS, workers=workers), alone)
    turned = play(learner, world, ROUNDS, seeds[::-1], checkpoints=[17, 60], workers=2)
    np.testing.assert_array_equal(turned.own_losses[::-1, -1], alone.own_losses[:, -1])
    np.testing.assert_array_equal(turned.plays[::-1], alone.plays)  # type: ignore[index]
    np.testing.assert_array_equal(turned.regret[::-1, -1], alone.regret[:, -1])
    single = play(learner, world, ROUNDS, [3], checkpoints=1)
    np.testing.assert_array_equal(single.own_losses[0], alone.own_losses[3, -1:])
    assert made(name, world.n_actions, strict=False, seed=learner.seed).weights.tolist() == learner.weights.tolist()


def test_many_learners_meet_the_same_world() -> None:
    """As alone, each of them."""
    world = SOME[0]
    field = {name: made(name, 6, strict=False) for name in ("Exp3IX", "StrongIX", "Uniform")}
    together = play(field, world, ROUNDS, seeds=4, checkpoints=POINTS, workers=2)
    for name, learner in field.items():
        assert_same(together[name], play(learner, world, ROUNDS, seeds=4, checkpoints=POINTS))


def test_graphs_cut_into_batches_are_the_graphs(monkeypatch: pytest.MonkeyPatch) -> None:
    """With other sizes of batches and calls the same numbers come out."""
    whole = [play(made("WeakIX", 6, strict=False), world, ROUNDS, seeds=2, checkpoints=[60]) for world in SOME]
    monkeypatch.setattr("sidelight.arena.rounds.MOST_GRAPHS", 7)
    monkeypatch.setattr("sidelight.arena.one_game.calls_of", lambda world: 11)
    for world, games in zip(SOME, whole, strict=True):
        assert_same(play(made("WeakIX", 6, strict=False), world, ROUNDS, seeds=2, checkpoints=[60]), games)
    monkeypatch.setattr("sidelight.arena.rounds.MOST_NUMBERS", 300)
    for world, games in zip(SOME, whole, strict=True):
        assert_same(play(made("WeakIX", 6, strict=False), world, ROUNDS, seeds=2, checkpoints=[60]), games)


@pytest.mark.parametrize(
    "process",
    [graphs.FreshErdosRenyi(60, 0.5), graphs.MovingStar(700, loops=True), graphs.MovingScout(700)],
    ids=lambda process: type(process).__name__,
)
def test_large_graphs_are_held_a_few_at_once(process: GraphProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    few = 5 * process.at(0).packed.size
    monkeypatch.setattr("sidelight.arena.rounds.MOST_NUMBERS", few)
    for batch in batches(Uniform(process.n_actions), process, 0, 0, 40, 10**6):
        assert batch.packed.size <= 1.2 * few

"""Every registered world keeps the contract that users' own are held to, and the suite finds those who do not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.learners_at_hand import chances_on, decided

from sidelight import FeedbackGraph, InvalidParameter, graphs, learners, play, worlds
from sidelight.testing import WORLD_CHECKS, WorldTrial, check_world
from sidelight.testing.worlds import a_round_does_not_know_its_action
from sidelight.worlds import WORLDS, World, WorldKind

EXAMPLES = [
    pytest.param(kind, example, id=f"{kind.name} {k}")
    for kind in WORLDS.values()
    for k, example in enumerate(kind.examples())
]
BUILT = {f"{kind.name} {k}": kind.build(**e) for kind in WORLDS.values() for k, e in enumerate(kind.examples())}
OURS = {name: world for name, world in BUILT.items() if isinstance(world, World)}
OBLIVIOUS = {name: world for name, world in OURS.items() if not world.answers}
ANSWERING = {name: world for name, world in BUILT.items() if name not in OBLIVIOUS}
ROUNDS = 12
SEEDS = [0, 1, 5, 2**62 + 1]
Floats = NDArray[np.float64]


@pytest.mark.parametrize("kind", WORLDS.values(), ids=WORLDS)
def test_a_kind_of_world_is_documented_public_and_has_an_example(kind: WorldKind) -> None:
    assert kind.examples()
    assert kind.summary.endswith(".")
    assert kind.name in worlds.__all__
    assert getattr(worlds, kind.name) is kind.build
    assert repr(kind).startswith(f"<{kind.name}(")
    assert kind.summary in repr(kind)


@pytest.mark.parametrize(("kind", "example"), EXAMPLES)
def test_an_example_says_what_it_is(kind: WorldKind, example: Mapping[str, Any]) -> None:
    world, again = kind.build(**example), worlds.build(kind.name, **example)
    assert repr(world) == repr(again)
    assert f"{world.n_actions} actions" in repr(world)
    assert repr(world) in world.explain()
    if kind.name != "corrupted":  # which keeps the name of what was corrupted
        assert repr(world).startswith(f"<{kind.name}")
        assert kind.summary.rstrip(".") in world.explain().replace("``", "")
    assert ">>>" not in world.explain()


@pytest.mark.parametrize("check", WORLD_CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("name", BUILT)
def test_a_world_keeps_its_promises(name: str, check: Callable[[WorldTrial], None]) -> None:
    check(WorldTrial(BUILT[name], ROUNDS))


def scripted(world: Any, seed: int, actions: list[int]) -> Floats:
    """All losses of a game in which these are played."""
    game = world.fresh(seed)
    rows: list[Floats] = []
    for round_, action in enumerate(actions):
        rows.append(np.array(game.losses(round_, seed)))
        if hasattr(game, "played"):
            game.played(action)
    return np.array(rows)


@pytest.mark.parametrize("name", OBLIVIOUS)
def test_losses_without_noise_are_their_means(name: str) -> None:
    """Exactly, and what has a mean of 0 or 1 has no noise to speak of."""
    world = OBLIVIOUS[name]
    for seed in SEEDS:
        for round_ in range(ROUNDS):
            means, losses = world.means(round_, seed), world.losses(round_, seed)
            certain = (means == 0.0) | (means == 1.0) if world.noise != "exact" else np.ones(means.size, np.bool_)
            np.testing.assert_array_equal(losses[certain], means[certain])
            if world.noise == "bernoulli":
                assert set(losses.tolist()) <= {0.0, 1.0}


@pytest.mark.parametrize("name", OBLIVIOUS)
def test_the_best_action_is_best_in_every_round(name: str) -> None:
    world = OBLIVIOUS[name]
    for seed in SEEDS:
        best = world.best_action(seed)
        rows = np.array([world.means(round_, seed) for round_ in range(ROUNDS)])
        if best is not None:
            np.testing.assert_array_equal(rows[:, best], rows.min(axis=1))
        if world.secret is not None:
            assert best == world.secret_action(seed) is not None
            assert best in world.secret.candidates


def test_a_secret_is_each_of_its_candidates_equally_often() -> None:
    """With the fixed seeds, chance 1e-6 of a false alarm each."""
    from scipy.stats import chisquare

    for world in OURS.values():
        if world.secret is not None:
            found = [world.secret_action(seed) for seed in range(4000)]
            counts = [found.count(int(candidate)) for candidate in world.secret.candidates]
            assert sum(counts) == 4000
            assert chisquare(counts).pvalue > 1e-6


@pytest.mark.parametrize("name", OURS)
def test_graphs_are_those_of_the_process(name: str) -> None:
    world = OURS[name]
    for seed in SEEDS:
        assert [world.graph(t, seed) for t in range(ROUNDS)] == list(world.graphs.replay(ROUNDS, seed))
    other = graphs.FreshErdosRenyi(world.n_actions, 0.3)
    shown = world.with_graphs(other)
    assert shown.graph(3, 1) == other.at(3, 1)
    np.testing.assert_array_equal(shown.losses(3, 1), world.losses(3, 1))
    assert world.with_graphs(graphs.bandit(world.n_actions)).graph(3) == graphs.bandit(world.n_actions)


@pytest.mark.parametrize("name", OURS)
def test_the_digest_tells_worlds_apart(name: str) -> None:
    world = OURS[name]
    assert world.digest != world.with_graphs(graphs.FreshErdosRenyi(world.n_actions, 0.3)).digest
    others = [other.digest for other_name, other in OURS.items() if other_name != name]
    assert world.digest not in others


# In the arena.

CHECKPOINTS = [1, 5, 11, 12]


def player(world: Any) -> Any:
    """Somebody who can play on any graph."""
    return learners.Exp3G(world.n_actions, eta=0.3, gamma=0.2, strict=False)


class Recorded:
    """A learner that notes what it was told, which makes the game an interpreted one."""

    def __init__(self, inner: Any) -> None:
        self.inner, self.actions = inner, []  # type: ignore[var-annotated]

    def fresh(self, seed: int) -> Recorded:
        made = Recorded(self.inner.fresh(seed))
        made.actions = self.actions
        return made

    def decide(self) -> Any:
        decision = self.inner.decide()
        self.actions.append(decision.action)
        return decision

    def learn(self, decision: Any, losses: Any, *, graph: FeedbackGraph) -> None:
        self.inner.learn(decision, losses, graph=graph)


@pytest.mark.filterwarnings("ignore::sidelight.NoGuaranteeWarning")
@pytest.mark.parametrize("name", BUILT)
def test_all_sums_of_a_game_are_those_of_its_losses(name: str) -> None:
    """Own losses, the best fixed action and the best of each round, by adding up what the world shows."""
    world = BUILT[name]
    compiled = play(player(world), world, ROUNDS, SEEDS, checkpoints=CHECKPOINTS, workers=1)
    for k, seed in enumerate(SEEDS):
        watched = Recorded(player(world))
        interpreted = play(watched, world, ROUNDS, [seed], checkpoints=CHECKPOINTS, workers=1)
        actions = watched.actions
        losses = scripted(world, seed, actions)
        own = losses[np.arange(ROUNDS), actions].cumsum()
        best = losses.cumsum(axis=0).min(axis=1)
        at = np.array(CHECKPOINTS) - 1
        for games, row in ((compiled, k), (interpreted, 0)):
            np.testing.assert_allclose(games.own_losses[row], own[at], rtol=1e-12)
            np.testing.assert_allclose(games.regret[row], (own - best)[at], rtol=0, atol=1e-12)
            assert games.plays is not None
            np.testing.assert_array_equal(games.plays[row], np.bincount(actions, minlength=world.n_actions))
        if name in OBLIVIOUS:
            means = np.array([world.means(t, seed) for t in range(ROUNDS)])
            own_means = means[np.arange(ROUNDS), actions].cumsum()
            pseudo = own_means - means.cumsum(axis=0).min(axis=1)
            dynamic = own_means - means.min(axis=1).cumsum()
            for games, row in ((compiled, k), (interpreted, 0)):
                np.testing.assert_allclose(games.pseudo_regret[row], pseudo[at], rtol=0, atol=1e-12)
                np.testing.assert_allclose(games.dynamic_regret[row], dynamic[at], rtol=0, atol=1e-12)


def by_hand(name: str, world: Any, seed: int, actions: list[int]) -> Floats:
    """What an answering world must have shown, from its definition."""
    n, rows = world.n_actions, np.zeros((len(actions), world.n_actions))
    if name.startswith("punish_repetition"):
        for t in range(1, len(actions)):
            rows[t, actions[t - 1]] = 1.0
    elif name.startswith("punish_favourite"):
        block = int(dict(WORLDS["punish_favourite"].examples()[int(name[-1])])["block"])
        coins = worlds.bernoulli([0.5] * n, graphs.bandit(n))
        for t in range(len(actions)):
            rows[t] = coins.losses(t, seed)
            if t >= block:
                last = actions[(t // block - 1) * block : t // block * block]
                rows[t, int(np.argmax(np.bincount(last, minlength=n)))] = 1.0
    else:
        rows[:, 0] = 1.0  # the example's model always has the same chances, the first action's being largest
    return rows


@pytest.mark.parametrize("name", ANSWERING)
def test_a_world_that_answers_shows_what_its_definition_says(name: str) -> None:
    world = ANSWERING[name]
    for seed in SEEDS:
        actions = np.random.default_rng(seed % 1000).integers(0, world.n_actions, 40).tolist()
        np.testing.assert_array_equal(scripted(world, seed, actions), by_hand(name, world, seed, actions))


def test_the_likeliest_action_of_a_real_learner_is_punished() -> None:
    """The chances are those of a twin that lived through the same rounds."""
    for make, process in (
        (learners.Exp3IX(4, eta=0.4, gamma=0.1), graphs.LoopFlicker(graphs.ring(4), 0.0)),
        (learners.WeakIX(4, eta=0.4, gamma=0.1, eps=0.05), graphs.MovingStar(4)),
    ):
        world, seed = worlds.punish_likeliest(make, process), 3
        game, twin = world.fresh(seed), make.fresh(9)
        for round_, action in enumerate(np.random.default_rng(1).integers(0, 4, 30).tolist()):
            graph = game.graph(round_, seed)
            losses = game.losses(round_, seed)
            chances = chances_on(twin, graph)
            assert losses.tolist() == [float(j == int(np.argmax(chances))) for j in range(4)]
            decision = decided(twin, graph, action=action)
            twin.learn(decision, losses[graph.reveals(action)], graph=graph)
            game.played(action)
        games = play(make, world, rounds=30, seeds=2)
        assert (games.own_losses[:, -1] > 0).all()


# Users' own.


class Weather:
    """The smallest world there is: nothing but what the contract asks for."""

    n_actions = 2

    def graph(self, round_: int, seed: int) -> FeedbackGraph:
        return graphs.bandit(2)

    def losses(self, round_: int, seed: int) -> list[float]:
        return [(round_ * 7 + seed) % 5 / 5, 0.5]


class Grudge:
    """One that answers: whatever was played most loses 1."""

    n_actions = 3

    def __init__(self) -> None:
        self.counts = [0, 0, 0]

    def fresh(self, seed: int) -> Grudge:
        return Grudge()

    def graph(self, round_: int, seed: int) -> FeedbackGraph:
        return graphs.ring(3)

    def losses(self, round_: int, seed: int) -> Floats:
        return np.array([float(count == max(self.counts)) for count in self.counts])

    def played(self, action: int) -> None:
        self.counts[action] += 1


@pytest.mark.parametrize("world", [Weather(), Grudge()], ids=lambda world: type(world).__name__)
def test_a_world_in_plain_python_passes(world: Any) -> None:
    check_world(world)
    games = play(learners.Exp3IX(world.n_actions, eta=0.1, gamma=0.05), world, rounds=30, seeds=3)
    assert games.regret.shape[0] == 3


class TooLarge(Weather):
    def losses(self, round_: int, seed: int) -> list[float]:
        return [0.5, 1.5]


class TooMany(Weather):
    def losses(self, round_: int, seed: int) -> list[float]:
        return [0.5, 0.5, 0.5]


class NotANumber(Weather):
    def losses(self, round_: int, seed: int) -> list[float]:
        return [0.5, float("nan")]


class OtherGraph(Weather):
    def graph(self, round_: int, seed: int) -> FeedbackGraph:
        return graphs.bandit(3)


class Running(Weather):
    """A running generator, as most people would write it."""

    def __init__(self) -> None:
        self.rng = np.random.default_rng(0)

    def losses(self, round_: int, seed: int) -> list[float]:
        return list(self.rng.random(2))


class OneMemoryForAll(Grudge):
    def fresh(self, seed: int) -> Grudge:
        return self


class Cleared(Grudge):
    """One memory again, cleared for each game."""

    def fresh(self, seed: int) -> Grudge:
        self.counts = [0, 0, 0]
        return self


class Counting(Grudge):
    """Takes asking for playing."""

    def fresh(self, seed: int) -> Grudge:
        return Counting()

    def losses(self, round_: int, seed: int) -> Floats:
        self.counts[0] += 1
        return np.minimum(np.array(self.counts) / 100.0, 1.0)


class HandsOutItself(Weather):
    def __init__(self) -> None:
        self.row = np.array([0.2, 0.4])

    def losses(self, round_: int, seed: int) -> Any:
        return self.row


class WrongMeans(Weather):
    def losses(self, round_: int, seed: int) -> Any:
        return worlds.bernoulli([0.3, 0.5], graphs.bandit(2)).losses(round_, seed)

    def means(self, round_: int, seed: int) -> Any:
        return [0.3, 0.5 + 0.25 * (-1) ** round_]  # right on average over rounds


class Errs(Weather):
    def losses(self, round_: int, seed: int) -> Any:
        raise RuntimeError("no such thing")


BREAKS = [
    (TooLarge, r"every_loss_is_from_0_to_1: the losses of actions \[1\] in round 0"),
    (TooMany, "every_loss_is_from_0_to_1: losses have shape"),
    (NotANumber, "every_loss_is_from_0_to_1"),
    (OtherGraph, "every_graph_has_all_actions"),
    (Running, "a_game_is_the_same_again"),
    (OneMemoryForAll, "a_game_is_the_same_again"),
    (Cleared, "two_games_do_not_disturb_each_other"),
    (Counting, "asking_changes_nothing"),
    (HandsOutItself, "asking_changes_nothing"),
    (WrongMeans, "means_are_means: losses are not what means say: action 1"),
    (Errs, "RuntimeError: no such thing"),
]


@pytest.mark.parametrize(("kind", "says"), BREAKS, ids=lambda value: getattr(value, "__name__", ""))
def test_a_broken_promise_is_found_by_name(kind: type[Any], says: str) -> None:
    with pytest.raises(AssertionError, match=says):
        check_world(kind())


def test_a_world_that_knows_the_future_is_found() -> None:
    """It was told, by some way around, what is going to be played."""
    told: list[int] = []

    class Prophet(Grudge):
        def fresh(self, seed: int) -> Grudge:
            return Prophet()

        def losses(self, round_: int, seed: int) -> Floats:
            return np.array([float(j == told[round_]) for j in range(3)])

    class Telling(WorldTrial):
        def replayed(self, seed: int, actions: list[int]) -> Any:
            told[:] = actions
            return super().replayed(seed, actions)

    with pytest.raises(AssertionError, match="depends on what is played in it"):
        a_round_does_not_know_its_action(Telling(Prophet()))


def test_what_is_to_be_skipped_must_exist() -> None:
    with pytest.raises(ValueError, match="no checks"):
        check_world(Weather(), skip=["all of them"])
    check_world(WrongMeans(), skip=["means_are_means"])


def test_build_by_name_refuses_what_is_not_there() -> None:
    with pytest.raises(InvalidParameter, match=r"no world 'bernouli'; did you mean 'bernoulli'\?"):
        worlds.build("bernouli")
    with pytest.raises(InvalidParameter, match="Known: bernoulli, beta"):
        worlds.build("zzz")
    for name in (None, 3, ["table"]):
        with pytest.raises(InvalidParameter, match="no world"):
            worlds.build(name)  # type: ignore[arg-type]
    with pytest.raises(InvalidParameter, match=r"exp3_trap\(horizon, advantage, graph\) does not take"):
        worlds.build("exp3_trap", rounds=3)

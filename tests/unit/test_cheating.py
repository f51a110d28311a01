"""Nobody in the arena sees what it should not yet see, or changes what it has shown.

Worlds and learners in plain Python that write down what they were given and when, or try to cheat.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from sidelight import FeedbackGraph, InvalidGraph, InvalidLosses, UnknownAction, graphs, learners, play, worlds

Floats = NDArray[np.float64]
LOSSES = np.random.default_rng(8).random((50, 4))
GRAPHS = graphs.MovingStar(4, loops=False)


class Diary:
    """What happened, in order."""

    def __init__(self) -> None:
        self.lines: list[tuple[Any, ...]] = []


class World:
    """Writes down when it is asked and what it is told."""

    n_actions = 4

    def __init__(self, diary: Diary) -> None:
        self.diary = diary

    def fresh(self, seed: int) -> World:
        return type(self)(self.diary)

    def graph(self, round_: int, seed: int) -> FeedbackGraph:
        self.diary.lines.append(("graph", round_, seed))
        return GRAPHS.at(round_, seed)

    def losses(self, round_: int, seed: int) -> Any:
        self.diary.lines.append(("losses", round_, seed))
        return LOSSES[round_].copy()

    def means(self, round_: int, seed: int) -> Any:
        self.diary.lines.append(("means", round_, seed))
        return LOSSES[round_].copy()

    def played(self, action: int) -> None:
        self.diary.lines.append(("played", action))


class Learner:
    """Plays round the circle and writes down what it is given."""

    informed = False

    def __init__(self, diary: Diary) -> None:
        self.diary, self.round = diary, 0

    def fresh(self, seed: int) -> Learner:
        return type(self)(self.diary)

    def decide(self, *graph: FeedbackGraph) -> Any:
        self.diary.lines.append(("decide", *graph))
        self.round += 1
        return (3 * self.round) % 4

    def learn(self, decision: Any, losses: Any, *, graph: FeedbackGraph) -> None:
        self.diary.lines.append(("learn", decision, np.array(losses).tolist(), graph))


class Looking(Learner):
    informed = True


@pytest.mark.parametrize("kind", [Learner, Looking])
def test_the_order_of_a_round_is_that_of_the_protocol(kind: type[Learner]) -> None:
    """Graph and losses are fixed, the action is chosen, what it reveals is shown, and only then is the world told."""
    diary = Diary()
    play(kind(diary), World(diary), rounds=10, seeds=[6], workers=1)
    expected: list[tuple[Any, ...]] = []
    for t in range(10):
        graph, action = GRAPHS.at(t, 6), (3 * (t + 1)) % 4
        expected += [("graph", t, 6), ("losses", t, 6), ("means", t, 6)]
        expected += [("decide", graph) if kind.informed else ("decide",)]
        expected += [("learn", action, LOSSES[t, graph.reveals(action)].tolist(), graph), ("played", action)]
    assert diary.lines == expected


def test_a_learner_gets_the_revealed_losses_and_nothing_behind_them() -> None:
    """No view of an array that holds the others, and nothing that can be written into for good."""
    backs: list[Any] = []

    class Digging(Learner):
        def learn(self, decision: Any, losses: Any, *, graph: FeedbackGraph) -> None:
            super().learn(decision, losses, graph=graph)
            base = losses
            while base is not None:
                backs.append(np.array(base).size <= graph.reveals(decision).size)
                base = getattr(base, "base", None)
            losses[:] = 0.0  # to pay nothing

    diary = Diary()
    games = play(Digging(diary), World(diary), rounds=10, seeds=[6], workers=1)
    assert all(backs)
    assert games.own_losses[0, -1] == pytest.approx(sum(LOSSES[t, (3 * (t + 1)) % 4] for t in range(10)))


class Changing(World):
    """Gives arrays that it changes when it hears what was played: the played one was the worst all along."""

    def losses(self, round_: int, seed: int) -> Any:
        self.given = np.full(4, 0.5)
        return self.given

    def means(self, round_: int, seed: int) -> Any:
        self.thought = np.full(4, 0.5)
        return self.thought

    def played(self, action: int) -> None:
        self.given[action] = self.thought[action] = 1.0


def test_a_world_cannot_change_losses_or_means_after_the_draw() -> None:
    games = play(Learner(Diary()), Changing(Diary()), rounds=8, seeds=1, workers=1)
    assert games.own_losses[0, -1] == 4.0
    assert games.regret[0, -1] == 0.0
    assert games.own_means is not None
    assert games.own_means[0, -1] == 4.0


class Late(World):
    """Gives losses that are only computed when somebody looks."""

    def losses(self, round_: int, seed: int) -> Any:
        world = self

        class Lazy:
            def __array__(self, dtype: Any = None, copy: Any = None) -> Floats:
                world.diary.lines.append(("computed", round_))
                return np.full(4, 0.25)

        return Lazy()


def test_losses_that_are_computed_late_are_computed_before_the_draw() -> None:
    diary = Diary()
    play(Learner(diary), Late(diary), rounds=3, seeds=1, workers=1)
    words = [line[0] for line in diary.lines]
    assert words == ["graph", "computed", "means", "decide", "learn", "played"] * 3


class Shifty(FeedbackGraph):
    """A graph that reveals nothing of what is asked about."""

    def reveals(self, action: Any) -> Any:
        return np.zeros(0, np.int64)


def test_a_graph_must_be_one_that_nobody_can_change() -> None:
    class Pretending(World):
        def graph(self, round_: int, seed: int) -> Any:
            graph = graphs.bandit(4)
            return Shifty(graph._storage, graph.labels)

    class Other(World):
        def graph(self, round_: int, seed: int) -> Any:
            return np.eye(4)

    class Small(World):
        def graph(self, round_: int, seed: int) -> Any:
            return graphs.bandit(3)

    for kind in (Pretending, Other, Small):
        with pytest.raises(InvalidGraph, match=r"graph\(0, seed=3\)"):
            play(Learner(Diary()), kind(Diary()), rounds=3, seeds=[3], workers=1)


@pytest.mark.parametrize(
    "losses",
    [[0.1, 0.2, 0.3], [0.1, 0.2, 0.3, np.nan], [0.1, 0.2, 0.3, 1.1], [-0.1, 0, 0, 0], "abcd", None, [[0.1] * 4]],
)
def test_losses_nobody_sees_are_checked_too(losses: Any) -> None:
    """Action 3 plays alone and reveals nothing of the others: regret would be wrong, or not a number."""

    class Wrong(World):
        def losses(self, round_: int, seed: int) -> Any:
            return losses

        def graph(self, round_: int, seed: int) -> FeedbackGraph:
            return FeedbackGraph.from_edges(4, [(0, 0)])

    with pytest.raises(InvalidLosses, match=r"losses\(0, seed=3\)"):
        play(Learner(Diary()), Wrong(Diary()), rounds=3, seeds=[3], workers=1)


class Moody:
    """A decision whose action is another one each time it is read."""

    def __init__(self) -> None:
        self.asked = 0

    @property
    def action(self) -> int:
        self.asked += 1
        return self.asked % 4


def test_an_action_is_read_once_and_stays_what_it_was() -> None:
    class Moving(Learner):
        def decide(self, *graph: FeedbackGraph) -> Any:
            super().decide(*graph)
            return Moody()

        def learn(self, decision: Any, losses: Any, *, graph: FeedbackGraph) -> None:
            assert decision.asked == 1
            super().learn(1, losses, graph=graph)

    diary = Diary()
    games = play(Moving(diary), World(diary), rounds=5, seeds=1, workers=1)
    assert [line[1] for line in diary.lines if line[0] == "played"] == [1] * 5
    assert games.plays is not None
    assert games.plays.tolist() == [[0, 5, 0, 0]]


@pytest.mark.parametrize("action", [4, -1, 1.0, True, None, "0"])
def test_an_action_that_is_not_there_is_refused(action: Any) -> None:
    class Absent(Learner):
        def decide(self, *graph: FeedbackGraph) -> Any:
            return action

    with pytest.raises(UnknownAction):
        play(Absent(Diary()), World(Diary()), rounds=1, workers=1)


class Overriding(learners.Exp3IX):
    """A user's own variation on one of ours, which always plays the first."""

    def decide(self, graph: Any = None, **how: Any) -> Any:
        return super().decide(graph, **{"action": 0, **how})


class Darker(worlds.World):
    """And on a world of ours: everything loses 1."""

    def losses(self, round_: int, seed: int = 0) -> Floats:
        return np.ones(self.n_actions)


def test_what_a_user_changed_of_ours_is_played_as_changed() -> None:
    """Not by the compiled loop, which would not know of it."""
    ours = worlds.bernoulli([0.5, 0.2], graphs.bandit(2))
    games = play(Overriding(2, eta=0.1, gamma=0.1), ours, rounds=20, seeds=2)
    assert games.plays is not None
    assert games.plays.tolist() == [[20, 0], [20, 0]]
    darker = Darker(**{name: getattr(ours, name) for name in ours.__dataclass_fields__})
    games = play(learners.Exp3IX(2, eta=0.1, gamma=0.1), darker, rounds=20, seeds=2)
    assert games.own_losses[:, -1].tolist() == [20.0, 20.0]
    assert games.regret[:, -1].tolist() == [0.0, 0.0]

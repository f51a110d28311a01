"""What may be asked of ``play``, what it refuses, and what it costs."""

import json
import sys
import threading
import tracemalloc
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import sidelight as sl
from sidelight import graphs, worlds
from sidelight.arena.one_game import calls_of
from sidelight.arena.play import checked_checkpoints

WORLD = worlds.bernoulli([0.3, 0.5, 0.7], graphs.bandit(3))
LEARNER = sl.Exp3IX(3, eta=0.1, gamma=0.05, seed=99)


def test_a_learner_is_a_template_and_its_seed_does_not_matter() -> None:
    template = sl.Exp3IX(3, eta=0.1, gamma=0.05, seed=1)
    before = json.dumps(template.snapshot())
    games = sl.play(template, WORLD, 500, seeds=3)
    assert json.dumps(template.snapshot()) == before
    assert games == sl.play(LEARNER, WORLD, 500, seeds=3)
    seasoned = sl.Exp3IX(3, eta=0.1, gamma=0.05)
    for _ in range(50):
        decision = seasoned.decide()
        seasoned.learn(decision, {decision.action: 1.0}, graph=graphs.bandit(3))
    assert games == sl.play(seasoned, WORLD, 500, seeds=3)


def test_seeds_are_how_many_or_which() -> None:
    assert sl.play(LEARNER, WORLD, 10, seeds=4).seeds.tolist() == [0, 1, 2, 3]
    assert sl.play(LEARNER, WORLD, 10).seeds.tolist() == [0]
    chosen = sl.play(LEARNER, WORLD, 10, seeds=(7, 3))
    assert chosen.seeds.tolist() == [7, 3]
    assert chosen.own_losses[1].tolist() == sl.play(LEARNER, WORLD, 10, seeds=4).own_losses[3].tolist()


def test_checkpoints_are_how_many_or_which_and_end_with_the_last_round() -> None:
    assert sl.play(LEARNER, WORLD, 1000).checkpoints.size == 50
    assert sl.play(LEARNER, WORLD, 7).checkpoints.tolist() == [1, 2, 3, 4, 5, 6, 7]
    assert sl.play(LEARNER, WORLD, 10, checkpoints=3).checkpoints.tolist() == [3, 6, 10]
    assert sl.play(LEARNER, WORLD, 10, checkpoints=[8, 2, 2]).checkpoints.tolist() == [2, 8, 10]


def test_many_checkpoints_of_very_many_rounds_do_not_overflow() -> None:
    points = checked_checkpoints(10**7 + 1, 10**12)
    assert (np.diff(points) > 0).all()
    assert (points[0], points[-1]) == (10**12 // (10**7 + 1), 10**12)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"rounds": 0}, "rounds="),
        ({"rounds": 1.5}, "rounds="),
        ({"seeds": 0}, "seeds"),
        ({"seeds": [1, 1]}, "seeds"),
        ({"seeds": [-1]}, "seeds"),
        ({"seeds": []}, "seeds"),
        ({"checkpoints": 0}, "checkpoints"),
        ({"checkpoints": [11]}, "checkpoints"),
        ({"checkpoints": [[1, 2], [3, 4]]}, "a list of rounds"),
        ({"checkpoints": np.geomspace(1, 10, 4)}, "astype"),
        ({"seeds": [0.0, 1.0]}, "seeds must be whole numbers"),
        ({"progress": "yes"}, "progress="),
        ({"checkpoints": [0, 5]}, "checkpoints"),
        ({"workers": 0}, "workers"),
        ({"workers": True}, "workers"),
        ({"record": "everything"}, "record"),
    ],
)
def test_what_is_asked_is_checked(options: dict[str, Any], says: str) -> None:
    with pytest.raises(sl.InvalidParameter, match=says):
        sl.play(LEARNER, WORLD, **{"rounds": 10, **options})


def test_what_cannot_play_is_refused_by_name() -> None:
    things: list[Any] = [None, 3, sl.Exp3IX, object(), "Exp3IX"]
    for thing in things:
        with pytest.raises(sl.InvalidParameter, match="learner"):
            sl.play(thing, WORLD, 10)
    for thing in (None, graphs.bandit(3), object()):
        with pytest.raises(sl.InvalidParameter, match="world"):
            sl.play(LEARNER, thing, 10)
    with pytest.raises(sl.InvalidParameter, match="at least one learner"):
        sl.play({}, WORLD, 10)
    with pytest.raises(sl.WrongGraph, match="3 actions"):
        sl.play(sl.Exp3IX(4, eta=0.1, gamma=0.1), WORLD, 10)
    with pytest.raises(sl.NoGuarantee, match="Exp3IX"):
        sl.play(LEARNER, WORLD.with_graphs(graphs.Fixed(graphs.loopless_clique(3))), 10)
    with pytest.raises(sl.InvalidParameter, match="5 rounds"):
        sl.play(LEARNER, worlds.table(np.zeros((5, 3)), graphs.bandit(3)), 6)


@pytest.mark.parametrize("workers", [1, 3])
def test_progress_is_told_and_ends_with_everything(workers: int) -> None:
    told: list[tuple[int, int]] = []
    games = sl.play(
        {"a": LEARNER, "b": sl.Uniform(3)}, WORLD, 20_000, seeds=5, workers=workers, progress=lambda *t: told.append(t)
    )
    assert told[-1] == (200_000, 200_000)
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert list(games) == ["a", "b"]


def test_a_line_of_progress_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    sl.play(LEARNER, WORLD, 1000, seeds=2, progress=True)
    shown = capsys.readouterr().err
    assert shown.endswith("\n")
    assert shown.count("100.0% of 2,000 rounds") == 1


def test_whatever_progress_raises_ends_the_work_soon() -> None:
    class Enough(Exception):
        pass

    def stop(done: int, total: int) -> None:
        raise Enough

    before = threading.active_count()
    with pytest.raises(Enough):
        sl.play(LEARNER, WORLD, 10**9, seeds=4, progress=stop)
    assert threading.active_count() == before


def test_an_error_in_one_game_ends_all() -> None:
    class Broken:
        n_actions = 3

        def graph(self, round_: int, seed: int) -> sl.FeedbackGraph:
            return graphs.bandit(3)

        def losses(self, round_: int, seed: int) -> list[float]:
            if seed == 2:
                raise RuntimeError("no more losses")
            return [0.0, 0.5, 1.0]

    with pytest.raises(RuntimeError, match="no more losses"):
        sl.play(LEARNER, Broken(), 10**7, seeds=[0, 2, 1], workers=2)


def test_the_best_of_too_many_losses_is_refused_and_pseudo_regret_is_not() -> None:
    world = worlds.bernoulli(np.linspace(0.4, 0.6, 10**6), graphs.cliques([1000] * 1000))
    games = sl.play(sl.Exp3IX(10**6, eta=0.01, gamma=0.01), world, 200_000, checkpoints=[10, 200_000])
    with pytest.raises(sl.TooLarge, match="pseudo_regret"):
        _ = games.regret
    assert games.pseudo_regret[0, 0] == pytest.approx(games.own_means[0, 0] - 4.0)  # type: ignore[index]
    assert games.plays is not None
    assert games.plays.sum() == 200_000


def test_plays_are_kept_where_there_is_room(monkeypatch: pytest.MonkeyPatch) -> None:
    assert sl.play(LEARNER, WORLD, 100, seeds=5).plays.sum(axis=1).tolist() == [100] * 5  # type: ignore[union-attr]
    monkeypatch.setattr(sys.modules["sidelight.arena.play"], "MOST_PLAYS_KEPT", 14)
    assert sl.play(LEARNER, WORLD, 100, seeds=5).plays is None


def test_memory_is_of_the_order_of_seeds_times_checkpoints() -> None:
    sl.play(LEARNER, WORLD, 10)
    tracemalloc.start()
    games = sl.play(LEARNER, WORLD, 20_000, seeds=100, checkpoints=10, workers=1)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 2_000_000
    assert games.own_losses.shape == (100, 10)


def test_the_best_action_is_summed_once_for_all_learners_and_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    from sidelight.arena import hindsight

    calls: list[int] = []
    summed = hindsight.summed

    def counted(world: worlds.World, seed: int, checkpoints: NDArray[np.int64], *more: Any, **named: Any) -> Any:
        calls.append(seed)
        return summed(world, seed, checkpoints, *more, **named)

    monkeypatch.setattr(hindsight, "summed", counted)
    world = worlds.bernoulli([0.3, 0.5, 0.7], graphs.bandit(3))
    both = sl.play({"a": LEARNER, "b": sl.Uniform(3)}, world, 100, seeds=4)
    assert not calls, "only when regret is first read"
    _ = both["a"].regret, both["b"].regret, sl.play(LEARNER, world, 100, seeds=4).regret
    assert sorted(calls) == [0, 1, 2, 3]


def test_summing_the_best_action_stops_where_one_seed_fails() -> None:
    """As Ctrl-C does: the others do not go on to their end."""
    from sidelight.arena import hindsight
    from sidelight.arena.workers import Stopped, Watch

    watch = Watch()
    watch.stop()
    with pytest.raises(Stopped):
        hindsight.summed(WORLD, 0, np.array([10**12]), watch, noisy=True)


def test_a_call_is_short_enough_to_be_interrupted() -> None:
    assert calls_of(WORLD) == 10**6
    dense = worlds.bernoulli(np.full(2000, 0.5), graphs.loopless_clique(2000))
    assert 1000 <= calls_of(dense) <= 20_000
    assert calls_of(worlds.punish_repetition(graphs.bandit(1000))) < calls_of(
        worlds.bernoulli([0.5] * 1000, graphs.bandit(1000))
    )


def test_games_say_what_was_recorded() -> None:
    plain, with_sums = (sl.play(LEARNER, WORLD, 20, record=record) for record in ("regret", "bounds"))
    assert (plain.provenance["record"], with_sums.provenance["record"]) == ("regret", "bounds")
    assert plain.provenance["spec"] != with_sums.provenance["spec"]


class Drifting:
    """A world of a user's own that knows its means."""

    n_actions = 3

    def graph(self, round_: int, seed: int) -> sl.FeedbackGraph:
        return graphs.bandit(3)

    def means(self, round_: int, seed: int) -> NDArray[np.float64]:
        return np.array([0.3, 0.5, 0.4 if round_ < 10 else 0.0])

    def losses(self, round_: int, seed: int) -> NDArray[np.float64]:
        return self.means(round_, seed)


def test_worlds_of_ones_own_have_pseudo_regret_where_they_have_means() -> None:
    games = sl.play(LEARNER, Drifting(), 20, seeds=2, checkpoints=[10, 20])
    assert games.own_means is not None
    np.testing.assert_allclose(games.own_means - games.pseudo_regret, [[3.0, 4.0]] * 2)
    np.testing.assert_allclose(games.own_means - games.dynamic_regret, [[3.0, 3.0]] * 2)

"""Schedules from outside: what is the default, what is told, what never happens."""

from typing import Any

import numpy as np
import pytest
from tests.learners_at_hand import SCHEDULED, decided, graphs_for, kind_of, losses_of, made, revealed, usual_graph

import sidelight as sl
from sidelight import FeedbackGraph, Learner, graphs, worlds
from sidelight.kernels import schedule, weights
from sidelight.kernels.effective_actions import REMEMBERED
from sidelight.learners.plans import EVENLY, number_of
from sidelight.learners.schedules import ROWS, Row, measured

ADAPTIVE = [name for name in SCHEDULED if name.endswith("adaptive")]
DOUBLING = [name for name in SCHEDULED if name.endswith("doubling")]


def play(learner: Learner, graph: FeedbackGraph, rounds: int) -> None:
    for _ in range(rounds):
        decision = decided(learner, graph)
        learner.learn(decision, revealed(graph, decision, losses_of(5, decision.round)), **usual_graph(learner, graph))


@pytest.mark.parametrize("name", ROWS["adaptive"])
def test_who_is_told_nothing_adapts(name: str) -> None:
    learner: Any = sl.LEARNERS[name](10)
    assert learner.schedule.name == "adaptive"
    assert learner.schedule.tuning in (None, "light")
    assert f"{name}(10, schedule='adaptive', " in repr(learner)
    assert learner.parameters == sl.LEARNERS[name](10, schedule="adaptive").parameters


def test_a_horizon_asks_for_the_theorem() -> None:
    by_default, asked = sl.StrongIX(10, horizon=1000), sl.StrongIX(10, horizon=1000, schedule="theorem")
    assert by_default.schedule is None
    assert by_default.parameters == asked.parameters


@pytest.mark.parametrize("name", SCHEDULED)
def test_parameters_are_told_as_they_are_now(name: str) -> None:
    learner, graph = made(name), graphs_for(name)[0]
    first = learner.explain()
    play(learner, graph, 200)
    assert learner.explain() != first
    now = dict(line.split(maxsplit=1) for line in learner.explain().split("\n")[1:])
    for parameter, value in learner.parameters.items():
        assert now[parameter].startswith(f"{value:g}: the ")
    assert all(np.isfinite(value) and value > 0 for value in learner.parameters.values())


@pytest.mark.parametrize("name", ADAPTIVE)
def test_eta_and_gamma_never_grow(name: str) -> None:
    learner, pool = made(name), graphs_for(name)
    before, changes = learner.parameters, 0
    for round_ in range(500):
        play(learner, pool[round_ % len(pool)], 1)
        now = learner.parameters
        assert now["eta"] <= before["eta"]
        assert now.get("gamma", 0.0) <= before.get("gamma", 0.0)
        changes += now != before
        before = now
    assert 10 < changes <= 150, "lazily, but they change"
    assert measured(learner)["epoch"] == 0


@pytest.mark.parametrize("name", DOUBLING)
def test_weights_start_anew_and_the_round_goes_on(name: str) -> None:
    learner, graph, epochs = made(name), graphs_for(name)[-1], 0.0
    for round_ in range(400):
        play(learner, graph, 1)
        epoch = measured(learner)["epoch"]
        if epoch > epochs:
            assert name == "WeakIX doubling" or np.ptp(learner.log_weights) == 0.0
            assert epoch == epochs + 1
            epochs = epoch
        assert learner.round == round_ + 1
    assert epochs >= 2


@pytest.mark.parametrize("name", [name for name in SCHEDULED if kind_of(name).algorithm.informed])
def test_asking_for_chances_changes_nothing_and_tells_those_of_the_next_decision(name: str) -> None:
    learner, pool = made(name), [graphs.directed_cycle(6), graphs.revealing_action(6), graphs.ring(6)]
    assert isinstance(learner, sl.Informed)
    changes = 0.0
    for round_ in range(120):
        graph = pool[(round_ // 3) % 3]
        state = learner._state.copy()
        chances = learner.chances(graph)
        np.testing.assert_array_equal(learner._state, state)
        before = measured(learner)["changes"]
        decision = learner.decide(graph)
        changes += measured(learner)["changes"] > before
        assert decision.chance == pytest.approx(chances[decision.action], rel=1e-12)
        learner.learn(decision, losses_of(5, round_)[graph.reveals(decision.action)])
    assert changes > 3, "some decisions must have changed the rates"


@pytest.mark.parametrize("name", ["WeakIX adaptive", "WeakIX doubling"])
def test_a_decision_that_fails_has_not_been(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever goes wrong (warnings may be errors), the schedule has not counted the round."""
    pool, learner, twin = [graphs.directed_cycle(6), graphs.revealing_action(6)], made(name), made(name)

    def refuse(*_: Any) -> Any:
        raise sl.Forgotten("no room")

    for round_ in range(60):
        graph = pool[round_ % 2]
        with monkeypatch.context() as patched:
            patched.setattr(learner._tickets, "issue", refuse)
            with pytest.raises(sl.Forgotten):
                decided(learner, graph)
        for one in (learner, twin):
            play(one, graph, 1)
        np.testing.assert_array_equal(learner._state, twin._state)
    assert measured(learner)["changes"] > 3


def test_the_paper_s_own_rule_would_never_fire_on_a_loopless_clique() -> None:
    """It doubles on the sum of Q over self-loops, of which there are none; exploration has its price all the same."""
    graph = graphs.loopless_clique(6)
    learner = sl.StrongIX(6, schedule="doubling", graph=graph, seed=1)
    world = worlds.bernoulli(np.linspace(0.2, 0.8, 6), graph)
    games = sl.play(learner, world, 20_000, seeds=2, checkpoints=4, record="bounds")
    assert (games.sums["q"] == 0.0).all()
    assert (games.sums["measured"] >= 5.0 * games.checkpoints).all()
    assert (games.sums["epoch"][:, -1] >= 8).all()


@pytest.mark.parametrize("name", ["Exp3IX", "StrongIX"])
@pytest.mark.parametrize("how", ["adaptive", "doubling"])
def test_what_was_measured_and_paid_is_recorded(name: str, how: str) -> None:
    """V within a tenth of the sum of measures taken by the formula; paid is rate times measure, round by round."""
    graph = graphs.ring(7) if name == "Exp3IX" else FeedbackGraph.from_hidden(7, [(0, 0), (3, 3), (1, 2)])
    strict: Any = {"strict": False} if name == "StrongIX" else {}
    learner = sl.LEARNERS[name](7, schedule=how, seed=4, **strict)
    world, exact, paid = worlds.bernoulli(np.linspace(0.1, 0.9, 7), graph), 0.0, 0.0
    fresh: Any = learner.fresh(4)
    for round_ in range(600):
        decision, chances, p = fresh.decide(), fresh.chances(), fresh.weights
        seen, loops = chances @ graph.to_matrix(), graph.loops
        q = float((p[loops] / (seen[loops] + fresh.parameters["gamma"])).sum())
        heavy = bool(((chances > 0.5) & ~loops).any())
        v = q if name == "Exp3IX" else 1.0 + 4.0 * (~loops).any() + 9.0 * heavy + 2.0 * q
        exact, paid = exact + v, paid + v * fresh.parameters["gamma"]
        fresh.learn(decision, world.losses(round_, 4)[graph.reveals(decision.action)], graph=graph)
    games = sl.play(learner, world, 600, seeds=[4], checkpoints=1, record="bounds")
    sums = {key: float(value[0, 0]) for key, value in games.sums.items()}
    assert exact * (1 - 1e-9) <= sums["measured"] <= 1.1 * exact
    assert paid * (1 - 1e-9) <= sums["paid"] <= 1.1 * paid
    assert sums["rate"] == fresh.parameters["gamma"]
    assert sums["changes"] > 3


def test_a_world_of_new_graphs_each_round_is_measured_by_each() -> None:
    process = graphs.LoopFlicker(graphs.ring(8), 0.3)
    learner = sl.StrongIX(8, seed=1)
    games = sl.play(learner, worlds.bernoulli([0.5] * 8, process), 300, seeds=[1], checkpoints=1, record="bounds")
    sums = {key: float(value[0, 0]) for key, value in games.sums.items()}
    assert sums["measured"] == pytest.approx(300 + 4 * sums["loopless"] + 9 * sums["heavy"] + 2 * sums["q"], rel=1e-9)


def test_graphs_and_explorations_are_told_apart_by_content() -> None:
    ring, again, other = graphs.ring(6), graphs.ring(6), graphs.bandit(6)
    assert number_of(ring, EVENLY) == number_of(again, EVENLY) == number_of(again, np.zeros(1))
    shares = np.arange(16.0)
    distinct = [(ring, EVENLY), (other, EVENLY), (ring, shares)]
    assert len({number_of(graph, spread) for graph, spread in distinct}) == 3
    assert number_of(ring, EVENLY) == number_of(ring.stored_as("complement"), EVENLY)
    assert all(0 < number_of(graph, spread) < 2.0**53 for graph, spread in distinct)


def test_a_row_has_the_numbers_that_the_header_has_room_for() -> None:
    assert schedule.PER_ROUND + len(Row._fields) == schedule.LOG_ACTIONS
    order = ["PER_ROUND", "PER_LOOPLESS", "PER_HEAVY", "PER_Q", "PER_ACTIONS", "PER_CONFIDENCE", "EVENTS", "FIRST",
             "TO_ETA", "TO_GAMMA", "TO_BETA", "TO_MIX"]  # fmt: skip
    assert [name.upper() for name in Row._fields] == order
    assert [getattr(schedule, name) for name in order] == list(range(schedule.PER_ROUND, schedule.LOG_ACTIONS))
    assert schedule.REMEMBERED + REMEMBERED <= weights.HEADER


@pytest.mark.parametrize("n", [1, 2])
@pytest.mark.parametrize("name", SCHEDULED)
def test_one_action_or_two(name: str, n: int) -> None:
    learner, graph = made(name, n), graphs.full_information(n)
    for round_ in range(50):
        decision = decided(learner, graph)
        learner.learn(decision, losses_of(1, round_, n), **usual_graph(learner, graph))
    assert np.isfinite(learner.log_weights).all()
    assert (n == 1) == (measured(learner)["measured"] == 0.0)


def q_of(learner: Learner, graph: FeedbackGraph, chances: Any) -> float:
    """The exact sum, of the round that would be played by these chances."""
    p, loops, seen = learner.weights, graph.loops, chances @ graph.to_matrix()
    return float((p[loops] / (seen[loops] + learner.parameters["gamma"])).sum())


def test_as_much_of_an_exploration_as_there_is_is_measured() -> None:
    """Half of each action of a pentagon or all of each: spread in the same way, and not the same."""
    pentagon = [(i, (i + step) % 5) for i in range(5) for step in (1, 4)]
    graph = FeedbackGraph.from_edges(9, [*pentagon, *((i, i) for i in range(5, 9))])
    assert graph.fractional_domination().value == pytest.approx(2.5)
    learner = sl.WeakIX(9, graph=graph, seed=1)
    for round_ in range(600):
        given: Any = {"explore": range(5)} if round_ % 2 else {}
        chances = learner.chances(**given)
        decision, exact = learner.decide(**given), q_of(learner, graph, chances)
        learned = learner.learn(decision, losses_of(5, round_, 9)[graph.reveals(decision.action)])
        assert not learned.skipped
        assert exact * (1 - 1e-9) <= learner._state[schedule.MEASURED] <= exact * 1.1 * (1 + 1e-9)


@pytest.mark.filterwarnings("ignore::sidelight.NoGuaranteeWarning")
def test_a_bias_that_nobody_saw_is_followed_too() -> None:
    """Where few reveal a heavy loopless action it grows lighter unseen, and with it W of all that it reveals."""
    rng = np.random.default_rng(4)
    matrix = rng.random((7, 7)) < 0.25
    np.fill_diagonal(matrix, rng.random(7) < 0.5)
    matrix[:, 0], matrix[0, 1:], matrix[1, 0] = False, True, True
    graph = FeedbackGraph.from_matrix(matrix).stored_as("csr")
    learner, heavy_rounds = sl.StrongIX(7, seed=1, strict=False), 0
    for _ in range(3000):
        chances = learner.chances()
        decision, exact = learner.decide(), q_of(learner, graph, chances)
        heavy = bool(((chances > 0.5) & ~graph.loops & (graph.in_degrees > 0)).any())
        heavy_rounds += heavy
        losses = (rng.random(7) < [0.0, *[0.9] * 6]).astype(float)
        learner.learn(decision, losses[graph.reveals(decision.action)], graph=graph)
        followed = (learner._state[schedule.MEASURED] - 5.0 - 9.0 * heavy) / 2.0
        assert exact * (1 - 1e-9) - 1e-12 <= followed <= exact * 1.1 * (1 + 1e-9) + 1e-12
    assert 0 < heavy_rounds < 3000


@pytest.mark.parametrize("delta", [1e-307, 5e-324])
@pytest.mark.parametrize("options", [{"schedule": "doubling"}, {"tuning": "cautious"}, {"horizon": 100}], ids=repr)
def test_a_delta_too_small_for_its_logarithm_is_refused(delta: float, options: Any) -> None:
    """Rates would be no numbers, and so would chances."""
    with pytest.raises(sl.InvalidParameter, match="at least 1e-300"):
        sl.StrongIX(6, delta=delta, **options)
    assert np.isfinite(list(sl.StrongIX(6, delta=1e-300, **options).parameters.values())).all()


@pytest.mark.parametrize(
    ("kind", "options", "why"),
    [
        ("Hedge", {"delta": 7}, "delta=7 must be above 0"),
        ("Exp3", {"delta": -1, "schedule": "doubling"}, "delta=-1 must be above 0"),
        ("StrongIX", {"tuning": ""}, "tuning='' must be one of 'light', 'cautious'; "),
        ("StrongIX", {"tuning": 0}, "tuning=0 must be one of 'light', 'cautious'; "),
        ("StrongIX", {"tuning": "paper"}, "must be one of 'light', 'cautious'; those of the theorem need horizon="),
        ("StrongIX", {"horizon": 9, "schedule": "adaptive"}, "horizon=9 is for schedule='theorem', not 'adaptive'"),
        ("StrongIX", {"alpha_sum": 9}, "alpha_sum= tunes the theorem, which needs horizon= as well"),
        ("Uniform", {"schedule": "adaptive"}, "Uniform has no parameters to tune; leave out schedule="),
        ("StrongIX", {"eta": 0.1}, "gamma= is missing; give all of eta=, gamma=, beta=, or none of them"),
    ],
    ids=repr,
)  # fmt: skip
def test_what_cannot_be_meant_is_refused_with_a_way_out(kind: str, options: Any, why: str) -> None:
    with pytest.raises(sl.InvalidParameter) as caught:
        sl.LEARNERS[kind](6, **options)
    assert why in str(caught.value)


def test_algorithm_2_has_no_one_rate_to_tell() -> None:
    assert {"rate", "paid"}.isdisjoint(measured(sl.WeakIX(6)))
    assert {"rate", "paid", "measured"} <= measured(sl.StrongIX(6)).keys()


def test_by_hand_q_is_not_followed_from_graph_to_graph() -> None:
    """On graphs that take turns each round is measured by its own, exactly."""
    pool, learner, exact = [graphs.ring(8), graphs.bandit(8), graphs.full_information(8)], sl.Exp3IX(8, seed=2), 0.0
    for round_ in range(150):
        graph = pool[round_ % 3]
        seen = learner.chances() @ graph.to_matrix()
        exact += float((learner.weights / (seen + learner.parameters["gamma"])).sum())
        decision = learner.decide()
        learner.learn(decision, losses_of(3, round_, 8)[graph.reveals(decision.action)], graph=graph)
    assert measured(learner)["measured"] == pytest.approx(exact, rel=1e-9)

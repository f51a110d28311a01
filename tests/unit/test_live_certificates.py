"""``certify=True``: at any time what a learner says of its own regret is what its log would say."""

import copy
import json
import math
import pickle
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from tests.learners_at_hand import ALL, N, graphs_for, made, random_graph, strong_graph
from tests.live_rounds import Live

import sidelight as sl
from sidelight import FeedbackGraph, graphs
from sidelight.graphs.plain import array_from_plain, array_to_plain
from sidelight.kernels import certificate as layout
from sidelight.learners.snapshot import _checksum
from sidelight.learners.waiting import WAITING_BYTES

pytestmark = pytest.mark.filterwarnings("ignore::sidelight.NoGuaranteeWarning", "ignore::sidelight.ForgottenWarning")
ROUNDS = 160
CLOSE: dict[str, Any] = {"rel": 1e-12, "abs": 1e-9}


def pool_for(name: str) -> list[FeedbackGraph]:
    """Graphs that change from round to round, one with labels."""
    pool = graphs_for(name)
    return [*pool, pool[-1].with_labels(list("abcdef"))]


def assert_as_in_the_log(live: Live) -> None:
    """The same limits as from the log; and by the public door, which knows the variance of each round exactly."""
    certificate, (expected, state) = live.learner.certificate(), live.expected()
    audit = live.learner._audit
    assert audit is not None
    if audit.self_aware:  # and no own loss is unseen, whatever is known of graphs
        state[layout.VARIANCE] = 0.0
    assert audit.state == pytest.approx(state, rel=1e-10, abs=1e-12)
    assert certificate.by_action == pytest.approx(expected, **CLOSE)
    assert certificate.value == pytest.approx(expected.max(), **CLOSE)
    read = live.certified()
    assert certificate.value >= read.value - 1e-9
    if not all(drawn.graph.out_degrees.all() for drawn in live.rounds):
        return  # in a log a round that reveals nothing awaits nothing
    assert (certificate.rounds, certificate.open_rounds, certificate.lost_rounds) == (
        read.rounds,
        read.open_rounds,
        read.lost_rounds,
    )
    assert certificate.own_losses_seen == pytest.approx(read.own_losses_seen)
    assert (certificate.unseen_rounds, certificate.unseen_stretch) == (read.unseen_rounds, read.unseen_stretch)
    if all(drawn.graph.loops.all() for drawn in live.rounds):
        assert certificate.value == pytest.approx(read.value, **CLOSE)


def in_time(live: Live, pool: list[FeedbackGraph], rounds: int) -> None:
    for round_ in range(len(live.rounds), len(live.rounds) + rounds):
        live.learn(live.decide(pool[(round_ * 7 + round_ // 5) % len(pool)]))


def in_any_order(live: Live, pool: list[FeedbackGraph], rounds: int, lost: float = 0.0) -> None:
    """New tickets and old ones, several at once or none; some are given up."""
    for round_ in range(len(live.rounds), len(live.rounds) + rounds):
        live.decide(pool[(round_ * 7 + round_ // 5) % len(pool)])
        rng = np.random.default_rng(round_)
        open_rounds = list(live.learner.open)
        for late in rng.permutation(open_rounds)[: rng.integers(0, 3)].tolist():
            if rng.random() < lost:
                live.learner.forget(late)
            elif late in live.learner.open:  # or else it has just been given up to make room
                live.learn(late)


@pytest.mark.parametrize("name", ALL)
def test_in_time_it_is_that_of_the_log(name: str) -> None:
    live = Live(made(name, certify=True, delta=0.2))
    assert live.learner.certificate().value == 0.0
    for _ in range(4):
        in_time(live, pool_for(name), ROUNDS // 4)
        assert_as_in_the_log(live)
    assert live.learner.certificate().open_rounds == 0
    assert live.learner.certificate().delta == 0.2


@pytest.mark.parametrize("fixed", [False, True], ids=["changing", "fixed"])
@pytest.mark.parametrize("name", ALL)
def test_late_and_out_of_order_it_is_that_of_the_leading_rounds(name: str, fixed: bool) -> None:
    pool = graphs_for(name)[-1:] if fixed else pool_for(name)
    live = Live(made(name, certify=True, graph=pool[0] if fixed else None))
    waited = 0
    for _ in range(16):
        in_any_order(live, pool, ROUNDS // 16)
        assert_as_in_the_log(live)
        waited = max(waited, live.learner.certificate().open_rounds - len(live.learner.open))
    assert waited > 5
    for round_ in reversed(list(live.learner.open)):
        live.learn(round_)
    assert_as_in_the_log(live)
    assert live.learner.certificate().open_rounds == 0
    assert live.learner._audit is not None
    assert live.learner._audit.held == 0


@pytest.mark.parametrize("fixed", [False, True], ids=["changing", "fixed"])
@pytest.mark.parametrize("name", ALL)
def test_rounds_given_up_are_filled_with_the_worst_or_left_blank(name: str, fixed: bool) -> None:
    pool = graphs_for(name)[-1:] if fixed else pool_for(name)
    live = Live(made(name, certify=True, graph=pool[0] if fixed else None))
    for _ in range(4):
        in_any_order(live, pool, ROUNDS // 4, lost=0.2)
        assert_as_in_the_log(live)
    for round_ in list(live.learner.open):
        live.learner.forget(round_)
    assert_as_in_the_log(live)
    assert live.learner.certificate().lost_rounds == live.learner.forgotten > 20
    if not fixed and not live.learner.informed:  # nothing is known of some rounds, so that no joint estimate holds
        assert not live.learner.certificate().unseen_estimated


@pytest.mark.parametrize("name", ALL)
def test_rounds_forgotten_to_save_memory_are_given_up(name: str) -> None:
    pool = graphs_for(name)[-1:]
    live = Live(made(name, certify=True, graph=pool[0], ticket_memory=10_000))
    for _ in range(3):
        in_any_order(live, pool, 60)
        for _ in range(15):
            live.decide(pool[0])
        assert_as_in_the_log(live)
    assert live.learner.forgotten > 20


@pytest.mark.parametrize("name", [name for name in ALL if name.endswith("doubling")])
def test_late_rounds_of_epochs_that_have_ended_count_too(name: str) -> None:
    pool = pool_for(name)
    live = Live(made(name, certify=True))
    kept = []
    for _ in range(6):
        kept += [live.decide(pool[k % len(pool)]) for k in range(4)]
        in_time(live, pool, 100)
    assert live.learner._epoch >= 2.0
    for round_ in kept[::-1]:
        live.learn(round_)
    assert_as_in_the_log(live)


def copies(learner: Any) -> list[Any]:
    """In all ways there are."""
    through_json = sl.restore(json.loads(json.dumps(learner.snapshot())))
    return [through_json, pickle.loads(pickle.dumps(learner)), copy.deepcopy(learner)]


@pytest.mark.parametrize("name", ALL)
def test_copies_go_on_bit_for_bit_while_rounds_wait(name: str) -> None:
    pool = pool_for(name)
    live = Live(made(name, certify=True))
    in_any_order(live, pool, 40, lost=0.1)
    assert live.learner._audit is not None
    assert live.learner._audit.held > 0
    for twin in copies(live.learner):
        one, other = copy.deepcopy(live), copy.deepcopy(live)
        other.learner = twin
        for each in (one, other):
            in_any_order(each, pool, 40, lost=0.1)
            for round_ in list(each.learner.open)[:1]:
                each.learner.forget(round_)
        found, expected = other.learner.certificate(), one.learner.certificate()
        assert np.array_equal(found.by_action, expected.by_action)
        assert found.explain() == expected.explain()
        assert other.learner.explain() == one.learner.explain()
        assert other.learner._tickets._plan_bytes == one.learner._tickets._plan_bytes
        mine, its = other.learner.snapshot(), one.learner.snapshot()
        assert mine["certificate"] == its["certificate"]
        assert_as_in_the_log(other)


@pytest.mark.parametrize("n", [1, 2])
@pytest.mark.parametrize("name", ALL)
def test_one_action_and_two(name: str, n: int) -> None:
    pool = graphs_for(name, n) if n > 1 else [graphs.bandit(1)]
    live = Live(made(name, n, certify=True))
    in_time(live, pool, 50)
    in_any_order(live, pool, 50, lost=0.1)
    assert_as_in_the_log(live)
    if n == 1 and not live.learner.informed:
        assert live.learner.certificate().value >= 0.0


@pytest.mark.parametrize("loops", [True, False])
def test_skipped_rounds_count_by_the_law_they_were_drawn_from(loops: bool) -> None:
    pool = [graphs.cliques([2, 2, 2], loops=False), graphs.revealing_action(N), graphs.bandit(N)]
    learner = sl.WeakIX(N, eta=0.3, gamma=0.2, eps=0.2, seed=2, certify=True)
    live = Live(learner)
    in_any_order(live, pool if loops else pool[:2], 120, lost=0.1)
    assert learner.skipped > 20
    assert_as_in_the_log(live)


@pytest.mark.parametrize("name", ["Exp3G", "Exp3G heavy", "StrongIX", "Uniform"])
def test_heavy_actions_and_exploration_on_a_set(name: str) -> None:
    """Hundreds of rounds, so that weights go far; on graphs of all sorts."""
    pool = [random_graph(seed) for seed in range(3)] + [strong_graph(8), graphs.revealing_action(N)]
    learners: dict[str, sl.Learner] = {
        "Exp3G": sl.Exp3G(N, 0.3, 0.2, explore=[0, 2], seed=1, strict=False, certify=True),
        "Exp3G heavy": sl.Exp3G(N, 0.5, 1e-3, seed=1, certify=True),
        "StrongIX": sl.StrongIX(N, 0.5, 0.1, 0.0, seed=1, certify=True),
        "Uniform": sl.Uniform(N, seed=1, certify=True),
    }
    live = Live(learners[name])
    in_time(live, [strong_graph(seed) for seed in (3, 4, 8)] if name == "StrongIX" else pool, 400)
    assert_as_in_the_log(live)


def test_only_who_may_meet_no_other_graph_is_sure_that_all_actions_reveal_themselves() -> None:
    """Then no part of delta is kept for unseen own losses."""
    sure = {name: made(name, certify=True)._audit.self_aware for name in ("Hedge", "Exp3IX", "StrongIX", "Uniform")}  # type: ignore[union-attr]
    assert sure == {"Hedge": True, "Exp3IX": True, "StrongIX": False, "Uniform": False}
    live = Live(made("Exp3IX", certify=True, strict=False))
    in_time(live, [strong_graph(3), graphs.bandit(N)], 60)
    assert not live.learner._audit.self_aware  # type: ignore[union-attr]
    assert_as_in_the_log(live)
    fixed: Any = made("StrongIX", certify=True, graph=graphs.bandit(N))
    assert fixed._audit.self_aware


# In games.

WORLDS: dict[str, Callable[[FeedbackGraph], Any]] = {
    "bernoulli": lambda graph: sl.worlds.bernoulli(np.linspace(0.2, 0.8, N), graph),
    "answers": sl.worlds.punish_repetition,
}


class ByHand:
    """A learner of ours that compiled loops do not know."""

    def __init__(self, inner: Any) -> None:
        self.inner, self.n_actions = inner, inner.n_actions

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)

    def fresh(self, seed: int) -> "ByHand":
        return ByHand(self.inner.fresh(seed))


def one_with_little(name: str) -> FeedbackGraph:
    """A graph for this learner, on which least is seen."""
    return min(graphs_for(name), key=lambda graph: graph.n_edges)


@pytest.mark.parametrize("world", WORLDS)
@pytest.mark.parametrize("name", ALL)
def test_games_say_bit_for_bit_what_the_learner_says(name: str, world: str) -> None:
    graph = one_with_little(name)
    template, place = made(name, certify=True, delta=0.1), WORLDS[world](graph)
    games = sl.play(template, place, 200, seeds=[3], checkpoints=[1, 60, 200])
    interpreted = sl.play(ByHand(template), place, 200, seeds=[3], checkpoints=[1, 60, 200])
    found = games.sums["certificate"][0]
    assert found.tolist() == interpreted.sums["certificate"][0].tolist()
    assert games.own_losses.tolist() == interpreted.own_losses.tolist()
    assert template.fresh(3).certificate().delta == 0.1
    assert (found >= games.regret[0] - 1e-9).all()
    assert "certificate" not in sl.play(made(name), place, 20, seeds=[3]).sums


def test_games_on_graphs_that_change() -> None:
    graph = graphs.processes.Alternating([strong_graph(3), graphs.loopless_clique(N), random_graph(1, loops=1.0)])
    place = sl.worlds.bernoulli(np.linspace(0.2, 0.8, N), graph)
    for template in (made("StrongIX", certify=True), made("Uniform", certify=True), made("WeakIX", certify=True)):
        games = sl.play(template, place, 300, seeds=2, checkpoints=3, workers=2)
        interpreted = sl.play(ByHand(template), place, 300, seeds=2, checkpoints=3)
        assert np.array_equal(games.sums["certificate"], interpreted.sums["certificate"])


# Memory.


@pytest.mark.parametrize("name", ["Hedge", "Exp3IX", "StrongIX"])
def test_a_round_open_for_ever_does_not_hold_more_than_tickets_may(name: str) -> None:
    """What waits is counted, and the oldest open rounds are given up when it would be too much."""
    memory, n = 200_000, 20
    graph = graphs_for(name, n)[-1]
    live = Live(made(name, n, certify=True, graph=graph, ticket_memory=memory))
    for _ in range(12):
        live.decide(graph)
        in_time(live, [graph], 150)
        audit = live.learner._audit
        assert audit is not None
        waiting = audit._waiting.rounds.values()
        assert audit.held >= sum(one.rows.nbytes + one.numbers.nbytes + 400 for one in waiting)
        assert live.learner._tickets._memory_used(0) <= memory
    assert live.learner.forgotten > 0
    assert live.learner.certificate().open_rounds < 1200
    assert_as_in_the_log(live)


def test_many_learned_behind_an_open_one_stay_within_memory() -> None:
    """All are open first: it is at learning, not at deciding, that what waits grows."""
    n, memory = 200, 300_000
    graph = graphs.full_information(n)
    live = Live(sl.Hedge(n, 0.1, graph=graph, seed=1, certify=True, ticket_memory=memory))
    rounds = [live.decide(graph) for _ in range(60)]
    for round_ in rounds[:0:-1]:
        if round_ in live.learner.open:
            live.learn(round_)
        assert live.learner._tickets._memory_used(0) <= memory
    assert live.learner.forgotten > 0
    assert_as_in_the_log(live)


def test_graphs_that_wait_are_counted_once() -> None:
    """They may be larger than all else, where each round has one of its own; a single one is there anyhow."""
    n = 40
    pool = [random_graph(seed, n, loops=1.0) for seed in range(10)]
    live = Live(made("Exp3IX", n, certify=True))
    audit = live.learner._audit
    assert audit is not None
    for waiting_graphs in (pool, pool, pool[:1]):  # twice, for what no longer waits is no longer counted
        first = live.decide(pool[0])
        in_time(live, waiting_graphs, 50)
        different = sum(graph.packed.nbytes for graph in waiting_graphs) if len(waiting_graphs) > 1 else 0
        own = sum(one.rows.nbytes + one.numbers.nbytes + WAITING_BYTES for one in audit._waiting.rounds.values())
        assert audit.held == own + different
        live.learn(first)
        assert audit.held == 0


def test_nothing_revealed_takes_memory_as_well() -> None:
    graph = FeedbackGraph.from_edges(3, [(0, 0), (0, 1), (0, 2)])
    learner = sl.Uniform(3, graph=graph, seed=1, certify=True, ticket_memory=100_000)
    learner.decide()
    for _ in range(2000):
        decision = learner.decide()
        learner.learn(decision, [0.5] * int(graph.out_degrees[decision.action]))
    assert learner.forgotten > 0
    assert learner._audit is not None
    assert len(learner._audit._waiting.rounds) < 250


def test_where_warnings_are_errors_a_round_is_learned_or_not() -> None:
    """What is given up to make room for what waits is given up before the round is learned, if it is."""
    n = 50
    graph = graphs.full_information(n)
    learner = sl.Hedge(n, 0.1, graph=graph, seed=1, certify=True, ticket_memory=80_000)
    rounds = [decision.round for decision in learner.decide(n=60)]
    with warnings.catch_warnings():
        warnings.simplefilter("error", sl.ForgottenWarning)
        refused = 0
        for round_ in rounds[:0:-1]:
            if round_ not in learner.open:
                continue
            before = learner._state.tobytes()
            try:
                learner.learn(round_, [0.5] * n)
            except sl.ForgottenWarning:
                refused += 1
                assert learner._state.tobytes() == before
                assert round_ in learner.open
    assert refused > 0


# Damage and misuse.


def waiting_learner() -> sl.Learner:
    live = Live(made("StrongIX", certify=True, delta=0.1))
    live.decide(strong_graph(3))
    in_time(live, [strong_graph(3), graphs.loopless_clique(N)], 5)
    return live.learner


def resealed(change: Callable[[dict[str, Any]], None]) -> dict[str, Any]:
    """A snapshot whose certificate was changed on purpose, its checksum made right again."""
    content: dict[str, Any] = json.loads(json.dumps(waiting_learner().snapshot()))
    change(content["certificate"])
    del content["checksum"]
    return {**content, "checksum": _checksum(content)}


def state_with(place: int, number: float) -> Callable[[dict[str, Any]], None]:
    def change(certificate: dict[str, Any]) -> None:
        state = array_from_plain(certificate["state"])
        state[place] = number
        certificate["state"] = array_to_plain(state)

    return change


def set_to(key: str, value: Any) -> Callable[[dict[str, Any]], None]:
    return lambda certificate: certificate.__setitem__(key, value)


def waiting_with(place: int, value: Any) -> Callable[[dict[str, Any]], None]:
    return lambda certificate: certificate["waiting"][0].__setitem__(place, value)


INTEGERS, FLOATS = (array_to_plain(np.array([50], dtype)) for dtype in (np.int64, np.float64))
DAMAGES: list[Callable[[dict[str, Any]], None]] = [
    state_with(layout.N, N + 1), state_with(layout.SCALES, 8), state_with(layout.TIGHT, 1.0),
    state_with(layout.LOG_ACTION, 0.0), state_with(layout.LOG_OWN, 0.0), state_with(layout.HEADER, 2.0),
    state_with(layout.HEADER + 9, 0.0), state_with(layout.OWN, math.nan), state_with(-1, math.nan),
    set_to("state", array_to_plain(np.zeros(5))), set_to("state", None), set_to("entered", -1), set_to("entered", 99),
    set_to("entered", "0"), set_to("entered", 0.5), set_to("lost", -1), set_to("lost", None), set_to("waiting", [[]]),
    set_to("waiting", None), set_to("unseen", [0, [0] * 64]), set_to("unseen", [1, [0] * 63]), set_to("unseen", None),
    set_to("unseen", [1, [-1] * 64]), waiting_with(0, 0), waiting_with(0, -1), waiting_with(0, 6), waiting_with(0, "1"),
    waiting_with(1, 9), waiting_with(1, -1), waiting_with(2, N), waiting_with(2, -1), waiting_with(2, None),
    waiting_with(3, INTEGERS), waiting_with(3, FLOATS), waiting_with(4, FLOATS), waiting_with(5, FLOATS),
]  # fmt: skip


@pytest.mark.parametrize("damage", DAMAGES, ids=range(len(DAMAGES)))
def test_what_no_certificate_wrote_is_refused(damage: Callable[[dict[str, Any]], None]) -> None:
    assert repr(sl.restore(resealed(lambda certificate: None))) == repr(waiting_learner())
    with pytest.raises(sl.InvalidSnapshot):
        sl.restore(resealed(damage))


def test_a_certificate_and_a_learner_without_do_not_fit() -> None:
    certified, plain = waiting_learner().snapshot(), made("StrongIX").snapshot()
    for one, other in ((certified, plain), (plain, certified)):
        content = {**one, "certificate": other["certificate"]}
        del content["checksum"]
        with pytest.raises(sl.InvalidSnapshot):
            sl.restore({**content, "checksum": _checksum(content)})


@pytest.mark.parametrize("wrong", ["yes", 1, None, 0.05, []])
def test_certify_is_a_switch(wrong: Any) -> None:
    with pytest.raises(sl.InvalidParameter, match=r"certify=.* must be True"):
        sl.Exp3IX(3, eta=0.1, gamma=0.1, certify=wrong)


def test_delta_is_a_chance_and_asks_for_certify() -> None:
    for wrong in (0.0, 1.0, -1, "x", math.nan):
        with pytest.raises(sl.InvalidParameter, match="delta"):
            sl.Exp3IX(3, eta=0.1, gamma=0.1, certify=True, delta=wrong)  # type: ignore[arg-type]
    with pytest.raises(sl.InvalidParameter, match="delta= tunes the parameters"):
        sl.Exp3IX(3, eta=0.1, gamma=0.1, delta=0.1)


def test_without_certify_there_is_no_certificate() -> None:
    learner = sl.Exp3IX(3, eta=0.1, gamma=0.1)
    assert not learner.certified
    with pytest.raises(sl.NotRecorded, match="certify=True"):
        learner.certificate()


def test_a_live_certificate_has_no_past_to_draw() -> None:
    learner: Any = sl.Exp3IX(3, certify=True, seed=1)
    for decision in learner.decide(n=5):
        learner.learn(decision, {decision.action: 0.5}, graph=graphs.bandit(3))
    with pytest.raises(sl.NotRecorded, match="of now only"):
        learner.certificate().plot()


@pytest.mark.parametrize("name", ALL)
def test_it_is_said_in_words(name: str) -> None:
    learner: Any = made(name, certify=True, delta=0.1, graph=graphs_for(name)[0])
    assert "certify=True" in repr(learner)
    assert "delta=0.1" in repr(learner)
    assert "delta" not in repr(made(name, certify=True, graph=graphs_for(name)[0])).replace("delta=0.05", "")
    assert "certify" not in repr(made(name))
    decision = learner.decide()
    assert "certified" in learner.explain()
    assert "Certificate(regret <= 1.0 after 1 rounds with confidence 90 %" in learner.explain()
    said = learner.certificate().explain()
    assert "Round 0 awaits its losses" in said
    learner.forget(decision)
    assert "1 round lost the losses" in learner.certificate().explain()


def test_labels_of_the_graph_name_the_action() -> None:
    graph = graphs.full_information(2).with_labels(["left", "right"])
    learner = sl.Hedge(2, 0.1, graph=graph, certify=True, seed=1)
    for _ in range(20):
        learner.learn(learner.decide(), {"left": 1.0, "right": 0.0})
    assert learner.certificate().best_action == "right"
    assert not learner.certificate().by_action.flags.writeable

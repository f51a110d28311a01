"""Bounds beside games of learners on a schedule: from sums taken round by round, by the formulas of ``theory``."""

import copy
import math
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.agreement.test_games_bounds import MEANS, STRONG_TURNS, TURNS

import sidelight as sl
from sidelight import FeedbackGraph, InvalidParameter, NotRecorded, graphs, worlds
from sidelight.arena import decompose
from sidelight.arena.bound_rows_scheduled import SCHEDULED_ROWS
from sidelight.arena.decompose import run_again
from sidelight.kernels import schedule as header
from sidelight.learners.schedules import ROWS
from sidelight.theory import (
    Guesses,
    WeakAdaptiveSums,
    WeakEpoch,
    exp3_adaptive_bound,
    exp3_adaptive_closed,
    exp3_epochs_bound,
    hedge_adaptive_bound,
    hedge_adaptive_closed,
    hedge_epochs_bound,
    implicit_adaptive_bound,
    implicit_adaptive_closed,
    implicit_epochs_bound,
    strong_adaptive_bound,
    strong_adaptive_closed,
    strong_epochs_bound,
    weak_adaptive_bound,
    weak_epochs_bound,
)

DELTA, ROUNDS, SEEDS = 0.1, 600, [3, 1]
# rounds on the cycle ask for four times as much exploration as most do, and are skipped
WEAK_TURNS = graphs.Alternating(
    [*[graphs.revealing_action(4)] * 5, graphs.directed_cycle(4, loops=False), graphs.bandit(4)]
)
PLACES: dict[str, Any] = {
    "Hedge": graphs.full_information(4),
    "Exp3": graphs.bandit(4),
    "Exp3Set": TURNS,
    "Exp3IX": TURNS,
    "StrongIX": STRONG_TURNS,
    "WeakIX": WEAK_TURNS,
}
KINDS = [(name, schedule) for schedule, rows in ROWS.items() for name in rows]
OF_PAPER = ("Exp3IX", "StrongIX", "WeakIX")
about: Any = pytest.approx
pytestmark = pytest.mark.filterwarnings("ignore:WeakIX skipped")


def learner_of(name: str, schedule: str = "adaptive", **options: Any) -> Any:
    delta = {"delta": DELTA} if name in OF_PAPER else {}
    return sl.LEARNERS[name](4, **({"schedule": schedule} | delta | options))


def games_of(learner: Any, *, graph: Any = None, rounds: int = ROUNDS, **options: Any) -> sl.Games:
    place = PLACES[type(learner).__name__] if graph is None else graph
    world = worlds.bernoulli(MEANS, graphs.bandit(4)).with_graphs(place)
    given: Any = {"seeds": SEEDS, "checkpoints": [100, rounds], "record": "bounds"} | options
    games: sl.Games = sl.play(learner, world, rounds, **given)
    return games


@dataclass
class ByHand:
    """Round by round from weights, chances and graphs: all that bounds for schedules are made of."""

    learner: Any
    paid: float = 0.0  # gamma Q
    paid_all: float = 0.0  # x v, of Algorithm 1
    paid_shares: float = 0.0
    products: float = 0.0
    explored: float = 0.0
    least_eps: float = 1.0
    largest_step: float = 0.0
    inverse: Any = field(default_factory=lambda: np.zeros(4))
    epochs: dict[int, WeakEpoch] = field(default_factory=dict)

    def play(self, world: Any, seed: int) -> "ByHand":
        learner = self.learner
        for round_ in range(ROUNDS):
            graph = world.graph(round_, seed)
            shown = (graph,) if learner.informed else ()
            chances, before = learner.chances(*shown), learner.skipped
            decision = learner.decide(*shown)
            self.note_epoch()
            if learner.skipped == before:
                self.add(graph, chances)
            losses = world.losses(round_, seed)
            learner.learn(decision, losses[graph.reveals(decision.action)], graph=graph)
        return self

    def add(self, graph: FeedbackGraph, chances: Any) -> None:
        x, p, loops, seen = self.learner.parameters, self.learner.weights, graph.loops, chances @ graph.to_matrix()
        q = (p[loops] / (seen[loops] + x["gamma"])).sum()
        heavy, some = (chances[~loops] > 0.5).any(), not loops.all()
        self.paid += x["gamma"] * q
        self.paid_all += x["gamma"] * (1 + 4 * some + 9 * heavy + 2 * q)
        if "eps" in x and some:
            over = (p[~loops] / seen[~loops]).sum()
            self.products += p[~loops].sum() * over
            self.paid_shares += x["eta"] * over
            self.inverse += np.where(loops, 0.0, 1 / seen)
            self.explored += x["eps"] * graph.fractional_domination().value
            self.least_eps = min(self.least_eps, x["eps"])
            self.largest_step = max(self.largest_step, x["eta"] / x["eps"] ** 2)

    def note_epoch(self) -> None:
        h = self.learner._state
        guesses = Guesses(h[header.LOOPLESS_LIMIT], h[header.EXPLORED_LIMIT], h[header.LIMIT])
        first = self.epochs.get(int(h[header.EPOCH]), WeakEpoch(0, guesses)).guesses
        self.epochs[int(h[header.EPOCH])] = WeakEpoch(int(h[header.EPOCH]), first, int(h[header.PHASE]))


def by_hand(games: sl.Games, seed: int) -> ByHand:
    learner, world = games.parties  # type: ignore[misc]
    return ByHand(learner.fresh(seed)).play(world, seed)


@pytest.mark.parametrize("tuning", ["light", "cautious"])
def test_exp3_ix_adaptive(tuning: str) -> None:
    games = games_of(learner_of("Exp3IX", tuning=tuning))
    bounds = games.bounds(0.3)  # any delta will do: rates are what they are
    for row, seed in enumerate(SEEDS):
        hand = by_hand(games, seed)
        last = hand.learner.parameters["gamma"]
        exact = implicit_adaptive_bound(4, ROUNDS, 0.3, last, hand.paid).value
        assert exact * (1 - 1e-9) <= bounds.of(seed).value <= 1.1 * exact
        paid, rate = games.sums["paid"][row, 0], games.sums["rate"][row, 0]
        assert bounds.of(seed, at=100).value == implicit_adaptive_bound(4, 100, 0.3, rate, paid).value
    # at most two independent actions in 200 rounds and four in 400; both graphs are symmetric
    told = implicit_adaptive_closed(4, ROUNDS, 0.3, 1.1 * 2000, tuning, tuned_for=DELTA).value
    assert bounds.before[:, 1] == about(told)
    assert (games.bounds(0.01).best > bounds.best).all()
    assert (bounds.before >= bounds.best).all()


@pytest.mark.parametrize("tuning", ["light", "cautious"])
def test_algorithm_1_adaptive(tuning: str) -> None:
    games = games_of(learner_of("StrongIX", tuning=tuning))
    bounds = games.bounds(0.3)
    for seed in SEEDS:
        hand = by_hand(games, seed)
        exact = strong_adaptive_bound(4, ROUNDS, 0.3, hand.learner.parameters["eta"], hand.paid_all).value
        assert exact * (1 - 1e-9) <= bounds.of(seed).value <= 1.1 * exact
    # two independent actions, and at most half of all chances mixed, in 300 rounds; loopless ones in the others
    most = ROUNDS + 13 * 300 + 2 * 1.1 * (2 * 300) / 0.5
    told = strong_adaptive_closed(4, ROUNDS, 0.3, most, tuning, tuned_for=DELTA).value
    assert bounds.before[:, 1] == about(told)
    assert (bounds.before >= bounds.best).all()


@pytest.mark.parametrize(
    ("graph", "missing"), [(graphs.loopless_clique(4), "self-loops"), (graphs.ring(4), "loopless actions")]
)
def test_what_was_never_met_costs_nothing(graph: FeedbackGraph, missing: str) -> None:
    bounds = games_of(learner_of("StrongIX"), graph=graph).bounds(DELTA)
    assert bounds.of()[missing] == 0.0
    assert bounds._items.before(0, -1)[missing] == 0.0
    assert bounds.of()["paid"] > 0.0


@pytest.mark.parametrize("tuning", ["light", "cautious"])
def test_algorithm_2_adaptive(tuning: str) -> None:
    games = games_of(learner_of("WeakIX", tuning=tuning))
    bounds = games.bounds(0.3)
    for seed in SEEDS:
        hand = by_hand(games, seed)
        x, skipped = hand.learner.parameters, hand.learner.skipped
        assert skipped > 0
        sums = WeakAdaptiveSums(
            4, ROUNDS, hand.explored, skipped, hand.paid, hand.paid_shares, hand.products, hand.inverse.max(),
            x["gamma"], x["eta"], hand.least_eps, hand.largest_step,
        )  # fmt: skip
        assert bounds.of(seed).terms == about_terms(weak_adaptive_bound(sums, 0.3))
    assert np.isinf(bounds.before).all()
    assert "order of the graphs" in bounds.explain()
    no_loops = games_of(learner_of("WeakIX"), graph=graphs.directed_cycle(4, loops=False)).bounds(DELTA)
    assert no_loops.of()["self-loops"] == 0.0
    no_loopless = games_of(learner_of("WeakIX"), graph=graphs.bandit(4)).bounds(DELTA)
    assert no_loopless.of()["loopless comparator"] == no_loopless.of()["exploration"] == 0.0


def about_terms(bound: Any) -> Any:
    class Alike:
        def __eq__(self, terms: object) -> bool:
            pairs = zip(terms, bound.terms, strict=True)  # type: ignore[call-overload]
            return all(a.name == b.name and a.value == about(b.value, rel=1e-9) for a, b in pairs)

        __hash__ = None  # type: ignore[assignment]

    return Alike()


def test_doubling_of_the_paper_s_algorithms() -> None:
    for name, bound in (("Exp3IX", implicit_epochs_bound), ("StrongIX", strong_epochs_bound)):
        games = games_of(learner_of(name, "doubling"), rounds=5000)
        bounds = games.bounds(DELTA)
        assert (games.sums["epoch"][:, 0] < games.sums["epoch"][:, 1]).all()
        for row, seed in enumerate(SEEDS):
            for column, rounds in enumerate((100, 5000)):
                last = int(games.sums["epoch"][row, column])
                assert bounds.of(seed, at=rounds).value == bound(4, rounds, DELTA, last).value
        assert bounds.after is not None
        assert (bounds.before >= bounds.after).all()
    games = games_of(learner_of("WeakIX", "doubling"))
    for seed in SEEDS:
        epochs = list(by_hand(games, seed).epochs.values())
        assert len(epochs) > 3
        assert max(epoch.last_phase for epoch in epochs) > 0
        assert games.bounds(DELTA).of(seed).value == about(weak_epochs_bound(4, ROUNDS, DELTA, epochs).value)


@pytest.mark.parametrize("name", OF_PAPER)
def test_doubling_has_a_bound_for_its_own_delta_only(name: str) -> None:
    games = games_of(learner_of(name, "doubling"), rounds=200)
    with pytest.raises(InvalidParameter, match=r"delta=0\.05 is not what the epochs were tuned for.*delta=0\.1 only"):
        games.bounds(0.05)
    assert games.bounds().delta == 0.1


def test_those_who_came_before() -> None:
    for name in ("Exp3", "Exp3Set"):
        games = games_of(learner_of(name))
        bounds, paid, rate = games.bounds(), games.sums["paid"], games.sums["rate"]
        assert bounds.of(3).value == exp3_adaptive_bound(4, rate[0, 1], paid[0, 1]).value
        assert bounds.before[0, 1] == exp3_adaptive_closed(4, 1.1 * (4 * 600 if name == "Exp3" else 2000)).value
        assert bounds.in_expectation
        assert bounds.of(3).title == f"{name}, adaptive"
        games = games_of(learner_of(name, "doubling"), rounds=3000)
        assert games.bounds().of(1).value == exp3_epochs_bound(4, int(games.sums["epoch"][1, 1])).value
        assert (games.bounds().before >= games.bounds().best).all()
    games = games_of(learner_of("Hedge"))
    bounds, paid, rate = games.bounds(DELTA), games.sums["paid"], games.sums["rate"]
    assert bounds.of(1).value == hedge_adaptive_bound(4, ROUNDS, rate[1, 1], paid[1, 1], DELTA).value
    assert bounds.before[0, 1] == hedge_adaptive_closed(4, ROUNDS, DELTA).value
    doubling = games_of(learner_of("Hedge", "doubling")).bounds(DELTA)
    assert doubling.before[0, 1] == doubling.best[0, 1] == hedge_epochs_bound(4, ROUNDS, DELTA).value
    assert doubling.exceeded == 0.0


def test_hedge_s_rates_are_what_its_closed_form_is_for() -> None:
    """They depend on the round alone; the closed form is above what they come to, and not far."""
    games = games_of(learner_of("Hedge"), rounds=10_000, checkpoints=20)
    bounds = games.bounds(DELTA)
    assert bounds.after is not None
    assert (bounds.before >= bounds.after).all()
    assert (bounds.before <= 1.06 * bounds.after).all()
    for epoch, rounds in ((0, 11), (1, 12), (1, 33), (2, 36)):  # budgets 8 ln 4 = 11.09, and 22.18
        games = games_of(learner_of("Hedge", "doubling"), rounds=rounds, checkpoints=[rounds])
        assert len(games.bounds().of().terms) == epoch + 2  # and the draws
        assert games.sums["epoch"].max() in (epoch - 1, epoch)  # an epoch ends a round after its budget


@pytest.mark.parametrize(("name", "schedule"), KINDS)
def test_every_schedule_has_its_row(name: str, schedule: str) -> None:
    assert (name, schedule) in SCHEDULED_ROWS
    games = games_of(learner_of(name, schedule), rounds=200)
    assert (games.bounds(DELTA).best > 0).all()
    assert games.bounds(DELTA).exceeded == 0.0
    told = games.provenance["algorithm"]
    assert told["parameters"] == {}  # those of the moment would mislead
    assert told["schedule"]["name"] == schedule


@pytest.mark.parametrize("name", ["Exp3IX", "StrongIX"])
@pytest.mark.parametrize("schedule", ["adaptive", "doubling"])
def test_without_record_there_is_a_bound_in_advance(name: str, schedule: str) -> None:
    games = games_of(learner_of(name, schedule), record="regret")
    bounds = games.bounds(DELTA)
    assert bounds.after is None
    assert np.array_equal(bounds.before, games_of(learner_of(name, schedule)).bounds(DELTA).before)


def test_files_keep_the_schedule(tmp_path: Path) -> None:
    for number, options in enumerate(({}, {"tuning": "cautious"}, {"schedule": "doubling"})):
        games = games_of(learner_of("Exp3IX", **options))
        here = games.bounds(DELTA)
        for same in (sl.Games.load(games.save(tmp_path / f"{number}.npz")), copy.copy(games)):
            told = same.bounds(DELTA, graph=TURNS)
            assert np.array_equal(told.best, here.best)
            assert np.array_equal(told.before, here.before)
    entry = {**games.provenance["algorithm"], "schedule": None}
    with pytest.raises(NotRecorded, match="by a schedule that was not kept"):
        replace(games, provenance={**games.provenance, "algorithm": entry}).bounds(DELTA)


# Regret taken apart.


@pytest.mark.parametrize(("name", "schedule"), KINDS)
def test_terms_add_up_to_the_regret_that_was_measured(name: str, schedule: str) -> None:
    games = games_of(learner_of(name, schedule))
    for row, seed in enumerate(SEEDS):
        assert games.decompose(seed).total == about(games.regret[row, -1], abs=1e-9)


@pytest.mark.parametrize("name", OF_PAPER)
def test_estimates_and_bias_of_a_run_are_those_that_were_learned(name: str) -> None:
    """With each round's own rates: held against the weights that the totals led to."""
    place = graphs.loopless_clique(4) if name == "StrongIX" else PLACES[name]
    world = worlds.bernoulli(MEANS, graphs.bandit(4)).with_graphs(place)
    learner = learner_of(name)
    run = run_again(learner, world, ROUNDS, 3)
    totals = np.cumsum(run.estimates + run.bias, axis=0)[:-1]
    played, etas = learner.fresh(3), []
    for round_ in range(ROUNDS):
        graph = world.graph(round_, 3)
        decision = played.decide(*(graph,) if played.informed else ())
        etas.append(played.parameters["eta"])
        played.learn(decision, world.losses(round_, 3)[graph.reveals(decision.action)], graph=graph)
    logs = -np.array(etas)[1:, None] * totals
    told = np.exp(logs - logs.max(axis=1, keepdims=True))
    assert run.weights[1:] == about(told / told.sum(axis=1, keepdims=True), rel=1e-9)
    assert run.bias.any() == (name == "StrongIX")
    assert len(set(etas)) > 5


def test_one_run_as_a_function() -> None:
    world = worlds.bernoulli(MEANS, graphs.bandit(4))
    parts = decompose(sl.Exp3IX(4), world, 200, 5)
    assert parts.total == about(sl.play(sl.Exp3IX(4), world, 200, seeds=[5]).final()[0])
    assert math.isclose(parts.totals["implicit bias"], sum(parts.by_round["implicit bias"]))

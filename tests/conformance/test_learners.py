"""Every registered learner keeps the contract that users' own are held to, and the suite finds those who do not."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest

import sidelight as sl
from sidelight import FeedbackGraph, graphs
from sidelight.kernels.weights import HEADER
from sidelight.learners import LEARNERS
from sidelight.learners.schedules import ROWS
from sidelight.testing import LEARNER_CHECKS, Trial, check_learner

# Actions with distinct roles; ranges; one that reveals nothing; equal columns; and with one solution each, where a
# programme decides how to explore, so that nothing depends on how a solver breaks ties.
UNEVEN = FeedbackGraph.from_edges(5, [*((i, i) for i in range(5)), (0, 3), (4, 3), (1, 0), (2, 4)])
PAIR = FeedbackGraph.from_edges(3, [(0, 0), (1, 1), (2, 2), (0, 1)])
PRICES = graphs.posted_price(6, 3)
SELF_AWARE = [graphs.bandit(1), graphs.bandit(4), graphs.full_information(3), graphs.cliques([3, 1, 2]), PRICES, UNEVEN]
STRONG = [
    graphs.loopless_clique(2),
    graphs.loopless_clique(6),
    FeedbackGraph.from_edges(2, [(0, 0), (0, 1)]),
    FeedbackGraph.from_hidden(5, [(0, 0), (3, 3), (1, 2)]),
]
WEAK = [
    graphs.revealing_action(4),
    FeedbackGraph.from_edges(5, [(i, (i + 1) % 5) for i in range(5)]),
    FeedbackGraph.from_edges(4, [(0, 1), (1, 2), (2, 3), (3, 0), (0, 0)]),
]


class Entry(NamedTuple):
    """A learner to hold to its promises."""

    make: Callable[[int, int], Any]
    graphs: list[FeedbackGraph]
    skip: tuple[str, ...] = ()


ENTRIES: dict[str, Entry] = {
    "Hedge": Entry(lambda n, seed: sl.Hedge(n, 0.3, seed=seed), [graphs.full_information(n) for n in (1, 2, 5)]),
    "Exp3": Entry(lambda n, seed: sl.Exp3(n, 0.05, seed=seed), SELF_AWARE),
    "Exp3P": Entry(lambda n, seed: sl.Exp3P(n, 0.05, 0.2, 0.1, seed=seed), [graphs.bandit(n) for n in (1, 2, 6)]),
    "Exp3IX": Entry(lambda n, seed: sl.Exp3IX(n, 0.2, 0.1, seed=seed), SELF_AWARE),
    "Exp3Set": Entry(lambda n, seed: sl.Exp3Set(n, 0.05, seed=seed), SELF_AWARE),
    "Exp3G": Entry(lambda n, seed: sl.Exp3G(n, 0.1, 0.3, seed=seed), [*SELF_AWARE, *STRONG, *WEAK]),
    "Exp3G on a set": Entry(
        lambda n, seed: sl.Exp3G(n, 0.1, 0.3, explore=[0], seed=seed),
        [UNEVEN, graphs.revealing_action(4), graphs.revealing_action(7)],
        ("relabelled_actions_are_played_alike",),  # the set stays where it was
    ),
    "ELPP": Entry(
        lambda n, seed: sl.ELPP(n, 0.1, 0.1, seed=seed),
        [
            graphs.bandit(1),
            graphs.bandit(4),
            graphs.ring(5),
            FeedbackGraph.from_edges(3, [(0, 0), (1, 1), (2, 2), (0, 1)]),
        ],
    ),
    "StrongIX": Entry(lambda n, seed: sl.StrongIX(n, 0.2, 0.1, 0.3, seed=seed), [*SELF_AWARE, *STRONG]),
    "WeakIX": Entry(lambda n, seed: sl.WeakIX(n, 0.2, 0.1, 0.09, seed=seed), [*SELF_AWARE, *WEAK]),
    "WeakIX greedy": Entry(lambda n, seed: sl.WeakIX(n, 0.2, 0.1, 0.05, explore="greedy", seed=seed), WEAK),
    "WeakIX exact": Entry(lambda n, seed: sl.WeakIX(n, 0.2, 0.1, 0.05, explore="exact", seed=seed), WEAK),
    "WeakIX skipping": Entry(
        lambda n, seed: sl.WeakIX(n, 0.2, 0.1, 0.3, seed=seed), [graphs.bandit(3), graphs.cliques([2, 2], loops=False)]
    ),
    "StrongIX certified": Entry(
        lambda n, seed: sl.StrongIX(n, 0.2, 0.1, 0.3, seed=seed, certify=True), [*SELF_AWARE[:3], *STRONG[:2]]
    ),
    "WeakIX certified": Entry(lambda n, seed: sl.WeakIX(n, 0.2, 0.1, 0.09, seed=seed, certify=True), WEAK),
    "Exp3P certified": Entry(
        lambda n, seed: sl.Exp3P(n, 0.05, 0.2, 0.1, seed=seed, certify=True), [graphs.bandit(n) for n in (1, 2, 6)]
    ),
    "Uniform": Entry(lambda n, seed: sl.Uniform(n, seed=seed), [*SELF_AWARE, *WEAK, FeedbackGraph.from_edges(3, [])]),
}


def test_every_learner_is_here() -> None:
    assert {name.split()[0] for name in ENTRIES} == set(LEARNERS)


def trials(name: str) -> list[Trial]:
    entry = ENTRIES[name]
    informed = LEARNERS[name.split()[0]].algorithm.informed
    return [Trial(entry.make, graph, informed, sl.restore) for graph in entry.graphs]


@pytest.mark.parametrize("check", LEARNER_CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("name", ENTRIES)
@pytest.mark.filterwarnings("ignore:WeakIX skipped:sidelight.NoGuaranteeWarning")
def test_a_learner_keeps_its_promises(name: str, check: Callable[[Trial], None]) -> None:
    if check.__name__ not in ENTRIES[name].skip:
        for trial in trials(name):
            check(trial)


# The suite itself: each way to break a promise is found, by name.


def on_schedule(name: str, schedule: str) -> Callable[[int, int], Any]:
    return lambda n, seed: LEARNERS[name](n, schedule=schedule, seed=seed)


# A late ticket adds to the totals what it would have in time, but eta, which makes weights of them, is another by then.
# And whoever knows the graph before it decides counts it then, so that chances change from decision to decision.
ON_SCHEDULE = ("a_late_ticket_teaches_what_it_would_have_in_time",)
INFORMED_ON_SCHEDULE = (*ON_SCHEDULE, "draws_follow_the_chances")
ENTRIES |= {
    f"{name} {schedule}": Entry(
        on_schedule(name, schedule), ENTRIES[name].graphs, INFORMED_ON_SCHEDULE if name == "WeakIX" else ON_SCHEDULE
    )
    for schedule, rows in ROWS.items()
    for name in rows
}


class Broken:
    """A learner that passes everything on to a sound one; its kinds each spoil one thing."""

    def __init__(self, n: int, seed: int) -> None:
        self.inner = sl.Exp3IX(n, eta=0.2, gamma=0.1, seed=seed)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)


class SumsToMore(Broken):
    def chances(self) -> Any:
        return self.inner.chances() * 1.01


class Biased(Broken):
    def decide(self, **how: Any) -> Any:
        return self.inner.decide(**{"action": 0, **how}) if "n" not in how else self.inner.decide(**how)


class KeepsTheLastDraw(Broken):
    """As in libraries where ``learn`` uses the chances of the latest decision."""

    def learn(self, decision: Any, losses: Any, graph: Any = None) -> Any:
        ticket = decision if isinstance(decision, sl.Decision) else self.inner.open[decision]
        latest = self.inner.decide(action=ticket.action)
        learned = self.inner.learn(latest, losses, graph)
        self.inner.forget(decision)
        return learned


class TakesNaN(Broken):
    def learn(self, decision: Any, losses: Any, graph: Any = None) -> Any:
        if isinstance(losses, dict):
            losses = {j: 0.0 if loss != loss else loss for j, loss in losses.items()}
        return self.inner.learn(decision, losses, graph)


class ReadsTooMuch(Broken):
    def learn(self, decision: Any, losses: Any, graph: Any = None) -> Any:
        if hasattr(losses, "asked"):
            losses.get(self.inner.n_actions - 1), losses.get(0)
        return self.inner.learn(decision, losses, graph)


class PrefersTheFirst(Broken):
    def learn(self, decision: Any, losses: Any, graph: Any = None) -> Any:
        learned = self.inner.learn(decision, losses, graph)
        self.inner._state[HEADER] -= 0.01
        return learned


class Overwrites(Broken):
    def learn(self, decision: Any, losses: Any, graph: Any = None) -> Any:
        learned = self.inner.learn(decision, losses, graph)
        if isinstance(losses, dict):
            losses.clear()
        return learned


class ForgetsOnRestore(Broken):
    def snapshot(self) -> Any:
        return {**self.inner.snapshot(), "now": np.random.default_rng().random()}


BREAKS = {
    SumsToMore: "chances_and_weights_are_distributions",
    Biased: "draws_follow_the_chances",
    KeepsTheLastDraw: "a_late_ticket_teaches_what_it_would_have_in_time",
    TakesNaN: "misuse_is_refused_and_changes_nothing",
    ReadsTooMuch: "only_revealed_losses_are_read",
    PrefersTheFirst: "relabelled_actions_are_played_alike",
    Overwrites: "what_was_given_is_not_changed",
}


@pytest.mark.parametrize("kind", BREAKS, ids=lambda kind: kind.__name__)
def test_a_broken_promise_is_found_by_name(kind: type[Broken]) -> None:
    with pytest.raises(AssertionError, match=BREAKS[kind]):
        check_learner(kind, [UNEVEN], restore=None)


def test_a_snapshot_that_is_never_the_same_is_found() -> None:
    with pytest.raises(AssertionError, match="snapshot"):
        check_learner(ForgetsOnRestore, [UNEVEN])


def test_what_is_to_be_skipped_must_exist() -> None:
    with pytest.raises(ValueError, match="no checks"):
        check_learner(Broken, skip=["all of them"])

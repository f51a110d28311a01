"""What goes into ``learn`` and what comes back: read with care, never written to, refused where wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from sidelight.graphs import FeedbackGraph
from sidelight.testing.trial import Trial, Watched, require, unchanged

REFUSALS = (ValueError, LookupError, TypeError)
EXTREME_ROUNDS = 150


def only_revealed_losses_are_read(trial: Trial) -> None:
    """Nothing is asked of the losses but what was revealed; as a mapping or in order, they teach the same."""
    losses = np.random.default_rng(3).random(trial.n)
    for action in range(trial.n):
        by_action, in_order, watched = (trial.seasoned() for _ in range(3))
        asked = Watched(trial.revealed(action, losses))
        watched.learn(trial.decide(watched, action=action), asked, graph=trial.graph)
        require(not asked.asked, f"playing {action} asked for the unrevealed losses of {asked.asked}")
        by_action.learn(trial.decide(by_action, action=action), trial.revealed(action, losses), graph=trial.graph)
        revealed = losses[trial.graph.reveals(action)]
        in_order.learn(trial.decide(in_order, action=action), revealed, graph=trial.graph)
        for learner in (in_order, watched):
            same = np.array_equal(learner.weights, by_action.weights)
            require(same, f"the losses after {action} teach something else in another form")


def what_was_given_is_not_changed(trial: Trial) -> None:
    """Losses and graphs are as they were; what is returned can be written over without harm."""
    learner, losses = trial.seasoned(), np.random.default_rng(4).random(trial.n)
    digest, edges = trial.graph.digest, trial.graph.to_edges()
    decision = trial.decide(learner)
    given = trial.revealed(decision.action, losses)
    copied = dict(given)
    learner.learn(decision, given, graph=trial.graph)
    require(given == copied, "learn() changed the mapping of losses")
    decision = trial.decide(learner)
    in_order = losses[trial.graph.reveals(decision.action)]
    in_order.setflags(write=False)
    learner.learn(decision, in_order, graph=trial.graph)
    fresh = FeedbackGraph.from_edges(trial.n, edges).digest
    require(trial.graph.digest == digest == fresh, "the graph was changed")
    before = trial.state(learner)
    for returned in (learner.weights, trial.chances(learner)):
        if returned.flags.writeable:
            returned[:] = -1.0
    learner.open.clear()
    unchanged(trial, learner, before, "writing over weights, chances or open")


def the_own_loss_is_reported_where_it_was_seen(trial: Trial) -> None:
    """``own_loss_seen`` holds exactly for self-loops, and then ``own_loss`` is the loss."""
    learner, losses = trial.new(), np.random.default_rng(5).random(trial.n)
    for action in range(trial.n):
        _, learned = trial.play(learner, losses, action)
        loop = bool(trial.graph.loops[action])
        require(learned.own_loss_seen == loop, f"own_loss_seen is {learned.own_loss_seen} after playing {action}")
        expected = losses[action] if loop else None
        require(learned.own_loss == expected, f"own_loss is {learned.own_loss!r}, not {expected!r}")


def extreme_losses_leave_numbers(trial: Trial) -> None:
    """All zeros, all ones, and always the least likely action: chances stay a distribution, and nothing is NaN."""
    odd = np.arange(trial.n, dtype=np.float64) % 2.0
    patterns = [np.zeros(trial.n), np.ones(trial.n), odd, 1.0 - odd]
    for rare in (False, True):
        learner = trial.new()
        for pattern in patterns:
            for _ in range(EXTREME_ROUNDS):
                action = int(np.argmin(trial.chances(learner))) if rare else None
                trial.play(learner, pattern, action)
            for vector in (np.asarray(learner.weights), trial.chances(learner)):
                require(np.isfinite(vector).all(), f"after {EXTREME_ROUNDS} losses like {pattern} there is {vector}")
                require(abs(vector.sum() - 1.0) < 1e-9, f"after extreme losses a distribution sums to {vector.sum()!r}")


def misuse_is_refused_and_changes_nothing(trial: Trial) -> None:
    """Each is a ValueError, LookupError or TypeError (or a kind of one), and the learner stays as it was."""
    learner = trial.seasoned()
    waiting, learned = trial.decide(learner), trial.decide(learner)
    trial.learn(learner, learned, np.full(trial.n, 0.5))
    before = trial.state(learner)
    for what, attempt in _misuses(trial, learner, waiting, learned):
        try:
            attempt()
        except REFUSALS:
            unchanged(trial, learner, before, what)
        else:
            raise AssertionError(f"{what} was accepted")
    trial.learn(learner, waiting, np.full(trial.n, 0.5))


def _misuses(trial: Trial, learner: Any, waiting: Any, learned: Any) -> Iterator[tuple[str, Callable[[], Any]]]:
    right = trial.revealed(waiting.action, np.full(trial.n, 0.5))
    in_order = [0.5] * len(right)

    def learn(decision: Any, losses: Any, graph: Any = trial.graph) -> Callable[[], Any]:
        return lambda: learner.learn(decision, losses, graph=graph)

    for key in list(right)[:1]:
        yield "a missing loss", learn(waiting, {j: loss for j, loss in right.items() if j != key})
        for wrong in (float("nan"), float("inf"), -float("inf"), -0.01, 1.01, "much", None):
            yield f"the loss {wrong!r}", learn(waiting, {**right, key: wrong})
        yield "too few losses", learn(waiting, in_order[1:])
        yield "a list with NaN", learn(waiting, [float("nan"), *in_order[1:]])
    for key in sorted(set(range(trial.n)) - set(right))[:1]:
        yield "a loss that was not revealed", learn(waiting, {**right, key: 0.5})
    yield "the loss of an action that is not there", learn(waiting, {**right, trial.n: 0.5})
    yield "too many losses", learn(waiting, [*in_order, 0.5])
    yield "a graph of another size", learn(waiting, right, FeedbackGraph.from_cliques([0] * (trial.n + 1)))
    yield "what is no graph", learn(waiting, right, "a graph")
    yield "a decision learned before", learn(learned, trial.revealed(learned.action, np.full(trial.n, 0.5)))
    stranger = trial.decide(trial.seasoned(seed=99), action=waiting.action)
    yield "the decision of another learner", learn(stranger, right)
    yield "a round not yet decided", learn(10**6, right)
    yield "what is no decision", learn("the last one", right)
    for action in (-1, trial.n, 0.5, "first"):
        yield f"deciding on action={action!r}", lambda action=action: trial.decide(learner, action=action)  # type: ignore[misc]
    yield "decide(n=-1)", lambda: trial.decide(learner, n=-1)
    if not trial.informed:
        yield "a graph before the decision", lambda: learner.decide(trial.graph)


CHECKS = (
    only_revealed_losses_are_read,
    what_was_given_is_not_changed,
    the_own_loss_is_reported_where_it_was_seen,
    extreme_losses_leave_numbers,
    misuse_is_refused_and_changes_nothing,
)

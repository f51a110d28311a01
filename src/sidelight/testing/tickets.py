"""Decisions are tickets: several open, learned late and in any order, replayed as if drawn."""

from __future__ import annotations

import numpy as np

from sidelight.testing.trial import Trial, require

SAME = 1e-7  # logarithms of weights, after sums in another order


def a_forced_action_does_what_a_drawn_one_would(trial: Trial) -> None:
    """The learner that replays a log ends bit for bit where the one that wrote it did."""
    drew, replays, rng = trial.new(), trial.new(), np.random.default_rng(6)
    for _ in range(25):
        losses = rng.random(trial.n)
        decision, _ = trial.play(drew, losses)
        replayed, _ = trial.play(replays, losses, decision.action)
        same = (decision.action, decision.chance, decision.round) == (replayed.action, replayed.chance, replayed.round)
        require(same, f"{decision} was replayed as {replayed}")
    require(np.array_equal(drew.weights, replays.weights), "weights differ after a replay")
    require(trial.decide(drew).action == trial.decide(replays).action, "the draws differ after a replay")


def open_holds_what_is_not_yet_learned(trial: Trial) -> None:
    """By round, and rounds count up; a round number may stand for its decision."""
    learner = trial.new()
    decisions = [trial.decide(learner) for _ in range(4)]
    require([d.round for d in decisions] == [0, 1, 2, 3], f"the first rounds are {[d.round for d in decisions]}")
    require(dict(learner.open) == dict(enumerate(decisions)), f"open is {learner.open} after four decisions")
    trial.learn(learner, decisions[2], np.full(trial.n, 0.5))
    learner.learn(0, trial.revealed(decisions[0].action, np.full(trial.n, 0.5)), graph=trial.graph)
    require(sorted(learner.open) == [1, 3], f"open is {learner.open} after rounds 2 and 0 were learned")


def a_decision_cannot_be_changed(trial: Trial) -> None:
    """It is a ticket, which many may hold."""
    decision = trial.decide(trial.new())
    for name in ("action", "chance", "round"):
        try:
            setattr(decision, name, 0)
        except (AttributeError, TypeError):
            continue
        raise AssertionError(f"decision.{name} can be set")


def tickets_may_be_learned_in_any_order(trial: Trial) -> None:
    """Opened before the same updates, they lead to the same weights, but for rounding."""
    forwards, backwards, shuffled = (trial.seasoned() for _ in range(3))
    rng = np.random.default_rng(7)
    losses, actions = rng.random((5, trial.n)), rng.integers(trial.n, size=5).tolist()
    for learner, order in ((forwards, range(5)), (backwards, range(4, -1, -1)), (shuffled, [2, 0, 4, 1, 3])):
        opened = [trial.decide(learner, action=action) for action in actions]
        for k in order:
            trial.learn(learner, opened[k], losses[k])
    for learner in (backwards, shuffled):
        gap = np.abs(trial.logs(learner) - trial.logs(forwards)).max()
        require(gap < SAME, f"the order of learning moved logarithms of weights by {gap:g}")


def a_late_ticket_teaches_what_it_would_have_in_time(trial: Trial) -> None:
    """What counts are the chances at its decision, not those when its losses arrive."""
    losses, late_losses = np.random.default_rng(8).random((2, trial.n))
    for action in range(trial.n):
        in_time, late = trial.seasoned(), trial.seasoned()
        before = trial.logs(in_time)
        trial.play(in_time, late_losses, action)
        step = trial.logs(in_time) - before
        waiting = trial.decide(late, action=action)
        for other in range(trial.n):
            trial.play(late, losses, other)
        before = trial.logs(late)
        trial.learn(late, waiting, late_losses)
        gap = np.abs(trial.logs(late) - before - step).max()
        require(gap < SAME, f"learned late, action {action} moved logarithms of weights otherwise, by {gap:g}")


def forgotten_tickets_do_no_harm(trial: Trial) -> None:
    """Decisions whose losses never come change nothing."""
    careless, careful = trial.new(), trial.new()
    losses = np.random.default_rng(9).random((6, trial.n))
    for row in losses:
        trial.decide(careless)
        trial.decide(careful)
        action = trial.decide(careless).action
        trial.learn(careless, max(careless.open.values(), key=lambda d: d.round), row)
        trial.play(careful, row, action)
    require(np.array_equal(careless.weights, careful.weights), "open tickets changed what another one taught")


CHECKS = (
    a_forced_action_does_what_a_drawn_one_would,
    open_holds_what_is_not_yet_learned,
    a_decision_cannot_be_changed,
    tickets_may_be_learned_in_any_order,
    a_late_ticket_teaches_what_it_would_have_in_time,
    forgotten_tickets_do_no_harm,
)

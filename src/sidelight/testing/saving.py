"""Snapshots: plain data, harmless to take, and a learner made of one continues bit for bit."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from sidelight.testing.trial import Trial, require, unchanged


def a_snapshot_is_plain_data_and_changes_nothing(trial: Trial) -> None:
    """JSON can hold it without loss."""
    if trial.restore is None:
        return
    learner = trial.seasoned()
    trial.decide(learner)
    before = trial.state(learner)
    saved = learner.snapshot()
    require(json.loads(json.dumps(saved, allow_nan=False)) == saved, "JSON does not give back the same snapshot")
    unchanged(trial, learner, before, "taking a snapshot")


def a_restored_learner_continues_bit_for_bit(trial: Trial) -> None:
    """Open tickets included, late ones and all; and its snapshot is the one it came from."""
    if trial.restore is None:
        return
    learner, rng = trial.new(), np.random.default_rng(12)
    waiting: list[int] = []
    for step in range(30):
        decision = trial.decide(learner)
        waiting.append(decision.round)
        if step % 3:
            _learn_one(trial, [learner], waiting, rng)
    twin = trial.restore(json.loads(json.dumps(learner.snapshot())))
    unchanged(trial, twin, trial.state(learner), "restoring")
    for _ in range(60):
        decisions = [trial.decide(each) for each in (learner, twin)]
        require(decisions[0] == decisions[1], f"the restored one decided {decisions[1]}, not {decisions[0]}")
        waiting.append(decisions[0].round)
        _learn_one(trial, [learner, twin], waiting, rng)
    unchanged(trial, twin, trial.state(learner), "playing on after restoring")


def _learn_one(trial: Trial, learners: list[Any], waiting: list[int], rng: np.random.Generator) -> None:
    """All of them learn one of the waiting rounds."""
    round_, losses = waiting.pop(int(rng.integers(len(waiting)))), rng.random(trial.n)
    for learner in learners:
        trial.learn(learner, learner.open[round_], losses)


def copies_go_their_own_ways(trial: Trial) -> None:
    """What the restored learner does leaves the first alone."""
    if trial.restore is None:
        return
    learner = trial.seasoned()
    waiting = trial.decide(learner)
    before = trial.state(learner)
    twin = trial.restore(learner.snapshot())
    trial.learn(twin, twin.open[waiting.round], np.random.default_rng(13).random(trial.n))
    trial.play(twin, np.ones(trial.n))
    unchanged(trial, learner, before, "playing with its copy")


CHECKS = (
    a_snapshot_is_plain_data_and_changes_nothing,
    a_restored_learner_continues_bit_for_bit,
    copies_go_their_own_ways,
)

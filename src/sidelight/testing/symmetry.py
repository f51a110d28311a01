"""Names mean nothing: not the numbers of actions, not how a graph is held, nor its labels."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from sidelight.errors import InvalidGraph
from sidelight.graphs import FeedbackGraph
from sidelight.testing.trial import STORAGES, Trial, require


def close(first: NDArray[np.float64], second: NDArray[np.float64]) -> bool:
    """Equal but for rounding."""
    return bool(np.allclose(first, second, rtol=1e-9, atol=1e-12))


def relabelled_actions_are_played_alike(trial: Trial) -> None:
    """With actions renumbered and the same plays, weights and chances are renumbered too, but for rounding."""
    rng = np.random.default_rng(10)
    new_name = rng.permutation(trial.n)
    renamed = trial.on(trial.graph.relabelled(new_name))
    first, second = trial.new(), renamed.new()
    for _ in range(12):
        losses, action = rng.random(trial.n), int(rng.integers(trial.n))
        trial.play(first, losses, action)
        renamed.play(second, losses[np.argsort(new_name)], int(new_name[action]))
        weights, chances = np.asarray(second.weights)[new_name], renamed.chances(second)[new_name]
        require(close(weights, first.weights), f"renumbered, weights are {weights}, not {first.weights}")
        require(close(chances, trial.chances(first)), "renumbered, the chances are others")


def equal_graphs_teach_the_same_however_they_are_held(trial: Trial) -> None:
    """Storages of one graph agree, but for rounding; so does a graph with labels."""
    reference = trial.seasoned(rounds=15)
    for held in _other_forms(trial.graph):
        other = trial.on(held)
        learner = other.seasoned(rounds=15)
        same = close(learner.weights, reference.weights)
        require(same, f"held as {held.storage}, labels {held.labels}, weights are {learner.weights}")
        require(close(other.chances(learner), trial.chances(reference)), "the chances are others")


def _other_forms(graph: FeedbackGraph) -> Iterator[FeedbackGraph]:
    for storage in STORAGES:
        try:
            yield graph.stored_as(storage)
        except InvalidGraph:
            continue


def labels_may_name_losses(trial: Trial) -> None:
    """With labels, losses and forced actions go by label."""
    named = trial.on(trial.graph.with_labels([f"no. {i}" for i in range(trial.n)]))
    by_label, by_index = named.new(), trial.new()
    losses = np.random.default_rng(11).random(trial.n)
    for action in range(trial.n):
        decision = named.decide(by_label, action=action)
        given = {named.graph.label(j): loss for j, loss in trial.revealed(action, losses).items()}
        by_label.learn(decision, given, graph=named.graph)
        trial.play(by_index, losses, action)
    require(np.array_equal(by_label.weights, by_index.weights), "losses by label teach something else")


CHECKS = (
    relabelled_actions_are_played_alike,
    equal_graphs_teach_the_same_however_they_are_held,
    labels_may_name_losses,
)

"""A learner put to the test: how to make one, and what is done with it in every check."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sidelight.graphs import FeedbackGraph

Floats = NDArray[np.float64]
STORAGES = ("csr", "cliques", "intervals", "complement")


def require(kept: object, broken: str) -> None:
    """Raise AssertionError, saying what is ``broken``, unless the promise was ``kept``."""
    if not kept:
        raise AssertionError(broken)


@dataclass(frozen=True)
class Trial:
    """``make(n_actions, seed)`` gives a new learner, to be played on ``graph``, which its theory covers.

    ``informed``: whether it is shown the graph before it decides. ``restore``: makes a learner of a snapshot, or
    None if it cannot be saved.
    """

    make: Callable[[int, int], Any]
    graph: FeedbackGraph
    informed: bool = False
    restore: Callable[[Any], Any] | None = None

    @property
    def n(self) -> int:
        """Number of actions."""
        return self.graph.n_actions

    def new(self, seed: int = 1) -> Any:
        """A learner that has not played yet."""
        return self.make(self.n, seed)

    def seasoned(self, seed: int = 1, rounds: int = 8) -> Any:
        """A learner that has played some rounds, so that its weights differ; equal for equal arguments."""
        learner, rng = self.new(seed), np.random.default_rng(rounds)
        for _ in range(rounds):
            self.play(learner, rng.random(self.n), action=int(rng.integers(self.n)))
        return learner

    def on(self, graph: FeedbackGraph) -> Trial:
        """The same with another graph."""
        return Trial(self.make, graph, self.informed, self.restore)

    def decide(self, learner: Any, **how: Any) -> Any:
        """One decision; or several, or a forced one."""
        return learner.decide(self.graph, **how) if self.informed else learner.decide(**how)

    def chances(self, learner: Any) -> Floats:
        """What the next action would be drawn from."""
        return np.asarray(learner.chances(self.graph) if self.informed else learner.chances(), np.float64)

    def revealed(self, action: int, losses: Floats) -> dict[int, float]:
        """The losses that playing ``action`` shows."""
        return {int(j): float(losses[j]) for j in self.graph.reveals(action)}

    def learn(self, learner: Any, decision: Any, losses: Floats) -> Any:
        """Learn what the decision revealed of all ``losses``."""
        return learner.learn(decision, self.revealed(decision.action, losses), graph=self.graph)

    def play(self, learner: Any, losses: Floats, action: int | None = None) -> tuple[Any, Any]:
        """A whole round: the decision, and what was made of it."""
        decision = self.decide(learner) if action is None else self.decide(learner, action=action)
        return decision, self.learn(learner, decision, losses)

    def state(self, learner: Any) -> tuple[Any, ...]:
        """All that can be seen of a learner, to be compared bit for bit."""
        saved = json.dumps(learner.snapshot(), sort_keys=True) if self.restore else None
        weights = np.asarray(learner.weights, np.float64)
        return weights.tobytes(), self.chances(learner).tobytes(), dict(learner.open), saved

    def logs(self, learner: Any) -> Floats:
        """Logarithms of the weights, from their mean."""
        logs = np.log(np.asarray(learner.weights, np.float64))
        centred: Floats = logs - logs.mean()
        return centred


def unchanged(trial: Trial, learner: Any, before: tuple[Any, ...], what: str) -> None:
    """The learner is as it was."""
    for name, old, new in zip(("weights", "chances", "open", "snapshot"), before, trial.state(learner), strict=True):
        require(old == new, f"{what} changed {name}")


class Watched(Mapping[int, float]):
    """Losses by action that remember what else they were asked for; NaN is the answer to that."""

    def __init__(self, losses: dict[int, float]) -> None:
        self.losses = losses
        self.asked: list[object] = []

    def __getitem__(self, key: int) -> float:
        if key not in self.losses:
            self.asked.append(key)
        return self.losses.get(key, float("nan"))

    def __iter__(self) -> Any:
        return iter(self.losses)

    def __len__(self) -> int:
        return len(self.losses)

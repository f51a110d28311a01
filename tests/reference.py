"""Every learner, written from its formulas with dense matrices: slow, plain, and knowing nothing of the library.

``A[i, j]`` says that playing i reveals j. The chances of the round are kept in the ticket, so that learning late is
learning with the law that the action was drawn from.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float64]
Matrix = NDArray[np.bool_]
INFORMED = ("ELPP", "WeakIX")
GAINS = ("Exp3P", "ELPP")


@dataclass(frozen=True)
class DenseTicket:
    chances: Vector
    skipped: bool = False


@dataclass(frozen=True)
class Estimated:
    """What a round gives: estimates and bias of all actions, and the own loss or None. Gains are negative losses."""

    own: float | None
    lhat: Vector
    b: Vector


@dataclass
class Dense:
    """A learner by name. ``params`` are its numbers; ``explore`` the set of Exp3.G, None for all actions."""

    name: str
    K: int
    params: dict[str, float]
    explore: list[int] | None = None
    log_weights: Vector = field(init=False)

    def __post_init__(self) -> None:
        self.log_weights = np.zeros(self.K)

    @property
    def p(self) -> Vector:
        weights = np.exp(self.log_weights - self.log_weights.max())
        p: Vector = weights / weights.sum()
        return p

    def decide(self, x: Any = None) -> DenseTicket:
        """Mix exploration into the weights. ``x`` is what an informed learner explores by: x >= 0, any sum."""
        p, K, of = self.p, self.K, self.params
        if self.name == "StrongIX":
            return DenseTicket((1 - of["eta"]) * p + of["eta"] / K)
        if self.name == "Exp3P":
            return DenseTicket((1 - of["gamma"]) * p + of["gamma"] / K)
        if self.name == "Exp3G":
            U = list(range(K)) if self.explore is None else self.explore
            u = np.array([1 / len(U) if i in U else 0.0 for i in range(K)])
            return DenseTicket((1 - of["gamma"]) * p + of["gamma"] * u)
        if self.name == "WeakIX":
            if of["eps"] * x.sum() > 0.5 + 1e-9:
                return DenseTicket(p, skipped=True)
            return DenseTicket((1 - of["eps"] * x.sum()) * p + of["eps"] * x)
        if self.name == "ELPP":  # x reveals every action with 1, so x / |x| with v = 1 / |x|
            mix = min(0.5, (1 + of["beta"]) * of["eta"] * x.sum())
            return DenseTicket((1 - mix) * p + mix * x / x.sum())
        if self.name == "Uniform":
            return DenseTicket(np.full(K, 1 / K))
        return DenseTicket(p)

    def estimate(self, ticket: DenseTicket, action: int, losses: Vector, A: Matrix) -> Estimated:
        """What the losses that ``action`` reveals say of all."""
        own = float(losses[action]) if A[action, action] else None
        lhat, b = np.zeros(self.K), np.zeros(self.K)
        if ticket.skipped or self.K == 1 or self.name == "Uniform":
            return Estimated(own, lhat, b)
        W = np.where(A, ticket.chances[:, None], 0.0).sum(axis=0)
        for j in range(self.K):
            if self.name in GAINS:
                lhat[j] = -(1 - losses[j]) / W[j] if A[action, j] else 0.0
                b[j] = -self.params["beta"] / W[j] if A[:, j].any() else 0.0
            elif A[action, j]:
                implicit = self.name in ("Exp3IX", "StrongIX", "WeakIX") and A[j, j]
                lhat[j] = losses[j] / (W[j] + (self.params["gamma"] if implicit else 0.0))
            if self.name == "StrongIX" and not A[j, j] and ticket.chances[j] > 0.5 and A[:, j].any():
                b[j] = self.params["beta"] / W[j]
        return Estimated(own, lhat, b)

    def learn(self, made: Estimated) -> None:
        """The multiplicative step, in logarithms."""
        if self.name != "Uniform":
            self.log_weights = self.log_weights - self.params["eta"] * (made.lhat + made.b)

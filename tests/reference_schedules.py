"""Learners on a schedule, from the formulas of ``theory`` and dense matrices: slow, plain, and everything anew."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from sidelight import theory
from tests.reference import Dense, DenseTicket, Matrix, Vector

DELTA = 0.05
# How much of V a rate is for, what stands over it, and what it makes, for those without confidence.
PLAIN = {
    "Hedge adaptive": (4.0, 1.0),
    "Hedge doubling": (8.0, 1.0),
    "Exp3 adaptive": (1.0, 4.0),
    "Exp3 doubling": (2.0, 4.0),
    "Exp3Set adaptive": (1.0, 4.0),
    "Exp3Set doubling": (2.0, 4.0),
}


@dataclass
class Drawn:
    """A ticket: the law and the graph's numbers at the time of the decision, and the epoch."""

    law: DenseTicket
    p: Vector
    gamma: float
    epoch: int


@dataclass
class OnSchedule:
    """``name`` is of a learner and its schedule; ``rule`` is "light" or "cautious"."""

    name: str
    K: int
    rule: str = "light"
    epoch: int = 0
    phase: int = 0
    spent: float = 0.0  # V, beyond what it begins with
    then: float = 0.0  # adaptive: V at the last change; doubling: the budget
    counts: dict[str, float] = field(default_factory=lambda: dict.fromkeys(("N", "DD", "inverse"), 0.0))
    at_change: dict[str, float] = field(default_factory=lambda: dict.fromkeys(("N", "DD", "moments", "q"), 0.0))
    coming: bool = False
    guesses: theory.Guesses = field(default_factory=theory.Guesses)

    def __post_init__(self) -> None:
        self.learner, self.schedule = self.name.split()
        self.totals = np.zeros(self.K)
        self.dense = Dense(self.learner, self.K, {})
        if self.name == "WeakIX adaptive":
            self.at_change |= {"moments": self._moments(), "q": self.first}
        self.retune()

    # What the formulas say now.

    def retune(self) -> None:
        of = getattr(self, f"_{self.schedule}_of_{self.learner.lower()}", None) or getattr(self, f"_{self.schedule}")
        of()

    def _set(self, tuning: theory.Tuning, budget: float | None) -> None:
        self.dense.params = tuning.parameters
        if budget is not None:
            self.then = budget

    def _adaptive_of_exp3ix(self) -> None:
        self._set(theory.implicit_adaptive(self.K, self.spent, DELTA, self.rule), self.first + self.spent)

    def _adaptive_of_strongix(self) -> None:
        self._set(theory.strong_adaptive(self.K, self.spent, DELTA, self.rule), self.first + self.spent)

    @property
    def first(self) -> float:
        """V_0 of the paper's learners."""
        L = 0.0 if self.rule == "light" else math.log({"Exp3IX": 3, "StrongIX": 5, "WeakIX": 6}[self.learner] / DELTA)
        k = math.log(self.K)
        return (
            4.0
            * {
                "Exp3IX": (k + 2 * L) / 2.5,
                "StrongIX": 2.765 * k + 3.015 * L,
                "WeakIX": 1.5 * L + 0.5 * k,
            }[self.learner]
        )

    def _doubling_of_exp3ix(self) -> None:
        made = theory.implicit_epoch(self.K, DELTA, self.epoch)
        self._set(made.tuning, made.budget)

    def _doubling_of_strongix(self) -> None:
        made = theory.strong_epoch(self.K, DELTA, self.epoch)
        self._set(made.tuning, made.budget)

    def _adaptive(self) -> None:
        over, first = PLAIN[self.name]
        over *= math.log(self.K)
        self.then = first * over + self.spent
        self.dense.params = {"eta": min(0.5 if first > 1 else math.inf, math.sqrt(over / self.then))}

    def _doubling(self) -> None:
        over, first = PLAIN[self.name]
        over *= math.log(self.K)
        self.then = first * over * 2.0**self.epoch
        self.dense.params = {"eta": min(0.5 if first > 1 else math.inf, math.sqrt(over / self.then))}

    def _adaptive_of_weakix(self) -> None:
        of = self.counts
        sums = of["N"], of["DD"], self.spent, of["inverse"]
        tuning = theory.weak_adaptive(self.K, *sums, DELTA, self.rule, coming=self.coming)
        self._set(tuning, None)

    def _doubling_of_weakix(self) -> None:
        self._set(theory.weak_phase(self.K, DELTA, self.epoch, self.phase, self.guesses).tuning, None)

    # The loop.

    def before(self, size: float) -> None:
        """Of a round with a dominating set of this size; for learners that know it."""
        if self.name == "WeakIX adaptive":
            self._before_adaptive(size)
        if self.name == "WeakIX doubling":
            self._before_doubling(size)

    def _moments(self) -> float:
        return 8.0 + (math.e - 1) * self.counts["inverse"] + self.spent

    def _before_adaptive(self, size: float) -> None:
        of = self.counts
        self.coming = size > 0
        of["N"] += size > 0
        of["DD"] += size
        now = {"N": of["N"], "DD": of["DD"], "moments": self._moments(), "q": self.first + self.spent}
        if any(now[name] > 1.1 * self.at_change[name] for name in now):
            self.retune()
            of["inverse"] += 1 / self.dense.params["eps"] if size > 0 else 0.0
            self.at_change = now | {"moments": self._moments()}
        else:
            of["inverse"] += 1 / self.dense.params["eps"] if size > 0 else 0.0

    def _before_doubling(self, size: float) -> None:
        of, broken = self.counts, False
        while of["N"] + (size > 0) > self.guesses.loopless or of["DD"] + size > self.guesses.domination:
            if of["N"] + (size > 0) > self.guesses.loopless:
                self.guesses = self.guesses._replace(loopless=2 * self.guesses.loopless)
            if of["DD"] + size > self.guesses.domination:
                self.guesses = self.guesses._replace(domination=2 * self.guesses.domination)
            of["N"] = of["DD"] = 0.0
            broken = True
        of["N"] += size > 0
        of["DD"] += size
        if broken:
            self.epoch, self.phase, self.spent = self.epoch + 1, 0, 0.0
            self.totals[:] = 0.0
            self.retune()

    def decide(self, x: Any = None) -> Drawn:
        """The law of a round; ``x`` is what Algorithm 2 explores by."""
        if x is not None:
            self.before(float(x.sum()))
        self.dense.log_weights = -self.dense.params["eta"] * self.totals
        return Drawn(self.dense.decide(x), self.dense.p, self.dense.params.get("gamma", 0.0), self.epoch)

    def measure(self, drawn: Drawn, A: Matrix) -> float:
        """What a round adds, by the law of its ticket."""
        chances, loops = drawn.law.chances, A.diagonal()
        W = chances @ A
        gamma = drawn.gamma
        q = float(sum(p / (w + gamma) for p, w in zip(drawn.p[loops], W[loops], strict=True) if p > 0.0))
        if self.learner == "Hedge":
            return 1.0
        if self.learner != "StrongIX":
            return q
        heavy = bool((~loops & A.any(axis=0) & (chances > 0.5)).any())
        return theory.strong_measure(bool((~loops).any()), heavy, q)

    def learn(self, drawn: Drawn, action: int, losses: Vector, A: Matrix) -> None:
        """By the law of the ticket, unless its epoch has ended."""
        if drawn.law.skipped or drawn.epoch != self.epoch:
            return
        self.dense.params, now = {**self.dense.params, "gamma": drawn.gamma}, self.dense.params
        if "beta" in now:
            self.dense.params["beta"] = drawn.gamma  # of Algorithm 1 all three are one
        made = self.dense.estimate(drawn.law, action, losses, A)
        self.dense.params = now
        self.totals += made.lhat + made.b
        self.spent += self.measure(drawn, A)
        if self.name == "WeakIX doubling":
            if self.spent > self.guesses.q_sum:
                self.guesses, self.phase, self.spent = self.guesses.with_q_doubled(), self.phase + 1, 0.0
                self.retune()
        elif self.schedule == "doubling":
            if self.spent > self.then:
                self.epoch, self.spent = self.epoch + 1, 0.0
                self.totals[:] = 0.0
                self.retune()
        elif self.learner != "WeakIX" and self._reached() > 1.1 * self.then:
            self.retune()

    def _reached(self) -> float:
        if self.name in PLAIN:
            over, first = PLAIN[self.name]
            return first * over * math.log(self.K) + self.spent
        return self.first + self.spent

"""Bounds for doubling: regret adds over epochs, each of which used up its budget and one round more.

delta / 2 is for the draws of the whole game, the other half is split over the epochs (``schedules.epoch_confidence``).
"""

from __future__ import annotations

import math
from collections.abc import Callable

from sidelight.kernels import tuning as formulas
from sidelight.theory.bound import Bound, Term
from sidelight.theory.checks import confidence, rounds
from sidelight.theory.schedules import FIRST_GUESS, Epoch, Guesses, implicit_epoch, strong_epoch, weak_phase

IMPLICIT_OVERSHOOT = 2.5  # of the last round of an epoch: gamma Q is at most 1
STRONG_OVERSHOOT = 9.0


def implicit_epochs_bound(n_actions: int, horizon: int, delta: float, last: int) -> Bound:
    """Exp3-IX after ``horizon`` rounds in epochs 0 to ``last``.

    Each costs ``(ln K + 2 L_e) / gamma_e + 2.5 gamma_e V_e + 2.5``.

    >>> implicit_epochs_bound(10, 10_000, 0.05, 0).terms[1].name
    'epoch 0'
    """
    log_actions = math.log(n_actions)

    def cost(epoch: Epoch) -> float:
        gamma = epoch.tuning.gamma
        return (log_actions + 2.0 * epoch.log_confidence) / gamma + 2.5 * gamma * epoch.budget + IMPLICIT_OVERSHOOT

    made = [implicit_epoch(n_actions, delta, e) for e in range(rounds(last, "last", 0) + 1)]
    return _added("Exp3IX", horizon, delta, made, cost, "(ln K + 2 L_e) / gamma_e + 2.5 gamma_e V_e + 2.5")


def strong_epochs_bound(n_actions: int, horizon: int, delta: float, last: int, factor: float = 2.0) -> Bound:
    """Algorithm 1 after ``horizon`` rounds in epochs 0 to ``last``: ``7.15 L_e + C_e / x_e + x_e V_e + 9`` each."""
    log_actions = math.log(n_actions)

    def cost(epoch: Epoch) -> float:
        rate, log_confidence = epoch.tuning.eta, epoch.log_confidence
        constant = formulas.strong_constant(log_actions, log_confidence)
        return 7.15 * log_confidence + constant / rate + rate * epoch.budget + STRONG_OVERSHOOT

    made = [strong_epoch(n_actions, delta, e, factor) for e in range(rounds(last, "last", 0) + 1)]
    return _added("StrongIX", horizon, delta, made, cost, "7.15 L_e + C_e / x_e + x_e V_e + 9")


def _added(
    learner: str, horizon: int, delta: float, epochs: list[Epoch], cost: Callable[[Epoch], float], formula: str
) -> Bound:
    draws = Term("draws", _draws(horizon, delta), "sqrt(T ln(2 / delta) / 2)")
    each = [Term(f"epoch {epoch.number}", cost(epoch), formula) for epoch in epochs]
    return Bound(f"{learner} with doubling", (draws, *each), delta)


def _draws(horizon: int, delta: float) -> float:
    return math.sqrt(rounds(horizon) * math.log(2.0 / confidence(delta)) / 2.0)


def implicit_epochs_closed(n_actions: int, horizon: int, delta: float, q_sum: float) -> float:
    """The most that ``implicit_epochs_bound`` can be for a sum of Q, in closed form.

    ``sqrt(T ln(2/delta)/2) + 4.83 sqrt(10 (ln K + 2 L_E) max(SQ, V_0/2)) + 2.5 (E + 1)``.
    """
    last = most_epochs(q_sum, implicit_epoch(n_actions, delta, 0).budget)
    constant = formulas.log_actions(float(n_actions)) + 2.0 * implicit_epoch(n_actions, delta, last).log_confidence
    used = max(q_sum, implicit_epoch(n_actions, delta, 0).budget / 2.0)
    return _draws(horizon, delta) + 4.83 * math.sqrt(10.0 * constant * used) + IMPLICIT_OVERSHOOT * (last + 1)


def strong_epochs_closed(n_actions: int, horizon: int, delta: float, measured: float, factor: float = 2.0) -> float:
    """The most that ``strong_epochs_bound`` can be for a sum V of ``strong_measure``, in closed form.

    ``9.66 sqrt(C_E V)`` (8 in place of 9.66 at factor 4), and ``7.15 L_E + 9`` an epoch, and the draws.
    """
    first = strong_epoch(n_actions, delta, 0, factor).budget
    last = most_epochs(measured, first, factor)
    log_confidence = strong_epoch(n_actions, delta, last, factor).log_confidence
    constant = formulas.strong_constant(formulas.log_actions(float(n_actions)), log_confidence)
    leading: float = 2.0 / (1.0 - factor**-0.5) * math.sqrt(constant * factor * max(measured, first / factor))
    return _draws(horizon, delta) + leading + (7.15 * log_confidence + STRONG_OVERSHOOT) * (last + 1)


def most_epochs(measured: float, first_budget: float, factor: float = 2.0) -> int:
    """The largest number that the last epoch can have: each one before it has used up its budget.

    >>> most_epochs(0.0, 8.0), most_epochs(100.0, 8.0)
    (0, 3)
    """
    last, used = 0, first_budget
    while used < measured:
        last += 1
        used += first_budget * factor**last
    return last


def weak_epochs_leading(n_actions: int, loopless: float, domination: float, delta: float, epoch: int = 0) -> float:
    """Algorithm 2: ``4.85 * 4 (C/2)^(2/3) (max(8, 2 N) max(8, 2 sum |D|))^(1/3)``, without the terms of lower order.

    ``epoch`` is the last one, whose share of delta enters C.
    """
    log_confidence = weak_phase(n_actions, delta, epoch, 0, Guesses()).log_confidence
    constant = formulas.weak_constant(formulas.log_actions(float(n_actions)), log_confidence)
    counted = max(FIRST_GUESS, 2.0 * loopless) * max(FIRST_GUESS, 2.0 * domination)
    result: float = 4.85 * 4.0 * (constant / 2.0) ** (2.0 / 3.0) * counted ** (1.0 / 3.0)
    return result


def weak_most_restarts(loopless: float, domination: float) -> float:
    """``2 + log2(max(1, N/8)) + log2(max(1, sum |D| / 8))``."""
    return 2.0 + sum(math.log2(max(1.0, count / FIRST_GUESS)) for count in (loopless, domination))

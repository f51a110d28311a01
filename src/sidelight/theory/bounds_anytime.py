"""Expected regret on schedules of those who came before: Hedge, Exp3 and Exp3-SET. Proofs: docs/theory/adaptive.md.

Adaptive: ``eta_t = sqrt(C / V)``, V being V_0 and all that was measured when the rate was last renewed. Doubling: V is
the budget of an epoch. Hedge measures rounds, the others Q; an upper value of Q is at most a tenth above it.
"""

from __future__ import annotations

import math

from sidelight.kernels import tuning as formulas
from sidelight.theory.bound import Bound, Term
from sidelight.theory.bounds_adaptive import LAZY, bound_of
from sidelight.theory.bounds_epochs import most_epochs
from sidelight.theory.checks import actions, confidence, parameter, rounds, within

EIGHTH = 8.0  # Hoeffding: of a loss in [0, 1]
ADAPTIVE_HEDGE, DOUBLING_HEDGE = 4.0, 8.0  # C over ln K; V_0 is C, so that the first rate is 1
ADAPTIVE_EXP3, DOUBLING_EXP3 = 1.0, 2.0  # C over ln K; V_0 is 4 C, so that the first rate is one half
FOUR = 4.0


def hedge_adaptive_bound(
    n_actions: int, horizon: int, last_eta: float, paid: float, delta: float | None = None
) -> Bound:
    """``ln K / eta_T + (1/8) sum eta_t``, for every sequence of losses; with delta, for the drawn ones too."""
    eta, spent = parameter("last_eta", last_eta, math.inf), within("paid", paid, 0.0, math.inf, "a sum of rates")
    return _of_hedge("Hedge, adaptive", n_actions, horizon, delta, [
        Term("rate", math.log(actions(n_actions)) / eta, "ln K / eta_T"),
        Term("losses", spent / EIGHTH, "(1/8) sum eta_t"),
    ])  # fmt: skip


def hedge_adaptive_closed(n_actions: int, horizon: int, delta: float | None = None) -> Bound:
    """The most that ``hedge_adaptive_bound`` can be: about ``1.03 sqrt(T ln K)``.

    >>> hedge_adaptive_closed(10, 20_000)
    Bound(Hedge, adaptive: 217.6 in expectation, most of it losses=110.3)
    """
    constant, t = ADAPTIVE_HEDGE * formulas.log_actions(float(actions(n_actions))), float(rounds(horizon))
    roots = 1.0 / math.sqrt(constant) + 2.0 * (math.sqrt(constant + t) - math.sqrt(constant))
    most = min(t, math.sqrt(LAZY * constant) * roots)
    return hedge_adaptive_bound(n_actions, horizon, math.sqrt(constant / (constant + t)), most, delta)


def hedge_epochs_bound(n_actions: int, horizon: int, delta: float | None = None) -> Bound:
    """``ln K / eta_e + eta_e (V_e + 1) / 8`` an epoch, ``V_e = 2^e 8 ln K`` and ``eta_e = 2^(-e/2)``."""
    constant = DOUBLING_HEDGE * formulas.log_actions(float(actions(n_actions)))
    last = most_epochs(float(rounds(horizon)), constant)
    return _of_hedge("Hedge with doubling", n_actions, horizon, delta, [
        _epoch(n_actions, e, 2.0 ** (-e / 2.0), (constant * 2.0**e + 1.0) / EIGHTH, "eta_e (V_e + 1) / 8")
        for e in range(last + 1)
    ])  # fmt: skip


def exp3_adaptive_bound(n_actions: int, last_eta: float, paid: float, learner: str = "Exp3") -> Bound:
    """``ln K / eta_T + (1/2) sum eta_t Q_t``, whose mean the expected regret against any fixed action is below."""
    eta, spent = parameter("last_eta", last_eta, math.inf), within("paid", paid, 0.0, math.inf, "a sum of eta Q")
    terms = [
        Term("rate", math.log(actions(n_actions)) / eta, "ln K / eta_T"),
        Term("second moments", spent / 2.0, "(1/2) sum eta_t Q_t"),
    ]
    return _in_expectation(f"{learner}, adaptive", n_actions, terms)


def exp3_adaptive_closed(n_actions: int, q_sum: float, learner: str = "Exp3") -> Bound:
    """The most that ``exp3_adaptive_bound`` can be for a sum of Q: about ``2.05 sqrt(SQ ln K)``, and ``K / 4``."""
    constant = ADAPTIVE_EXP3 * formulas.log_actions(float(actions(n_actions)))
    first, used = FOUR * constant, within("q_sum", q_sum, 0.0, math.inf, "it is a sum of Q")
    roots = 2.0 * math.sqrt(LAZY * constant) * (math.sqrt(first + used) - math.sqrt(first))
    most = min(used / 2.0, roots + n_actions / 2.0)
    return exp3_adaptive_bound(n_actions, math.sqrt(constant / (first + used)), most, learner)


def exp3_epochs_bound(n_actions: int, last: int, learner: str = "Exp3") -> Bound:
    """``ln K / eta_e + eta_e (V_e + K) / 2`` for epochs 0 to ``last``, whose mean is what the expected regret is below.

    ``V_e = 2^e 8 ln K`` and ``eta_e = 2^(-e/2) / 2``.
    """
    first = exp3_first_budget(n_actions)
    terms = [
        _epoch(n_actions, e, 2.0 ** (-e / 2.0) / 2.0, (first * 2.0**e + n_actions) / 2.0, "eta_e (V_e + K) / 2")
        for e in range(rounds(last, "last", 0) + 1)
    ]
    return _in_expectation(f"{learner} with doubling", n_actions, terms)


def exp3_first_budget(n_actions: int) -> float:
    """V_0 of Exp3 and Exp3-SET with doubling."""
    return FOUR * DOUBLING_EXP3 * formulas.log_actions(float(actions(n_actions)))


def _epoch(n_actions: int, number: int, eta: float, beside: float, formula: str) -> Term:
    return Term(f"epoch {number}", math.log(n_actions) / eta + eta * beside, f"ln K / eta_e + {formula}")


def _of_hedge(title: str, n_actions: int, horizon: int, delta: float | None, terms: list[Term]) -> Bound:
    if delta is None:
        return _in_expectation(title, n_actions, terms)
    draws = math.sqrt(rounds(horizon) * math.log(1.0 / confidence(delta)) / 2.0)
    return bound_of(title, n_actions, delta, [*terms, Term("draws", draws, "sqrt(T ln(1 / delta) / 2)")])


def _in_expectation(title: str, n_actions: int, terms: list[Term]) -> Bound:
    return Bound(title, tuple(terms) if n_actions > 1 else (), None)

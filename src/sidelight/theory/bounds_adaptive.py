"""Bounds for rates that follow what was seen, without restarts: Exp3-IX and Algorithm 1.

They hold with probability at least 1 - delta for any rates that never grow, are known before each draw and are at most
one half: tuned lightly or cautiously, renewed every round or rarely, from Q itself or from an upper value. What a run
has paid and its last rate enter as they turned out. Proofs: docs/theory/adaptive.md.

The rate of the last round is not known before the run, and concentration wants a scale that is. So each step is taken
for all scales ``2^-k``, k = 1, 2, ..., at once, with the share ``1 / (k (k + 1))`` of its chance to fail; the largest
that is at most the last rate is then as good as known.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from sidelight.kernels import tuning as formulas
from sidelight.theory.bound import Bound, Term
from sidelight.theory.bounds import DRAWS
from sidelight.theory.checks import actions, confidence, parameter, rounds, within
from sidelight.theory.schedules import adaptive_logs, implicit_measure
from sidelight.theory.tools import phi

EVENTS = {"Exp3IX": 4, "StrongIX": 6, "WeakIX": 7}  # some are one event of the whole game, the others one a scale
# rates are renewed when what they follow has grown by this much; upper values of Q are at most so much above it
LAZY = 1.1
SHIFTED = 4.0 * phi(3.0)  # phi(M) (1 + 2 x) K / (K - 1) at most: 7.149...


class Scale(NamedTuple):
    """``value = 2^-place``, and ``log_confidence`` L_k for what is done at it."""

    place: int
    value: float
    log_confidence: float


def scale_below(rate: float, log_confidence: float) -> Scale:
    """The largest ``2^-k``, k at least 1, that is at most ``rate``; ``L_k = L + ln(k (k + 1))``.

    >>> scale_below(0.3, 4.0)
    Scale(place=2, value=0.25, log_confidence=5.79...)
    """
    return scale(max(1, 1 - math.frexp(rate)[1]), log_confidence)


def scale(place: int, log_confidence: float) -> Scale:
    """The one of this place."""
    return Scale(place, 2.0**-place, log_confidence + math.log(place * (place + 1.0)))


def implicit_adaptive_bound(n_actions: int, horizon: int, delta: float, last_gamma: float, paid: float) -> Bound:
    """Exp3-IX with ``eta_t = 2 gamma_t``; ``paid`` is the sum of ``gamma_t Q_t``.

    With c the largest ``2^-k`` that is at most the last gamma, ``L = ln(4 / delta)`` and ``L_k = L + ln(k (k + 1))``.

    >>> print(implicit_adaptive_bound(10, 10_000, 0.05, 0.01, 200.0).explain())
    Exp3IX, adaptive: 3062.8, with probability at least 0.95
      draws          148.0    5 %  sqrt(T L / 2)
      rate           115.1    4 %  ln K / (2 gamma_T)
      comparator     685.4   22 %  (L_k + ln K) / (2 c)
      observations  1614.2   53 %  1.5 L_k / c
      paid           500.0   16 %  2.5 sum gamma_t Q_t
    """
    log_actions, log_confidence = logs("Exp3IX", n_actions, delta)
    gamma, spent = parameter("last_gamma", last_gamma, 0.5), _paid(paid)
    _, c, log_at_scale = scale_below(gamma, log_confidence)
    tail = log_at_scale / c
    return bound_of("Exp3IX, adaptive", n_actions, delta, [
        draws(horizon, log_confidence),
        Term("rate", log_actions / (2.0 * gamma), "ln K / (2 gamma_T)"),
        Term("comparator", 0.5 * (log_actions / c + tail), "(L_k + ln K) / (2 c)"),
        Term("observations", 1.5 * tail, "1.5 L_k / c"),
        Term("paid", 2.5 * spent, "2.5 sum gamma_t Q_t"),
    ])  # fmt: skip


def strong_adaptive_bound(
    n_actions: int,
    horizon: int,
    delta: float,
    last_rate: float,
    paid: float,
    *,
    loops: bool = True,
    loopless: bool = True,
) -> Bound:
    """Algorithm 1 with ``eta_t = beta_t = gamma_t = x_t``; ``paid`` is the sum of ``x_t v_t``, v of ``strong_measure``.

    With c the largest ``2^-k`` that is at most the last rate, ``L = ln(6 / delta)`` and ``L_k = L + ln(k (k + 1))``. It
    is at most ``sqrt(T L / 2) + 7.15 L + (2.765 ln K + 3.015 L_k) / c`` and what was paid. ``loops``, ``loopless``:
    whether there ever was a self-loop, a loopless action; the terms about what there was not vanish.
    """
    log_actions, log_confidence = logs("StrongIX", n_actions, delta)
    rate, spent = parameter("last_rate", last_rate, 0.5), _paid(paid)
    _, c, log_at_scale = scale_below(rate, log_confidence)
    tail = log_at_scale / c
    with_union = tail + log_actions / c
    return bound_of("StrongIX, adaptive", n_actions, delta, [
        draws(horizon, log_confidence),
        Term("rate", log_actions / rate, "ln K / x_T"),
        Term("loopless actions", loopless * 2.0 * phi(4.0 * c / 3.0) * with_union, "2 phi(4 c / 3) (L_k + ln K) / c"),
        Term("self-loops", loops * (0.5 * with_union + 1.25 * tail), "(1.75 L_k + 0.5 ln K) / c"),
        Term("heavy loopless actions", loopless * SHIFTED * log_confidence, "4 phi(3) L"),
        Term("paid", spent, "sum x_t (1 + 4 [loopless] + 9 [heavy] + 2 Q_t)"),
    ])  # fmt: skip


def implicit_adaptive_closed(
    n_actions: int, horizon: int, delta: float, q_sum: float, rule: str = "light", *, tuned_for: float | None = None
) -> Bound:
    """The most that ``implicit_adaptive_bound`` can be for a sum of Q, with the rates of ``implicit_adaptive``.

    With C what is under their root and ``V_0 = 4 C``: paid ``2 sqrt(1.1 C) (sqrt(V_0 + SQ) - sqrt(V_0))`` and
    ``0.55 ln(1 + SQ / V_0)`` at most. ``tuned_for``: the delta of cautious rates, if another one.
    """
    of_rates = adaptive_logs("Exp3IX", n_actions, delta if tuned_for is None else tuned_for, rule)
    used = implicit_measure(q_sum)
    first = formulas.implicit_first_budget(*of_rates)
    most = _grown(formulas.implicit_constant(*of_rates), first, used) + 0.5 * LAZY * math.log1p(used / first)
    last = formulas.implicit_gamma(*of_rates, first + used)
    return implicit_adaptive_bound(n_actions, horizon, delta, last, min(most, used / 2.0))


def strong_adaptive_closed(
    n_actions: int,
    horizon: int,
    delta: float,
    measured: float,
    rule: str = "light",
    *,
    tuned_for: float | None = None,
    loops: bool = True,
    loopless: bool = True,
) -> Bound:
    """The most that ``strong_adaptive_bound`` can be for a sum V of ``strong_measure``, rates of ``strong_adaptive``.

    Paid at most ``2 sqrt(1.1 C) (sqrt(V_0 + V) - sqrt(V_0)) + 7 + 1.1 ln(1 + V / V_0)``, ``V_0 = 4 C``. ``tuned_for``:
    the delta of cautious rates, if another one; ``loops``, ``loopless`` as there.
    """
    rate_delta = delta if tuned_for is None else tuned_for
    constant = formulas.strong_constant(*adaptive_logs("StrongIX", n_actions, rate_delta, rule))
    used = within("measured", measured, 0.0, math.inf, "it is a sum of strong_measure")
    first = formulas.strong_first_budget(constant)
    most = _grown(constant, first, used) + 7.0 + LAZY * math.log1p(used / first)
    last = formulas.strong_rate(constant, first + used)
    spent = min(most, used / 2.0)
    return strong_adaptive_bound(n_actions, horizon, delta, last, spent, loops=loops, loopless=loopless)


def _grown(constant: float, first: float, used: float) -> float:
    """The sum of ``x_{t+1} v_t`` for a sum of v: the rates are ``sqrt(C / (V_0 + V))``, V when they were renewed."""
    return 2.0 * math.sqrt(LAZY * constant) * (math.sqrt(first + used) - math.sqrt(first))


def _paid(paid: float) -> float:
    return within("paid", paid, 0.0, math.inf, "it is a sum of rates times what each round measured")


def draws(horizon: int, log_confidence: float) -> Term:
    """Own losses above their means: one event of the whole game."""
    return Term("draws", math.sqrt(rounds(horizon) * log_confidence / 2.0), DRAWS)


def logs(learner: str, n_actions: int, delta: float) -> tuple[float, float]:
    """Return ln K, and L with the events of this proof."""
    return math.log(actions(n_actions)), math.log(EVENTS[learner] / confidence(delta))


def bound_of(title: str, n_actions: int, delta: float, terms: list[Term]) -> Bound:
    """With a single action there is no regret."""
    return Bound(title, tuple(terms) if n_actions > 1 else (), delta)

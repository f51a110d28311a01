"""Explicit bounds on the regret of the three algorithms, every constant in them.

Each holds with probability at least 1 - delta for the regret against the best fixed action, in any world that chooses
losses and graphs before the action is drawn, for any fixed parameters in their domain. Sums may be those of the run
itself (tight) or the most they can be before it (``.before``). Proofs: docs/theory/bounds.md.
"""

from __future__ import annotations

import math

from sidelight.kernels import tuning as formulas
from sidelight.theory.bound import Bound, Term
from sidelight.theory.checks import confidence
from sidelight.theory.run_sums import ImplicitSums, StrongSums, WeakSums
from sidelight.theory.tools import phi
from sidelight.theory.tuning import Tuning
from sidelight.theory.tunings import checked_against

DRAWS = "sqrt(T L / 2)"
EVENTS = {"Exp3IX": 4, "StrongIX": 6, "WeakIX": 7}


def implicit_bound(sums: ImplicitSums, tuning: Tuning, delta: float) -> Bound:
    """B_IX: Exp3-IX on self-aware graphs, ``L = ln(4 / delta)``.

    >>> tuning = Tuning("Exp3IX", eta=0.02, gamma=0.01)
    >>> print(implicit_bound(ImplicitSums(10, 10_000, 30_000.0), tuning, 0.05).explain())
    Exp3IX: 1807.5, with probability at least 0.95
      draws           148.0    8 %  sqrt(T L / 2)
      rate            115.1    6 %  ln K / eta
      second moments  321.9   18 %  (eta / 2) (SQ + Q L / (2 gamma)), Q = min(K, 1 / gamma)
      comparator      334.2   18 %  (L + ln K) / (2 gamma)
      observations    588.2   33 %  (gamma / 2) SQ + L / gamma
      implicit bias   300.0   17 %  gamma SQ
    """
    eta, gamma = checked_against(tuning, "Exp3IX").eta, tuning.gamma
    log_actions, log_confidence = _logs("Exp3IX", sums.n_actions, delta)
    most = min(float(sums.n_actions), 1.0 / gamma)
    return _bound("Exp3IX", sums.n_actions, delta, [
        Term("draws", math.sqrt(sums.rounds * log_confidence / 2.0), DRAWS),
        Term("rate", log_actions / eta, "ln K / eta"),
        Term("second moments", eta / 2.0 * (sums.q + most * log_confidence / (2.0 * gamma)),
             "(eta / 2) (SQ + Q L / (2 gamma)), Q = min(K, 1 / gamma)"),
        Term("comparator", (log_confidence + log_actions) / (2.0 * gamma), "(L + ln K) / (2 gamma)"),
        Term("observations", gamma / 2.0 * sums.q + log_confidence / gamma, "(gamma / 2) SQ + L / gamma"),
        Term("implicit bias", gamma * sums.q, "gamma SQ"),
    ])  # fmt: skip


def strong_bound(sums: StrongSums, tuning: Tuning, delta: float) -> Bound:
    """B_1: Algorithm 1 on strongly observable graphs, ``L = ln(6 / delta)``.

    Without self-loops every term with gamma vanishes, without loopless actions every term with beta.
    """
    checked_against(tuning, "StrongIX")
    log_actions, log_confidence = _logs("StrongIX", sums.n_actions, delta)
    eta, n = tuning.eta, sums.n_actions
    most = min(n / (1.0 - eta), 1.0 / tuning.gamma)
    loops = _self_loops(sums.q, tuning.gamma, log_actions, log_confidence) if sums.loops else 0.0
    of_loops = sums.q + most * log_confidence / (2.0 * tuning.gamma) if sums.loops else 0.0
    return _bound("StrongIX", n, delta, [
        Term("draws", math.sqrt(sums.rounds * log_confidence / 2.0), DRAWS),
        Term("mixing", eta * (1.0 - 1.0 / n) * sums.rounds, "eta (1 - 1/K) T"),
        Term("loopless actions", _loopless(sums, tuning.beta, log_confidence + log_actions),
             "2 beta N + beta max_j n_T(j) + 2 phi(4 beta / 3) (L + ln K) / beta"),
        Term("self-loops", loops, "1.5 gamma SQ + L / gamma + (L + ln K) / (2 gamma)"),
        Term("rate", log_actions / eta, "ln K / eta"),
        Term("second moments", eta / 2.0 * of_loops + 2.0 * eta * sums.loopless,
             "(eta / 2) (SQ + Q L / (2 gamma)) + 2 eta N, Q = min(K / (1 - eta), 1 / gamma)"),
        Term("heavy loopless actions", _heavy(sums, tuning, log_confidence),
             "eta phi(M) [(1 + 2 beta) ((e - 1) n_T + K L / ((K - 1) eta)) + beta^2 IW], M = (1 + beta) K / (K - 1)"),
    ])  # fmt: skip


def _self_loops(q: float, gamma: float, log_actions: float, log_confidence: float) -> float:
    return 1.5 * gamma * q + (1.5 * log_confidence + 0.5 * log_actions) / gamma


def _loopless(sums: StrongSums, beta: float, with_union: float) -> float:
    """Unseen losses of a heavy action, paid for by the pessimistic bias; nothing without loopless actions."""
    if sums.loopless <= 0.0:
        return 0.0
    if beta <= 0.0:
        return math.inf  # without the bias nothing holds the variance
    return beta * (2.0 * sums.loopless + sums.heaviest) + 2.0 * phi(4.0 * beta / 3.0) * with_union / beta


def _heavy(sums: StrongSums, tuning: Tuning, log_confidence: float) -> float:
    """Steps shifted by the heavy action's estimate; nothing where there never was one."""
    if sums.heavy <= 0.0 or sums.n_actions < 2:
        return 0.0
    eta, beta, around = tuning.eta, tuning.beta, sums.n_actions / (sums.n_actions - 1.0)
    seen = (math.e - 1.0) * sums.heavy + around * log_confidence / eta
    return eta * phi((1.0 + beta) * around) * ((1.0 + 2.0 * beta) * seen + beta**2 * sums.inverse_seen)


def weak_bound(sums: WeakSums, tuning: Tuning, delta: float) -> Bound:
    """B_2: Algorithm 2 on observable graphs known before the decision, ``L = ln(7 / delta)``.

    Without self-loops every term with gamma vanishes, without loopless actions every term with 1/eps.
    """
    checked_against(tuning, "WeakIX")
    log_actions, log_confidence = _logs("WeakIX", sums.n_actions, delta)
    eta, gamma, eps = tuning.eta, tuning.gamma, tuning.eps
    most = min(2.0 * sums.n_actions, 1.0 / gamma)
    loops = _self_loops(sums.q, gamma, log_actions, log_confidence) if sums.loops else 0.0
    of_loops = sums.q + most * log_confidence / (2.0 * gamma) if sums.loops else 0.0
    any_loopless = sums.loopless > 0.0
    of_loopless = (math.e - 1.0) * sums.shares + log_confidence / eps**2 if any_loopless else 0.0
    scales = weak_scales(sums, tuning, delta) if any_loopless else (0.0, 0.0)
    return _bound("WeakIX", sums.n_actions, delta, [
        Term("draws", math.sqrt(sums.rounds * log_confidence / 2.0), DRAWS),
        Term("exploration", eps * sums.domination, "eps sum |D|"),
        Term("skipped rounds", float(sums.skipped), "their number"),
        Term("self-loops", loops, "1.5 gamma SQ + L / gamma + (L + ln K) / (2 gamma)"),
        Term("weights of loopless actions", _price(scales[0] / 2.0 * sums.products, log_confidence, scales[0]),
             "(l1 / 2) sum P R + L / l1, l1 = sqrt(2 L eps / N)"),
        Term("loopless comparator",
             _price((math.e - 2.0) * scales[1] * sums.inverse_seen, log_confidence + log_actions, scales[1]),
             "(e - 2) l2 max_j sum 1/W_j + (L + ln K) / l2, l2 = min(eps, sqrt(eps (L + ln K) / ((e - 2) N)))"),
        Term("rate", log_actions / eta, "ln K / eta"),
        Term("second moments", eta / 2.0 * (of_loops + of_loopless),
             "(eta / 2) (SQ + Q L / (2 gamma) + (e - 1) sum R + L / eps^2), Q = min(2 K, 1 / gamma)"),
    ])  # fmt: skip


def weak_scales(sums: WeakSums, tuning: Tuning, delta: float) -> tuple[float, float]:
    """The two scales of the proof for Algorithm 2, set before the run; the better the closer N is to the plan."""
    log_actions, log_confidence = _logs("WeakIX", sums.n_actions, delta)
    planned = max(sums.planned, 1.0)
    of_weights = math.sqrt(2.0 * log_confidence * tuning.eps / planned)
    of_comparator = math.sqrt(tuning.eps * (log_confidence + log_actions) / ((math.e - 2.0) * planned))
    return of_weights, min(tuning.eps, of_comparator)


def _price(variance: float, log_confidence: float, scale: float) -> float:
    return variance + log_confidence / scale if scale > 0.0 else 0.0


def implicit_bound_one_rate(q_sum: float, n_actions: int, rounds: float, gamma: float, delta: float) -> float:
    """B_IX at ``eta = 2 gamma``, Q at most 1/gamma: ``(ln K + 2 L) / gamma + 2.5 gamma SQ + sqrt(T L / 2)``."""
    log_actions, log_confidence = _logs("Exp3IX", n_actions, delta)
    draws = math.sqrt(rounds * log_confidence / 2.0)
    return (log_actions + 2.0 * log_confidence) / gamma + 2.5 * gamma * q_sum + draws


def implicit_bound_at_best(q_sum: float, n_actions: int, rounds: float, delta: float) -> float:
    """The least of it over gamma: ``sqrt(10 (ln K + 2 L) SQ) + sqrt(T L / 2)``, as long as no cap binds."""
    log_actions, log_confidence = _logs("Exp3IX", n_actions, delta)
    return math.sqrt(10.0 * (log_actions + 2.0 * log_confidence) * q_sum) + math.sqrt(rounds * log_confidence / 2.0)


def strong_bound_one_rate(sums: StrongSums, rate: float, delta: float) -> float:
    """At least B_1 at ``eta = beta = gamma = x``: ``sqrt(T L / 2) + 7.15 L + C / x + x V``.

    ``C = 2.765 ln K + 3.015 L`` and ``V = T + 4 N + 9 n_T + 2 SQ``, a sum of ``strong_measure``.
    """
    log_actions, log_confidence = _logs("StrongIX", sums.n_actions, delta)
    constant = formulas.strong_constant(log_actions, log_confidence)
    measured = sums.rounds + 4.0 * sums.loopless + 9.0 * sums.heavy + 2.0 * sums.q
    return math.sqrt(sums.rounds * log_confidence / 2.0) + 7.15 * log_confidence + constant / rate + rate * measured


def weak_bound_leading(n_actions: int, loopless: float, domination: float, delta: float, skips: bool = False) -> float:
    """What B_2 grows like at the default: ``3 (C/2)^(2/3) (N sum |D|)^(1/3)``, with a 4 if rounds are skipped."""
    constant = formulas.weak_constant(*_logs("WeakIX", n_actions, delta))
    grown: float = (constant / 2.0) ** (2.0 / 3.0) * (loopless * domination) ** (1.0 / 3.0)
    return (4.0 if skips else 3.0) * grown


def _logs(learner: str, n_actions: int, delta: float) -> tuple[float, float]:
    """Return ln K, and L with the events of this proof."""
    return math.log(n_actions), math.log(EVENTS[learner] / confidence(delta))


def _bound(title: str, n_actions: int, delta: float, terms: list[Term]) -> Bound:
    """With a single action there is no regret."""
    return Bound(title, tuple(terms) if n_actions > 1 else (), delta)

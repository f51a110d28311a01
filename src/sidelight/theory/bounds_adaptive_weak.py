"""The bound of Algorithm 2 with rates that follow what was seen, without restarts.

It holds with probability at least 1 - delta for any eps, gamma and eta that are known before each draw, eta and gamma
never growing, eta at most gamma, gamma at most one half; eps may rise and fall. Proof: docs/theory/adaptive.md.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from sidelight.theory.bound import Bound, Term
from sidelight.theory.bounds_adaptive import Scale, bound_of, draws, logs, scale, scale_below
from sidelight.theory.checks import parameter
from sidelight.theory.tools import phi

SCALES = 60  # how many are tried


@dataclass(frozen=True)
class WeakAdaptiveSums:
    """Of a run of Algorithm 2 with rates of its own for each round; all but ``skipped`` over rounds not skipped.

    ``explored``: sum of ``eps_t |D_t|``; ``skipped``: rounds not learned from; ``paid_loops``: sum of ``gamma_t Q_t``;
    ``paid_shares``: sum of ``eta_t R_t``, R the weights over chances seen of loopless actions; ``products``: sum of
    ``P_t R_t``, with P their weight; ``inverse_seen``: the largest sum, over one loopless action's rounds, of one over
    its chance seen; ``last_gamma``, ``last_eta``: of the last round; ``least_eps``: the least eps and
    ``largest_step``: the largest ``eta_t / eps_t^2``, over rounds with a loopless action (1 and 0, if there were
    none); ``loops``, ``loopless``: whether there ever was a self-loop, a loopless action.
    """

    n_actions: int
    rounds: int
    explored: float
    skipped: float
    paid_loops: float
    paid_shares: float
    products: float
    inverse_seen: float
    last_gamma: float
    last_eta: float
    least_eps: float
    largest_step: float
    loops: bool = True
    loopless: bool = True


def weak_adaptive_bound(sums: WeakAdaptiveSums, delta: float) -> Bound:
    """``L = ln(7 / delta)``, ``L_k = L + ln(k (k + 1))`` at the scale ``2^-k``; the best of all scales is taken.

    Without self-loops what is paid for them vanishes, without loopless actions the three terms about them.
    """
    gamma, eta = parameter("last_gamma", sums.last_gamma, 0.5), parameter("last_eta", sums.last_eta, sums.last_gamma)
    log_actions, log_confidence = logs("WeakIX", sums.n_actions, delta)
    _, c, log_at_scale = scale_below(gamma, log_confidence)
    loops = 2.0 * sums.paid_loops + (1.75 * log_at_scale + 0.5 * log_actions) / c if sums.loops else 0.0
    of_weights, of_comparator, of_steps = _loopless(sums, log_actions, log_confidence)
    return bound_of("WeakIX, adaptive", sums.n_actions, delta, [
        draws(sums.rounds, log_confidence),
        Term("exploration", sums.explored, "sum eps_t |D_t|"),
        Term("skipped rounds", float(sums.skipped), "their number"),
        Term("rate", log_actions / eta, "ln K / eta_T"),
        Term("self-loops", loops, "2 sum gamma_t Q_t + (1.75 L_k + 0.5 ln K) / c"),
        Term("weights of loopless actions", of_weights, "(s/2) sum P R + L_k / s, the best s"),
        Term("loopless comparator", of_comparator,
             "s phi(s / least eps) max_j sum 1/W_j + (L_k + ln K) / s, the best s up to the least eps"),
        Term("second moments of loopless actions", of_steps,
             "((e^x - 1)/x sum eta_t R_t + L_k / s) / 2, x = s max eta_t / eps_t^2, the best s up to x = 1"),
    ])  # fmt: skip


def _loopless(sums: WeakAdaptiveSums, log_actions: float, log_confidence: float) -> tuple[float, float, float]:
    if not sums.loopless:
        return 0.0, 0.0, 0.0
    eps, most = parameter("least_eps", sums.least_eps, 1.0), parameter("largest_step", sums.largest_step, math.inf)

    def of_weights(at: Scale) -> float:
        return at.value / 2.0 * sums.products + at.log_confidence / at.value

    def of_comparator(at: Scale) -> float:
        moments = at.value * phi(at.value / eps) * sums.inverse_seen
        return moments + (at.log_confidence + log_actions) / at.value

    def of_steps(at: Scale) -> float:
        x = at.value * most
        return 0.5 * (math.expm1(x) / x * sums.paid_shares + at.log_confidence / at.value)

    return (
        _least(of_weights, 0.5, log_confidence),
        _least(of_comparator, eps, log_confidence),
        _least(of_steps, 1.0 / most, log_confidence),
    )


def _least(cost: Callable[[Scale], float], at_most: float, log_confidence: float) -> float:
    """The best scale in hindsight: the bound holds at all of them."""
    first = scale_below(at_most, log_confidence).place
    return min(cost(scale(place, log_confidence)) for place in range(first, first + SCALES))

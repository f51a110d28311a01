"""Tuning without knowing the horizon or the graphs: epochs of doubling budgets, and rates that follow what was seen.

Pure formulas; the state that they speak of (counters, the current epoch) is kept by whoever plays. The scalar ones
stand in ``kernels.tuning``, where the compiled game finds them too.

*Doubling*: an epoch has a budget; it ends after the round in which what it measured exceeds that, weights start anew.
*Adaptive*: nothing starts anew, the rate shrinks with what was measured. ``light`` leaves the confidence out of the
rates (typically the smallest regret), ``cautious`` keeps it in (follows a drifting best action faster).
"""

from __future__ import annotations

import math
from typing import NamedTuple

from sidelight.kernels import tuning as formulas
from sidelight.theory.checks import actions, confidence, number, one_of, rounds, within
from sidelight.theory.tuning import Tuning, at_cap

ADAPTIVE_RULES = ("light", "cautious")
EVENTS = {"Exp3IX": 3, "StrongIX": 5, "WeakIX": 6}  # per epoch; Azuma's event is one for all of them
FIRST_GUESS = 8.0  # of N, sum |D| and sum Q, for Algorithm 2


class Epoch(NamedTuple):
    """One epoch: its share of delta, L_e = ln(events / share), the budget it may use up, its parameters."""

    number: int
    confidence: float
    log_confidence: float
    budget: float
    tuning: Tuning


def epoch_confidence(delta: float, epoch: int) -> float:
    """``delta / (2 (e+1)(e+2))``; all epochs together have delta / 2, the rest is for one event of the whole game.

    >>> sum(epoch_confidence(0.1, e) for e in range(10_000)) < 0.05
    True
    """
    return formulas.epoch_confidence(confidence(delta), float(rounds(epoch, "epoch", 0)))


def phase_confidence(delta: float, epoch: int, phase: int) -> float:
    """The share of one phase of gamma in an epoch of Algorithm 2."""
    place = float(rounds(epoch, "epoch", 0)), float(rounds(phase, "phase", 0))
    return formulas.phase_confidence(confidence(delta), *place)


# What is measured in a round.


def implicit_measure(q: float) -> float:
    """Q itself, for Exp3-IX."""
    return within("q", q, 0.0, math.inf, "it is a sum of chances over chances seen")


def strong_measure(any_loopless: bool, heavy: bool, q: float) -> float:
    """``1 + 4 [some action is loopless] + 9 [one of them has a chance above one half] + 2 Q``, for Algorithm 1.

    >>> strong_measure(True, False, 0.0)    # a loopless clique: Q is 0 in every round
    5.0
    """
    return formulas.strong_measure(bool(any_loopless), bool(heavy), implicit_measure(q))


# Doubling.


def implicit_epoch(n_actions: int, delta: float, index: int) -> Epoch:
    """Exp3-IX: budget ``V_0 2^e`` of Q, ``gamma_e = sqrt((ln K + 2 L_e) / (2.5 V_e))``, ``eta = 2 gamma``."""
    log_actions, first, share, log_confidence = _epoch("Exp3IX", n_actions, delta, index)
    budget = formulas.implicit_first_budget(log_actions, first) * 2.0**index
    gamma = formulas.implicit_gamma(log_actions, log_confidence, budget)
    return Epoch(index, share, log_confidence, budget, _implicit(gamma, "doubling"))


def strong_epoch(n_actions: int, delta: float, index: int, factor: float = 2.0) -> Epoch:
    """Algorithm 1: budget ``V_0 factor^e`` of ``strong_measure``; rate ``sqrt(C_e / V_e)``, halved by a factor of 4.

    >>> strong_epoch(10, 0.05, 3).tuning
    Tuning(StrongIX, eta=0.200325, gamma=0.200325, beta=0.200325; doubling)
    """
    within("factor", factor, 1.1, 1e6, "budgets must grow; 2 doubles them, 4 halves the rate")
    log_actions, first, share, log_confidence = _epoch("StrongIX", n_actions, delta, index)
    budget = formulas.strong_first_budget(formulas.strong_constant(log_actions, first)) * float(factor) ** index
    rate = formulas.strong_rate(formulas.strong_constant(log_actions, log_confidence), budget)
    return Epoch(index, share, log_confidence, budget, _strong(rate, "doubling"))


def _epoch(learner: str, n_actions: int, delta: float, index: int) -> tuple[float, float, float, float]:
    """Return ln K, L of epoch 0, the share of delta of this epoch, its L."""
    share = epoch_confidence(delta, rounds(index, "epoch", 0))
    first = math.log(EVENTS[learner] / epoch_confidence(delta, 0))
    log_actions = formulas.log_actions(float(actions(n_actions)))
    return log_actions, first, share, math.log(EVENTS[learner] / share)


class Guesses(NamedTuple):
    """What an epoch of Algorithm 2 is tuned for: rounds with a loopless action, the sum of ``|D|``, the sum of Q."""

    loopless: float = FIRST_GUESS
    domination: float = FIRST_GUESS
    q_sum: float = FIRST_GUESS

    def doubled_for(self, loopless: float, domination: float) -> Guesses:
        """Each of the first two doubled as often as needed to hold these counts.

        >>> Guesses().doubled_for(9, 40)
        Guesses(loopless=16.0, domination=64.0, q_sum=8.0)
        """
        return self._replace(
            loopless=_doubled(self.loopless, loopless), domination=_doubled(self.domination, domination)
        )

    def with_q_doubled(self) -> Guesses:
        """For the next phase: weights and eps stay, gamma and eta are taken anew."""
        return self._replace(q_sum=2.0 * self.q_sum)


def _doubled(guess: float, needed: float) -> float:
    while guess < number("count", needed):
        guess *= 2.0
    return guess


def weak_phase(n_actions: int, delta: float, epoch: int, phase: int, guesses: Guesses) -> Epoch:
    """Algorithm 2: parameters of one phase of one epoch; the budget is that of Q, at whose end the next phase begins.

    ``eps`` is fixed within an epoch, so it is tuned with the confidence of its first phase.
    """
    log_actions = formulas.log_actions(float(actions(n_actions)))
    share = phase_confidence(delta, epoch, phase)
    log_confidence = math.log(EVENTS["WeakIX"] / share)
    log_first = math.log(EVENTS["WeakIX"] / phase_confidence(delta, epoch, 0))
    constant = formulas.weak_constant(log_actions, log_first)
    eps = formulas.weak_eps(constant, guesses.loopless, guesses.domination)
    gamma = formulas.loop_gamma(log_actions, log_confidence, guesses.q_sum)
    moments = formulas.weak_second_moments(guesses.loopless / eps, guesses.q_sum)
    eta = formulas.weak_eta(gamma, log_actions, moments)
    caps = {"eta": (eta, gamma), "gamma": (gamma, 0.5)}
    caps["eps"] = eps, formulas.weak_eps_cap(guesses.loopless, guesses.domination)
    tuning = Tuning("WeakIX", eta, gamma, eps=eps, capped=at_cap(caps), rule="doubling")
    return Epoch(epoch, share, log_confidence, guesses.q_sum, tuning)


# Adaptive.


def implicit_adaptive(n_actions: int, q_sum: float, delta: float = 0.05, rule: str = "light") -> Tuning:
    """Exp3-IX after a sum of Q: the rates for that sum and V_0."""
    log_actions, log_confidence = adaptive_logs("Exp3IX", n_actions, delta, rule)
    measured = formulas.implicit_first_budget(log_actions, log_confidence) + implicit_measure(q_sum)
    return _implicit(formulas.implicit_gamma(log_actions, log_confidence, measured), rule)


def strong_adaptive(n_actions: int, measured: float, delta: float = 0.05, rule: str = "light") -> Tuning:
    """Algorithm 1 after a sum of ``strong_measure``: ``x = sqrt(C / (4 C + V))``.

    >>> strong_adaptive(10, 0.0)
    Tuning(StrongIX, eta=0.5 (capped), gamma=0.5 (capped), beta=0.5 (capped); light)
    """
    constant = formulas.strong_constant(*adaptive_logs("StrongIX", n_actions, delta, rule))
    measured = within("measured", measured, 0.0, math.inf, "it is a sum of strong_measure")
    return _strong(formulas.strong_rate(constant, formulas.strong_first_budget(constant) + measured), rule)


def weak_adaptive(
    n_actions: int,
    loopless: float,
    domination: float,
    q_sum: float,
    inverse_eps_sum: float,
    delta: float = 0.05,
    rule: str = "light",
    coming: bool = True,
) -> Tuning:
    """Algorithm 2: the first two counts include the coming round, the sum of Q does not.

    ``inverse_eps_sum`` is of 1/eps over the rounds with a loopless action before the coming one, which is added here
    if it is ``coming`` with one too.
    """
    log_actions, log_confidence = adaptive_logs("WeakIX", n_actions, delta, rule)
    counts = {"loopless": loopless, "domination": domination, "inverse_eps_sum": inverse_eps_sum}
    loopless, domination, before = (within(name, value, 0, math.inf, "it is a sum") for name, value in counts.items())
    q_sum = implicit_measure(q_sum)
    eps = formulas.weak_eps(formulas.weak_constant(log_actions, log_confidence), loopless, domination)
    with_first = formulas.loop_first_sum(log_actions, log_confidence) + q_sum
    gamma = formulas.loop_gamma(log_actions, log_confidence, with_first)
    now = before + (1.0 / eps if coming and loopless > 0.0 else 0.0)
    eta = formulas.weak_eta(gamma, log_actions, FIRST_GUESS + formulas.weak_second_moments(now, q_sum))
    cap = formulas.weak_eps_cap(loopless, domination) if domination > 0.0 else math.inf
    capped = at_cap({"eta": (eta, gamma), "eps": (eps, cap)})
    return Tuning("WeakIX", eta, gamma, eps=eps, capped=capped, rule=rule)


def adaptive_logs(learner: str, n_actions: int, delta: float, rule: str) -> tuple[float, float]:
    """Return ln K, and the L that rates are made with."""
    light = one_of("tuning", rule, ADAPTIVE_RULES) == "light"
    log_confidence = math.log(EVENTS[learner] / confidence(delta))
    return formulas.log_actions(float(actions(n_actions))), 0.0 if light else log_confidence


def _implicit(gamma: float, rule: str) -> Tuning:
    return Tuning("Exp3IX", 2.0 * gamma, gamma, capped=at_cap({"gamma": (gamma, 0.5)}), rule=rule)


def _strong(rate: float, rule: str) -> Tuning:
    names = ("eta", "gamma", "beta")
    return Tuning("StrongIX", rate, rate, rate, capped=names if rate >= 0.5 else (), rule=rule)

"""Parameters from what has been seen so far: scalar formulas that the compiled game and ``theory`` share.

Arguments are plain floats. ``log_actions`` is ln K; ``log_confidence`` is L = ln(events / delta), 0 for light tuning.
The formulas minimise the explicit bounds of ``theory.bounds`` term by term. Nothing is checked here.
"""

import math

from sidelight.kernels.compiled import compiled

HALF = 0.5  # no learner of the paper allows more of eta (as a mass), gamma or beta
FOUR = 4.0  # first budgets: below it the rate would be at its cap of one half anyway


@compiled
def log_actions(n_actions: float) -> float:
    """Return ln K, with two actions pretended where there is one: a rate must stay above zero."""
    return math.log(max(n_actions, 2.0))


@compiled
def epoch_confidence(delta: float, epoch: float) -> float:
    """delta_e: half of delta, split over epochs 0, 1, ... that may go on for ever."""
    return delta / (2.0 * (epoch + 1.0) * (epoch + 2.0))


@compiled
def phase_confidence(delta: float, epoch: float, phase: float) -> float:
    """delta_{e,k}: what an epoch has, split over its phases 0, 1, ..."""
    return epoch_confidence(delta, epoch) / ((phase + 1.0) * (phase + 2.0))


# Implicit exploration alone (Exp3-IX): what counts is sum Q.


@compiled
def implicit_constant(log_actions: float, log_confidence: float) -> float:
    """What stands over gamma in the bound, divided by what stands beside gamma Q."""
    return (log_actions + 2.0 * log_confidence) / 2.5


@compiled
def implicit_gamma(log_actions: float, log_confidence: float, q_sum: float) -> float:
    """Gamma for a sum of Q; eta is twice as much."""
    return min(HALF, math.sqrt(implicit_constant(log_actions, log_confidence) / q_sum))


@compiled
def implicit_first_budget(log_actions: float, log_confidence: float) -> float:
    """V_0: where gamma leaves its cap."""
    return FOUR * implicit_constant(log_actions, log_confidence)


# Strongly observable graphs (Algorithm 1): one rate for eta, beta and gamma.


@compiled
def strong_measure(any_loopless: bool, heavy: bool, q: float) -> float:
    """v_t: what a round adds beside the rate in the bound. ``heavy``: a loopless action has a chance above one half.

    Q alone would not do: on a loopless clique it is zero in every round, and exploration still has its price.
    """
    return 1.0 + (4.0 if any_loopless else 0.0) + (9.0 if heavy else 0.0) + 2.0 * q


@compiled
def strong_constant(log_actions: float, log_confidence: float) -> float:
    """C: what stands over the rate in the bound."""
    return 2.765 * log_actions + 3.015 * log_confidence


@compiled
def strong_rate(constant: float, measured: float) -> float:
    """X, the one rate: sqrt(C / V), at most one half."""
    return min(HALF, math.sqrt(constant / measured))


@compiled
def strong_first_budget(constant: float) -> float:
    """V_0: where the rate leaves its cap."""
    return FOUR * constant


# Weakly observable graphs (Algorithm 2).


@compiled
def weak_constant(log_actions: float, log_confidence: float) -> float:
    """C: what stands before sqrt(N / eps) in the bound."""
    with_union = log_confidence + log_actions
    return (
        math.sqrt(2.0 * log_confidence)
        + 2.0 * math.sqrt((math.e - 2.0) * with_union)
        + math.sqrt(2.0 * (math.e - 1.0) * log_actions)
    )


@compiled
def weak_eps_cap(loopless_rounds: float, exploration: float) -> float:
    """At most one half, and at most a quarter of all chances on average: else every round might be skipped."""
    return min(HALF, loopless_rounds / (4.0 * exploration))


@compiled
def weak_eps(constant: float, loopless_rounds: float, exploration: float) -> float:
    """Eps for N rounds with a loopless action and a sum of |D|; 1/4, never used, where there are none."""
    if loopless_rounds <= 0.0 or exploration <= 0.0:
        return 0.25
    free = (constant / 2.0) ** (2.0 / 3.0) * loopless_rounds ** (1.0 / 3.0) * exploration ** (-2.0 / 3.0)
    return min(weak_eps_cap(loopless_rounds, exploration), free)


@compiled
def loop_gamma(log_actions: float, log_confidence: float, q_sum: float) -> float:
    """Gamma of both algorithms, tuned apart from the rest: for a sum of Q over self-loops, which may be 0."""
    return min(HALF, math.sqrt((1.5 * log_confidence + 0.5 * log_actions) / (1.5 * q_sum + 1.0)))


@compiled
def loop_first_sum(log_actions: float, log_confidence: float) -> float:
    """A_0: added to the sum of Q when gamma follows it."""
    return FOUR * (1.5 * log_confidence + 0.5 * log_actions)


@compiled
def weak_second_moments(inverse_eps_sum: float, q_sum: float) -> float:
    """What stands beside eta / 2 in the bound: (e - 1) times the sum of 1/eps over loopless rounds, and Q."""
    return (math.e - 1.0) * inverse_eps_sum + q_sum


@compiled
def weak_eta(gamma: float, log_actions: float, second_moments: float) -> float:
    """Eta, never above gamma."""
    if second_moments <= 0.0:
        return gamma
    return min(gamma, math.sqrt(2.0 * log_actions / second_moments))

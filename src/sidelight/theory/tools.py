"""The tools that all bounds are built from: how far a sum goes beyond its mean, and what exponential weights lose.

Each deviation holds with probability at least 1 - delta, for a scale fixed in advance. Statements and proofs:
docs/theory/bounds.md. Tests check each by exact enumeration over the draw.
"""

from __future__ import annotations

import math

from sidelight.theory.checks import confidence, number, parameter

SERIES_BELOW = 1e-3  # where e^c - 1 - c would lose half of its digits


def phi(c: float) -> float:
    """``(e^c - 1 - c) / c^2``: the price of a variance when deviations are at most c.

    >>> phi(0.0), round(phi(1.0), 5)
    (0.5, 0.71828)
    """
    if abs(c) < SERIES_BELOW:
        return 0.5 + c / 6.0 + c * c / 24.0 + c**3 / 120.0
    return (math.expm1(c) - c) / (c * c)


def excess(x: float) -> float:
    """``f(x) = e^-x - 1 + x``: what exponential weights lose on a step of x; at most ``x^2 / 2`` for x >= 0.

    >>> excess(0.0)
    0.0
    """
    return phi(-x) * x * x


def draws_deviation(rounds: float, delta: float) -> float:
    """``sqrt(T ln(1/delta) / 2)``: sum of own losses over their conditional means, Azuma's inequality.

    >>> draws_deviation(0, 0.05)
    0.0
    """
    return _azuma(number("rounds", rounds), -math.log(confidence(delta)))


def anytime_draws_deviation(rounds: float, scale: float, delta: float) -> float:
    """``s T / 8 + ln(1/delta) / s``: the same for all T at once."""
    s = parameter("scale", scale, math.inf)
    return s * number("rounds", rounds) / 8.0 - math.log(confidence(delta)) / s


def lower_tail(second_moments: float, scale: float, delta: float) -> float:
    """``(s/2) sum E[Y^2] + ln(1/delta) / s``: a sum of Y >= 0 below its mean, any range; all T at once."""
    s = parameter("scale", scale, math.inf)
    return s / 2.0 * number("second_moments", second_moments) - math.log(confidence(delta)) / s


def implicit_deviation(gamma: float, delta: float, largest: float = 1.0) -> float:
    """``c ln(1/delta) / (2 gamma)``: implicit estimates over losses, weights at most c in sum; all T."""
    g = parameter("gamma", gamma, 1.0)
    return -number("largest", largest) * math.log(confidence(delta)) / (2.0 * g)


def _azuma(rounds: float, log_confidence: float) -> float:
    return math.sqrt(max(rounds, 0.0) * log_confidence / 2.0)

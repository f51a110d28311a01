"""How regret grows according to the literature: statements up to constants and logarithms, for plots and slopes.

None of these is a bound: what O and O~ hide is left out. Numbers or arrays.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Curve = NDArray[np.float64]


def strong_shape(alpha_sum: ArrayLike, alpha_max: ArrayLike, delta: float) -> Curve:
    """Luo et al. (2023), Exp3-IX and Algorithm 1: ``sqrt(sum alpha ln(1/delta)) + max alpha ln(1/delta)``."""
    log_confidence = np.log(1.0 / delta)
    return _curve(np.sqrt(np.asarray(alpha_sum) * log_confidence) + np.asarray(alpha_max) * log_confidence)


def weak_shape(
    rounds: ArrayLike, domination_sum: ArrayLike, loop_alpha_sum: ArrayLike, loop_alpha_max: ArrayLike, delta: float
) -> Curve:
    """Luo et al. (2023), Algorithm 2.

    ``(T sum d ln(1/delta))^(1/3) + (sum d / T) ln(1/delta) + sqrt(sum alpha~ ln(1/delta)) + max alpha~ ln(1/delta)``.
    """
    log_confidence = np.log(1.0 / delta)
    t, d = np.asarray(rounds, np.float64), np.asarray(domination_sum, np.float64)
    explored = np.cbrt(t * d * log_confidence) + d / t * log_confidence
    return _curve(explored + strong_shape(loop_alpha_sum, loop_alpha_max, delta))


def weak_expected_shape(n_actions: int, rounds: ArrayLike, domination: float) -> Curve:
    """Alon et al. (2015), Exp3.G in expectation: ``d^(1/3) T^(2/3) + sqrt(K T)``."""
    t = np.asarray(rounds, np.float64)
    return _curve(np.cbrt(domination * t * t) + np.sqrt(n_actions * t))


def neu_shape(n_actions: int, rounds: ArrayLike, alpha: float) -> Curve:
    """Neu (2015), Exp3-IX on one graph: ``sqrt(alpha T) + K``."""
    return _curve(np.sqrt(alpha * np.asarray(rounds)) + n_actions)


def elp_p_shape(rounds: ArrayLike, acyclic: float) -> Curve:
    """Alon et al. (2017), ELP.P: ``sqrt(m T) + m^2 T^(1/4)``."""
    t = np.asarray(rounds, np.float64)
    return _curve(np.sqrt(acyclic * t) + acyclic**2 * t**0.25)


def strong_lower_shape(rounds: ArrayLike, alpha: float) -> Curve:
    """Nobody does better on a strongly observable graph: ``sqrt(alpha T)`` (Alon et al. 2015)."""
    return _curve(np.sqrt(alpha * np.asarray(rounds)))


def weak_lower_shape(rounds: ArrayLike, domination: float) -> Curve:
    """Nobody does better on a weakly observable graph: ``d^(1/3) T^(2/3)`` (Alon et al. 2015)."""
    return _curve(np.cbrt(domination * np.asarray(rounds, np.float64) ** 2))


def _curve(values: Any) -> Curve:
    return np.asarray(values, np.float64)

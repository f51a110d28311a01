"""Noise by address: the numbers that one (seed, round, action) needs are all at one place of its own."""

import numpy as np

from sidelight.kernels.compiled import compiled
from sidelight.kernels.randomness import GOLDEN, mixed, uniform


@compiled
def place_of(place: int, j: int) -> int:
    """A place for action j within the place of a round."""
    return int(mixed(np.uint64(place) + np.uint64(j + 1) * GOLDEN) >> np.uint64(1))


@compiled
def log_gamma_draw(shape: float, place: int, k: int) -> tuple[float, int]:
    """The logarithm of a gamma variable and the next unused k: the squeeze of Marsaglia and Tsang (2000).

    Of shapes below one it is the variable of one more, times a power of a uniform one; in logarithms, for with
    small shapes it underflows.
    """
    boost = 0.0
    if shape < 1.0:
        boost = np.log(1.0 - uniform(place, k)) / shape
        shape += 1.0
        k += 1
    d = shape - 1.0 / 3.0
    c = 1.0 / np.sqrt(9.0 * d)
    while True:
        radius = np.sqrt(-2.0 * np.log(1.0 - uniform(place, k)))
        normal = radius * np.cos(2.0 * np.pi * uniform(place, k + 1))
        u = 1.0 - uniform(place, k + 2)
        k += 3
        v = 1.0 + c * normal
        if v > 0.0:
            v = v * v * v
            if np.log(u) < 0.5 * normal * normal + d - d * v + d * np.log(v):
                return boost + np.log(d * v), k


@compiled
def beta(mean: float, concentration: float, place: int, j: int) -> float:
    """A beta variable of this mean; the larger the concentration, the closer to it."""
    if mean <= 0.0 or mean >= 1.0:
        return mean
    own = place_of(place, j)
    first, k = log_gamma_draw(mean * concentration, own, 0)
    second, _ = log_gamma_draw((1.0 - mean) * concentration, own, k)
    return 1.0 / (1.0 + np.exp(min(second - first, 700.0)))

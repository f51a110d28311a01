"""Randomness by address: a number is a hash of where it is used, so nothing runs and nothing is saved.

``address(seed, role, round)`` names a place; ``uniform(place, k)`` is the k-th number drawn there. Any of
them can be had without the ones before it, in any order, in any process.
"""

import numpy as np
from numpy.typing import NDArray

from sidelight.kernels.compiled import compiled

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)
TWO_TO_MINUS_53 = 1.0 / 9007199254740992.0


@compiled
def mixed(word: np.uint64) -> np.uint64:
    """Every bit of the result depends on every bit of ``word`` (the finaliser of splitmix64)."""
    word = (word ^ (word >> np.uint64(30))) * MIX_1
    word = (word ^ (word >> np.uint64(27))) * MIX_2
    return np.uint64(word ^ (word >> np.uint64(31)))


@compiled
def address(seed: int, role: int, round_: int) -> int:
    """A place to draw numbers from, below 2^63. Each coordinate is mixed in before the next is added."""
    place = mixed(np.uint64(seed) + GOLDEN)
    place = mixed(place + np.uint64(role) + GOLDEN)
    return int(mixed(place + np.uint64(round_) + GOLDEN) >> np.uint64(1))


@compiled
def uniform(place: int, k: int) -> float:
    """The k-th number at ``place``, in [0, 1) with 53 bits."""
    word = mixed(np.uint64(place) + np.uint64(k + 1) * GOLDEN)
    return float(word >> np.uint64(11)) * TWO_TO_MINUS_53


@compiled
def uniforms(place: int, start: int, count: int) -> NDArray[np.float64]:
    """Numbers ``start .. start + count - 1`` at ``place``."""
    numbers = np.empty(count, np.float64)
    for k in range(count):
        numbers[k] = uniform(place, start + k)
    return numbers


@compiled
def first_numbers(seed: int, role: int, first: int, stop: int) -> NDArray[np.float64]:
    """The first number of each of the rounds ``first .. stop - 1``."""
    numbers = np.empty(stop - first, np.float64)
    for round_ in range(first, stop):
        numbers[round_ - first] = uniform(address(seed, role, round_), 0)
    return numbers


@compiled
def residues(place: int, count: int, prime: int) -> NDArray[np.int64]:
    """``count`` numbers at ``place`` in 1..prime-1: weights of a fingerprint."""
    numbers = np.empty(count, np.int64)
    for k in range(count):
        numbers[k] = 1 + np.int64(uniform(place, k) * (prime - 1))
    return numbers

"""The answer of a fractional problem."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidelight.graphs.bracket import read_only


class Fractional(NamedTuple):
    """A weight for each action, and what the weights sum to."""

    vector: NDArray[np.float64]
    value: float


def summed_up(vector: NDArray[np.float64]) -> Fractional:
    """The vector, from now on read-only, with its sum."""
    return Fractional(read_only(vector), float(vector.sum()))

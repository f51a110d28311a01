"""The yardsticks of the game: the loop that people write in numpy, and one by hand in C, compiled here if gcc is."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
SOURCE = Path(__file__).parent / "yardstick.c"


def numpy_bandit(n: int, rounds: int, eta: float, gamma: float, means: Floats, seed: int) -> float:
    """Exp3-IX as one writes it in an afternoon."""
    random = np.random.default_rng(seed)
    log_weights, own = np.zeros(n), 0.0
    for _ in range(rounds):
        weights = np.exp(log_weights - log_weights.max())
        chances = weights / weights.sum()
        action = random.choice(n, p=chances)
        loss = float(random.random() < means[action])
        own += loss
        estimates = np.zeros(n)
        estimates[action] = loss / (chances[action] + gamma)
        log_weights -= eta * estimates
    return own


@cache
def hand_written() -> ctypes.CDLL | None:
    """The C functions; None where there is no gcc."""
    if shutil.which("gcc") is None:
        return None
    library = Path(tempfile.mkdtemp()) / "yardstick.so"
    flags = ["-O3", "-ffast-math", "-shared", "-fPIC"]
    subprocess.run(["gcc", *flags, "-o", str(library), str(SOURCE), "-lm"], check=True)
    return ctypes.CDLL(str(library))


def c_game(name: str, *sizes: int) -> Callable[[int, float, float, Floats, int], float] | None:
    """A function of (rounds, eta, gamma, means, seed) that plays one game in C."""
    library = hand_written()
    if library is None:
        return None
    function: Any = getattr(library, name)
    function.restype = ctypes.c_double
    numbers = [ctypes.c_long, ctypes.c_double, ctypes.c_double, ctypes.c_void_p, ctypes.c_uint64]
    function.argtypes = [*(ctypes.c_int for _ in sizes), *numbers]

    def play(rounds: int, eta: float, gamma: float, means: Floats, seed: int) -> float:
        return float(function(*sizes, rounds, eta, gamma, means.ctypes.data, seed))

    return play

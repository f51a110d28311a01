"""Seconds of work: compiling is left out, so that a time limit means the same in a fresh process."""

from time import monotonic

from numba import config
from numba.core import event

_compiling = event.TimingListener()
if not config.DISABLE_JIT:
    event.register("numba:compile", _compiling)


def now() -> float:
    """A clock that stands still while kernels are compiled."""
    return monotonic() - (_compiling.duration if _compiling.done else 0.0)

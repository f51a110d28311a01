"""Seconds of work: compiling is left out, so that a time limit means the same in a fresh process."""

import threading
from time import monotonic
from typing import Any

from numba import config
from numba.core import event


class _Compiling(threading.local):
    """Seconds this thread has spent compiling; what other threads compile does not stop its clock."""

    depth = 0
    began = 0.0
    seconds = 0.0


_compiling = _Compiling()


class _Listener(event.Listener):  # type: ignore[misc]
    def on_start(self, event: Any) -> None:
        if _compiling.depth == 0:
            _compiling.began = monotonic()
        _compiling.depth += 1

    def on_end(self, event: Any) -> None:
        _compiling.depth -= 1
        if _compiling.depth == 0:
            _compiling.seconds += monotonic() - _compiling.began


if not config.DISABLE_JIT:
    event.register("numba:compile", _Listener())


def now() -> float:
    """A clock that stands still while its thread compiles kernels."""
    return monotonic() - _compiling.seconds

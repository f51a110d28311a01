"""Ctrl-C waits for what is being written, so that a stop is a stop between two writes."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

SIGNALS = signal.SIGINT, signal.SIGTERM


@contextmanager
def undisturbed() -> Iterator[None]:
    """Signals that have a handler in Python are handled at the end of this; a second one is handled at once."""
    if threading.current_thread() is not threading.main_thread():
        yield  # signals come to the main thread
        return
    held: list[int] = []
    usual = {number: handler for number in SIGNALS if callable(handler := signal.getsignal(number))}

    def hold(number: int, frame: FrameType | None) -> None:
        held.append(number)
        if len(held) > 1:
            usual[signal.Signals(number)](number, frame)

    for number in usual:
        signal.signal(number, hold)
    try:
        yield
    finally:
        for number, handler in usual.items():
            signal.signal(number, handler)
    if held:
        usual[signal.Signals(held[0])](held[0], None)

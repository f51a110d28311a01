"""What a process of the engine does: tasks come by a pipe of its own, outcomes go back by it.

The pipe belongs to this worker and its driver alone, so that a worker killed in the middle of a message harms no other,
which is what breaks pools whose workers share queues.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import queue
import signal
import threading
import time
from multiprocessing.connection import Connection
from typing import Any

from sidelight.lab.engines.base import Outcome, in_words

Sent = tuple[str, bytes]  # the key in the clear, so that a task that cannot be unpickled has a name


def serve(pipe: Connection[Any, Any]) -> None:
    """Work until the driver closes the pipe, or is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the driver's to handle
    tasks: queue.SimpleQueue[Sent] = queue.SimpleQueue()
    threading.Thread(target=_receive, args=(pipe, tasks), daemon=True).start()
    while True:
        _send(pipe, _done(*tasks.get()))


def _receive(pipe: Connection[Any, Any], tasks: queue.SimpleQueue[Sent]) -> None:
    """Always ready to take, so that the driver never waits; where there is no driver any more there is no work."""
    while True:
        try:
            tasks.put(pipe.recv())
        except (EOFError, OSError):
            os._exit(0)


def _done(key: str, packed: bytes) -> Outcome:
    started = time.perf_counter()
    try:
        work, about = pickle.loads(packed)
        value, error = work(about, lambda: None), None
    except BaseException as failure:
        value, error = None, in_words(failure)
    return Outcome(key, value, error, seconds=time.perf_counter() - started)


def _send(pipe: Connection[Any, Any], outcome: Outcome) -> None:
    with contextlib.suppress(BrokenPipeError):  # the driver is gone, and so will be this process
        try:
            pipe.send(outcome)
        except (pickle.PicklingError, TypeError, AttributeError) as error:
            pipe.send(outcome._replace(value=None, error=f"the result cannot be sent back: {in_words(error)}"))

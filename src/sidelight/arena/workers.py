"""Work shared among threads: in order of completion, cancelled as a whole, with word of how far it has come."""

from __future__ import annotations

import operator
import os
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait
from typing import Any, TypeVar

import numpy as np

from sidelight.errors import InvalidParameter

Result = TypeVar("Result")
SECONDS_BETWEEN_LOOKS = 0.1


class Stopped(Exception):
    """Raised inside a worker whose work is not wanted any more."""


class Watch:
    """What workers and their caller share: how many rounds were played, and whether to go on."""

    def __init__(self, on_look: Callable[[int], object] | None = None) -> None:
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._on_look = on_look
        self.rounds = 0

    def advance(self, rounds: int) -> None:
        """Called by workers, often: counts, and ends the work if it was cancelled."""
        if self._stop.is_set():
            raise Stopped
        with self._lock:
            self.rounds += rounds

    def look(self) -> None:
        """Called by the caller's own thread: passes on how far the work has come."""
        if self._on_look is not None:
            self._on_look(self.rounds)

    def stop(self) -> None:
        """No worker goes on after its next ``advance``."""
        self._stop.set()


def work_through(
    tasks: Sequence[Callable[[], Result]], workers: int | None = None, watch: Watch | None = None
) -> list[Result]:
    """The results of all tasks in order. An error in one, or Ctrl-C, stops the others and comes out here."""
    watch = watch or Watch()
    count = min(checked_workers(workers), len(tasks))
    if count <= 1 and watch._on_look is None:
        return [task() for task in tasks]
    with ThreadPoolExecutor(max(count, 1), "sidelight") as pool:
        futures = [pool.submit(task) for task in tasks]
        try:
            _await(futures, watch)
        except BaseException:
            watch.stop()
            for future in futures:
                future.cancel()
            raise
        watch.look()
        return [future.result() for future in futures]


def _await(futures: list[Future[Any]], watch: Watch) -> None:
    pending = set(futures)
    while pending:
        done, pending = wait(pending, SECONDS_BETWEEN_LOOKS, FIRST_EXCEPTION)
        for future in done:
            future.result()
        watch.look()


def checked_workers(workers: int | None) -> int:
    """How many threads; as many as there are processors to use, if None."""
    if workers is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    try:
        number = -1 if isinstance(workers, (bool, np.bool_)) else operator.index(workers)
    except TypeError:
        number = -1
    if number < 1:
        raise InvalidParameter(f"workers={workers!r} must be a whole number of at least 1, or None for all processors")
    return number

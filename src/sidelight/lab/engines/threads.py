"""Threads of this process: nothing to start and nothing to send, and compiled games leave them to run side by side."""

from __future__ import annotations

import queue
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from sidelight.arena.workers import checked_workers
from sidelight.lab.engines.base import Cancelled, Engine, Outcome, Task, closed, in_words


@dataclass
class _Batch:
    """All tasks between two cancellations; what ends later is put where nobody looks."""

    stop: threading.Event = field(default_factory=threading.Event)
    done: queue.SimpleQueue[Outcome] = field(default_factory=queue.SimpleQueue)
    under_way: int = 0

    def alive(self) -> None:
        if self.stop.is_set():
            raise Cancelled


class Threads(Engine):
    """An engine of threads; a task that is cancelled ends at its next ``alive()``."""

    def __init__(self, workers: int | None = None) -> None:
        self.workers = checked_workers(workers)
        self._pool: ThreadPoolExecutor | None = ThreadPoolExecutor(self.workers, "sidelight-lab")
        self._batch = _Batch()

    def submit(self, task: Task) -> None:
        """Take a task."""
        if self._pool is None:
            raise closed()
        self._pool.submit(_do, task, self._batch)
        self._batch.under_way += 1

    def completed(self, timeout: float) -> list[Outcome]:
        """What has ended."""
        batch, outcomes = self._batch, []
        try:
            if batch.under_way:
                outcomes.append(batch.done.get(timeout=max(timeout, 0.0)))
            while True:
                outcomes.append(batch.done.get_nowait())
        except queue.Empty:
            pass
        batch.under_way -= len(outcomes)
        return outcomes

    def cancel(self) -> None:
        """Forget all tasks."""
        self._batch.stop.set()
        self._batch = _Batch()

    def close(self) -> None:
        """Wait for what runs, which ends soon."""
        self.cancel()
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)
            self._pool = None


def _do(task: Task, batch: _Batch) -> None:
    started = time.perf_counter()
    try:
        batch.alive()
        value, error = task.work(task.about, batch.alive), None
    except Cancelled:
        return
    except BaseException as failure:
        value, error = None, in_words(failure)
    batch.done.put(Outcome(task.key, value, error, seconds=time.perf_counter() - started))

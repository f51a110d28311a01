"""Processes of this machine, supervised: who is killed is replaced, and what it had is done again."""

from __future__ import annotations

import contextlib
import multiprocessing
import pickle
import time
from collections import deque
from dataclasses import dataclass, field
from multiprocessing.connection import wait
from typing import Any

from sidelight.arena.workers import checked_workers
from sidelight.lab.engines.base import MOST_ATTEMPTS, Engine, Outcome, Task, closed, in_words
from sidelight.lab.engines.worker import serve

AT_A_WORKER = 2  # tasks: one it works on, and one so that it need not wait for the next
SECONDS_TO_END = 5.0


@dataclass
class _Given:
    """A task on its way, and how often it was begun."""

    key: str
    packed: bytes
    attempts: int = 1


@dataclass
class _Worker:
    """A process, its pipe, and what it has, in the order in which it does it."""

    process: Any
    pipe: Any
    has: deque[_Given] = field(default_factory=deque)

    def end(self) -> None:
        self.process.kill()
        self.process.join(SECONDS_TO_END)
        self.pipe.close()


class Processes(Engine):
    """An engine of processes, started when there is work for them."""

    replaces_workers = True

    def __init__(self, workers: int | None = None) -> None:
        self.workers = checked_workers(workers)
        self._context = _context()
        self._team: list[_Worker] = []
        self._waiting: deque[_Given] = deque()
        self._ended: list[Outcome] = []
        self._open = True

    def submit(self, task: Task) -> None:
        """Take a task."""
        if not self._open:
            raise closed()
        try:
            self._waiting.append(_Given(task.key, pickle.dumps((task.work, task.about))))
        except (pickle.PicklingError, TypeError, AttributeError) as error:
            self._ended.append(Outcome(task.key, error=f"the task cannot be sent: {in_words(error)}"))
        self._feed()

    def completed(self, timeout: float) -> list[Outcome]:
        """What has ended; the dead are replaced here."""
        until = time.monotonic() + timeout
        while not self._ended and (busy := [worker for worker in self._team if worker.has]):
            ready = wait([worker.pipe for worker in busy], max(0.0, until - time.monotonic()))
            for worker in busy:
                if worker.pipe in ready:
                    self._hear(worker)
            self._feed()
            if not ready:
                break
        ended, self._ended = self._ended, []
        return ended

    def cancel(self) -> None:
        """Forget all tasks, and end those who work on them."""
        for worker in self._team:
            worker.end()
        self._team, self._ended = [], []
        self._waiting.clear()

    def close(self) -> None:
        """End all processes."""
        self.cancel()
        self._open = False

    @property
    def pids(self) -> list[int]:
        """Who works."""
        return [worker.process.pid for worker in self._team]

    def _hear(self, worker: _Worker) -> None:
        """Take one outcome, or notice that there will be none: a message cut short counts as none."""
        try:
            outcome: Outcome = worker.pipe.recv()
        except (EOFError, OSError, pickle.UnpicklingError):
            self._bury(worker)
            return
        given = worker.has.popleft()
        self._ended.append(outcome._replace(attempts=given.attempts))

    def _bury(self, worker: _Worker) -> None:
        """What it had is done again by others; the task it was at may have killed it, so not for ever."""
        worker.end()
        self._team.remove(worker)
        if worker.has:
            suspect = worker.has[0]
            if suspect.attempts >= MOST_ATTEMPTS:
                worker.has.popleft()
                told = f"the worker died {suspect.attempts} times at this (exit code {worker.process.exitcode})"
                self._ended.append(Outcome(suspect.key, error=told, attempts=suspect.attempts))
            suspect.attempts += 1
        self._waiting.extendleft(reversed(worker.has))

    def _feed(self) -> None:
        """Tasks to whoever has fewest, and more workers as long as there is work for them."""
        while self._waiting:
            idle = min(self._team, key=lambda worker: len(worker.has), default=None)
            if (idle is None or idle.has) and len(self._team) < self.workers:
                idle = self._hired()
            if idle is None or len(idle.has) >= AT_A_WORKER:
                return
            given = self._waiting.popleft()
            idle.has.append(given)
            with contextlib.suppress(OSError):  # it is dead, which ``completed`` will hear
                idle.pipe.send((given.key, given.packed))

    def _hired(self) -> _Worker:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=serve, args=(theirs,), daemon=True, name="sidelight-worker")
        process.start()
        theirs.close()  # so that the pipe ends with the worker
        self._team.append(_Worker(process, ours))
        return self._team[-1]


def _context() -> Any:
    """Processes begin as copies of one that has imported all and runs no threads, where that can be."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["sidelight.lab.chunks", "sidelight.lab.engines.warm"])
    return context

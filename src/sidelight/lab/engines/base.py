"""What an engine is: somewhere to send tasks, and to hear of them again, in any order.

To add one: a class with these five methods, its line in ``ENGINES`` (``__init__.py``), and its name in
``tests/conformance/test_engines.py``, which runs ``sidelight.testing.check_engine`` on all of them.
"""

from __future__ import annotations

import traceback
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, NamedTuple, Self

from sidelight.errors import SidelightError
from sidelight.lab.errors import ChunkFailed

Alive = Callable[[], None]  # raises Cancelled where the work is not wanted any more
MOST_ATTEMPTS = 5  # of a task whose worker is killed; it may be the task that kills


class Cancelled(BaseException):
    """Raised inside a task that was cancelled; not an Exception, so that no task takes it for a failure of its own."""


class Task(NamedTuple):
    """Work to be done: ``work(about, alive)``, which must be importable and may be done more than once."""

    key: str
    work: Callable[[Any, Alive], Any]
    about: Any


class Outcome(NamedTuple):
    """What became of a task: a value, or the error in words."""

    key: str
    value: Any = None
    error: str | None = None
    attempts: int = 1
    seconds: float = 0.0


class Engine(ABC):
    """Tasks in, outcomes out, each exactly once, in whatever order; used by one thread."""

    workers: int
    replaces_workers = False  # whether tasks survive the death of who works on them

    @abstractmethod
    def submit(self, task: Task) -> None:
        """Take a task; returns at once."""

    @abstractmethod
    def completed(self, timeout: float) -> list[Outcome]:
        """What has ended since the last time; waits for one, but not long, and not if nothing is under way."""

    @abstractmethod
    def cancel(self) -> None:
        """Forget all tasks: none of them is heard of again. The engine takes new ones."""

    @abstractmethod
    def close(self) -> None:
        """Cancel, and give back threads, processes and connections; may be called twice."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def in_words(error: BaseException) -> str:
    """An error as a driver should hear of it: on purpose in a line, anything else with its traceback."""
    line = "".join(traceback.format_exception_only(error)).strip()
    return line if isinstance(error, SidelightError) else "".join(traceback.format_exception(error)).strip()


def closed() -> ChunkFailed:
    """Nothing can be submitted any more."""
    return ChunkFailed("this engine is closed; make another")

"""``check_engine``: what the lab relies on, tried on one engine.

Engines are made by ``make(workers)``. Each check is a function of it, so that what fails has a name.
"""

from __future__ import annotations

import os
import signal
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from sidelight.lab.engines.base import MOST_ATTEMPTS, Alive, Engine, Outcome, Task
from sidelight.lab.errors import ChunkFailed
from sidelight.testing.trial import require

Make = Callable[[int], Engine]
PATIENCE = 60.0


def squared(about: int, alive: Alive) -> int:
    """A little work."""
    return about * about


def failing(about: int, alive: Alive) -> int:
    """An error for odd numbers."""
    if about % 2:
        raise ValueError(f"{about} is odd")
    return about


def patient(about: float, alive: Alive) -> str:
    """Work that lasts, and may be cancelled."""
    until = time.monotonic() + about
    while time.monotonic() < until:
        alive()
        time.sleep(0.005)
    return "late"


def killing_once(about: tuple[str, int], alive: Alive) -> int:
    """Kill who works on it, but only the first time."""
    folder, number = about
    mark = Path(folder, str(number))
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def killing(about: int, alive: Alive) -> None:
    """Kill who works on it, always."""
    os.kill(os.getpid(), signal.SIGKILL)


def not_sent(about: int, alive: Alive) -> Any:
    """A result that cannot leave a process."""
    return lambda: about


def all_of(engine: Engine, tasks: Iterable[Task]) -> dict[str, Outcome]:
    """Submit tasks and wait for all of them; each must be heard of once."""
    waited = set()
    for task in tasks:
        engine.submit(task)
        waited.add(task.key)
    found: dict[str, Outcome] = {}
    until = time.monotonic() + PATIENCE
    while waited - found.keys():
        require(time.monotonic() < until, f"tasks are not heard of again: {sorted(waited - found.keys())[:5]}")
        for outcome in engine.completed(0.5):
            require(outcome.key in waited, f"an outcome of {outcome.key!r}, which was not submitted")
            require(outcome.key not in found, f"two outcomes of {outcome.key!r}")
            found[outcome.key] = outcome
    return found


def check_values(make: Make) -> None:
    """Each task comes back once with its value, for any number of workers, also a second time."""
    for workers in (1, 2, 3):
        with make(workers) as engine:
            for count in (1, 40):
                found = all_of(engine, [Task(f"{k}", squared, k) for k in range(count)])
                values = {key: outcome.value for key, outcome in found.items()}
                require(values == {f"{k}": k * k for k in range(count)}, f"values are {values}")
                require(all(outcome.error is None and outcome.attempts == 1 for outcome in found.values()), "errors")


def check_errors(make: Make) -> None:
    """A task that raises says what; the others are not disturbed, and nor is the engine."""
    with make(2) as engine:
        found = all_of(engine, [Task(f"{k}", failing, k) for k in range(9)])
        for k in range(9):
            error = found[f"{k}"].error
            require((error is None) == (k % 2 == 0), f"error of {k} is {error!r}")
            require(error is None or f"ValueError: {k} is odd" in error, f"error of {k} is {error!r}")


def check_waiting(make: Make) -> None:
    """Where nothing is under way nobody waits, and otherwise not longer than was said."""
    with make(1) as engine:
        started = time.monotonic()
        require(engine.completed(20.0) == [], "an outcome of nothing")
        require(time.monotonic() - started < 5.0, "waited for nothing")
        engine.submit(Task("slow", patient, 30.0))
        started = time.monotonic()
        require(engine.completed(0.05) == [], "an outcome too early")
        require(time.monotonic() - started < 5.0, "waited longer than was said")


def check_cancelling(make: Make) -> None:
    """What is cancelled is not heard of again, and does not hold up what comes after."""
    with make(2) as engine:
        for k in range(6):
            engine.submit(Task(f"old {k}", patient, 30.0))
        engine.completed(0.2)
        engine.cancel()
        started = time.monotonic()
        all_of(engine, [Task(f"{k}", squared, k) for k in range(4)])
        require(time.monotonic() - started < 20.0, "new tasks waited for cancelled ones")


def check_closing(make: Make) -> None:
    """Closing ends what runs, may be done twice, and nothing is taken afterwards."""
    engine = make(1)
    engine.submit(Task("slow", patient, 30.0))
    started = time.monotonic()
    engine.close()
    engine.close()
    require(time.monotonic() - started < 20.0, "closing waited for a cancelled task")
    try:
        engine.submit(Task("late", squared, 1))
    except ChunkFailed:
        return
    require(False, "a closed engine took a task")


def check_killed_workers(make: Make) -> None:
    """A worker that is killed is replaced, and all it had is done; a task that always kills is given up."""
    with make(2) as engine, tempfile.TemporaryDirectory() as folder:
        if not engine.replaces_workers:
            return
        tasks = [Task(f"{k}", killing_once, (folder, k)) if k % 3 == 0 else Task(f"{k}", squared, k) for k in range(9)]
        found = all_of(engine, [*tasks, Task("bad", killing, 0)])
        bad = found.pop("bad")
        require(bad.error is not None and bad.attempts == MOST_ATTEMPTS, f"the task that kills ended as {bad}")
        for k in range(9):
            outcome, value = found[f"{k}"], k if k % 3 == 0 else k * k
            require(outcome.value == value and outcome.error is None, f"after a kill task {k} ended as {outcome}")
            require(k % 3 > 0 or outcome.attempts >= 2, f"a killed task counts {outcome.attempts} attempts")


def check_what_cannot_be_sent(make: Make) -> None:
    """Tasks and results that cannot be sent are errors, where they must be sent at all; nobody waits for them."""
    with make(1) as engine:
        found = all_of(engine, [Task("result", not_sent, 1), Task("task", squared, 3), Task("odd", lambda a, b: a, 1)])
        require(found["task"].value == 9, "what can be sent was disturbed")
        if engine.replaces_workers:
            require(all(found[key].error for key in ("result", "odd")), f"no errors: {found}")


CHECKS = (
    check_values,
    check_errors,
    check_waiting,
    check_cancelling,
    check_closing,
    check_killed_workers,
    check_what_cannot_be_sent,
)


def check_engine(make: Make) -> None:
    """Hold an engine to all that the lab relies on; ``AssertionError`` says what it does not keep."""
    for check in CHECKS:
        check(make)

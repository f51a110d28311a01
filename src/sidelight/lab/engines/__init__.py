"""Engines by name: where chunks are played. All give the same numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sidelight.errors import InvalidParameter
from sidelight.lab.engines.base import Cancelled, Engine, Outcome, Task
from sidelight.lab.engines.processes import Processes
from sidelight.lab.engines.threads import Threads

__all__ = ["ENGINES", "Cancelled", "Engine", "Outcome", "Processes", "Task", "Threads", "made_engine"]

# An engine on a cluster has its address after its name, as in "dask://host:8786", and imports its library in its file.
ENGINES: Mapping[str, Callable[[str, int | None], Engine]] = {
    "threads": lambda address, workers: Threads(workers),
    "processes": lambda address, workers: Processes(workers),
}


def made_engine(told: str, workers: int | None = None) -> Engine:
    """The engine that a name, or ``name://address``, stands for."""
    name, _, address = told.partition("://")
    if name not in ENGINES:
        raise InvalidParameter(f"engine={told!r} is not known. Known: {', '.join(ENGINES)}")
    return ENGINES[name](address, workers)

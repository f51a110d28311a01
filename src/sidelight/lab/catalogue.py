"""All that a spec can name, read from the registries."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from sidelight.graphs.families import FAMILIES, Family
from sidelight.graphs.processes.base import PROCESSES, RegisteredProcess
from sidelight.lab.entries import INNER, ROLES, signature_of
from sidelight.learners import LEARNERS
from sidelight.worlds import WORLDS


class Named(NamedTuple):
    """A name, what it takes in a spec, and what it is in a line."""

    name: str
    takes: list[str]
    summary: str


def learners() -> list[Named]:
    """The learners of the table, with their own parameters first."""
    return [
        Named(name, _takes("learners", name), f"{learner.algorithm.title}; {learner.algorithm.serves.value}")
        for name, learner in LEARNERS.items()
    ]


def worlds() -> list[Named]:
    """The worlds."""
    return [Named(name, _takes("worlds", name), kind.summary) for name, kind in WORLDS.items()]


def graphs() -> list[Named]:
    """Families of graphs, and processes of graphs over time."""
    kinds: dict[str, Family | RegisteredProcess] = {**FAMILIES, **PROCESSES}
    return [Named(name, _takes("graphs", name), kind.summary) for name, kind in kinds.items()]


def _takes(section: str, name: str) -> list[str]:
    role = ROLES[section]
    outer = {inner: outer for outer, inner in INNER.items()} if role.one == "world" else {}
    return [outer.get(key, key) for key in signature_of(role, name)]


CATALOGUE: dict[str, Callable[[], list[Named]]] = {"learners": learners, "worlds": worlds, "graphs": graphs}

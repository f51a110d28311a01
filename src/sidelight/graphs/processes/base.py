"""Graphs that change from round to round, each round's to be had without the ones before."""

from __future__ import annotations

import inspect
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from sidelight.errors import InvalidGraph
from sidelight.graphs.families.checks import round_of, seed_of
from sidelight.graphs.families.registry import first_line
from sidelight.graphs.feedback_graph import FeedbackGraph


class Choices(NamedTuple):
    """Graphs, and for each of some rounds in a row the number of its graph among them."""

    graphs: Sequence[FeedbackGraph]
    which: NDArray[np.int32]


class GraphProcess(ABC):
    """A graph for each (seed, round): the same two numbers always give the same graph."""

    if TYPE_CHECKING:  # some hold it as a field, some ask their graph: a property here would shadow the field

        @property
        def n_actions(self) -> int:
            """Number of actions, the same in every round."""

    def at(self, round_: int, seed: int = 0) -> FeedbackGraph:
        """The graph of a round; rounds are counted from 0."""
        return self._graph(round_of(round_), seed_of(seed))

    def replay(self, rounds: int, seed: int = 0) -> Iterator[FeedbackGraph]:
        """The graphs of rounds 0 .. rounds - 1 in order."""
        return (self.at(round_, seed) for round_ in range(round_of(rounds, "rounds")))

    def choices(self, first: int, stop: int, seed: int = 0) -> Choices:
        """The graphs of rounds ``first .. stop - 1`` without repeats where that is known, and which round has which."""
        graphs = [self.at(round_, seed) for round_ in range(first, stop)]
        return Choices(graphs, np.arange(stop - first, dtype=np.int32))

    @abstractmethod
    def _graph(self, round_: int, seed: int) -> FeedbackGraph:
        """What ``at`` returns, arguments checked."""


def require_graph(graph: object) -> None:
    """Refuse what is not a feedback graph."""
    if not isinstance(graph, FeedbackGraph):
        raise InvalidGraph(f"a FeedbackGraph is needed, not {type(graph).__name__}")


@dataclass(frozen=True)
class RegisteredProcess:
    """A kind of process, with arguments that make small ones."""

    name: str
    build: type[GraphProcess]
    examples: Callable[[], tuple[Mapping[str, Any], ...]]

    @property
    def summary(self) -> str:
        """The first line of its documentation."""
        return first_line(self.build)

    def __repr__(self) -> str:
        """Its name and what it is."""
        return f"<{self.name} {self.build.__name__}{inspect.signature(self.build)}: {self.summary}>"


PROCESSES: dict[str, RegisteredProcess] = {}
Process = TypeVar("Process", bound=type[GraphProcess])


def process(name: str, examples: Callable[[], tuple[Mapping[str, Any], ...]]) -> Callable[[Process], Process]:
    """Register a kind of process; the examples are a function because they hold graphs."""

    def register(build: Process) -> Process:
        PROCESSES[name] = RegisteredProcess(name, build, examples)
        return build

    return register

"""Rounds that were learned before their turn to be certified, and what they take of the memory of tickets."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidelight.graphs import FeedbackGraph

WAITING_BYTES = 512  # of a round, roughly, besides its numbers


class Looked(NamedTuple):
    """A round as it is to be certified. ``graph`` is None where nothing is known of it."""

    graph: FeedbackGraph | None
    action: int
    rows: NDArray[np.int64]
    numbers: NDArray[np.float64]  # six for each of them, one sort after the other
    blind: bool
    variance: float
    lost: bool = False  # whether its losses will never come


class Waiting:
    """By round. Graphs are counted once each, and not at all while there is only one: a learner holds one anyhow."""

    def __init__(self) -> None:
        self.rounds: dict[int, Looked] = {}
        self._bytes = 0
        self._graphs: dict[str, tuple[int, int]] = {}  # by content: how many rounds have it, and its bytes
        self._graph_bytes = 0

    @property
    def held(self) -> int:
        """Bytes."""
        return self._bytes + (self._graph_bytes if len(self._graphs) > 1 else 0)

    def held_with(self, looked: Looked) -> int:
        """Bytes, if this one waited too."""
        graph, own = looked.graph, bytes_of(looked)
        if graph is None or graph.digest in self._graphs:
            return self.held + own
        return self._bytes + own + (self._graph_bytes + graph.packed.nbytes if self._graphs else 0)

    def put(self, round_: int, looked: Looked) -> None:
        """One more."""
        self.rounds[round_] = looked
        self._bytes += bytes_of(looked)
        if looked.graph is not None:
            number, size = self._graphs.get(looked.graph.digest, (0, looked.graph.packed.nbytes))
            self._graphs[looked.graph.digest] = number + 1, size
            self._graph_bytes += 0 if number else size

    def take(self, round_: int) -> Looked:
        """One less."""
        looked = self.rounds.pop(round_)
        self._bytes -= bytes_of(looked)
        if looked.graph is not None:
            number, size = self._graphs.pop(looked.graph.digest)
            if number > 1:
                self._graphs[looked.graph.digest] = number - 1, size
            self._graph_bytes -= 0 if number > 1 else size
        return looked


def bytes_of(looked: Looked) -> int:
    """Without its graph."""
    return WAITING_BYTES + looked.rows.nbytes + looked.numbers.nbytes

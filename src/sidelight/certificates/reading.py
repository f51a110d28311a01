"""From the cells of a row to a checked decision: what they may look like, and what is refused."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from sidelight.certificates.chances import all_chances, part_of
from sidelight.certificates.entry import Entry, Floats, Integers
from sidelight.certificates.names import Names
from sidelight.certificates.scale import Scale
from sidelight.errors import (
    InvalidGraph,
    InvalidLog,
    LossMissing,
    LossNotRevealed,
    MissingGraph,
    SidelightError,
    WrongGraph,
)
from sidelight.graphs import FeedbackGraph

MOST_KEPT = 64  # graphs given by edges that are kept ready


def absent(cell: Any) -> bool:
    """Whether a cell says nothing: None, or the NaN that frames put where nothing is."""
    return cell is None or (isinstance(cell, float) and math.isnan(cell))


class Reader:
    """Reads rows about n actions."""

    def __init__(
        self, names: Names, graph: FeedbackGraph | Mapping[Any, FeedbackGraph] | None, scale: Scale, partial: bool
    ) -> None:
        self.names = names
        self.scale = scale
        self.partial = partial  # whether chances of what was revealed are enough
        self._graph = graph if isinstance(graph, FeedbackGraph) else None
        self._named = dict(graph) if isinstance(graph, Mapping) else {}
        self._kept: dict[bytes, FeedbackGraph] = {}

    def decision(self, where: str, row: Mapping[str, Any]) -> Entry:
        """A row that says what was played."""
        try:
            action = self.names.index(row["action"])
            lost = bool(row.get("lost")) and not absent(row.get("lost"))
            graph = self.graph_of(row, lost)
            blank = absent(row.get("chances"))
            if graph is None or (lost and blank):
                return Entry(where, action, None, None, None, True)
            entry = Entry(where, action, graph, None, None, lost)
            if blank:
                raise InvalidLog("there are no chances; log the law that the action was drawn from, as it was")
            if self._is_part(row):
                entry.law = part_of(row, action, graph, self.names)
            else:
                entry.law = all_chances(row, graph, self.names)
            if not lost:
                entry.losses = self._losses(row, action, graph)
            return entry
        except SidelightError as error:
            raise named(error, where) from error

    def feedback(self, where: str, row: Mapping[str, Any], entry: Entry) -> Entry:
        """The same decision with the losses, or the loss of the losses, that a later row tells of."""
        try:
            if row.get("lost") and not absent(row.get("lost")):
                entry.lost = True
            elif entry.graph is not None:
                entry.losses = self._losses(row, entry.action, entry.graph)
            return entry
        except SidelightError as error:
            raise named(error, where) from error

    def graph_of(self, row: Mapping[str, Any], lost: bool = False) -> FeedbackGraph | None:
        """The graph of a row: its own, by name, by edges, or the one of all rows."""
        graph = row.get("graph")
        if isinstance(graph, FeedbackGraph):
            return self._fitting(graph)
        if not absent(graph):
            try:
                return self._fitting(self._named[graph])
            except (KeyError, TypeError):
                raise WrongGraph(f"graph {graph!r} is not among those of graph=; give graph={{name: graph}}") from None
        if not absent(row.get("edges")):
            return self._by_edges(row["edges"])
        if self._graph is None and not lost:
            raise MissingGraph("there is no graph; give edges in each row, or one graph= for all")
        return self._graph

    def _is_part(self, row: Mapping[str, Any]) -> bool:
        chances = row["chances"]
        some = isinstance(chances, Mapping) and sum(not absent(c) for c in chances.values()) < self.names.n
        if not some or absent(row.get("chances_seen")):
            return False
        if not self.partial:
            raise InvalidLog("method='tight' needs the chances of all actions; use method='fast'")
        return True

    def _fitting(self, graph: FeedbackGraph) -> FeedbackGraph:
        if graph.n_actions != self.names.n:
            raise WrongGraph(f"its graph has {graph.n_actions} actions, and this log {self.names.n}")
        return graph

    def _by_edges(self, edges: Any) -> FeedbackGraph:
        pairs = [(self.names.index(i), self.names.index(j)) for i, j in _pairs(edges)]
        key = np.array(pairs, np.int64).tobytes()
        if key not in self._kept:
            if len(self._kept) >= MOST_KEPT:
                self._kept.pop(next(iter(self._kept)))
            self._kept[key] = FeedbackGraph.from_edges(self.names.n, pairs)
        return self._kept[key]

    def _losses(self, row: Mapping[str, Any], action: int, graph: FeedbackGraph) -> tuple[Integers, Floats] | None:
        """Actions and losses in [0, 1]; None where they are awaited. Nothing is awaited where nothing is revealed."""
        revealed = graph.reveals(action)
        cell: Any = row.get(self.scale.column)
        if absent(cell):
            return (revealed, np.zeros(0)) if revealed.size == 0 else None
        if isinstance(cell, Mapping):
            items = [(self.names.index(name), value) for name, value in cell.items() if value is not None]
            if not items and cell and revealed.size:
                return None  # a frame's way to say that there is no mapping
            keys, values = [j for j, _ in items], [value for _, value in items]
        else:
            values = list(cell)
            if absent(row.get("revealed")):
                keys = revealed.tolist()
                _as_many(len(values), len(keys))
            else:
                keys = [self.names.index(name) for name in row["revealed"]]
                if len(keys) != len(values):
                    raise InvalidLog(f"{len(values)} losses stand beside {len(keys)} names of what was revealed")
        losses = self.scale.losses(values, [self.names.name(j) for j in keys] if len(keys) < 100 else keys)
        return np.array(keys, np.int64), losses


def named(error: SidelightError, where: str) -> SidelightError:
    """The same error, saying in which row."""
    return type(error)(f"{where}: {error}")


def _as_many(given: int, revealed: int) -> None:
    if given != revealed:
        kind = LossMissing if given < revealed else LossNotRevealed
        raise kind(f"{given} losses for {revealed} revealed actions; give one for each, in the order of g.reveals(i)")


def _pairs(edges: Any) -> Iterable[tuple[Any, Any]]:
    try:
        return [(i, j) for i, j in edges]
    except (TypeError, ValueError):
        raise InvalidGraph("edges must be pairs (i, j), i reveals j") from None

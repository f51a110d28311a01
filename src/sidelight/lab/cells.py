"""Cells: one learner, one world, one graph, one horizon; everything of a study but the seeds."""

from __future__ import annotations

import functools
import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sidelight.arena.one_game import is_compiled
from sidelight.arena.play import checked_checkpoints
from sidelight.errors import SidelightError
from sidelight.lab.code_version import code_version, module_version
from sidelight.lab.entries import GRAPH, Entry
from sidelight.lab.errors import InvalidSpec
from sidelight.lab.making import Match, find_modules_beside, made_match
from sidelight.lab.spec import Spec, base_name, digest_of


@dataclass(frozen=True)
class Cell:
    """What is played, by what it is made of; small, and the same in every process."""

    learner: Entry
    world: Entry
    graph: Entry | None
    horizon: int
    checkpoints: int | tuple[int, ...]
    record: tuple[str, ...]
    folder: str | None = None

    @property
    def name(self) -> str:
        """Its four names."""
        graph = "" if self.graph is None else f" on {self.graph.name}"
        return f"{self.learner.name} against {self.world.name}{graph}, {self.horizon:,} rounds"

    @property
    def points(self) -> NDArray[np.int64]:
        """The rounds at which sums are kept."""
        given = self.checkpoints
        if isinstance(given, int):
            return checked_checkpoints(min(given, self.horizon), self.horizon)
        return checked_checkpoints([point for point in given if point <= self.horizon] or [self.horizon], self.horizon)

    @functools.cached_property
    def address(self) -> str:
        """A digest of all that its numbers depend on besides seeds: what is played, and the code that plays it.

        Names are not among it: an entry may be renamed, and nothing is played again.
        """
        find_modules_beside(self.folder)
        entries = [entry for entry in (self.learner, self.world, self.graph) if entry is not None]
        told = [[entry.kind, entry.arguments] for entry in entries]
        modules = sorted({module for entry in entries for module in _modules(entry.kind, entry.arguments)})
        outside = [module_version(module) for module in modules] + [_content(path) for path in self._files()]
        points = [int(point) for point in self.points]
        return digest_of(told, self.horizon, points, sorted(self.record), outside, code_version())

    def _files(self) -> list[Path]:
        """Recorded losses that the world is made of."""
        losses = self.world.arguments.get("losses") if self.world.kind == "table" else None
        return [Path(self.folder or ".") / losses] if isinstance(losses, str) else []

    def made(self) -> Match:
        """Both parties, made anew."""
        find_modules_beside(self.folder)
        world = self.world
        for path in self._files():  # told as seen from the spec
            world = replace(world, arguments={**world.arguments, "losses": str(path)})
        return made_match(self.learner, world, self.graph, self.horizon)


def _content(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else "missing"


def _modules(kind: str, arguments: Any) -> Iterator[str]:
    """The modules of the user's own that an entry names, also deep inside."""
    if ":" in kind:
        yield kind.partition(":")[0]
    for value in arguments.values() if isinstance(arguments, Mapping) else arguments:
        if isinstance(value, Mapping):
            yield from _modules(str(value.get("family", value.get("world", ""))), value)
        elif isinstance(value, list):
            yield from _modules("", value)


def cells_of(spec: Spec) -> Iterator[Cell]:
    """All cells of a spec; those that play the same world with the same horizon are next to each other."""
    for horizon in spec.horizons:
        for world in spec.worlds:
            for graph in _graphs_for(world, spec):
                for learner in spec.learners:
                    if _wanted(learner, "worlds", world) and _wanted(learner, "graphs", graph):
                        yield Cell(learner, world, graph, horizon, spec.checkpoints, spec.record, spec.folder)


def _graphs_for(world: Entry, spec: Spec) -> list[Entry | None]:
    """The graphs that a world is crossed with: those it asks for, all if it needs one, none if it has its own."""
    if "graphs" in world.filters:
        return [graph for graph in spec.graphs if base_name(graph.name) in world.filters["graphs"]]
    if not needs_graph(world):
        return [None]
    if not spec.graphs:
        spec.source.refuse(world.path, f"the world {world.name!r} needs graphs, and the spec has none; add [graphs.…]")
    return list(spec.graphs)


def needs_graph(world: Entry) -> bool:
    """Whether it is made of a graph of the spec."""
    return _mentions(world.arguments, GRAPH) or (
        isinstance(world.arguments.get("world"), dict) and "graph" not in world.arguments["world"]
    )


def _mentions(value: Any, reference: str) -> bool:
    if isinstance(value, dict):
        return any(_mentions(part, reference) for part in value.values())
    if isinstance(value, list):
        return any(_mentions(part, reference) for part in value)
    return isinstance(value, str) and value == reference


def _wanted(learner: Entry, section: str, entry: Entry | None) -> bool:
    names = learner.filters.get(section)
    return names is None or (entry is not None and base_name(entry.name) in names)


def tried(cell: Cell, spec: Spec) -> Match:
    """Both parties, or ``InvalidSpec`` with the line that they cannot be made of."""
    try:
        return cell.made()
    except Exception as error:  # a learner of the user's own may raise anything
        raise refusal(cell, spec, error) from error


def refusal(cell: Cell, spec: Spec, error: Exception) -> InvalidSpec:
    """An error of a cell, with the line of the argument it names, or of the entry that it is about."""
    argument = re.split(r"\W", str(error), maxsplit=1)[0]
    for entry in (cell.learner, cell.world, cell.graph):
        if entry is not None and (*entry.path, argument) in spec.source.lines:
            return InvalidSpec(f"{spec.source.where((*entry.path, argument))}: {error} (in {cell.name})")
    kind = "" if isinstance(error, SidelightError) else f"{type(error).__name__}: "
    return InvalidSpec(f"{spec.source.where(cell.learner.path)}: {kind}{error} (in {cell.name})")


def plays_compiled(match: Match) -> bool:
    """Whether both are of this library."""
    return is_compiled(match.learner, match.world)

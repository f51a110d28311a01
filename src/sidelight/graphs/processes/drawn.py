"""Processes that draw a new graph each round."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sidelight.graphs.converters import flag
from sidelight.graphs.families import ring
from sidelight.graphs.families.checks import chance, positive, whole
from sidelight.graphs.families.classic import scout, star
from sidelight.graphs.families.random import close_pairs, of_pairs, random_loops, random_pairs
from sidelight.graphs.feedback_graph import FeedbackGraph
from sidelight.graphs.processes.base import Choices, GraphProcess, process, require_graph
from sidelight.graphs.roles import Role
from sidelight.kernels.randomness import address, first_numbers, uniforms

FEW_GRAPHS = 512  # that are held at once; one for each action is more, where there are more actions


@process("fresh_erdos_renyi", lambda: ({"n_actions": 6, "p": 0.4}, {"n_actions": 6, "p": 0.4, "symmetric": False}))
@dataclass(frozen=True)
class FreshErdosRenyi(GraphProcess):
    """Each round every pair of actions is joined anew with chance p; ``loops`` always, never or with a chance."""

    n_actions: int
    p: float
    symmetric: bool = True
    loops: bool | float = True

    def __post_init__(self) -> None:
        whole("n_actions", self.n_actions, 1), chance("p", self.p), chance("loops", self.loops)
        flag("symmetric", self.symmetric)

    def _graph(self, round_: int, seed: int) -> FeedbackGraph:
        pairs = random_pairs(self.n_actions, self.p, self.symmetric, seed, round_)
        return of_pairs(self.n_actions, pairs, random_loops(self.n_actions, self.loops, seed, round_))


@process("moving_star", lambda: ({"n_actions": 5}, {"n_actions": 5, "loops": False, "direction": "out"}))
@dataclass(frozen=True)
class MovingStar(GraphProcess):
    """A star whose centre is drawn anew each round."""

    n_actions: int
    loops: bool = True
    direction: str = "both"

    def __post_init__(self) -> None:
        star(self.n_actions, loops=self.loops, direction=self.direction)

    @property
    def varies_little(self) -> bool:
        return self.n_actions <= FEW_GRAPHS

    def _choices(self, first: int, count: int, seed: int) -> Choices:
        return _choices_of(self._with_centre, _drawn_actions(self.n_actions, Role.CENTRE, seed, first, count))

    def _graph(self, round_: int, seed: int) -> FeedbackGraph:
        return self._with_centre(_drawn_actions(self.n_actions, Role.CENTRE, seed, round_, 1)[0])

    def _with_centre(self, centre: int) -> FeedbackGraph:
        swapped = np.arange(self.n_actions)
        swapped[[0, centre]] = [centre, 0]
        return star(self.n_actions, loops=self.loops, direction=self.direction).relabelled(swapped)


@process("moving_scout", lambda: ({"n_actions": 6},))
@dataclass(frozen=True)
class MovingScout(GraphProcess):
    """Each round another action of the second half reveals the first: hopeless unless the graph is known before."""

    n_actions: int

    def __post_init__(self) -> None:
        scout(self.n_actions, whole("n_actions", self.n_actions, 2) - 1)

    @property
    def varies_little(self) -> bool:
        return self.n_actions <= FEW_GRAPHS

    def _choices(self, first: int, count: int, seed: int) -> Choices:
        half = self.n_actions // 2
        scouts = half + _drawn_actions(half, Role.SCOUT, seed, first, count)
        return _choices_of(lambda action: scout(self.n_actions, action), scouts)

    def _graph(self, round_: int, seed: int) -> FeedbackGraph:
        return self._choices(round_, 1, seed).graphs[0]


@process("loop_flicker", lambda: ({"graph": ring(6), "loopless_chance": 0.3},))
@dataclass(frozen=True)
class LoopFlicker(GraphProcess):
    """Each round each action loses its self-loop with a chance and is then revealed by all others.

    A strongly observable graph stays so. An only action keeps its loop.
    """

    graph: FeedbackGraph
    loopless_chance: float

    def __post_init__(self) -> None:
        require_graph(self.graph)
        chance("loopless_chance", self.loopless_chance)

    @property
    def n_actions(self) -> int:
        return self.graph.n_actions

    def _graph(self, round_: int, seed: int) -> FeedbackGraph:
        n = self.n_actions
        loopless = uniforms(address(seed, Role.FLICKER, round_), 0, n) < self.loopless_chance
        if n == 1 or not loopless.any():
            return self.graph
        edges = self.graph.to_edges()
        kept = edges[~loopless[edges[:, 1]]]
        seen = np.flatnonzero(loopless)
        rows, cols = np.tile(np.arange(n), seen.size), np.repeat(seen, n)
        others = rows != cols
        both = of_pairs(n, (kept[:, 0], kept[:, 1]), (rows[others], cols[others]))
        return both.with_labels(self.graph.labels)


@process("dropping_edges", lambda: ({"graph": ring(6), "drop_chance": 0.3}, {"graph": ring(6), "drop_chance": 1.0}))
@dataclass(frozen=True)
class DroppingEdges(GraphProcess):
    """Each round each edge is missing with a chance; self-loops stay unless ``keep_loops=False``."""

    graph: FeedbackGraph
    drop_chance: float
    keep_loops: bool = True

    def __post_init__(self) -> None:
        require_graph(self.graph)
        chance("drop_chance", self.drop_chance)
        flag("keep_loops", self.keep_loops)

    @property
    def n_actions(self) -> int:
        return self.graph.n_actions

    def _graph(self, round_: int, seed: int) -> FeedbackGraph:
        edges = self.graph.to_edges()
        stays = uniforms(address(seed, Role.DROPS, round_), 0, len(edges)) >= self.drop_chance
        if self.keep_loops:
            stays |= edges[:, 0] == edges[:, 1]
        return FeedbackGraph.from_edges(self.n_actions, edges[stays], labels=self.graph.labels)


@process("moving_points", lambda: ({"n_actions": 8, "radius": 0.4, "speed": 0.05},))
@dataclass(frozen=True)
class MovingPoints(GraphProcess):
    """Points that move straight on in the unit square, mirrored at its sides, and reveal those within ``radius``."""

    n_actions: int
    radius: float
    speed: float = 0.01

    def __post_init__(self) -> None:
        whole("n_actions", self.n_actions, 1), positive("radius", self.radius), positive("speed", self.speed)

    def _graph(self, round_: int, seed: int) -> FeedbackGraph:
        n = self.n_actions
        start = uniforms(address(seed, Role.POSITIONS, 0), 0, 2 * n).reshape(n, 2)
        angle = 2.0 * np.pi * uniforms(address(seed, Role.DIRECTIONS, 0), 0, n)
        unfolded = start + round_ * self.speed * np.column_stack((np.cos(angle), np.sin(angle)))
        folded = 1.0 - np.abs(unfolded % 2.0 - 1.0)  # where a straight line is after its mirrors
        return of_pairs(n, close_pairs(folded, self.radius), random_loops(n, True, seed, 0))


def _drawn_actions(n: int, role: Role, seed: int, first: int, count: int) -> NDArray[np.int64]:
    return (first_numbers(seed, role, first, count) * n).astype(np.int64)


def _choices_of(graph_of: Callable[[int], FeedbackGraph], drawn: NDArray[np.int64]) -> Choices:
    different, which = np.unique(drawn, return_inverse=True)
    return Choices([graph_of(int(action)) for action in different], which.astype(np.int32))

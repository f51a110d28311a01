"""Graphs, worlds and learners made of what a spec says of them."""

from __future__ import annotations

import importlib
import inspect
import sys
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from sidelight.arena.contract import checked_opponent, checked_player
from sidelight.errors import InvalidParameter
from sidelight.graphs import FeedbackGraph
from sidelight.graphs.families import FAMILIES
from sidelight.graphs.processes import PROCESSES
from sidelight.lab.entries import GRAPH, HORIZON, INNER, LEARNER, N_ACTIONS, Entry
from sidelight.learners import LEARNERS
from sidelight.worlds import WORLDS

Values = dict[str, Callable[[], Any]]


class Match(NamedTuple):
    """Who plays, and against what."""

    learner: Any
    world: Any


def made_match(learner: Entry, world: Entry, graph: Entry | None, horizon: int) -> Match:
    """Both parties of a cell, made anew."""
    played_on = made_world(world, learner, graph, horizon)
    return Match(made_learner(learner, played_on, horizon), played_on)


def made_graph(entry: Entry) -> Any:
    """A graph, or a process of graphs."""
    return _graph({"family": entry.kind, **entry.arguments})


def made_world(entry: Entry, learner: Entry, graph: Entry | None, horizon: int) -> Any:
    """The world of a cell; one that outguesses its learner is shown the template of it."""
    played_on = None if graph is None else made_graph(graph)

    def need_graph() -> Any:
        if played_on is None:
            raise InvalidParameter(f"the world {entry.name!r} needs a graph, and none is given")
        return played_on

    def model() -> Any:
        return _learner(learner, {**values, GRAPH: lambda: _first(need_graph())})

    values: Values = {HORIZON: lambda: horizon, GRAPH: need_graph, N_ACTIONS: lambda: need_graph().n_actions,
                      LEARNER: model}  # fmt: skip
    world = _called(_world_of(entry.kind), entry.arguments, values)
    checked_opponent(world)
    return world


def made_learner(entry: Entry, world: Any, horizon: int) -> Any:
    """The template of a cell's learner."""
    values: Values = {
        HORIZON: lambda: horizon,
        GRAPH: lambda: _first(getattr(world, "graphs", None) or world.graph(0, 0)),
        N_ACTIONS: lambda: world.n_actions,
    }
    learner = _learner(entry, values)
    checked_player(learner)
    return learner


def _learner(entry: Entry, values: Values) -> Any:
    if not entry.is_own:
        return _called(LEARNERS[entry.kind], entry.arguments, values)
    build = imported(entry.kind)
    arguments = dict(entry.arguments)
    if "n_actions" in inspect.signature(build).parameters:
        arguments.setdefault("n_actions", N_ACTIONS)
    return _called(build, arguments, values)


def _first(graph: Any) -> FeedbackGraph:
    """The one graph there is; a learner cannot be told of graphs that change."""
    inner = getattr(graph, "graph", graph)
    if not isinstance(inner, FeedbackGraph) or type(graph).__name__ not in ("FeedbackGraph", "Fixed"):
        raise InvalidParameter(f'graph="$graph" is for graphs that never change, and here they are {graph!r}')
    return inner


def _called(build: Callable[..., Any], arguments: Mapping[str, Any], values: Values) -> Any:
    return build(**{name: _resolved(value, values) for name, value in arguments.items()})


def _resolved(value: Any, values: Values) -> Any:
    """What a value of a spec stands for."""
    if isinstance(value, str) and value in values:
        return values[value]()
    if isinstance(value, list):
        return [_resolved(item, values) for item in value]
    if not isinstance(value, dict):
        return value
    if set(value) == {"first", "others"}:
        first = value["first"] if isinstance(value["first"], list) else [value["first"]]
        return first + [value["others"]] * (values[N_ACTIONS]() - len(first))
    if "family" in value:
        return _graph(value)
    if "world" in value:
        arguments = {INNER.get(name, str(name)): part for name, part in value.items() if name != "world"}
        kind = WORLDS.get(value["world"])
        if kind is not None and "graph" in kind.signature.parameters:
            arguments.setdefault("graph", GRAPH)
        return _called(_world_of(value["world"]), arguments, values)
    raise InvalidParameter(f"{value} must be {{ first, others }}, or a graph with family =, or a world with world =")


def _graph(told: Mapping[str, Any]) -> Any:
    kind = told["family"]
    arguments = {name: _resolved(value, {}) for name, value in told.items() if name != "family"}
    if ":" in kind:
        return imported(kind)(**arguments)
    if kind not in FAMILIES and kind not in PROCESSES:
        raise InvalidParameter(f"family = {kind!r} is no graph; 'sidelight list graphs' has all")
    return FAMILIES[kind].build(**arguments) if kind in FAMILIES else PROCESSES[kind].build(**arguments)


def _world_of(kind: str) -> Callable[..., Any]:
    if ":" in kind:
        return imported(kind)
    if kind not in WORLDS:
        raise InvalidParameter(f"world = {kind!r} is not known; 'sidelight list worlds' has all")
    return WORLDS[kind].build


def imported(name: str) -> Callable[..., Any]:
    """What ``module:attribute`` names."""
    module, _, attribute = name.partition(":")
    try:
        found: Callable[..., Any] = getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise InvalidParameter(f"{name!r} cannot be imported: {error}; modules beside the spec are found") from error
    return found


def find_modules_beside(folder: str | None) -> None:
    """Let modules in the folder of a spec be imported; for good, since what they define may import later."""
    if folder is not None and folder not in sys.path:
        sys.path.append(folder)

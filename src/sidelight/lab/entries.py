"""Learners, worlds and graphs as a spec names them: a registered name, or ``module:attribute``, and arguments.

Arguments may be numbers, texts, lists, and in their place:

- ``"$horizon"``, ``"$n_actions"``, ``"$graph"``, ``"$learner"``: those of the cell it is played in;
- ``{ first = 0.4, others = 0.5 }``: a number for each action (``first`` may be a list);
- ``{ family = "ring", n_actions = 5 }``: a graph; ``{ world = "bernoulli", ... }``: a world;
- ``{ each = [16, 64] }``: one entry for each of these.
"""

from __future__ import annotations

import inspect
import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from sidelight.graphs.families import FAMILIES
from sidelight.graphs.processes import PROCESSES
from sidelight.lab.reading import Node, did_you_mean
from sidelight.learners import LEARNERS
from sidelight.learners.options import Options
from sidelight.worlds import WORLDS

HORIZON, N_ACTIONS, GRAPH, LEARNER = "$horizon", "$n_actions", "$graph", "$learner"
REFERENCES = HORIZON, N_ACTIONS, GRAPH, LEARNER
INNER = {"of": "world"}  # what a world of a world is called, since ``world`` says which world it is
NOT_OURS = {"seed": "seeds = ... of the spec says which", "ticket_memory": "games have one open decision at a time"}


@dataclass(frozen=True)
class Role:
    """One of the three: what its entries are called, and which are registered."""

    one: str
    key: str
    filters: tuple[str, ...]

    @property
    def known(self) -> tuple[str, ...]:
        """Registered names."""
        tables: dict[str, tuple[str, ...]] = {
            "learner": tuple(LEARNERS), "world": tuple(WORLDS), "graph": (*FAMILIES, *PROCESSES)
        }  # fmt: skip
        return tables[self.one]


ROLES = {
    "learners": Role("learner", "learner", ("worlds", "graphs")),
    "worlds": Role("world", "world", ("graphs",)),
    "graphs": Role("graph", "family", ()),
}


@dataclass(frozen=True)
class Entry:
    """What stands under a name in one of the three sections."""

    name: str
    kind: str
    arguments: Mapping[str, Any] = field(default_factory=dict)
    filters: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    path: tuple[str | int, ...] = field(default=(), compare=False)

    @property
    def is_own(self) -> bool:
        """Whether it is a user's, ``module:attribute``."""
        return ":" in self.kind

    def plain(self, key: str) -> dict[str, Any]:
        """As it would stand in a spec."""
        outer = {inner: name for name, inner in INNER.items()} if key == "world" else {}
        arguments = {outer.get(name, name): value for name, value in self.arguments.items()}
        return {key: self.kind, **arguments, **{name: list(names) for name, names in self.filters.items()}}


def entries_of(section: Node, role: Role) -> Iterator[Entry]:
    """The entries of a section, one for each combination of ``each``."""
    for node in section.table(f"{role.one}s, each with {role.key} = ...").items():
        if not isinstance(node.value, Mapping) or role.key not in node.value:
            node.refuse(f"{node.name} must be a table with {role.key} = ...; known: {', '.join(role.known)}")
        kind = node[role.key].text()
        if ":" not in kind:
            node[role.key].one_of(role.known, f"{role.one} (nor 'module:attribute')")
        filters = {name: tuple(item.text() for item in node[name].list())
                   for name in role.filters if name in node.value}  # fmt: skip
        arguments = {key: node[key] for key in node.value if key != role.key and key not in role.filters}
        yield from _expanded(node, kind, role, arguments, filters)


def _expanded(
    node: Node, kind: str, role: Role, arguments: Mapping[str, Node], filters: Mapping[str, tuple[str, ...]]
) -> Iterator[Entry]:
    swept = {key: argument["each"].list() for key, argument in arguments.items() if _is_sweep(argument)}
    for chosen in itertools.product(*swept.values()):
        values = {key: _plain(argument) for key, argument in arguments.items() if key not in swept}
        values |= {key: _plain(item) for key, item in zip(swept, chosen, strict=True)}
        values = {_parameter(role, key): value for key, value in values.items()}
        told = ", ".join(f"{key}={item.value}" for key, item in zip(swept, chosen, strict=True))
        name = f"{node.name}[{told}]" if told else node.name
        if ":" not in kind:
            values = _checked(node, kind, role, values)
        yield Entry(name, kind, values, filters, node.path)


def _is_sweep(argument: Node) -> bool:
    return isinstance(argument.value, Mapping) and list(argument.value) == ["each"]


def _plain(node: Node) -> Any:
    """Its value, if it is one that a spec may have; a reference must be known."""
    if isinstance(node.value, (dict, list)):
        parts = {part.path[-1]: _plain(part) for part in node.items()}
        return parts if isinstance(node.value, dict) else list(parts.values())
    if not isinstance(node.value, (bool, int, float, str)):
        node.refuse(f"{node.name} = {node.value} must be a number, a text, a list or a table")
    if isinstance(node.value, str) and node.value.startswith("$"):
        node.one_of(REFERENCES, "value of a cell")
    return node.value


def _parameter(role: Role, key: str) -> str:
    return INNER.get(key, key) if role.one == "world" else key


def signature_of(role: Role, kind: str) -> dict[str, inspect.Parameter]:
    """What a registered learner, world or graph takes, by name."""
    tables: dict[str, Mapping[str, Any]] = {"learner": LEARNERS, "world": WORLDS, "graph": {**FAMILIES, **PROCESSES}}
    table = tables[role.one]
    build = table[kind] if role.one == "learner" else table[kind].build
    found = dict(inspect.signature(build).parameters)
    if role.one == "learner":
        found.pop("options", None)
        keyword = inspect.Parameter.KEYWORD_ONLY
        found |= {name: inspect.Parameter(name, keyword, default=None) for name in Options.__annotations__}
    return {name: parameter for name, parameter in found.items() if name not in NOT_OURS or role.one != "learner"}


def _checked(node: Node, kind: str, role: Role, values: dict[str, Any]) -> dict[str, Any]:
    """The arguments with all defaults filled in, for a registered kind."""
    takes = signature_of(role, kind)
    for key in values:
        if key not in takes:
            why = f"; {NOT_OURS[key]}" if key in NOT_OURS else did_you_mean(key, takes)
            place = node[key] if key in node.value else node
            place.refuse(f"{kind} does not take {key!r}{why} It takes {', '.join(takes) or 'nothing'}")
    filled = {**_given_by_the_cell(takes, role), **values}
    for key, parameter in takes.items():
        if key in filled:
            continue
        if parameter.default is inspect.Parameter.empty:
            node.refuse(f"{kind} needs {key} = ...; it takes {', '.join(takes)}")
        if role.one != "learner" and parameter.default is not None:
            filled[key] = parameter.default
    return {key: filled[key] for key in takes if key in filled}


def _given_by_the_cell(takes: Mapping[str, inspect.Parameter], role: Role) -> dict[str, str]:
    """What nobody wants to write out: a world's graph, its horizon, whom it outguesses; a learner's actions."""
    if role.one == "learner":
        return {"n_actions": N_ACTIONS}
    if role.one == "graph":
        return {}
    usual = {"horizon": HORIZON, "model": LEARNER, "graph": GRAPH}
    needed = {key for key in takes if takes[key].default is inspect.Parameter.empty}
    return {key: value for key, value in usual.items() if key in needed}

"""The one list of worlds: tests, documentation and the command line all read it."""

from __future__ import annotations

import difflib
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ParamSpec, TypeVar

from sidelight.errors import InvalidParameter
from sidelight.graphs.families.registry import first_line

P = ParamSpec("P")
W = TypeVar("W")
Examples = Callable[[], tuple[Mapping[str, Any], ...]]


@dataclass(frozen=True)
class WorldKind:
    """A way to make worlds, with arguments that make small ones."""

    name: str
    build: Callable[..., Any]
    examples: Examples

    @property
    def summary(self) -> str:
        """The first line of its documentation."""
        return first_line(self.build)

    @property
    def signature(self) -> inspect.Signature:
        """What it takes."""
        return inspect.signature(self.build)

    def __repr__(self) -> str:
        """Its name, what it takes and what it is."""
        return f"<{self.name}({', '.join(self.signature.parameters)}): {self.summary}>"


WORLDS: dict[str, WorldKind] = {}


def world_kind(examples: Examples) -> Callable[[Callable[P, W]], Callable[P, W]]:
    """Register a function that makes worlds; the examples are a function because they hold graphs."""

    def register(build: Callable[P, W]) -> Callable[P, W]:
        WORLDS[build.__name__] = WorldKind(build.__name__, build, examples)
        return build

    return register


def build(name: str, /, **parameters: Any) -> Any:
    """Make a world by name.

    >>> build("exp3_trap", horizon=1000).means(0)
    array([1.  , 0.75])
    """
    if name not in list(WORLDS):  # a list compares, where a table would have to hash whatever was given
        close = difflib.get_close_matches(str(name), WORLDS, n=1)
        hint = f"; did you mean {close[0]!r}?" if close else "."
        raise InvalidParameter(f"there is no world {name!r}{hint} Known: {', '.join(sorted(WORLDS))}")
    kind = WORLDS[name]
    try:
        kind.signature.bind(**parameters)
    except TypeError as error:
        takes = ", ".join(kind.signature.parameters)
        raise InvalidParameter(f"{name}({takes}) does not take these parameters: {error}") from error
    return kind.build(**parameters)

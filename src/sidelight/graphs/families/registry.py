"""The one list of graph families: tests, documentation and the command line all read it."""

from __future__ import annotations

import difflib
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ParamSpec

from sidelight.errors import InvalidParameter
from sidelight.graphs.feedback_graph import FeedbackGraph

P = ParamSpec("P")


@dataclass(frozen=True)
class Family:
    """A way to make graphs, with arguments that make small ones."""

    name: str
    build: Callable[..., FeedbackGraph]
    examples: tuple[Mapping[str, Any], ...]

    @property
    def summary(self) -> str:
        """The first line of its documentation."""
        return first_line(self.build)

    @property
    def signature(self) -> inspect.Signature:
        """What it takes."""
        return inspect.signature(self.build, eval_str=True)

    @property
    def random(self) -> bool:
        """Whether it takes a seed."""
        return "seed" in self.signature.parameters

    def __repr__(self) -> str:
        return f"<{self.name}{self.signature}: {self.summary}>"


def first_line(documented: object) -> str:
    """The first line of a docstring, as plain text."""
    return (inspect.getdoc(documented) or "").split("\n", 1)[0].replace("``", "")


FAMILIES: dict[str, Family] = {}


def family(
    *examples: Mapping[str, Any],
) -> Callable[[Callable[P, FeedbackGraph]], Callable[P, FeedbackGraph]]:
    """Register a function that makes graphs, with at least one set of arguments to try it with."""

    def register(build: Callable[P, FeedbackGraph]) -> Callable[P, FeedbackGraph]:
        FAMILIES[build.__name__] = Family(build.__name__, build, examples)
        return build

    return register


def build(name: str, /, **parameters: Any) -> FeedbackGraph:
    """Make a graph of a family by name.

    >>> build("ring", n_actions=5)
    FeedbackGraph(5 actions, 15 edges, self-aware: 5 self-loops)
    """
    if name not in list(FAMILIES):  # a list compares, where a table would have to hash whatever was given
        close = difflib.get_close_matches(str(name), FAMILIES, n=1)
        hint = f"; did you mean {close[0]!r}?" if close else "."
        raise InvalidParameter(f"there is no graph family {name!r}{hint} Known: {', '.join(sorted(FAMILIES))}")
    try:
        FAMILIES[name].signature.bind(**parameters)
    except TypeError as error:
        wanted = FAMILIES[name].signature
        raise InvalidParameter(f"{name}{wanted} does not take these parameters: {error}") from error
    return FAMILIES[name].build(**parameters)

"""Actions as users name them: by label where there are labels, else by index."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from sidelight.errors import UnknownAction
from sidelight.graphs import FeedbackGraph


def action_called(name: Any, graph: FeedbackGraph | None, n: int) -> int:
    """The action with this label; or this index, unless labels are numbers too and it could be mistaken for one."""
    if graph is not None and graph.labels is not None:
        try:
            return graph.index(name)
        except UnknownAction:
            if any(isinstance(label, (int, float, np.number)) for label in graph.labels):
                raise
    try:
        index = -1 if isinstance(name, (bool, np.bool_)) else operator.index(name)
    except TypeError:
        index = -1
    if not 0 <= index < n:
        what = "an index" if graph is None or graph.labels is None else "a label, or an index"
        raise UnknownAction(f"action {name!r} does not exist: it must be {what} from 0 to {n - 1}")
    return int(index)

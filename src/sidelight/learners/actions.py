"""Actions as users name them: by label where there are labels, else by index."""

from __future__ import annotations

import contextlib
import operator
from typing import Any

import numpy as np

from sidelight.errors import InvalidLabels, UnknownAction
from sidelight.graphs import FeedbackGraph


def refuse_ambiguous(graph: FeedbackGraph) -> None:
    """Refuse labels that are whole numbers and indices of other actions: nobody could tell whose a loss is."""
    for i, label in enumerate(graph.labels or ()):
        if isinstance(label, (int, np.integer)) and 0 <= label < graph.n_actions and label != i:
            raise InvalidLabels(
                f"label {label!r} of action {i} is the index of another action, so a loss or an action called so "
                "could be either's; use text as labels, or graph.with_labels(None)"
            )


def action_called(name: Any, graph: FeedbackGraph | None, n: int) -> int:
    """The action with this label, or with this index where no label is one (see ``refuse_ambiguous``)."""
    if graph is not None and graph.labels is not None:
        with contextlib.suppress(UnknownAction):
            return graph.index(name)
    try:
        index = -1 if isinstance(name, (bool, np.bool_)) else operator.index(name)
    except TypeError:
        index = -1
    if not 0 <= index < n:
        what = "an index" if graph is None or graph.labels is None else "a label, or an index"
        raise UnknownAction(f"action {name!r} does not exist: it must be {what} from 0 to {n - 1}")
    return int(index)

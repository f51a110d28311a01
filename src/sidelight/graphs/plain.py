"""A graph as what JSON can hold, and back."""

from __future__ import annotations

import base64
from collections.abc import Hashable, Mapping
from dataclasses import fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sidelight.errors import InvalidLabels
from sidelight.graphs.feedback_graph import FeedbackGraph
from sidelight.graphs.storage import STORAGES


def array_to_plain(array: NDArray[Any]) -> dict[str, str]:
    """Type and bytes, little-endian, in base 64."""
    little = array.astype(array.dtype.newbyteorder("<"), copy=False)
    return {"type": array.dtype.name, "base64": base64.b64encode(little.tobytes()).decode("ascii")}


def array_from_plain(plain: Mapping[str, str]) -> NDArray[Any]:
    """What ``array_to_plain`` wrote; raises ValueError on anything else."""
    kind = np.dtype(plain["type"])
    return np.frombuffer(base64.b64decode(plain["base64"], validate=True), kind.newbyteorder("<")).astype(kind)


def graph_to_plain(graph: FeedbackGraph) -> dict[str, Any]:
    """Storage and labels. Whoever keeps it must keep it whole: nothing is checked on the way back.

    >>> from sidelight import graphs
    >>> graph_from_plain(graph_to_plain(graphs.ring(4))) == graphs.ring(4)
    True
    """
    storage = graph._storage
    held = {field.name: getattr(storage, field.name) for field in fields(storage)}
    arrays = {name: array_to_plain(value) if isinstance(value, np.ndarray) else value for name, value in held.items()}
    labels = None if graph.labels is None else [_label_to_plain(label) for label in graph.labels]
    return {"storage": graph.storage, "labels": labels, **arrays}


def graph_from_plain(plain: Mapping[str, Any]) -> FeedbackGraph:
    """What ``graph_to_plain`` wrote."""
    held = {name: value for name, value in plain.items() if name not in ("storage", "labels")}
    arrays: dict[str, Any] = {
        name: array_from_plain(value) if isinstance(value, Mapping) else value for name, value in held.items()
    }
    labels = plain["labels"]
    storage = STORAGES[plain["storage"]](**arrays)
    return FeedbackGraph(storage, None if labels is None else [_label_from_plain(label) for label in labels])


def _label_to_plain(label: Hashable) -> Any:
    if isinstance(label, tuple):
        return {"tuple": [_label_to_plain(part) for part in label]}
    if isinstance(label, (np.str_, np.bool_, np.integer, np.floating)):
        return _label_to_plain(label.item())  # equal to it, and hashed alike
    if label is None or type(label) in (str, int, bool) or (type(label) is float and np.isfinite(label)):
        return label
    raise InvalidLabels(
        f"label {label!r} cannot be written as JSON; labels that can are text, finite numbers, None and tuples of these"
    )


def _label_from_plain(plain: Any) -> Hashable:
    return tuple(_label_from_plain(part) for part in plain["tuple"]) if isinstance(plain, dict) else plain

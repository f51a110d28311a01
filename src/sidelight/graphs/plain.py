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
from sidelight.graphs.storage import STORAGES, Cliques, Complement, Csr, Intervals, Storage


def array_to_plain(array: NDArray[Any]) -> dict[str, str]:
    """Type and bytes, little-endian, in base 64."""
    little = array.astype(array.dtype.newbyteorder("<"), copy=False)
    return {"type": array.dtype.name, "base64": base64.b64encode(little.tobytes()).decode("ascii")}


def array_from_plain(plain: Mapping[str, str]) -> NDArray[Any]:
    """What ``array_to_plain`` wrote; raises ValueError on anything else."""
    kind = np.dtype(plain["type"])
    return np.frombuffer(base64.b64decode(plain["base64"], validate=True), kind.newbyteorder("<")).astype(kind)


def graph_to_plain(graph: FeedbackGraph) -> dict[str, Any]:
    """Storage and labels.

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
    """What ``graph_to_plain`` wrote; raises ValueError where that cannot have been."""
    held = {name: value for name, value in plain.items() if name not in ("storage", "labels")}
    arrays: dict[str, Any] = {
        name: array_from_plain(value) if isinstance(value, Mapping) else value for name, value in held.items()
    }
    labels = plain["labels"]
    storage = STORAGES[plain["storage"]](**arrays)
    if not _whole(storage):
        raise ValueError(f"the arrays of a graph in storage {storage.name!r} do not fit together")  # kernels trust them
    return FeedbackGraph(storage, None if labels is None else [_label_from_plain(label) for label in labels])


def _whole(storage: Storage) -> bool:
    """Whether no array speaks of what is not there."""
    n = storage.n
    if any(array.dtype != np.int32 or array.ndim != 1 for array in storage._arrays()):
        return False
    if isinstance(storage, (Csr, Complement)):
        both = (storage.out_indptr, storage.out_indices), (storage.in_indptr, storage.in_indices)
        return all(indptr.size == n + 1 and _rows(indptr, indices, n) for indptr, indices in both)
    if isinstance(storage, Cliques):
        parts = storage.indptr.size - 1
        grouped = storage.members.size == n and _rows(storage.indptr, storage.members, n)
        return grouped and storage.part.size == n and _inside(storage.part, parts)
    assert isinstance(storage, Intervals)
    ranges = (storage.first, storage.stop), (storage.in_first, storage.in_stop)
    return all(low.size == high.size == n and _inside(low, n + 1) and _inside(high, n + 1) for low, high in ranges)


def _rows(indptr: NDArray[np.int32], indices: NDArray[np.int32], n: int) -> bool:
    rising = indptr.size > 0 and indptr[0] == 0 and bool((np.diff(indptr) >= 0).all())
    return rising and indptr[-1] == indices.size and _inside(indices, n)


def _inside(numbers: NDArray[np.int32], stop: int) -> bool:
    return bool(((numbers >= 0) & (numbers < stop)).all())


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

"""What every part of a feedback graph's face stands on: its storage, its labels, and the checks at the door."""

from __future__ import annotations

import operator
from collections.abc import Hashable, Iterable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sidelight.errors import InvalidGraph, InvalidParameter, UnknownAction
from sidelight.graphs import converters
from sidelight.graphs.labels import Labels, checked_labels, index_of
from sidelight.graphs.storage import Storage

Actions = NDArray[np.int64]
Mask = NDArray[np.bool_]


class GraphCore:
    """An immutable storage with labels."""

    __slots__ = ("__dict__", "__weakref__", "_index", "_storage", "labels")
    _storage: Storage
    labels: Labels | None
    _index: dict[Hashable, int] | None

    def __init__(self, storage: Storage, labels: Iterable[Hashable] | None = None) -> None:
        if hasattr(self, "_storage"):
            raise AttributeError("a FeedbackGraph cannot be changed; make a new one")
        if not isinstance(storage, Storage):
            raise InvalidGraph(
                f"FeedbackGraph is made by from_edges, from_matrix, ... or a family, not from {type(storage).__name__}"
            )
        object.__setattr__(self, "_storage", storage)
        object.__setattr__(self, "labels", checked_labels(labels, storage.n))
        object.__setattr__(self, "_index", None if self.labels is None else index_of(self.labels))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a FeedbackGraph cannot be changed; make a new one instead of setting {name!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a FeedbackGraph cannot be changed")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._storage, self.labels)

    @property
    def n_actions(self) -> int:
        """Number of actions, K."""
        return self._storage.n

    def _checked_action(self, i: Any) -> int:
        try:
            action = operator.index(i)
        except TypeError:
            hint = "; use g.index(label) for a label" if self.labels is not None else ""
            raise UnknownAction(f"action {i!r} must be an index from 0 to {self.n_actions - 1}{hint}") from None
        if isinstance(i, (bool, np.bool_)) or not 0 <= action < self.n_actions:
            raise UnknownAction(f"action {i!r} does not exist: actions are numbered 0 to {self.n_actions - 1}")
        return int(action)

    def _checked_actions(self, actions: ArrayLike) -> Actions:
        try:
            given = np.asarray(actions)
        except ValueError as error:
            raise InvalidParameter(f"actions must be a flat list of indices, or a mask: {error}") from error
        if given.dtype == np.bool_:
            if given.shape != (self.n_actions,):
                raise InvalidParameter(f"a mask of actions needs {self.n_actions} entries, not shape {given.shape}")
            given = np.flatnonzero(given)
        chosen = converters.whole_numbers(given, "actions", InvalidParameter)
        if chosen.ndim != 1 or chosen.size == 0:
            raise InvalidParameter("actions must be a flat list of at least one index")
        for bad in chosen[(chosen < 0) | (chosen >= self.n_actions)][:1]:
            raise UnknownAction(f"action {bad} does not exist: actions are numbered 0 to {self.n_actions - 1}")
        if np.unique(chosen).size != chosen.size:
            raise InvalidParameter("actions must be distinct")
        return chosen

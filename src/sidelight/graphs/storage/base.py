"""What every storage answers. Row i, column j: ``i reveals j``."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from sidelight.kernels.adjacency import Index

if TYPE_CHECKING:
    from sidelight.graphs.storage.csr import Csr

MOST_ACTIONS = 2**27  # whoever needs more has no feedback graph but a rule; a mistaken size must not take all memory
Mask = NDArray[np.bool_]
Actions = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Storage(ABC):
    """Arrays that say who reveals whom, checked by whoever built them and read-only since."""

    name: ClassVar[str]
    n: int

    def __post_init__(self) -> None:
        for value in self._arrays():
            value.setflags(write=False)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), tuple(getattr(self, field.name) for field in fields(self))

    def _arrays(self) -> list[NDArray[Any]]:
        values = (getattr(self, field.name) for field in fields(self))
        return [value for value in values if isinstance(value, np.ndarray)]

    @property
    def nbytes(self) -> int:
        """Bytes held in arrays, an array that serves twice counted once."""
        return sum({id(array): array.nbytes for array in self._arrays()}.values())

    @property
    @abstractmethod
    def n_edges(self) -> int:
        """How many pairs (i, j) with i reveals j, loops included."""

    @abstractmethod
    def reveals(self, i: int) -> Actions:
        """Sorted actions that playing i reveals."""

    @abstractmethod
    def revealed_by(self, j: int) -> Actions:
        """Sorted actions whose play reveals j."""

    @abstractmethod
    def has_edge(self, i: int, j: int) -> bool:
        """Whether i reveals j."""

    @abstractmethod
    def loops(self) -> Mask:
        """Which actions reveal themselves."""

    @abstractmethod
    def out_degrees(self) -> Index:
        """How many actions each reveals."""

    @abstractmethod
    def in_degrees(self) -> Index:
        """How many actions reveal each."""

    @abstractmethod
    def fingerprint(self, left: Actions, right: Actions) -> int:
        """Sum of ``left[i] * right[j]`` over all edges modulo the fingerprints' prime."""

    @abstractmethod
    def induced(self, actions: Actions) -> Storage:
        """The subgraph on distinct ``actions``: the k-th of them becomes action k."""

    @abstractmethod
    def to_csr(self) -> Csr:
        """The same graph, edge by edge."""

    @classmethod
    @abstractmethod
    def of_csr(cls, csr: Csr) -> Storage | None:
        """The same graph in this storage, or None where it has not this shape."""

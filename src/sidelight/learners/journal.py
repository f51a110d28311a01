"""What updates overwrote, kept while an open ticket may still ask for the state it was made in."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sidelight.kernels.weights import swap

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
BYTES_AN_ENTRY = 24
LEAST_ROOM = 64  # entries
WORTH_GIVING_BACK = 4096


class Journal:
    """Entries (version, position, old value), oldest first: version v's are what the step to v + 1 overwrote.

    It holds what the open tickets need and no more: of a position overwritten several times between two
    versions that tickets are open at, only the first old value. So a ticket costs at most one entry an action,
    however long it stays open.
    """

    def __init__(self) -> None:
        self.size = 0
        self.room = LEAST_ROOM  # entries that the arrays can hold
        self._versions: Integers = np.empty(LEAST_ROOM, np.int64)
        self._positions: Integers = np.empty(LEAST_ROOM, np.int64)
        self._values: Floats = np.empty(LEAST_ROOM)

    @property
    def nbytes(self) -> int:
        """Bytes of the arrays, entries held and room for more."""
        return self.room * BYTES_AN_ENTRY

    def room_with(self, entries: int) -> int:
        """What ``room`` will be once so many more entries are held."""
        end = self.size + entries
        return self.room if end <= self.room else max(end, 2 * self.room)

    def record(self, version: int, positions: Integers, values: Floats) -> None:
        """Note what is about to be overwritten."""
        end = self.size + positions.size
        if end > self.room:
            self._resize(self.room_with(positions.size))
        self._versions[self.size : end] = version
        self._positions[self.size : end] = positions
        self._values[self.size : end] = values
        self.size = end

    def compact(self, open_versions: Integers) -> None:
        """Drop what no ticket open at one of the sorted ``open_versions`` can ask for.

        What is left takes half of the room afterwards, so that it is not soon time to do this again.
        """
        versions, positions, _ = entries = self.entries()
        segment = np.searchsorted(open_versions, versions, "right")
        useful = np.flatnonzero(segment > 0)
        stride = int(positions.max(initial=0)) + 1
        first = np.sort(np.unique(segment[useful] * stride + positions[useful], return_index=True)[1])
        for kept, place in zip(entries, (self._versions, self._positions, self._values), strict=True):
            place[: first.size] = kept[useful[first]]
        self.size = int(first.size)
        self._resize(max(LEAST_ROOM, 2 * self.size))

    def entries(self) -> tuple[Integers, Integers, Floats]:
        """Versions, positions and values."""
        return self._versions[: self.size], self._positions[: self.size], self._values[: self.size]

    def travel(self, state: Floats, version: int, *, back: bool) -> None:
        """Bring ``state`` back to ``version``, or from there to the present again, bit for bit."""
        start = int(np.searchsorted(self._versions[: self.size], version))
        swap(state, self._positions[start : self.size], self._values[start : self.size], back)

    def drop_from(self, version: int) -> None:
        """Forget the entries of this version and later ones, which have not been."""
        self.size = int(np.searchsorted(self._versions[: self.size], version))

    def refill(self, versions: Integers, positions: Integers, values: Floats) -> None:
        """Hold these entries instead."""
        self.size = versions.size
        self._resize(max(LEAST_ROOM, self.size))
        for place, given in zip(
            (self._versions, self._positions, self._values), (versions, positions, values), strict=True
        ):
            place[: self.size] = given

    def clear(self) -> None:
        """Forget everything, and give large arrays back."""
        self.size = 0
        if self.room > WORTH_GIVING_BACK:
            self._resize(LEAST_ROOM)

    def _resize(self, room: int) -> None:
        self.room = room
        self._versions = np.resize(self._versions, room)
        self._positions = np.resize(self._positions, room)
        self._values = np.resize(self._values, room)

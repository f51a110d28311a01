"""Rounds in the order of their decisions, whatever the order in which a log tells of them.

Never in the order in which losses arrived, and never with open rounds left out: whether a round is still open may
depend on what was played in it, and then the rest is no fair sample. What can be entered is the leading rounds that
are complete.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator, Mapping
from typing import Any

from sidelight.certificates.entry import Entry
from sidelight.certificates.reading import Reader, absent
from sidelight.errors import InvalidLog


class Ordered:
    """Takes rows, gives entries that are complete and whose turn it is; remembers the others."""

    def __init__(self, reader: Reader, first_round: int) -> None:
        self.reader = reader
        self.first = first_round
        self.ready = 0  # how many have been given out
        self.known = 0  # one more than the latest round of which there is a decision, counted from the first
        self._numbered: bool | None = None
        self._waiting: dict[int, Entry] = {}

    @property
    def open(self) -> int:
        """How many decisions could not be given out."""
        return self.known - self.ready

    @property
    def missing_first(self) -> bool:
        """Whether the first of all rounds is not there, although others are."""
        return self.ready == 0 and bool(self._waiting) and 0 not in self._waiting

    def take(self, where: str, row: Mapping[str, Any]) -> Iterator[Entry]:
        """Enter a row; iterate over what can be entered now."""
        number = row.get("round")
        numbered = not absent(number)
        if self._numbered is None:
            self._numbered = numbered
        if numbered != self._numbered:
            raise InvalidLog(
                f"{where} has {'a' if numbered else 'no'} round, unlike those before it; number all or none"
            )
        at = self._place(where, number) if numbered else self.known
        if absent(row.get("action")):
            self._tell(where, at, numbered, row)
        else:
            self._decide(where, at, row)
        while self.ready in self._waiting and self._waiting[self.ready].complete:
            yield self._waiting.pop(self.ready)
            self.ready += 1

    def _place(self, where: str, number: Any) -> int:
        try:
            whole = int(number) if isinstance(number, float) and number.is_integer() else operator.index(number)
        except TypeError:
            raise InvalidLog(f"{where}: round {number!r} must be a whole number") from None
        if whole < self.first:
            raise InvalidLog(f"{where}: round {whole} is before the first; rounds count from first_round={self.first}")
        return whole - self.first

    def _decide(self, where: str, at: int, row: Mapping[str, Any]) -> None:
        if at < self.ready or at in self._waiting:
            raise InvalidLog(f"{where}: round {at + self.first} was decided before; each round has one decision")
        entry = self.reader.decision(where, row)
        self.known = max(self.known, at + 1)
        # Without numbers nothing can be told of later, so that what follows an open round is not worth keeping.
        if self._numbered or (at == self.ready and entry.complete):
            self._waiting[at] = entry

    def _tell(self, where: str, at: int, numbered: bool, row: Mapping[str, Any]) -> None:
        if not numbered:
            raise InvalidLog(f"{where} has no action; log what was played")
        if at < self.ready:
            raise InvalidLog(f"{where}: round {at + self.first} had its losses before")
        if at not in self._waiting:
            raise InvalidLog(f"{where}: losses of round {at + self.first} come before its decision; log that first")
        if self._waiting[at].complete:
            raise InvalidLog(f"{where}: round {at + self.first} had its losses before")
        self.reader.feedback(where, row, self._waiting[at])

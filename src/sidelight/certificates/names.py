"""Actions as logs name them: by index, by label, or by either as text, since keys in JSON are texts."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import cached_property
from typing import Any

import numpy as np

from sidelight.errors import InvalidLabels, UnknownAction


class Names:
    """Which action a name means."""

    def __init__(self, n: int, labels: Iterable[Hashable] | None) -> None:
        self.n = n
        self.labels = None if labels is None else tuple(labels)
        if self.labels is not None and len(self.labels) != n:
            raise InvalidLabels(f"{len(self.labels)} labels for {n} actions; give one for each")

    @cached_property
    def _index(self) -> dict[Hashable, int]:
        """Made when first asked for: who certifies its own play never asks."""
        names: tuple[Hashable, ...] = self.labels or ()
        # Indices are names too, unless a label could be taken for one.
        numbered = {str(i): i for i in range(self.n)} if not any(str(name).isdecimal() for name in names) else {}
        index: dict[Hashable, int] = {i: i for i in numbered.values()}
        index.update(numbered)
        for i, name in enumerate(names):
            index.setdefault(str(name), i)
        index.update((name, i) for i, name in enumerate(names))
        return index

    def index(self, name: Any) -> int:
        """The action of this name. Whole numbers written as 3.0, as frames do beside missing ones, are numbers."""
        try:
            if self.labels is None and isinstance(name, (bool, np.bool_)):
                raise KeyError
            return self._index[name]
        except (KeyError, TypeError):
            what = f"an index from 0 to {self.n - 1}" if self.labels is None else "one of the labels, or an index"
            raise UnknownAction(f"there is no action {name!r}; it must be {what}") from None

    def name(self, i: int) -> Hashable:
        """What action i is called."""
        return i if self.labels is None else self.labels[i]

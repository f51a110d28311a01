"""A bound on regret, item by item."""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class Term:
    """One item: its name, its value, the formula it comes from."""

    name: str
    value: float
    formula: str


@dataclass(frozen=True)
class Bound:
    """An upper limit on regret that holds with probability ``1 - delta`` (or in expectation, where delta is None).

    >>> bound = Bound("two items", (Term("draws", 3.0, "a"), Term("rate", 4.5, "b")), 0.05)
    >>> bound.value, bound["rate"]
    (7.5, 4.5)
    >>> print(bound.explain())
    two items: 7.5, with probability at least 0.95
      draws  3.0   40 %  a
      rate   4.5   60 %  b
    """

    title: str
    terms: tuple[Term, ...]
    delta: float | None

    @property
    def value(self) -> float:
        """The sum of all items."""
        return math.fsum(term.value for term in self.terms)

    def __getitem__(self, name: str) -> float:
        """One item by name."""
        return {term.name: term.value for term in self.terms}[name]

    def __float__(self) -> float:
        """The value, where a number is wanted."""
        return self.value

    def explain(self) -> str:
        """A line an item: name, value, share of the whole, formula."""
        total = self.value
        lines = [f"{self.title}: {total:.1f}, {self._holds}"]
        names = max((len(term.name) for term in self.terms), default=0)
        numbers = [f"{term.value:.1f}" for term in self.terms]
        width = max(map(len, numbers), default=0)
        for term, value in zip(self.terms, numbers, strict=True):
            share = _percent(term.value, total)
            lines.append(f"  {term.name:<{names}}  {value:>{width}}  {share:>3.0f} %  {term.formula}")
        return "\n".join(lines)

    @property
    def _holds(self) -> str:
        return "in expectation" if self.delta is None else f"with probability at least {1.0 - self.delta:g}"

    def __repr__(self) -> str:
        """Title, value, confidence and the largest item."""
        largest = max(self.terms, key=lambda term: term.value, default=None)
        most = "" if largest is None else f", most of it {largest.name}={largest.value:.1f}"
        return f"Bound({self.title}: {self.value:.1f} {self._holds}{most})"


def _percent(value: float, total: float) -> float:
    """Of the whole, which may be nothing, or infinite because of a single item."""
    if total <= 0.0:
        return 0.0
    return 100.0 if value == total else 100.0 * value / total

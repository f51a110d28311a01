"""What a line of the table is, and how it is measured."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from statistics import median
from typing import Any


@dataclass(frozen=True)
class Row:
    """One measured number, its yardstick, and the target that their ratio (or the number) is held to."""

    work: str
    ours: float
    unit: str = "s"
    yardstick: str = ""
    theirs: float | None = None
    at_most: float | None = None
    note: str = ""

    @property
    def measured(self) -> float:
        """The ratio to the yardstick, or the number itself where there is none."""
        return self.ours if self.theirs is None else self.ours / self.theirs

    @property
    def met(self) -> bool | None:
        """Whether the target was met; None where there is none."""
        return None if self.at_most is None else self.measured <= self.at_most

    def as_dict(self) -> dict[str, Any]:
        """For the JSON file."""
        return {**asdict(self), "measured": self.measured, "met": self.met}

    def __str__(self) -> str:
        """One line of the table."""
        ours = f"{self.ours:.4g} {self.unit}"
        theirs = "" if self.theirs is None else f"{self.yardstick} {self.theirs:.4g} {self.unit}"
        target = "" if self.at_most is None else f"{'x' if self.theirs is not None else ''}{self.at_most:g}"
        ratio = "" if self.theirs is None else f"x{self.measured:.2f}"
        verdict = {True: "met", False: "MISSED", None: ""}[self.met]
        return f"{self.work:<52}{ours:>13}  {theirs:<24}{ratio:>7} {target:>6} {verdict:<7}{self.note}".rstrip()


def processor_seconds(run: Callable[[], object]) -> float:
    """Processor time of one call, all threads together."""
    before = time.process_time()
    run()
    return time.process_time() - before


def side_by_side(ours: Callable[[], object], theirs: Callable[[], object], pairs: int = 5) -> tuple[float, float]:
    """Medians of interleaved pairs, so that a noisy neighbour disturbs both alike."""
    times = [(processor_seconds(ours), processor_seconds(theirs)) for _ in range(pairs)]
    return median(first for first, _ in times), median(second for _, second in times)

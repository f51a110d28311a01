"""What a line of the table is, and how it is measured."""

from __future__ import annotations

import os
import subprocess
import sys
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
    at_least: float | None = None  # so many times faster than the yardstick

    @property
    def measured(self) -> float:
        """The ratio to the yardstick (theirs to ours, if that is to be large), or the number where there is none."""
        if self.theirs is None:
            return self.ours
        return self.ours / self.theirs if self.at_least is None else self.theirs / self.ours

    @property
    def met(self) -> bool | None:
        """Whether the target was met; None where there is none."""
        if self.at_least is not None:
            return self.measured >= self.at_least
        return None if self.at_most is None else self.measured <= self.at_most

    def as_dict(self) -> dict[str, Any]:
        """For the JSON file."""
        return {**asdict(self), "measured": self.measured, "met": self.met}

    def __str__(self) -> str:
        """One line of the table."""
        ours = f"{self.ours:.4g} {self.unit}"
        theirs = "" if self.theirs is None else f"{self.yardstick} {self.theirs:.4g} {self.unit}"
        bound = self.at_most if self.at_least is None else self.at_least
        sign = "<=" if self.at_least is None else ">="
        target = "" if bound is None else f"{sign}{'x' if self.theirs is not None else ''}{bound:g}"
        ratio = "" if self.theirs is None else f"x{self.measured:.2f}"
        verdict = {True: "met", False: "MISSED", None: ""}[self.met]
        return f"{self.work:<52}{ours:>13}  {theirs:<24}{ratio:>8} {target:>8} {verdict:<7}{self.note}".rstrip()


def fresh_process(code: str) -> str:
    """What a process of its own prints, bytecode kept as usual whatever the surroundings say."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=kept)
    return done.stdout


def processor_seconds(run: Callable[[], object]) -> float:
    """Processor time of one call, all threads together."""
    before = time.process_time()
    run()
    return time.process_time() - before


def side_by_side(ours: Callable[[], object], theirs: Callable[[], object], pairs: int = 5) -> tuple[float, float]:
    """Medians of interleaved pairs, so that a noisy neighbour disturbs both alike."""
    times = [(processor_seconds(ours), processor_seconds(theirs)) for _ in range(pairs)]
    return median(first for first, _ in times), median(second for _, second in times)

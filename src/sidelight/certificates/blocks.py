"""Where in a long run something happened, in a bounded number of blocks."""

from __future__ import annotations

import numpy as np

BLOCKS = 64  # even


class Blocks:
    """Counts by stretches of rounds, all equally long; where rounds outgrow them, each two become one."""

    def __init__(self) -> None:
        self.width = 1
        self.counts = np.zeros(BLOCKS, np.int64)

    def add(self, round_: int) -> None:
        """It happened in this round, counted from 0."""
        while round_ >= self.width * BLOCKS:
            self.counts[: BLOCKS // 2] = self.counts[::2] + self.counts[1::2]
            self.counts[BLOCKS // 2 :] = 0
            self.width *= 2
        self.counts[round_ // self.width] += 1

    def resume(self, width: int, counts: list[int]) -> None:
        """Go on from these."""
        if width < 1 or len(counts) != BLOCKS or min(counts) < 0:
            raise ValueError("these are not counts by stretches")
        self.width, self.counts[:] = width, counts

    def shortest(self, share: float) -> tuple[int, int]:
        """The first of the shortest stretches ``[start, stop)`` that hold at least this share of all."""
        sums = np.concatenate(([0], np.cumsum(self.counts)))
        wanted = share * float(sums[-1])
        for length in range(1, BLOCKS + 1):
            held = sums[length:] - sums[:-length]
            if held.max() >= wanted:
                start = int(np.argmax(held >= wanted))
                return start * self.width, (start + length) * self.width
        raise AssertionError("all of them hold all")

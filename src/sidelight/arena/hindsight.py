"""The best fixed action of an oblivious world, summed when somebody asks, once for each (world, seed)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidelight.arena.workers import Watch, work_through
from sidelight.errors import TooLarge
from sidelight.kernels import world as kernel
from sidelight.worlds import World

Floats = NDArray[np.float64]
MOST_LOSSES = 10**11  # actions times rounds that are summed for one seed
LOSSES_A_CALL = 2e7


class BestOf(NamedTuple):
    """What the best would have paid at each checkpoint: by losses or means, one action or a new one each round."""

    fixed: Floats
    moving: Floats


class Hindsight:
    """Who can say what the best in hindsight would have paid in the games of a world. Sums are kept with the world."""

    def __init__(
        self, world: World, seeds: NDArray[np.int64], checkpoints: NDArray[np.int64], workers: int | None
    ) -> None:
        self._world, self._seeds, self._checkpoints, self._workers = world, seeds, checkpoints, workers
        self._points = checkpoints.tobytes()

    def losses(self) -> Floats:
        """The least sum of realised losses that one fixed action has up to each checkpoint."""
        return self._sums(noisy=True).fixed

    def means(self) -> Floats:
        """The least sum of means that one fixed action has."""
        return self._sums(noisy=False).fixed

    def moving_means(self) -> Floats:
        """The sum of each round's least mean."""
        return self._sums(noisy=False).moving

    def _sums(self, *, noisy: bool) -> BestOf:
        noisy = noisy and self._world.noise != "exact"
        in_closed_form = not noisy and self._world.stretches is not None and not self._world.flipped_until
        if not in_closed_form:
            self._refuse_too_many()
        one = closed_form if in_closed_form else partial(summed, noisy=noisy)
        same = not noisy and self._world.secret is None
        seeds = self._seeds[:1] if same else self._seeds
        watch = Watch()
        found = work_through(
            [partial(self._kept, one, int(seed), noisy, watch) for seed in seeds], self._workers, watch
        )
        fixed, moving = (np.array([best[k] for best in found]) for k in range(2))
        shape = self._seeds.size, self._checkpoints.size
        return BestOf(np.broadcast_to(fixed, shape), np.broadcast_to(moving, shape))

    def _kept(
        self, one: Callable[[World, int, NDArray[np.int64], Watch], BestOf], seed: int, noisy: bool, watch: Watch
    ) -> BestOf:
        key = noisy, seed, self._points
        kept: dict[object, BestOf] = self._world.kept
        if key not in kept:
            kept[key] = one(self._world, seed, self._checkpoints, watch)
        return kept[key]

    def _refuse_too_many(self) -> None:
        n, rounds = self._world.n_actions, int(self._checkpoints[-1])
        if n * rounds > MOST_LOSSES:
            raise TooLarge(
                f"the best of {n:,} actions over {rounds:,} rounds is a sum of {n * rounds:.1e} losses a seed, "
                f"more than {MOST_LOSSES:.0e}; use pseudo_regret, which goes by the means"
            )


def closed_form(world: World, seed: int, checkpoints: NDArray[np.int64], watch: Watch) -> BestOf:
    """By means that stay the same for a while: how many rounds of each stretch times its row."""
    starts, means = world.stretches_of(seed)
    ends = np.append(starts[1:], np.iinfo(np.int64).max)
    lengths = np.clip(checkpoints[:, None], starts, ends) - starts
    fixed = np.array([(row[:, None] * means).sum(axis=0).min() for row in lengths])
    return BestOf(fixed, lengths @ means.min(axis=1))


def summed(world: World, seed: int, checkpoints: NDArray[np.int64], watch: Watch, noisy: bool) -> BestOf:
    """Action by action, round by round."""
    totals, moving = np.zeros(world.n_actions), 0.0
    size = int(np.clip(LOSSES_A_CALL / world.n_actions, 1, 10**6))
    best, start = [], 0
    for checkpoint in checkpoints.tolist():
        for first in range(start, checkpoint, size):
            stop = min(first + size, checkpoint)
            watch.advance(stop - first)
            moving += kernel.add_all(*world.packed(seed, first, stop), seed, first, stop, noisy, totals)
        best.append((totals.min(), moving))
        start = checkpoint
    return BestOf(*np.array(best).T)

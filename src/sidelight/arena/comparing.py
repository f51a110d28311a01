"""Two learners in the same worlds, seed by seed: common random numbers take out what both met alike."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sidelight.arena.measures import meaning
from sidelight.arena.quantiles import Interval, checked_share, ranks
from sidelight.arena.resampling import mean_interval, resamples, two_sides
from sidelight.arena.summary import TAILS
from sidelight.arena.table import Table, counted, limits, number, share
from sidelight.errors import IncomparableGames, InvalidParameter

if TYPE_CHECKING:
    from sidelight.arena.games import Games

Sums = NDArray[np.float64]


@dataclass(frozen=True, repr=False)
class Comparison:
    """Differences a - b, so that below zero a is better; shares of seeds in which a is better, and equal.

    ``quantiles`` has differences of quantiles (not quantiles of differences), by q.
    """

    a: str
    b: str
    world: str
    what: str
    rounds: int
    n_seeds: int
    confidence: float
    mean: Interval
    quantiles: dict[float, Interval]
    better: Interval
    equal: float

    @property
    def table(self) -> Table:
        """Tails first, as in a summary."""
        found = {f"{share(q)}": interval for q, interval in self.quantiles.items()} | {"mean": self.mean}
        rows = [(name, number(interval.value), limits(interval)) for name, interval in found.items()]
        low, high = (f"{100 * side:.1f}" for side in (self.better.low, self.better.high))
        rows.append((f"{self.a} better", f"{100 * self.better.value:.1f} %", f"[{low}, {high}] %"))
        rows.append(("equal", f"{100 * self.equal:.1f} %", ""))
        heading = (
            f"{self.a} - {self.b} against {self.world}\n"
            f"{self.what.replace('_', ' ')} after {counted(self.rounds, 'round')}, {counted(self.n_seeds, 'seed')}"
            f" in pairs ({meaning(self.what)}); below 0 {self.a} is better"
        )
        return Table(heading, ("difference", "estimate", f"{share(self.confidence)} limits"), tuple(rows))

    def __repr__(self) -> str:
        """The table as text."""
        return self.table.text()

    def _repr_html_(self) -> str:
        return self.table.html()


def compare(a: Games, b: Games, what: str = "regret", *, confidence: float = 0.95) -> Comparison:
    """Final numbers of ``a`` minus those of ``b``, in pairs with the same seed against the same world.

    Limits for the mean are those of the studentised bootstrap of the differences. Limits for differences of
    quantiles are percentiles of the paired bootstrap, infinite where the seeds are too few for either quantile.

    >>> import numpy as np
    >>> from sidelight import Games, KnownBest
    >>> def of(name, losses):
    ...     return Games(name, name, "coin", 2, 9, [0, 1, 2], [9], losses, best=KnownBest(np.zeros((3, 1))))
    >>> compare(of("a", [[1], [2], [3]]), of("b", [[2], [2], [5]])).better.value
    0.666...
    """
    level = checked_share("confidence", confidence, closed=False)
    comparable(a, b)
    mine, yours = a.final(what), b.final(what)
    return Comparison(
        a=a.name,
        b=b.name,
        world=a.world,
        what=what,
        rounds=a.rounds,
        n_seeds=a.n_seeds,
        confidence=level,
        mean=mean_interval(mine - yours, level),
        quantiles=_quantile_differences(mine, yours, level),
        better=share_interval(int(np.count_nonzero(mine < yours)), a.n_seeds, level),
        equal=float(np.mean(mine == yours)),
    )


def comparable(a: Games, b: Games) -> None:
    """Whether both met the same: world, length and seeds."""
    for given in (a, b):
        if not hasattr(given, "own_losses"):
            raise InvalidParameter(f"Games are compared with Games, not {type(given).__name__}")
    if a.world != b.world:
        raise IncomparableGames(f"{a.name} met the world {a.world}, and {b.name} met {b.world}; play both in one call")
    if a.rounds != b.rounds:
        raise IncomparableGames(f"{a.name} played {a.rounds} rounds, and {b.name} {b.rounds}; play both in one call")
    if not np.array_equal(a.seeds, b.seeds):
        raise IncomparableGames(
            f"{a.name} and {b.name} were not played with the same {a.n_seeds} seeds in the same order; "
            "play both in one call"
        )


def _quantile_differences(a: Sums, b: Sums, confidence: float) -> dict[float, Interval]:
    values = np.quantile(a, TAILS) - np.quantile(b, TAILS)
    drawn = np.hstack(
        [np.quantile(a[rows], TAILS, axis=1) - np.quantile(b[rows], TAILS, axis=1) for rows in resamples(a.size)]
    )
    found = {}
    for q, value, differences in zip(TAILS, values.tolist(), drawn, strict=True):
        first, last = ranks(a.size, q, confidence)
        known = first >= 1 and last <= a.size
        low, high = two_sides(differences, confidence) if known else (-np.inf, np.inf)
        found[q] = Interval(value, min(low, value), max(high, value))
    return found


def share_interval(hits: int, n: int, confidence: float) -> Interval:
    """Clopper's and Pearson's limits: they miss with a chance of at most (1 - confidence) / 2 on each side."""
    from scipy.special import betaincinv

    miss = (1 - confidence) / 2
    low = float(betaincinv(hits, n - hits + 1, miss)) if hits else 0.0
    high = float(betaincinv(hits + 1, n - hits, 1 - miss)) if hits < n else 1.0
    return Interval(hits / n, low, high)

"""What came of playing one learner against one world."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from sidelight import frames
from sidelight.arena import checks, storing
from sidelight.arena.best import Best, KnownBest, remembered
from sidelight.arena.bounds import GamesBounds, bounds_of
from sidelight.arena.columns import columns
from sidelight.arena.decompose import decompose_games
from sidelight.arena.measures import MEASURES, available, measured
from sidelight.arena.packing import packed, unpacked
from sidelight.arena.parties import Parties
from sidelight.arena.quantiles import checked_share, quantile, quantile_interval
from sidelight.arena.resampling import mean_interval
from sidelight.arena.summary import Summary, summary_of_one
from sidelight.arena.table import counted
from sidelight.errors import InvalidParameter
from sidelight.graphs import FeedbackGraph
from sidelight.graphs.processes.base import GraphProcess
from sidelight.theory import Decomposition
from sidelight.theory.sums import SECONDS

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Sums = NDArray[np.float64]


@dataclass(frozen=True, eq=False, repr=False)
class Games:
    """Sums over rounds at each checkpoint, for each seed, and where they came from.

    The best fixed action is computed when first asked for, by ``regret`` or ``pseudo_regret``, and kept. ``parties``
    are the learner and the world themselves, as long as this process lives: files and copies have none.

    >>> import numpy as np
    >>> games = Games("mine", "a learner", "a world", n_actions=2, rounds=8, seeds=[0, 1], checkpoints=[4, 8],
    ...               own_losses=[[2, 5], [1, 3]], best=KnownBest(losses=np.array([[1, 3], [1, 4]])))
    >>> games.regret
    array([[ 1.,  2.], [ 0., -1.]])
    >>> games.mean()
    0.5
    """

    name: str
    learner: str
    world: str
    n_actions: int
    rounds: int
    seeds: NDArray[np.int64]
    checkpoints: NDArray[np.int64]
    own_losses: Sums
    own_means: Sums | None = None
    plays: NDArray[np.int64] | None = None
    sums: Mapping[str, Sums] = field(default_factory=dict)
    best: Best = field(default_factory=KnownBest)
    provenance: Mapping[str, Any] = field(default_factory=dict)
    parties: Parties | None = None

    def __post_init__(self) -> None:
        """Everything is checked once, copied and frozen."""
        for name, value in _checked(self).items():
            object.__setattr__(self, name, value)

    @property
    def n_seeds(self) -> int:
        """How many games were played."""
        return self.seeds.size

    @property
    def regret(self) -> Sums:
        """Own losses minus those of the best fixed action, realised; seeds x checkpoints."""
        return measured(self, "regret")

    @property
    def pseudo_regret(self) -> Sums:
        """Means of the actions played minus those of the best fixed action; seeds x checkpoints."""
        return measured(self, "pseudo_regret")

    @property
    def dynamic_regret(self) -> Sums:
        """Means of the actions played minus the smallest mean of each round; seeds x checkpoints."""
        return measured(self, "dynamic_regret")

    @property
    def measures(self) -> tuple[str, ...]:
        """What may be asked for by ``what=``; some of it is refused where the world has no means."""
        return (*MEASURES, *self.sums)

    def values(self, what: str = "regret", at: int | None = None) -> Sums:
        """One number a seed, after ``at`` rounds (a checkpoint; the last, if None)."""
        return measured(self, what)[:, self._column(at)]

    def final(self, what: str = "regret") -> Sums:
        """One number a seed, at the end."""
        return self.values(what)

    def mean(self, what: str = "regret", at: int | None = None, confidence: float | None = None) -> Any:
        """The mean over seeds; with ``confidence`` an ``Interval`` (studentised bootstrap)."""
        values = self.values(what, at)
        if confidence is None:
            return float(values.mean())
        return mean_interval(values, checked_share("confidence", confidence, closed=False))

    def quantile(self, q: float, what: str = "regret", at: int | None = None, confidence: float | None = None) -> Any:
        """What a share q of the seeds stays below; with ``confidence`` an ``Interval`` that holds for any distribution.

        Its limits are order statistics, infinite where the seeds are too few to say: the 99.9 % quantile of 100
        seeds has no upper limit at 95 %, that of 4000 has. Resampling would give it one, and be wrong.
        """
        values, share = self.values(what, at), checked_share("q", q, closed=True)
        if confidence is None:
            return quantile(values, share)
        return quantile_interval(values, share, checked_share("confidence", confidence, closed=False))

    def summary(self, what: str = "regret", confidence: float = 0.95) -> Summary:
        """A table of the final numbers, tails first: 99.9, 99, 95, 90, 50 %, mean and standard deviation."""
        return summary_of_one(self, what, confidence)

    def bounds(
        self,
        delta: float | None = None,
        *,
        graph: FeedbackGraph | GraphProcess | None = None,
        time_limit: float = SECONDS,
    ) -> GamesBounds:
        """What each run may have lost at most, by its theorem: in advance from its graphs, and from its own sums.

        The latter need ``play(..., record="bounds")``. ``graph`` is what was played on, where these games were loaded
        from a file; without it the graphs count as the worst. ``time_limit`` is for each number of a graph. Some
        learners have no such bound (``NotRecorded``), others one in expectation only. ``delta`` is 0.05 if left
        out; with schedule="doubling" there is a bound for the delta that the learner was given, and for no other.
        """
        return bounds_of(self, delta, graph, time_limit)

    def decompose(self, seed: int | None = None, rounds: int | None = None) -> Decomposition:
        """The terms that one run's regret is made of, so that one sees which of them pays; the run is played again.

        Of the seed with the largest regret, and of all rounds, if not told. It needs the learner and the world, which
        a file does not keep: ``arena.decompose(learner, world, rounds, seed)`` is the same for any of them.
        """
        return decompose_games(self, seed, rounds)

    def plot(
        self,
        ax: Axes | None = None,
        what: str = "regret",
        *,
        title: str | None = None,
        bounds: GamesBounds | float | None = None,
    ) -> Axes:
        """Mean and quantiles over rounds, and beside it how often the final number exceeds what.

        With ``bounds`` (or a delta for them) what the theorem allows is drawn beside the regret.
        """
        from sidelight.arena.picture import draw

        given = self.bounds(bounds) if isinstance(bounds, (int, float)) else bounds
        return draw({self.name: self}, ax, what, title=title, bounds=given)

    def to_pandas(self) -> Any:
        """A row for each seed and checkpoint, as a ``pandas.DataFrame``; what cannot be said has no column."""
        return frames.pandas_frame(columns(self))

    def to_polars(self) -> Any:
        """A row for each seed and checkpoint, as a ``polars.DataFrame``; what cannot be said has no column."""
        return frames.polars_frame(columns(self))

    def save(self, path: str | PathLike[str], *, overwrite: bool = False) -> Path:
        """All in one file at ``path``, the best fixed action computed if it can be; ``WouldOverwrite`` if it is there.

        ``numpy.load`` reads its arrays too; ``header`` is JSON.
        """
        return storing.write(path, "Games", *packed(self), overwrite=overwrite)

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Games:
        """What ``save`` wrote, bit for bit; ``InvalidFile`` for anything else."""
        return unpacked(path, *storing.read(path, "Games"))

    def _column(self, at: int | None) -> int:
        if at is None:
            return -1
        found = np.flatnonzero(self.checkpoints == at)
        if not found.size:
            near = self.checkpoints[np.argmin(np.abs(self.checkpoints - at))]
            raise InvalidParameter(f"at={at!r} is not a checkpoint; the nearest is {near}, games.checkpoints has all")
        return int(found[0])

    def __eq__(self, other: object) -> bool:
        """Whether all numbers are the same; when, where and how long they took to compute does not matter."""
        return self._same(other) if isinstance(other, Games) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # as arrays have none

    def _same(self, other: Games) -> bool:
        plain = ("name", "learner", "world", "n_actions", "rounds")
        if any(getattr(self, name) != getattr(other, name) for name in plain):
            return False
        arrays = ("seeds", "checkpoints", "own_losses", "own_means", "plays")
        if not all(_equal(getattr(self, name), getattr(other, name)) for name in arrays):
            return False
        mine, yours = available(self), available(other)
        return mine.keys() == yours.keys() and all(_equal(mine[name], yours[name]) for name in mine)

    def __reduce__(self) -> tuple[Any, ...]:
        """Made anew, so that a copy is as safe as the original."""
        given = {**vars(self), "sums": dict(self.sums), "provenance": dict(self.provenance), "parties": None}
        return _made, (given,)

    def __repr__(self) -> str:
        """What played against what, and how much of it; computes nothing."""
        size = f"{counted(self.n_seeds, 'seed')} x {counted(self.rounds, 'round')}"
        rate = self.own_losses[:, -1].mean() / self.rounds
        points = counted(self.checkpoints.size, "checkpoint")
        return f"Games({self.name}: {self.learner} against {self.world}; {size}, {points}, {rate:.4g} lost a round)"


def _made(given: Mapping[str, Any]) -> Games:
    return Games(**given)


def _checked(games: Games) -> dict[str, Any]:
    rounds = checks.whole("rounds", games.rounds, 1)
    n_actions = checks.whole("n_actions", games.n_actions, 1)
    seeds = checks.distinct("seeds", checks.wholes("seeds", games.seeds, (None,)))
    checkpoints = checks.increasing("checkpoints", checks.wholes("checkpoints", games.checkpoints, (None,)), rounds)
    shape = seeds.size, checkpoints.size
    if not isinstance(games.sums, Mapping):
        raise InvalidParameter(f"sums must be a mapping from names to arrays, not {type(games.sums).__name__}")
    if taken := sorted(set(MEASURES) & set(games.sums)):
        raise InvalidParameter(f"sums has {taken[0]!r}, which is the name of a measure already; use another name")
    return {
        "name": checks.text("name", games.name),
        "learner": checks.text("learner", games.learner),
        "world": checks.text("world", games.world),
        "n_actions": n_actions,
        "rounds": rounds,
        "seeds": seeds,
        "checkpoints": checkpoints,
        "own_losses": checks.numbers("own_losses", games.own_losses, shape),
        "own_means": None if games.own_means is None else checks.numbers("own_means", games.own_means, shape),
        "plays": None if games.plays is None else checks.plays(games.plays, seeds.size, n_actions, rounds),
        "sums": MappingProxyType({checks.text("a name in sums", name): checks.numbers(f"sums[{name!r}]", value, shape)
                                  for name, value in games.sums.items()}),
        "best": remembered(games.best),
        "provenance": MappingProxyType(checks.plain("provenance", games.provenance)),
    }  # fmt: skip


def _equal(a: NDArray[Any] | None, b: NDArray[Any] | None) -> bool:
    return a is b or (a is not None and b is not None and np.array_equal(a, b))

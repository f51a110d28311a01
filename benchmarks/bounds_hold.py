"""How often regret is above its bound on every schedule, how close it comes, and that learning the opposite is above.

A bound may fail in a share DELTA of runs. Cells are a learner, a schedule, graphs and a world each; graphs that change
and worlds that answer among them. Bounds are loose, so that no run being above says little by itself: beside it stand
how much of its bound a run has used up, and learners told the opposite of what their actions lose, which must all fail.
Games are long enough for each bound to be below the number of rounds, without which nothing could be above it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.stats import binomtest

import sidelight as sl
from benchmarks.rows import Row
from sidelight import graphs, worlds

Floats = NDArray[np.float64]
K, RUNS, DELTA = 4, 1000, 0.2
OPPOSITE_RUNS = 20
USUAL = 20_000  # rounds
LONG = {"WeakIX doubling": 200_000}  # whose bound passes the number of rounds until then
CAUTIOUS: dict[str, Any] = {"tuning": "cautious"}
DOUBLING: dict[str, Any] = {"schedule": "doubling"}


class Cell(NamedTuple):
    """A learner, what it is given, where it plays, and the world for a number of rounds."""

    learner: str
    options: dict[str, Any]
    place: str
    world: Callable[[int], Any]

    @property
    def kind(self) -> str:
        """The learner and its schedule."""
        return f"{self.learner} {self.options.get('schedule', self.options.get('tuning', 'light'))}"

    @property
    def rounds(self) -> int:
        """How many are played."""
        return LONG.get(self.kind, USUAL)

    def template(self, n_actions: int) -> Any:
        """The learner."""
        delta = {} if self.learner == "Hedge" else {"delta": DELTA}
        kind: Any = sl.LEARNERS[self.learner]
        return kind(n_actions, **({"schedule": "adaptive"} | delta | self.options))


def dropping() -> Any:
    """A ring that loses some of its edges in each round; every action reveals itself."""
    process = graphs.DroppingEdges(graphs.ring(K), 0.5)
    return graphs.FromPool([process.at(round_, 1) for round_ in range(32)])


def flickering() -> Any:
    """A ring whose self-loops go and come: then all others reveal who has none."""
    process = graphs.LoopFlicker(graphs.ring(K), 0.4)
    return graphs.FromPool([process.at(round_, 1) for round_ in range(32)])


def mostly_one() -> Any:
    """One revealing action, and now and then a circle on which every action is needed, or nothing to explore."""
    seldom = [graphs.directed_cycle(K, loops=False), graphs.bandit(K)]
    return graphs.FromPool([graphs.revealing_action(K), *seldom], [0.8, 0.1, 0.1])


def even(t: int) -> Any:
    """Losses 0 or 1 evenly, whatever is played: all that a learner can lose is luck."""
    return worlds.bernoulli([0.5] * 10, graphs.full_information(10))


CELLS = (
    Cell("Exp3IX", {}, "dropping ring, repetition punished", lambda t: worlds.punish_repetition(dropping())),
    Cell("Exp3IX", {}, "bandit, strong lower bound", lambda t: worlds.strong_lower_bound(graphs.bandit(K), t, c=1.0)),
    Cell("Exp3IX", CAUTIOUS, "bandit, trap", lambda t: worlds.exp3_trap(t)),
    Cell("Exp3IX", DOUBLING, "dropping ring, favourite punished", lambda t: worlds.punish_favourite(dropping(), 20)),
    Cell("StrongIX", {}, "loopless clique, giant", lambda t: worlds.sleeping_giant(t)),
    Cell("StrongIX", {}, "flickering ring, repetition punished", lambda t: worlds.punish_repetition(flickering())),
    Cell("StrongIX", CAUTIOUS, "flickering ring, favourite punished",
         lambda t: worlds.punish_favourite(flickering(), 20)),
    Cell("StrongIX", DOUBLING, "loopless clique, giant", lambda t: worlds.sleeping_giant(t)),
    Cell("WeakIX", {}, "mostly one, repetition punished", lambda t: worlds.punish_repetition(mostly_one())),
    Cell("WeakIX", CAUTIOUS, "gadgets, weak lower bound", lambda t: worlds.weak_lower_bound(2, t, c=1.0)),
    Cell("WeakIX", DOUBLING, "mostly one, favourite punished", lambda t: worlds.punish_favourite(mostly_one(), 20)),
    Cell("Hedge", {}, "full information, even losses", even),
)  # fmt: skip
KINDS = {cell.kind: cell for cell in CELLS}
PLACES: dict[str, Callable[[], Any]] = {  # for those told the opposite
    "Exp3IX": dropping,
    "StrongIX": flickering,
    "WeakIX": mostly_one,
    "Hedge": lambda: graphs.full_information(K),
}


class Held(NamedTuple):
    """Of one cell: each run's regret and bound."""

    regret: Floats
    bound: Floats

    @property
    def above(self) -> int:
        """How many runs lost more."""
        return int((self.regret > self.bound).sum())

    @property
    def share(self) -> tuple[float, float]:
        """Limits of the chance to be above, by Clopper and Pearson, wrong in 1 % of tables."""
        limits = binomtest(self.above, self.regret.size).proportion_ci(0.99, "exact")
        return float(limits.low), float(limits.high)

    @property
    def used(self) -> Floats:
        """How much of its bound each run has lost."""
        return self.regret / self.bound


def held(cell: Cell, runs: int = RUNS) -> Held:
    """Play one cell, and bound each run by its own sums."""
    games = played(cell, cell.world(cell.rounds), runs)
    return Held(games.final(), games.bounds(DELTA).best[:, -1])


def opposite(cell: Cell, runs: int = OPPOSITE_RUNS) -> Held:
    """One action never loses, the others always; but told is what is left to one, so that the best looks worst."""
    games = played(cell, worlds.deterministic([1.0, *[0.0] * (K - 1)], PLACES[cell.learner]()), runs)
    return Held(cell.rounds - games.own_losses[:, -1], games.bounds(DELTA).best[:, -1])


def played(cell: Cell, world: Any, runs: int) -> sl.Games:
    """With the sums that bounds are made of."""
    games: sl.Games = sl.play(cell.template(world.n_actions), world, cell.rounds, runs, checkpoints=1, record="bounds")
    return games


def rows() -> Iterator[Row]:
    """A line a cell; then a line for each schedule of each learner told the opposite."""
    for cell in CELLS:
        done = held(cell)
        low, high = done.share
        note = (
            f"{done.above} of {done.regret.size} above, 99 % limits {low:.4f} .. {high:.4f}; T = {cell.rounds}, "
            f"regret {done.regret.mean():.0f}, bound {done.bound.mean():.0f}; used {done.used.mean():.3f} of it, "
            f"at most {done.used.max():.3f}; {np.quantile(done.used, 1 - DELTA):.3f} of it would have done"
        )
        yield Row(f"{cell.kind}, {cell.place}: share above", high, "at most", at_most=DELTA, note=note)
    for kind, cell in KINDS.items():
        done = opposite(cell)
        note = f"T = {cell.rounds}: regret {done.regret.min():.0f} or more, bound {done.bound.max():.0f} or less"
        below = 1.0 - done.above / done.regret.size
        yield Row(f"{kind}, told the opposite: share below", below, "of runs", at_most=0.0, note=note)

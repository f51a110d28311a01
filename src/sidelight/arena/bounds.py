"""The theorem's number beside the regret: what a run may have lost at most, before it and from its own sums."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidelight.arena.bound_rows import ROWS, Row, Size
from sidelight.arena.bound_rows_scheduled import SCHEDULED_ROWS
from sidelight.arena.graph_sums import Table, sums_of_rounds
from sidelight.arena.parties import Algorithm, algorithm_of
from sidelight.errors import InvalidParameter, NotRecorded, TooLarge, WrongGraph
from sidelight.graphs import FeedbackGraph, as_process
from sidelight.graphs.processes.base import GraphProcess
from sidelight.learners.schedules import DOUBLING, Schedule
from sidelight.learners.tuned import DELTA
from sidelight.theory import Bound
from sidelight.theory.checks import confidence
from sidelight.theory.sums import SECONDS
from sidelight.worlds import World

if TYPE_CHECKING:
    from sidelight.arena.games import Games

Numbers = NDArray[np.float64]


class Items(NamedTuple):
    """Bounds item by item, by row and column, and what is known of the graphs."""

    before: Callable[[int, int], Bound]
    after: Callable[[int, int], Bound] | None
    table: Table
    needs: tuple[str, ...]


@dataclass(frozen=True, eq=False, repr=False)
class GamesBounds:
    """What each run may have lost at most, by its theorem; made by ``Games.bounds``.

    ``before``: from the parameters and the graphs alone. ``after``: from what the run itself has summed, None if that
    was not recorded; the same as ``before`` where the theorem has no use for it. Both seeds x checkpoints, infinite
    where the theorem says nothing. Each holds for a run and a checkpoint with probability 1 - ``delta``, or in
    expectation, where ``in_expectation``. ``regret`` is the measured one, if it is known.
    """

    name: str
    delta: float
    seeds: NDArray[np.int64]
    checkpoints: NDArray[np.int64]
    before: Numbers
    after: Numbers | None
    regret: Numbers | None
    in_expectation: bool
    _items: Items

    @property
    def best(self) -> Numbers:
        """The lesser kind: ``after`` where it is known, else ``before``."""
        return self.before if self.after is None else self.after

    @property
    def exceeded(self) -> float:
        """The share of seeds whose regret at the end is above its bound; at most about delta, and usually nothing."""
        if self.regret is None:
            raise NotRecorded("the regret of these games is not known, so nobody can say how often it is above a bound")
        return float((self.regret[:, -1] > self.best[:, -1]).mean())

    def of(self, seed: int | None = None, at: int | None = None) -> Bound:
        """The bound of one run item by item: of the seed that lost most, after all rounds, if not told."""
        row, column = self._place(seed, at)
        return (self._items.after or self._items.before)(row, column)

    def explain(self, seed: int | None = None, at: int | None = None) -> str:
        """The regret of one run, the bound from its own sums, the bound before it and what that took for granted."""
        row, column = self._place(seed, at)
        items = self._items
        lines = [f"{self.name}, seed {self.seeds[row]}, after {self.checkpoints[column]:,} rounds"]
        if self.regret is not None:
            lines.append(f"measured regret: {self.regret[row, column]:.1f}")
        if items.after is not None:
            lines += ["", f"from the run's own sums, {items.after(row, column).explain()}"]
        lines += ["", f"before the run, {items.before(row, column).explain()}"]
        origin = items.table[row][column].origin
        return "\n".join([*lines, *(f"  {name.replace('_', ' ')}: {origin[name]}" for name in items.needs)])

    def _place(self, seed: int | None, at: int | None) -> tuple[int, int]:
        lost = (self.best if self.regret is None else self.regret)[:, -1]
        row = int(np.argmax(lost)) if seed is None else _position("seed", seed, self.seeds)
        return row, -1 if at is None else _position("at", at, self.checkpoints)

    def __repr__(self) -> str:
        """How much at the end, and with which confidence."""
        holds = "in expectation" if self.in_expectation else f"with probability {1 - self.delta:g}"
        own = None if self.after is self.before else self.after
        told = "" if own is None else f"; from its own sums {_range(own[:, -1])}"
        return f"GamesBounds({self.name}: before the run {_range(self.before[:, -1])}{told}; {holds})"


def bounds_of(
    games: Games, delta: float | None, graph: FeedbackGraph | GraphProcess | None, time_limit: float = SECONDS
) -> GamesBounds:
    """See ``Games.bounds``."""
    algorithm = algorithm_of(games)
    share = confidence(_usual_delta(algorithm) if delta is None else delta)
    row, tuning = _row_and_tuning(algorithm)
    table = sums_of_rounds(
        _graphs(games, graph), games.n_actions, games.seeds, games.checkpoints, row.needs,
        algorithm.settings.get("explore", "auto"), time_limit,
    )  # fmt: skip

    def before(seed: int, point: int) -> Bound:
        return row.before(table[seed][point], tuning, share)

    def after(seed: int, point: int) -> Bound:
        told = {name: float(values[seed, point]) for name, values in games.sums.items()}
        assert row.after is not None
        return row.after(told, Size(games.n_actions, int(games.checkpoints[point])), tuning, share)

    in_advance = _each(before, games, same=all(line is table[0] for line in table))
    items = Items(before, after if row.after and games.sums else None, table, row.needs)
    recorded = None if items.after is None else _each(items.after, games)
    own = in_advance if row.after is None else recorded
    in_expectation = before(0, -1).delta is None
    return GamesBounds(
        games.name, share, games.seeds, games.checkpoints, in_advance, own, _regret(games), in_expectation, items
    )


def _row_and_tuning(algorithm: Algorithm) -> tuple[Row[Any], Any]:
    if algorithm.name not in ROWS:
        raise NotRecorded(
            f"{algorithm.name} has no bound with explicit constants here; those that have are {', '.join(ROWS)}"
        )
    if not algorithm.strict:
        raise NotRecorded(
            f"{algorithm.name} was played with strict=False, so that its graphs may be outside its theory; "
            "play it without that"
        )
    if "most_exploration" in algorithm.settings:
        raise NotRecorded("most_exploration= beyond one half is outside the theory of WeakIX; play it without that")
    if algorithm.schedule is None:
        return ROWS[algorithm.name], algorithm.tuning
    schedule = Schedule(**algorithm.schedule)
    return SCHEDULED_ROWS[algorithm.name, schedule.name], schedule


def _usual_delta(algorithm: Algorithm) -> float:
    """Epochs were tuned for one delta, and bounds of them are for that one."""
    schedule = algorithm.schedule or {}
    return schedule["delta"] if schedule.get("name") == DOUBLING and schedule["delta"] is not None else DELTA


def _graphs(games: Games, given: FeedbackGraph | GraphProcess | None) -> GraphProcess | None:
    """Those given, or those it was played on, if they are at hand."""
    if given is None:
        world = None if games.parties is None else games.parties.world
        return world.graphs if isinstance(world, World) else None
    process = as_process(given)
    if process.n_actions != games.n_actions:
        raise WrongGraph(f"graph={given!r} has {process.n_actions} actions, and {games.n_actions} were played")
    return process


def _each(bound: Callable[[int, int], Bound], games: Games, *, same: bool = False) -> Numbers:
    rows = range(1 if same else games.n_seeds)
    made = [[bound(row, column).value for column in range(games.checkpoints.size)] for row in rows]
    numbers = np.repeat(made, games.n_seeds, axis=0) if same else np.array(made)
    numbers.setflags(write=False)
    return numbers


def _regret(games: Games) -> Numbers | None:
    try:
        return games.regret
    except (NotRecorded, TooLarge):
        return None


def _position(name: str, value: int, among: NDArray[np.int64]) -> int:
    found = np.flatnonzero(among == value)
    if not found.size:
        raise InvalidParameter(f"{name}={value!r} is none of {among.tolist()[:8]}{' ...' if among.size > 8 else ''}")
    return int(found[0])


def _range(values: Numbers) -> str:
    low, high = f"{values.min():.1f}", f"{values.max():.1f}"
    return low if low == high else f"{low} to {high}"

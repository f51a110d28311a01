"""Chunks: some seeds of a cell, about a second of work; where and how often one is played makes no difference."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidelight.arena import Games, play
from sidelight.arena.measures import measured
from sidelight.errors import NotRecorded, TooLarge
from sidelight.lab.cells import Cell
from sidelight.lab.making import Match
from sidelight.lab.spec import BOUNDS, digest_of
from sidelight.worlds import World

USUAL_SECONDS = 1.0  # of work in a chunk
MATCHES_KEPT = 16
SEEDS_KEPT = 20_000  # of which a world remembers its best action
Columns = dict[str, NDArray[Any]]
Alive = Callable[[], None]  # raises where the work is not wanted any more


class Chunk(NamedTuple):
    """Some seeds of a cell."""

    cell: Cell
    seeds: tuple[int, ...]

    @property
    def digest(self) -> str:
        """Its address: what is played, by which code, for which seeds."""
        return digest_of(self.cell.address, list(self.seeds))

    @property
    def rounds(self) -> int:
        """How many rounds will be played."""
        return self.cell.horizon * len(self.seeds)


def cut(cell: Cell, seeds: Sequence[int], seconds_a_seed: float, seconds: float = USUAL_SECONDS) -> Iterator[Chunk]:
    """Chunks of about so many seconds; a seed is never cut, however long it takes.

    What is left over at the end is spread, so that no chunk is much smaller than the others.
    """
    wanted = max(1, int(seconds / max(seconds_a_seed, 1e-9)))
    count = max(1, round(len(seeds) / wanted))
    for part in np.array_split(np.asarray(seeds, np.int64), min(count, len(seeds))):
        yield Chunk(cell, tuple(part.tolist()))


def play_chunk(chunk: Chunk, alive: Alive) -> Columns:
    """Rows of a chunk as columns: seed, round, and a number for each thing recorded, where the world has it."""
    match, cell = _MATCHES.of(chunk.cell), chunk.cell
    games = play(
        match.learner,
        match.world,
        cell.horizon,
        list(chunk.seeds),
        checkpoints=cell.points,
        workers=1,
        record=BOUNDS if BOUNDS in cell.record else "regret",
        progress=lambda done, total: alive(),
    )
    return rows_of(games, cell.record)


def rows_of(games: Games, record: Sequence[str]) -> Columns:
    """A row for each seed and checkpoint."""
    shape = games.seeds.size, games.checkpoints.size
    columns: Columns = {
        "seed": np.repeat(games.seeds, shape[1]),
        "round": np.tile(games.checkpoints, shape[0]),
    }
    for what in (*(name for name in record if name != BOUNDS), *games.sums):
        try:
            columns[what] = np.ascontiguousarray(measured(games, what), np.float64).ravel()
        except (NotRecorded, TooLarge):
            continue  # the world has no means, or its best action would take longer to find than the game
    return columns


class _Matches:
    """The latest matches of this process: learners that meet in a world share what is summed for it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[Any, Any] = OrderedDict()

    def of(self, cell: Cell) -> Match:
        match: Match = self._once(("cell", cell.address), cell.made)
        if not isinstance(match.world, World):
            return match
        key = "world", match.world.digest, cell.horizon
        world = self._once(key, lambda: match.world)
        if len(world.kept) > SEEDS_KEPT:
            with self._lock:
                self._kept.clear()
        return Match(match.learner, world)

    def _once(self, key: Any, make: Callable[[], Any]) -> Any:
        with self._lock:
            if key not in self._kept:
                self._kept[key] = make()
            self._kept.move_to_end(key)
            while len(self._kept) > MATCHES_KEPT:
                self._kept.popitem(last=False)
            return self._kept[key]


_MATCHES = _Matches()

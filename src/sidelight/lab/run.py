"""The driver: cuts what is missing into chunks, keeps an engine busy with them, and alone writes what comes back."""

from __future__ import annotations

import platform
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

import sidelight
from sidelight.lab.calibration import Cost, calibrated
from sidelight.lab.cells import Cell, cells_of
from sidelight.lab.chunks import USUAL_SECONDS, Chunk, cut, play_chunk
from sidelight.lab.code_version import code_version
from sidelight.lab.engines import Engine, Outcome, Task, made_engine
from sidelight.lab.interrupts import undisturbed
from sidelight.lab.spec import BOUNDS, Spec
from sidelight.lab.store import CellRow, Finished, Store
from sidelight.lab.toml_text import as_toml

AT_ONCE = 3  # chunks under way for each worker: enough that none waits, few enough that little is lost
SECONDS_BETWEEN_LOOKS = 0.25
AUTO = "auto"


@dataclass
class Status:
    """How far a run has come; told again and again."""

    cells: int
    runs: int
    rounds: int
    cells_done: int = 0
    runs_done: int = 0
    rounds_done: int = 0
    rounds_before: int = 0  # finished when the run began
    chunks_failed: int = 0
    seconds: float = 0.0
    headline: str = ""  # what is averaged below
    means: dict[str, float] = field(default_factory=dict)  # by learner, of what was played in this run

    @property
    def rate(self) -> float:
        """Rounds a second in this run."""
        return (self.rounds_done - self.rounds_before) / self.seconds if self.seconds > 0 else 0.0

    @property
    def seconds_left(self) -> float | None:
        """By the rate so far; None before there is one."""
        return (self.rounds - self.rounds_done) / self.rate if self.rate > 0 else None


@dataclass(frozen=True)
class Report:
    """What came of a run."""

    folder: str
    digest: str
    engine: str
    workers: int
    cells: int
    cells_done: int
    runs: int
    runs_done: int
    runs_before: int
    seconds: float
    chunk_seconds: float
    failures: tuple[tuple[str, str], ...] = ()  # cell and error
    results: str | None = None

    @property
    def complete(self) -> bool:
        """Whether every row of the spec is there."""
        return self.results is not None

    @property
    def busy(self) -> float:
        """The share of the workers' time that was spent in chunks."""
        return self.chunk_seconds / max(self.seconds * self.workers, 1e-9)


Tell = Callable[[Status], object]


def run(
    spec: Spec,
    folder: str | Path,
    *,
    engine: str | Engine = AUTO,
    workers: int | None = None,
    chunk_seconds: float = USUAL_SECONDS,
    repair: bool = False,
    tell: Tell = lambda status: None,
) -> Report:
    """Play what is missing of a spec into a folder; what is finished there is never played again.

    ``engine`` is a name of ``ENGINES``, an engine (which is closed at the end), or "auto": threads where all is
    compiled, processes otherwise. ``tell`` is called with a ``Status`` a few times a second. Ctrl-C ends it with all
    that came back kept.
    """
    with Store(folder, repair=repair) as store:
        cells = list(cells_of(spec))
        costs = _costs(spec, cells, store)
        named = _usual_engine(costs) if engine == AUTO else engine
        with named if isinstance(named, Engine) else made_engine(named, workers) as at_work:
            driver = _Driver(spec, store, at_work, cells, costs, chunk_seconds, tell)
            return driver.drive(named if isinstance(named, str) else type(named).__name__.lower())


def _costs(spec: Spec, cells: Sequence[Cell], store: Store) -> dict[str, Cost]:
    """What cells cost; those that the latest run knew are not measured again."""
    known = {row.address: Cost(row.seconds_a_seed, row.compiled, row.n_actions) for row in store.manifest.cells()}
    costs = {cell.address: known[cell.address] for cell in cells if cell.address in known}
    return costs | calibrated([cell for cell in cells if cell.address not in costs], spec)


def _usual_engine(costs: dict[str, Cost]) -> str:
    return "threads" if all(cost.compiled for cost in costs.values()) else "processes"


class _Driver:
    def __init__(
        self,
        spec: Spec,
        store: Store,
        engine: Engine,
        cells: Sequence[Cell],
        costs: dict[str, Cost],
        chunk_seconds: float,
        tell: Tell,
    ) -> None:
        self.spec, self.store, self.engine, self.cells, self.costs = spec, store, engine, cells, costs
        self.chunk_seconds, self.tell = chunk_seconds, tell
        self.failures: list[tuple[str, str]] = []
        self.seconds_in_chunks = 0.0
        self.finals: dict[str, list[float]] = {}

    def drive(self, engine: str) -> Report:
        """From what is there to what is wanted."""
        store, spec = self.store, self.spec
        told = {"engine": engine, "workers": self.engine.workers, "sidelight": sidelight.__version__,
                "code": code_version(), "numpy": np.__version__, "python": platform.python_version(),
                "system": platform.platform(), "machine": platform.node()}  # fmt: skip
        notes = {"digest": spec.digest, "headline": self._headline(), "seeds": str(len(spec.seeds))}
        store.begin(as_toml(spec.canonical), notes, self._rows(), _now(), told)
        self.missing = self._missing()
        self.status = self._status()
        if any(self.missing.values()):
            store.withdraw()
        runs_before, started = self.status.runs_done, time.perf_counter()
        self._play(started)
        complete = not any(self.missing.values())
        with undisturbed():
            store.compact()
            results = store.conclude(spec.seeds, spec.digest) if complete else None
            store.end(_now())
        return Report(
            folder=str(store.folder), digest=spec.digest, engine=engine, workers=self.engine.workers,
            cells=self.status.cells, cells_done=self.status.cells_done, runs=self.status.runs,
            runs_done=self.status.runs_done, runs_before=runs_before, seconds=time.perf_counter() - started,
            chunk_seconds=self.seconds_in_chunks, failures=tuple(self.failures),
            results=None if results is None else str(results),
        )  # fmt: skip

    def _rows(self) -> list[CellRow]:
        rows: dict[str, CellRow] = {}
        for position, cell in enumerate(self.cells):
            cost, graph = self.costs[cell.address], None if cell.graph is None else cell.graph.name
            row = CellRow(cell.address, position, cell.learner.name, cell.world.name, graph, cell.horizon,
                          cost.n_actions, cost.compiled, cost.seconds_a_seed)  # fmt: skip
            if cell.address in rows:
                first = rows[cell.address]
                self.spec.source.refuse(
                    cell.learner.path,
                    f"{cell.name} is played twice: {first.learner} against {first.world} is the same; leave one out",
                )
            rows[cell.address] = row
        return list(rows.values())

    def _missing(self) -> dict[str, set[int]]:
        """By address, the seeds that are wanted and not there."""
        there = self.store.finished_seeds()
        return {cell.address: set(self.spec.seeds) - there.get(cell.address, set()) for cell in self.cells}

    def _status(self) -> Status:
        seeds = len(self.spec.seeds)
        status = Status(len(self.cells), len(self.cells) * seeds, sum(cell.horizon for cell in self.cells) * seeds)
        for cell in self.cells:
            done = seeds - len(self.missing[cell.address])
            status.runs_done += done
            status.rounds_done += done * cell.horizon
            status.cells_done += done == seeds
        status.rounds_before, status.headline = status.rounds_done, self._headline()
        return status

    def _headline(self) -> str:
        return next((what for what in self.spec.record if what != BOUNDS), "")

    def _chunks(self) -> Iterator[Chunk]:
        for cell in self.cells:
            seeds = [seed for seed in self.spec.seeds if seed in self.missing[cell.address]]
            if seeds:
                yield from cut(cell, seeds, self.costs[cell.address].seconds_a_seed, self.chunk_seconds)

    def _play(self, started: float) -> None:
        """Keep some chunks under way for each worker; all that has come back meanwhile is written together."""
        waiting, under_way = deque(self._chunks()), dict[str, Chunk]()
        while waiting or under_way:
            while waiting and len(under_way) < AT_ONCE * self.engine.workers:
                chunk = waiting.popleft()
                under_way[chunk.digest] = chunk
                self.engine.submit(Task(chunk.digest, play_chunk, chunk))
            back = self.engine.completed(SECONDS_BETWEEN_LOOKS)
            finished = [_finished(under_way.pop(outcome.key), outcome) for outcome in back]
            if finished:
                self._keep(finished)
            self.status.seconds = time.perf_counter() - started
            self.tell(self.status)

    def _keep(self, finished: list[Finished]) -> None:
        with undisturbed():
            self.store.add(finished)
            self.store.compact()
        for one in finished:
            cell = one.chunk.cell
            self.seconds_in_chunks += one.seconds
            if one.rows is None:
                self.status.chunks_failed += 1
                self.failures.append((cell.name, one.error or ""))
                continue
            self.missing[cell.address] -= set(one.chunk.seeds)
            self.status.runs_done += len(one.chunk.seeds)
            self.status.rounds_done += one.chunk.rounds
            self.status.cells_done += not self.missing[cell.address]
            self._average(cell.learner.name, one.rows, cell.horizon)

    def _average(self, learner: str, rows: Any, horizon: int) -> None:
        if self.status.headline in rows:
            last = rows[self.status.headline][rows["round"] == horizon]
            count_and_sum = self.finals.setdefault(learner, [0.0, 0.0])
            count_and_sum[0] += len(last)
            count_and_sum[1] += float(last.sum())
            self.status.means[learner] = count_and_sum[1] / count_and_sum[0]


def _finished(chunk: Chunk, outcome: Outcome) -> Finished:
    return Finished(chunk, outcome.value, outcome.error, outcome.attempts, outcome.seconds)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")

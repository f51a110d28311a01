"""What a spec asks for, in numbers, before anything runs."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from sidelight.arena.workers import checked_workers
from sidelight.lab.calibration import calibrated
from sidelight.lab.cells import cells_of
from sidelight.lab.chunks import cut
from sidelight.lab.spec import Spec


@dataclass(frozen=True)
class Estimate:
    """How much there is to play, and how long it takes on this machine as it is now."""

    digest: str
    cells: int
    seeds: int
    runs: int
    rounds: int
    rows: int
    chunks: int
    interpreted_cells: int
    workers: int
    minutes: float

    def plain(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)


def estimated(spec: Spec, workers: int | None = None) -> Estimate:
    """Build every cell and play a little of it; ``InvalidSpec`` where one cannot be played."""
    cells = list(cells_of(spec))
    costs = calibrated(cells, spec)
    threads, seeds = checked_workers(workers), len(spec.seeds)
    seconds = sum(costs[cell.address].seconds_a_seed for cell in cells) * seeds
    return Estimate(
        digest=spec.digest,
        cells=len(cells),
        seeds=seeds,
        runs=len(cells) * seeds,
        rounds=sum(cell.horizon for cell in cells) * seeds,
        rows=sum(cell.points.size for cell in cells) * seeds,
        chunks=sum(len(list(cut(cell, spec.seeds, costs[cell.address].seconds_a_seed))) for cell in cells),
        interpreted_cells=sum(not costs[cell.address].compiled for cell in cells),
        workers=threads,
        minutes=seconds / threads / 60.0,
    )

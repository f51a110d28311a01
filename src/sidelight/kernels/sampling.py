"""Random sets of cells, by address."""

import numpy as np
from numpy.typing import NDArray

from sidelight.kernels.compiled import compiled
from sidelight.kernels.randomness import uniform


@compiled
def sampled_cells(n_cells: int, chance: float, place: int) -> NDArray[np.int64]:
    """Each of ``n_cells`` kept with ``chance``: jumps from one to the next, so the cost is what is kept."""
    if chance <= 0.0:
        return np.empty(0, np.int64)
    cells = np.empty(16 + np.int64(n_cells * chance * 1.05), np.int64)
    log_miss = np.log1p(-chance) if chance < 1.0 else -np.inf
    kept = 0
    draws = 0
    cell = -1.0  # as a float: a jump may leave the range of integers
    while True:
        cell += 1.0 + np.floor(np.log(1.0 - uniform(place, draws)) / log_miss)
        draws += 1
        if cell >= n_cells:
            return cells[:kept]
        if kept == cells.size:
            longer = np.empty(2 * cells.size, np.int64)
            longer[:kept] = cells
            cells = longer
        cells[kept] = np.int64(cell)
        kept += 1

"""Losses that somebody recorded."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sidelight.errors import InvalidFile, InvalidParameter
from sidelight.graphs import as_process
from sidelight.graphs.families import bandit
from sidelight.kernels import world as kernel
from sidelight.worlds.checks import Graphs
from sidelight.worlds.registry import world_kind
from sidelight.worlds.world import World

LOSSES_A_LOOK = 2**22  # read at a time, so that a file larger than memory can be checked


@world_kind(
    lambda: (
        {"losses": np.arange(36).reshape(12, 3) % 7 / 6.0, "graph": bandit(3)},
        {"losses": np.eye(12, 4, dtype=np.bool_), "graph": bandit(4)},
    )
)
def table(losses: Any, graph: Graphs) -> World:
    """The losses of a table, a row a round and a column an action: history played again, or anything of your own.

    An array of any kind of numbers, a data frame, or the path of an ``.npy`` or ``.parquet`` file. An ``.npy`` file
    stays on disk and is read as rounds are played; an array is copied unless it cannot be written into. All is
    checked once. There are as many rounds as rows, the same for every seed.

    >>> from sidelight import graphs
    >>> world = table([[0.1, 0.9], [1.0, 0.0], [0.5, 0.5]], graphs.bandit(2))
    >>> world.losses(1), world.most_rounds
    (array([1., 0.]), 3)
    """
    graphs = as_process(graph)
    rows = _of_file(losses) if isinstance(losses, (str, Path)) else _kept(losses)
    if rows.ndim != 2 or rows.shape[1] != graphs.n_actions or not rows.shape[0]:
        raise InvalidParameter(
            f"losses has shape {rows.shape}, and the graph {graphs.n_actions} actions; "
            "give a row for each round, at least one, with a column for each action"
        )
    _refuse_outside(rows)
    return World("table", graphs, "exact", table=rows, shape=kernel.TABLE)


def _of_file(path: str | Path) -> NDArray[Any]:
    if str(path).endswith(".parquet"):
        from sidelight.frames import matrix_from_parquet

        return _kept(matrix_from_parquet(path))
    try:
        return _numeric(np.load(path, mmap_mode="r", allow_pickle=False))
    except (ValueError, EOFError) as error:
        raise InvalidFile(f"losses={str(path)!r} is not an .npy file that can be mapped: {error}") from error


def _kept(losses: Any) -> NDArray[Any]:
    """What nobody can change any more: as it is, if it cannot be written into; else a copy."""
    try:
        rows = np.asanyarray(losses)
    except ValueError as error:
        raise InvalidParameter(f"losses must be a table with a row for each round: {error}") from None
    rows = _numeric(rows)
    if rows.flags.writeable:
        rows = np.array(rows, order="C")
        rows.setflags(write=False)
    return rows


def _numeric(rows: Any) -> NDArray[Any]:
    if not isinstance(rows, np.ndarray) or rows.dtype.kind not in "biuf":
        kind = getattr(rows, "dtype", type(rows).__name__)
        raise InvalidParameter(f"losses must be a table of numbers, not of {kind}")
    return rows


def _refuse_outside(rows: NDArray[Any]) -> None:
    """Name the first entry that is no loss."""
    size = max(1, LOSSES_A_LOOK // rows.shape[1])
    for first in range(0, len(rows), size):
        block = rows[first : first + size]
        bad = ~((block >= 0) & (block <= 1))
        if bad.any():
            row, column = np.argwhere(bad)[0].tolist()
            raise InvalidParameter(
                f"losses[{first + row}, {column}]={block[row, column].item()!r} (row, column) must be from 0 to 1; "
                "losses_from_rewards and losses_from_costs convert other ranges"
            )

"""The one door to DuckDB: rows as columns of numpy arrays into Parquet files, and out of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sidelight.errors import MissingDependency

Columns = Mapping[str, NDArray[Any]]
FORMAT = "(FORMAT parquet, COMPRESSION zstd, USE_TMP_FILE false)"
ADDRESS, SEED, ROUND = "cell", "seed", "round"


class Parquet:
    """A connection that reads and writes Parquet files; ``error`` is what it raises.

    One thread writes, so that equal rows are equal files.
    """

    def __init__(self, spill: Path | None = None) -> None:
        try:
            import duckdb
        except ImportError as error:
            raise MissingDependency("duckdb is not installed; pip install 'sidelight[lab]'") from error
        self.error: type[Exception] = duckdb.Error
        self._connection = duckdb.connect(config={"threads": 1, "autoinstall_known_extensions": False})
        if spill is not None:
            self._connection.execute(f"SET temp_directory = {_quoted(spill)}")

    def write(self, path: Path, parts: Sequence[Columns]) -> int:
        """All rows into one file, which is not synced; a column that a part does not have is null there. How many."""
        alike: dict[tuple[str, ...], list[Columns]] = {}
        for part in parts:
            alike.setdefault(tuple(part), []).append(part)
        for k, (names, group) in enumerate(alike.items()):
            stacked = {name: np.concatenate([part[name] for part in group]) for name in names}
            self._connection.register(f"part_{k}", stacked)
        rows = " UNION ALL BY NAME ".join(f"SELECT * FROM part_{k}" for k in range(len(alike)))
        self._copy(rows, path)
        for k in range(len(alike)):
            self._connection.unregister(f"part_{k}")
        return sum(len(part[SEED]) for part in parts)

    def merge(self, paths: Iterable[Path], target: Path) -> None:
        """The rows of several files in one, those of a cell together."""
        self._copy(f"SELECT * FROM {_files(paths)} ORDER BY {ADDRESS}, {SEED}, {ROUND}", target)

    def join(self, paths: Sequence[Path], cells: Columns, seeds: NDArray[np.int64], target: Path) -> None:
        """The rows of some cells and seeds with the names of cells, in the order of these."""
        self._register_wanted(cells, seeds)
        self._copy(f"SELECT {_named(cells)} FROM {_wanted(paths)} ORDER BY position, {SEED}, {ROUND}", target)

    def finals(self, paths: Sequence[Path], cells: Columns, seeds: NDArray[np.int64], what: str) -> list[Any]:
        """For each cell: its position, how many seeds are there, and mean, median and 99 % quantile at the end."""
        self._register_wanted(cells, seeds)
        found: list[Any] = self._connection.execute(
            f'SELECT position, count(*), avg("{what}"), quantile_disc("{what}", 0.5), quantile_disc("{what}", 0.99) '
            f"FROM {_wanted(paths)} WHERE {ROUND} = horizon GROUP BY position ORDER BY position"
        ).fetchall()
        return found

    def columns(self, path: Path) -> dict[str, NDArray[Any]]:
        """All columns of a file."""
        found: dict[str, NDArray[Any]] = self._connection.execute(f"SELECT * FROM {_files([path])}").fetchnumpy()
        return found

    def names(self, paths: Sequence[Path]) -> list[str]:
        """The names of the columns that some files have."""
        return [row[0] for row in self._connection.execute(f"DESCRIBE SELECT * FROM {_files(paths)}").fetchall()]

    def close(self) -> None:
        """Let go of files and memory."""
        self._connection.close()

    def _register_wanted(self, cells: Columns, seeds: NDArray[np.int64]) -> None:
        self._connection.register("cells", dict(cells))
        self._connection.register("seeds", {SEED: seeds})

    def _copy(self, rows: str, target: Path) -> None:
        self._connection.execute(f"COPY ({rows}) TO {_quoted(target)} {FORMAT}")


def _wanted(paths: Sequence[Path]) -> str:
    return f"{_files(paths)} JOIN cells USING ({ADDRESS}) SEMI JOIN seeds USING ({SEED})"


def _named(cells: Columns) -> str:
    kept = ", ".join(name for name in cells if name not in (ADDRESS, "position"))
    return f"{kept}, * EXCLUDE ({ADDRESS}, position, {kept})"


def _files(paths: Iterable[Path]) -> str:
    return f"read_parquet([{', '.join(_quoted(path) for path in paths)}], union_by_name = true)"


def _quoted(path: Path) -> str:
    escaped = str(path).replace("'", "''")
    return f"'{escaped}'"

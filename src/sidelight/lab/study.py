"""A study as it stands, for whoever looks at it: nothing is written, and a driver may be at work."""

from __future__ import annotations

import contextlib
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from sidelight.lab.errors import DamagedStudy
from sidelight.lab.parquet import Parquet
from sidelight.lab.spec import Spec, parse_spec
from sidelight.lab.store.manifest import DONE, FAILED, CellRow, Manifest
from sidelight.lab.store.store import MANIFEST, SPEC, cell_columns, shard_paths


class CellState(NamedTuple):
    """How far a cell has come, and what its numbers are at the end of its games."""

    cell: CellRow
    seeds: int
    mean: float | None = None
    median: float | None = None
    q99: float | None = None


class Study(NamedTuple):
    """What is there."""

    folder: Path
    spec: Spec
    what: str
    cells: tuple[CellState, ...]
    failures: tuple[tuple[str, str], ...]
    runs: tuple[dict[str, Any], ...]
    shards: int
    bytes: int

    @property
    def wanted(self) -> int:
        """How many seeds of each cell."""
        return len(self.spec.seeds)

    @property
    def complete(self) -> bool:
        """Whether all that the spec asks for is there."""
        return all(state.seeds == self.wanted for state in self.cells)

    def plain(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "folder": str(self.folder),
            "digest": self.spec.digest,
            "complete": self.complete,
            "what": self.what,
            "cells": [state.cell._asdict() | {"seeds": state.seeds, "wanted": self.wanted, "mean": state.mean,
                                              "median": state.median, "q99": state.q99} for state in self.cells],
            "failures": [list(failure) for failure in self.failures],
            "runs": list(self.runs),
            "shards": self.shards,
            "bytes": self.bytes,
        }  # fmt: skip


TRIES = 3  # a driver may merge shards while they are read


def read_study(folder: str | Path, what: str | None = None) -> Study:
    """What stands in a folder; ``what`` is the column to sum up, the first that was recorded if left out."""
    for _ in range(TRIES - 1):
        with contextlib.suppress(DamagedStudy):
            return _read(Path(folder), what)
    return _read(Path(folder), what)


def _read(place: Path, what: str | None) -> Study:
    if not (place / MANIFEST).is_file():
        raise DamagedStudy(
            f"{place} is no study: it has no {MANIFEST}; 'sidelight run spec.toml --out {place}' begins one"
        )
    manifest = Manifest(place / MANIFEST, readonly=True)
    try:
        spec = parse_spec((place / SPEC).read_text(encoding="utf-8"), str(place / SPEC))
        column = what or manifest.meta("headline") or ""
        cells, shards = manifest.cells(), manifest.shards()
        done: Counter[str] = Counter()
        wanted = set(spec.seeds)
        for chunk in manifest.chunks(DONE):
            done[chunk.address] += len(wanted.intersection(chunk.seeds))
        finals = _finals(manifest, place, cells, np.array(spec.seeds), column) if any(done.values()) else {}
        names = {cell.address: f"{cell.learner} against {cell.world}" for cell in cells}
        failures = [(names.get(chunk.address, chunk.address), chunk.error or "") for chunk in manifest.chunks(FAILED)]
        runs = [{"run": run, "started": began, "ended": ended} | told for run, began, told, ended in manifest.runs()]
        return Study(
            place, spec, column,
            tuple(CellState(cell, done[cell.address], *finals.get(cell.position, ())) for cell in cells),
            tuple(failures),
            tuple(runs), len(shards), sum(shard.bytes for shard in shards),
        )  # fmt: skip
    finally:
        manifest.close()


def _finals(
    manifest: Manifest, folder: Path, cells: list[CellRow], seeds: Any, what: str
) -> dict[int, tuple[Any, ...]]:
    """Mean, median and 99 % quantile by position of the cell, where that was recorded."""
    parquet, paths = Parquet(), shard_paths(folder, manifest)
    try:
        if what not in parquet.names(paths):
            return {}
        return {row[0]: row[2:] for row in parquet.finals(paths, cell_columns(cells), seeds, what)}
    except parquet.error as error:
        raise DamagedStudy(f"the shards of {folder} cannot be read: {error}") from error
    finally:
        parquet.close()

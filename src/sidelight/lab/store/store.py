"""A study in a folder: written by one driver, readable at any moment, and whole after whatever happens.

::

    spec.toml         what was run last
    manifest.sqlite   which chunks are finished, and in which shard their rows are
    shards/*.parquet  rows: cell, seed, round, and what was recorded
    results.parquet   all rows of the spec with the names of cells, once all is played
    lock.sqlite       held by the driver

A shard gets its name before the manifest says what is in it. So a driver that is killed in between leaves a file that
nobody knows, and the next one removes it.
"""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from sidelight.lab.chunks import Chunk, Columns
from sidelight.lab.errors import DamagedStudy
from sidelight.lab.parquet import ADDRESS, Parquet
from sidelight.lab.store.files import PART, saving, sha256, written
from sidelight.lab.store.lock import Lock
from sidelight.lab.store.manifest import DONE, FAILED, CellRow, ChunkRow, Manifest, ShardRow

MANIFEST, SHARDS, RESULTS, SPEC = "manifest.sqlite", "shards", "results.parquet", "spec.toml"
DAMAGED = "damaged"
CONCLUDED = "concluded"  # the digest of the spec that the results are of
SMALL_BYTES = 2**22  # a shard worth merging
MOST_SMALL = 64  # as many wait for each other


class Finished(NamedTuple):
    """A chunk that came back, with its rows or an error in words."""

    chunk: Chunk
    rows: Columns | None
    error: str | None
    attempts: int
    seconds: float


class Store:
    """The folder of a study, open for writing; ``StudyInUse`` if another driver has it."""

    def __init__(self, folder: str | Path, *, repair: bool = False) -> None:
        self.folder = Path(folder)
        with contextlib.ExitStack() as undo, saving(self.folder):
            (self.folder / SHARDS).mkdir(parents=True, exist_ok=True)
            self._lock = Lock(self.folder)
            undo.callback(self._lock.release)
            self.manifest = Manifest(self.folder / MANIFEST)
            undo.callback(self.manifest.close)
            self._parquet = Parquet(self.folder / "spill")
            undo.callback(self._parquet.close)
            self.lost = self._examine(repair)
            self._remove_unknown()
            self._close = undo.pop_all()
        self._run = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let others write."""
        self._close.close()

    def begin(self, text: str, notes: Mapping[str, str], cells: Sequence[CellRow], started: str, told: Any) -> None:
        """A new run: what is to be there, and with what it is made."""
        with saving(self.folder):
            written(self.folder / SPEC, lambda path: path.write_text(text, encoding="utf-8"))
            self._run = self.manifest.begin(notes, cells, started, told)

    def finished_seeds(self) -> dict[str, set[int]]:
        """By address of a cell, the seeds whose rows are there."""
        found: dict[str, set[int]] = {}
        for chunk in self.manifest.chunks(DONE):
            found.setdefault(chunk.address, set()).update(chunk.seeds)
        return found

    def add(self, finished: Iterable[Finished]) -> None:
        """Chunks that came back: their rows in one new shard, then the manifest. After this they are never lost."""
        all_of_them = list(finished)
        good = [one for one in all_of_them if one.rows is not None]
        with self._saving():
            shard = None
            if good:
                parts = [_with_address(one.chunk.cell.address, one.rows or {}) for one in good]
                shard = self._new_shard(lambda path: self._parquet.write(path, parts), sum(map(_count, parts)))
            self.manifest.add(shard, [self._row(one, shard) for one in all_of_them])

    def _row(self, one: Finished, shard: ShardRow | None) -> ChunkRow:
        status, name = (DONE, shard.name) if one.rows is not None and shard is not None else (FAILED, None)
        chunk = one.chunk
        return ChunkRow(chunk.digest, chunk.cell.address, chunk.seeds, status, one.attempts, name, one.seconds,
                        self._run, one.error)  # fmt: skip

    def compact(self, most: int = MOST_SMALL) -> None:
        """Merge small shards into one, if there are more of them than ``most``."""
        small = [shard for shard in self.manifest.shards() if shard.bytes < SMALL_BYTES]
        if len(small) <= most:
            return
        paths = [self.folder / SHARDS / shard.name for shard in small]
        with self._saving():
            rows = sum(shard.rows for shard in small)
            merged = self._new_shard(lambda path: self._parquet.merge(paths, path), rows)
            self.manifest.replace_shards([shard.name for shard in small], merged)
            for path in paths:
                path.unlink(missing_ok=True)

    def conclude(self, seeds: Sequence[int], digest: str) -> Path:
        """Write all rows of the spec into one file, with names, in the order of the spec, if that was not done."""
        target = self.folder / RESULTS
        if target.exists() and self.manifest.meta(CONCLUDED) == digest:
            return target
        shards, cells = shard_paths(self.folder, self.manifest), cell_columns(self.manifest.cells())
        chosen = np.asarray(seeds, np.int64)
        with self._saving():
            written(target, lambda path: self._parquet.join(shards, cells, chosen, path))
            self.manifest.note(CONCLUDED, digest)
        return target

    def withdraw(self) -> None:
        """What was concluded is not so any more."""
        with saving(self.folder):
            self.manifest.note(CONCLUDED, "")
            (self.folder / RESULTS).unlink(missing_ok=True)

    def end(self, ended: str) -> None:
        """The run has come to its end."""
        with saving(self.folder):
            self.manifest.end(self._run, ended)

    def _saving(self) -> contextlib.AbstractContextManager[None]:
        return saving(self.folder, self._parquet.error)

    def _new_shard(self, write: Any, rows: int) -> ShardRow:
        name = f"{secrets.token_hex(8)}.parquet"
        path = written(self.folder / SHARDS / name, write)
        return ShardRow(name, rows, path.stat().st_size, sha256(path))

    def _examine(self, repair: bool) -> int:
        """Look at every shard; a damaged one is refused, or put aside. How many chunks are lost."""
        lost = 0
        for shard in self.manifest.shards():
            path = self.folder / SHARDS / shard.name
            if path.is_file() and path.stat().st_size == shard.bytes and sha256(path) == shard.sha256:
                continue
            if not repair:
                what = "is not what was written" if path.exists() else "is missing"
                raise DamagedStudy(
                    f"{path} {what}, and the other shards are intact; "
                    "run again with --repair to put it aside and play its chunks again"
                )
            if path.exists():
                (self.folder / DAMAGED).mkdir(exist_ok=True)
                path.replace(self.folder / DAMAGED / shard.name)
            lost += self.manifest.forget_shard(shard.name)
        return lost

    def _remove_unknown(self) -> None:
        """What a driver left that was killed between a file and its row, or while it wrote."""
        known = {shard.name for shard in self.manifest.shards()}
        for path in (self.folder / SHARDS).iterdir():
            if path.name not in known:
                path.unlink()
        for path in self.folder.glob(f".*{PART}"):
            path.unlink()


def _with_address(address: str, rows: Columns) -> Columns:
    return {ADDRESS: np.full(_count(rows), int(address, 16), np.uint64), **rows}


def _count(rows: Mapping[str, NDArray[Any]]) -> int:
    return len(rows["seed"])


def shard_paths(folder: Path, manifest: Manifest) -> list[Path]:
    """The files of rows."""
    return [folder / SHARDS / shard.name for shard in manifest.shards()]


def cell_columns(cells: Sequence[CellRow]) -> dict[str, NDArray[Any]]:
    """Cells as a table to join with rows."""
    return {
        ADDRESS: np.array([int(cell.address, 16) for cell in cells], np.uint64),
        "position": np.array([cell.position for cell in cells]),
        "learner": np.array([cell.learner for cell in cells], object),
        "world": np.array([cell.world for cell in cells], object),
        "graph": np.array([cell.graph or "" for cell in cells], object),
        "horizon": np.array([cell.horizon for cell in cells]),
        "n_actions": np.array([cell.n_actions for cell in cells]),
    }

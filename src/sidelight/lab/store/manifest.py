"""What a study has and where: cells, chunks and shards. A chunk is finished when its row says so, not before."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from sidelight.lab.errors import DamagedStudy

FORMAT = "1"
DONE, FAILED = "done", "failed"
TABLES = """
CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS runs (id INTEGER PRIMARY KEY, started TEXT NOT NULL, told TEXT NOT NULL, ended TEXT);
CREATE TABLE IF NOT EXISTS cells (
    address TEXT PRIMARY KEY, position INTEGER NOT NULL, learner TEXT NOT NULL, world TEXT NOT NULL, graph TEXT,
    horizon INTEGER NOT NULL, n_actions INTEGER NOT NULL, compiled INTEGER NOT NULL,
    seconds_a_seed REAL NOT NULL);
CREATE TABLE IF NOT EXISTS shards (
    name TEXT PRIMARY KEY, rows INTEGER NOT NULL, bytes INTEGER NOT NULL, sha256 TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS chunks (
    digest TEXT PRIMARY KEY, address TEXT NOT NULL, seeds TEXT NOT NULL, status TEXT NOT NULL, attempt INTEGER NOT NULL,
    shard TEXT REFERENCES shards (name), seconds REAL NOT NULL, run INTEGER NOT NULL REFERENCES runs (id), error TEXT);
CREATE INDEX IF NOT EXISTS chunks_by_address ON chunks (address, status);
CREATE INDEX IF NOT EXISTS chunks_by_shard ON chunks (shard);
"""


class CellRow(NamedTuple):
    """A cell of the spec that was run last, in its order."""

    address: str
    position: int
    learner: str
    world: str
    graph: str | None
    horizon: int
    n_actions: int
    compiled: bool
    seconds_a_seed: float


class ShardRow(NamedTuple):
    """A file of rows, as it was written."""

    name: str
    rows: int
    bytes: int
    sha256: str


class ChunkRow(NamedTuple):
    """What became of a chunk."""

    digest: str
    address: str
    seeds: tuple[int, ...]
    status: str
    attempt: int
    shard: str | None
    seconds: float
    run: int
    error: str | None = None


class Manifest:
    """The database of a study. Each method that writes is one transaction, on the disk when it returns."""

    def __init__(self, path: Path, *, readonly: bool = False) -> None:
        self._path = path
        # A reader may write as far as SQLite is concerned: what a killed driver left must be rolled back to be read.
        where = f"{path.resolve().as_uri()}?mode={'rw' if readonly else 'rwc'}"
        try:
            self._connection = sqlite3.connect(where, uri=True, timeout=30.0, isolation_level=None)
            self._connection.execute("PRAGMA synchronous = FULL")
            if not readonly:
                self._connection.executescript(TABLES)
                self._connection.execute("INSERT OR IGNORE INTO meta VALUES ('format', ?)", (FORMAT,))
            found = self.meta("format")
        except sqlite3.DatabaseError as error:
            if "full" in str(error) or "disk I/O" in str(error):
                raise
            raise self._damaged(error) from error
        if found != FORMAT:
            raise DamagedStudy(f"{path} has format {found!r}, and this version of sidelight knows {FORMAT}")

    def _damaged(self, error: Exception) -> DamagedStudy:
        return DamagedStudy(
            f"{self._path} cannot be read: {error}; put back a copy of it, or take another folder with --out. "
            "The shards beside it were not touched"
        )

    def _rows(self, query: str, values: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        try:
            return self._connection.execute(query, values).fetchall()
        except sqlite3.DatabaseError as error:
            raise self._damaged(error) from error

    def meta(self, key: str) -> str | None:
        """A note about the whole study."""
        rows = self._rows("SELECT value FROM meta WHERE key = ?", (key,))
        return None if not rows else str(rows[0][0])

    def begin(self, notes: Mapping[str, str], cells: Iterable[CellRow], started: str, told: Mapping[str, Any]) -> int:
        """A new run of these cells; what failed before is forgotten, since it is tried again. Its number."""
        with self._transaction():
            self._connection.executemany("INSERT OR REPLACE INTO meta VALUES (?, ?)", notes.items())
            self._connection.execute("DELETE FROM cells")
            self._connection.executemany("INSERT INTO cells VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", cells)
            self._connection.execute("DELETE FROM chunks WHERE status = ?", (FAILED,))
            cursor = self._connection.execute(
                "INSERT INTO runs (started, told) VALUES (?, ?)", (started, json.dumps(told))
            )
            return int(cursor.lastrowid or 0)

    def note(self, key: str, value: str) -> None:
        """Write down something about the whole study."""
        with self._transaction():
            self._connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, value))

    def end(self, run: int, ended: str) -> None:
        """A run has come to its end."""
        with self._transaction():
            self._connection.execute("UPDATE runs SET ended = ? WHERE id = ?", (ended, run))

    def add(self, shard: ShardRow | None, chunks: Iterable[ChunkRow]) -> None:
        """Chunks that are finished, with the shard that has their rows, or have failed."""
        rows = [chunk._replace(seeds=json.dumps(list(chunk.seeds))) for chunk in chunks]  # type: ignore[arg-type]
        with self._transaction():
            if shard is not None:
                self._connection.execute("INSERT INTO shards VALUES (?, ?, ?, ?)", shard)
            self._connection.executemany("INSERT OR REPLACE INTO chunks VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)

    def replace_shards(self, old: Iterable[str], new: ShardRow) -> None:
        """The rows of these are in another one now."""
        names = [(name,) for name in old]
        with self._transaction():
            self._connection.execute("INSERT INTO shards VALUES (?, ?, ?, ?)", new)
            self._connection.executemany("UPDATE chunks SET shard = ? WHERE shard = ?", [(new.name, *n) for n in names])
            self._connection.executemany("DELETE FROM shards WHERE name = ?", names)

    def forget_shard(self, name: str) -> int:
        """The rows of this one are lost; its chunks are not finished any more. How many."""
        with self._transaction():
            lost = self._connection.execute("DELETE FROM chunks WHERE shard = ?", (name,)).rowcount
            self._connection.execute("DELETE FROM shards WHERE name = ?", (name,))
        return lost

    def cells(self) -> list[CellRow]:
        """The cells of the latest run, in order."""
        return [CellRow(*row) for row in self._rows("SELECT * FROM cells ORDER BY position")]

    def shards(self) -> list[ShardRow]:
        """All files of rows there are."""
        return [ShardRow(*row) for row in self._rows("SELECT * FROM shards ORDER BY name")]

    def chunks(self, status: str) -> list[ChunkRow]:
        """All chunks with a status, of cells of the latest run and of earlier ones."""
        rows = self._rows("SELECT * FROM chunks WHERE status = ? ORDER BY rowid", (status,))
        return [ChunkRow(*row)._replace(seeds=tuple(json.loads(row[2]))) for row in rows]

    def runs(self) -> list[tuple[int, str, dict[str, Any], str | None]]:
        """When and by what it was run: number, beginning, what with, end."""
        return [(row[0], row[1], json.loads(row[2]), row[3]) for row in self._rows("SELECT * FROM runs ORDER BY id")]

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    def _transaction(self) -> _Transaction:
        return _Transaction(self._connection)


class _Transaction:
    """All or nothing."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def __enter__(self) -> None:
        self._connection.execute("BEGIN IMMEDIATE")

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is None:
            self._connection.execute("COMMIT")
        elif self._connection.in_transaction:
            self._connection.execute("ROLLBACK")

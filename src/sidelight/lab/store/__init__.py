"""Where a study is kept: SQLite says what is finished, Parquet has the rows."""

from sidelight.lab.store.manifest import DONE, FAILED, CellRow, ChunkRow, Manifest, ShardRow
from sidelight.lab.store.store import Finished, Store

__all__ = ["DONE", "FAILED", "CellRow", "ChunkRow", "Finished", "Manifest", "ShardRow", "Store"]

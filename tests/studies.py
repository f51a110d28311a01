"""A small study, played in processes that may be killed, and what is true of it however it was played."""

import os
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import numpy as np

from sidelight.lab import Spec, parse_spec, run
from sidelight.lab.cells import cells_of
from sidelight.lab.chunks import Chunk, play_chunk
from sidelight.lab.engines import Processes
from sidelight.lab.store import CellRow, Finished, Store, manifest
from sidelight.lab.store.manifest import DONE, Manifest

TEXT = """
horizons = [300]
seeds = 60
checkpoints = 4
record = ["regret", "own_losses", "bounds"]
[learners.strong]
learner = "StrongIX"
[learners.plain]
learner = "Exp3IX"
eta = 0.1
gamma = 0.05
[worlds.coins]
world = "bernoulli"
means = { first = 0.3, others = 0.5 }
[worlds.spite]
world = "punish_repetition"
[graphs.ring]
family = "ring"
n_actions = { each = [4, 7] }
"""
CELLS, SEEDS, POINTS = 8, 60, 4
Rows = dict[str, np.ndarray[Any, Any]]


def small_spec(*changes: tuple[str, str]) -> Spec:
    text = TEXT
    for old, new in changes:
        text = text.replace(old, new)
    return parse_spec(text, "small.toml")


def rows_of_results(folder: Path) -> Rows:
    """All rows in their order."""
    with duckdb.connect() as connection:
        return dict(connection.execute(f"SELECT * FROM '{folder / 'results.parquet'}'").fetchnumpy())


def same_rows(mine: Rows, others: Rows) -> None:
    assert list(mine) == list(others)
    for name, column in mine.items():
        assert np.array_equal(np.ma.getmaskarray(column), np.ma.getmaskarray(others[name])), name
        assert np.array_equal(np.ma.filled(column, -1), np.ma.filled(others[name], -1)), name


def no_row_twice(folder: Path, points: int = POINTS) -> None:
    """Each (cell, seed, round) is once in the shards that the manifest knows, and for whole chunks only."""
    known = Manifest(folder / "manifest.sqlite", readonly=True)
    shards, chunks = known.shards(), known.chunks(DONE)
    known.close()
    if not shards:
        return
    paths = [str(folder / "shards" / shard.name) for shard in shards]
    with duckdb.connect() as connection:
        query = "SELECT count(*), count(DISTINCT (cell, seed, round)) FROM read_parquet(?, union_by_name = true)"
        rows, distinct = connection.execute(query, [paths]).fetchall()[0]
    seeds = [(chunk.address, seed) for chunk in chunks for seed in chunk.seeds]
    assert len(set(seeds)) == len(seeds)
    assert rows == distinct == sum(shard.rows for shard in shards) == points * len(seeds)


def finished(folder: Path) -> set[str]:
    """The digests of chunks that the manifest calls finished."""
    if not (folder / "manifest.sqlite").is_file():
        return set()
    known = Manifest(folder / "manifest.sqlite", readonly=True)
    try:
        return {chunk.digest for chunk in known.chunks(DONE)}
    finally:
        known.close()


def drive(folder: str, chunk_seconds: float, workers: int) -> None:
    """A driver with processes of its own, whose numbers it writes down; to be killed."""
    engine = Processes(workers)

    def tell() -> None:
        path = Path(folder).with_suffix(".pids")
        while True:
            path.with_suffix(".new").write_text(" ".join(map(str, [os.getpid(), *engine.pids])))
            path.with_suffix(".new").replace(path)
            time.sleep(0.01)

    threading.Thread(target=tell, daemon=True).start()
    run(small_spec(), folder, engine=engine, chunk_seconds=chunk_seconds)


def little_batches() -> list[list[Finished]]:
    """What comes back of a very small study, in four parts; one chunk of it has failed and comes again."""
    cells = list(cells_of(small_spec(("[300]", "[20]"), ("= 60", "= 4"))))[:4]
    chunks = [Chunk(cell, seeds) for cell in cells for seeds in ((0, 1), (2, 3))]
    played = [Finished(chunk, play_chunk(chunk, lambda: None), None, 1, 0.1) for chunk in chunks]
    failed = played[0]._replace(rows=None, error="ValueError: no")
    return [[failed, played[1]], played[2:4], played[4:7], [played[7], played[0]]]


def write_little(folder: Path, batches: list[list[Finished]]) -> None:
    """What a driver does with them, if some of them are not there already."""
    cells = list({one.chunk.cell.address: one.chunk.cell for batch in batches for one in batch}.values())
    rows = [CellRow(cell.address, k, f"learner {k}", "world", None, 20, 4, True, 0.1) for k, cell in enumerate(cells)]
    with Store(folder) as store:
        store.begin("spec", {}, rows, "now", {})
        there = store.finished_seeds()
        store.withdraw()
        for batch in batches:
            store.add([one for one in batch if not there.get(one.chunk.cell.address, set()) & set(one.chunk.seeds)])
            store.compact(2)
        store.conclude(range(4), "digest")
        store.end("later")


def end_before(folder: str, batches: list[list[Finished]], step: int) -> None:
    """A driver that ends without a word before the given step towards the disk."""
    count = 0

    def counted(act: Callable[..., Any]) -> Callable[..., Any]:
        def acted(*args: Any, **options: Any) -> Any:
            nonlocal count
            count += 1
            if count == step:
                os._exit(9)
            return act(*args, **options)

        return acted

    os.replace, os.fsync = counted(os.replace), counted(os.fsync)
    manifest._Transaction.__enter__ = counted(manifest._Transaction.__enter__)  # type: ignore[method-assign]
    manifest._Transaction.__exit__ = counted(manifest._Transaction.__exit__)  # type: ignore[method-assign]
    Path.unlink = counted(Path.unlink)  # type: ignore[method-assign]
    write_little(Path(folder), batches)

"""The store: what is finished stays, what is wrong is named, and two drivers do not meet."""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from tests.studies import finished, little_batches, no_row_twice, rows_of_results, same_rows, write_little

from sidelight.lab import DamagedStudy, NotSaved, StudyInUse, read_study
from sidelight.lab.store import FAILED, Finished, Store

Batches = list[list[Finished]]


@pytest.fixture(scope="module")
def batches() -> Batches:
    return little_batches()


@pytest.fixture
def study(tmp_path: Path, batches: Batches) -> Path:
    write_little(tmp_path / "study", batches)
    return tmp_path / "study"


def shards_of(study: Path) -> list[Path]:
    return sorted((study / "shards").iterdir())


def test_rows_come_back_as_they_were(study: Path, batches: Batches) -> None:
    rows = rows_of_results(study)
    played = {one.chunk.digest: one for batch in batches for one in batch if one.rows is not None}
    for one in played.values():
        k = list({o.chunk.cell.address: None for o in played.values()}).index(one.chunk.cell.address)
        assert one.rows is not None
        for seed in one.chunk.seeds:
            mine = (rows["learner"] == f"learner {k}") & (rows["seed"] == seed)
            theirs = one.rows["seed"] == seed
            for name, column in one.rows.items():
                assert np.array_equal(rows[name][mine], column[theirs]), name
    assert len(rows["seed"]) == sum(len((one.rows or {})["seed"]) for one in played.values())


def test_what_a_cell_has_not_is_null_and_not_a_number(study: Path) -> None:
    """The adaptive learner records a sum that the one with fixed parameters has not."""
    epochs = rows_of_results(study)["epoch"]
    assert 0 < np.ma.getmaskarray(epochs).sum() < len(epochs)
    assert np.isfinite(np.ma.compressed(epochs)).all()


def test_small_shards_are_merged_and_nothing_changes(tmp_path: Path, batches: Batches, study: Path) -> None:
    assert len(shards_of(study)) <= 3
    with Store(study) as store:
        before = store.finished_seeds()
        store.compact(0)
        assert len(shards_of(study)) == 1
        assert store.finished_seeds() == before
        (study / "results.parquet").unlink()
        store.conclude(range(4), "digest")
    write_little(tmp_path / "other", batches)
    same_rows(rows_of_results(study), rows_of_results(tmp_path / "other"))
    no_row_twice(study)


def test_a_second_driver_is_told_who_is_there(study: Path) -> None:
    with Store(study), pytest.raises(StudyInUse, match=f"process {os.getpid()} on .* since"):
        Store(study)
    Store(study).close()


def test_a_driver_in_another_process_is_seen_too(study: Path) -> None:
    probe = f"from sidelight.lab.store import Store\nStore({str(study)!r})"
    with Store(study):
        done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=False)
    assert f"StudyInUse: {study} is being written by process {os.getpid()}" in done.stderr


def spoilt(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


@pytest.mark.parametrize("spoil", [spoilt, Path.unlink, lambda path: path.write_bytes(path.read_bytes()[:-1])])
def test_a_damaged_shard_is_named_and_can_be_replaced(
    spoil: Callable[[Path], object], study: Path, batches: Batches
) -> None:
    whole, done, shard = rows_of_results(study), finished(study), shards_of(study)[0]
    spoil(shard)
    with pytest.raises(DamagedStudy, match=f"{shard.name} is .*--repair"):
        Store(study)
    assert finished(study) == done, "looking does not change anything"
    with Store(study, repair=True) as store:
        assert store.lost > 0
        assert len(finished(study)) == len(done) - store.lost
    write_little(study, batches)
    same_rows(rows_of_results(study), whole)
    no_row_twice(study)


def test_a_damaged_manifest_is_named_and_left_alone(study: Path) -> None:
    path = study / "manifest.sqlite"
    path.write_bytes(b"SQLite format 3\0" + b"nonsense" * 1000)
    for act in (Store, read_study):
        with pytest.raises(DamagedStudy, match=r"manifest.sqlite cannot be read"):
            act(study)
    assert path.read_bytes().endswith(b"nonsense")


def test_a_manifest_of_another_format_is_refused(study: Path) -> None:
    with sqlite3.connect(study / "manifest.sqlite") as connection:
        connection.execute("UPDATE meta SET value = '99' WHERE key = 'format'")
    connection.close()
    with pytest.raises(DamagedStudy, match="format '99'"):
        Store(study)


FULL = """
import resource, sys
from pathlib import Path
from tests.studies import little_batches, write_little
batches = little_batches()
write_little(Path(sys.argv[1]), batches[:1])
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), resource.RLIM_INFINITY))
write_little(Path(sys.argv[1]), batches)
"""


@pytest.mark.parametrize("most_bytes", [2000, 20_000])
def test_a_full_disk_is_told_and_what_was_there_stays(most_bytes: int, tmp_path: Path, batches: Batches) -> None:
    """A limit on the size of files stands for a disk without room: first the shards, then the manifest cannot grow."""
    study = tmp_path / "study"
    command = [sys.executable, "-c", FULL, str(study), str(most_bytes)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "NotSaved" in done.stderr.splitlines()[-1], done.stderr
    assert "make room, and the same command continues" in done.stderr
    assert finished(study)
    no_row_twice(study)
    assert not list(study.rglob("*.part"))
    write_little(study, batches)
    write_little(tmp_path / "other", batches)
    same_rows(rows_of_results(study), rows_of_results(tmp_path / "other"))


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(NotSaved, match="could not be written"):
        Store(tmp_path / "file" / "study")


def test_a_failed_chunk_is_kept_until_it_is_tried_again(tmp_path: Path, batches: Batches) -> None:
    write_little(tmp_path, batches[:1])
    with Store(tmp_path) as store:
        (failed,) = store.manifest.chunks(FAILED)
        assert failed.error == "ValueError: no"
        assert failed.digest not in finished(tmp_path)
    write_little(tmp_path, batches)
    with Store(tmp_path) as store:
        assert store.manifest.chunks(FAILED) == []
        assert failed.digest in finished(tmp_path)

"""Whoever is killed and whenever: nothing is lost but what was under way, no row is there twice, no number is another.

First at every step towards the disk, one after the other; then at random moments, ``SIDELIGHT_KILLS`` times (more in
``make soak``).
"""

import contextlib
import multiprocessing
import os
import signal
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.studies import (
    CELLS,
    POINTS,
    SEEDS,
    Rows,
    drive,
    end_before,
    finished,
    little_batches,
    no_row_twice,
    rows_of_results,
    same_rows,
    small_spec,
    write_little,
)

from sidelight.lab import run
from sidelight.lab.store import Finished

KILLS = int(os.environ.get("SIDELIGHT_KILLS", "50"))
CONTEXT = multiprocessing.get_context("forkserver")
CONTEXT.set_forkserver_preload(["tests.studies", "sidelight.lab.engines.warm"])


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory: pytest.TempPathFactory) -> Rows:
    folder = tmp_path_factory.mktemp("whole")
    assert run(small_spec(), folder, engine="threads", workers=1).complete
    rows = rows_of_results(folder)
    assert len(rows["seed"]) == CELLS * SEEDS * POINTS
    return rows


def started(target: Any, *args: Any) -> Any:
    process = CONTEXT.Process(target=target, args=args)
    process.start()
    return process


@pytest.fixture(scope="module")
def batches() -> list[list[Finished]]:
    return little_batches()


def test_a_driver_may_end_at_any_step(tmp_path: Path, batches: list[list[Finished]]) -> None:
    write_little(tmp_path / "whole", batches)
    whole = rows_of_results(tmp_path / "whole")
    assert len(whole["seed"]) == 4 * 4 * POINTS
    for step in range(1, 200):
        folder = tmp_path / f"{step}"
        process = started(end_before, str(folder), batches, step)
        process.join()
        if process.exitcode == 0:
            break
        assert process.exitcode == 9
        done = finished(folder)
        write_little(folder, batches)
        assert done <= finished(folder)
        no_row_twice(folder)
        same_rows(rows_of_results(folder), whole)
        files = {path.name for path in folder.rglob("*")}
        assert not [name for name in files if ".part" in name or name == "driver.json"]
    assert step > 40


def test_random_kills(tmp_path: Path, uninterrupted: Rows) -> None:
    chance = np.random.default_rng(11)
    killed = {"driver": 0, "worker": 0}
    study = 0
    while sum(killed.values()) < KILLS:
        study += 1
        folder = tmp_path / f"{study}"
        while not (folder / "results.parquet").is_file():
            driver = started(drive, str(folder), 0.005, 2)
            _kill_somebody(driver, folder, chance, killed)
            driver.join()
            no_row_twice(folder) if (folder / "manifest.sqlite").is_file() else None
        same_rows(rows_of_results(folder), uninterrupted)
    print(f"\n{killed} killed in {study} studies")  # noqa: T201
    assert min(killed.values()) >= KILLS // 5


def test_workers_end_with_their_driver(tmp_path: Path) -> None:
    """Nobody goes on for a driver that is gone, also in the middle of a task."""
    driver = started(drive, str(tmp_path / "study"), 0.005, 2)
    workers = _workers_of(driver, tmp_path / "study")
    assert workers
    driver.kill()
    driver.join()
    until = time.monotonic() + 20
    while any(_runs(pid) for pid in workers):
        assert time.monotonic() < until, "a worker goes on"
        time.sleep(0.02)


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def _kill_somebody(driver: Any, folder: Path, chance: np.random.Generator, killed: dict[str, int]) -> None:
    """Workers one after another until it is the driver's turn, or it has finished; sometimes it has not even begun."""
    if chance.random() < 0.2:
        driver.join(float(chance.uniform(0.0, 0.5)))
        _kill_driver(driver, killed)
    while driver.is_alive() and sum(killed.values()) < KILLS:
        workers = _workers_of(driver, folder)
        driver.join(float(chance.uniform(0.0, 0.05)))
        before = finished(folder)
        if chance.random() < 0.4:
            _kill_driver(driver, killed)
        elif workers:
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(chance.choice(workers)), signal.SIGKILL)
                killed["worker"] += 1
        assert before <= finished(folder)


def _kill_driver(driver: Any, killed: dict[str, int]) -> None:
    driver.kill()
    driver.join()
    killed["driver"] += driver.exitcode == -signal.SIGKILL


def _workers_of(driver: Any, folder: Path) -> list[int]:
    """Once there are some, unless the driver ends before."""
    while driver.is_alive():
        with contextlib.suppress(FileNotFoundError):
            pid, *workers = map(int, folder.with_suffix(".pids").read_text().split())
            if pid == driver.pid and workers:
                return workers
        time.sleep(0.005)
    return []

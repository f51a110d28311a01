"""``python -m tests.mutants [words ...]``: make every mistake of the table, one at a time, and see the suite go red.

Each runs in a copy of the package, in plain Python so that nothing is compiled, and stops at the first test that
fails. Words choose mutants by file or meaning. Exits with 1 if a mutant survives (a test is missing) or if what it
changes is no longer found exactly once.
"""
# ruff: noqa: T201

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import sidelight
from tests.mutant_table import MUTANTS, Mutant

ROOT = Path(__file__).parents[1]
PACKAGE = Path(sidelight.__file__).parent
SECONDS = 60  # for one test; who takes longer goes round in circles
# The tests of learners: those of single kernels, then the quick ones, and the slow ones only for who survives them.
KERNELS = ["tests/unit/test_learner_kernels.py", "tests/unit/test_nothing_revealed.py"]
SUITE = [
    ["tests/unit/test_learners_in_time.py", "tests/unit/test_plans.py", "tests/unit/test_learner_edges.py"],
    ["tests/conformance/test_learners.py", "tests/unit/test_slips_of_the_paper.py"],
    ["tests/statistics/test_learners.py"],
]


def copied(to: Path) -> Path:
    """The package, ready to be spoiled."""
    return Path(shutil.copytree(PACKAGE, to / "sidelight", ignore=shutil.ignore_patterns("__pycache__")))


def first_failure(folder: Path, file: str = "kernels") -> str | None:
    """The test that fails first with the package in ``folder``, or None if none does; ``file`` was changed."""
    suite = [KERNELS, *SUITE] if file.startswith("kernels") else SUITE
    return next((failure for files in suite if (failure := failure_in(files, folder))), None)


def failure_in(files: list[str], folder: Path) -> str | None:
    """The first test of these files that fails."""
    environment = {**os.environ, "PYTHONPATH": str(folder), "NUMBA_DISABLE_JIT": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    limit = ["-o", f"faulthandler_timeout={SECONDS}", "-o", "faulthandler_exit_on_timeout=true"]
    command = [sys.executable, "-m", "pytest", "-x", "-q", "--tb=no", "-p", "no:cacheprovider", *limit, *files]
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    if run.returncode == 0:
        return None
    found = re.search(r"^(?:FAILED|ERROR) (?:tests/)?(\S+)", run.stdout, re.MULTILINE)
    if found:
        return found[1]
    return f"not done after {SECONDS} s" if "Timeout" in run.stderr else f"exit {run.returncode}: {run.stderr[-200:]!r}"


def verdict(mutant: Mutant) -> str:
    """What became of it."""
    with tempfile.TemporaryDirectory() as folder:
        file = copied(Path(folder)) / mutant.file
        source = file.read_text()
        if source.count(mutant.old) != 1:
            return f"NOT FOUND ONCE but {source.count(mutant.old)} times: {mutant.old!r}"
        file.write_text(source.replace(mutant.old, mutant.new))
        killer = first_failure(Path(folder), mutant.file)
        return "SURVIVED" if killer is None else f"killed by {killer}"


def chosen(words: list[str]) -> list[Mutant]:
    """Those that hold one of the words in file or meaning; all without words."""
    return [m for m in MUTANTS if not words or any(word in f"{m.file} {m.meaning}" for word in words)]


def main() -> int:
    """Print a line a mutant; return how the process should exit."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("words", nargs="*")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    start, mutants = time.monotonic(), chosen(options.words)
    with tempfile.TemporaryDirectory() as folder:
        copied(Path(folder))
        if failure := first_failure(Path(folder)):
            print(f"the suite fails without any mutation: {failure}")
            return 1
    bad = 0
    with ThreadPoolExecutor(options.jobs) as pool:
        for mutant, outcome in zip(mutants, pool.map(verdict, mutants), strict=True):
            bad += not outcome.startswith("killed")
            print(f"{mutant.file:<26}{mutant.meaning:<62}{outcome}", flush=True)
    print(f"\n{len(mutants) - bad} of {len(mutants)} mutants killed in {time.monotonic() - start:.0f} s")
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())

"""``python -m tests.mutants [words ...]``: make every mistake of the table, one at a time, and see the suite go red.

Each is made in a copy of the package and meets the tests of learners, or of certificates, in a process of its own, in
plain Python so that nothing is compiled, up to the first test that fails. Words choose mutants by file or
meaning. Exits with 1 if a mutant survives (a test is missing) or if what it changes is not found exactly once.
"""
# ruff: noqa: T201

from __future__ import annotations

import argparse
import importlib
import multiprocessing
import os
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.mutant_table import MUTANTS, Mutant

ROOT = Path(__file__).parents[1]
# What tests need and no mutant changes is imported once; each process is a fork that has it already.
PRELOADED = ("numba", "pytest", "scipy.optimize", "scipy.sparse", "scipy.stats")
SECONDS = 120  # for one test; who takes longer goes round in circles
# The tests of learners: those of single kernels, then the quick ones, and the slow ones only for who survives them.
KERNELS = [
    "tests/unit/test_learner_kernels.py",
    "tests/statistics/test_drawing_exactly.py",
    "tests/unit/test_nothing_revealed.py",
]
SUITE = [
    ["tests/unit/test_learners_in_time.py", "tests/unit/test_plans.py", "tests/unit/test_learner_edges.py"],
    ["tests/conformance/test_learners.py", "tests/unit/test_slips_of_the_paper.py"],
    ["tests/statistics/test_learners.py", "tests/statistics/test_draws.py"],
]
SCHEDULES = ["tests/agreement/test_schedules.py", "tests/unit/test_schedules.py"]
CERTIFICATES = [
    ["tests/statistics/test_certificate_factors.py"],
    ["tests/unit/test_certify.py::test_a_log_that_cannot_be_right_is_refused_by_row"],
    ["tests/agreement/test_certificates.py"],
    ["tests/agreement/test_certified_rounds.py"],
]
BOUNDS = ["tests/agreement/test_scheduled_bounds.py"]
LIVE_FILE = "tests/unit/test_live_certificates.py"
LIVE_QUICK = [
    "test_many_learned_behind_an_open_one_stay_within_memory",
    "test_graphs_that_wait_are_counted_once",
    "test_nothing_revealed_takes_memory_as_well",
    "test_what_no_certificate_wrote_is_refused",
    "test_labels_of_the_graph_name_the_action",
    "test_only_who_may_meet_no_other_graph_is_sure_that_all_actions_reveal_themselves",
    "test_skipped_rounds_count_by_the_law_they_were_drawn_from",
    "test_rounds_given_up_are_filled_with_the_worst_or_left_blank",
]
LIVE = [[f"{LIVE_FILE}::{name}" for name in LIVE_QUICK], [LIVE_FILE]]
OF_LIVE = ("learners/audited.py", "learners/certified.py", "learners/waiting.py")
NO_CHANGE = Mutant("kernels/round.py", "", "", "nothing")


def mutated(mutant: Mutant, folder: str) -> bool:
    """Put a copy of the package, with the mistake in it, into ``folder``; False if there is no one place for it."""
    package = shutil.copytree(ROOT / "src" / "sidelight", f"{folder}/sidelight", ignore=lambda *_: {"__pycache__"})
    file = Path(package) / mutant.file
    source = file.read_text()
    if mutant is not NO_CHANGE and source.count(mutant.old) != 1:
        return False
    file.write_text(source.replace(mutant.old, mutant.new) if mutant.old else source)
    return True


def run_suite(mutant: Mutant, folder: str) -> None:
    """In a process of its own: run the tests until one fails, all output going to a file."""
    with open(f"{folder}/output", "w") as output:
        os.dup2(output.fileno(), 1)
        os.dup2(output.fileno(), 2)
    sys.path.insert(0, folder)
    import pytest

    limit = ["-o", f"faulthandler_timeout={SECONDS}", "-o", "faulthandler_exit_on_timeout=true"]
    for files in suite_for(mutant):
        code = pytest.main(["-x", "-q", "--tb=no", "-p", "no:cacheprovider", *limit, *files])
        if code != 0:
            os._exit(code)
    os._exit(0)


def suite_for(mutant: Mutant) -> list[list[str]]:
    """The tests that should notice it, the quickest first."""
    if mutant.file.startswith("kernels/certificate"):
        return CERTIFICATES
    if mutant.file in OF_LIVE:
        return LIVE
    near = {"bound": BOUNDS, "schedule": SCHEDULES, "kernels": KERNELS}
    first = next(([files] for word, files in near.items() if word in mutant.file), [])
    return [*first, *SUITE]


def outcome(code: int | None, folder: str) -> str:
    """What became of a mutant, read from its output."""
    if code == 0:
        return "SURVIVED"
    output = Path(folder, "output").read_text()
    if found := re.search(r"^(?:FAILED|ERROR) (?:tests/)?(\S+)", output, re.MULTILINE):
        return f"killed by {found[1]}"
    return f"killed: not done after {SECONDS} s" if "Timeout" in output else f"NO VERDICT, exit {code}: {output[-400:]}"


def outcomes(mutants: list[Mutant], jobs: int) -> Iterator[tuple[Mutant, str]]:
    """Each mutant with what became of it, as they end."""
    context = multiprocessing.get_context("fork")
    waiting = list(reversed(mutants))
    running: list[tuple[Mutant, Any, tempfile.TemporaryDirectory[str]]] = []
    while waiting or running:
        while waiting and len(running) < jobs:
            mutant, folder = waiting.pop(), tempfile.TemporaryDirectory()
            if not mutated(mutant, folder.name):
                yield mutant, f"NOT FOUND ONCE: {mutant.old!r}"
                continue
            process = context.Process(target=run_suite, args=(mutant, folder.name))
            process.start()
            running.append((mutant, process, folder))
        for ended in [entry for entry in running if not entry[1].is_alive()]:
            running.remove(ended)
            yield ended[0], outcome(ended[1].exitcode, ended[2].name)
            ended[2].cleanup()
        time.sleep(0.02)


def main() -> int:
    """Print a line a mutant; return how the process should exit."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("words", nargs="*")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    chosen = [m for m in MUTANTS if not options.words or any(word in f"{m.file} {m.meaning}" for word in options.words)]
    start = time.monotonic()
    os.environ["NUMBA_DISABLE_JIT"] = "1"
    sys.dont_write_bytecode = True
    for name in PRELOADED:
        importlib.import_module(name)
    _, became = next(outcomes([NO_CHANGE], 1))
    if became != "SURVIVED":
        print(f"the suite fails without any mistake: {became}")
        return 1
    bad = 0
    for mutant, became in outcomes(chosen, options.jobs):
        bad += not became.startswith("killed")
        print(f"{mutant.file:<24}{mutant.meaning:<64}{became}", flush=True)
    print(f"\n{len(chosen)} mistakes, {bad} not noticed or not to be made, {time.monotonic() - start:.0f} s")
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())

"""An edit to any kernel is seen by the next process, although its caller in another file was cached."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import sidelight

# sampled_cells stands in sampling.py and calls uniform, which stands in randomness.py.
PROBE = """
from sidelight.kernels.sampling import sampled_cells
cells = sampled_cells(1000, 0.5, 7)
print(int(cells.sum()), sum(sampled_cells.stats.cache_hits.values()))
"""


def run_probe(folder: Path) -> tuple[int, int]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    environment["PYTHONPATH"] = str(folder)
    done = subprocess.run(
        [sys.executable, "-c", PROBE], env=environment, capture_output=True, text=True, check=True, cwd=folder
    )
    total, hits = done.stdout.split()
    return int(total), int(hits)


def test_an_edited_kernel_is_seen_by_the_next_process(tmp_path: Path) -> None:
    package = tmp_path / "sidelight"
    shutil.copytree(Path(sidelight.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__"))
    first, hits = run_probe(tmp_path)
    assert hits == 0
    assert run_probe(tmp_path) == (first, 1), "the second process should have used the first one's machine code"

    edited = package / "kernels" / "randomness.py"
    source = edited.read_text()
    changed = source.replace("1.0 / 9007199254740992.0", "0.5 / 9007199254740992.0")
    assert changed != source
    edited.write_text(changed)
    second, hits = run_probe(tmp_path)
    assert second != first
    assert hits == 0

    edited.write_text(source)
    assert run_probe(tmp_path) == (first, 1), "going back finds the old machine code again"

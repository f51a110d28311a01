"""``python -m benchmarks [section ...]``: print the table and leave it as JSON in ``bench-results/``."""

from __future__ import annotations

import argparse
import json
import os
import platform
import time
from pathlib import Path

import numba
import numpy
import scipy

import sidelight
from benchmarks import (
    bounds_hold,
    certificates_hold,
    claims,
    domination,
    games,
    independence,
    interactive,
    learners,
    not_knowing,
    scale,
)

SECTIONS = {
    "scale": scale.rows,
    "independence": independence.rows,
    "domination": domination.rows,
    "learners": learners.rows,
    "interactive": interactive.rows,
    "games": games.rows,
    "claims": claims.rows,
    "not_knowing": not_knowing.rows,
    "bounds_hold": bounds_hold.rows,
    "certificates_hold": certificates_hold.rows,
}


def provenance() -> dict[str, object]:
    """What a number depends on besides the code."""
    versions = {module.__name__: module.__version__ for module in (sidelight, numpy, scipy, numba)}
    return {"python": platform.python_version(), "machine": platform.machine(), "cores": os.cpu_count(), **versions}


def main() -> None:
    """Run the chosen sections, all by default."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sections", nargs="*", choices=[*SECTIONS, []], help=f"of {', '.join(SECTIONS)}")
    chosen = parser.parse_args().sections or list(SECTIONS)
    rows = []
    for section in chosen:
        print(f"\n{section}")
        for row in SECTIONS[section]():
            print(" ", row, flush=True)
            rows.append({"section": section, **row.as_dict()})
    path = Path("bench-results") / f"{time.strftime('%Y%m%d-%H%M%S')}.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps({"provenance": provenance(), "rows": rows}, indent=1))
    print(f"\n{path}")


if __name__ == "__main__":
    main()

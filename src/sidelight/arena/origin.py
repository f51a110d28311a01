"""Where a result comes from: what was played, with which versions, on which machine, when, for how long."""

from __future__ import annotations

import hashlib
import json
import platform
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from sidelight.arena import checks
from sidelight.kernels.compiled import KERNELS_DIGEST


def provenance(
    *, learner: str, world: str, rounds: int, seeds: ArrayLike, record: str = "regret", seconds: float | None = None
) -> dict[str, Any]:
    """What JSON can hold; equal specs have equal digests on every machine.

    >>> provenance(learner="a", world="b", rounds=10, seeds=[0, 1])["spec"]
    '7ddc4dfd55f138e5'
    """
    import sidelight

    return {
        "spec": spec_digest(learner=learner, world=world, rounds=rounds, seeds=seeds, record=record),
        "record": record,
        "sidelight": sidelight.__version__,
        "kernels": KERNELS_DIGEST,
        "numpy": np.__version__,
        "numba": version("numba"),
        "python": platform.python_version(),
        "system": platform.platform(),
        "machine": platform.machine(),
        "processor": processor(),
        "when": datetime.now(UTC).isoformat(timespec="seconds"),
        "seconds": seconds,
    }


def spec_digest(*, learner: str, world: str, rounds: int, seeds: ArrayLike, record: str) -> str:
    """A digest of what was to be played; it says nothing of who played it, when or where."""
    numbers = checks.wholes("seeds", seeds, (None,))
    told = [learner, world, int(rounds), [int(seed) for seed in numbers], record]
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()[:16]


def processor() -> str:
    """The name of the processor, as well as the system can tell."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    except (OSError, UnicodeDecodeError):
        names = []
    return names[0] if names else platform.processor() or "unknown"

"""Which code made a number: a result of other code is another result, and is not taken for this one's."""

from __future__ import annotations

import functools
import hashlib
import importlib.util
from pathlib import Path

import numpy as np

import sidelight

ROOMS = "kernels", "graphs", "theory", "learners", "worlds", "arena"  # whose code numbers depend on
DRAWING = "picture"


@functools.cache
def code_version() -> str:
    """A digest of the sources of all rooms that play, and of the version of numpy; pictures do not count."""
    root = Path(sidelight.__file__).parent
    digest = hashlib.sha256(np.__version__.encode())
    for room in ROOMS:
        for path in sorted((root / room).rglob("*.py")):
            if not path.name.startswith(DRAWING):
                digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def module_version(module: str) -> str:
    """A digest of the file of a user's own module; what that imports is not looked at."""
    found = importlib.util.find_spec(module)
    if found is None or found.origin is None or not Path(found.origin).is_file():
        return "unknown"
    return hashlib.sha256(Path(found.origin).read_bytes()).hexdigest()[:16]

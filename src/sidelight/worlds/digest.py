"""A name for what a world is: equal for worlds that give equal losses and graphs, different for others."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np

from sidelight.graphs import FeedbackGraph

LOSSES_A_LOOK = 2**22


def digest_of(*parts: Any) -> str:
    """Sixteen hexadecimal digits that depend on all that the parts are made of."""
    digest = hashlib.sha256()
    for part in parts:
        _add(digest, part)
    return digest.hexdigest()[:16]


def _add(digest: Any, part: Any) -> None:
    """What it is, how much of it there is, and then its parts, so that no two different things read the same."""
    if isinstance(part, FeedbackGraph):
        _note(digest, "graph", part.digest, part.labels)
    elif isinstance(part, np.ndarray):
        _note(digest, "array", part.shape)
        for first in range(0, len(part), step := max(1, LOSSES_A_LOOK // max(1, part[:1].size))):
            digest.update(np.ascontiguousarray(part[first : first + step], np.dtype("<f8")).tobytes())
    elif is_dataclass(part) and not isinstance(part, type):
        _note(digest, type(part).__qualname__)
        for field in fields(part):
            _add(digest, getattr(part, field.name))
    elif isinstance(part, Mapping):
        _add(digest, sorted(part.items()))
    elif isinstance(part, (tuple, list)):
        _note(digest, "sequence", len(part))
        for item in part:
            _add(digest, item)
    else:
        _note(digest, type(part).__qualname__, repr(part))


def _note(digest: Any, *words: Any) -> None:
    digest.update(repr(words).encode() + b"\0")

"""``restore``: a learner from its snapshot."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from sidelight.errors import InvalidSnapshot
from sidelight.learners.algorithms import LEARNERS
from sidelight.learners.deciding import Informed, Uninformed
from sidelight.learners.snapshot import checked, revived


def restore(snapshot: Mapping[str, Any] | str | bytes) -> Informed | Uninformed:
    """The learner that a snapshot was taken of, open decisions included; it continues bit for bit.

    ``snapshot`` is what ``learner.snapshot()`` returned, or that as JSON. Restore only what you trust: the checksum
    tells damage, not intent, and graphs in it are not checked again.

    >>> from sidelight.learners import Exp3
    >>> learner = Exp3(3, eta=0.1, seed=5)
    >>> waiting = learner.decide()
    >>> twin = restore(learner.snapshot())
    >>> twin.learn(waiting, {waiting.action: 1.0})
    Learned(round=0, own loss 1, estimates={1: 3})
    >>> twin
    Exp3(3, eta=0.1, seed=5) at round 1
    """
    if isinstance(snapshot, (str, bytes)):
        try:
            snapshot = json.loads(snapshot)
        except ValueError as error:
            raise InvalidSnapshot(f"the snapshot is not JSON: {error}") from error
    content = checked(snapshot)
    name = content.get("learner")
    if not isinstance(name, str) or name not in LEARNERS:
        raise InvalidSnapshot(f"no learner is called {name!r} here; there are {', '.join(LEARNERS)}")
    return revived(LEARNERS[name], content)

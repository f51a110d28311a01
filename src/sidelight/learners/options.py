"""What every learner may be given besides its parameters."""

from __future__ import annotations

import numpy as np

from sidelight.errors import InvalidParameter
from sidelight.graphs import FeedbackGraph
from sidelight.learners.tuned import Asked


class Options(Asked, total=False):
    """What every learner may be given besides its parameters, or in their place (see ``tuned.Asked``).

    ``graph``: the graph of all rounds, if it never changes. ``seed``: of the draws; one that nobody can foresee if
    left out. ``strict``: refuse graphs without guarantee, rather than warn. ``ticket_memory``: bytes that open
    tickets may take together; beyond that the oldest are forgotten. ``certify``: be ready to say an upper limit on the
    regret so far, see ``certificate``; it fails with chance ``delta``.
    """

    graph: FeedbackGraph | None
    seed: int | None
    strict: bool
    ticket_memory: int
    certify: bool


SWITCHES = {
    "strict": "True, to refuse graphs without guarantee, or False, to warn",
    "certify": "True, to be ready to say how large regret is at most, or False",
}


def checked_switch(name: str, value: object) -> bool:
    """True or False, and nothing that could be taken for one of them."""
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    raise InvalidParameter(f"{name}={value!r} must be {SWITCHES[name]}")

"""Importing this plays a game, so that whoever is forked afterwards has the machine code and need not load it."""

from __future__ import annotations

import contextlib

from sidelight.arena import play
from sidelight.graphs.families import ring
from sidelight.learners import StrongIX
from sidelight.worlds import bernoulli

with contextlib.suppress(Exception):  # whoever needs what failed here will say so
    play(StrongIX(3), bernoulli([0.4, 0.5, 0.5], ring(3)), rounds=2, workers=1, record="bounds").regret  # noqa: B018

"""Conformance suites for what users build themselves: run them on your own learner and read what it breaks.

Nothing in the package imports this room, and it needs no test runner.
"""

from sidelight.testing.checking import LEARNER_CHECKS, check_learner
from sidelight.testing.trial import Trial
from sidelight.testing.worlds import WORLD_CHECKS, WorldTrial, check_world

__all__ = ["LEARNER_CHECKS", "WORLD_CHECKS", "Trial", "WorldTrial", "check_learner", "check_world"]

"""Learners: the table of algorithms, and the contract they share: decide, then learn from the ticket."""

from sidelight.learners.algorithms import (
    ELPP,
    LEARNERS,
    Exp3,
    Exp3G,
    Exp3IX,
    Exp3P,
    Exp3Set,
    Hedge,
    StrongIX,
    Uniform,
    WeakIX,
)
from sidelight.learners.choosing import learner_for
from sidelight.learners.deciding import Informed, Uninformed
from sidelight.learners.decision import Decision, Learned
from sidelight.learners.learner import Learner
from sidelight.learners.losses import losses_from_costs, losses_from_rewards
from sidelight.learners.restoring import restore

__all__ = [
    "ELPP",
    "LEARNERS",
    "Decision",
    "Exp3",
    "Exp3G",
    "Exp3IX",
    "Exp3P",
    "Exp3Set",
    "Hedge",
    "Informed",
    "Learned",
    "Learner",
    "StrongIX",
    "Uniform",
    "Uninformed",
    "WeakIX",
    "learner_for",
    "losses_from_costs",
    "losses_from_rewards",
    "restore",
]

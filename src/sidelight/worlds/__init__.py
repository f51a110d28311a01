"""Worlds: what a learner plays against. Losses by address, graphs by round; some answer to what is played."""

from sidelight.worlds.stochastic import bernoulli
from sidelight.worlds.world import World

__all__ = ["World", "bernoulli"]

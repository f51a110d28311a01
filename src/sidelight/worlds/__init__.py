"""Worlds: what a learner plays against. Losses by address, graphs by round; oblivious, or answering to the past."""

from sidelight.worlds.adaptive import punish_favourite, punish_repetition
from sidelight.worlds.changing import constrained, corrupted, sinusoidal, switching
from sidelight.worlds.given import table
from sidelight.worlds.lower_bounds import strong_lower_bound, uninformed_lower_bound, weak_lower_bound
from sidelight.worlds.outguessing import punish_likeliest
from sidelight.worlds.registry import WORLDS, WorldKind, build, world_kind
from sidelight.worlds.stochastic import bernoulli, beta, deterministic
from sidelight.worlds.traps import exp3_trap, sleeping_giant
from sidelight.worlds.world import World

__all__ = [
    "WORLDS",
    "World",
    "WorldKind",
    "bernoulli",
    "beta",
    "build",
    "constrained",
    "corrupted",
    "deterministic",
    "exp3_trap",
    "punish_favourite",
    "punish_likeliest",
    "punish_repetition",
    "sinusoidal",
    "sleeping_giant",
    "strong_lower_bound",
    "switching",
    "table",
    "uninformed_lower_bound",
    "weak_lower_bound",
    "world_kind",
]

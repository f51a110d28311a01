"""The arena: what came of playing learners against worlds, in numbers, tables and pictures."""

from sidelight.arena.best import Best, KnownBest, Remembered
from sidelight.arena.comparing import Comparison, compare
from sidelight.arena.games import Games
from sidelight.arena.origin import provenance
from sidelight.arena.quantiles import Interval
from sidelight.arena.summary import Summary
from sidelight.arena.tournament import Tournament

__all__ = [
    "Best",
    "Comparison",
    "Games",
    "Interval",
    "KnownBest",
    "Remembered",
    "Summary",
    "Tournament",
    "compare",
    "provenance",
]

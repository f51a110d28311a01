"""The arena: what came of playing learners against worlds, in numbers, tables and pictures."""

from sidelight.arena.best import Best, KnownBest, Remembered
from sidelight.arena.games import Games
from sidelight.arena.quantiles import Interval

__all__ = ["Best", "Games", "Interval", "KnownBest", "Remembered"]

"""The arena: learners against worlds, compiled; what came of it, in numbers, tables and pictures."""

from sidelight.arena.best import Best, KnownBest, Remembered
from sidelight.arena.contract import Opponent, Player
from sidelight.arena.games import Games
from sidelight.arena.play import play
from sidelight.arena.quantiles import Interval

__all__ = ["Best", "Games", "Interval", "KnownBest", "Opponent", "Player", "Remembered", "play"]

"""The arena: learners against worlds, compiled; what came of it, in numbers, tables and pictures."""

from sidelight.arena.best import Best, KnownBest, Remembered
from sidelight.arena.bounds import GamesBounds
from sidelight.arena.comparing import Comparison, compare
from sidelight.arena.contract import Opponent, Player
from sidelight.arena.decompose import decompose
from sidelight.arena.games import Games
from sidelight.arena.origin import provenance
from sidelight.arena.play import play
from sidelight.arena.quantiles import Interval
from sidelight.arena.summary import Summary
from sidelight.arena.tournament import Tournament

__all__ = [
    "Best",
    "Comparison",
    "Games",
    "GamesBounds",
    "Interval",
    "KnownBest",
    "Opponent",
    "Player",
    "Remembered",
    "Summary",
    "Tournament",
    "compare",
    "decompose",
    "play",
    "provenance",
]

"""sidelight: online decisions that learn from side observations, with regret you can certify."""

from sidelight import arena, errors, graphs, learners, theory, worlds
from sidelight.arena import Games, play
from sidelight.errors import *  # noqa: F403
from sidelight.graphs import Bracket, FeedbackGraph, Kind
from sidelight.learners import *  # noqa: F403

__version__ = "0.1.0.dev0"

__all__ = [
    "Bracket",
    "FeedbackGraph",
    "Games",
    "Kind",
    "__version__",
    "arena",
    "errors",
    "graphs",
    "learners",
    "play",
    "theory",
    "worlds",
    *errors.__all__,
    *learners.__all__,
]

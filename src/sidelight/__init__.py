"""sidelight: online decisions that learn from side observations, with regret you can certify."""

from sidelight import arena, certificates, errors, graphs, learners, theory, worlds
from sidelight.arena import *  # noqa: F403
from sidelight.certificates import *  # noqa: F403
from sidelight.errors import *  # noqa: F403
from sidelight.graphs import Bracket, FeedbackGraph, Kind
from sidelight.learners import *  # noqa: F403

__version__ = "0.1.0.dev0"

__all__ = [
    "Bracket",
    "FeedbackGraph",
    "Kind",
    "__version__",
    "arena",
    "certificates",
    "errors",
    "graphs",
    "learners",
    "theory",
    "worlds",
    *arena.__all__,
    *certificates.__all__,
    *errors.__all__,
    *learners.__all__,
]

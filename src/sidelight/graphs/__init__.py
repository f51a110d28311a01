"""Feedback graphs: the type, families of them by name, processes over time."""

from sidelight.graphs import families, processes
from sidelight.graphs.bracket import Bracket
from sidelight.graphs.families import *  # noqa: F403
from sidelight.graphs.feedback_graph import FeedbackGraph
from sidelight.graphs.kind import Kind
from sidelight.graphs.numbers import Fractional
from sidelight.graphs.processes import *  # noqa: F403

__all__ = [
    "Bracket",
    "FeedbackGraph",
    "Fractional",
    "Kind",
    *families.__all__,
    *processes.__all__,
]

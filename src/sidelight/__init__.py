"""sidelight: online decisions that learn from side observations, with regret you can certify."""

from sidelight import errors, graphs
from sidelight.errors import (
    InvalidEdge,
    InvalidGraph,
    InvalidLabels,
    InvalidParameter,
    MissingDependency,
    NotExact,
    SidelightError,
    TooLarge,
    UnknownAction,
    UnobservableGraph,
)
from sidelight.graphs import Bracket, FeedbackGraph, Kind

__version__ = "0.1.0.dev0"

__all__ = [
    "Bracket",
    "FeedbackGraph",
    "InvalidEdge",
    "InvalidGraph",
    "InvalidLabels",
    "InvalidParameter",
    "Kind",
    "MissingDependency",
    "NotExact",
    "SidelightError",
    "TooLarge",
    "UnknownAction",
    "UnobservableGraph",
    "__version__",
    "errors",
    "graphs",
]

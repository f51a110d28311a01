"""Feedback graphs over time, addressed by (seed, round)."""

from sidelight.graphs.processes.base import PROCESSES, GraphProcess, process
from sidelight.graphs.processes.drawn import (
    DroppingEdges,
    FreshErdosRenyi,
    LoopFlicker,
    MovingPoints,
    MovingScout,
    MovingStar,
)
from sidelight.graphs.processes.given import Alternating, Fixed, FromPool, OneDense, as_process

__all__ = [
    "PROCESSES",
    "Alternating",
    "DroppingEdges",
    "Fixed",
    "FreshErdosRenyi",
    "FromPool",
    "GraphProcess",
    "LoopFlicker",
    "MovingPoints",
    "MovingScout",
    "MovingStar",
    "OneDense",
    "as_process",
    "process",
]

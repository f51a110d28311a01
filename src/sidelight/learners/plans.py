"""Exploration, made ready: for each round how much is explored and how it is spread."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidelight.errors import InvalidParameter, NoGuaranteeWarning, NotExact, warn
from sidelight.graphs import FeedbackGraph
from sidelight.graphs.converters import whole_numbers
from sidelight.graphs.families.checks import listed
from sidelight.kernels.chance_seen import revealing_masses
from sidelight.kernels.sum_tree import shares_of
from sidelight.theory.sums import LARGEST_LINEAR_PROGRAMME

Floats = NDArray[np.float64]
EVENLY: Floats = np.zeros(1)  # in place of a tree of shares: all actions alike
ROUNDING = 1e-9  # by which exploration may pass its limit before a round is skipped


class Plan(NamedTuple):
    """How a round explores. ``graph`` is None where the learner does not know it yet.

    ``own_bytes`` is what is held for this one decision only, the set being given with it. ``size`` is how much
    exploration it takes; the mass is that times what the learner mixes in for each unit of it.
    """

    graph: FeedbackGraph | None
    shares: Floats
    mass: float
    skipped: bool = False
    own_bytes: int = 0
    size: float = 1.0


NOT_AT_ALL = Plan(None, EVENLY, 0.0, size=0.0)


def spread(vector: Floats, size: float) -> Plan:
    """In proportion to ``vector``, nothing if it is zero; how much of it there is, is yet to be said."""
    total = float(vector.sum())
    return Plan(None, shares_of(vector / total), 0.0, size=size) if total > 0.0 else NOT_AT_ALL


def number_of(graph: FeedbackGraph, shares: Floats) -> float:
    """One number for a graph and an exploration, by content: others have another, in all likelihood."""
    content = f"{graph.digest} ".encode() + (b"" if shares.size <= 1 else shares.tobytes())
    return float(int.from_bytes(hashlib.sha256(content).digest()[:6]) + 1)


def checked_set(explore: Iterable[int], n: int) -> NDArray[np.int64]:
    """Distinct actions, or none."""
    chosen = whole_numbers(listed("explore", explore), "explore", InvalidParameter)
    inside = chosen.ndim == 1 and ((chosen >= 0) & (chosen < n)).all()
    if not inside or np.unique(chosen).size < chosen.size:
        raise InvalidParameter(f"explore={explore!r} must list distinct actions, 0 to {n - 1}")
    return chosen


def indicator(actions: NDArray[np.int64], n: int) -> Floats:
    """One on each of ``actions``."""
    vector = np.zeros(n)
    vector[actions] = 1.0
    return vector


def with_blind_looped(graph: FeedbackGraph) -> FeedbackGraph:
    """The graph, with a self-loop wherever nobody reveals an action, so that the others can still be explored for."""
    blind = np.flatnonzero(~graph.observable)
    if blind.size == 0:
        return graph
    loops = FeedbackGraph.from_edges(graph.n_actions, np.column_stack((blind, blind)))
    return graph.with_labels(None) | loops


def dominating_vector(graph: FeedbackGraph, method: str) -> Floats:
    """Weights that reveal every loopless action with at least 1, never-revealed actions left aside.

    ``method`` is "exact", "greedy", "fractional", or "auto": fractional while the programme is small.
    """
    graph = with_blind_looped(graph)
    if method == "auto":
        method = "fractional" if graph.n_actions <= LARGEST_LINEAR_PROGRAMME else "greedy"
    if method == "fractional":
        return graph.fractional_domination().vector
    chosen = _smallest_set(graph) if method == "exact" else graph.dominating_set()
    return indicator(chosen, graph.n_actions)


def _smallest_set(graph: FeedbackGraph) -> NDArray[np.int64]:
    bracket = graph.weak_domination_number()
    if not bracket.exact:
        raise NotExact(
            f"a smallest dominating set of {graph!r} was not found in time, so play would depend on the clock; "
            'use explore="fractional" or "greedy", or give a set to decide(graph, explore=[...])'
        )
    return bracket.witness


def first_not_dominated(graph: FeedbackGraph, vector: Floats) -> int | None:
    """The first loopless action that is revealed by somebody, but by no action that ``vector`` gives weight."""
    targets = np.flatnonzero(~graph.loops & graph.observable)
    masses, memo = np.zeros(targets.size), np.full(graph.n_actions, -1.0)
    revealing_masses(shares_of(vector), graph.packed, targets, masses, memo)
    missed = targets[masses <= 0.0]
    return int(missed[0]) if missed.size else None


def warn_of_skipped(who: str, skipped: int, rounds: int, on_schedule: bool) -> None:
    """Say that too many rounds asked for more exploration than there is, and what would be sound."""
    reason = "eps= is too large for these graphs; at most 1 / (4 x the mean size of their dominating sets) is sound"
    if on_schedule:
        reason = (
            "their dominating sets are far larger than those of the others; decide(graph, explore=[...]) takes yours"
        )
    warn(f"{who} skipped {skipped} of {rounds} rounds, playing without learning: {reason}", NoGuaranteeWarning)

"""The families that theory speaks of."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from sidelight.errors import InvalidParameter
from sidelight.graphs.converters import flag
from sidelight.graphs.families.checks import listed, whole
from sidelight.graphs.families.checks import sizes as checked_sizes
from sidelight.graphs.families.registry import family
from sidelight.graphs.feedback_graph import FeedbackGraph

Actions = NDArray[np.int64]


def _of_arcs(n: int, rows: Actions, cols: Actions, *, symmetric: bool = False, loops: bool = False) -> FeedbackGraph:
    everyone = np.arange(n if flag("loops", loops) else 0)
    backwards = (cols, rows) if symmetric else (rows[:0], cols[:0])
    return FeedbackGraph.from_triplets(
        n, np.concatenate((rows, backwards[0], everyone)), np.concatenate((cols, backwards[1], everyone))
    )


@family({"n_actions": 1}, {"n_actions": 5})
def bandit(n_actions: int) -> FeedbackGraph:
    """Each action reveals itself and nothing else: the classical multi-armed bandit."""
    return FeedbackGraph.from_cliques(np.arange(whole("n_actions", n_actions, 1)))


@family({"n_actions": 1}, {"n_actions": 5})
def full_information(n_actions: int) -> FeedbackGraph:
    """Each action reveals all: learning from experts."""
    return FeedbackGraph.from_cliques(np.zeros(whole("n_actions", n_actions, 1), np.int64))


@family({"n_actions": 2}, {"n_actions": 5})
def loopless_clique(n_actions: int) -> FeedbackGraph:
    """Each action reveals all others and not itself: one's own loss is never seen."""
    n = whole("n_actions", n_actions, 2)
    return FeedbackGraph.from_hidden(n, np.column_stack((np.arange(n), np.arange(n))))


@family({"sizes": [3, 3, 4]}, {"sizes": [2, 3], "loops": False})
def cliques(sizes: Iterable[int], *, loops: bool = True) -> FeedbackGraph:
    """Groups of these sizes within which all reveal all: policies that agree, customers alike."""
    counts = checked_sizes("sizes", sizes)
    return FeedbackGraph.from_cliques(np.repeat(np.arange(counts.size), counts), loops=loops)


@family({})
def apple_tasting() -> FeedbackGraph:
    """Two actions of which only the first, tasting, reveals anything, and it reveals both."""
    return FeedbackGraph.from_edges(2, [(0, 0), (0, 1)])


@family({"n_actions": 4}, {"n_actions": 4, "loops": True})
def revealing_action(n_actions: int, *, loops: bool = False) -> FeedbackGraph:
    """Action 0 reveals all; the others nothing, or themselves with ``loops``. Asking for a label."""
    n = whole("n_actions", n_actions, 2)
    return _of_arcs(n, np.zeros(n, np.int64), np.arange(n), loops=loops)


@family({"n_actions": 5}, {"n_actions": 5, "direction": "out", "loops": True}, {"n_actions": 4, "direction": "in"})
def star(n_actions: int, *, loops: bool = False, direction: str = "both") -> FeedbackGraph:
    """The centre 0 and its leaves reveal one another; ``direction="out"`` or ``"in"`` only from or to the centre."""
    n = whole("n_actions", n_actions, 2)
    if direction not in ("both", "out", "in"):
        raise InvalidParameter(f'direction={direction!r} must be "both", "out" or "in"')
    centre, leaves = np.zeros(n - 1, np.int64), np.arange(1, n)
    ends = (leaves, centre) if direction == "in" else (centre, leaves)
    return _of_arcs(n, *ends, symmetric=direction == "both", loops=loops)


@family({"n_actions": 7, "offsets": [0, 1, 3]})
def circulant(n_actions: int, offsets: Iterable[int]) -> FeedbackGraph:
    """Action i reveals i + offset for each of ``offsets``, around a circle."""
    n = whole("n_actions", n_actions, 1)
    steps = np.array([whole("each of offsets", offset, -n, n) for offset in listed("offsets", offsets)], np.int64)
    rows = np.repeat(np.arange(n), steps.size)
    return _of_arcs(n, rows, (rows + np.tile(steps, n)) % n)


@family({"n_actions": 6}, {"n_actions": 6, "loops": False}, {"n_actions": 8, "reach": 2})
def ring(n_actions: int, reach: int = 1, *, loops: bool = True) -> FeedbackGraph:
    """Actions on a circle reveal those within ``reach`` steps on both sides."""
    n = whole("n_actions", n_actions, 1)
    span = range(1, min(whole("reach", reach, 1), n // 2) + 1)  # half the circle reaches everybody
    return circulant(n, [*((0,) if flag("loops", loops) else ()), *(s % n for s in span), *(-s % n for s in span)])


@family({"n_actions": 5}, {"n_actions": 5, "loops": True})
def directed_cycle(n_actions: int, *, loops: bool = False) -> FeedbackGraph:
    """Each action reveals the next one, around a circle."""
    return circulant(whole("n_actions", n_actions, 2), [0, 1] if flag("loops", loops) else [1])


@family({"n_actions": 5}, {"n_actions": 5, "loops": True})
def path(n_actions: int, *, loops: bool = False) -> FeedbackGraph:
    """Actions on a line reveal their neighbours left and right."""
    n = whole("n_actions", n_actions, 2)
    return _of_arcs(n, np.arange(n - 1), np.arange(1, n), symmetric=True, loops=loops)


@family({"n_actions": 5}, {"n_actions": 5, "loops": False})
def prefix(n_actions: int, *, loops: bool = True) -> FeedbackGraph:
    """Action i reveals all j <= i: independence number 1, yet acyclic. Without ``loops`` only the top keeps its own."""
    n = whole("n_actions", n_actions, 1)
    stop = np.arange(1, n + 1) if flag("loops", loops) else np.append(np.arange(n - 1), n)
    return FeedbackGraph.from_intervals(np.zeros(n, np.int64), stop)


@family({"n_actions": 5})
def suffix(n_actions: int) -> FeedbackGraph:
    """Action i reveals all j >= i: a reserve price shows the bids above it."""
    n = whole("n_actions", n_actions, 1)
    return FeedbackGraph.from_intervals(np.arange(n), np.full(n, n))


@family({"left": 2, "right": 3}, {"left": 3, "right": 3, "loops": True})
def complete_bipartite(left: int, right: int, *, loops: bool = False) -> FeedbackGraph:
    """Two sides; each action reveals all of the other side."""
    a, b = whole("left", left, 1), whole("right", right, 1)
    rows, cols = np.repeat(np.arange(a), b), a + np.tile(np.arange(b), a)
    return _of_arcs(a + b, rows, cols, symmetric=True, loops=loops)


@family({"n_gadgets": 3})
def gadgets(n_gadgets: int) -> FeedbackGraph:
    """Threes of a hub and two blind leaves, where only the hub reveals, itself and both: weak, d = n_gadgets."""
    d = whole("n_gadgets", n_gadgets, 1)
    hubs = np.repeat(3 * np.arange(d), 3)
    return _of_arcs(3 * d, hubs, np.arange(3 * d))


@family({"n_actions": 6, "scout": 4})
def scout(n_actions: int, scout: int) -> FeedbackGraph:
    """The first half is blind and revealed by one action of the second half, the scout; the second half has loops."""
    n = whole("n_actions", n_actions, 2)
    if n % 2:
        raise InvalidParameter(f"n_actions={n} must be even: half are blind, half have loops")
    half = np.arange(n // 2)
    chosen = whole("scout", scout, n // 2, n - 1)
    others = half + n // 2
    return _of_arcs(n, np.concatenate((np.full(n // 2, chosen), others)), np.concatenate((half, others)))

"""The weak domination number: the fewest actions that together reveal every action that needs it.

``targets`` marks the actions to be revealed: the loopless ones for the number of the paper (d), all of
them for total domination. The graph comes as sorted CSR arrays both ways.
"""

import numpy as np
from numpy.typing import NDArray

from sidelight.errors import UnobservableGraph
from sidelight.graphs.bracket import Bracket
from sidelight.graphs.numbers.domination_cover import greedy_columns, packing_bound, solve_cover
from sidelight.graphs.numbers.domination_incidence import Incidence
from sidelight.kernels import clock

Pointers = NDArray[np.int64]
Neighbours = NDArray[np.int32]
LARGEST_REDUCED = 5_000_000  # edges; one look at which reveals which costs seconds beyond


def greedy_cover(
    out_indptr: Pointers,
    out_indices: Neighbours,
    in_indptr: Pointers,
    in_indices: Neighbours,
    targets: NDArray[np.bool_],
) -> NDArray[np.int64]:
    """Actions that reveal all targets, at most ``1 + ln(most targets revealed by one)`` times the fewest.

    >>> ring = np.array([0, 1, 2, 3]), np.array([1, 2, 0], np.int32)   # 0 -> 1 -> 2 -> 0
    >>> back = np.array([0, 1, 2, 3]), np.array([2, 0, 1], np.int32)
    >>> greedy_cover(*ring, *back, np.array([True, True, False]))
    array([0, 2])
    """
    refuse_unrevealed(in_indptr, targets)
    n = len(targets)
    return greedy_columns(Incidence(out_indptr, out_indices, n), Incidence(in_indptr, in_indices, n), targets)


def smallest_cover(
    out_indptr: Pointers,
    out_indices: Neighbours,
    in_indptr: Pointers,
    in_indices: Neighbours,
    targets: NDArray[np.bool_],
    time_limit: float,
) -> Bracket:
    """Find the fewest actions that reveal all targets; the witness is such a set, of size ``upper``.

    >>> ring = np.array([0, 1, 2, 3]), np.array([1, 2, 0], np.int32)   # 0 -> 1 -> 2 -> 0
    >>> back = np.array([0, 1, 2, 3]), np.array([2, 0, 1], np.int32)
    >>> smallest_cover(*ring, *back, np.ones(3, bool), time_limit=1.0)
    Bracket(3, witness of 3)
    """
    deadline = clock.now() + time_limit
    refuse_unrevealed(in_indptr, targets)
    n = len(targets)
    revealed, revealers = Incidence(out_indptr, out_indices, n), Incidence(in_indptr, in_indices, n)
    cover = greedy_columns(revealed, revealers, targets)
    lower = packing_bound(revealed, revealers, targets)
    if len(cover) > lower and clock.now() < deadline and len(in_indices) <= LARGEST_REDUCED:
        answer = solve_cover(revealers.keep(targets, np.ones(n, np.bool_)), deadline)
        cover = min(cover, answer.columns, key=len)
        lower = max(lower, answer.lower)
    return Bracket(lower, len(cover), cover)


def refuse_unrevealed(in_indptr: Pointers, targets: NDArray[np.bool_]) -> None:
    """Raise when some target has no action that reveals it."""
    blind = np.flatnonzero(targets & (np.diff(in_indptr) == 0))
    if len(blind):
        others = f" (nor {len(blind) - 1} others)" if len(blind) > 1 else ""
        raise UnobservableGraph(
            f"no action reveals action {blind[0]}{others}: its losses can never be learned; "
            f"add an edge to it, such as the self-loop ({blind[0]}, {blind[0]}), or leave it out"
        )

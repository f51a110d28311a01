"""Where the actions of a small graph go on a page, and how its edges run. One hop is about one unit of length.

Nothing here is random: equal graphs have equal pictures. Each component is placed by stress majorisation
(de Leeuw's SMACOF: distances on the page imitate numbers of hops), and components stand side by side.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sidelight.errors import InvalidParameter
from sidelight.graphs.feedback_graph import FeedbackGraph

Points = NDArray[np.float64]
Mask = NDArray[np.bool_]
Actions = NDArray[np.int64]

COMPLETE_ENOUGH = 0.6  # share of joined pairs from which no placement tells more than a circle
PACKING_GAP = 1.1
CLEARANCE = 0.38  # of the spacing, by which lines pass other actions
CLEARER = 0.8  # a later start must lower the stress by this factor to be taken: symmetry first
BENDS = (0.0, 0.18, -0.18, 0.3, -0.3, 0.45, -0.45)


class Routes(NamedTuple):
    """Lines to draw: a mutual pair is one line; ``control`` is the middle point of a quadratic curve."""

    tails: Actions
    heads: Actions
    mutual: Mask
    bend: Points
    control: Points


def spacing(points: Points) -> float:
    """A distance at which most actions have no other place: half-way between nearly touching and typical neighbours."""
    apart = np.linalg.norm(points[:, None] - points, axis=2)
    nearest = np.where(apart > 1e-9 * apart.max(), apart, np.inf).min(axis=1)
    return float(min(1.4 * nearest.min(), np.median(nearest))) if np.isfinite(nearest).all() else 1.0


def checked_positions(positions: ArrayLike, n: int) -> Points:
    """One finite point on the plane for each action."""
    try:
        points = np.array(positions, np.float64)
    except (TypeError, ValueError) as error:
        raise InvalidParameter(f"positions must be numbers, one pair (x, y) an action: {error}") from error
    if points.shape != (n, 2):
        raise InvalidParameter(f"positions must have shape ({n}, 2), a point an action, not {points.shape}")
    if not np.isfinite(points).all():
        raise InvalidParameter("positions must be finite; leave them out to have them computed")
    return points


def on_a_line(graph: FeedbackGraph) -> bool:
    """Whether the order of the actions is what the graph is about, as with bids and prices."""
    return graph.storage == "intervals"


def layout(graph: FeedbackGraph) -> Points:
    """A point for each action.

    >>> from sidelight.graphs import prefix
    >>> layout(prefix(3))
    array([[0., 0.], [1., 0.], [2., 0.]])
    """
    from scipy.sparse.csgraph import connected_components

    if on_a_line(graph):
        return np.column_stack((np.arange(graph.n_actions), np.zeros(graph.n_actions))).astype(np.float64)
    joined = graph.to_matrix()
    joined |= joined.T
    np.fill_diagonal(joined, False)
    component = connected_components(joined, directed=False)[1]
    members = [np.flatnonzero(component == c) for c in range(component.max() + 1)]
    return packed(members, [_component(joined[np.ix_(m, m)]) for m in members])


def _component(joined: Mask) -> Points:
    """A connected graph: a circle where nearly all are joined, otherwise the start that majorises best."""
    from scipy.sparse.csgraph import shortest_path

    n = joined.shape[0]
    if n <= 2 or joined.sum() >= COMPLETE_ENOUGH * n * (n - 1):
        return circle(n)
    hops = shortest_path(joined, directed=False, unweighted=True)
    best, least = circle(n), np.inf
    for start in (circle(n), _shells(hops), _classical(hops)):
        points = majorised(start, hops)
        stress = _stress(points, hops)
        if stress < CLEARER * least - 1e-9:
            best, least = points, stress
    return _lying(best)


def circle(n: int) -> Points:
    """Neighbours one unit apart, clockwise from the top; two points lie side by side."""
    if n <= 2:
        return np.column_stack((np.arange(n) - (n - 1) / 2, np.zeros(n)))
    turn = 2 * np.pi * np.arange(n) / n
    return np.asarray(np.column_stack((np.sin(turn), np.cos(turn))) / (2 * np.sin(np.pi / n)), np.float64)


def _shells(hops: Points) -> Points:
    """A start from the most central action: the others on circles around it, by number of hops."""
    from_centre = hops[np.argmin(hops.sum(axis=1))]
    points = circle(len(hops))[np.argsort(np.argsort(from_centre, kind="stable"))]
    return np.asarray(points / np.linalg.norm(points[0]) * from_centre[:, None], np.float64)


def _classical(hops: Points) -> Points:
    """Classical scaling: the two leading directions of the doubly centred squared distances."""
    centring = np.eye(len(hops)) - 1 / len(hops)
    values, vectors = np.linalg.eigh(-0.5 * centring @ hops**2 @ centring)
    leading = vectors[:, -2:] * np.sqrt(np.maximum(values[-2:], 0))
    return np.asarray(leading, np.float64)


def majorised(start: Points, hops: Points, rounds: int = 300) -> Points:
    """Distances on the page brought near ``hops``, each pair with weight hops^-2; the stress never grows."""
    weights = np.divide(1.0, hops**2, out=np.zeros_like(hops), where=hops > 0)
    laplacian = np.diag(weights.sum(axis=1)) - weights
    back = np.linalg.pinv(laplacian)
    points = start - start.mean(axis=0)
    for _ in range(rounds):
        apart = np.linalg.norm(points[:, None] - points, axis=2)
        ratio = np.divide(weights * hops, apart, out=np.zeros_like(hops), where=apart > 1e-12)
        before, points = points, np.asarray(back @ ((np.diag(ratio.sum(axis=1)) - ratio) @ points), np.float64)
        if np.abs(points - before).max() < 1e-5:
            break
    return np.asarray(points, np.float64)


def _stress(points: Points, hops: Points) -> float:
    apart = np.linalg.norm(points[:, None] - points, axis=2)
    misfit = np.divide(apart - hops, hops, out=np.zeros_like(hops), where=hops > 0)
    return float((misfit**2).sum() / 2)


def _lying(points: Points) -> Points:
    """Turned so that a longish picture lies flat, with the first action to the left and up."""
    points = points - points.mean(axis=0)
    size, axes = np.linalg.eigh(points.T @ points)
    if size[1] > 1.2 * size[0]:
        points = points @ axes[:, ::-1]
    side = np.where(points[0] * [-1, 1] < -1e-6, -1, 1)
    return np.asarray(points * side, np.float64)


def packed(members: list[Actions], shapes: list[Points]) -> Points:
    """Components in rows like words on a page: the largest first, equal ones in the order of their actions."""
    order = sorted(range(len(shapes)), key=lambda c: (-len(shapes[c]), c))
    sizes = np.array([np.ptp(shapes[c], axis=0) + PACKING_GAP for c in order])
    page_width = max(sizes[:, 0].max(), 1.8 * np.sqrt(sizes.prod(axis=1).sum()))
    points = np.zeros((sum(len(m) for m in members), 2))
    top = 0.0
    for line in _lines_of(sizes[:, 0], page_width):
        left, height = -sizes[line, 0].sum() / 2, sizes[line, 1].max()
        for k in line:
            shape = shapes[order[k]]
            middle = (shape.min(axis=0) + shape.max(axis=0)) / 2
            points[members[order[k]]] = shape - middle + [left + sizes[k, 0] / 2, top - height / 2]
            left += sizes[k, 0]
        top -= height
    return points


def _lines_of(widths: Iterable[float], page_width: float) -> list[list[int]]:
    lines: list[list[int]] = [[]]
    used = 0.0
    for k, width in enumerate(widths):
        if lines[-1] and used + width > page_width + 1e-9:
            lines.append([])
            used = 0.0
        lines[-1].append(k)
        used += width
    return lines


def routes(graph: FeedbackGraph, points: Points, *, arcs: bool = False) -> Routes:
    """How each edge between two actions runs: straight or around actions in its way; or as arcs over a line."""
    matrix = graph.to_matrix()
    np.fill_diagonal(matrix, False)
    both = matrix & matrix.T
    tails, heads = np.nonzero(matrix & ~np.tril(both))
    bends = _arcs(points, tails, heads) if arcs else _bends_around(points, tails, heads, CLEARANCE * spacing(points))
    control = control_points(points[tails], points[heads], bends)
    return Routes(tails, heads, both[tails, heads], bends, control)


def middles(points: Points, lines: Routes) -> Points:
    """Where each line is furthest from being straight."""
    return np.asarray((points[lines.tails] + points[lines.heads]) / 4 + lines.control / 2, np.float64)


def _arcs(points: Points, tails: Actions, heads: Actions) -> Points:
    """Rightward arcs above and leftward ones below; the longer the steeper, so that arrows at a node fan out."""
    apart = np.abs(points[heads, 0] - points[tails, 0])
    fan = -0.45 - 0.4 * (apart - 2) / max(len(points) - 3, 1)
    return np.where(apart < 1.5, -0.2, fan)


def control_points(tail: Points, head: Points, bends: Points) -> Points:
    """Off the middle to the right of the direction of travel, ``bends`` times the length of the line."""
    across = (head - tail)[:, ::-1] * [1, -1]
    return np.asarray((tail + head) / 2 + bends[:, None] * across, np.float64)


def _bends_around(points: Points, tails: Actions, heads: Actions, clearance: float) -> Points:
    """The mildest bend that passes every third action at ``clearance``; straight where none does."""
    bends = np.zeros(tails.size)
    open_ = np.arange(tails.size)
    for bend in BENDS:
        clear = _clear(points, tails[open_], heads[open_], bend, clearance)
        bends[open_[clear]] = bend
        open_ = open_[~clear]
    return bends


def _clear(points: Points, tails: Actions, heads: Actions, bend: float, clearance: float) -> Mask:
    start, end = points[tails], points[heads]
    control = control_points(start, end, np.full(tails.size, bend))
    free = np.ones(tails.size, np.bool_)
    for t in np.linspace(0.04, 0.96, 24):
        at = (1 - t) ** 2 * start + 2 * t * (1 - t) * control + t**2 * end
        apart = np.linalg.norm(at[:, None] - points, axis=2)
        apart[np.arange(tails.size), tails] = apart[np.arange(tails.size), heads] = np.inf
        free &= apart.min(axis=1, initial=np.inf) >= clearance
    return free


def free_directions(points: Points, lines: Routes, *, upright: bool = False) -> Points:
    """For each action the angle with the most room around it, where loops and labels go; ``upright``: up or down."""
    angles = np.full(len(points), np.pi / 2)
    for i in range(len(points)):
        ends = lines.control[(lines.tails == i) | (lines.heads == i)] - points[i]
        if len(ends):
            taken = np.arctan2(ends[:, 1], ends[:, 0])
            angles[i] = _freer_side(taken) if upright else _widest_gap(taken, -ends.mean(axis=0))
    return angles


def _freer_side(taken: Points) -> float:
    up, down = (np.cos(taken - side).max() for side in (np.pi / 2, -np.pi / 2))
    return float(np.copysign(np.pi / 2, down - up + 1e-9))


def _widest_gap(taken: Points, outward: Points) -> float:
    """The middle of the widest gap between angles; of equal ones the most outward, then the most upward."""
    taken = np.sort(taken)
    gaps = np.diff(taken, append=taken[0] + 2 * np.pi)
    middles = taken + gaps / 2
    along = np.cos(middles) * outward[0] + np.sin(middles) * outward[1]
    return float(middles[np.argmax(gaps + 0.3 * np.clip(along, -1, 1) + 0.05 * np.sin(middles))])

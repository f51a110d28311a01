"""A small graph as nodes and arrows, with everything inside the axes: loops, labels, and the legend at the foot."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidelight.graphs.feedback_graph import FeedbackGraph
from sidelight.graphs.layout import Points, Routes, free_directions, middles, routes, spacing
from sidelight.graphs.picture_paper import SORTS, TEXT_POINTS, draw_legend, ink, paper_size, sort_handles, sort_of

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes

LONGEST_LABEL = 16
LABEL_INSIDE = 3  # characters that fit into a node
SMALLEST_LABELLED = 4.5  # points of radius
LARGEST_RADIUS = 11.0
CHARACTER = 0.58 * TEXT_POINTS  # average width
ASIDE = 0.4  # cosine from which a label stands wholly to one side
MANY_LINES = 300


class Plan(NamedTuple):
    """Where the actions go, and whether they are on a line with arcs for edges."""

    points: Points
    arcs: bool


class Page(NamedTuple):
    """Sizes on paper: ``scale`` is points (1/72 inch) for a unit of the layout, ``radius`` points for a node."""

    scale: float
    radius: float
    low: tuple[float, ...]
    high: tuple[float, ...]


def draw_network(graph: FeedbackGraph, ax: Axes, plan: Plan, legend: bool) -> None:
    """Draw ``graph`` by ``plan`` and leave no part of it outside the axes."""
    points, sorts = plan.points, sort_of(graph)
    lines = routes(graph, points, arcs=plan.arcs)
    angles = free_directions(points, lines, upright=plan.arcs)
    labels = _labels(graph, ax, plan)
    foot = draw_legend(ax, _legend_handles(sorts, lines)) if legend else 0.0
    page = _fit(ax, points, middles(points, lines), _label_room(labels, angles), foot)
    _draw_lines(ax, points, lines, sorts, page)
    _draw_nodes(ax, points, sorts, page)
    _draw_loops(ax, points[graph.loops], angles[graph.loops], page)
    if labels.beside:
        away = page.radius * np.where(graph.loops, 2.2, 1.25) + 2.5
        _label_beside(ax, points, labels, away, angles)
    else:
        _label_inside(ax, points, labels.texts, sorts, page)
    ax.set_aspect("equal", adjustable="datalim")
    ax.set_xlim(page.low[0], page.high[0], auto=True)  # auto: a later change of the figure may widen them in silence
    ax.set_ylim(page.low[1], page.high[1], auto=True)


class Labels(NamedTuple):
    """What is written; ``beside`` the nodes where it does not fit inside, ``turned`` by a right angle if crowded."""

    texts: list[str]
    beside: bool
    turned: bool


def _labels(graph: FeedbackGraph, ax: Axes, plan: Plan) -> Labels:
    texts = [_short(graph.label(i)) for i in range(graph.n_actions)]
    longest = max(map(len, texts))
    crowded = CHARACTER * longest > 0.9 * paper_size(ax)[0] / len(texts)
    return Labels(texts, longest > LABEL_INSIDE, plan.arcs and crowded)


def _short(label: object) -> str:
    text = " ".join(str(label).split()) or repr(label)
    return text if len(text) <= LONGEST_LABEL else text[: LONGEST_LABEL - 1] + "…"


def _label_room(labels: Labels, angles: Points) -> tuple[Points, Points]:
    """Points of paper that labels take left of and below, right of and above their nodes, loops aside."""
    room = np.zeros((len(angles), 2))
    if labels.beside:
        sizes = np.array([(CHARACTER * len(text), 1.3 * TEXT_POINTS) for text in labels.texts])
        room = 3 + (sizes[:, ::-1] if labels.turned else sizes)
    toward = np.column_stack((np.cos(angles), np.sin(angles)))
    share = np.select([toward > ASIDE, toward < -ASIDE], [1.0, 0.0], 0.5)
    return room * (1 - share), room * share


def _fit(ax: Axes, points: Points, curves: Points, room: tuple[Points, Points], foot: float) -> Page:
    """Scale and limits with which nodes, loops, labels and the legend at the foot have their room."""
    width, height = paper_size(ax)
    apart, paper = spacing(points), np.maximum((width, height - foot), 10.0)
    scale, radius = 40.0 / apart, LARGEST_RADIUS
    for _ in range(20):  # a contraction: what has its size on paper takes less room of the layout as the scale grows
        low = (points - (2.3 * radius + room[0]) / scale).min(axis=0)
        high = (points + (2.3 * radius + room[1]) / scale).max(axis=0)
        low = np.minimum(low, curves.min(axis=0, initial=np.inf) - 3 / scale)
        high = np.maximum(high, curves.max(axis=0, initial=-np.inf) + 3 / scale)
        scale = float(min((paper / (high - low)).min(), 75.0 / apart))
        radius = float(np.clip(0.3 * apart * scale, 2.5, LARGEST_RADIUS))
    middle = (low + high) / 2 - [0, foot / 2 / scale]
    reach = np.array([width, height]) / 2 / scale
    return Page(scale, radius, tuple(middle - reach), tuple(middle + reach))


def _draw_lines(ax: Axes, points: Points, lines: Routes, sorts: NDArray[np.int64], page: Page) -> None:
    from matplotlib.patches import FancyArrowPatch

    crowd = min(len(lines.tails) / MANY_LINES, 1.0)
    head = max(5.0, min(11.0 - 4 * crowd, 1.1 * page.radius))
    heads_on_mutual = not lines.mutual.all()
    for tail, to, mutual, bend, control in zip(*lines, strict=True):
        style = "-" if mutual and not heads_on_mutual else "<|-|>" if mutual else "-|>"
        shrink = [_rim(sorts[end], control - points[end], page) for end in (tail, to)]
        arrow = FancyArrowPatch(
            tuple(points[tail]), tuple(points[to]), arrowstyle=style, mutation_scale=head,
            connectionstyle=f"arc3,rad={bend}", joinstyle="miter", shrinkA=shrink[0], shrinkB=shrink[1],
            linewidth=1.3 - 0.6 * crowd, alpha=0.85 - 0.45 * crowd, color=ink(), zorder=1,
        )  # fmt: skip
        ax.add_patch(arrow)


def _rim(sort: int, direction: Points, page: Page) -> float:
    """Points from the middle of a node to just outside its outline."""
    return page.radius * SORTS[sort].rim(float(np.arctan2(direction[1], direction[0]))) + 1.2


def _draw_nodes(ax: Axes, points: Points, sorts: NDArray[np.int64], page: Page) -> None:
    for k, sort in enumerate(SORTS):
        x, y = points[sorts == k].T
        if len(x):
            area = (2 * page.radius * sort.size) ** 2
            nodes = ax.scatter(x, y, area, sort.colour, marker=sort.marker, edgecolors=ink(), linewidths=0.8)
            nodes.set(zorder=3, clip_on=False, label=sort.name, gid=sort.name.replace(" ", "-"))


def _draw_loops(ax: Axes, points: Points, angles: Points, page: Page) -> None:
    from matplotlib.transforms import ScaledTranslation

    for point, angle in zip(points, angles, strict=True):
        inches = 1.35 * page.radius / 72
        shift = ScaledTranslation(inches * np.cos(angle), inches * np.sin(angle), ax.figure.dpi_scale_trans)
        shifted = ax.transData + shift
        (loop,) = ax.plot(*point, "o", ms=1.3 * page.radius, mfc="none", mec=ink(), mew=1.1, transform=shifted)
        loop.set(zorder=2, clip_on=False, gid="loop")


def _label_inside(ax: Axes, points: Points, texts: list[str], sorts: NDArray[np.int64], page: Page) -> None:
    """Short labels inside the nodes, none where they could not be read."""
    if page.radius < SMALLEST_LABELLED:
        return
    size = page.radius * (1.0, 0.95, 0.75)[max(map(len, texts)) - 1]
    for (x, y), text, sort in zip(points, texts, sorts, strict=True):
        colour = SORTS[sort].ink
        ax.text(x, y, text, ha="center", va="center_baseline", size=size, color=colour, zorder=4, parse_math=False)


def _label_beside(ax: Axes, points: Points, labels: Labels, away: Points, angles: Points) -> None:
    """Long labels beyond the node and its loop, on a halo of the background."""
    from matplotlib.patheffects import withStroke

    halo = [withStroke(linewidth=2.5, foreground=ax.get_facecolor())]
    for point, text, far, right, up in zip(points, labels.texts, away, np.cos(angles), np.sin(angles), strict=True):
        ax.annotate(
            text, tuple(point), (far * right, far * up), textcoords="offset points", size=TEXT_POINTS,
            ha="left" if right > ASIDE else "right" if right < -ASIDE else "center",
            va="bottom" if up > ASIDE else "top" if up < -ASIDE else "center",
            color=ink(), path_effects=halo, zorder=5, annotation_clip=False, parse_math=False,
            rotation=90 if labels.turned else 0,
        )  # fmt: skip


def _legend_handles(sorts: NDArray[np.int64], lines: Routes) -> list[Artist]:
    """A line for each sort of action and of edge that occurs."""
    from matplotlib.lines import Line2D

    mutual, single = bool(lines.mutual.any()), not lines.mutual.all()
    signs = [
        (r"$\rightarrow$", "reveals", single),
        (r"$\leftrightarrow$", "reveal each other", mutual and single),
        ("$-$", "reveal each other", mutual and not single),
    ]
    return sort_handles(sorts) + [
        Line2D([], [], linestyle="none", marker=sign, color=ink(), markersize=11, markeredgewidth=0.2, label=meaning)
        for sign, meaning, occurs in signs
        if occurs
    ]

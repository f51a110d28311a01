"""A small graph as nodes and arrows, with everything inside the axes: loops, labels, and the legend at the foot."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidelight.graphs.description import counted
from sidelight.graphs.feedback_graph import FeedbackGraph
from sidelight.graphs.layout import Points, Routes, free_directions, middles, routes, spacing
from sidelight.graphs.picture_paper import SORTS, TEXT_POINTS, ink, paper_size, sort_of

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes

LONGEST_LABEL = 16
LABEL_INSIDE = 3  # characters that fit into a node
SMALLEST_LABELLED = 4.5  # points of radius
LEGEND_ROW_POINTS = 15.0
LARGEST_RADIUS = 11.0
MANY_LINES = 300


class Plan(NamedTuple):
    """Where the actions go, and whether they are on a line with arcs for edges."""

    points: Points
    arcs: bool


class Page(NamedTuple):
    """Sizes on paper: ``scale`` is points (1/72 inch) for a unit of the layout, ``radius`` points for a node.

    ``upright``: whether long labels are turned by a right angle.
    """

    scale: float
    radius: float
    upright: bool


def draw_network(graph: FeedbackGraph, ax: Axes, plan: Plan, legend: bool) -> None:
    """Draw ``graph`` by ``plan`` and leave no part of it outside the axes."""
    points, arcs = plan
    ax.set_aspect("equal", adjustable="datalim")
    lines = routes(graph, points, 0.0, arcs=arcs)
    sorts = sort_of(graph)
    texts = [_short(graph.label(i)) for i in range(graph.n_actions)]
    foot = _draw_legend(ax, _legend_handles(sorts, lines)) if legend else 0.0
    page = _fit(ax, plan, middles(points, lines), max(map(len, texts)), foot)
    lines = routes(graph, points, 1.25 * page.radius / page.scale, arcs=arcs)
    angles = free_directions(points, lines, upright=arcs)
    _draw_lines(ax, points, lines, sorts, page)
    _draw_nodes(ax, points, sorts, page)
    _draw_loops(ax, points[graph.loops], angles[graph.loops], page)
    if max(map(len, texts)) <= LABEL_INSIDE:
        _label_inside(ax, points, texts, sorts, page)
    else:
        away = page.radius * np.where(graph.loops, 2.2, 1.25) + 2.5
        _label_beside(ax, points, texts, away, angles, page)


def _draw_legend(ax: Axes, handles: list[Artist]) -> float:
    """Draw it at the foot of the axes and return its height in points."""
    columns = 2 if paper_size(ax)[0] > 240 else 1
    ax.legend(
        handles=handles, loc="lower center", ncols=columns, frameon=False, fontsize=TEXT_POINTS, borderaxespad=0,
        borderpad=0, labelspacing=0.35, handletextpad=0.3, columnspacing=1.4,
    )  # fmt: skip
    return LEGEND_ROW_POINTS * -(-len(handles) // columns)


def _fit(ax: Axes, plan: Plan, curves: Points, longest: int, foot: float) -> Page:
    """Set limits so that nodes, loops, labels and the legend at the foot have their room."""
    width, height = paper_size(ax)
    words = np.array([0.58 * TEXT_POINTS * longest, 1.3 * TEXT_POINTS]) * (longest > LABEL_INSIDE)
    upright = plan.arcs and bool(words[0] > 0.9 * width / len(plan.points))
    apart, points = spacing(plan.points), plan.points
    scale, radius = 40.0 / apart, LARGEST_RADIUS
    for _ in range(12):  # a contraction: what has its size on paper takes less room of the layout as the scale grows
        pad = (2.6 * radius + (words[::-1] if upright else words)) / scale
        low = np.minimum(points.min(axis=0) - pad, curves.min(axis=0, initial=np.inf) - 3 / scale)
        high = np.maximum(points.max(axis=0) + pad, curves.max(axis=0, initial=-np.inf) + 3 / scale)
        room = np.maximum((width, height - foot), 10.0)
        scale = float(min((room / (high - low)).min(), 75.0 / apart))
        radius = float(np.clip(0.3 * apart * scale, 2.5, LARGEST_RADIUS))
    middle = (low + high) / 2 - [0, foot / 2 / scale]
    ax.set_xlim(middle[0] - width / 2 / scale, middle[0] + width / 2 / scale)
    ax.set_ylim(middle[1] - height / 2 / scale, middle[1] + height / 2 / scale)
    return Page(scale, radius, upright)


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
            nodes.set(zorder=3, label=sort.name, gid=sort.name.replace(" ", "-"))


def _draw_loops(ax: Axes, points: Points, angles: Points, page: Page) -> None:
    from matplotlib.transforms import ScaledTranslation

    for point, angle in zip(points, angles, strict=True):
        inches = 1.35 * page.radius / 72
        shift = ScaledTranslation(inches * np.cos(angle), inches * np.sin(angle), ax.figure.dpi_scale_trans)
        shifted = ax.transData + shift
        ax.plot(*point, "o", ms=1.3 * page.radius, mfc="none", mec=ink(), mew=1.1, zorder=2, transform=shifted)


def _label_inside(ax: Axes, points: Points, texts: list[str], sorts: NDArray[np.int64], page: Page) -> None:
    """Short labels inside the nodes, none where they could not be read."""
    if page.radius < SMALLEST_LABELLED:
        return
    size = page.radius * (1.0, 0.95, 0.75)[max(map(len, texts)) - 1]
    for (x, y), text, sort in zip(points, texts, sorts, strict=True):
        colour = SORTS[sort].ink
        ax.text(x, y, text, ha="center", va="center_baseline", size=size, color=colour, zorder=4, parse_math=False)


def _label_beside(ax: Axes, points: Points, texts: list[str], away: Points, angles: Points, page: Page) -> None:
    """Long labels beyond the node and its loop, on a halo of the background."""
    from matplotlib.patheffects import withStroke

    halo = [withStroke(linewidth=2.5, foreground=ax.get_facecolor())]
    for point, text, far, right, up in zip(points, texts, away, np.cos(angles), np.sin(angles), strict=True):
        ax.annotate(
            text, tuple(point), (far * right, far * up), textcoords="offset points", size=TEXT_POINTS,
            ha="left" if right > 0.35 else "right" if right < -0.35 else "center",
            va="bottom" if up > 0.5 else "top" if up < -0.5 else "center",
            color=ink(), path_effects=halo, zorder=5, annotation_clip=False, parse_math=False,
            rotation=90 if page.upright else 0,
        )  # fmt: skip


def _legend_handles(sorts: NDArray[np.int64], lines: Routes) -> list[Artist]:
    """A line for each sort of action and of edge that occurs."""
    from matplotlib.lines import Line2D

    counts = np.bincount(sorts, minlength=len(SORTS))
    handles: list[Artist] = [
        Line2D(
            [], [], linestyle="none", marker=sort.marker, color=sort.colour, markeredgecolor=ink(),
            markeredgewidth=0.8, markersize=8 * sort.size, label=counted(int(count), sort.name),
        )
        for sort, count in zip(SORTS, counts, strict=True)
        if count
    ]  # fmt: skip
    all_mutual = bool(lines.mutual.all())
    signs = [
        (r"$\rightarrow$", "reveals", not all_mutual),
        (r"$\leftrightarrow$", "reveal each other", bool(lines.mutual.any()) and not all_mutual),
        ("$-$", "reveal each other", bool(lines.mutual.any()) and all_mutual),
    ]
    return handles + [
        Line2D([], [], linestyle="none", marker=sign, color=ink(), markersize=11, markeredgewidth=0.2, label=meaning)
        for sign, meaning, occurs in signs
        if occurs
    ]


def _short(label: object) -> str:
    text = " ".join(str(label).split()) or repr(label)
    return text if len(text) <= LONGEST_LABEL else text[: LONGEST_LABEL - 1] + "…"

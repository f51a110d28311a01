"""What the parts of a picture share: how each sort of action looks, sizes on paper, the colour of ink."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidelight.graphs.description import counted
from sidelight.graphs.feedback_graph import FeedbackGraph

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes

TEXT_POINTS = 9.0
TITLE_POINTS = 10.5
LEGEND_ROW_POINTS = 15.0


class Sort(NamedTuple):
    """How one sort of actions looks. ``size`` evens out areas; ``rim`` is where its outline is, by angle."""

    name: str
    marker: str
    colour: str
    ink: str
    size: float
    rim: Callable[[float], float]


def _square_rim(angle: float) -> float:
    return 0.9 / float(max(abs(np.cos(angle)), abs(np.sin(angle))))


def _diamond_rim(angle: float) -> float:
    return 1.3 / float(abs(np.cos(angle)) + abs(np.sin(angle)))


SORTS = (
    Sort("self-loop", "o", "#0072B2", "white", 1.0, lambda angle: 1.0),
    Sort("seen by all others", "s", "#E69F00", "black", 0.9, _square_rim),
    Sort("weakly observable", "D", "#CC79A7", "black", 0.92, _diamond_rim),
    Sort("never revealed", "X", "#D0D0D0", "black", 1.3, lambda angle: 1.15),
)


def sort_of(graph: FeedbackGraph) -> NDArray[np.int64]:
    """For each action its place in ``SORTS``."""
    unlooped = np.where(graph.strongly_observable, 1, np.where(graph.observable, 2, 3))
    return np.where(graph.loops, 0, unlooped).astype(np.int64)


def paper_size(ax: Axes) -> tuple[float, float]:
    """Width and height of the axes in points."""
    box = ax.get_window_extent()
    return box.width * 72 / ax.figure.dpi, box.height * 72 / ax.figure.dpi


def ink() -> str:
    """What lines and words are drawn in: black, or what a dark style says."""
    import matplotlib as mpl

    return str(mpl.rcParams["text.color"])


def grouped(count: int, thing: str) -> str:
    """``1 action``, ``1,000 actions``."""
    return f"{count:,} {counted(count, thing).split(' ', 1)[1]}"


def sort_handles(sorts: NDArray[np.int64]) -> list[Artist]:
    """For a legend: a line for each sort of action that occurs, with its count."""
    from matplotlib.lines import Line2D

    counts = np.bincount(sorts, minlength=len(SORTS))
    return [
        Line2D(
            [], [], linestyle="none", marker=sort.marker, color=sort.colour, markeredgecolor=ink(),
            markeredgewidth=0.8, markersize=8 * min(sort.size, 1.15), label=grouped(int(count), sort.name),
        )
        for sort, count in zip(SORTS, counts, strict=True)
        if count
    ]  # fmt: skip


def draw_legend(ax: Axes, handles: list[Artist]) -> float:
    """Draw it at the foot of the axes and return its height in points."""
    columns = 2 if paper_size(ax)[0] > 240 else 1
    ax.legend(
        handles=handles, loc="lower center", ncols=columns, frameon=False, fontsize=TEXT_POINTS, borderaxespad=0,
        borderpad=0, labelspacing=0.35, handletextpad=0.3, columnspacing=1.4,
    )  # fmt: skip
    return LEGEND_ROW_POINTS * -(-len(handles) // columns)

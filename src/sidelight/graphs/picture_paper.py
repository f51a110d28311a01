"""What the parts of a picture share: how each sort of action looks, sizes on paper, the colour of ink."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidelight.graphs.feedback_graph import FeedbackGraph

if TYPE_CHECKING:
    from matplotlib.axes import Axes

TEXT_POINTS = 9.0


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
    Sort("never revealed", "X", "#C8C8C8", "black", 1.15, lambda angle: 1.0),
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

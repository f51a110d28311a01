"""Pictures of feedback graphs: nodes and arrows for a small one, a summary for a large one.

An arrow from i to j means that i reveals j. Sorts of actions are told apart by shape and by colour (Okabe and Ito's,
safe for colour-blind readers); a self-loop is a small circle at its node. matplotlib is the optional extra "plot".
"""

from __future__ import annotations

import io
import threading
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from sidelight.errors import MissingDependency
from sidelight.graphs.feedback_graph import FeedbackGraph
from sidelight.graphs.layout import checked_positions, layout, middles, on_a_line, routes, spacing
from sidelight.graphs.picture_network import Plan, draw_network
from sidelight.graphs.picture_paper import TITLE_POINTS, grouped, paper_size
from sidelight.graphs.picture_summary import summarise

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_ACTIONS, MOST_LINES = 60, 300  # beyond, a drawing is a hairball
MOST_ARCS = 80
ONE_AT_A_TIME = threading.Lock()  # matplotlib's settings and fonts belong to the whole process
MOST_ACTIONS_GIVEN, MOST_LINES_GIVEN = 400, 2000  # whoever gives positions knows how the picture will look


def draw(
    graph: FeedbackGraph,
    ax: Axes | None = None,
    *,
    positions: ArrayLike | None = None,
    title: str | None = None,
    legend: bool = True,
) -> Axes:
    """Draw ``graph`` on ``ax`` (a new pyplot figure, if None) and return the axes.

    ``positions`` holds a point (x, y) for each action. A graph too large to be read as nodes and arrows is
    summarised on insets of the axes: who reveals whom as an image, how many actions of each sort, and degrees.
    An empty ``title`` leaves it out.
    """
    _require_matplotlib()
    plan = _plan(graph, positions)
    if ax is None:
        import matplotlib.pyplot as plt

        ax = _whole_page(plt.figure(figsize=_figure_size(graph, plan)))
    ax.set_title(_title(graph, ax) if title is None else title, fontsize=TITLE_POINTS)
    ax.set_axis_off()
    if plan is None:
        summarise(graph, ax)
    else:
        draw_network(graph, ax, plan, legend)
    return ax


def svg(graph: FeedbackGraph) -> str | None:
    """The picture as an ``<svg>`` element on white, equal for equal graphs; None where matplotlib is missing."""
    try:
        _require_matplotlib()
    except MissingDependency:
        return None
    import matplotlib as mpl
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    with (
        ONE_AT_A_TIME,
        mpl.rc_context(),
    ):  # its own style, whatever the notebook's: equal graphs look equal
        mpl.rcdefaults()
        mpl.rcParams["svg.hashsalt"] = "sidelight"
        figure = Figure(figsize=_figure_size(graph, _plan(graph, None)), facecolor="white")
        FigureCanvasSVG(figure)
        draw(graph, _whole_page(figure))
        page = io.StringIO()
        figure.savefig(page, format="svg", metadata={"Date": None, "Creator": None})
    text = page.getvalue()
    return text[text.index("<svg") :]


def _require_matplotlib() -> None:
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError as error:
        raise MissingDependency("matplotlib is not installed; pip install 'sidelight[plot]'") from error


def _plan(graph: FeedbackGraph, positions: ArrayLike | None) -> Plan | None:
    """Where the actions go; None if the graph is too large to be drawn as nodes and arrows."""
    given = None if positions is None else checked_positions(positions, graph.n_actions)
    if graph.n_actions > (MOST_ACTIONS if given is None else MOST_ACTIONS_GIVEN):
        return None
    matrix = graph.to_matrix()
    lines = np.count_nonzero(np.triu(matrix | matrix.T, 1))
    if given is not None:
        return Plan(given, False) if lines <= MOST_LINES_GIVEN else None
    arcs = on_a_line(graph)
    return Plan(layout(graph), arcs) if lines <= (MOST_ARCS if arcs else MOST_LINES) else None


def _title(graph: FeedbackGraph, ax: Axes) -> str:
    """Kind and size in words, on two lines where the axes are narrow."""
    size = f"{grouped(graph.n_actions, 'action')}, {grouped(graph.n_edges, 'edge')}"
    title = f"{str(graph.kind).capitalize()} feedback graph: {size}"
    return title if 0.55 * TITLE_POINTS * len(title) < paper_size(ax)[0] else title.replace(": ", "\n")


def _figure_size(graph: FeedbackGraph, plan: Plan | None) -> tuple[float, float]:
    """Inches: as high as the layout asks for, within what a page or a notebook shows well."""
    if plan is None:
        return 7.6, 3.6
    lines = routes(graph, plan.points, arcs=plan.arcs)
    hull = np.concatenate((plan.points, middles(plan.points, lines)))
    across, up = np.ptp(hull, axis=0) / spacing(plan.points) + 1.2
    unit = min(0.85, 6.4 / across, 5.2 / up)
    return max(4.4, unit * across), max(1.1, unit * up) + 0.95


def _whole_page(figure: Figure) -> Axes:
    """Axes that leave room for a title only."""
    return figure.add_axes((0.02, 0.02, 0.96, 0.98 - 0.36 / figure.get_figheight()))

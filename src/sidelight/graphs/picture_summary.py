"""A large graph in numbers: who reveals whom as an image, how many actions of each sort, degrees."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sidelight.graphs.feedback_graph import FeedbackGraph
from sidelight.graphs.layout import Points
from sidelight.graphs.picture_paper import SORTS, TEXT_POINTS, draw_legend, ink, paper_size, sort_handles, sort_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis

MOST_ROWS = 256  # of the density image
DEGREE_BINS = 24
EXACT_EDGES = 5_000_000


def summarise(graph: FeedbackGraph, ax: Axes) -> None:
    """Three insets: the density of edges, actions by sort, degrees; small axes hold the first only, and a legend."""
    width, height = paper_size(ax)

    def inset(left: float, foot: float, across: float, up: float) -> Axes:
        made = ax.inset_axes((left / width, foot / height, max(across, 5) / width, max(up, 5) / height))
        made.tick_params(labelsize=TEXT_POINTS - 1)
        return made

    if width < 380 or height < 170:
        foot = draw_legend(ax, sort_handles(sort_of(graph)))
        side = max(min(height - foot - 44, width - 130), 20)
        _density_image(graph, inset((width - side) / 2 - 10, foot + 34, side, side))
        return
    side = min(height - 44, 0.5 * width - 70)
    foot = (height - side) / 2 + 14
    _density_image(graph, inset(46, foot, side, side))
    left = 46 + side + 108
    counts = np.bincount(sort_of(graph), minlength=len(SORTS))
    bars = 16.0 * np.count_nonzero(counts)
    _sort_bars(counts, inset(left + 54, foot + side - bars, width - left - 64, bars))
    _degree_bars(graph, inset(left, foot, width - left - 10, side - bars - 34))


def density(graph: FeedbackGraph) -> tuple[Points, bool]:
    """Share of pairs with an edge, rows i and columns j in bins, and whether that is exact or of one row in each bin.

    >>> from sidelight.graphs import prefix
    >>> density(prefix(3))[0]
    array([[1., 0., 0.], [1., 1., 0.], [1., 1., 1.]])
    """
    n = graph.n_actions
    bins = n if n <= MOST_ROWS else MOST_ROWS // 2
    edges = np.arange(bins + 1) * n // bins
    sizes = np.diff(edges)
    if graph.storage == "csr" and graph.n_edges <= EXACT_EDGES:
        row, column = np.searchsorted(edges, graph.to_edges().T, side="right") - 1
        cells = np.bincount(row * bins + column, minlength=bins * bins)
        return cells.reshape(bins, bins) / np.outer(sizes, sizes), True
    middles = edges[:-1] + sizes // 2
    return np.array([np.diff(np.searchsorted(graph.reveals(int(i)), edges)) / sizes for i in middles]), bins == n


def _density_image(graph: FeedbackGraph, ax: Axes) -> None:
    """Rows play, columns are revealed, as in the matrix; dark where a larger share of pairs has an edge."""
    from matplotlib.colors import PowerNorm

    shares, exact = density(graph)
    n = graph.n_actions
    norm = PowerNorm(0.5, 0, max(float(shares.max()), 1 / n))  # square roots: the faint is not lost beside the dense
    box = (-0.5, n - 0.5, n - 0.5, -0.5)
    image = ax.imshow(shares, cmap="Blues", norm=norm, extent=box, interpolation="nearest", aspect="auto")
    ax.set_xlabel("revealed action j", fontsize=TEXT_POINTS)
    ax.set_ylabel("played action i", fontsize=TEXT_POINTS)
    _whole_ticks(ax.xaxis, n)
    _whole_ticks(ax.yaxis, n)
    ax.spines[:].set(color="0.6", linewidth=0.5)
    if len(shares) == n:
        ax.text(1.03, 1, "dark:\ni reveals j", va="top", size=TEXT_POINTS - 1, transform=ax.transAxes)
    else:
        scale = ax.inset_axes((1.03, 0, 0.05, 1))
        bar = ax.figure.colorbar(image, cax=scale)
        bar.ax.tick_params(labelsize=TEXT_POINTS - 1)
        bar.set_label("share of pairs" + ("" if exact else ", sampled"), fontsize=TEXT_POINTS - 1)


def _whole_ticks(axis: Axis, largest: int) -> None:
    """At most four ticks, at whole numbers, in thousands and millions where they are long."""
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    axis.set_major_locator(MaxNLocator(4, integer=True))
    axis.set_major_formatter(FuncFormatter(lambda value, _: _brief(value, largest)))


def _brief(value: float, largest: float) -> str:
    for unit, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if largest >= 10 * unit and value:
            return f"{value / unit:.12g}{letter}"
    return f"{value:,.12g}"


def _sort_bars(counts: NDArray[np.int64], ax: Axes) -> None:
    """A bar for each sort that occurs, its count at the end."""
    occurring = [(sort, int(count)) for sort, count in zip(SORTS, counts, strict=True) if count]
    lengths = [count for _, count in occurring]
    colours = [sort.colour for sort, _ in occurring]
    ax.barh(range(len(lengths)), lengths, color=colours, edgecolor=ink(), linewidth=0.8, height=0.7)
    ax.set_yticks(range(len(lengths)), [sort.name for sort, _ in occurring])
    ax.set_xlim(0, 1.6 * max(lengths))
    for place, count in enumerate(lengths):
        ax.annotate(f"{count:,}", (count, place), (4, 0), textcoords="offset points", va="center", size=TEXT_POINTS)
    ax.invert_yaxis()
    ax.xaxis.set_visible(False)
    ax.tick_params(axis="y", length=0, labelsize=TEXT_POINTS)
    ax.spines[["top", "right", "bottom"]].set_visible(False)


def _degree_bars(graph: FeedbackGraph, ax: Axes) -> None:
    """How many actions (log scale, so that a single hub shows) reveal, and are revealed by, how many."""
    out, into = graph.out_degrees, graph.in_degrees
    low, high = int(min(out.min(), into.min())), int(max(out.max(), into.max()))
    step = -(-(high - low + 1) // DEGREE_BINS)
    edges = (np.arange(low, high + step + 1, step) - 0.5).tolist()
    ax.hist(out, edges, color="#56B4E9", label="reveals k")
    ax.hist(into, edges, histtype="step", color=ink(), linewidth=1.2, label="is revealed by k")
    ax.set_yscale("log")
    ax.set_ylim(0.7, 3.0 * graph.n_actions)
    if high - low < 4:
        ax.set_xlim((low + high) / 2 - 3, (low + high) / 2 + 3)
        ax.set_xticks(range(low, high + 1), [f"{degree:,}" for degree in range(low, high + 1)])
    else:
        _whole_ticks(ax.xaxis, high)
    ax.set_xlabel("k actions", fontsize=TEXT_POINTS)
    ax.set_ylabel("actions", fontsize=TEXT_POINTS)
    ax.spines[["top", "right"]].set_visible(False)
    ax.legend(frameon=False, fontsize=TEXT_POINTS - 1, ncols=2, loc="lower left", bbox_to_anchor=(0, 0.97), borderpad=0)

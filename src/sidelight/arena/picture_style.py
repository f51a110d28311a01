"""How learners and axes look: colours readable on white and on black, by any eye, and markers besides."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from sidelight.graphs.picture_paper import ink

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis

TEXT_POINTS = 9.0
TITLE_POINTS = 10.0
# Okabe and Ito's, the two pale ones darkened so that they stand out from white too; None is the colour of words
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", None, "#B8860B", "#4A9CCB", "#8B7BD8")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*", "<")  # one more than colours: pairs repeat after 72


class Look(NamedTuple):
    """What tells a learner from the others."""

    colour: str
    marker: str


def looks(names: Iterable[str]) -> list[Look]:
    """One for each, in order."""
    return [Look(COLOURS[k % len(COLOURS)] or ink(), MARKERS[k % len(MARKERS)]) for k, _ in enumerate(names)]


def plain_axis(ax: Axes) -> None:
    """No box, small words, a faint grid."""
    ax.spines[["top", "right"]].set_visible(False)
    ax.tick_params(labelsize=TEXT_POINTS - 1)
    ax.grid(True, which="major", color=ink(), alpha=0.12, linewidth=0.6)
    ax.set_axisbelow(True)


def grouped_numbers(axis: Axis, largest: float) -> None:
    """Thousands set apart; for small numbers whatever matplotlib finds."""
    if largest >= 1000:
        from matplotlib.ticker import StrMethodFormatter

        axis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))
        axis.get_major_locator().set_params(nbins=5)  # type: ignore[call-arg]  # of a MaxNLocator


def legend(ax: Axes, rows: int) -> None:
    """Where it covers least; small and see-through where there is much of it."""
    ax.legend(
        loc="best", fontsize=TEXT_POINTS - (1.5 if rows > 5 else 0.5), frameon=True, framealpha=0.7, edgecolor="none",
        borderpad=0.3, labelspacing=0.3, handlelength=2.2, ncols=2 if rows > 6 else 1, columnspacing=1.0,
    )  # fmt: skip

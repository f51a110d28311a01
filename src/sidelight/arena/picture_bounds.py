"""What the theorem allows, beside the regret over rounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sidelight.graphs.picture_paper import ink

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from sidelight.arena.bounds import GamesBounds


def draw_bounds(ax: Axes, bounds: GamesBounds, *, one_round: bool) -> None:
    """The largest of all seeds: in advance dotted, from the run's own sums dash-dotted."""
    holds = "in expectation" if bounds.in_expectation else f"{1 - bounds.delta:.3g}"
    lines = {f"bound in advance ({holds})": (bounds.before, ":")}
    if bounds.after is not None and bounds.after is not bounds.before:
        lines[f"bound, own sums ({holds})"] = bounds.after, "-."
    for words, (values, style) in lines.items():
        _line(ax, bounds.checkpoints, values.max(axis=0), words, style, one_round=one_round)


def _line(
    ax: Axes, rounds: NDArray[np.int64], values: NDArray[np.float64], words: str, style: str, *, one_round: bool
) -> None:
    """Level where there is one round only; what is infinite is not drawn."""
    if one_round and np.isfinite(values[0]):
        ax.axhline(values[0], color=ink(), linestyle=style, linewidth=1.2, label=words)
    elif not one_round:
        shown = np.isfinite(values)
        ax.plot(rounds[shown], values[shown], color=ink(), linestyle=style, linewidth=1.2, label=words)

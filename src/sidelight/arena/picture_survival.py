"""The share of seeds whose final value is at least x, on a scale that shows one seed in a thousand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from sidelight.arena.measures import axis_label, measured
from sidelight.arena.picture_style import TEXT_POINTS, Look, grouped_numbers
from sidelight.arena.table import share
from sidelight.graphs.picture_paper import ink

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from sidelight.arena.games import Games


def draw_survival(ax: Axes, games: Sequence[tuple[Games, Look]], what: str) -> None:
    """One falling staircase for each learner; far right and high is a heavy tail."""
    for played, look in games:
        ordered = np.sort(measured(played, what)[:, -1])
        shares = 1 - np.arange(ordered.size) / ordered.size
        marks = np.unique(np.searchsorted(-shares, -np.geomspace(0.5, shares[-1], 4)))
        ax.plot(
            ordered, shares, drawstyle="steps-pre", color=look.colour, linewidth=1.6,
            marker=look.marker if len(games) > 1 else None, markevery=list(marks), markersize=5,
        )  # fmt: skip
        ax.plot(ordered[-1], shares[-1], ".", color=look.colour, markersize=5)
    n_seeds = max(played.n_seeds for played, _ in games)
    _share_axis(ax, n_seeds)
    ax.set_xlabel(f"x: {axis_label(what)} after {games[0][0].rounds:,} rounds", fontsize=TEXT_POINTS)
    low, high = ax.get_xlim()
    grouped_numbers(ax.xaxis, max(-low, high))
    if low < 0 < high:
        ax.axvline(0, color=ink(), linewidth=0.8, alpha=0.6)


def _share_axis(ax: Axes, n_seeds: int) -> None:
    from matplotlib.ticker import FixedFormatter, FixedLocator, NullLocator

    least = 1 / n_seeds
    steps = (1.0, 0.5, 0.2) if n_seeds <= 50 else (1.0,)
    ticks = [step * 10.0**-k for k in range(12) for step in steps if step * 10.0**-k >= least * 0.999]
    ax.set_yscale("log")
    ax.yaxis.set_major_locator(FixedLocator(ticks))
    ax.yaxis.set_major_formatter(FixedFormatter([share(tick) for tick in ticks]))
    ax.yaxis.set_minor_locator(NullLocator())
    ax.set_ylim(least / 1.35, 1.3)
    ax.set_ylabel("share of seeds at x or above", fontsize=TEXT_POINTS)

"""A certificate over rounds. matplotlib is the optional extra "plot"; colours follow the style in force."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sidelight.errors import MissingDependency, NotRecorded
from sidelight.graphs.picture_paper import TEXT_POINTS, TITLE_POINTS, ink

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from sidelight.certificates.certificate import Certificate

COLOUR = "#0072B2"
MOST_POINTS = 2000


def draw(c: Certificate, ax: Axes | None = None, *, title: str | None = None, label: str | None = None) -> Axes:
    """The limit after each round, dashed where rounds are open; returns the axes (new ones, if None were given)."""
    if c.values.size < c.rounds:
        raise NotRecorded("a learner knows its certificate of now only; ask for it as it plays, or certify its log")
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError as error:
        raise MissingDependency("matplotlib is not installed; pip install 'sidelight[plot]'") from error
    if ax is None:
        import matplotlib.pyplot as plt

        ax = plt.figure(figsize=(6.4, 3.6), layout="constrained").add_subplot()
    done = c.rounds - c.open_rounds
    at = np.unique(np.linspace(0, c.rounds - 1, min(c.rounds, MOST_POINTS)).astype(np.int64))
    (line,) = ax.plot(at[at < done] + c.first_round, c.values[at[at < done]], color=COLOUR, label=label)
    if c.open_rounds:
        ax.plot(at[at >= done - 1] + c.first_round, c.values[at[at >= done - 1]], color=line.get_color(), ls="--")
    if c.lower is not None:
        ax.plot(at + c.first_round, c.lower[at], color=line.get_color(), linewidth=1.0)
        ax.fill_between(
            at + c.first_round, c.lower[at], c.values[at], color=line.get_color(), alpha=0.12, linewidth=0.0
        )
    ax.axhline(0.0, color=ink(), linewidth=0.6, alpha=0.4)
    ax.spines[["top", "right"]].set_visible(False)
    ax.tick_params(labelsize=TEXT_POINTS - 1)
    ax.set_xlabel("round", fontsize=TEXT_POINTS)
    ax.set_ylabel("regret at most", fontsize=TEXT_POINTS)
    said = f"regret against any action, confidence {100.0 * (1.0 - c.delta):g} %"
    ax.set_title(said if title is None else title, fontsize=TITLE_POINTS, loc="left")
    return ax

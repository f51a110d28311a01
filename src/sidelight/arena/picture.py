"""Pictures of games: a sum over rounds, and beside it how often its final value exceeds what.

A learner has one colour and one marker in both panels, told apart without colours too. matplotlib is the optional
extra "plot"; words and axes take the colours of the style in force, so that dark styles stay readable.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from sidelight.arena.measures import measured
from sidelight.arena.picture_bounds import draw_bounds
from sidelight.arena.picture_rounds import draw_at_one_round, draw_over_rounds
from sidelight.arena.picture_style import TITLE_POINTS, looks, plain_axis
from sidelight.arena.picture_survival import draw_survival
from sidelight.arena.table import counted
from sidelight.errors import InvalidParameter, MissingDependency
from sidelight.graphs.picture_paper import paper_size

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from sidelight.arena.bounds import GamesBounds
    from sidelight.arena.games import Games

NARROW = 420  # points; below, the panels stand one above the other
LEFT, RIGHT, FOOT, HEAD, BETWEEN = 62.0, 20.0, 42.0, 30.0, 66.0  # points around the panels


def draw(
    games: Mapping[str, Games],
    ax: Axes | None,
    what: str,
    *,
    title: str | None = None,
    bounds: GamesBounds | None = None,
) -> Axes:
    """Two panels in the place of ``ax`` (a new pyplot figure, if None); returns the axes that hold them.

    An empty ``title`` leaves it out. ``bounds`` are drawn beside regret over rounds.
    """
    if bounds is not None and what != "regret":
        raise InvalidParameter(f"bounds= is about regret, and what={what!r}; leave one of them out")
    for played in games.values():
        measured(played, what)  # refused before a figure is made
    _require_matplotlib()
    if ax is None:
        import matplotlib.pyplot as plt

        ax = plt.figure(figsize=(9.6, 3.9)).add_axes((0.0, 0.0, 1.0, 1.0))
    ax.set_axis_off()
    width, height = paper_size(ax)
    rounds, survival = _panels(ax, width, height)
    looked = list(zip(games.values(), looks(games), strict=True))
    one_round = next(iter(games.values())).checkpoints.size == 1
    if bounds is not None:
        draw_bounds(rounds, bounds, one_round=one_round)
    (draw_at_one_round if one_round else draw_over_rounds)(rounds, looked, what)
    draw_survival(survival, looked, what)
    for panel in (rounds, survival):
        plain_axis(panel)
    letters = int(width / (0.58 * TITLE_POINTS))
    rounds.set_title(_title(games, letters) if title is None else title, fontsize=TITLE_POINTS, loc="left")
    return ax


def _panels(ax: Axes, width: float, height: float) -> tuple[Axes, Axes]:
    """Where the two panels go, leaving room in points for numbers and words."""

    def inset(left: float, foot: float, across: float, up: float) -> Axes:
        return ax.inset_axes((left / width, foot / height, max(across, 20) / width, max(up, 20) / height))

    if width < NARROW:
        across, up = width - LEFT - RIGHT, (height - 2 * FOOT - HEAD) / 2
        return inset(LEFT, 2 * FOOT + up, across, up), inset(LEFT, FOOT, across, up)
    across, up = (width - LEFT - BETWEEN - RIGHT) / 2, height - FOOT - HEAD
    return inset(LEFT, FOOT, across, up), inset(LEFT + across + BETWEEN, FOOT, across, up)


def _title(games: Mapping[str, Games], letters: int) -> str:
    """Who against what, with as many seeds; shortened where it would leave the page."""
    one = next(iter(games.values()))
    who = one.name if len(games) == 1 else counted(len(games), "learner")
    seeds = f", {counted(one.n_seeds, 'seed')}"
    room = max(letters - len(f"{who} against {seeds}"), 0)
    world = one.world if len(one.world) <= room else f"{one.world[: max(room - 3, 0)]}..."
    return f"{who} against {world}{seeds}" if room > 10 else f"{who}{seeds}"


def _require_matplotlib() -> None:
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError as error:
        raise MissingDependency("matplotlib is not installed; pip install 'sidelight[plot]'") from error

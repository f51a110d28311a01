"""A sum over rounds: its mean, the bands that half and nine tenths of the seeds lie in, and the tail."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sidelight.arena.measures import axis_label, measured
from sidelight.arena.picture_style import TEXT_POINTS, Look, grouped_numbers, legend
from sidelight.graphs.picture_paper import ink

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from sidelight.arena.games import Games

FEW_SEEDS = 20  # below, each seed is drawn: bands would claim what they cannot know
TAIL_SEEDS = 100  # below, the largest seed stands for the tail
MOST_BANDS = 3  # learners; beyond, bands lie on each other
BANDS = ((0.05, 0.95, 0.16, "90 % of seeds"), (0.25, 0.75, 0.30, "50 % of seeds"))
Looked = Sequence[tuple["Games", Look]]


def draw_over_rounds(ax: Axes, games: Looked, what: str) -> None:
    """Lines over rounds that begin at nothing in round 0."""
    for played, look in games:
        values = measured(played, what)
        rounds = np.concatenate(([0], played.checkpoints))
        _lines(ax, rounds, np.column_stack((np.zeros(values.shape[0]), values)), played.name, look, len(games))
    _axes(ax, games, what)
    ax.set_xlabel("round", fontsize=TEXT_POINTS)
    grouped_numbers(ax.xaxis, games[0][0].rounds)
    ax.set_xlim(0, games[0][0].rounds)
    if len(games) > 1:
        ax.plot([], [], color=ink(), linewidth=1.1, linestyle=(0, (4, 2)), label=_tail(games[0][0].n_seeds)[1])
    legend(ax, len(games))


def draw_at_one_round(ax: Axes, games: Looked, what: str) -> None:
    """A column for each learner: nine tenths of the seeds, half of them, mean, tail."""
    for k, (played, look) in enumerate(games):
        _column(ax, float(k), measured(played, what)[:, 0], look, label=k == 0)
    _axes(ax, games, what)
    ax.set_xlim(-0.7, len(games) - 0.3)
    names = [played.name for played, _ in games]
    turned = sum(map(len, names)) > 40
    ax.set_xticks(range(len(games)), names, rotation=20 if turned else 0, ha="right" if turned else "center")
    ax.set_xlabel(f"after {games[0][0].rounds:,} rounds", fontsize=TEXT_POINTS)
    legend(ax, 4)


def _lines(ax: Axes, rounds: NDArray[np.int64], values: NDArray[np.float64], name: str, look: Look, of: int) -> None:
    n_seeds = values.shape[0]
    alone = of == 1
    if n_seeds < FEW_SEEDS and of <= MOST_BANDS:
        ax.plot(rounds, values.T, color=look.colour, linewidth=0.7, alpha=0.45)
        ax.plot([], [], color=look.colour, linewidth=0.7, alpha=0.6, label="each seed" if alone else None)
    elif of <= MOST_BANDS:
        for low, high, alpha, words in BANDS if alone else BANDS[:1]:
            edges = np.quantile(values, (low, high), axis=0)
            ax.fill_between(rounds, *edges, color=look.colour, alpha=alpha, linewidth=0, label=words if alone else None)
    if n_seeds >= FEW_SEEDS or not alone:
        q, words = _tail(n_seeds)
        tail = np.quantile(values, q, axis=0)
        ax.plot(rounds, tail, color=look.colour, linewidth=1.1, dashes=(4, 2), label=words if alone else None)
    every = max(1, rounds.size // 6)
    ax.plot(
        rounds, values.mean(axis=0), color=look.colour, linewidth=1.9, marker=None if alone else look.marker,
        markevery=(every, every), markersize=5, label="mean" if alone else name,
    )  # fmt: skip


def _column(ax: Axes, x: float, values: NDArray[np.float64], look: Look, *, label: bool) -> None:
    if values.size < FEW_SEEDS:
        ax.plot(
            np.full(values.size, x), values, ".", color=look.colour, alpha=0.6, label="each seed" if label else None
        )
    else:
        for (low, high, _, words), width in zip(BANDS, (2.0, 6.0), strict=True):
            ends = np.quantile(values, (low, high))
            ax.plot([x, x], ends, color=look.colour, linewidth=width, alpha=0.6, label=words if label else None)
        q, words = _tail(values.size)
        tail = float(np.quantile(values, q))
        ax.plot(x, tail, "_", color=look.colour, markersize=12, markeredgewidth=1.6, label=words if label else None)
    ax.plot(
        x, values.mean(), look.marker, color=look.colour, markersize=7, markeredgecolor=ink(),
        label="mean" if label else None,
    )  # fmt: skip


def _axes(ax: Axes, games: Looked, what: str) -> None:
    ax.set_ylabel(axis_label(what), fontsize=TEXT_POINTS)
    low, high = ax.get_ylim()
    grouped_numbers(ax.yaxis, max(-low, high))
    if low < 0:
        ax.axhline(0, color=ink(), linewidth=0.8, alpha=0.6)


def _tail(n_seeds: int) -> tuple[float, str]:
    return (0.99, "99 % quantile") if n_seeds >= TAIL_SEEDS else (1.0, "largest seed")

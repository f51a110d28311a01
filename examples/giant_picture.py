"""The tail that the pessimistic bias cuts off: the sleeping giant, met by Algorithm 1 with its bias and without.

Run with ``python -m examples.giant_picture [rounds] [seeds]``; prints the tails and draws ``docs/pictures/giant.png``.
"""

from __future__ import annotations

import sys
from pathlib import Path

from matplotlib.figure import Figure

import sidelight as sl


def played(rounds: int, seeds: int) -> sl.Tournament:
    """Algorithm 1 with all its rates at T^(-1/2), and the same without bias, on the same seeds."""
    rate = rounds**-0.5
    learners = {
        "without bias (β = 0)": sl.StrongIX(2, eta=rate, gamma=rate, beta=0.0),
        "with bias (β = η)": sl.StrongIX(2, eta=rate, gamma=rate, beta=rate),
    }
    return sl.play(learners, sl.worlds.sleeping_giant(rounds), rounds=rounds, seeds=seeds)


def picture(games: sl.Tournament, width: float = 9.6, height: float = 3.9) -> Figure:
    """Regret over rounds, and beside it (below, if narrow) the share of seeds that end with at least so much."""
    one = next(iter(games.values()))
    figure = Figure(figsize=(width, height), facecolor="white")
    ax = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    games.plot(ax, title=f"Algorithm 1 against a sleeping giant, {one.n_seeds:,} seeds")
    return figure


def main(path: Path, rounds: int = 40_000, seeds: int = 1_000) -> None:
    """Play, print, draw."""
    games = played(rounds, seeds)
    print(games.summary())
    picture(games).savefig(path, dpi=120)
    print(path)


if __name__ == "__main__":
    main(Path(__file__).parents[1] / "docs" / "pictures" / "giant.png", *map(int, sys.argv[1:]))

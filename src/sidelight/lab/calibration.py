"""What a study will cost, from playing a little of each cell."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import NamedTuple

from sidelight.arena import play
from sidelight.lab.cells import Cell, plays_compiled, refusal, tried
from sidelight.lab.chunks import rows_of
from sidelight.lab.making import Match
from sidelight.lab.spec import BOUNDS, Spec

ENOUGH = 0.01  # seconds of play that say how fast it goes
FIRST_ROUNDS = 64
MOST_TRIES = 20


class Cost(NamedTuple):
    """How long one seed of a cell takes, and what else is known of it once it was built."""

    seconds_a_seed: float
    compiled: bool
    n_actions: int


def calibrated(cells: Iterable[Cell], spec: Spec) -> dict[str, Cost]:
    """The cost of each cell by its address. Each is built and played, so that what cannot be is refused by its line."""
    found: dict[str, Cost] = {}
    for cell in cells:
        match = tried(cell, spec)
        try:
            found[cell.address] = Cost(seconds_a_seed(cell, match), plays_compiled(match), match.world.n_actions)
        except Exception as error:  # a learner of the user's own may raise anything
            raise refusal(cell, spec, error) from error
    return found


def seconds_a_seed(cell: Cell, match: Match) -> float:
    """Measured on ever more rounds until it took long enough to say; the rest by the last two, along a line.

    A line, since a game has a cost at its beginning and at each checkpoint, besides that of its rounds.
    """
    rounds = min(FIRST_ROUNDS, cell.horizon)
    _played(cell, match, rounds, 0)  # compiles, or finds machine code on the disk
    spent, a_round = _played(cell, match, rounds, 1), 0.0
    for seed in range(2, MOST_TRIES):
        if rounds == cell.horizon or spent >= ENOUGH:
            break
        more = min(cell.horizon, rounds * 4)
        longer = _played(cell, match, more, seed)
        a_round = max(0.0, (longer - spent) / (more - rounds))
        rounds, spent = more, longer
    return spent + (a_round or spent / rounds) * (cell.horizon - rounds)


def _played(cell: Cell, match: Match, rounds: int, seed: int) -> float:
    """Seconds for one game of a seed not played before: the best action of one that was is remembered."""
    record = BOUNDS if BOUNDS in cell.record else "regret"
    points = min(rounds, cell.points.size)
    started = time.perf_counter()
    games = play(match.learner, match.world, rounds, [seed], checkpoints=points, workers=1, record=record)
    rows_of(games, cell.record)
    return time.perf_counter() - started

"""What can be asked of games, by name: one table that summaries, pictures, frames and comparisons read."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from sidelight.arena.best import Sums, best_sums
from sidelight.errors import InvalidParameter, NotRecorded, TooLarge

if TYPE_CHECKING:
    from sidelight.arena.games import Games


class Measure(NamedTuple):
    """A sum over rounds, for each seed and checkpoint; more of it is worse."""

    name: str
    means: str
    of: Callable[[Games], Sums]


def _own_means(games: Games) -> Sums:
    if games.own_means is None:
        raise NotRecorded(f"own_means are not known to these games: the world {games.world} has no means; use regret")
    return games.own_means


def _regret(games: Games) -> Sums:
    return games.own_losses - best_sums(games.best, "losses", games.own_losses.shape)


def _pseudo_regret(games: Games) -> Sums:
    return _own_means(games) - best_sums(games.best, "means", games.own_losses.shape)


def _dynamic_regret(games: Games) -> Sums:
    return _own_means(games) - best_sums(games.best, "moving_means", games.own_losses.shape)


MEASURES = {
    measure.name: measure
    for measure in (
        Measure("own_losses", "the learner's own losses", lambda games: games.own_losses),
        Measure("own_means", "the means of the actions played", _own_means),
        Measure("regret", "own losses minus those of the best fixed action", _regret),
        Measure("pseudo_regret", "means of the actions played minus those of the best fixed action", _pseudo_regret),
        Measure("dynamic_regret", "means of the actions played minus each round's smallest", _dynamic_regret),
    )
}


def measured(games: Games, what: str) -> Sums:
    """``what`` for each seed and checkpoint: a measure of the table, or a recorded sum by its name."""
    if what in games.sums:
        return games.sums[what]
    if what not in MEASURES:
        known = ", ".join([*MEASURES, *games.sums])
        raise InvalidParameter(f"what={what!r} is none of {known}")
    sums = MEASURES[what].of(games)
    sums.setflags(write=False)
    return sums


def available(games: Games) -> dict[str, Sums]:
    """All that these games can say, recorded sums last; what the world has not, or is too large, is absent."""
    found = {}
    for what in (*MEASURES, *games.sums):
        try:
            found[what] = measured(games, what)
        except (NotRecorded, TooLarge):
            continue
    return found


def meaning(what: str) -> str:
    """What it says, in words."""
    return MEASURES[what].means if what in MEASURES else "a sum recorded while playing"


def axis_label(what: str) -> str:
    """Name and unit; recorded sums have units of their own."""
    return f"{what.replace('_', ' ')} [losses]" if what in MEASURES else what

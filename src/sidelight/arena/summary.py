"""What came of games in a few numbers, the tails first: a mean hides the run that ruins you."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidelight.arena.measures import meaning
from sidelight.arena.quantiles import Interval, checked_share, quantile_interval
from sidelight.arena.resampling import mean_interval, sd_interval
from sidelight.arena.table import Table, counted, limits, number, share

if TYPE_CHECKING:
    from sidelight.arena.games import Games

TAILS = (0.999, 0.99, 0.95, 0.9, 0.5)


class Row(NamedTuple):
    """One statistic of one learner's games, with its limits."""

    name: str
    statistic: str
    value: float
    low: float
    high: float


@dataclass(frozen=True, repr=False)
class Summary:
    """A table; ``rows`` has its numbers for programs."""

    rows: tuple[Row, ...]
    table: Table

    def __repr__(self) -> str:
        """The table as text."""
        return self.table.text()

    def _repr_html_(self) -> str:
        return self.table.html()


def statistics(values: NDArray[np.float64], confidence: float) -> dict[str, Interval]:
    """Quantiles from the far tail inwards, then mean and standard deviation."""
    found = {share(q): quantile_interval(values, q, confidence) for q in TAILS}
    return {**found, "mean": mean_interval(values, confidence), "sd": sd_interval(values, confidence)}


def summary_of_one(games: Games, what: str, confidence: float) -> Summary:
    """A row for each statistic."""
    level = checked_share("confidence", confidence, closed=False)
    found = statistics(games.final(what), level)
    cells = tuple((name, number(interval.value), limits(interval)) for name, interval in found.items())
    heading = f"{games.name}: {games.learner} against {games.world}\n{_subject(games, what)}"
    table = Table(heading, (what, "estimate", f"{share(level)} limits"), cells)
    return Summary(_rows(games.name, found), table)


def summary_of_many(games: Mapping[str, Games], what: str, confidence: float) -> Summary:
    """A row for each learner, and one below it with the limits."""
    level = checked_share("confidence", confidence, closed=False)
    rows: list[Row] = []
    cells: list[tuple[str, ...]] = []
    for name, played in games.items():
        found = statistics(played.final(what), level)
        rows.extend(_rows(name, found))
        cells.append((name, *(number(interval.value) for interval in found.values())))
        cells.append(("", *(limits(interval) for interval in found.values())))
    one = next(iter(games.values()))
    heading = (
        f"{counted(len(games), 'learner')} against {one.world}\n{_subject(one, what)}; {share(level)} limits below"
    )
    return Summary(tuple(rows), Table(heading, (what, *found), tuple(cells)))


def _rows(name: str, found: Mapping[str, Interval]) -> tuple[Row, ...]:
    return tuple(Row(name, statistic, *interval) for statistic, interval in found.items())


def _subject(games: Games, what: str) -> str:
    size = f"{counted(games.rounds, 'round')}, {counted(games.n_seeds, 'seed')}"
    return f"{what.replace('_', ' ')} after {size} ({meaning(what)})"

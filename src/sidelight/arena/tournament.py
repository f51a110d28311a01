"""Several learners in the same worlds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sidelight import frames
from sidelight.arena import storing
from sidelight.arena.columns import columns
from sidelight.arena.comparing import Comparison, comparable, compare
from sidelight.arena.games import Games
from sidelight.arena.packing import packed, unpacked
from sidelight.arena.summary import Summary, summary_of_many
from sidelight.arena.table import counted
from sidelight.errors import IncomparableGames, InvalidFile, InvalidParameter

if TYPE_CHECKING:
    from matplotlib.axes import Axes


class Tournament(Mapping[str, Games]):
    """Games by name, in the order given, all against the same world with the same seeds and checkpoints."""

    def __init__(self, games: Mapping[str, Games]) -> None:
        if not games:
            raise InvalidParameter(f"games must map names to Games, at least one, not {games!r}")
        first = next(iter(games.values()))
        for other in games.values():
            comparable(first, other)
            if not np.array_equal(first.checkpoints, other.checkpoints):
                raise IncomparableGames(f"{first.name} and {other.name} have not the same checkpoints")
        self._games = {
            name: played if played.name == name else replace(played, name=name) for name, played in games.items()
        }

    def __getitem__(self, name: str) -> Games:
        if name not in self._games:
            raise KeyError(f"{name!r} did not play; {', '.join(self._games)} did")
        return self._games[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._games)

    def __len__(self) -> int:
        return len(self._games)

    def summary(self, what: str = "regret", confidence: float = 0.95) -> Summary:
        """One table of the final numbers, tails first, a row for each learner with its limits below."""
        return summary_of_many(self._games, what, confidence)

    def compare(self, a: str, b: str, what: str = "regret", *, confidence: float = 0.95) -> Comparison:
        """The final numbers of ``a`` minus those of ``b``, seed by seed."""
        return compare(self[a], self[b], what, confidence=confidence)

    def plot(self, ax: Axes | None = None, what: str = "regret", *, title: str | None = None) -> Axes:
        """Means and 99 % quantiles over rounds, and how often the final number exceeds what; one colour a learner."""
        from sidelight.arena.picture import draw

        return draw(self._games, ax, what, title=title)

    def to_pandas(self) -> Any:
        """A row for each learner, seed and checkpoint, as a ``pandas.DataFrame``."""
        return frames.pandas_stacked([columns(games) for games in self.values()])

    def to_polars(self) -> Any:
        """A row for each learner, seed and checkpoint, as a ``polars.DataFrame``."""
        return frames.polars_stacked([columns(games) for games in self.values()])

    def save(self, path: str | PathLike[str], *, overwrite: bool = False) -> Path:
        """All in one file at ``path``; ``Tournament.load`` gives the same numbers bit for bit."""
        headers, arrays = [], {}
        for k, games in enumerate(self.values()):
            header, some = packed(games, f"{k}/")
            headers.append(header)
            arrays.update(some)
        return storing.write(path, "Tournament", {"games": headers}, arrays, overwrite=overwrite)

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Tournament:
        """What ``save`` wrote; ``InvalidFile`` for anything else."""
        header, arrays = storing.read(path, "Tournament")
        try:
            games = [unpacked(path, one, arrays, f"{k}/") for k, one in enumerate(header["games"])]
            return cls({one.name: one for one in games})
        except (KeyError, TypeError, IncomparableGames, InvalidParameter) as error:
            raise InvalidFile(f"{path} does not hold a tournament that makes sense: {error}") from error

    def __repr__(self) -> str:
        """Who played against what, and how much of it; computes nothing."""
        one = next(iter(self.values()))
        size = f"{counted(one.n_seeds, 'seed')} x {counted(one.rounds, 'round')}"
        return f"Tournament({', '.join(self)} against {one.world}; {size})"

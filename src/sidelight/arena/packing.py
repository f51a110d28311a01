"""Games as a header and arrays, and back: what is written into a file."""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from sidelight.arena.best import NAMES, KnownBest
from sidelight.errors import InvalidFile, SidelightError, TooLarge

if TYPE_CHECKING:
    from sidelight.arena.games import Games

PLAIN = ("name", "learner", "world", "n_actions", "rounds")
ARRAYS = ("seeds", "checkpoints", "own_losses", "own_means", "plays")
Arrays = dict[str, NDArray[Any]]


def packed(games: Games, prefix: str = "") -> tuple[dict[str, Any], Arrays]:
    """All there is, the best fixed action computed if it can be; the names of arrays begin with ``prefix``."""
    best, refused = _asked(games)
    header = {
        **{name: getattr(games, name) for name in PLAIN},
        "sums": list(games.sums),
        "too_large": refused,
        "provenance": dict(games.provenance),
    }
    arrays = {name: getattr(games, name) for name in ARRAYS}
    arrays |= {f"best/{name}": value for name, value in best.items()}
    arrays |= {f"sums/{k}": value for k, value in enumerate(games.sums.values())}
    return header, {prefix + name: value for name, value in arrays.items() if value is not None}


def unpacked(path: str | PathLike[str], header: Mapping[str, Any], arrays: Arrays, prefix: str = "") -> Games:
    """The games that ``packed`` took apart."""
    from sidelight.arena.games import Games

    try:
        return Games(
            **{name: header[name] for name in PLAIN},
            **{name: arrays.get(prefix + name) for name in ARRAYS},  # type: ignore[arg-type]  # Games checks them
            sums={name: arrays[f"{prefix}sums/{k}"] for k, name in enumerate(header["sums"])},
            best=KnownBest(
                **{name: arrays.get(f"{prefix}best/{name}") for name in NAMES}, too_large=header["too_large"]
            ),
            provenance=header["provenance"],
        )
    except (SidelightError, KeyError, TypeError) as error:
        raise InvalidFile(f"{path} does not hold games that make sense: {error}") from error


def _asked(games: Games) -> tuple[dict[str, NDArray[np.float64]], dict[str, str]]:
    """What the best answers, and why it does not where it would take too long."""
    best: dict[str, NDArray[np.float64]] = {}
    refused: dict[str, str] = {}
    for name in NAMES:
        try:
            sums = getattr(games.best, name)()
        except TooLarge as error:
            refused[name] = str(error)
        else:
            if sums is not None:
                best[name] = sums
    return best, refused

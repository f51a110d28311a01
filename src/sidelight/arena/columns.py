"""Games in the long form of data frames: a row for each seed and checkpoint."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from sidelight.arena.measures import available

if TYPE_CHECKING:
    from sidelight.arena.games import Games

NAMES = {"own_losses": "own_loss", "own_means": "own_mean"}


def columns(games: Games) -> dict[str, NDArray[Any] | list[str]]:
    """Name, seed, round, and all that these games can say; what they cannot is absent, not zero."""
    rows = games.n_seeds * games.checkpoints.size
    told = {NAMES.get(what, what): sums.reshape(rows) for what, sums in available(games).items()}
    return {
        "name": [games.name] * rows,
        "seed": np.repeat(games.seeds, games.checkpoints.size),
        "round": np.tile(games.checkpoints, games.n_seeds),
        **told,
    }

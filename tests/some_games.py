"""Games made up for tests: no learner and no world, only numbers that fit together."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sidelight import Games, KnownBest


def some_games(n_seeds: int = 6, n_checkpoints: int = 4, *, seed: int = 0, **changes: Any) -> Games:
    """Everything that games can hold, drawn at random."""
    draw = np.random.default_rng([seed, n_seeds, n_checkpoints])
    checkpoints = np.cumsum(draw.integers(1, 50, n_checkpoints))
    rounds = int(checkpoints[-1])

    def sums() -> NDArray[np.float64]:
        return np.cumsum(draw.random((n_seeds, n_checkpoints)), axis=1)

    given: dict[str, Any] = {
        "name": "mine",
        "learner": "StrongIX(3)",
        "world": "a world",
        "n_actions": 3,
        "rounds": rounds,
        "seeds": draw.permutation(1000)[:n_seeds],
        "checkpoints": checkpoints,
        "own_losses": sums(),
        "own_means": sums(),
        "plays": draw.multinomial(rounds, (0.5, 0.3, 0.2), n_seeds),
        "sums": {"Q": sums(), "n_T(0)": sums()},
        "best": KnownBest(sums(), sums(), sums()),
        "provenance": {"spec": "abc", "seconds": 1.5},
    }
    return Games(**given | changes)


def with_regret(regret: Any, name: str = "mine", **changes: Any) -> Games:
    """Games whose final regret is given, one number a seed."""
    column = np.asarray(regret, np.float64)[:, None]
    given: dict[str, Any] = {"rounds": 10, "checkpoints": [10], "own_means": None, "plays": None, "sums": {}}
    best = KnownBest(np.zeros_like(column))
    seeds = np.arange(len(column))
    return some_games(
        len(column), 1, **given | {"name": name, "own_losses": column, "seeds": seeds, "best": best} | changes
    )

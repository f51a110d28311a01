"""What is true of all games."""

import tempfile
from pathlib import Path

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from tests.some_games import some_games, with_regret

from sidelight import Games

FINITE = st.floats(-1e6, 1e6, allow_subnormal=True)
VALUES = st.integers(1, 40).flatmap(lambda n: arrays(np.float64, n, elements=FINITE))
SETTINGS = settings(derandomize=True, max_examples=40, deadline=None)


@SETTINGS
@given(st.data(), st.integers(1, 5), st.integers(1, 5))
def test_a_file_gives_back_every_bit(data: st.DataObject, n_seeds: int, n_checkpoints: int) -> None:
    anything = arrays(np.float64, (n_seeds, n_checkpoints), elements=st.floats(allow_nan=False, allow_infinity=False))
    games = some_games(n_seeds, n_checkpoints, own_losses=data.draw(anything), sums={"é/ü ": data.draw(anything)})
    with tempfile.TemporaryDirectory() as folder:
        loaded = Games.load(games.save(Path(folder) / "games.npz"))
    for name in ("seeds", "checkpoints", "own_losses", "own_means", "plays"):
        assert getattr(loaded, name).tobytes() == getattr(games, name).tobytes()
        assert getattr(loaded, name).dtype == getattr(games, name).dtype
    assert loaded.sums["é/ü "].tobytes() == games.sums["é/ü "].tobytes()
    for name in ("losses", "means", "moving_means"):
        assert getattr(loaded.best, name)().tobytes() == getattr(games.best, name)().tobytes()
    assert loaded == games
    assert loaded.provenance == games.provenance


@SETTINGS
@given(VALUES, st.floats(0, 1), st.floats(0.01, 0.99))
def test_limits_enclose_their_estimate_and_grow_with_confidence(values: np.ndarray, q: float, level: float) -> None:
    games = with_regret(values)
    wider = (1 + level) / 2
    for narrow, wide in (
        (games.quantile(q, confidence=level), games.quantile(q, confidence=wider)),
        (games.mean(confidence=level), games.mean(confidence=wider)),
    ):
        assert wide.low <= narrow.low
        assert narrow.high <= wide.high
    interval = games.quantile(q, confidence=level)
    assert interval.low <= interval.value <= interval.high
    assert interval.value == games.quantile(q) == np.quantile(values, q)


@SETTINGS
@given(VALUES, st.randoms(use_true_random=False))
def test_the_order_of_seeds_does_not_matter(values: np.ndarray, random: object) -> None:
    order = list(range(values.size))
    random.shuffle(order)  # type: ignore[attr-defined]
    plain, mixed = with_regret(values), with_regret(values[order])
    assert plain.quantile(0.9, confidence=0.9) == mixed.quantile(0.9, confidence=0.9)

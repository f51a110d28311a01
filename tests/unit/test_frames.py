"""Frames have a row for each seed and checkpoint, and no column for what cannot be said."""

import sys
from pathlib import Path

import numpy as np
import pytest
from tests.some_games import some_games

from sidelight import InvalidFile, KnownBest, MissingDependency, TooLarge, Tournament
from sidelight.frames import matrix_from_parquet

pandas = pytest.importorskip("pandas")
polars = pytest.importorskip("polars")

ALL = ["name", "seed", "round", "own_loss", "own_mean", "regret", "pseudo_regret", "dynamic_regret", "Q", "n_T(0)"]


def test_both_frames_hold_the_same_numbers() -> None:
    games = some_games(3, 2)
    wide, polar = games.to_pandas(), games.to_polars()
    assert list(wide.columns) == polar.columns == ALL
    assert len(wide) == len(polar) == 6
    assert wide["seed"].tolist() == polar["seed"].to_list() == np.repeat(games.seeds, 2).tolist()
    assert wide["round"].tolist() == np.tile(games.checkpoints, 3).tolist()
    last = wide[wide["round"] == games.rounds]
    assert last["regret"].tolist() == games.final().tolist()
    assert last["Q"].tolist() == games.final("Q").tolist()
    assert polar.to_dict(as_series=False) == wide.to_dict("list")


def test_what_cannot_be_said_has_no_column() -> None:
    class Huge(KnownBest):
        def losses(self) -> None:
            raise TooLarge("too large")

    games = some_games(own_means=None, best=Huge(), sums={})
    assert list(games.to_pandas().columns) == games.to_polars().columns == ["name", "seed", "round", "own_loss"]


def test_a_tournament_is_stacked() -> None:
    games = Tournament({"a": some_games(), "b": some_games(sums={})})
    wide, polar = games.to_pandas(), games.to_polars()
    assert wide["name"].tolist() == polar["name"].to_list() == ["a"] * 24 + ["b"] * 24
    assert wide["Q"].isna().tolist() == polar["Q"].is_null().to_list() == [False] * 24 + [True] * 24
    assert wide.index.tolist() == list(range(48))


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_a_missing_library_names_its_extra(library: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(MissingDependency, match=rf"sidelight\[{library}\]"):
        getattr(some_games(), f"to_{library}")()


def test_parquet_comes_in_as_a_matrix(tmp_path: Path) -> None:
    path = tmp_path / "losses.parquet"
    losses = np.random.default_rng(0).random((20, 3))
    polars.DataFrame(losses, schema=["a", "b", "c"]).write_parquet(path)
    assert np.array_equal(matrix_from_parquet(path), losses)
    assert matrix_from_parquet(path).dtype == np.float64


def test_parquet_that_is_no_matrix_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "losses.parquet"
    polars.DataFrame({"a": [1.0], "b": ["x"]}).write_parquet(path)
    with pytest.raises(InvalidFile, match="'b'"):
        matrix_from_parquet(path)
    polars.DataFrame({"a": [1.0, None]}).write_parquet(path)
    with pytest.raises(InvalidFile, match="1 missing"):
        matrix_from_parquet(path)
    path.write_text("not parquet")
    with pytest.raises(InvalidFile, match="Parquet"):
        matrix_from_parquet(path)
    with pytest.raises(FileNotFoundError):
        matrix_from_parquet(tmp_path / "nowhere.parquet")
